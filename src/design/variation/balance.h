// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Does a robot stand over its feet? Input: a robot with a free base, and the contacts that touch.
// Output: how far its centre of mass, seen along gravity, is outside of what they span.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/model.h"

namespace carom::design {

class Balance {
 public:
  /// The feet are the touching contacts, and what of their bodies' collision shapes is within 1 cm
  /// of the lowest of them at `q`: a sole whose one contact is its middle.
  Balance(const Model& model, const Eigen::VectorXd& q, const std::vector<std::string>& touching);

  /// False: no free base, no gravity, or no contact with the ground.
  bool is_known() const { return points_.size() > 0; }
  /// [m] Outside of the feet; negative inside. Feet of one or two points span no area: never
  /// negative.
  double outside(const ModelWorkspace& at) const;

 private:
  Eigen::Vector3d up_ = Eigen::Vector3d::UnitZ(), first_ = Eigen::Vector3d::UnitX(),
                  second_ = Eigen::Vector3d::UnitY();
  std::vector<std::pair<int, Eigen::Vector3d>> points_;  ///< Frame, point in it.
};

/// [m] Of a point to the convex hull of others in the plane; negative inside.
double outside_hull(const Eigen::Vector2d& point, std::vector<Eigen::Vector2d> corners);

}  // namespace carom::design
