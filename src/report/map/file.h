// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "report": the file of a map. Input: the rows of a map, in order. Output: FILE.csv or
// FILE.npz, and beside it FILE.csv.json: what the map is of and whether it is finished. A run that
// stopped, or was killed, can go on; the files then end with the bits of a run in one go.
// CSV: a header line of "name [unit]", one line per row, numbers that read back to the same bits.
// NPZ: one array per axis, one per measure with the shape of the grid, and `settings`.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "carom/map.h"
#include "report/files/bytes.h"
#include "report/json/json_text.h"

namespace carom::report {

/// What a map is of, as the JSON that stands beside its file:
///   {"format": "carom-map/1", "version", "subject", "axes": [{"name", "unit", "from", "to",
///    "count"}], "measures": [{"name", "unit"}], "law", "restitution", "points", "rows", "status"}
/// with status "unfinished" or "finished". Nothing in it depends on how many runs the map took.
struct MapSettings {
  std::vector<MapColumn> columns;  ///< Axes, then measures.
  std::vector<MapAxis> axes;
  std::int64_t point_count = 0;
  std::int64_t rows = 0;  ///< At the end of the last run that ended by itself.
  bool finished = false;
  Json document;  ///< All of the above and the subject, as in the file.

  std::size_t measure_count() const { return columns.size() - axes.size(); }
};

/// The values of the axes at a row: value k of axis `axis`, the last axis running fastest.
[[nodiscard]] double axis_value(const MapSettings& settings, std::size_t axis, std::int64_t row);

[[nodiscard]] std::filesystem::path settings_path(const std::filesystem::path& map);
/// The text of the file, with the rows that are done.
[[nodiscard]] std::string settings_text(const MapSettings& settings, std::int64_t rows,
                                        bool finished);
void write_settings(const std::filesystem::path& map, const MapSettings& settings,
                    std::int64_t rows, bool finished);
/// Throws InvalidInput for a file that cannot be read or is not of a map.
[[nodiscard]] MapSettings read_settings(const std::filesystem::path& map);
[[nodiscard]] MapSettings parse_settings(std::string_view text, const std::string& where);

/// A file that takes the rows of a map. Left without finish(), it keeps the rows it was given.
class MapFile : public MapSink {
 public:
  /// Starts a file, or goes on with one. `subject`: two maps are the same if this is; JSON. Throws
  /// InvalidInput for an unknown extension and a folder that does not exist; with nothing changed.
  /// A new file replaces a finished map; where an unfinished one is, InvalidInput.
  /// `resume`: a finished one has rows() == point_count and stays as it is; InvalidInput, with
  /// every difference named, unless the file is of the same map.
  static std::unique_ptr<MapFile> open(const std::filesystem::path& path,
                                       const std::vector<MapColumn>& columns,
                                       const MapOptions& options, const std::string& subject,
                                       std::int64_t point_count, bool resume);

  /// Whole rows in the file: where to go on.
  virtual std::int64_t rows() const = 0;
  /// Closes the file. A file with only some of the rows can be read, and resumed.
  virtual void finish(bool complete) = 0;
};

/// One measure of a map, read back.
struct MapGrid {
  std::vector<MapAxis> axes = {};
  std::vector<std::string> axis_units = {};
  MapColumn column = {};
  std::int64_t rows = 0;  ///< Rows that are in the file.
  /// One per point, the last axis running fastest; NaN where there is none or no row yet.
  std::vector<double> values = {};
};

/// Reads one measure from a finished or unfinished map. Throws InvalidInput.
[[nodiscard]] MapGrid read_map_columns(const std::filesystem::path& path, std::string_view column);

/// A map under way: rows become bytes on any thread, which are added to a file in order. They wait
/// for a second at most, so that writes are large and little is lost if the run is killed.
class GrowingMap : public MapFile {
 public:
  /// `file` holds `rows` of the map at `path` in its first `body` bytes, which stay.
  GrowingMap(std::filesystem::path path, ByteFile file, std::int64_t body,
             const MapSettings& settings, std::int64_t rows);
  void take(const MapRows& rows) final;
  std::int64_t rows() const final { return rows_; }

 protected:
  /// That prepare() was called.
  virtual bool prepared(const MapRows& rows) const = 0;

  std::filesystem::path path_;
  MapSettings settings_;
  RunFile file_;

 private:
  std::int64_t rows_ = 0;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

// A map as CSV (RFC 4180, lines end with \n): "phi_r [rad],gamma [rad],inner_product_raw [1/kg]",
// then one line per row. The file itself says how far it is.

/// "name [unit],name []" and a line end: maps keep the brackets where there is no unit.
[[nodiscard]] std::string map_header(const std::vector<MapColumn>& columns);
/// One line per row.
void csv_rows(const MapRows& rows, std::string& text);

/// Goes on with what `file` holds, which may be nothing. Throws InvalidInput, with nothing changed.
[[nodiscard]] std::unique_ptr<MapFile> csv_map(const std::filesystem::path& path, ByteFile file,
                                               const MapSettings& settings);
/// Throws InvalidInput unless every row is there.
void check_finished_csv(const std::filesystem::path& path, const MapSettings& settings);

/// Fills `values`, one per point, from a column; returns the number of rows read.
std::int64_t read_csv(const std::filesystem::path& path, const MapSettings& settings,
                      std::size_t column, std::vector<double>& values);

// A map as NPZ, the archive of arrays of numpy.load: one array per axis, one per measure with the
// shape of the grid (C order, NaN where there is no row yet), and `settings`, the JSON as text.
// While the map is made, rows wait in FILE.npz.part: little-endian doubles, the measures only, row
// by row. An array is called like its column, with '_' for '/'; a name already taken gets "_2".

/// One per column, then "settings".
[[nodiscard]] std::vector<std::string> array_names(const MapSettings& settings);
[[nodiscard]] std::filesystem::path spool_path(const std::filesystem::path& map);
[[nodiscard]] std::unique_ptr<MapFile> npz_map(const std::filesystem::path& path, ByteFile spool,
                                               const MapSettings& settings);
/// Throws InvalidInput unless every measure is there.
void check_finished_npz(const std::filesystem::path& path, const MapSettings& settings);

/// Fills `values`, one per point, from a column that is a measure; returns the number of rows.
std::int64_t read_npz(const std::filesystem::path& path, const MapSettings& settings,
                      std::size_t column, std::vector<double>& values);
/// The settings inside the file.
[[nodiscard]] MapSettings read_npz_settings(const std::filesystem::path& path);

}  // namespace carom::report
