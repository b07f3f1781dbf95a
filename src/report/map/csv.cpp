// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Chunks of rows become text on any thread; the file only takes the text. On resume lines are
// counted, the last whole row must be at its place of the grid, and what follows it is cut off.

#include "report/files/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "carom/error.h"
#include "report/map/file.h"

namespace carom::report {
namespace {

/// Whole lines after the header, and where the last of them is.
struct Lines {
  std::int64_t count = 0;
  std::int64_t last = 0, end = 0;
};

/// True if the header is there; false if the file ends within it.
bool check_header(const ByteFile& file, const std::string& header) {
  const std::string start = file.read_at(0, header.size());
  if (header.starts_with(start)) return start.size() == header.size();
  throw InvalidInput(fmt::format(
      "{}:1: '{}'; expected the header '{}'; the file was changed: delete it to start anew",
      file.path().string(), start.substr(0, start.find('\n')),
      header.substr(0, header.size() - 1)));
}

/// The row must have all columns, and the values of the axes that belong to it.
void check_row(const ByteFile& file, const MapSettings& settings, const Lines& lines) {
  const std::string text =
      file.read_at(lines.last, static_cast<std::size_t>(lines.end - lines.last - 1));
  std::string_view rest = text;
  for (std::size_t k = 0; k < settings.columns.size(); ++k) {
    const std::string_view field = take_field(rest);
    double value = 0.0;
    const bool axis = k < settings.axes.size();
    const double expected = axis ? axis_value(settings, k, lines.count - 1) : 0.0;
    if (read_number(field, value) &&
        (!axis || std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected))) {
      continue;
    }
    throw InvalidInput(
        fmt::format("{}: row {}: {} = '{}'; expected {}; the file was changed: delete it to start "
                    "anew",
                    file.path().string(), lines.count, settings.columns[k].name, field,
                    axis ? fmt::format("{}", expected) : "a number"));
  }
}

/// Throws InvalidInput unless the file is the start of the map.
Lines check_lines(const ByteFile& file, const MapSettings& settings) {
  const std::string header = map_header(settings.columns);
  if (!check_header(file, header)) return {};
  CsvLines reader(file, static_cast<std::int64_t>(header.size()));
  for (std::string_view line; reader.next(line);) {
  }
  const Lines lines{reader.count(), reader.start(), reader.end()};
  if (lines.count > settings.point_count) {
    throw InvalidInput(fmt::format(
        "{}: {} rows; expected at most {}; the file was changed: delete it to start anew",
        file.path().string(), lines.count, settings.point_count));
  }
  if (lines.count > 0) check_row(file, settings, lines);
  return lines;
}

class CsvMap final : public GrowingMap {
 public:
  CsvMap(const std::filesystem::path& path, ByteFile file, const MapSettings& settings,
         const Lines& lines)
      : GrowingMap(path, std::move(file), lines.end, settings, lines.count) {
    if (lines.end == 0) file_.append(map_header(settings_.columns));
    file_.flush();
  }

  void prepare(MapRows& rows) const override { csv_rows(rows, rows.text); }
  void finish(bool complete) override {
    file_.close();
    write_settings(path_, settings_, rows(), complete && rows() == settings_.point_count);
  }

 private:
  bool prepared(const MapRows& rows) const override {
    return rows.count == 0 || rows.text.ends_with('\n');
  }
};

}  // namespace

std::string map_header(const std::vector<MapColumn>& columns) {
  std::vector<std::string> names;
  for (const MapColumn& column : columns) {
    names.push_back(fmt::format("{} [{}]", column.name, column.unit));
  }
  return csv_header(names);
}

void csv_rows(const MapRows& rows, std::string& text) {
  const auto lines = static_cast<std::size_t>(rows.count);
  const std::size_t columns = rows.values.size() / std::max<std::size_t>(lines, 1);
  text.resize(lines * columns * (longest_number + 1));
  char* at = text.data();
  const double* value = rows.values.data();
  for (std::size_t i = 0; i < lines; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      at = put_number(at, *value++);
      *at++ = ',';
    }
    at[-1] = '\n';
  }
  text.resize(static_cast<std::size_t>(at - text.data()));
}

std::unique_ptr<MapFile> csv_map(const std::filesystem::path& path, ByteFile file,
                                 const MapSettings& settings) {
  const Lines lines = check_lines(file, settings);
  return std::make_unique<CsvMap>(path, std::move(file), settings, lines);
}

void check_finished_csv(const std::filesystem::path& path, const MapSettings& settings) {
  const ByteFile file(path, ByteFile::Use::read);
  const Lines lines = check_lines(file, settings);
  if (lines.count == settings.point_count && lines.end == file.size()) return;
  throw InvalidInput(fmt::format(
      "{}: {} whole rows; expected the {} of a finished map; the file was changed: delete it to "
      "start anew",
      path.string(), lines.count, settings.point_count));
}

std::int64_t read_csv(const std::filesystem::path& path, const MapSettings& settings,
                      std::size_t column, std::vector<double>& values) {
  const ByteFile file(path, ByteFile::Use::read);
  const Lines lines = check_lines(file, settings);
  CsvLines reader(file, static_cast<std::int64_t>(map_header(settings.columns).size()));
  for (std::string_view line, field; reader.count() < lines.count && reader.next(line);) {
    for (std::size_t k = 0; k <= column; ++k) field = take_field(line);
    if (read_number(field, values[static_cast<std::size_t>(reader.count() - 1)])) continue;
    throw InvalidInput(fmt::format("{}: row {}: {} = '{}'; expected a number; make the map anew",
                                   path.string(), reader.count(), settings.columns[column].name,
                                   field));
  }
  return reader.count();
}

}  // namespace carom::report
