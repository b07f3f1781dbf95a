// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/npz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <system_error>

#include "carom/error.h"
#include "report/files/bytes.h"
#include "report/files/file_set.h"
#include "report/files/npz_array.h"
#include "report/files/zip.h"
#include "report/run/table.h"

namespace carom::report {
namespace {

constexpr std::int64_t rows_per_block = 4096;

/// One array whose rows are some columns of the table.
struct Slice {
  std::string name;
  std::size_t first = 0, count = 0;
  bool flat = false;  ///< One dimension.
};

std::vector<Slice> slices_of(const RunNames& names) {
  const std::size_t q = names.q.size(), v = names.v.size(), contacts = names.contacts.size();
  return {{"time", 0, 1, true},
          {"q", 1, q},
          {"v", 1 + q, v},
          {"energy", 1 + q + v, 1, true},
          {"gaps", 2 + q + v, contacts},
          {"forces", 2 + q + v + contacts, contacts},
          {"friction", 2 + q + v + 2 * contacts, contacts}};
}

std::vector<std::string> names_in(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name);
  return names;
}

/// A whole array of texts, all as long as the longest.
std::string text_array(const std::vector<std::string>& texts, bool scalar) {
  std::vector<std::string> wide;
  std::size_t longest = 4;
  for (const std::string& text : texts) {
    wide.push_back(wide_text(text));
    longest = std::max(longest, wide.back().size());
  }
  std::vector<std::int64_t> shape;
  if (!scalar) shape.push_back(static_cast<std::int64_t>(texts.size()));
  std::string array = array_header(fmt::format("<U{}", longest / 4), shape);
  for (std::string& text : wide) {
    text.resize(longest, '\0');
    array += text;
  }
  return array;
}

void write_rows(ZipWriter& zip, RunTable& table, const std::vector<Slice>& slices,
                std::int64_t rows) {
  std::vector<double> row;
  std::vector<std::string> blocks(slices.size());
  for (std::int64_t done = 0; done < rows;) {
    for (std::string& block : blocks) block.clear();
    const std::int64_t here = std::min(rows_per_block, rows - done);
    for (std::int64_t k = 0; k < here; ++k) {
      if (!table.next(row)) {
        throw InvalidInput(
            fmt::format("trajectory.csv: {} rows; expected {}; the file was changed: delete the "
                        "folder to start anew",
                        done + k, rows));
      }
      for (std::size_t i = 0; i < slices.size(); ++i) {
        const std::size_t size = blocks[i].size();
        blocks[i].resize(size + 8 * slices[i].count);
        char* at = blocks[i].data() + size;
        for (std::size_t j = 0; j < slices[i].count; ++j) {
          at = put_double(at, row[slices[i].first + j]);
        }
      }
    }
    for (std::size_t i = 0; i < slices.size(); ++i) zip.write(i, blocks[i]);
    done += here;
  }
}

void write_archive(const std::filesystem::path& path, RunTable& table, const RunNames& names,
                   std::int64_t rows, const std::string& settings) {
  const std::vector<Slice> slices = slices_of(names);
  std::vector<ZipMember> members;
  std::vector<std::string> starts;
  for (const Slice& slice : slices) {
    std::vector<std::int64_t> shape = {rows};
    if (!slice.flat) shape.push_back(static_cast<std::int64_t>(slice.count));
    starts.push_back(array_header("<f8", shape));
    const std::uint64_t numbers = static_cast<std::uint64_t>(rows) * slice.count;
    members.push_back({.name = slice.name + ".npy", .size = starts.back().size() + 8 * numbers});
  }
  const std::array<const char*, 4> texts = {"q_names", "v_names", "contacts", "run"};
  starts.push_back(text_array(names_in(names.q), false));
  starts.push_back(text_array(names_in(names.v), false));
  starts.push_back(text_array(names.contacts, false));
  starts.push_back(text_array({settings}, true));
  for (const char* name : texts) {
    members.push_back({.name = std::string(name) + ".npy", .size = starts[members.size()].size()});
  }
  ByteFile file(path, ByteFile::Use::create);
  file.cut(0);
  ZipWriter zip(file, std::move(members));
  for (std::size_t k = 0; k < starts.size(); ++k) zip.write(k, starts[k]);
  write_rows(zip, table, slices, rows);
  zip.finish();
  file.close();
}

}  // namespace

void write_npz(const std::filesystem::path& folder, const RunNames& names, std::int64_t rows,
               const std::string& settings) {
  RunTable table(folder / "trajectory.csv", names);
  const std::filesystem::path path = folder / "trajectory.npz", temporary = beside(path, ".tmp");
  try {
    write_archive(temporary, table, names, rows, settings);
    rename_file(temporary, path);
  } catch (const InvalidInput& error) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    const std::string text = error.what();
    if (!text.starts_with(temporary.string())) throw;  // of the table
    throw DiskFault(text.substr(0, text.find(';')));
  }
}

}  // namespace carom::report
