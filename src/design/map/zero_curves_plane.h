// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Zero curves of a field of two axes, by marching squares; see zero_curves.h.
#pragma once

#include "design/map/critical_points_grid.h"
#include "design/map/zero_curves.h"

namespace carom::design {

/// `field` is in grid steps; `tolerance` in the axes' units.
std::vector<ZeroCurve> zeros_in_plane(const ScalarField& field, const Grid& grid, double tolerance);

}  // namespace carom::design
