// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scenes as models: where a scene also has a problem of its own, both give the same Gram matrix,
// energy and outcome; contact rows are the derivatives of the gaps; what rhex and trex carry beside
// their bodies. The block's model has its velocity in body axes, its problem in world axes.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "carom/laws/propagative.h"
#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Numbers = std::vector<double>;

ImpactProblem of_model(const char* name, const SceneSettings& settings) {
  const SceneModel scene = make_scene_model(name, settings);
  return make_problem(scene.model, scene.state);
}

void expect_same_contacts(const ImpactProblem& a, const ImpactProblem& b) {
  ASSERT_EQ(a.labels()->contacts, b.labels()->contacts);
  EXPECT_LT((a.gram() - b.gram()).norm(), 1e-14);
  EXPECT_LT((a.delassus() - b.delassus()).norm(), 1e-13 * (1 + b.delassus().norm()));
  EXPECT_NEAR(a.kinetic_energy(), b.kinetic_energy(), 1e-13 * (1 + b.kinetic_energy()));
  for (std::size_t k = 0; k < a.contacts().size(); ++k) {
    EXPECT_EQ(a.contacts()[k].friction, b.contacts()[k].friction);
    EXPECT_EQ(a.contacts()[k].static_friction, b.contacts()[k].static_friction);
    EXPECT_EQ(a.contacts()[k].restitution, b.contacts()[k].restitution);
  }
}

/// Also the same coordinates.
void expect_same_problem(const char* name, const SceneSettings& settings) {
  const auto model = of_model(name, settings), scene = make_scene(name, settings);
  expect_same_contacts(model, scene);
  EXPECT_LT((model.mass_matrix() - scene.mass_matrix()).norm(), 1e-14);
  EXPECT_LT((model.contact_jacobian() - scene.contact_jacobian()).norm(), 1e-14);
  EXPECT_EQ(model.velocity(), scene.velocity());
  const Outcome a = solve_once(model, Propagative{}), b = solve_once(scene, Propagative{});
  EXPECT_LT((a.velocity_plus - b.velocity_plus).norm(), 1e-13);
  EXPECT_EQ(a.sequence, b.sequence);
}

TEST(GalleryModels, Cradle) {
  expect_same_problem("cradle", {});
  expect_same_problem("cradle", {{"masses", Numbers{1, 3, 2, 1}}, {"wall", true}});
  expect_same_problem("cradle",
                      {{"masses", Numbers{2}}, {"wall", true}, {"velocity", Numbers{1.5}}});
}

TEST(GalleryModels, Billiards) {
  expect_same_problem("billiards", {});
  expect_same_problem("billiards", {{"radius_a", 1.2},
                                    {"radius_b", 0.8},
                                    {"radius_c", 0.7},
                                    {"theta", 1.9},
                                    {"velocity", Numbers{0.2, -1.1}}});
}

TEST(GalleryModels, BilliardBallsThatTouchAtTheSmallestAngle) {
  const SceneSettings touching{{"theta", std::acos(0.5)}};
  const auto problem = of_model("billiards", touching);
  ASSERT_EQ(problem.labels()->contacts, (std::vector<std::string>{"a-c", "b-c", "a-b"}));
  // a and b part, so their contact changes nothing.
  const auto with = solve_once(problem, Propagative{});
  const auto without = solve_once(make_scene("billiards", touching), Propagative{});
  EXPECT_LT((with.velocity_plus - without.velocity_plus).norm(), 1e-14);
}

TEST(GalleryModels, CornerBall) {
  expect_same_problem("corner_ball", {});
  expect_same_problem("corner_ball",
                      {{"radius", 0.3}, {"velocity", Numbers{2, -1, 4}}, {"friction", 0.1}});
}

void expect_same_block(const SceneSettings& settings) {
  const SceneModel scene = make_scene_model("block", settings);
  const auto model = make_problem(scene.model, scene.state), own = make_scene("block", settings);
  expect_same_contacts(model, own);
  const Eigen::Matrix3d R = Eigen::Quaterniond(scene.state.q.tail<4>().data()).toRotationMatrix();
  const Outcome a = solve_once(model, Regular{}), b = solve_once(own, Regular{});
  ASSERT_TRUE(a.ok() && b.ok());
  Eigen::VectorXd world(6);
  world << R * a.velocity_plus.head<3>(), R * a.velocity_plus.tail<3>();
  EXPECT_LT((world - b.velocity_plus).norm(), 1e-8) << show(world) << show(b.velocity_plus);
  EXPECT_NEAR(a.energy.lost, b.energy.lost, 1e-8);
}

TEST(GalleryModels, Block) {
  expect_same_block({});
  expect_same_block({{"tilt", 0.2}, {"velocity", Numbers{0.5, 0.1, -1, 0.2, -0.4, 1}}});
  expect_same_block({{"rpy", Numbers{0.3, 0.4, 0.2}}, {"points", 8.0}, {"height", 0.1}});
  expect_same_block({{"rpy", Numbers{0, 0, 2.5}}, {"points", 16.0}, {"size", Numbers{1, 2, 3}}});
}

TEST(GalleryModels, BlockHasAllItsPoints) {
  const SceneModel scene = make_scene_model("block", {{"points", 8.0}, {"tilt", 0.2}});
  EXPECT_EQ(scene.model.contacts().size(), 8u);
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  EXPECT_NEAR(workspace.gap(2), 0.0, 1e-16);
  EXPECT_NEAR(workspace.gap(0), 0.2 * std::sin(0.2), 1e-15);
}

/// Rows of all candidates against central differences of their gaps.
void expect_rows_of_gaps(const char* name, const SceneSettings& settings) {
  const SceneModel scene = make_scene_model(name, settings);
  const Model& model = scene.model;
  ModelWorkspace workspace(model);
  constexpr double h = 1e-6;
  for (int k = 0; k < static_cast<int>(model.contacts().size()); ++k) {
    Eigen::MatrixXd rows(1 + model.contacts()[static_cast<std::size_t>(k)].tangents,
                         model.velocity_size());
    workspace.set_configuration(scene.state.q);
    workspace.contact_rows(k, rows);
    for (Eigen::Index i = 0; i < model.velocity_size(); ++i) {
      double gaps[2];
      for (const int side : {0, 1}) {
        Eigen::VectorXd step = Eigen::VectorXd::Zero(model.velocity_size());
        step[i] = side == 0 ? -h : h;
        workspace.set_configuration(model.integrate(scene.state.q, step));
        gaps[side] = workspace.gap(k);
      }
      EXPECT_NEAR(rows(0, i), (gaps[1] - gaps[0]) / (2 * h), 1e-7) << name << " " << k << " " << i;
    }
  }
}

TEST(GalleryModels, RowsAreTheDerivativesOfTheGaps) {
  expect_rows_of_gaps("rhex", {{"theta", 0.2}, {"hL", -0.1}, {"hR", 0.05}});
  expect_rows_of_gaps("trex", {{"pT", 0.3}});
  expect_rows_of_gaps("vee", {{"half_angle", 1.1}});
  expect_rows_of_gaps("double_pendulum", {});
  expect_rows_of_gaps("pendulum_cradle", {{"angles", Numbers{-0.8, 0.1, 0.3}}});
  expect_rows_of_gaps("free_body", {{"inertia", Numbers{1, 2, 2.5}},
                                    {"com", Numbers{0.1, 0, 0}},
                                    {"point", Numbers{0.3, -0.2, -0.4}}});
  expect_rows_of_gaps("block", {{"rpy", Numbers{0.3, 0.4, 0.2}}, {"points", 3.0}});
  expect_rows_of_gaps("billiards", {{"theta", 1.9}, {"radius_c", 0.7}});
  expect_rows_of_gaps("corner_ball", {});
  expect_rows_of_gaps("cradle", {{"wall", true}});
}

TEST(GalleryModels, RhexFeetTouchInEveryPosture) {
  for (const double theta : {-0.3, 0.0, 0.4}) {
    for (const double phi : {-2.5, -1.0, 0.0, 0.9, 3.0}) {
      for (const double gamma : {-1.5, 0.0, 0.7}) {
        const SceneModel scene = make_scene_model(
            "rhex", {{"theta", theta}, {"phi_r", phi}, {"gamma", gamma}, {"lu", 0.12}});
        ModelWorkspace workspace(scene.model);
        workspace.set_configuration(scene.state.q);
        EXPECT_NEAR(workspace.gap(0), 0.0, 1e-15);
        EXPECT_NEAR(workspace.gap(1), 0.0, 1e-15);
      }
    }
  }
}

TEST(GalleryModels, RhexHasOneTangentAlongX) {
  const auto problem = make_scene("rhex", {{"friction", 0.4}});
  for (const Contact& contact : problem.contacts()) {
    ASSERT_EQ(contact.tangents.rows(), 1);
    EXPECT_EQ(contact.tangents(0, 0), 1.0);
    EXPECT_EQ(contact.friction, 0.4);
  }
  EXPECT_EQ(problem.velocity()[1], -1.0);
}

TEST(GalleryModels, SpringsRestInTheStance) {
  const auto quiet = [](const char* name, const SceneSettings& settings, std::size_t springs) {
    const SceneModel scene = make_scene_model(name, settings);
    EXPECT_EQ(scene.model.parts().joint_springs.size(), springs);
    EXPECT_EQ(scene.model.parts().actuators.size(), 2u);
    ModelWorkspace workspace(scene.model);
    workspace.set_configuration(scene.state.q);
    Eigen::VectorXd force(scene.model.velocity_size());
    workspace.passive_force(Eigen::VectorXd::Zero(force.size()), force);
    EXPECT_EQ(force.norm(), 0.0);
    workspace.passive_force(Eigen::VectorXd::Ones(force.size()), force);
    EXPECT_NEAR(force.sum(), -2.0 * static_cast<double>(springs), 1e-15);
  };
  quiet("rhex", {{"knee_stiffness", 3.0}, {"knee_damping", 2.0}}, 2);
  quiet("trex", {{"tail_stiffness", 3.0}, {"knee_damping", 2.0}, {"tail_damping", 2.0}}, 3);
}

TEST(GalleryModels, TrexFootOfTableOne) {
  // What `carom reproduce S3.table1.foot` says: 0.13 cm above and 0.25 cm below the floor.
  const auto foot = [](double y, double th, double p, double g, double lu, double ll) {
    const SceneModel scene = make_scene_model(
        "trex", {{"y", y}, {"th", th}, {"pS", p}, {"gS", g}, {"lu", lu}, {"ll", ll}});
    ModelWorkspace workspace(scene.model);
    workspace.set_configuration(scene.state.q);
    return workspace.gap(scene.model.contact("stance_foot"));
  };
  EXPECT_NEAR(foot(12.38, 5.78, 5.13, 5.24, 8.0, 10.0), 0.13, 0.005);
  EXPECT_NEAR(foot(13.69, 5.92, 4.79, 5.71, 7.81, 9.86), -0.25, 0.005);
}

}  // namespace
}  // namespace carom::test
