// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Extrema at kinks, such as the zeros of |g|. Input: the field in grid steps and the node that is
// lowest (or highest) among its neighbours. Output: the point, with an estimate of its error.
// Method, one axis: golden section, checked by the crossing of two parabolas, one from either side.
// More axes: Nelder & Mead (Comput. J. 7 (1965) 308), begun again from its end until that stays; a
// search from beside that ends elsewhere at the same height tells a valley.
// Accepted is only a point at which the field is continuous and rises along every axis, both ways.
#pragma once

#include "design/map/critical_points.h"

namespace carom::design {

struct KinkPoint {
  enum class Ending { found, valley, none };
  Ending ending = Ending::none;
  Eigen::VectorXd at;  ///< In grid steps.
  double value = 0.0;
  double uncertainty = 0.0;
};

/// The lowest point of `field` within a step of `node` and in the box 0 ≤ u ≤ `last`, to about
/// `tolerance`: no more than a start for a better search.
Eigen::VectorXd lowest_point(const ScalarField& field, const Eigen::VectorXd& node,
                             const Eigen::VectorXd& last, double tolerance);

/// A minimum of `field` near `start`, which lowest_point() gave for `node`.
KinkPoint find_kink(const ScalarField& field, const Eigen::VectorXd& node,
                    const Eigen::VectorXd& last, const Eigen::VectorXd& start);

}  // namespace carom::design
