// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "model/hulls/hull_pair.h"

#include <algorithm>
#include <limits>

#include "model/hulls/convex_distance.h"

namespace carom {

using Eigen::Isometry3d;
using Eigen::Vector3d;

namespace {

// [m] Bodies whose balls are farther apart are told by their balls: nothing asks how far exactly,
// and contacts close within 1e-6 m.
constexpr double far_apart = 0.01;

}  // namespace

HullPair::HullPair(const ContactHulls& hulls)
    : first_(make_side(hulls.first_hulls)), second_(make_side(hulls.second_hulls)) {}

HullPair::Side HullPair::make_side(const std::shared_ptr<const std::vector<RoundHull>>& hulls) {
  Side side;
  side.hulls = hulls;
  Eigen::AlignedBox3d all;
  for (const RoundHull& hull : *hulls) {
    Eigen::AlignedBox3d box;
    for (const Vector3d& point : hull.points) box.extend(point);
    all.extend(box);
    Ball ball{.center = box.center()};
    for (const Vector3d& point : hull.points) {
      ball.radius = std::max(ball.radius, (point - ball.center).norm() + hull.radius);
    }
    side.balls.push_back(ball);
  }
  side.whole.center = all.center();
  for (const RoundHull& hull : *hulls) {
    for (const Vector3d& point : hull.points) {
      side.whole.radius =
          std::max(side.whole.radius, (point - side.whole.center).norm() + hull.radius);
    }
  }
  return side;
}

HullTouch HullPair::touch(const Isometry3d& first, const Isometry3d& second) const {
  HullTouch result;
  const Vector3d center = first * first_.whole.center;
  const Vector3d apart = center - second * second_.whole.center;
  const double distance = apart.norm();
  result.gap = distance - first_.whole.radius - second_.whole.radius;
  if (result.gap > far_apart) {
    result.normal = apart / distance;
    result.point = center - first_.whole.radius * result.normal;
    return result;
  }
  result.gap = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < first_.balls.size(); ++i) {
    const RoundHull& one = (*first_.hulls)[i];
    const Vector3d from = first * first_.balls[i].center;
    for (std::size_t j = 0; j < second_.balls.size(); ++j) {
      const RoundHull& other = (*second_.hulls)[j];
      const Vector3d between = from - second * second_.balls[j].center;
      if (between.norm() - first_.balls[i].radius - second_.balls[j].radius >= result.gap) continue;
      const bool concentric = between.isZero(0.0);
      const ConvexDistance found = convex_distance({one.points, first}, {other.points, second},
                                                   concentric ? Vector3d::UnitZ() : between);
      const double gap = found.distance - one.radius - other.radius;
      if (gap >= result.gap) continue;
      result = {gap, found.normal, found.first - one.radius * found.normal, one.radius,
                other.radius};
    }
  }
  return result;
}

}  // namespace carom
