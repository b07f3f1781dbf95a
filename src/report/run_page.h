// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// report.html: a run at a glance, in one file that needs no other. Input: run.json and the files of
// the trajectories. Output: what was run, how it ended, the impacts with their verdicts, curves of
// energy, gaps and coordinates. Nothing is fetched, nothing runs; all names are escaped.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "report/json_text.h"
#include "report/run_text.h"

namespace carom::report {

/// Throws DiskFault, or InvalidInput for files that were changed.
void write_page(const std::filesystem::path& folder, const RunNames& names, const Json& run,
                const std::string& title);

/// For HTML text and attributes.
[[nodiscard]] std::string escaped(std::string_view text);

/// Some columns of a trajectory, thinned to what a picture can show: for each of a number of equal
/// spans of time the lowest and the highest value, in the order of time.
struct Curves {
  struct Point {
    double time = 0.0, value = 0.0;
  };
  std::vector<std::vector<Point>> columns;  ///< By column of the CSV; 0 (time) is empty.
};
[[nodiscard]] Curves read_curves(const std::filesystem::path& csv, const RunNames& names,
                                 double start, double end);

/// One picture: a column of all trajectories over time.
struct Chart {
  std::string label;               ///< "name [unit]".
  std::vector<Curves> const* all;  ///< By trajectory.
  std::size_t column = 0;
  double start = 0.0, end = 1.0;
  std::vector<double> const* impacts;  ///< Times to be marked.
  bool wide = false;
};
/// As <figure> with inline SVG; empty if the column has no finite value.
[[nodiscard]] std::string chart_html(const Chart& chart);

}  // namespace carom::report
