// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
//   ╱╲     The scene `vee`, rods of 1 m at −a and +a, against closed forms. With s, c the sine and
//  1  2    cosine of a, equal masses m, and the angles eliminated from the mass matrix:
//   m⟨u,v⟩ = (1 − 3s²/2)²/(2 − 3s²/2) − (3sc/2)²/(2 − 3c²/2)
//   m⟨u,u⟩ = (1 − 3s²/2)²/(2 − 3s²/2) + (3sc/2)²/(2 − 3c²/2) + 3s²
#include <gtest/gtest.h>

#include <cmath>

#include "carom/scene.h"

namespace carom::test {
namespace {

using Numbers = std::vector<double>;

TEST(Vee, MassMatrixAndRows) {
  const double a = 0.8, m1 = 1.5, m2 = 0.7;
  const auto problem = make_scene("vee", {{"masses", Numbers{m1, m2}}, {"half_angle", a}});
  const double s = std::sin(a), c = std::cos(a);
  const Eigen::Matrix4d M{{m1 + m2, 0, m1 * c / 2, m2 * c / 2},
                          {0, m1 + m2, -m1 * s / 2, m2 * s / 2},
                          {m1 * c / 2, -m1 * s / 2, m1 / 3, 0},
                          {m2 * c / 2, m2 * s / 2, 0, m2 / 3}};
  EXPECT_LT((problem.mass_matrix() - M).norm(), 1e-15);
  ASSERT_EQ(problem.labels()->contacts, (std::vector<std::string>{"foot 1", "foot 2"}));
  const Contact &one = problem.contacts()[0], &two = problem.contacts()[1];
  EXPECT_LT((one.normal - Eigen::RowVector4d(0, 1, -s, 0)).norm(), 1e-15);
  EXPECT_LT((two.normal - Eigen::RowVector4d(0, 1, 0, s)).norm(), 1e-15);
  EXPECT_LT((one.tangents - Eigen::RowVector4d(1, 0, c, 0)).norm(), 1e-15);
  EXPECT_LT((two.tangents - Eigen::RowVector4d(1, 0, 0, c)).norm(), 1e-15);
}

TEST(Vee, GramByHand) {
  for (const double a : {0.1, 0.6, 1.2}) {
    for (const double m : {1.0, 2.5}) {
      const auto problem = make_scene("vee", {{"masses", Numbers{m, m}}, {"half_angle", a}});
      const double s = std::sin(a), c = std::cos(a);
      const double vertical = std::pow(1 - 1.5 * s * s, 2) / (2 - 1.5 * s * s);
      const double across = std::pow(1.5 * s * c, 2) / (2 - 1.5 * c * c);
      const int u = problem.normal_row(0), v = problem.normal_row(1);
      EXPECT_NEAR(m * problem.delassus()(u, v), vertical - across, 1e-14);
      EXPECT_NEAR(m * problem.delassus()(u, u), vertical + across + 3 * s * s, 1e-14);
    }
  }
}

TEST(Vee, EnergiesAndHeight) {
  const SceneModel scene = make_scene_model("vee", {{"height", 0.25}});
  EXPECT_EQ(scene.model.coordinate_names(),
            (std::vector<std::string>{"x", "y", "angle_1", "angle_2"}));
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  EXPECT_NEAR(workspace.gap(0), 0.25, 1e-15);
  EXPECT_NEAR(workspace.gap(1), 0.25, 1e-15);
  EXPECT_NEAR(workspace.kinetic_energy(scene.state.v), 4.0, 1e-14);
  // Rods' centres half way between the feet and the hinge.
  EXPECT_NEAR(workspace.potential_energy(), 2 * 9.81 * (0.25 + std::cos(0.6) / 2), 1e-13);
}

TEST(Vee, TouchesExactlyByDefault) {
  const SceneModel scene = make_scene_model("vee");
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  EXPECT_NEAR(workspace.gap(0), 0.0, 1e-15);
  EXPECT_NEAR(workspace.gap(1), 0.0, 1e-15);
}

}  // namespace
}  // namespace carom::test
