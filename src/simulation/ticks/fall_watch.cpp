// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/ticks/fall_watch.h"

#include <algorithm>
#include <limits>

#include "model/names.h"

namespace carom::simulation {

using Eigen::Vector3d;

/// Points are grouped by the frame that carries them: a placement is asked for once per group, and
/// each group has one ball around all its spheres.
FallWatch::FallWatch(const Model& model) : ground_(model.parts().ground) {
  for (const WatchedBody& watched : model.parts().watched) {
    Body body{watched.name, {}};
    for (const ContactSphere& sphere : watched.points) {
      const int frame = find_frame(model.bodies(), sphere.body);
      auto group = std::find_if(body.groups.begin(), body.groups.end(),
                                [&](const Group& one) { return one.frame == frame; });
      if (group == body.groups.end()) group = body.groups.insert(group, Group{.frame = frame});
      group->points.push_back({sphere.center, sphere.radius});
    }
    for (Group& group : body.groups) {
      // The ball is around the mean of the centres, not the smallest one. It only has to contain
      // every sphere of the group: where it is above the ground, they are.
      Vector3d sum = Vector3d::Zero();
      for (const Point& point : group.points) sum += point.center;
      group.ball.center = sum / static_cast<double>(group.points.size());
      for (const Point& point : group.points) {
        group.ball.radius =
            std::max(group.ball.radius, (point.center - group.ball.center).norm() + point.radius);
      }
    }
    // Names are kept for the message of a run that ends by a fall.
    bodies_.push_back(std::move(body));
  }
}

/// Of a sphere from the ground [m]; negative inside it.
double FallWatch::distance(const Eigen::Isometry3d& frame, const Point& point) const {
  Vector3d normal;
  return ground_.distance(frame * point.center, normal) - point.radius;
}

/// Its root along a path is the instant at which the body touches.
double FallWatch::gap(const ModelWorkspace& at, int body) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Group& group : bodies_[static_cast<std::size_t>(body)].groups) {
    const Eigen::Isometry3d frame = at.placement(group.frame);
    // Spheres are measured against the ground itself, not against a plane near them.
    for (const Point& point : group.points) least = std::min(least, distance(frame, point));
  }
  return least;
}

/// Balls first, one distance per group: points are looked at only where a ball reaches the ground.
int FallWatch::deepest(const ModelWorkspace& at) const {
  int found = -1;
  double least = 0.0;
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    // Balls: one distance per group of points.
    const bool near = std::any_of(
        bodies_[k].groups.begin(), bodies_[k].groups.end(),
        [&](const Group& group) { return distance(at.placement(group.frame), group.ball) < 0.0; });
    if (!near) continue;
    const double depth = gap(at, static_cast<int>(k));
    // A ball may reach into the ground where no sphere in it does: `least` begins at 0.
    if (!(depth < least)) continue;
    least = depth;
    found = static_cast<int>(k);
  }
  return found;
}

}  // namespace carom::simulation
