// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A path that exists wins over a scene of the same name.
#include "cli/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "carom/error.h"
#include "carom/report.h"
#include "carom/scene.h"
#include "solver/text.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> scene_names() {
  std::vector<std::string> names;
  for (const Scene& scene : all_scenes()) names.push_back(scene.name);
  return names;
}

SceneSettings scene_settings(const Scene& scene, const std::vector<std::string>& settings) {
  SceneSettings values;
  std::vector<std::string> faults;
  for (const std::string& setting : settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) {
      faults.push_back(
          fmt::format("--set '{}': expected NAME=VALUE, such as masses=[1,2,1]", setting));
      continue;
    }
    const std::string parameter = setting.substr(0, equals);
    try {
      values[parameter] = parse_parameter(scene, parameter, setting.substr(equals + 1));
    } catch (const InvalidInput& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return values;
}

/// A file of the same name wins over a scene.
bool is_scene(const std::string& file) {
  std::error_code ignored;
  if (file == "-" || fs::exists(file, ignored)) return false;
  const std::vector<std::string> scenes = scene_names();
  return std::find(scenes.begin(), scenes.end(), file) != scenes.end();
}

void refuse_kind(const std::string& file) {
  std::string extension = fs::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* other : {".toml", ".urdf", ".xml", ".mjcf", ".sdf"}) {
    if (extension != other) continue;
    throw InvalidInput(fmt::format(
        "{}: robot and TOML files are not supported by this version; expected a problem "
        "as JSON (*.json), JSON Lines (*.jsonl) or a scene: {}",
        file, solver::join(scene_names())));
  }
}

[[noreturn]] void refuse_missing(const std::string& file) {
  const std::vector<std::string> scenes = scene_names();
  throw InvalidInput(
      fmt::format("{}: the file does not exist, and no scene has this name; expected "
                  "a file, - for standard input, or a scene: {}{}",
                  file, solver::join(scenes), solver::did_you_mean(file, scenes)));
}

/// One problem, or a batch, from a text whose kind its first lines tell.
Input open_stream(const std::string& file, const std::string& where) {
  auto records = std::make_unique<RecordStream>(file, RecordStream::Layout::detect);
  if (!records->is_single()) return Batch{where, std::move(records)};
  Record record;
  records->next(record);
  // Line ends stand in for the blank lines before it, so that positions are those of the file.
  const auto blank = static_cast<std::size_t>(std::max(record.line - 1, 0));
  return problem_from_json(std::string(blank, '\n') + record.text, where);
}

}  // namespace

Input open_input(const std::string& file, const std::vector<std::string>& settings) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  const bool is_stream = file == "-";
  if (!is_stream && status.type() == fs::file_type::none) LineReader{file};  // says why
  if (!is_stream && !fs::exists(status)) {
    if (is_scene(file)) return make_scene(file, scene_settings(find_scene(file), settings));
    refuse_kind(file);
    refuse_missing(file);
  }
  if (!settings.empty()) {
    throw InvalidInput(fmt::format("--set {}: {} is a file; expected a scene ({})",
                                   settings.front(), is_stream ? "standard input" : file,
                                   solver::join(scene_names())));
  }
  if (is_stream) return open_stream(file, "standard input");
  if (fs::is_directory(status)) {
    throw InvalidInput(fmt::format("{}: is a directory; expected a file", file));
  }
  refuse_kind(file);
  if (!fs::is_regular_file(status)) return open_stream(file, file);
  if (file.ends_with(".jsonl") || file.ends_with(".ndjson")) {
    return Batch{file, std::make_unique<RecordStream>(file, RecordStream::Layout::lines)};
  }
  return problem_from_json(LineReader(file).rest(), file);
}

std::map<std::string, std::string> scene_law_settings(const std::string& file,
                                                      const std::vector<std::string>& settings) {
  if (!is_scene(file)) return {};
  const Scene& scene = find_scene(file);
  return law_settings(scene, scene_settings(scene, settings));
}

}  // namespace carom::cli
