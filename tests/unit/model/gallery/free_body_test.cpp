// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The scene `free_body`: mass matrix and energies in body axes, with the centre of mass off the
// body frame's origin by c:  T = ½ m |v + ω × c|² + ½ ωᵀ I ω.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "carom/laws/newton.h"
#include "carom/scene.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;
using Numbers = std::vector<double>;
const Numbers principal_moments{1.0, 2.0, 2.5};

TEST(FreeBody, CentreOfMassOffTheFrame) {
  const SceneModel scene = make_scene_model("free_body", {{"mass", 3.0},
                                                          {"inertia", principal_moments},
                                                          {"com", Numbers{0.1, -0.2, 0.3}},
                                                          {"gravity", 9.81},
                                                          {"position", Numbers{1, 2, 3}},
                                                          {"velocity", Numbers{1, 2, 3, 4, 5, 6}}});
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  const Vector3d c(0.1, -0.2, 0.3), v(1, 2, 3), w(4, 5, 6), inertia(1.0, 2.0, 2.5);
  Eigen::Matrix3d cross;
  cross << 0, -c.z(), c.y(), c.z(), 0, -c.x(), -c.y(), c.x(), 0;
  Eigen::MatrixXd M(6, 6);
  M << 3.0 * Eigen::Matrix3d::Identity(), -3.0 * cross, 3.0 * cross,
      Eigen::Matrix3d(inertia.asDiagonal()) - 3.0 * cross * cross;
  EXPECT_LT((workspace.mass_matrix() - M).norm(), 1e-14);
  const double energy = 1.5 * (v + w.cross(c)).squaredNorm() + 0.5 * w.dot(inertia.cwiseProduct(w));
  EXPECT_NEAR(workspace.kinetic_energy(scene.state.v), energy, 1e-12);
  EXPECT_NEAR(workspace.potential_energy(), 3.0 * 9.81 * 3.3, 1e-12);
  EXPECT_LT((workspace.center_of_mass() - Vector3d(1.1, 1.8, 3.3)).norm(), 1e-15);
  EXPECT_EQ(scene.model.configuration_size(), 7);
  EXPECT_EQ(scene.state.q[6], 1.0);  // quaternion (x, y, z, w) of the world's axes
}

TEST(FreeBody, APointThatTouches) {
  const SceneSettings settings{{"inertia", principal_moments},
                               {"position", Numbers{0, 0, 0.4}},
                               {"point", Numbers{0.3, 0.2, -0.4}},
                               {"velocity", Numbers{0, 0, -1, 0, 0, 0}}};
  const auto problem = make_scene("free_body", settings);
  ASSERT_EQ(problem.labels()->contacts, (std::vector<std::string>{"point"}));
  Eigen::RowVectorXd normal(6), x(6), y(6);
  normal << 0, 0, 1, 0.2, -0.3, 0;
  x << 1, 0, 0, 0, -0.4, -0.2;
  y << 0, 1, 0, 0.4, 0, 0.3;
  EXPECT_LT((problem.contacts()[0].normal - normal).norm(), 1e-15);
  ASSERT_EQ(problem.contacts()[0].tangents.rows(), 2);
  EXPECT_LT((problem.contacts()[0].tangents.row(0) - x).norm(), 1e-15);
  EXPECT_LT((problem.contacts()[0].tangents.row(1) - y).norm(), 1e-15);
  // One frictionless point: impulse (1 + e) v / (1/m + (r × n)ᵀ I⁻¹ (r × n)).
  const auto outcome = solve_once(problem, Newton{.restitution = 0.5});
  const double effective = 1.0 / (0.5 + 0.04 / 1.0 + 0.09 / 2.0);
  EXPECT_NEAR(outcome.velocity_plus[2], -1.0 + 1.5 * effective * 0.5, 1e-12);
  EXPECT_NEAR(outcome.velocity_plus[3], 1.5 * effective * 0.2, 1e-12);
}

TEST(FreeBody, DefaultsOfTheContract) {
  const SceneModel scene = make_scene_model("free_body");  // 3.5 > 1 + 2: a warning, no fault
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  Eigen::VectorXd diagonal(6);
  diagonal << 2, 2, 2, 1, 2, 3.5;
  EXPECT_LT((workspace.mass_matrix() - Eigen::MatrixXd(diagonal.asDiagonal())).norm(), 1e-15);
  EXPECT_EQ(scene.state.q.head<3>(), Vector3d(0, 0, 1));
  EXPECT_TRUE(scene.model.contacts().empty());
  EXPECT_EQ(workspace.potential_energy(), 0.0);
}

}  // namespace
}  // namespace carom::test
