// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where a gridded function lies above a level, as outlines, and where it equals the level, as
// lines: marching squares (Lorensen & Cline 1987, in the plane), a saddle decided by the mean of
// its corners. A cell with one corner missing keeps the triangle of the others; with more it is
// open. Outlines of {f ≥ level} are closed along the edge of the grid and of what is missing.
// Filling them from the lowest level to the highest paints bands that leave no seams.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "report/plot/canvas.h"

namespace carom::report {

struct ContourGrid {
  Eigen::VectorXd x, y;    ///< Strictly monotone.
  Eigen::MatrixXd values;  ///< values(i, j) at x[i], y[j]; what is not finite is missing.
};

/// Closed outlines (the first point is not repeated), all of one sense, holes of the other: to be
/// filled together. Level −infinity: everything that is not missing.
std::vector<Polyline> outlines_above(const ContourGrid& grid, double level);
/// Lines f = level inside the grid; a closed one repeats its first point.
std::vector<Polyline> level_lines(const ContourGrid& grid, double level);
/// No more than `most` cells along either side, by leaving out rows and columns; ends stay.
ContourGrid thinned(const ContourGrid& grid, Eigen::Index most);

}  // namespace carom::report
