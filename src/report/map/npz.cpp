// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The archive is made from the spool in one pass: a block of rows is read, and its columns go to
// the places of their arrays, which are known because all sizes are.

#include "report/files/npz.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

#include "carom/error.h"
#include "report/map/file.h"

namespace carom::report {
namespace {

// Bytes of rows in memory at once: so many that the columns of a block are long pieces of their
// arrays. Ten times fewer makes ten times as many writes, ten times more only takes memory.
constexpr std::int64_t block_bytes = 1 << 23;

std::int64_t row_size(const MapSettings& settings) {
  return 8 * static_cast<std::int64_t>(settings.measure_count());
}
std::int64_t rows_that_fit(const MapSettings& settings) {
  return std::max<std::int64_t>(1, block_bytes / row_size(settings));
}

/// Throws InvalidInput for more rows than there are points.
std::int64_t rows_in(const ByteFile& spool, const MapSettings& settings) {
  const std::int64_t rows = spool.size() / row_size(settings);
  if (rows <= settings.point_count) return rows;
  throw InvalidInput(
      fmt::format("{}: {} rows; expected at most {}; the file was changed: delete it to start anew",
                  spool.path().string(), rows, settings.point_count));
}

/// The axes, the measures without their values, and the settings.
std::vector<NpzArray> arrays_of(const MapSettings& settings, const std::string& text) {
  const std::vector<std::string> names = array_names(settings);
  std::vector<NpzArray> arrays;
  std::vector<std::int64_t> shape;
  for (const MapAxis& axis : settings.axes) {
    std::string start = array_header("<f8", {axis.count});
    char value[8];
    for (std::int64_t k = 0; k < axis.count; ++k) {
      put_double(value, axis.at(k));
      start.append(value, 8);
    }
    arrays.push_back({names[arrays.size()], std::move(start)});
    shape.push_back(axis.count);
  }
  while (arrays.size() < settings.columns.size()) {
    arrays.push_back({names[arrays.size()], array_header("<f8", shape),
                      8 * static_cast<std::uint64_t>(settings.point_count)});
  }
  arrays.push_back({names.back(), text_array({text}, true)});
  return arrays;
}

/// One measure of the rows that were read from the spool; NaN for those that were not.
void take_column(const std::string& block, std::size_t bytes, std::size_t measure,
                 std::size_t measures, std::string& column) {
  char* at = column.data();
  for (std::size_t i = 0; i < column.size() / 8; ++i, at += 8) {
    const std::size_t from = 8 * (i * measures + measure);
    if (from + 8 <= bytes) {
      std::memcpy(at, block.data() + from, 8);
    } else {
      put_double(at, std::numeric_limits<double>::quiet_NaN());
    }
  }
}

void write_measures(ZipWriter& zip, const ByteFile& spool, const MapSettings& settings,
                    std::int64_t rows) {
  const std::size_t measures = settings.measure_count();
  const std::int64_t step = rows_that_fit(settings);
  std::string block(static_cast<std::size_t>(step * row_size(settings)), '\0'), column;
  for (std::int64_t first = 0; first < settings.point_count; first += step) {
    const std::int64_t here = std::clamp<std::int64_t>(rows - first, 0, step);
    const std::size_t bytes = spool.read_at(first * row_size(settings), block.data(),
                                            static_cast<std::size_t>(here * row_size(settings)));
    column.resize(8 * static_cast<std::size_t>(std::min(step, settings.point_count - first)));
    for (std::size_t k = 0; k < measures; ++k) {
      take_column(block, bytes, k, measures, column);
      zip.write(settings.axes.size() + k, column);
    }
  }
}

class NpzMap final : public GrowingMap {
 public:
  NpzMap(std::filesystem::path path, ByteFile spool, const MapSettings& settings, std::int64_t rows)
      : GrowingMap(std::move(path), std::move(spool), rows * row_size(settings), settings, rows) {}

  void prepare(MapRows& rows) const override {
    rows.text.resize(static_cast<std::size_t>(rows.count * row_size(settings_)));
    char* at = rows.text.data();
    const std::size_t columns = settings_.columns.size();
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows.count); ++i) {
      for (std::size_t j = settings_.axes.size(); j < columns; ++j) {
        at = put_double(at, rows.values[i * columns + j]);
      }
    }
  }
  void finish(bool complete) override {
    const bool finished = complete && rows() == settings_.point_count;
    file_.flush();
    write_arrays(path_, arrays_of(settings_, settings_text(settings_, rows(), finished)),
                 [&](ZipWriter& zip) { write_measures(zip, file_.bytes(), settings_, rows()); });
    write_settings(path_, settings_, rows(), finished);
    file_.close();
    std::error_code ignored;
    if (finished) std::filesystem::remove(file_.path(), ignored);
  }

 private:
  bool prepared(const MapRows& rows) const override {
    return static_cast<std::int64_t>(rows.text.size()) == rows.count * row_size(settings_);
  }
};

/// The array of a name, with `data` and `size` of its entries alone.
ZipMember find_array(const ByteFile& file, const std::string& name) {
  for (ZipMember& member : read_zip(file)) {
    if (member.name != name + ".npy") continue;
    const std::size_t header =
        array_header_size(file.read_at(static_cast<std::int64_t>(member.data), 10));
    const bool inside = member.data + member.size <= static_cast<std::uint64_t>(file.size());
    if (header == 0 || header > member.size || !inside) break;
    member.data += header;
    member.size -= header;
    return member;
  }
  throw InvalidInput(
      fmt::format("{}: has no array '{}'; expected one per measure; make the map "
                  "anew",
                  file.path().string(), name));
}

ZipMember find_measure(const ByteFile& file, const MapSettings& settings, std::size_t column) {
  const ZipMember array = find_array(file, array_names(settings)[column]);
  if (array.size == 8 * static_cast<std::uint64_t>(settings.point_count)) return array;
  throw InvalidInput(fmt::format("{}: array '{}' has {} numbers; expected {}; make the map anew",
                                 file.path().string(), array_names(settings)[column],
                                 array.size / 8, settings.point_count));
}

/// Every `stride`-th double from `offset` on.
void read_doubles(const ByteFile& file, std::int64_t offset, std::size_t stride, std::int64_t count,
                  std::vector<double>& values) {
  const auto size = static_cast<std::int64_t>(8 * stride);
  const std::int64_t step = std::max<std::int64_t>(1, block_bytes / size);
  std::string block(static_cast<std::size_t>(step * size), '\0');
  for (std::int64_t first = 0; first < count; first += step) {
    const auto here = static_cast<std::size_t>(std::min(step, count - first));
    file.read_at(offset + first * size, block.data(), 8 * ((here - 1) * stride + 1));
    for (std::size_t i = 0; i < here; ++i) {
      values[static_cast<std::size_t>(first) + i] = get_double(block.data() + 8 * i * stride);
    }
  }
}

}  // namespace

std::vector<std::string> array_names(const MapSettings& settings) {
  std::vector<std::string> names = {"settings"};
  for (const MapColumn& column : settings.columns) {
    std::string name = column.name;
    std::replace(name.begin(), name.end(), '/', '_');
    const std::string stem = name;
    for (int k = 2; std::find(names.begin(), names.end(), name) != names.end(); ++k) {
      name = fmt::format("{}_{}", stem, k);
    }
    names.push_back(name);
  }
  std::rotate(names.begin(), names.begin() + 1, names.end());
  return names;
}

std::filesystem::path spool_path(const std::filesystem::path& map) { return beside(map, ".part"); }

std::unique_ptr<MapFile> npz_map(const std::filesystem::path& path, ByteFile spool,
                                 const MapSettings& settings) {
  const std::int64_t rows = rows_in(spool, settings);
  return std::make_unique<NpzMap>(path, std::move(spool), settings, rows);
}

void check_finished_npz(const std::filesystem::path& path, const MapSettings& settings) {
  const ByteFile file(path, ByteFile::Use::read);
  for (std::size_t k = settings.axes.size(); k < settings.columns.size(); ++k) {
    find_measure(file, settings, k);
  }
}

std::int64_t read_npz(const std::filesystem::path& path, const MapSettings& settings,
                      std::size_t column, std::vector<double>& values) {
  if (!settings.finished && std::filesystem::exists(spool_path(path))) {
    const ByteFile spool(spool_path(path), ByteFile::Use::read);
    const std::int64_t rows = rows_in(spool, settings);
    const auto offset = static_cast<std::int64_t>(8 * (column - settings.axes.size()));
    read_doubles(spool, offset, settings.measure_count(), rows, values);
    return rows;
  }
  const ByteFile file(path, ByteFile::Use::read);
  const ZipMember array = find_measure(file, settings, column);
  read_doubles(file, static_cast<std::int64_t>(array.data), 1, settings.point_count, values);
  return settings.rows;
}

MapSettings read_npz_settings(const std::filesystem::path& path) {
  const ByteFile file(path, ByteFile::Use::read);
  const ZipMember array = find_array(file, "settings");
  const std::string text = file.read_at(static_cast<std::int64_t>(array.data), array.size);
  return parse_settings(narrow_text(text), path.string() + ": settings");
}

}  // namespace carom::report
