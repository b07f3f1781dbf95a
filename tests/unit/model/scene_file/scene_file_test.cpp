// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scene files of the gallery and of bodies written out. Expected problems are those of the same
// scene made without a file; numbers of the bodies are worked out beside them.
#include "carom/scene_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "carom/error.h"
#include "support/scene_file_text.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

constexpr const char* ball_text = R"(
drop = 0.2
[[body]]
name = "ball"
joint = "free"
mass = 2.0
inertia = [0.1, 0.2, 0.25]
[[contact]]
body = "ball"
radius = 0.5
[posture]
ball = [0, 0, 0.5, 0, 0, 0, 1]
)";

TEST(SceneFile, GallerySceneIsThatOfMakeScene) {
  const SceneFile file = from(R"(
format = "carom-scene/1"
scene = "billiards"
name = "break"
[parameters]
radius_c = 2
theta = "100deg"
velocity = [0.1, -1]
)");
  EXPECT_EQ(file.kind, SceneFile::Kind::gallery);
  EXPECT_EQ(file.gallery, "billiards");
  EXPECT_EQ(file.source, "S3 VII-A, eq. (31), Figs. 4 and 5");
  const ImpactProblem problem = make_problem(file);
  EXPECT_EQ(problem.name(), "break");
  expect_same(problem,
              make_scene("billiards", {{"radius_c", 2.0},
                                       {"theta", 100.0 * std::numbers::pi / 180.0},
                                       {"velocity", std::vector<double>{0.1, -1.0}}}),
              0.0);
}

TEST(SceneFile, OverridesReplaceParameters) {
  const std::string text = "scene = \"cradle\"\n[parameters]\nmasses = [1, 2, 1]\n";
  const SceneFile file = from(text, {{"masses", "[1,3,1]"}, {"wall", "true"}});
  EXPECT_EQ(std::get<std::vector<double>>(file.settings.find("masses")->second)[1], 3.0);
  EXPECT_EQ(make_problem(file).contact_count(), 3);
  EXPECT_EQ(make_problem(from("scene = \"cradle\"", {{"wall", "true"}})).contact_count(), 3);
}

TEST(SceneFile, SettingsOfTheLaw) {
  const SceneFile file = from(R"(
scene = "corner_ball"
parameters = {mode = "literal"}
[law]
name = "corner"
restitution = 0.5
seed = 9007199254740993
)");
  EXPECT_EQ(file.law, "corner");
  const std::map<std::string, std::string> expected = {
      {"mode", "literal"}, {"restitution", "0.5"}, {"seed", "9007199254740993"}};
  EXPECT_EQ(file.law_settings, expected);
  EXPECT_EQ(from("scene = \"cradle\"\nlaw = \"plastic\"").law, "plastic");
  EXPECT_EQ(from("scene = \"cradle\"").law, std::nullopt);
  const SceneFile over =
      from("scene = \"corner_ball\"\nlaw = {mode = \"literal\"}\n", {{"mode", "published_table"}});
  EXPECT_EQ(over.law_settings.at("mode"), "published_table");
}

TEST(SceneFile, OneBodyInlineFallsOnAPlane) {
  const SceneFile file = from(ball_text);
  EXPECT_EQ(file.kind, SceneFile::Kind::bodies);
  EXPECT_EQ(file.drop, 0.2);
  const ImpactProblem problem = make_problem(file);
  EXPECT_EQ(problem.name(), "test");
  ASSERT_EQ(problem.contact_count(), 1);
  VectorXd diagonal(6);
  diagonal << 2.0, 2.0, 2.0, 0.1, 0.2, 0.25;
  EXPECT_LT((problem.mass_matrix() - MatrixXd(diagonal.asDiagonal())).norm(), 1e-15);
  EXPECT_NEAR(problem.contacts()[0].normal.dot(problem.velocity()), -std::sqrt(2.0 * 9.81 * 0.2),
              1e-15);
}

/// The base is turned by 90 degrees about x: its own z axis is the world's −y.
TEST(SceneFile, ADropIsAlongGravityHoweverTheBaseIsTurned) {
  const double half = std::sqrt(0.5);
  const SceneFile file =
      from(ball_text, {{"posture", "[0,0,0.5,0.70710678118654757,0,0,0.70710678118654757]"}});
  EXPECT_NEAR(file.scene.state.q[3], half, 1e-15);
  const VectorXd& v = file.scene.state.v;
  EXPECT_NEAR(v[1], -std::sqrt(2.0 * 9.81 * 0.2), 1e-14);
  EXPECT_NEAR(v[2], 0.0, 1e-14);
  const ImpactProblem problem = make_problem(file);
  EXPECT_NEAR(problem.contacts()[0].normal.dot(problem.velocity()), -std::sqrt(2.0 * 9.81 * 0.2),
              1e-14);
}

TEST(SceneFile, OverridesOfOtherKinds) {
  const SceneFile still =
      from(ball_text, {{"velocity", "[0, 0, -3, 0, 0, 1]"}, {"friction", "0.7"}});
  EXPECT_EQ(still.scene.state.v[2], -3.0);
  EXPECT_EQ(still.drop, std::nullopt);
  EXPECT_EQ(still.scene.model.contacts()[0].friction, 0.7);
  EXPECT_EQ(from(ball_text, {{"gravity", "1.62"}}).scene.model.gravity(), Vector3d(0, 0, -1.62));
  EXPECT_EQ(from(ball_text, {{"velocity", "{ball = [1, 2, 3, 4, 5, 6]}"}}).scene.state.v[5], 6.0);
  EXPECT_EQ(from(ball_text, {{"posture", "neutral"}}).scene.state.q[2], 0.0);  // a bare word
}

constexpr const char* two_links = R"(
name = "two links"
gravity = [0, 0, -10]
posture = ["90deg", 0.25]
velocity = {elbow = 2.0}
touching = 1e-3
closed = ["tip"]
lock = ["shoulder"]
armature = {elbow = 0.5}

[[body]]
name = "upper"
joint = {kind = "revolute", name = "shoulder", axis = [0, 1, 0], lower = "-120deg", upper = inf}
placement = {xyz = [0, 0, 1], rpy = [0, 0, "180deg"]}
mass = 1
center = [0, 0, -0.5]
inertia = [0.1, 0.001, 0, 0.1, 0, 0.01]

[[body]]
name = "lower"
parent = "upper"
joint = {kind = "prismatic", name = "elbow", axis = [0, 0, 1], armature = 0.125, effort_limit = 7}
placement = [0, 0, -1]
mass = 2
inertia = [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.01]]

[[contact]]
name = "tip"
body = "lower"
point = [0.1, 0, 0]
radius = 0.01
sphere = {body = "world", point = [0, 0, 0.2], radius = 0.3}
tangents = 1
tangent = [0, 1, 0]
friction = 0.5
static_friction = 0.6
restitution = 0.25
stiffness = 3

[[contact]]
body = "lower"
plane = {body = "upper", point = [0, 0, 1], normal = [0, 0, -2]}
tangents = 0

[[spring]]
joint = "elbow"
stiffness = 100
rest = 0.1
damping = 3

[[spring]]
name = "rope"
first = "lower"
first_point = [0, 0, 1]
second_point = [1, 0, 0]
stiffness = 5
length = 0.5

[[actuator]]
joint = "elbow"
gear = 20

[[coupling]]
joint = "elbow"
other = "shoulder"
coefficients = [0, 0.5, 1]

[[loop]]
name = "ring"
kind = "weld"
first = "lower"
first_placement = {xyz = [0, 0, 1], rpy = ["90deg", 0, 0]}
directions = [[1, 0, 0], [0, 0, 1]]
)";

TEST(SceneFile, EveryPartOfInlineBodies) {
  const SceneFile file = from(two_links);
  const Model& model = file.scene.model;
  const ModelParts& parts = model.parts();
  EXPECT_EQ(model.gravity(), Vector3d(0, 0, -10));
  EXPECT_EQ(file.options.name, "two links");
  EXPECT_EQ(file.options.touching, 1e-3);
  EXPECT_EQ(file.options.closed, std::vector<std::string>{"tip"});
  EXPECT_EQ(file.options.locked, std::vector<std::string>{"shoulder"});
  EXPECT_NEAR(file.scene.state.q[0], std::numbers::pi / 2, 1e-15);
  EXPECT_EQ(file.scene.state.v, (VectorXd(2) << 0.0, 2.0).finished());
  EXPECT_NEAR(model.lower_limit()[0], -2.0 * std::numbers::pi / 3, 1e-15);
  EXPECT_TRUE(std::isinf(model.upper_limit()[0]));
  EXPECT_EQ(model.effort_limit()[1], 7.0);
  EXPECT_EQ(parts.armature, (VectorXd(2) << 0.0, 0.5).finished());

  ASSERT_EQ(parts.contacts.size(), 2u);
  const ContactCandidate& tip = parts.contacts[0];
  EXPECT_EQ(tip.tangents, 1);
  EXPECT_EQ(tip.tangent, Vector3d::UnitY());
  EXPECT_EQ(tip.friction, 0.5);
  EXPECT_EQ(tip.static_friction, 0.6);
  EXPECT_EQ(tip.restitution, 0.25);
  EXPECT_EQ(tip.stiffness, 3.0);
  EXPECT_EQ(std::get<ContactSphere>(tip.against).radius, 0.3);
  EXPECT_EQ(parts.contacts[1].name, "contact 2");
  EXPECT_EQ(std::get<ContactPlane>(parts.contacts[1].against).body, "upper");

  EXPECT_EQ(parts.joint_springs.at(0).stiffness, 100.0);
  EXPECT_EQ(parts.joint_springs.at(0).rest, 0.1);
  EXPECT_EQ(parts.point_springs.at(0).second, "world");
  EXPECT_EQ(parts.point_springs.at(0).length, 0.5);
  EXPECT_EQ(parts.actuators.at(0).name, "elbow");
  EXPECT_EQ(parts.actuators.at(0).gear, 20.0);
  EXPECT_EQ(parts.couplings.at(0).coefficients, (std::vector<double>{0.0, 0.5, 1.0}));
  EXPECT_EQ(parts.loops.at(0).kind, LoopClosure::Kind::weld);
  EXPECT_EQ(parts.loops.at(0).directions.cols(), 2);
  EXPECT_EQ(parts.loops.at(0).directions.col(1), Vector3d::UnitZ());
  EXPECT_LT(
      (parts.loops.at(0).first_placement.linear() * Vector3d::UnitY() - Vector3d::UnitZ()).norm(),
      1e-15);
}

/// The upper link is turned by 180° about z, then by 90° about its own y: its z is the world's −x.
TEST(SceneFile, PlacementsOfInlineBodies) {
  const SceneFile file = from(two_links);
  ModelWorkspace workspace(file.scene.model);
  workspace.set_configuration(file.scene.state.q);
  const Vector3d elbow = workspace.position(file.scene.model.frame("lower"), Vector3d::Zero());
  EXPECT_LT((elbow - Vector3d(1.0 - 0.25, 0.0, 1.0)).norm(), 1e-15);
  // M22 = 2 kg and the armature that the table gives; M11 about the shoulder, with r = 0.75 m:
  // 0.1 + 1·0.5² + 0.1 + 2·0.75².
  EXPECT_NEAR(workspace.mass_matrix()(1, 1), 2.5, 1e-14);
  EXPECT_NEAR(workspace.mass_matrix()(0, 0), 0.1 + 0.25 + 0.1 + 2.0 * 0.5625, 1e-14);
}

TEST(SceneFile, ArmatureOfTheJointStaysWhereTheTableSaysNothing) {
  std::string text = two_links;
  text.replace(text.find("armature = {elbow = 0.5}"), 24, "armature = {shoulder = 2}");
  const VectorXd armature = from(text).scene.model.parts().armature;
  EXPECT_EQ(armature, (VectorXd(2) << 2.0, 0.125).finished());
}

TEST(SceneFile, Warnings) {
  // Principal moments that no matter has, a joint beyond its limit, and one that stops standing.
  const SceneFile file = from(R"(
posture = [0.5, "100deg"]
[[body]]
name = "slide"
joint = {kind = "prismatic", axis = [0, 0, 1]}
mass = 1
inertia = [1, 1, 3]
[[body]]
name = "arm"
parent = "slide"
joint = {kind = "revolute", axis = [0, 1, 0], upper = "90deg"}
mass = 1
inertia = [1, 1, 1]
[[contact]]
body = "arm"
)");
  ASSERT_EQ(file.warnings.size(), 2u);
  EXPECT_NE(file.warnings[0].find("body 'slide': principal moments"), std::string::npos);
  EXPECT_EQ(file.warnings[1], "posture: 'arm' = 1.74533 is above its limit 1.5708");
}

TEST(SceneFile, StandingTellsOfJointsThatStop) {
  const SceneFile file = from(R"(
posture = [0.5, 0.5]
stand = true
[[body]]
name = "slide"
joint = {kind = "prismatic", axis = [0, 0, 1], lower = 0.4}
mass = 1
inertia = [1, 1, 1]
[[body]]
name = "slide_2"
parent = "slide"
joint = {kind = "prismatic", axis = [0, 0, 1]}
mass = 1
inertia = [1, 1, 1]
[[contact]]
body = "slide_2"
)");
  EXPECT_EQ(file.warnings, std::vector<std::string>{"stand: joints at their limits: slide"});
  EXPECT_NEAR(file.scene.state.q[0], 0.4, 1e-12);
  EXPECT_NEAR(file.scene.state.q[1], -0.4, 1e-9);
}

TEST(SceneFile, DefaultsOfContacts) {
  const std::string extra = R"([[contact]]
name = "smooth"
body = "ball"
tangents = 0
[[contact]]
name = "own"
body = "ball"
friction = 0.9
restitution = 0.1
)";
  const std::string head = "friction = 0.4\nstatic_friction = 0.5\nrestitution = 0.3\n";
  const SceneFile file = from(head + ball_text + extra);
  const auto& contacts = file.scene.model.contacts();
  EXPECT_EQ(contacts[0].friction, 0.4);
  EXPECT_EQ(contacts[0].static_friction, 0.5);
  EXPECT_EQ(contacts[0].restitution, 0.3);
  EXPECT_EQ(contacts[1].friction, 0.0);
  EXPECT_EQ(contacts[2].friction, 0.9);
  EXPECT_EQ(contacts[2].static_friction, std::nullopt);
  EXPECT_EQ(contacts[2].restitution, 0.1);
}

TEST(SceneFile, StandsOnItsContacts) {
  const SceneFile file = from(ball_text, {{"posture", "[0.1,0,0.8,0,0,0,1]"}, {"stand", "true"}});
  EXPECT_NEAR(file.scene.state.q[2], 0.5, 1e-10);
  EXPECT_NEAR(file.scene.state.q[0], 0.1, 1e-9);
}

}  // namespace
}  // namespace carom
