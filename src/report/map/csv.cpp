// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Chunks of rows become text on any thread; the file only takes the text. On resume lines are
// counted, the last whole row must be at its place of the grid, and what follows it is cut off.
#include "report/map/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "carom/error.h"
#include "report/files/bytes.h"
#include "report/map/csv_text.h"

namespace carom::report {
namespace {

constexpr std::size_t block_size = 1 << 20;

/// Takes the text before the next comma off the line.
std::string_view take_field(std::string_view& line) {
  const std::size_t comma = std::min(line.find(','), line.size());
  const std::string_view field = line.substr(0, comma);
  line.remove_prefix(std::min(comma + 1, line.size()));
  return field;
}

bool read_number(std::string_view field, double& value) {
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  return error == std::errc() && stop == end;
}

/// Whole lines after the header, and where the last of them is.
struct Lines {
  std::int64_t count = 0;
  std::int64_t last = 0, end = 0;
};

Lines find_lines(const ByteFile& file, std::int64_t first) {
  Lines lines{0, first, first};
  std::string block(block_size, '\0');
  for (std::int64_t offset = first;;) {
    const std::size_t got = file.read_at(offset, block.data(), block.size());
    if (got == 0) return lines;
    const char *at = block.data(), *stop = at + got;
    while ((at = static_cast<const char*>(
                std::memchr(at, '\n', static_cast<std::size_t>(stop - at)))) != nullptr) {
      ++at;
      ++lines.count;
      lines.last = lines.end;
      lines.end = offset + (at - block.data());
    }
    offset += static_cast<std::int64_t>(got);
  }
}

/// True if the header is there; false if the file ends within it.
bool check_header(const ByteFile& file, const std::string& header) {
  std::string start(header.size(), '\0');
  start.resize(file.read_at(0, start.data(), start.size()));
  if (header.starts_with(start)) return start.size() == header.size();
  throw InvalidInput(fmt::format(
      "{}:1: '{}'; expected the header '{}'; the file was changed: delete it to start anew",
      file.path().string(), start.substr(0, start.find('\n')),
      header.substr(0, header.size() - 1)));
}

/// The row must have all columns, and the values of the axes that belong to it.
void check_row(const ByteFile& file, const MapSettings& settings, const Lines& lines) {
  std::string text(static_cast<std::size_t>(lines.end - lines.last - 1), '\0');
  text.resize(file.read_at(lines.last, text.data(), text.size()));
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
  const std::string header = csv_header(settings.columns);
  if (!check_header(file, header)) return {};
  const Lines lines = find_lines(file, static_cast<std::int64_t>(header.size()));
  if (lines.count > settings.point_count) {
    throw InvalidInput(fmt::format(
        "{}: {} rows; expected at most {}; the file was changed: delete it to start anew",
        file.path().string(), lines.count, settings.point_count));
  }
  if (lines.count > 0) check_row(file, settings, lines);
  return lines;
}

class CsvMap final : public MapFile {
 public:
  CsvMap(ByteFile file, const MapSettings& settings, const Lines& lines)
      : file_(std::move(file)), settings_(settings), rows_(lines.count) {
    file_.cut(lines.end);
    if (lines.end == 0) file_.append(csv_header(settings_.columns));
    file_.flush();
  }

  void prepare(MapRows& rows) const override { csv_rows(rows, rows.text); }
  void take(const MapRows& rows) override {
    const bool prepared = rows.count == 0 || rows.text.ends_with('\n');
    if (rows.first != rows_ || rows.first + rows.count > settings_.point_count || !prepared) {
      throw std::logic_error(
          fmt::format("map file: row {} after {}, {} bytes; this is a bug of carom", rows.first,
                      rows_, rows.text.size()));
    }
    file_.append(rows.text);
    rows_ += rows.count;
  }
  std::int64_t rows() const override { return rows_; }
  void finish(bool complete) override {
    const std::filesystem::path path = file_.path();
    file_.close();
    write_settings(path, settings_, rows_, complete && rows_ == settings_.point_count);
  }

 private:
  ByteFile file_;
  MapSettings settings_;
  std::int64_t rows_ = 0;
};

}  // namespace

std::unique_ptr<MapFile> create_csv(const std::filesystem::path& path,
                                    const MapSettings& settings) {
  ByteFile file(path, ByteFile::Use::create);
  std::error_code ignored;
  std::filesystem::remove(settings_path(path), ignored);  // never beside rows of another map
  file.cut(0);
  write_settings(path, settings, 0, false);
  return std::make_unique<CsvMap>(std::move(file), settings, Lines());
}

std::unique_ptr<MapFile> resume_csv(const std::filesystem::path& path,
                                    const MapSettings& settings) {
  ByteFile file(path, ByteFile::Use::change);
  const Lines lines = check_lines(file, settings);
  return std::make_unique<CsvMap>(std::move(file), settings, lines);
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
  std::string block;
  std::int64_t row = 0;
  for (std::int64_t offset = static_cast<std::int64_t>(csv_header(settings.columns).size());
       offset < lines.end;) {
    const std::size_t kept = block.size();
    block.resize(kept +
                 static_cast<std::size_t>(std::min<std::int64_t>(block_size, lines.end - offset)));
    offset +=
        static_cast<std::int64_t>(file.read_at(offset, block.data() + kept, block.size() - kept));
    std::string_view rest = block;
    for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1)) {
      std::string_view line = rest.substr(0, end), field;
      for (std::size_t k = 0; k <= column; ++k) field = take_field(line);
      if (!read_number(field, values[static_cast<std::size_t>(row++)])) {
        throw InvalidInput(
            fmt::format("{}: row {}: {} = '{}'; expected a number; make the map anew",
                        path.string(), row, settings.columns[column].name, field));
      }
    }
    block.erase(0, block.size() - rest.size());
  }
  return row;
}

}  // namespace carom::report
