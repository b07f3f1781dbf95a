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

#include "base/text.h"
#include "carom/error.h"
#include "carom/report.h"
#include "report/map/csv.h"
#include "report/map/npz.h"
#include "report/map/settings.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

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

std::unique_ptr<MapFile> MapFile::create(const fs::path& path,
                                         const std::vector<MapColumn>& columns,
                                         const MapOptions& options, const MapIdentity& identity,
                                         std::int64_t point_count) {
  const FileKind kind = kind_of(path);
  check_place(path);
  const MapSettings settings = make_settings(columns, options, identity, point_count);
  check_replaceable(path, kind);
  return kind == FileKind::csv ? create_csv(path, settings) : create_npz(path, settings);
}

std::unique_ptr<MapFile> MapFile::resume(const fs::path& path,
                                         const std::vector<MapColumn>& columns,
                                         const MapOptions& options, const MapIdentity& identity,
                                         std::int64_t point_count) {
  const FileKind kind = kind_of(path);
  check_place(path);
  const MapSettings asked = make_settings(columns, options, identity, point_count);
  if (!fs::exists(settings_path(path))) {
    throw InvalidInput(fmt::format(
        "{}: does not exist; expected the settings of the map to go on with; start without "
        "--resume",
        settings_path(path).string()));
  }
  const MapSettings in_file = read_settings(path);
  check_same(path, in_file, asked);
  if (!in_file.finished) {
    return kind == FileKind::csv ? resume_csv(path, asked) : resume_npz(path, asked);
  }
  kind == FileKind::csv ? check_finished_csv(path, asked) : check_finished_npz(path, asked);
  return std::make_unique<FinishedMap>(point_count);
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

}  // namespace carom::report

namespace carom {

MapResult write_map(const std::filesystem::path& file, const Map& map,
                    const MapFileOptions& options) {
  const auto open = options.resume ? report::MapFile::resume : report::MapFile::create;
  const auto target =
      open(file, map.columns(), map.options(), {options.subject}, map.point_count());
  const MapResult result = map.run(*target, target->rows(), options.stop);
  target->finish(result.finished);
  return result;
}

}  // namespace carom
