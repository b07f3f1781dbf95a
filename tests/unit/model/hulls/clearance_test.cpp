// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is below the ground or inside something else, where it is known by hand.
#include "carom/clearance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/scene.h"

namespace carom {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ModelWorkspace workspace_at(const Model& model, const VectorXd& q) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  return workspace;
}

BodyDescription sliding(const std::string& name, const Vector3d& axis) {
  BodyDescription body{.name = name, .kind = JointKind::prismatic, .axis = axis, .mass = 1.0};
  body.inertia = Vector3d(0.01, 0.01, 0.01).asDiagonal();
  return body;
}

/// A rod of 1 m that turns about y at the height of 0.6 m; its far end is what it is known by. The
/// contact is its near end.
Model turning_rod() {
  ModelDescription description{.name = "rod"};
  BodyDescription body{.name = "rod", .kind = JointKind::revolute, .axis = -Vector3d::UnitY()};
  body.placement.translation().z() = 0.6;
  body.mass = 1.0;
  body.center = {0.5, 0.0, 0.0};
  body.inertia = Vector3d(1e-3, 0.08, 0.08).asDiagonal();
  description.bodies = {body};
  ContactCandidate floor{.name = "near end"};
  floor.sphere.body = "rod";
  description.parts.contacts = {floor};
  description.parts.solids = {{"far end", "rod", {{Vector3d(1.0, 0.0, 0.0)}, 0.0}}};
  return Model(description);
}

TEST(Clearance, SaysHowDeepTheEndOfARodIsBelowTheGround) {
  const Model model = turning_rod();
  const Clearance clearance(model, model.neutral(), {"near end"});
  ASSERT_EQ(clearance.size(), 1);
  EXPECT_EQ(clearance.name(0), "far end above the ground");
  for (const double angle : {0.5, -0.5, -0.9, -1.4}) {
    const double height = 0.6 + std::sin(angle);
    const ModelWorkspace at = workspace_at(model, VectorXd::Constant(1, angle));
    EXPECT_NEAR(clearance.distance(at, 0), height, 1e-12);
    const Penetration found = clearance.deepest(at);
    EXPECT_NEAR(found.depth, std::max(0.0, -height), 1e-12) << angle;
    EXPECT_EQ(found.what, height < 0.0 ? "far end" : "");
    EXPECT_EQ(clearance.inside(at).size(), height < 0.0 ? 1U : 0U);
  }
}

TEST(Clearance, SaysHowFarTwoBallsOverlap) {
  ModelDescription description{.name = "balls"};
  description.bodies = {sliding("left", Vector3d::UnitX()), sliding("right", Vector3d::UnitX())};
  for (const auto& [body, radius] : {std::pair("left", 0.2), std::pair("right", 0.3)}) {
    CollisionShape shape;
    shape.frame = body;
    shape.kind = CollisionShape::Kind::sphere;
    shape.size = Vector3d::Constant(radius);
    description.parts.shapes.push_back(shape);
    ContactCandidate floor{.name = std::string(body) + " foot"};
    floor.sphere = {body, Vector3d::Zero(), 1.0};
    std::get<ContactPlane>(floor.against).point.z() = -1.0;
    description.parts.contacts.push_back(floor);
  }
  const Model model(description);
  const Clearance clearance(model, Eigen::Vector2d(0.0, 1.0), {"left foot", "right foot"});
  const auto at = [&](double right) { return workspace_at(model, Eigen::Vector2d(0.0, right)); };
  EXPECT_EQ(clearance.deepest(at(0.51)).depth, 0.0);
  const Penetration found = clearance.deepest(at(0.46));
  EXPECT_NEAR(found.depth, 0.04, 1e-12);
  EXPECT_EQ(found.what, "left");
  EXPECT_EQ(found.in, "right");
  EXPECT_EQ(to_string(found), "inside right by 40 mm: left");
  EXPECT_EQ(to_string(found, "cm"), "inside right by 0.04 cm: left");
  // Hulls have edges rounded by 1 mm each: less than both is no penetration, of balls either.
  EXPECT_EQ(clearance.deepest(at(0.499)).depth, 0.0);
}

TEST(Clearance, ReportsAContactThatIsOpenAndGetsBelowTheGround) {
  ModelDescription description{.name = "sled"};
  description.bodies = {sliding("sled", Vector3d::UnitZ())};
  for (const auto& [name, x] : {std::pair("front", 0.5), std::pair("back", -0.5)}) {
    ContactCandidate floor{.name = name};
    floor.sphere = {"sled", {x, 0.0, x > 0.0 ? 0.0 : 0.1}};
    description.parts.contacts.push_back(floor);
  }
  const Model model(description);
  const Clearance clearance(model, VectorXd::Zero(1), {"front"});
  ASSERT_EQ(clearance.size(), 1);
  EXPECT_EQ(clearance.deepest(workspace_at(model, VectorXd::Zero(1))).depth, 0.0);
  const Penetration found = clearance.deepest(workspace_at(model, VectorXd::Constant(1, -0.25)));
  EXPECT_NEAR(found.depth, 0.15, 1e-12);
  EXPECT_EQ(found.what, "back");
}

/// A shank of 0.4 m with a foot of a file that is drawn 3 mm below its contact.
Model leg() {
  ModelDescription description{.name = "leg"};
  BodyDescription shank{.name = "shank", .kind = JointKind::revolute, .axis = Vector3d::UnitY()};
  shank.placement.translation().z() = 0.4;
  shank.mass = 1.0;
  shank.inertia = Vector3d(0.01, 0.01, 0.01).asDiagonal();
  description.bodies = {shank};
  ContactCandidate foot{.name = "foot"};
  foot.sphere = {"shank", {0.0, 0.0, -0.4}};
  description.parts.contacts = {foot};
  for (const double z : {-0.4 - 0.003 + 0.02, 0.3}) {
    CollisionShape shape;
    shape.frame = "shank";
    shape.kind = CollisionShape::Kind::sphere;
    shape.size = Vector3d::Constant(0.02);
    shape.placement.translation().z() = z;
    description.parts.shapes.push_back(shape);
  }
  return Model(description);
}

TEST(Clearance, LeavesTheFootItselfOut) {
  const Model model = leg();
  const Clearance clearance(model, VectorXd::Zero(1), {"foot"});
  ASSERT_EQ(clearance.size(), 1) << "the other end of the shank";
  EXPECT_EQ(clearance.deepest(workspace_at(model, VectorXd::Zero(1))).depth, 0.0);
  // Turned over, the knee is where the foot was, 0.1 m higher: not inside.
  EXPECT_EQ(clearance.deepest(workspace_at(model, VectorXd::Constant(1, M_PI))).depth, 0.0);
}

TEST(Clearance, KnowsNothingOfAModelWithoutSizes) {
  ModelDescription description{.name = "bare"};
  description.bodies = {sliding("body", Vector3d::UnitZ())};
  ContactCandidate foot{.name = "foot"};
  foot.sphere.body = "body";
  description.parts.contacts = {foot};
  const Model model(description);
  const Clearance clearance(model, VectorXd::Zero(1), {"foot"});
  EXPECT_TRUE(clearance.empty());
  EXPECT_EQ(clearance.deepest(workspace_at(model, VectorXd::Zero(1))).depth, 0.0);
  EXPECT_EQ(to_string(Penetration{}), "");
}

TEST(Clearance, PutsTheBodyOfRhexBelowTheGroundAtS0sPointA) {
  // Both legs straight at 1.185 rad: the hip, in the middle of the body, is 0.18 m cos above it.
  const double phi = 1.185209363191;
  const SceneModel scene = make_scene_model("rhex", {{"phi_r", phi}, {"gamma", 0.0}});
  const Clearance clearance(scene.model, scene.state.q, {"left", "right"});
  const Penetration found = clearance.deepest(workspace_at(scene.model, scene.state.q));
  EXPECT_NEAR(found.depth, 0.075 - 0.18 * std::cos(phi), 1e-12);
  EXPECT_EQ(found.what, "body");
  EXPECT_EQ(found.in, "the ground");
}

TEST(Clearance, FindsNothingWrongWithTheScenesAsTheyAre) {
  for (const char* name : {"rhex", "trex", "vee", "biped"}) {
    const SceneModel scene = make_scene_model(name);
    const ImpactProblem problem = make_problem(scene.model, scene.state);
    const Clearance clearance(scene.model, scene.state.q, problem.labels()->contacts);
    EXPECT_GT(clearance.size(), 0) << name;
    const Penetration found = clearance.deepest(workspace_at(scene.model, scene.state.q));
    EXPECT_EQ(found.depth, 0.0) << name << ": " << to_string(found);
  }
}

}  // namespace
}  // namespace carom
