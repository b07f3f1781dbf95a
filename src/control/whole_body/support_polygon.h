// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The polygon that feet stand on. Input: points on the ground. Output: its convex hull, how far a
// point is inside, the nearest point that is `inset` inside. At most 16 points, no allocation after
// the first use.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom::control {

class SupportPolygon {
 public:
  void clear() { points_.clear(); }
  void add(const Eigen::Vector2d& point) { points_.push_back(point); }
  /// The hull of the points added, counterclockwise (Andrew's chain).
  void close();

  bool empty() const { return hull_.empty(); }
  const std::vector<Eigen::Vector2d>& hull() const { return hull_; }
  /// Distance to the nearest edge, negative outside. NaN: no polygon.
  double margin(const Eigen::Vector2d& point) const;
  /// The point nearest to `point` whose margin is `inset`; the middle where no point has it.
  Eigen::Vector2d inside(const Eigen::Vector2d& point, double inset) const;

 private:
  std::vector<Eigen::Vector2d> points_, hull_;
  mutable std::vector<Eigen::Vector2d> shrunk_, clipped_;
};

}  // namespace carom::control
