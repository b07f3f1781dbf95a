// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a contour plot's input must fulfil.
#include <algorithm>

#include "base/text.h"
#include "report/plot/frame.h"

namespace carom::report {
namespace {

void check_axis(const std::string& name, const Eigen::VectorXd& axis,
                std::vector<std::string>& faults) {
  if (axis.size() < 2) {
    faults.push_back("plot: size of " + name + " = " + std::to_string(axis.size()) +
                     "; expected at least 2; draw curves instead");
  }
  for (Eigen::Index k = 0; k < axis.size(); ++k) {
    const std::string what =
        "plot: " + name + "[" + std::to_string(k) + "] = " + base::number(axis[k]);
    if (!is_drawable(axis[k])) {
      faults.push_back(what + "; expected a finite number");
      return;
    }
    if (k > 0 && !(axis[k] > axis[k - 1])) {
      faults.push_back(what + " after " + base::number(axis[k - 1]) +
                       "; expected increasing numbers; sort the axis");
      return;
    }
  }
}

}  // namespace

std::vector<std::string> faults_of(const ContourPlot& plot) {
  std::vector<std::string> faults = faults_of_marks(plot.marks);
  check_axis("x", plot.x, faults);
  check_axis("y", plot.y, faults);
  if (plot.values.rows() != plot.x.size() || plot.values.cols() != plot.y.size()) {
    faults.push_back("plot: size of values = " + std::to_string(plot.values.rows()) + " × " +
                     std::to_string(plot.values.cols()) + "; expected that of x by that of y, " +
                     std::to_string(plot.x.size()) + " × " + std::to_string(plot.y.size()));
  }
  for (std::size_t k = 0; k < plot.zero_curves.size(); ++k) {
    const PlotLine& curve = plot.zero_curves[k];
    if (curve.x.size() == curve.y.size()) continue;
    faults.push_back("plot: zero curve " + std::to_string(k) +
                     ": sizes of x and y = " + std::to_string(curve.x.size()) + " and " +
                     std::to_string(curve.y.size()) + "; expected the same");
  }
  return faults;
}

}  // namespace carom::report
