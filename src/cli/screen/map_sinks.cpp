// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/screen/map_sinks.h"

#include "cli/screen/output.h"
#include "report/map/csv.h"

namespace carom::cli {

MapSinks::MapSinks(const Map& map, MapSink* file, bool keep, bool print)
    : map_(map),
      file_(file),
      keep_(keep),
      print_(print),
      ranges_(map.columns().size() - map.options().axes.size()),
      progress_("points", print) {
  if (print_) write_output(report::map_header(map.columns()));
}

void MapSinks::prepare(MapRows& rows) const {
  if (file_) file_->prepare(rows);
  if (print_) report::csv_rows(rows, rows.text);
}

void MapSinks::take(const MapRows& rows) {
  if (first_ < 0) first_ = rows.first;
  if (file_) file_->take(rows);
  if (print_) write_output(rows.text);
  if (keep_) kept_.insert(kept_.end(), rows.values.begin(), rows.values.end());
  const std::size_t width = map_.columns().size(), axes = width - ranges_.size();
  for (std::size_t k = axes; k < rows.values.size(); k += width) {
    for (std::size_t m = 0; m < ranges_.size(); ++m) ranges_[m].add(rows.values[k + m]);
  }
  const std::int64_t done = rows.first + rows.count - first_;
  progress_.update(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(done),
                   static_cast<std::uint64_t>(map_.point_count() - first_));
}

}  // namespace carom::cli
