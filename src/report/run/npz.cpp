// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/npz.h"

#include <fmt/format.h>

#include <algorithm>

#include "carom/error.h"
#include "report/files/npz.h"
#include "report/run/table.h"

namespace carom::report {
namespace {

// Rows in memory at once: pieces of arrays of some ten kilobytes, of which a call of the system
// costs little; the rows of a large robot stay below some ten megabytes.
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

}  // namespace

void write_npz(const std::filesystem::path& folder, const RunNames& names, std::int64_t rows,
               const std::string& settings) {
  RunTable table(folder / "trajectory.csv", names);
  const std::vector<Slice> slices = slices_of(names);
  std::vector<NpzArray> arrays;
  for (const Slice& slice : slices) {
    std::vector<std::int64_t> shape = {rows};
    if (!slice.flat) shape.push_back(static_cast<std::int64_t>(slice.count));
    arrays.push_back({slice.name, array_header("<f8", shape),
                      8 * static_cast<std::uint64_t>(rows) * slice.count});
  }
  arrays.push_back({"q_names", text_array(names_in(names.q), false)});
  arrays.push_back({"v_names", text_array(names_in(names.v), false)});
  arrays.push_back({"contacts", text_array(names.contacts, false)});
  arrays.push_back({"run", text_array({settings}, true)});
  write_arrays(folder / "trajectory.npz", arrays,
               [&](ZipWriter& zip) { write_rows(zip, table, slices, rows); });
}

}  // namespace carom::report
