// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Terrain from words or from a TOML file (terrain.h, docs/terrain.md).
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "base/text.h"
#include "base/whole_file.h"
#include "carom/error.h"
#include "carom/terrain.h"
#include "model/scene_file/scene_file_reader.h"

namespace carom {
namespace {

using Eigen::Vector3d;

/// Steeper ground is a wall: a robot is not put on it (landing_rate, on_ground.cpp).
constexpr double steepest = std::numbers::pi / 3.0;
constexpr double steepest_cosine = 0.5;
constexpr int stair_count = 20;
constexpr double stair_width = 10.0;  // [m] across the stairs, centred on y = 0

[[noreturn]] void refuse(const std::string& words, std::string_view rule) {
  throw InvalidInput(fmt::format("ground = '{}'; expected {}", words, rule));
}

Terrain slope_terrain(const std::string& words, std::string_view text) {
  const auto angle = parse_angle(text);
  if (!angle || !(std::abs(*angle) < steepest)) {
    refuse(words,
           "slope=10deg or slope=0.17 (radians), less than 60deg either way; steeper ground is a "
           "wall: give it as a [[box]] of a TOML file");
  }
  Terrain terrain;
  terrain.normal = Vector3d(-std::sin(*angle), 0.0, std::cos(*angle));
  return terrain;
}

std::optional<double> positive_length(std::string_view text) {
  double value = 0.0;
  const char* last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last || !std::isfinite(value) || !(value > 0.0)) return {};
  return value;
}

/// Each step's box reaches from its riser to the end of the stairs and down to the ground: what
/// comes near a tread is nowhere near an inner face.
Terrain stairs_terrain(const std::string& words, std::string_view text) {
  const auto cross = text.find('x');
  std::optional<double> depth, height;
  if (cross != std::string_view::npos) {
    depth = positive_length(text.substr(0, cross));
    height = positive_length(text.substr(cross + 1));
  }
  if (!depth || !height) {
    refuse(words,
           "stairs=0.2x0.1, the depth of a tread and its height [m], both > 0; stairs that go "
           "down are [[box]]es of a TOML file");
  }
  Terrain terrain;
  const double end = (stair_count + 1) * *depth;
  for (int k = 1; k <= stair_count; ++k) {
    TerrainBox box;
    box.size = Vector3d(end - k * *depth, stair_width, k * *height);
    box.placement.translation() = Vector3d(0.5 * (end + k * *depth), 0.0, 0.5 * k * *height);
    terrain.boxes.push_back(box);
  }
  return terrain;
}

/// A file of terrain.
class TerrainFile {
 public:
  explicit TerrainFile(const std::string& where)
      : reader_(where), root_(parse_toml(base::whole_file(where), where)) {
    root_.line = 1;
  }

  Terrain read() {
    const FilePart file{root_};
    reader_.check_keys(file, {"name", "plane", "box", "field"});
    static_cast<void>(reader_.text(file, "name"));
    terrain_.has_plane = false;
    if (const TomlNode* plane = reader_.table(file, "plane")) read_plane({*plane, "plane"});
    const std::vector<FilePart> boxes = reader_.parts(file, "box");
    for (const FilePart& part : boxes) read_box(part);
    if (const TomlNode* field = reader_.table(file, "field")) read_field({*field, "field"});
    if (!reader_.has_faults() && !terrain_.has_plane && terrain_.boxes.empty() &&
        terrain_.field.heights.size() == 0) {
      reader_.add(fmt::format("{}: says nothing to stand on; expected [plane], [[box]] or [field]",
                              reader_.where()));
    }
    reader_.finish();
    return std::move(terrain_);
  }

 private:
  void read_plane(const FilePart& part) {
    reader_.check_keys(part, {"point", "normal"});
    terrain_.has_plane = true;
    terrain_.point = reader_.vector(part, "point").value_or(Vector3d::Zero());
    const auto normal = reader_.vector(part, "normal");
    if (!normal) return;
    // z over the length; false for a zero too.
    if (normal->z() > steepest_cosine * normal->stableNorm()) {
      terrain_.normal = normal->stableNormalized();
      return;
    }
    reader_.add(*part.table.find("normal"), part,
                fmt::format("normal = [{}, {}, {}]; expected an upward direction, less than 60deg "
                            "from z; steeper ground is a wall: give it as a [[box]]",
                            normal->x(), normal->y(), normal->z()));
  }

  void read_box(const FilePart& part) {
    reader_.check_keys(part, {"name", "center", "size", "rpy"});
    TerrainBox box;
    static_cast<void>(reader_.require(part, "center", "the box's centre, [x, y, z] [m]"));
    static_cast<void>(reader_.require(part, "size", "the box's edges, [x, y, z] [m]"));
    box.placement.translation() = reader_.vector(part, "center").value_or(Vector3d::Zero());
    box.placement.linear() = reader_.turn(part, "rpy").value_or(Eigen::Matrix3d::Identity());
    box.size = reader_.vector(part, "size").value_or(Vector3d::Ones());
    if (!(box.size.minCoeff() > 0.0)) {
      reader_.add(*part.table.find("size"), part,
                  fmt::format("size = [{}, {}, {}]; expected three edges > 0 [m]", box.size.x(),
                              box.size.y(), box.size.z()));
    }
    terrain_.boxes.push_back(box);
  }

  void read_field(const FilePart& part) {
    reader_.check_keys(part, {"origin", "spacing", "heights"});
    HeightField& field = terrain_.field;
    if (const auto origin = reader_.numbers(part, "origin", 2)) field.origin = *origin;
    static_cast<void>(reader_.require(part, "spacing", "[x, y], steps of the grid [m]"));
    if (const auto spacing = reader_.numbers(part, "spacing", 2)) {
      field.spacing = *spacing;
      if (!(spacing->minCoeff() > 0.0)) {
        reader_.add(*part.table.find("spacing"), part,
                    fmt::format("spacing = [{}, {}]; expected two steps > 0 [m]", spacing->x(),
                                spacing->y()));
      }
    }
    const TomlNode* heights = reader_.require(part, "heights", "rows along x of heights [m]");
    if (heights == nullptr) return;
    const bool list = heights->kind == TomlNode::Kind::list;
    // Rows are as long as the first one.
    const std::size_t columns =
        list && !heights->items.empty() ? heights->items[0].items.size() : 0;
    if (list && (heights->items.size() < 2 || columns < 2)) {
      reader_.add(*heights, part,
                  fmt::format("heights has {} rows of {}; expected at least 2 of 2",
                              heights->items.size(), columns));
      return;
    }
    if (const auto rows = reader_.rows(part, "heights", static_cast<int>(columns))) {
      field.heights = *rows;
    }
  }

  SceneFileReader reader_;
  TomlNode root_;
  Terrain terrain_;
};

}  // namespace

Terrain terrain_from_words(const std::string& words) {
  const std::string_view text = words;
  Terrain terrain;
  std::error_code ignored;
  if (text == "plane") {
    // As it stands.
  } else if (text.starts_with("slope=")) {
    terrain = slope_terrain(words, text.substr(6));
  } else if (text.starts_with("stairs=")) {
    terrain = stairs_terrain(words, text.substr(7));
  } else if (text.ends_with(".toml") || std::filesystem::exists(words, ignored)) {
    terrain = TerrainFile(words).read();
  } else {
    const std::string head = words.substr(0, words.find('='));
    refuse(words, fmt::format("plane, slope=10deg, stairs=0.2x0.1 or a TOML file{}",
                              base::did_you_mean(head, {"plane", "slope", "stairs"})));
  }
  terrain.name = words;
  return terrain;
}

}  // namespace carom
