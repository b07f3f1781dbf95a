// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bodies of one robot that touch: which pairs there are, their gaps and rows, and an arm that folds
// onto itself and rests there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "carom/laws/regular.h"
#include "carom/robot.h"
#include "carom/simulation.h"
#include "support/faults.h"

namespace carom {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::ElementsAre;
using testing::HasSubstr;
using ShapeKind = CollisionShape::Kind;

CollisionShape own_shape(const std::string& frame, ShapeKind kind, const Vector3d& size,
                         const Vector3d& at) {
  CollisionShape shape;
  shape.frame = frame;
  shape.kind = kind;
  shape.size = size;
  shape.placement.translation() = at;
  return shape;
}

/// Upper arm, fore arm and hand, each 0.4 m along x from its hinge about y, each a shape along x.
Model folding_arm(ShapeKind kind) {
  ModelDescription description;
  for (const char* name : {"upper", "fore", "hand"}) {
    BodyDescription body;
    body.name = name;
    if (!description.bodies.empty()) {
      body.parent = description.bodies.back().name;
      body.placement.translation().x() = 0.4;
    }
    body.kind = JointKind::revolute;
    body.axis = Vector3d::UnitY();
    body.mass = 1.0;
    body.center = {0.2, 0.0, 0.0};
    body.inertia = Vector3d(1e-3, 0.02, 0.02).asDiagonal();  // [kg m²] of a rod of 0.4 m
    description.bodies.push_back(body);
    const bool capsule = kind == ShapeKind::capsule;
    CollisionShape shape = own_shape(
        name, kind, capsule ? Vector3d(0.03, 0.2, 0.0) : Vector3d(0.2, 0.06, 0.06), body.center);
    if (capsule) shape.placement.rotate(Eigen::AngleAxisd(M_PI / 2.0, Vector3d::UnitY()));
    description.parts.shapes.push_back(shape);
  }
  return Model(description);
}

Model with_own_contacts(const Model& robot, const VectorXd& q) {
  std::vector<std::string> notes;
  ModelParts parts = robot.parts();
  parts.contacts = self_contacts(robot, q, notes);
  for (ContactCandidate& contact : parts.contacts) contact.restitution = 0.0;
  return robot.with(parts);
}

TEST(SelfContacts, AreThoseOfBodiesThatAreNoNeighbours) {
  const Model robot = folding_arm(ShapeKind::capsule);
  std::vector<std::string> notes;
  const auto contacts = self_contacts(robot, robot.neutral(), notes);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].name, "upper - hand");
  EXPECT_TRUE(contacts[0].is_internal());
  EXPECT_TRUE(notes.empty());
  ModelParts parts = robot.parts();
  parts.apart = {{"hand", "upper"}, {"hand", "no such body"}};
  EXPECT_TRUE(self_contacts(robot.with(parts), robot.neutral(), notes).empty());
}

TEST(SelfContacts, ThatOverlapAtTheStartAreLeftOutAndNamed) {
  const Model robot = folding_arm(ShapeKind::capsule);
  std::vector<std::string> notes;
  // Folded to a triangle of equal sides, the hand ends where the upper arm begins.
  const VectorXd folded = Vector3d(0.0, M_PI, M_PI);
  EXPECT_TRUE(self_contacts(robot, folded, notes).empty());
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 pair of bodies overlap or are nearer than 2 mm")));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("upper - hand")));
}

TEST(SelfContacts, NeedShapes) {
  ModelParts none;
  std::vector<std::string> notes;
  const Model bare = folding_arm(ShapeKind::capsule).with(none);
  EXPECT_THAT(test::faults_of([&] { (void)self_contacts(bare, bare.neutral(), notes); }),
              ElementsAre(HasSubstr("no body that moves has a collision shape")));
}

/// Two capsules whose axes are parallel, at distance d: gap = d − 2 r.
TEST(SelfContacts, GapOfParallelCapsules) {
  // Longer by 0.1 m at both ends, so that the balls around them meet.
  ModelParts parts = folding_arm(ShapeKind::capsule).parts();
  for (CollisionShape& shape : parts.shapes) shape.size(1) = 0.4;
  const Model robot =
      with_own_contacts(folding_arm(ShapeKind::capsule).with(parts), Vector3d(0.0, 0.2, 0.2));
  ModelWorkspace workspace(robot);
  workspace.set_configuration(Vector3d(0.3, M_PI / 2.0, M_PI / 2.0));
  EXPECT_NEAR(workspace.gap(0), 0.4 - 0.06, 1e-13);  // rounding of lengths of order 1
  EXPECT_NEAR(workspace.contact_normal(0).y(), 0.0, 1e-13);
}

TEST(SelfContacts, RowsAreTheDerivativesOfTheGap) {
  // [rad] Central differences: h² of the curvature, some 1e-8, and rounding 1e-16/h.
  constexpr double h = 1e-5, tolerance = 1e-7;
  for (const ShapeKind kind : {ShapeKind::capsule, ShapeKind::box}) {
    const Model robot = with_own_contacts(folding_arm(kind), Vector3d::Zero());
    ModelWorkspace workspace(robot);
    // Told by balls; near; overlapping; deep inside each other, where the shortest way out is
    // across the plane of the arm.
    for (const double bend : {0.5, 1.9, 2.2, 2.3, 2.4, 2.55, 2.63}) {
      const Vector3d q(0.3, bend, bend - 0.1);
      workspace.set_configuration(q);
      Eigen::MatrixXd row(3, 3);
      workspace.contact_rows(0, row);
      for (int k = 0; k < 3; ++k) {
        const Vector3d step = h * Vector3d::Unit(k);
        workspace.set_configuration(q + step);
        const double above = workspace.gap(0);
        workspace.set_configuration(q - step);
        EXPECT_NEAR(row(0, k), (above - workspace.gap(0)) / (2.0 * h), tolerance)
            << bend << " " << k;
      }
    }
  }
}

TEST(SelfContacts, AFoldedArmRestsOnItself) {
  // The hand hinges on a fore arm that motors hold upright; it falls onto the upper arm.
  const Model robot = with_own_contacts(folding_arm(ShapeKind::capsule), Vector3d::Zero());
  ModelParts parts = robot.parts();
  for (const auto& [joint, rest] : {std::pair{"upper", 0.0}, {"fore", -2.4}}) {
    parts.joint_springs.push_back(
        {.joint = joint, .stiffness = 1e4, .rest = rest, .damping = 100.0});
  }
  parts.joint_springs.push_back({.joint = "hand", .damping = 0.5});
  SimulationOptions options;
  options.law = Regular{};
  options.integrator = IntegratorKind::ticks;
  options.duration = 3.0;
  options.verdict = false;
  const State start{Vector3d(0.0, -2.4, -1.5), VectorXd::Zero(3)};
  const Trajectory run = simulate(robot.with(parts), start, options);
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  ASSERT_FALSE(run.record.impacts.empty());
  const TrajectoryRow& last = run.record.rows.back();
  EXPECT_NEAR(last.gaps[0], 0.0, 1e-6);  // [m] what the stabilisation leaves
  EXPECT_GT(last.forces[0], 1.0);
  // [rad/s] At rest; what moves is at 1 rad/s before.
  EXPECT_LT(last.state.v.lpNorm<Eigen::Infinity>(), 1e-4);
  double deepest = 0.0;
  for (const TrajectoryRow& row : run.record.rows) deepest = std::min(deepest, row.gaps[0]);
  EXPECT_GT(deepest, -1e-4);  // [m] forces are constant over a tick: some g h²
}

}  // namespace
}  // namespace carom
