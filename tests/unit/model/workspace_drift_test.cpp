// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// J̇ v of points, frames and the centre of mass against differences of J v along the motion, and the
// Jacobian of the centre of mass against differences of the centre of mass.
#include <gtest/gtest.h>

#include <functional>

#include "base/random.h"
#include "carom/model.h"
#include "carom/scene.h"

namespace carom {
namespace {

using Eigen::Matrix3Xd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double difference_step = 1e-5;

struct Moving {
  explicit Moving(const char* scene, std::uint64_t seed)
      : made(make_scene_model(scene, {})), workspace(made.model) {
    base::Random random(seed);
    const int n = made.model.velocity_size();
    v = VectorXd::NullaryExpr(n, [&] { return random.uniform(-1.0, 1.0); });
    const VectorXd away = VectorXd::NullaryExpr(n, [&] { return random.uniform(-0.5, 0.5); });
    q = made.model.integrate(made.state.q, away);
  }
  /// d/dt of value along the motion with constant v.
  Vector3d rate(const std::function<Vector3d()>& value) {
    Vector3d ends[2];
    for (int k = 0; k < 2; ++k) {
      workspace.set_configuration(
          made.model.integrate(q, (k == 0 ? -1.0 : 1.0) * difference_step * v));
      ends[k] = value();
    }
    workspace.set_configuration(q);
    return (ends[1] - ends[0]) / (2.0 * difference_step);
  }
  void set() {
    workspace.set_configuration(q);
    VectorXd bias(v.size());
    workspace.bias(v, bias);
  }

  SceneModel made;
  ModelWorkspace workspace;
  VectorXd q, v;
};

class DriftOf : public testing::TestWithParam<const char*> {};

TEST_P(DriftOf, PointsAndFramesAreTheRateOfTheirVelocity) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Moving moving(GetParam(), seed);
    const int frames = static_cast<int>(moving.made.model.frame_names().size());
    Matrix3Xd jacobian(3, moving.v.size());
    for (int frame = 0; frame < frames; frame += 5) {
      const Vector3d point(0.1, -0.2, 0.3);
      const Vector3d linear = moving.rate([&]() -> Vector3d {
        moving.workspace.point_jacobian(frame, point, jacobian);
        return jacobian * moving.v;
      });
      const Vector3d angular = moving.rate([&]() -> Vector3d {
        moving.workspace.angular_jacobian(frame, jacobian);
        return jacobian * moving.v;
      });
      moving.set();
      EXPECT_LT((moving.workspace.point_drift(frame, point) - linear).norm(), 1e-7) << frame;
      EXPECT_LT((moving.workspace.angular_drift(frame) - angular).norm(), 1e-7) << frame;
    }
  }
}

TEST_P(DriftOf, CenterOfMass) {
  Moving moving(GetParam(), 7);
  Matrix3Xd jacobian(3, moving.v.size());
  const Vector3d velocity = moving.rate([&] { return moving.workspace.center_of_mass(); });
  moving.set();
  moving.workspace.center_of_mass_jacobian(jacobian);
  EXPECT_LT((jacobian * moving.v - velocity).norm(), 1e-8);
  const Vector3d drift = moving.rate([&]() -> Vector3d {
    moving.workspace.center_of_mass_jacobian(jacobian);
    return jacobian * moving.v;
  });
  moving.set();
  EXPECT_LT((moving.workspace.center_of_mass_drift() - drift).norm(), 1e-7);
}

// vee and double_pendulum have a map between coordinates and joints.
INSTANTIATE_TEST_SUITE_P(Scenes, DriftOf,
                         testing::Values("atlas", "rhex", "vee", "double_pendulum", "free_body"));

}  // namespace
}  // namespace carom
