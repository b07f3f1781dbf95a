// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Seeded random trees of bodies. Every body is a cloud of mass points, which are kept: they give
// kinetic energy, inertial forces and potential energy by a route of their own.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"
#include "carom/model.h"

namespace carom::test {

struct MassPoint {
  std::string body;
  Eigen::Vector3d place;  ///< In the body's frame.
  double mass;
};

struct RandomModel {
  ModelDescription description;
  std::vector<MassPoint> points;
  Eigen::VectorXd joint_armature;  ///< Per velocity of the joints.
};

struct RandomModelSettings {
  int bodies = 6;
  bool vector_space = false;    ///< Only joints whose coordinates are plain numbers.
  bool coordinate_map = false;  ///< With a random regular map; needs `vector_space`.
  bool armature = true;
};

inline Eigen::Vector3d random_vector(base::Random& random, double size = 1.0) {
  return size * Eigen::Vector3d(random.normal(), random.normal(), random.normal());
}

inline Eigen::Isometry3d random_placement(base::Random& random) {
  Eigen::Vector4d coefficients(random.normal(), random.normal(), random.normal(), random.normal());
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();
  placement.linear() = Eigen::Quaterniond(coefficients.normalized()).toRotationMatrix();
  placement.translation() = random_vector(random, 0.3);
  return placement;
}

/// Mass, centre and inertia of five random points; they are appended to `points`.
inline void set_cloud(BodyDescription& body, base::Random& random, std::vector<MassPoint>& points) {
  std::vector<MassPoint> cloud;
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  for (int k = 0; k < 5; ++k) {
    cloud.push_back({body.name, random_vector(random, 0.2), random.uniform(0.1, 1.0)});
    body.mass += cloud.back().mass;
    moment += cloud.back().mass * cloud.back().place;
  }
  body.center = moment / body.mass;
  for (const MassPoint& point : cloud) {
    const Eigen::Vector3d lever = point.place - body.center;
    body.inertia += point.mass *
                    (lever.squaredNorm() * Eigen::Matrix3d::Identity() - lever * lever.transpose());
  }
  points.insert(points.end(), cloud.begin(), cloud.end());
}

/// Bodies "b0", "b1", … with joints "j0", …; the first moves.
inline RandomModel random_model(std::uint64_t seed, const RandomModelSettings& settings = {}) {
  base::Random random(seed);
  RandomModel model;
  model.description.name = "random " + std::to_string(seed);
  model.description.gravity = random_vector(random, 5.0);
  std::vector<double> armature;
  std::map<std::string, std::string> parents;
  for (int k = 0; k < settings.bodies; ++k) {
    constexpr JointKind kinds[] = {JointKind::revolute,    JointKind::prismatic,
                                   JointKind::translation, JointKind::fixed,
                                   JointKind::spherical,   JointKind::free};
    BodyDescription body;
    body.name = "b" + std::to_string(k);
    body.joint = "j" + std::to_string(k);
    // Depth first: a child of the body before it, or of one that carries that.
    body.parent = k == 0 ? "world" : "b" + std::to_string(k - 1);
    while (body.parent != "world" && random.uniform() < 0.4) body.parent = parents[body.parent];
    parents[body.name] = body.parent;
    body.kind = kinds[random.below(settings.vector_space ? 4 : 6)];
    if (k == 0 && body.kind == JointKind::fixed) body.kind = JointKind::revolute;
    body.axis = random_vector(random);
    body.placement = random_placement(random);
    set_cloud(body, random, model.points);
    body.armature = settings.armature ? random.uniform(0.0, 0.5) : 0.0;
    const int sizes[] = {0, 1, 1, 3, 3, 6};  // as JointKind counts
    armature.insert(armature.end(), static_cast<std::size_t>(sizes[static_cast<int>(body.kind)]),
                    body.armature);
    model.description.bodies.push_back(body);
  }
  const auto n = static_cast<Eigen::Index>(armature.size());
  model.joint_armature = Eigen::Map<const Eigen::VectorXd>(armature.data(), n);
  if (settings.coordinate_map) {
    model.description.coordinate_map = 2.0 * Eigen::MatrixXd::Identity(n, n);
    for (double& entry : model.description.coordinate_map.reshaped()) {
      entry += 0.3 * random.normal();
    }
  }
  return model;
}

inline Eigen::VectorXd random_velocity(const Model& model, base::Random& random,
                                       double size = 1.0) {
  Eigen::VectorXd v(model.velocity_size());
  for (double& entry : v) entry = size * random.normal();
  return v;
}

inline Eigen::VectorXd random_configuration(const Model& model, base::Random& random) {
  return model.integrate(model.neutral(), random_velocity(model, random, 0.7));
}

/// Central difference of f, read from the workspace, along velocity v; the workspace ends at q.
template <class F>
auto rate(const Model& model, ModelWorkspace& workspace, const Eigen::VectorXd& q,
          const Eigen::VectorXd& v, F f) {
  constexpr double step = 1e-5;
  workspace.set_configuration(model.integrate(q, step * v));
  const auto forward = f();
  workspace.set_configuration(model.integrate(q, -step * v));
  const auto backward = f();
  workspace.set_configuration(q);
  return decltype(f())((forward - backward) / (2.0 * step));
}

}  // namespace carom::test
