// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where a scalar field is zero. Input: the exact field and its values on a grid. Output: points for
// one axis, polylines for two, sorted by their first points; the same bits in each run.
// One axis: changes of sign between nodes, and between nodes and extrema (find_critical_points), so
// that two zeros between nodes are found as well, and zeros where the field only touches.
// Two axes: marching squares (Lorensen & Cline, SIGGRAPH 1987, in the plane): each crossing of an
// edge is refined on the exact field, a cell with four is decided by its centre.
// Left out: changes of sign by a jump or a pole; for two axes, curves on which the field only
// touches zero, and ovals between nodes.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "design/map/critical_points.h"

namespace carom::design {

using carom::ZeroCurve;

/// Zeros to `tolerance`, in the axes' units; for three axes and more, none. `values`: the last axis
/// fastest. Consecutive nodes of one axis that are zero give one curve, with its two ends.
/// The default is that of CriticalOptions, for the same reason.
std::vector<ZeroCurve> find_zero_curves(const ScalarField& field, const std::vector<GridAxis>& axes,
                                        const Eigen::VectorXd& values, double tolerance = 1e-9);

}  // namespace carom::design
