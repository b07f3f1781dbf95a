// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Opening-window simplification; the window is bounded, so that the cost is linear.
#include "report/plot/polyline.h"

#include <algorithm>
#include <cmath>

namespace carom::report {
namespace {

constexpr std::size_t longest_window =
    64;  // vertices one chord may replace: bounds the work, 64² checks

double distance_to_chord(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double square = dx * dx + dy * dy;
  double share = square > 0.0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0.0;
  share = std::clamp(share, 0.0, 1.0);
  return std::hypot(p.x - a.x - share * dx, p.y - a.y - share * dy);
}

bool chord_fits(const Polyline& line, std::size_t first, std::size_t last, double tolerance) {
  for (std::size_t k = first + 1; k < last; ++k) {
    if (distance_to_chord(line[k], line[first], line[last]) > tolerance) return false;
  }
  return true;
}

}  // namespace

Polyline simplified(const Polyline& line, double tolerance) {
  if (line.size() < 3) return line;
  Polyline kept{line.front()};
  std::size_t anchor = 0;
  for (std::size_t k = 2; k < line.size(); ++k) {
    if (k - anchor <= longest_window && chord_fits(line, anchor, k, tolerance)) continue;
    anchor = k - 1;
    kept.push_back(line[anchor]);
  }
  kept.push_back(line.back());
  return kept;
}

}  // namespace carom::report
