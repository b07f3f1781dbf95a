// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Critical points of a scalar field in a box: where a result of a variation is smallest, largest,
// or stationary. Input: the exact field, and its values on a grid, which only tell where to look.
// Output: the points, sorted by value, then by coordinates; the same bits in each run.
// Method: candidates from the grid (critical_points_grid.h), Newton's method on differences of
// order 8 (critical_points_smooth.h), and where there is no second derivative a derivative-free
// search (critical_points.cpp). Left out: saddles at kinks, jumps, plateaus, and points that are
// not isolated (valleys and ridges of constant height).
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "carom/map.h"

namespace carom::design {

/// NaN: no value there.
using ScalarField = std::function<double(const Eigen::VectorXd&)>;

/// Distances in grid steps are compared along each axis.
inline double largest(const Eigen::VectorXd& v) { return v.cwiseAbs().maxCoeff(); }

/// Value i: from + i (to − from)/(count − 1).
struct GridAxis {
  std::string name;
  double from = 0.0, to = 0.0;
  int count = 0;
};

using carom::CriticalPoint;

struct CriticalOptions {
  // A choice: about the last of the ten digits printed of `at`; differences of order 8 leave about
  // 1e-14 where the axes and the field are of size 1.
  double tolerance = 1e-9;  ///< Wanted error of `at`, in the axes' units.
  int max_points = 1000;    ///< The search ends when so many are found.
};

/// Interior critical points in the box of 1 to 4 axes; on the border (to 1e-9) only where the
/// gradient vanishes. `values`: on the grid, the last axis fastest. The field is asked up to half a
/// grid step outside the box, where it may answer NaN.
std::vector<CriticalPoint> find_critical_points(const ScalarField& field,
                                                const std::vector<GridAxis>& axes,
                                                const Eigen::VectorXd& values,
                                                const CriticalOptions& options = {});

}  // namespace carom::design
