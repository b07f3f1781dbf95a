// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where two bodies made of rounded convex parts touch (ContactHulls of model.h).
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <memory>
#include <vector>

#include "carom/model.h"

namespace carom {

/// Where two bodies are nearest: gap, and in the world the normal, from the second to the first,
/// and the point of the first one's surface. The other one's is at point − gap · normal.
struct HullTouch {
  double gap = 0.0;
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  double first_radius = 0.0, second_radius = 0.0;  ///< Of the parts that touch.
};

class HullPair {
 public:
  explicit HullPair(const ContactHulls& hulls);
  HullTouch touch(const Eigen::Isometry3d& first, const Eigen::Isometry3d& second) const;

 private:
  /// Everything of a part, or of a body, is in it; in the body's frame.
  struct Ball {
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    double radius = 0.0;
  };
  struct Side {
    std::shared_ptr<const std::vector<RoundHull>> hulls = {};
    std::vector<Ball> balls = {};  ///< Of the hulls.
    Ball whole = {};
  };
  static Side make_side(const std::shared_ptr<const std::vector<RoundHull>>& hulls);

  Side first_, second_;
};

}  // namespace carom
