// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Inverse kinematics: postures found again, limits, straight legs, and what is out of reach.
#include "carom/inverse_kinematics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/error.h"
#include "carom/gait.h"
#include "support/faults.h"
#include "support/inverse_kinematics_models.h"

namespace carom::test {
namespace {

using namespace kinematic;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using KinematicStatus = InverseKinematicsResult::Status;

TEST(InverseKinematics, FindsRandomPosturesOfAtlasAgain) {
  const Model model = atlas_model();
  InverseKinematics kinematics(model);
  base::Random random(7);
  for (int k = 0; k < 12; ++k) {
    const KinematicTargets targets = as_at(model, random_posture(model, random, 0.6));
    const InverseKinematicsResult& found = kinematics.solve(targets, atlas_standing());
    ASSERT_EQ(found.status, KinematicStatus::reached) << k << ": " << found.message;
    const KinematicTargets there = as_at(model, found.q);
    for (std::size_t i = 0; i < targets.points.size(); ++i) {
      EXPECT_LT((there.points[i].position - targets.points[i].position).norm(), 1e-9);
    }
    for (std::size_t i = 0; i < targets.orientations.size(); ++i) {
      EXPECT_LT((there.orientations[i].orientation - targets.orientations[i].orientation).norm(),
                1e-9);
    }
    EXPECT_LT((there.center_of_mass->position - targets.center_of_mass->position).norm(), 1e-9);
    EXPECT_TRUE((found.q.array() >= model.lower_limit().array()).all());
    EXPECT_TRUE((found.q.array() <= model.upper_limit().array()).all());
  }
}

// One leg, six joints, six rows: the configuration itself comes back.
TEST(InverseKinematics, ALegHasOnePostureNearby) {
  const Model model = atlas_model();
  std::vector<std::string> others;
  for (const Joint& joint : model.joints()) {
    if (!joint.name.starts_with("l_leg")) others.push_back(joint.name);
  }
  InverseKinematics kinematics(model, {.locked = others});
  base::Random random(3);
  for (int k = 0; k < 10; ++k) {
    VectorXd goal = atlas_standing();
    const int first = model.joints()[static_cast<std::size_t>(model.joint("l_leg_uhz"))].q;
    for (int c = first; c < first + 6; ++c) goal[c] += random.uniform(-0.15, 0.15);
    KinematicTargets targets = as_at(model, goal);
    targets.points.resize(1);
    targets.orientations.resize(1);
    targets.center_of_mass.reset();
    const InverseKinematicsResult& found = kinematics.solve(targets, atlas_standing());
    ASSERT_EQ(found.status, KinematicStatus::reached) << found.message;
    EXPECT_LT((found.q - goal).cwiseAbs().maxCoeff(), 1e-8) << k;
    EXPECT_LE(found.iterations, 12);
  }
}

TEST(InverseKinematics, ARobotWithoutFreeBaseReachesAPoint) {
  InverseKinematics kinematics(arm());
  const auto& found = kinematics.solve(tip_at(0.3, 1.2), Eigen::Vector2d(0.1, 0.4));
  ASSERT_EQ(found.status, KinematicStatus::reached);
  EXPECT_TRUE(found.message.empty());
  EXPECT_NEAR(std::cos(found.q[0]) + std::cos(found.q[0] + found.q[1]), 0.3, 1e-9);
  EXPECT_NEAR(std::sin(found.q[0]) + std::sin(found.q[0] + found.q[1]), 1.2, 1e-9);
}

TEST(InverseKinematics, SaysWhatIsOutOfReachAndByHowMuch) {
  InverseKinematics kinematics(arm());
  const auto& found = kinematics.solve(tip_at(1.8, 2.4), Eigen::Vector2d(0.1, 0.4));  // 3 m away
  EXPECT_EQ(found.status, KinematicStatus::unreachable);
  EXPECT_NEAR(found.error, 1.0, 1e-9);
  EXPECT_NEAR(found.q[0], std::atan2(2.4, 1.8), 1e-4);
  EXPECT_NEAR(found.q[1], 0.0, 1e-4);
  ASSERT_EQ(found.residuals.size(), 1U);
  EXPECT_EQ(found.residuals[0].name, "position of tip");
  EXPECT_NEAR(found.residuals[0].error, 1.0, 1e-9);
  EXPECT_EQ(found.message, "unreachable: misses position of tip by 1 m");
}

TEST(InverseKinematics, TheFarEdgeOfTheWorkspaceIsReached) {
  InverseKinematics kinematics(arm());
  const auto& found = kinematics.solve(tip_at(1.2, 1.6), Eigen::Vector2d(0.1, 0.4));  // 2 m away
  EXPECT_EQ(found.status, KinematicStatus::reached) << found.message << " " << found.error;
}

// A straight arm feels no pull along itself: Jᵀ Δx = 0 although the target is within reach.
TEST(InverseKinematics, LeavesAStraightArm) {
  InverseKinematics kinematics(arm());
  const auto& found = kinematics.solve(tip_at(1.3, 0.0), Eigen::Vector2d(0.0, 0.0));
  EXPECT_EQ(found.status, KinematicStatus::reached) << found.message;
  EXPECT_GT(found.attempts, 1);
  InverseKinematics once(arm(), {.attempts = 1});
  EXPECT_EQ(once.solve(tip_at(1.3, 0.0), Eigen::Vector2d(0.0, 0.0)).status,
            KinematicStatus::unreachable);
}

TEST(InverseKinematics, AtlasBendsStraightKnees) {
  const Model model = atlas_model();
  const VectorXd straight = make_scene_model("atlas", {{"knee", 0.0}}).state.q;
  KinematicTargets targets = as_at(model, straight);
  targets.center_of_mass.reset();
  targets.points.push_back({.frame = "pelvis", .position = straight.head<3>()});
  targets.points.back().position.z() -= 0.08;
  InverseKinematics kinematics(model);
  const auto& found = kinematics.solve(targets, straight);
  EXPECT_EQ(found.status, KinematicStatus::reached) << found.message;
  EXPECT_GT(found.q[model.joints()[static_cast<std::size_t>(model.joint("l_leg_kny"))].q], 0.2);
}

TEST(InverseKinematics, StaysInsideTheLimits) {
  // Needs |elbow| = 2 acos(0.6): allowed to 1 only, the nearest the arm comes is with the elbow
  // there.
  const Model model = arm(0.2, 1.0);
  InverseKinematics kinematics(model);
  const auto& found = kinematics.solve(tip_at(1.2, 0.0), Eigen::Vector2d(-0.3, 0.4));
  EXPECT_EQ(found.status, KinematicStatus::unreachable);
  EXPECT_EQ(found.q[1], 1.0);
  EXPECT_NEAR(found.error, 2.0 * std::cos(0.5) - 1.2, 1e-9);
  EXPECT_THAT(found.at_limit, ElementsAre("lower_joint"));
  EXPECT_THAT(found.message, HasSubstr("at their limits: lower_joint"));
  InverseKinematics free(model, {.joint_limits = false});
  EXPECT_EQ(free.solve(tip_at(1.2, 0.0), Eigen::Vector2d(-0.3, 0.4)).status,
            KinematicStatus::reached);
}

// The elbow may bend to one side only: from the other the start is moved onto the limit first.
TEST(InverseKinematics, AStartOutsideTheLimitsIsMovedInside) {
  InverseKinematics kinematics(arm(0.0, 2.8));
  const auto& found = kinematics.solve(tip_at(1.0, 0.5), Eigen::Vector2d(0.9, -1.0));
  ASSERT_EQ(found.status, KinematicStatus::reached) << found.message;
  EXPECT_GE(found.q[1], 0.0);
}

TEST(InverseKinematics, RepeatedTargetsDoNoHarm) {
  const Model model = atlas_model();
  base::Random random(11);
  const VectorXd goal = random_posture(model, random, 0.4);
  KinematicTargets targets = as_at(model, goal);
  ModelWorkspace at(model);
  at.set_configuration(goal);
  for (const ContactCandidate& contact : model.contacts()) {
    const int frame = model.frame(contact.sphere.body);
    targets.points.push_back({.frame = contact.sphere.body,
                              .position = at.position(frame, contact.sphere.center),
                              .point = contact.sphere.center,
                              .name = contact.name});
  }
  InverseKinematics kinematics(model);
  const auto& found = kinematics.solve(targets, atlas_standing());
  EXPECT_EQ(found.status, KinematicStatus::reached) << found.message;
  EXPECT_EQ(found.residuals.size(), 2U + 8U + 3U + 1U);
}

TEST(InverseKinematics, TargetsThatContradictShareTheError) {
  KinematicTargets targets = tip_at(1.0, 0.5);
  targets.points.push_back(targets.points[0]);
  targets.points[1].position.y() = 1.1;
  targets.points[1].name = "the other";
  InverseKinematics kinematics(arm());
  const auto& found = kinematics.solve(targets, Eigen::Vector2d(0.1, 0.4));
  EXPECT_EQ(found.status, KinematicStatus::unreachable);
  EXPECT_NEAR(found.residuals[0].error, 0.3, 1e-8);
  EXPECT_NEAR(found.residuals[1].error, 0.3, 1e-8);
  EXPECT_THAT(found.message, HasSubstr("the other by 0.3 m"));
}

TEST(InverseKinematics, TheOrderOfTargetsDoesNotMatter) {
  const Model model = atlas_model();
  base::Random random(5);
  const KinematicTargets targets = as_at(model, random_posture(model, random, 0.5));
  KinematicTargets reversed = targets;
  std::reverse(reversed.points.begin(), reversed.points.end());
  std::reverse(reversed.orientations.begin(), reversed.orientations.end());
  InverseKinematics kinematics(model);
  const VectorXd first = kinematics.solve(targets, atlas_standing()).q;
  const VectorXd again = kinematics.solve(targets, atlas_standing()).q;
  const VectorXd second = kinematics.solve(reversed, atlas_standing()).q;
  EXPECT_EQ(first, again);
  EXPECT_LT((first - second).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(InverseKinematics, LockedJointsStay) {
  const Model model = atlas_model();
  const VectorXd start = atlas_standing();
  KinematicTargets targets;
  targets.points = {{.frame = "l_hand", .position = {0.3, 0.6, 1.0}}};
  InverseKinematics kinematics(model, {.lock_base = true, .locked = {"back_mby", "back_ubx"}});
  const auto& found = kinematics.solve(targets, start);
  ASSERT_EQ(found.status, KinematicStatus::reached) << found.message;
  EXPECT_EQ(found.q.head(7), start.head(7));
  for (const char* name : {"back_mby", "back_ubx"}) {
    const int c = model.joints()[static_cast<std::size_t>(model.joint(name))].q;
    EXPECT_EQ(found.q[c], start[c]);
  }
  const JointRates rates = kinematics.velocity(targets, start);
  EXPECT_EQ(rates.value.head(6).norm(), 0.0);
}

TEST(InverseKinematics, IterationsRunOut) {
  InverseKinematics kinematics(arm(), {.iterations = 2, .attempts = 1});
  const auto& found = kinematics.solve(tip_at(-1.0, 1.0), Eigen::Vector2d(0.1, 0.4));
  EXPECT_EQ(found.status, KinematicStatus::not_converged);
  EXPECT_THAT(found.message, HasSubstr("not_converged: misses position of tip by"));
  EXPECT_EQ(found.iterations, 2);
}

TEST(InverseKinematics, LoopsStayClosed) {
  const SceneModel scene = make_scene_model("pantograph");
  ModelWorkspace at(scene.model);
  at.set_configuration(scene.state.q);
  ASSERT_GT(at.bilateral_count(), 0);
  KinematicTargets targets;
  targets.center_of_mass = CenterOfMassTarget{.position = at.center_of_mass()};
  targets.center_of_mass->position.x() += 0.01;
  targets.center_of_mass->axes = {true, false, false};
  InverseKinematics kinematics(scene.model);
  const auto& found = kinematics.solve(targets, scene.state.q);
  ASSERT_EQ(found.status, KinematicStatus::reached) << found.message;
  at.set_configuration(found.q);
  VectorXd open(at.bilateral_count());
  at.bilateral_residual(open);
  EXPECT_LT(open.norm(), 1e-9);
  EXPECT_NEAR(at.center_of_mass().x(), targets.center_of_mass->position.x(), 1e-9);
}

TEST(InverseKinematics, FollowsTheGaitOfTheThesis) {
  const Model model = atlas_model();
  VectorXd q = atlas_standing();
  KinematicTargets targets = as_at(model, q);
  ThesisGait gait;
  gait.steps = 3;
  gait.left = targets.points[0].position;
  gait.right = targets.points[1].position;
  gait.height = targets.center_of_mass->position.z();
  gait.offset = (targets.center_of_mass->position - 0.5 * (gait.left + gait.right)).head<2>();
  InverseKinematics kinematics(model);
  for (double time = 0.0; time < gait.end() + 0.1; time += 0.1) {
    const GaitMoment moment = gait.at(time);
    targets.points[0].position = moment.left.position;
    targets.points[1].position = moment.right.position;
    targets.center_of_mass->position = moment.center_of_mass.position;
    const auto& found = kinematics.solve(targets, q);
    ASSERT_EQ(found.status, KinematicStatus::reached) << time << ": " << found.message;
    q = found.q;
  }
}

TEST(InverseKinematics, RefusesWhatItCannotUse) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Model model = arm();
  InverseKinematics kinematics(model);
  const Eigen::Vector2d start(0.1, 0.4);
  KinematicTargets targets = tip_at(nan, 0.0);
  targets.points.push_back({.frame = "tipp"});
  targets.orientations.push_back(
      {.frame = "tip", .orientation = 2.0 * Eigen::Matrix3d::Identity()});
  EXPECT_THAT(faults_of([&] { kinematics.solve(targets, Eigen::Vector2d(nan, 0.0)); }),
              ElementsAre(HasSubstr("position of tip: position = nan, 0, 0"), HasSubstr("tipp"),
                          HasSubstr("orientation of tip: orientation is off a rotation by 3"),
                          HasSubstr("nan")));
  EXPECT_THAT(faults_of([&] { kinematics.solve({}, start); }), Contains(HasSubstr("no target")));
  EXPECT_THROW(kinematics.solve(tip_at(1.0, 0.0), VectorXd::Zero(3)), InvalidInput);
  EXPECT_THROW((void)kinematics.velocity(tip_at(nan, 0.0), start), InvalidInput);
  EXPECT_THROW((void)kinematics.acceleration(tip_at(1.0, 0.0), start, VectorXd::Zero(1)),
               InvalidInput);
  EXPECT_THAT(faults_of([&] {
                InverseKinematics bad(model, {.tolerance = nan, .iterations = 0, .locked = {"x"}});
              }),
              ElementsAre(HasSubstr("tolerance = nan"), HasSubstr("iterations = 0"),
                          HasSubstr("locked: ")));
  EXPECT_EQ(kinematics.solve(tip_at(1.0, 0.0), start).status,
            KinematicStatus::reached);  // none the worse
}

}  // namespace
}  // namespace carom::test
