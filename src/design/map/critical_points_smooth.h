// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A critical point where the field is smooth. Input: the field in grid steps and a start. Output:
// the point, its Hessian and kind, or why there is none.
// Method: Newton's method for ∇f = 0, steps cut until |∇f| falls; then the differences' step h is
// halved until two estimates of the point agree best, and their distance is the uncertainty. A
// Hessian that does not settle as h is halved (at a kink it grows as 1/h) refuses the point.
#pragma once

#include <vector>

#include "design/map/critical_points.h"

namespace carom::design {

struct SmoothPoint {
  enum class Ending { found, known, valley, none };
  Ending ending = Ending::none;
  CriticalPoint::Kind kind = CriticalPoint::Kind::degenerate;
  Eigen::VectorXd at;  ///< All in grid steps.
  double value = 0.0;
  Eigen::MatrixXd hessian;
  double uncertainty = 0.0;
};

struct SmoothSearch {
  double step = 0.125;      ///< First step h of the differences.
  double reach = 1.5;       ///< The point may be so far from the start, along each axis.
  double tolerance = 1e-9;  ///< Wanted error; CriticalOptions::tolerance takes its place.
};

/// `known`: points (found or on valleys) near which the search ends early, with their kind.
SmoothPoint find_smooth_point(const ScalarField& field, const Eigen::VectorXd& start,
                              const SmoothSearch& search,
                              const std::vector<SmoothPoint>& known = {});

}  // namespace carom::design
