// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scenes that hang: `pendulum_cradle`, `double_pendulum`, `chain`, against closed forms.
//   ┬ ┬ ┬    ┬        Impact of the pendulum cradle: reference of the integrator, exact: speeds
//   ○ ○ ○     ╲_○     after the first impact, bobs of 1, 1, 1 and 1, 2, 1 kg, from −60 deg.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/laws/propagative.h"
#include "carom/scene.h"
#include "support/constants.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Numbers = std::vector<double>;
using std::numbers::pi;

/// Gap of one contact at q.
double gap_at(const Model& model, const Eigen::VectorXd& q, int contact = 0) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  return workspace.gap(contact);
}

TEST(PendulumCradle, ImpactAtTheBottom) {
  const double speed = 3.1320919526731648;  // √(2 g l (1 − cos 60°))
  EXPECT_NEAR(std::sqrt(earth_gravity), speed, 1e-14);
  const auto after = [&](const Numbers& masses) {
    const auto problem = make_scene(
        "pendulum_cradle",
        {{"masses", masses}, {"angles", Numbers{0, 0, 0}}, {"velocity", Numbers{speed, 0, 0}}});
    EXPECT_EQ(problem.labels()->contacts, (std::vector<std::string>{"a-b", "b-c"}));
    EXPECT_LT((problem.contacts()[0].normal - Eigen::RowVector3d(-1, 1, 0)).norm(), 1e-15);
    EXPECT_LT((problem.contacts()[1].normal - Eigen::RowVector3d(0, -1, 1)).norm(), 1e-15);
    return solve_once(problem, Propagative{}).velocity_plus;
  };
  EXPECT_LT((after({1, 1, 1}) - Eigen::Vector3d(0, 0, speed)).norm(), 1e-14);
  const Eigen::Vector3d heavy(-1.0440306508910548, 0.6960204339273699, 2.7840817357094796);
  EXPECT_LT((after({1, 2, 1}) - heavy).norm(), 1e-13);
}

TEST(PendulumCradle, ByDefaultTheLastTwoTouchExactly) {
  const SceneModel scene = make_scene_model("pendulum_cradle");
  EXPECT_EQ(scene.state.q, Eigen::Vector3d(-pi / 3, 0, 0));
  EXPECT_EQ(gap_at(scene.model, scene.state.q, 1), 0.0);
  EXPECT_GT(gap_at(scene.model, scene.state.q, 0), 0.5);
  EXPECT_EQ(make_scene("pendulum_cradle").labels()->contacts, (std::vector<std::string>{"b-c"}));
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  EXPECT_NEAR(workspace.potential_energy() + 3 * earth_gravity, 4.904999999999999, 1e-14);  // E0
  EXPECT_LT((workspace.mass_matrix() - Eigen::Matrix3d::Identity()).norm(), 1e-15);
}

TEST(PendulumCradle, NeighboursTouchWhereTheirAnglesAreEqual) {
  for (const double radius : {0.03, 0.0625, 0.2}) {
    const Model model = make_scene_model("pendulum_cradle", {{"radius", radius}}).model;
    for (const double angle : {-0.9, -0.2, 0.0, 0.5, 1.1}) {
      EXPECT_NEAR(gap_at(model, Eigen::Vector3d(angle, angle, 2.0)), 0.0, 1e-15);
      EXPECT_GT(gap_at(model, Eigen::Vector3d(angle - 1e-6, angle, 2.0)), 0.0);
      EXPECT_LT(gap_at(model, Eigen::Vector3d(angle + 1e-6, angle, 2.0)), 0.0);
    }
  }
}

TEST(PendulumCradle, OtherNumbersOfBobs) {
  const SceneModel five =
      make_scene_model("pendulum_cradle", {{"masses", Numbers{1, 2, 3, 4, 5}}, {"length", 2.0}});
  EXPECT_EQ(five.state.q.size(), 5);
  EXPECT_EQ(five.state.q[0], -pi / 3);
  EXPECT_EQ(five.model.contacts().size(), 4u);
  ModelWorkspace workspace(five.model);
  workspace.set_configuration(five.state.q);
  EXPECT_NEAR(workspace.mass_matrix()(4, 4), 5 * 4.0, 1e-14);
  EXPECT_TRUE(
      make_scene_model("pendulum_cradle", {{"masses", Numbers{1}}}).model.contacts().empty());
}

TEST(DoublePendulum, ClosedForms) {
  const double m1 = 1.2, m2 = 0.7, l1 = 0.8, l2 = 0.5;
  const SceneModel scene = make_scene_model("double_pendulum", {{"m1", m1},
                                                                {"m2", m2},
                                                                {"l1", l1},
                                                                {"l2", l2},
                                                                {"angles", Numbers{0.4, -1.3}},
                                                                {"velocity", Numbers{1.5, -2.0}}});
  EXPECT_EQ(scene.model.coordinate_names(), (std::vector<std::string>{"angle_1", "angle_2"}));
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  const double coupling = m2 * l1 * l2 * std::cos(0.4 + 1.3);
  const Eigen::Matrix2d M{{(m1 + m2) * l1 * l1, coupling}, {coupling, m2 * l2 * l2}};
  EXPECT_LT((workspace.mass_matrix() - M).norm(), 1e-15);
  EXPECT_NEAR(workspace.kinetic_energy(scene.state.v), 0.5 * scene.state.v.dot(M * scene.state.v),
              1e-15);
  const double upper = 1.5 - l1 * std::cos(0.4), tip = upper - l2 * std::cos(-1.3);
  EXPECT_NEAR(workspace.potential_energy(), earth_gravity * (m1 * upper + m2 * tip), 1e-13);
  EXPECT_NEAR(workspace.gap(0), tip, 1e-15);
  // C v + g of absolute angles: ±m2 l1 l2 sin(a1 − a2) ȧ², and m g l sin a.
  const double turn = m2 * l1 * l2 * std::sin(0.4 + 1.3);
  Eigen::VectorXd bias(2);
  workspace.bias(scene.state.v, bias);
  EXPECT_NEAR(bias[0], turn * 4.0 + (m1 + m2) * earth_gravity * l1 * std::sin(0.4), 1e-14);
  EXPECT_NEAR(bias[1], -turn * 2.25 + m2 * earth_gravity * l2 * std::sin(-1.3), 1e-14);
}

TEST(DoublePendulum, TheTipTouchesTheFloor) {
  // 1.5 = cos a1 + cos a2: a1 = 0, a2 = −60 deg.
  const auto problem = make_scene(
      "double_pendulum", {{"angles", Numbers{0, -pi / 3}}, {"velocity", Numbers{0.0, 1.0}}});
  EXPECT_EQ(problem.labels()->contacts, (std::vector<std::string>{"tip"}));
  EXPECT_LT((problem.contacts()[0].normal - Eigen::RowVector2d(0, std::sin(-pi / 3))).norm(),
            1e-15);
  EXPECT_LT((problem.contacts()[0].tangents - Eigen::RowVector2d(1, 0.5)).norm(), 1e-15);
}

TEST(Chain, ClosedForms) {
  // Three straight rods that hang: about the joints, with relative angles, M_ij is what is below
  // both joints; rod k has its centre (k + ½) l below the first joint.
  const double l = 0.5, m = 2.0;
  const SceneModel scene = make_scene_model("chain", {{"links", 3.0}, {"length", l}, {"mass", m}});
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  Eigen::Matrix3d M = Eigen::Matrix3d::Zero();
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i <= k; ++i) {
      for (int j = 0; j <= k; ++j) {
        M(i, j) += m * l * l * (1.0 / 12 + (k + 0.5 - i) * (k + 0.5 - j));
      }
    }
  }
  EXPECT_LT((workspace.mass_matrix() - M).norm(), 1e-14);
  EXPECT_NEAR(workspace.potential_energy(), -m * earth_gravity * l * (0.5 + 1.5 + 2.5), 1e-13);
  EXPECT_EQ(scene.model.parts().joint_springs.size(), 3u);
}

TEST(Chain, OneRodIsAPendulum) {
  const SceneModel scene = make_scene_model("chain", {{"links", 1.0},
                                                      {"angles", Numbers{0.7}},
                                                      {"velocity", Numbers{3.0}},
                                                      {"stiffness", 5.0},
                                                      {"damping", 0.2}});
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  EXPECT_NEAR(workspace.mass_matrix()(0, 0), 0.4 * 0.4 / 3, 1e-16);
  Eigen::VectorXd out(1);
  workspace.bias(scene.state.v, out);
  EXPECT_NEAR(out[0], earth_gravity * 0.2 * std::sin(0.7), 1e-15);
  workspace.passive_force(scene.state.v, out);
  EXPECT_NEAR(out[0], -5.0 * 0.7 - 0.2 * 3.0, 1e-15);
  EXPECT_NEAR(workspace.potential_energy(), -earth_gravity * 0.2 * std::cos(0.7) + 2.5 * 0.49,
              1e-15);
  // About y: a positive angle swings the tip to −x.
  const int link = scene.model.frame("link 1");
  EXPECT_NEAR(workspace.position(link, {0, 0, -0.4}).x(), -0.4 * std::sin(0.7), 1e-15);
}

TEST(Chain, DefaultIsSixRodsAtRest) {
  const SceneModel scene = make_scene_model("chain");
  EXPECT_EQ(scene.state.q, Eigen::VectorXd::Zero(6));
  EXPECT_EQ(scene.state.v, Eigen::VectorXd::Zero(6));
  EXPECT_NEAR(scene.model.total_mass(), 6.0, 1e-15);
}

}  // namespace
}  // namespace carom::test
