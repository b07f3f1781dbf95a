// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Polylines on the page, in points (1/72 inch), and fewer vertices for the same picture.
#pragma once

#include <vector>

namespace carom::report {

struct Point {
  double x = 0.0, y = 0.0;
};
using Polyline = std::vector<Point>;

/// Points (a tenth of a dot at 300 dpi): vertices of curves and contours closer to their chord are
/// left out.
inline constexpr double line_tolerance = 0.02;

/// Leaves out vertices that lie within `tolerance` of the chord that replaces them. First and last
/// stay. Opening window: a chord grows until a vertex it skips is too far from it.
Polyline simplified(const Polyline& line, double tolerance);

}  // namespace carom::report
