// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bodies that should not touch the ground. Each has a ball around its points: where that is above
// the ground, the points are not looked at.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom::simulation {

class FallWatch {
 public:
  explicit FallWatch(const Model& model);

  bool empty() const { return bodies_.empty(); }
  /// The body that is deepest in the ground, -1: none is below it.
  int deepest(const ModelWorkspace& at) const;
  /// The least distance of a body's points from the ground.
  double gap(const ModelWorkspace& at, int body) const;
  const std::string& name(int body) const { return bodies_[static_cast<std::size_t>(body)].name; }

 private:
  struct Point {
    Eigen::Vector3d center;
    double radius;
  };
  struct Group {  // of points of one frame
    int frame = 0;
    Point ball = {};
    std::vector<Point> points = {};
  };
  struct Body {
    std::string name;
    std::vector<Group> groups;
  };
  double distance(const Eigen::Isometry3d& frame, const Point& point) const;

  Terrain ground_;
  std::vector<Body> bodies_;
};

}  // namespace carom::simulation
