// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which file a map goes to, and whether it may. The settings beside the file tell whose rows are in
// it: they are written after the old rows are gone and before the first new one comes.
#include "report/map/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <stdexcept>
#include <utility>
#include <variant>

#include "base/text.h"
#include "carom/error.h"
#include "carom/report.h"
#include "carom/version.h"
#include "report/files/differences.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

// What a kill may lose. Ten times longer loses work of ten seconds; shorter gains nothing.
constexpr std::chrono::seconds longest_wait{1};

constexpr const char* format_name = "carom-map/1";

Json law_json(const std::optional<Law>& law) {
  if (!law) return nullptr;
  Json json = {{"name", law->description().name}};
  for (const auto& [name, value] : law->description().parameters) {
    std::visit([&, key = name](const auto& setting) { json["settings"][key] = setting; }, value);
  }
  return json;
}

Json columns_json(const MapSettings& settings, std::size_t first, std::size_t last) {
  Json list = Json::array();
  for (std::size_t k = first; k < last; ++k) {
    Json entry = {{"name", settings.columns[k].name}, {"unit", settings.columns[k].unit}};
    if (k < settings.axes.size()) {
      const MapAxis& axis = settings.axes[k];
      entry.update({{"from", axis.from}, {"to", axis.to}, {"count", axis.count}});
    }
    list.push_back(std::move(entry));
  }
  return list;
}

MapColumn column_of(const Json& entry) {
  return {entry.at("name").get<std::string>(), entry.at("unit").get<std::string>()};
}

/// The document to plain data. Throws an exception of nlohmann-json for a missing or wrong entry.
void read_document(MapSettings& settings) {
  const Json& document = settings.document;
  std::int64_t points = 1;
  for (const Json& axis : document.at("axes")) {
    settings.columns.push_back(column_of(axis));
    settings.axes.push_back({settings.columns.back().name, axis.at("from").get<double>(),
                             axis.at("to").get<double>(), axis.at("count").get<std::int64_t>()});
    points *= settings.axes.back().count;
  }
  for (const Json& measure : document.at("measures")) {
    settings.columns.push_back(column_of(measure));
  }
  settings.point_count = document.at("points").get<std::int64_t>();
  settings.rows = document.at("rows").get<std::int64_t>();
  settings.finished = document.at("status") == "finished";
  if (points != settings.point_count) throw std::out_of_range("points are not those of the axes");
}

std::string range(const MapAxis& axis) {
  return fmt::format("{}:{}:{}", axis.from, axis.to, axis.count);
}

std::string names(const MapSettings& settings, bool of_axes) {
  std::vector<std::string> list;
  const std::size_t axes = settings.axes.size();
  for (std::size_t k = of_axes ? 0 : axes; k < (of_axes ? axes : settings.columns.size()); ++k) {
    list.push_back(fmt::format("{} [{}]", settings.columns[k].name, settings.columns[k].unit));
  }
  return base::join(list);
}

/// Of a map that starts. Throws InvalidInput if the subject is not JSON.
MapSettings make_settings(const std::vector<MapColumn>& columns, const MapOptions& options,
                          const std::string& subject, std::int64_t point_count) {
  std::int64_t points = 1;
  for (const MapAxis& axis : options.axes) points *= axis.count;
  if (columns.size() <= options.axes.size() || points != point_count) {
    throw std::logic_error(
        fmt::format("map file: {} columns, {} axes, {} points of {}; this is a bug of carom",
                    columns.size(), options.axes.size(), point_count, points));
  }
  MapSettings settings{columns, options.axes, point_count, 0, false, {}};
  settings.document = {{"format", format_name},
                       {"version", version},
                       {"subject", parse_json(subject, {"subject of the map"})},
                       {"axes", columns_json(settings, 0, options.axes.size())},
                       {"measures", columns_json(settings, options.axes.size(), columns.size())},
                       {"law", law_json(options.law)},
                       {"restitution", options.restitution},
                       {"points", point_count},
                       {"rows", 0},
                       {"status", "unfinished"}};
  return settings;
}

/// Throws InvalidInput, with all that differs other than rows and status:
/// "axes: x 0:1:10 in the file, 0:1:20 asked".
void check_same(const std::filesystem::path& map, const MapSettings& in_file,
                const MapSettings& asked) {
  Differences differences{
      .where = "in the file", .missing = "nothing", .quoted = false, .there_first = true};
  for (const char* key : {"version", "subject", "law", "restitution"}) {
    const Json before = in_file.document.value(key, Json());
    differences.compare(key, &before, &asked.document.at(key));
  }
  const std::string old_axes = names(in_file, true), new_axes = names(asked, true);
  if (old_axes != new_axes) differences.add("axes", old_axes, new_axes);
  for (std::size_t k = 0; old_axes == new_axes && k < asked.axes.size(); ++k) {
    const std::string before = range(in_file.axes[k]), now = range(asked.axes[k]);
    if (before != now) differences.add("axes", asked.axes[k].name + " " + before, now);
  }
  const std::string old_measures = names(in_file, false), new_measures = names(asked, false);
  if (old_measures != new_measures) differences.add("measures", old_measures, new_measures);
  differences.refuse(map.string(),
                     "is another map; expected the one to go on with; ask for that one, or name "
                     "another file");
}

enum class FileKind { csv, npz };

FileKind kind_of(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".csv") return FileKind::csv;
  if (extension == ".npz") return FileKind::npz;
  throw InvalidInput(fmt::format("{}: extension = '{}'; expected .csv or .npz", path.string(),
                                 path.extension().string()));
}

void check_place(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!fs::is_directory(folder)) {
    throw InvalidInput(
        fmt::format("{}: folder '{}' does not exist; expected an existing folder; "
                    "make it first",
                    path.string(), folder.string()));
  }
  if (fs::is_directory(path)) {
    throw InvalidInput(fmt::format("{}: is a directory; expected a file", path.string()));
  }
}

/// The file that rows are added to while the map is unfinished.
fs::path growing(const fs::path& path, FileKind kind) {
  return kind == FileKind::csv ? path : spool_path(path);
}

/// Never over work that could go on, nor over somebody else's JSON.
void check_replaceable(const fs::path& path, FileKind kind) {
  if (!fs::exists(settings_path(path))) return;
  const MapSettings old = read_settings(path);
  if (old.finished || !fs::exists(growing(path, kind))) return;
  throw InvalidInput(fmt::format(
      "{}: is an unfinished map of {} points; expected a new file or a finished map; --resume goes "
      "on with it, or delete {}",
      path.string(), old.point_count, growing(path, kind).string()));
}

/// Nothing is left to do.
class FinishedMap final : public MapFile {
 public:
  explicit FinishedMap(std::int64_t rows) : rows_(rows) {}
  void take(const MapRows&) override {
    throw std::logic_error("map file: rows for a finished map; this is a bug of carom");
  }
  std::int64_t rows() const override { return rows_; }
  void finish(bool) override {}

 private:
  std::int64_t rows_;
};

}  // namespace

double axis_value(const MapSettings& settings, std::size_t axis, std::int64_t row) {
  for (std::size_t k = settings.axes.size() - 1; k > axis; --k) row /= settings.axes[k].count;
  return settings.axes[axis].at(row % settings.axes[axis].count);
}

std::filesystem::path settings_path(const std::filesystem::path& map) {
  return beside(map, ".json");
}

std::string settings_text(const MapSettings& settings, std::int64_t rows, bool finished) {
  Json document = settings.document;
  document["rows"] = rows;
  document["status"] = finished ? "finished" : "unfinished";
  return dump_json(document, 2) + "\n";
}

void write_settings(const std::filesystem::path& map, const MapSettings& settings,
                    std::int64_t rows, bool finished) {
  replace_whole(settings_path(map), settings_text(settings, rows, finished));
}

MapSettings read_settings(const std::filesystem::path& map) {
  return parse_settings(read_whole(settings_path(map)), settings_path(map).string());
}

MapSettings parse_settings(std::string_view text, const std::string& where) {
  MapSettings settings;
  settings.document = parse_json(text, {where});
  const Json& document = settings.document;
  if (!document.is_object() || !document.contains("format")) {
    throw InvalidInput(fmt::format(
        "{}: has no format; expected the settings of a map ('{}'); move or delete this file", where,
        format_name));
  }
  if (document["format"] != format_name) {
    throw InvalidInput(
        fmt::format("{}: format = {}; expected '{}'; it was written by another version of carom",
                    where, shown(document["format"]), format_name));
  }
  try {
    read_document(settings);
  } catch (const std::exception& error) {
    throw InvalidInput(
        fmt::format("{}: is not the settings of a map: {}; expected them as carom "
                    "wrote them; delete this file to start anew",
                    where, error.what()));
  }
  return settings;
}

std::unique_ptr<MapFile> MapFile::open(const fs::path& path, const std::vector<MapColumn>& columns,
                                       const MapOptions& options, const std::string& subject,
                                       std::int64_t point_count, bool resume) {
  const FileKind kind = kind_of(path);
  check_place(path);
  const MapSettings asked = make_settings(columns, options, subject, point_count);
  if (!resume) {
    check_replaceable(path, kind);
  } else if (!fs::exists(settings_path(path))) {
    throw InvalidInput(fmt::format(
        "{}: does not exist; expected the settings of the map to go on with; start without "
        "--resume",
        settings_path(path).string()));
  } else {
    const MapSettings in_file = read_settings(path);
    check_same(path, in_file, asked);
    if (in_file.finished) {
      kind == FileKind::csv ? check_finished_csv(path, asked) : check_finished_npz(path, asked);
      return std::make_unique<FinishedMap>(point_count);
    }
  }
  ByteFile rows(growing(path, kind), resume ? ByteFile::Use::change : ByteFile::Use::create);
  if (!resume) {
    std::error_code ignored;
    fs::remove(settings_path(path), ignored);  // never beside rows of another map
    if (kind == FileKind::npz) fs::remove(path, ignored);
    rows.cut(0);
    write_settings(path, asked, 0, false);
  }
  return kind == FileKind::csv ? csv_map(path, std::move(rows), asked)
                               : npz_map(path, std::move(rows), asked);
}

MapGrid read_map_columns(const fs::path& path, std::string_view column) {
  const FileKind kind = kind_of(path);
  const bool inside = kind == FileKind::npz && !fs::exists(settings_path(path));
  const MapSettings settings = inside ? read_npz_settings(path) : read_settings(path);
  MapGrid grid{.axes = settings.axes};
  std::vector<std::string> measures;
  std::size_t found = settings.columns.size();
  for (std::size_t k = 0; k < settings.columns.size(); ++k) {
    if (k < settings.axes.size()) {
      grid.axis_units.push_back(settings.columns[k].unit);
      continue;
    }
    measures.push_back(settings.columns[k].name);
    if (measures.back() == column) found = std::min(found, k);
  }
  if (found == settings.columns.size()) {
    throw InvalidInput(fmt::format("{}: measure = '{}'; expected one of {}{}", path.string(),
                                   column, base::join(measures),
                                   base::did_you_mean(column, measures)));
  }
  grid.column = settings.columns[found];
  grid.values.assign(static_cast<std::size_t>(settings.point_count),
                     std::numeric_limits<double>::quiet_NaN());
  grid.rows = kind == FileKind::csv ? read_csv(path, settings, found, grid.values)
                                    : read_npz(path, settings, found, grid.values);
  return grid;
}

GrowingMap::GrowingMap(fs::path path, ByteFile file, std::int64_t body, const MapSettings& settings,
                       std::int64_t rows)
    : path_(std::move(path)), settings_(settings), file_(std::move(file), body), rows_(rows) {}

void GrowingMap::take(const MapRows& rows) {
  if (rows.first != rows_ || rows.first + rows.count > settings_.point_count || !prepared(rows)) {
    throw std::logic_error(
        fmt::format("map file: row {} after {}, {} bytes; this is a bug of carom", rows.first,
                    rows_, rows.text.size()));
  }
  file_.append(rows.text);
  rows_ += rows.count;
  const auto now = std::chrono::steady_clock::now();
  if (!file_.full() && now - flushed_ < longest_wait) return;
  file_.flush();
  flushed_ = now;
}

}  // namespace carom::report

namespace carom {

MapResult write_map(const std::filesystem::path& file, const Map& map,
                    const MapFileOptions& options) {
  const auto target = report::MapFile::open(file, map.columns(), map.options(), options.subject,
                                            map.point_count(), options.resume);
  const MapResult result = map.run(*target, target->rows(), options.stop);
  target->finish(result.finished);
  return result;
}

}  // namespace carom
