// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where the rows of a map go from the command: a file or standard output, the ranges for the
// summary, the progress bar.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "carom/map.h"
#include "cli/screen/progress.h"
#include "report/map/summary.h"

namespace carom::cli {

class MapSinks : public MapSink {
 public:
  /// `file`: null if there is none. `keep`: all rows stay in memory. `print`: CSV on standard
  /// output.
  MapSinks(const Map& map, MapSink* file, bool keep, bool print);

  void prepare(MapRows& rows) const override;
  void take(const MapRows& rows) override;

  const std::vector<report::MapSummary::Range>& ranges() const { return ranges_; }
  const std::vector<double>& rows() const { return kept_; }

 private:
  const Map& map_;
  MapSink* file_;
  bool keep_, print_;
  std::vector<report::MapSummary::Range> ranges_;
  std::vector<double> kept_;
  Progress progress_;
  std::int64_t first_ = -1;
};

}  // namespace carom::cli
