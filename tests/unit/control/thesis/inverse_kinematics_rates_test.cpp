// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Joint velocities and accelerations of inverse kinematics, against differences.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/inverse_kinematics.h"
#include "support/inverse_kinematics_models.h"

namespace carom::test {
namespace {

using namespace kinematic;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Points, orientations and the centre of mass of trees with every kind of joint: along the motion
// found they move with the velocities and accelerations wanted.
TEST(InverseKinematicsRates, VelocitiesAndAccelerationsAreThoseOfTheMotion) {
  for (const std::uint64_t seed : {2u, 5u, 9u, 12u}) {
    const Model model(random_model(seed, {.bodies = 9}).description);
    base::Random random(seed);
    const VectorXd q = random_configuration(model, random);
    KinematicTargets targets;
    const std::string last = model.frame_names().back();
    const Vector3d point(0.1, -0.2, 0.3);
    targets.points = {{.frame = last, .point = point}};
    targets.points[0].velocity = random_vector(random);
    targets.points[0].acceleration = random_vector(random);
    targets.center_of_mass = CenterOfMassTarget{};
    targets.center_of_mass->velocity = random_vector(random);
    targets.center_of_mass->acceleration = random_vector(random);
    InverseKinematics kinematics(model);
    const JointRates velocity = kinematics.velocity(targets, q);
    ASSERT_EQ(velocity.rank, 6) << seed;
    EXPECT_LT(velocity.error, 1e-9);
    const VectorXd v = velocity.value;
    const JointRates acceleration = kinematics.acceleration(targets, q, v);
    EXPECT_LT(acceleration.error, 1e-9 * (1.0 + acceleration.value.norm()));
    ModelWorkspace at(model);
    const int frame = model.frame(last);
    constexpr double h = 1e-4;
    const auto places = [&](double t) {
      at.set_configuration(model.integrate(q, t * v + 0.5 * t * t * acceleration.value));
      VectorXd both(6);
      both << at.position(frame, point), at.center_of_mass();
      return both;
    };
    const VectorXd before = places(-h), now = places(0.0), after = places(h);
    VectorXd speed(6), change(6);
    speed << targets.points[0].velocity, targets.center_of_mass->velocity;
    change << targets.points[0].acceleration, targets.center_of_mass->acceleration;
    EXPECT_LT(((after - before) / (2 * h) - speed).norm(), 1e-5 * (1 + v.squaredNorm())) << seed;
    EXPECT_LT(((after - 2 * now + before) / (h * h) - change).norm(),
              1e-5 * (1 + std::pow(v.norm(), 4)))
        << seed;
  }
}

TEST(InverseKinematicsRates, AngularVelocityAndAccelerationAreThoseOfTheMotion) {
  const Model model = atlas_model();
  base::Random random(21);
  const VectorXd q = random_posture(model, random, 0.5);
  KinematicTargets targets = as_at(model, q);
  targets.orientations[2].velocity = random_vector(random);
  targets.orientations[2].acceleration = random_vector(random);
  targets.orientations[0].velocity = random_vector(random);
  InverseKinematics kinematics(model);
  const VectorXd v = kinematics.velocity(targets, q).value;
  const VectorXd a = kinematics.acceleration(targets, q, v).value;
  ModelWorkspace at(model);
  Eigen::Matrix3Xd J(3, model.velocity_size());
  for (const std::size_t k : {0U, 1U, 2U}) {
    const int frame = model.frame(targets.orientations[k].frame);
    at.set_configuration(q);
    at.angular_jacobian(frame, J);
    EXPECT_LT((J * v - targets.orientations[k].velocity).norm(), 1e-9) << k;
    const Vector3d drift = rate(model, at, q, v, [&]() -> Vector3d {
      at.angular_jacobian(frame, J);
      return J * v;
    });
    at.angular_jacobian(frame, J);
    EXPECT_LT((J * a + drift - targets.orientations[k].acceleration).norm(), 1e-6) << k;
  }
}

TEST(InverseKinematicsRates, RatesOfASingularPostureAreTheShortest) {
  InverseKinematics kinematics(arm());
  KinematicTargets targets = tip_at(2.0, 0.0);
  targets.points[0].velocity = {0.5, 1.0, 0.0};  // the straight arm cannot move along x
  const JointRates rates = kinematics.velocity(targets, Eigen::Vector2d(0.0, 0.0));
  EXPECT_EQ(rates.rank, 1);
  EXPECT_NEAR(rates.error, 0.5, 1e-12);
  EXPECT_LT((rates.value - Eigen::Vector2d(0.4, 0.2)).norm(), 1e-12);
  InverseKinematics damped(arm(), {.rate_damping = 1.0});
  const JointRates slower = damped.velocity(targets, Eigen::Vector2d(0.0, 0.0));
  EXPECT_EQ(slower.rank, -1);
  EXPECT_LT((slower.value - Eigen::Vector2d(2.0, 1.0) / 6.0).norm(), 1e-12);  // Jᵀ (5 + λ²)⁻¹ ẏ
}

}  // namespace
}  // namespace carom::test
