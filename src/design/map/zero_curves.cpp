// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One axis: nodes and extrema in order, and what happens between each and the next.
#include "design/map/zero_curves.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "carom/error.h"
#include "design/map/critical_points_grid.h"
#include "design/map/zero_curves_plane.h"
#include "design/map/zero_curves_root.h"

namespace carom::design {
namespace {

constexpr double touches = 1e-12;  // of the largest value: zero, at an extremum or an end

struct Sample {
  double at, value;
  bool node;  // of the grid: its value is zero only if exactly so
};

std::vector<Sample> samples_on_line(const ScalarField& field, const std::vector<GridAxis>& axes,
                                    const Eigen::VectorXd& values, const Grid& grid,
                                    double tolerance) {
  std::vector<Sample> samples;
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    const double u = static_cast<double>(k);
    samples.push_back({grid.place(Eigen::VectorXd::Constant(1, u))[0], values[k], true});
  }
  if (values.size() < 3) return samples;
  // Ends of the range, also next to missing values: a zero may be a rounding beyond.
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const bool first = k == 0 || !std::isfinite(samples[k - 1].value);
    const bool last = k + 1 == samples.size() || !std::isfinite(samples[k + 1].value);
    if (first || last) samples[k].node = false;
  }
  for (const CriticalPoint& point :
       find_critical_points(field, axes, values, {.tolerance = tolerance})) {
    const auto same = [&](const Sample& sample) { return sample.at == point.at[0]; };
    const auto found = std::find_if(samples.begin(), samples.end(), same);
    if (found != samples.end()) {
      found->node = false;
    } else {
      samples.push_back({point.at[0], point.value, false});
    }
  }
  std::stable_sort(samples.begin(), samples.end(),
                   [](const Sample& a, const Sample& b) { return a.at < b.at; });
  return samples;
}

std::vector<ZeroCurve> zeros_on_line(const ScalarField& field, const std::vector<GridAxis>& axes,
                                     const Eigen::VectorXd& values, const Grid& grid,
                                     double tolerance) {
  std::vector<Sample> samples = samples_on_line(field, axes, values, grid, tolerance);
  const double small = touches * grid.largest();
  for (Sample& sample : samples)
    if (!sample.node && std::abs(sample.value) <= small) sample.value = 0.0;

  std::vector<ZeroCurve> result;
  const auto add = [&](double from, double to) {
    // A touching zero and a node beside it may be the same.
    if (!result.empty() && from - result.back().points.rightCols(1)(0) <= tolerance) return;
    ZeroCurve curve;
    curve.points.resize(1, from == to ? 1 : 2);
    curve.points(0, 0) = from;
    curve.points(0, curve.points.cols() - 1) = to;
    result.push_back(std::move(curve));
  };
  for (std::size_t k = 0; k < samples.size(); ++k) {
    const Sample &here = samples[k], &next = samples[std::min(k + 1, samples.size() - 1)];
    if (here.value == 0.0) {
      std::size_t end = k;
      while (end + 1 < samples.size() && samples[end + 1].value == 0.0) ++end;
      add(here.at, samples[end].at);
      k = end;
    } else if (here.value * next.value < 0.0) {
      const double width = next.at - here.at;
      const auto between = [&](double t) {
        return field(Eigen::VectorXd::Constant(1, here.at + t * width));
      };
      const double t = zero_between(between, here.value, next.value, tolerance / width);
      if (std::isfinite(t)) add(here.at + t * width, here.at + t * width);
    }
  }
  return result;
}

}  // namespace

std::vector<ZeroCurve> find_zero_curves(const ScalarField& field, const std::vector<GridAxis>& axes,
                                        const Eigen::VectorXd& values, double tolerance) {
  const std::string where = "find_zero_curves";
  std::vector<std::string> faults;
  if (!field) faults.push_back(where + ": field = none; expected a function; give the exact field");
  if (axes.empty())
    faults.push_back(where + ": number of axes = 0; expected 1 or more; name what varies");
  if (!(tolerance > 0.0) || !std::isfinite(tolerance)) {
    faults.push_back(where + ": tolerance = " + base::number(tolerance) +
                     "; expected a finite number > 0; 1e-9 suits most fields");
  }
  if (!faults.empty()) throw InvalidInput(faults);
  if (axes.size() > 2) return {};
  const Grid grid(where, axes, values, 2);
  if (axes.size() == 1) return zeros_on_line(field, axes, values, grid, tolerance);
  return zeros_in_plane(grid.in_steps(field), grid, tolerance);
}

}  // namespace carom::design
