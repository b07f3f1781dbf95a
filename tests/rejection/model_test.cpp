// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Models and states that cannot be used, and what is said about each. All faults at once.
#include "carom/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/faults.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

BodyDescription unit_body(const std::string& name, JointKind kind = JointKind::free) {
  BodyDescription result;
  result.name = name;
  result.kind = kind;
  result.mass = 1.0;
  result.inertia = Eigen::Matrix3d::Identity();
  return result;
}

std::vector<std::string> faults_of_bodies(const std::vector<BodyDescription>& bodies) {
  return faults_of([&] { Model({.name = "m", .bodies = bodies}); });
}

std::vector<std::string> faults_of_parts(const ModelParts& parts) {
  return faults_of([&] {
    Model({.name = "m",
           .bodies = {unit_body("a"), unit_body("b", JointKind::revolute)},
           .parts = parts});
  });
}

TEST(ModelRejection, Bodies) {
  const double nan = std::nan("");
  BodyDescription bad = unit_body("a");
  bad.mass = -1.0;
  EXPECT_THAT(faults_of_bodies({bad}),
              ElementsAre("body 'a': mass = -1 kg; expected a finite number >= 0"));
  bad = unit_body("a");
  bad.inertia = Vector3d(1.0, 1.0, -1.0).asDiagonal();
  EXPECT_THAT(faults_of_bodies({bad}),
              ElementsAre("body 'a': principal moments of inertia = -1, 1, 1 kg m^2; expected none "
                          "negative; give the inertia about the centre of mass"));
  bad = unit_body("a");
  bad.inertia(0, 1) = 0.5;
  EXPECT_THAT(faults_of_bodies({bad}), ElementsAre(HasSubstr("not a symmetric finite matrix")));
  bad = unit_body("a");
  bad.center[1] = nan;
  EXPECT_THAT(faults_of_bodies({bad}),
              ElementsAre(HasSubstr("center has an entry that is not finite")));
  bad = unit_body("a", JointKind::revolute);
  bad.axis.setZero();
  EXPECT_THAT(faults_of_bodies({bad}),
              ElementsAre(HasSubstr("axis = (0, 0, 0); expected a finite vector")));
  bad = unit_body("a");
  bad.placement.linear() *= 2.0;
  EXPECT_THAT(faults_of_bodies({bad}), ElementsAre(HasSubstr("placement is not a rigid one")));
  bad = unit_body("a", JointKind::revolute);
  bad.lower = 2.0;
  bad.upper = 1.0;
  EXPECT_THAT(faults_of_bodies({bad}),
              ElementsAre("body 'a': limits 2 to 1; expected lower <= upper"));
  bad.upper = 3.0;
  bad.armature = -0.1;
  EXPECT_THAT(faults_of_bodies({bad}),
              ElementsAre("body 'a': armature = -0.1; expected a finite number >= 0"));
  EXPECT_THAT(faults_of_bodies({unit_body("a", JointKind::planar)}),
              ElementsAre(HasSubstr("this kind of joint comes from robot files only")));
}

TEST(ModelRejection, Tree) {
  BodyDescription child = unit_body("b");
  child.parent = "aa";
  EXPECT_THAT(faults_of_bodies({unit_body("a"), child}),
              ElementsAre(HasSubstr("parent = 'aa' is not a body before it; expected \"world\" or "
                                    "one of a, world; did you mean 'a'?")));
  EXPECT_THAT(faults_of_bodies({unit_body("a"), unit_body("a")}),
              SizeIs(2));  // The body, and its joint.
  EXPECT_THAT(faults_of_bodies({unit_body("")}), ElementsAre(HasSubstr("body with an empty name")));
  EXPECT_THAT(faults_of_bodies({}), ElementsAre(HasSubstr("no joint moves")));
  EXPECT_THAT(faults_of_bodies({unit_body("a", JointKind::fixed)}),
              ElementsAre(HasSubstr("no joint moves")));
  BodyDescription massless = unit_body("a");
  massless.mass = 0.0;
  massless.inertia.setZero();
  EXPECT_THAT(faults_of_bodies({massless}),
              ElementsAre(HasSubstr("mass = 0 kg and nothing heavier hangs below its joint")));
  BodyDescription worse = unit_body("a");
  worse.mass = -1.0;
  worse.placement.translation()[0] = std::numeric_limits<double>::infinity();
  EXPECT_THAT(faults_of_bodies({worse, child}), SizeIs(3));
}

TEST(ModelRejection, TooManyVelocities) {
  std::vector<BodyDescription> bodies;
  for (int k = 0; k < 513; ++k) bodies.push_back(unit_body(std::to_string(k), JointKind::revolute));
  EXPECT_THAT(
      faults_of_bodies(bodies),
      ElementsAre("m: 513 velocities; expected at most 512; the memory of a workspace grows "
                  "with their cube"));
}

TEST(ModelRejection, CoordinateMap) {
  ModelDescription description{.name = "m", .bodies = {unit_body("a", JointKind::revolute)}};
  description.coordinate_map = Eigen::Matrix2d::Identity();
  EXPECT_THAT(faults_of([&] { Model{description}; }),
              ElementsAre("coordinate_map: 2 x 2; expected a regular 1 x 1 matrix"));
  description.coordinate_map = Eigen::MatrixXd::Zero(1, 1);
  EXPECT_THAT(faults_of([&] { Model{description}; }), SizeIs(1));
  description.coordinate_map.resize(0, 0);
  description.coordinate_names = {"x", "y"};
  EXPECT_THAT(faults_of([&] { Model{description}; }),
              ElementsAre("coordinate_names: 2 names; expected 1, one per coordinate"));
  description.bodies = {unit_body("a")};
  EXPECT_THAT(faults_of([&] { Model{description}; }),
              ElementsAre(HasSubstr("spherical and free joints have their own coordinates")));
  description.coordinate_names.clear();
  description.gravity[0] = std::nan("");
  EXPECT_THAT(faults_of([&] { Model{description}; }), ElementsAre(HasSubstr("gravity")));
}

TEST(ModelRejection, MapWithBodiesOutOfOrder) {
  BodyDescription b = unit_body("b", JointKind::revolute), d = unit_body("d", JointKind::revolute);
  b.parent = d.parent = "a";
  ModelDescription description{
      .name = "m",
      .bodies = {unit_body("a", JointKind::revolute), b, unit_body("c", JointKind::revolute), d}};
  EXPECT_NO_THROW(Model{description});
  description.coordinate_names = {"1", "2", "3", "4"};
  EXPECT_THAT(faults_of([&] { Model{description}; }),
              ElementsAre(HasSubstr("the bodies are not depth first; expected each body to be "
                                    "followed by all that hangs on it")));
}

// In absolute angles the second joint's position is a difference of two coordinates.
TEST(ModelRejection, JointsMixedByTheMap) {
  BodyDescription second = unit_body("b", JointKind::revolute);
  second.parent = "a";
  ContactCandidate contact;
  contact.name = "foot";
  contact.sphere.body = "b";
  contact.sphere.center = Vector3d::UnitX();
  ModelDescription description{.name = "m",
                               .bodies = {unit_body("a", JointKind::revolute), second},
                               .parts = {.contacts = {contact}}};
  description.bodies[0].axis = description.bodies[1].axis = Vector3d::UnitY();
  description.coordinate_map = (Eigen::Matrix2d() << 1.0, 0.0, -1.0, 1.0).finished();
  const Model model(description);
  const State state{Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero()};
  EXPECT_THAT(faults_of([&] { (void)make_problem(model, state, {.locked = {"b"}}); }),
              ElementsAre("locked joint 'b' is mixed with other joints by the coordinate map of m; "
                          "expected a joint whose position is a coordinate"));
  EXPECT_NO_THROW((void)make_problem(model, state, {.locked = {"a"}}));
  description.parts.joint_springs = {{.joint = "b", .stiffness = 1.0}};
  EXPECT_THAT(
      faults_of([&] { Model{description}; }),
      ElementsAre(HasSubstr("joint = 'b' is mixed with other joints by the coordinate map")));
}

TEST(ModelRejection, Contacts) {
  ContactCandidate contact;
  contact.name = "foot";
  contact.sphere.body = "aa";
  EXPECT_THAT(faults_of_parts({.contacts = {contact}}),
              ElementsAre(HasSubstr("contact 'foot': body = 'aa' is not a frame of m; expected a "
                                    "body, joint or site; did you mean 'a'?")));
  contact.sphere.body = "a";
  contact.sphere.radius = -1.0;
  contact.friction = -0.1;
  contact.restitution = 2.0;
  contact.stiffness = 0.0;
  contact.tangents = 3;
  contact.tangent.setZero();
  EXPECT_THAT(faults_of_parts({.contacts = {contact}}), SizeIs(6));
  ContactCandidate plain;
  plain.name = "foot";
  plain.sphere.body = "a";
  EXPECT_THAT(faults_of_parts({.contacts = {plain, plain}}),
              ElementsAre(HasSubstr("the name is taken")));
  plain.against = ContactPlane{.body = "floor"};
  EXPECT_THAT(faults_of_parts({.contacts = {plain}}),
              ElementsAre(HasSubstr("plane's body = 'floor'")));
  plain.against = ContactPlane{.normal = Vector3d::Zero()};
  EXPECT_THAT(faults_of_parts({.contacts = {plain}}), ElementsAre(HasSubstr("its normal is zero")));
  plain.against = ContactPlane{};
  plain.tangents = 0;
  plain.friction = 0.5;
  EXPECT_THAT(faults_of_parts({.contacts = {plain}}), ElementsAre(HasSubstr("without a tangent")));
  plain.tangents = 2;
  plain.static_friction = 0.2;
  EXPECT_THAT(
      faults_of_parts({.contacts = {plain}}),
      ElementsAre("contact 'foot': static_friction = 0.2; expected a finite number >= 0.5"));
}

TEST(ModelRejection, OtherParts) {
  EXPECT_THAT(faults_of_parts({.loops = {{.name = "l", .first = "c"}}}),
              ElementsAre(HasSubstr("loop 'l': first = 'c' is not a frame of m")));
  EXPECT_THAT(faults_of_parts({.couplings = {{.name = "k", .joint = "bb"}}}),
              ElementsAre(HasSubstr("coupling 'k': joint = 'bb' is not a joint of m; expected one "
                                    "of its joints; did you mean 'b'?")));
  EXPECT_THAT(faults_of_parts({.joint_springs = {{.joint = "a"}}}),
              ElementsAre(HasSubstr("joint = 'a' has 7 coordinates; expected a joint of one")));
  EXPECT_THAT(faults_of_parts({.joint_springs = {{.joint = "b", .stiffness = -1.0}}}),
              ElementsAre(HasSubstr("stiffness = -1; expected a finite number >= 0")));
  EXPECT_THAT(faults_of_parts({.point_springs = {{.first = "a", .second = "x"}}}),
              ElementsAre(HasSubstr("spring 'spring 1': second = 'x'")));
  EXPECT_THAT(faults_of_parts({.actuators = {{.name = "motor", .joint = "c"}}}),
              ElementsAre(HasSubstr("actuator 'motor': joint = 'c'")));
  EXPECT_THAT(faults_of_parts({.postures = {{"crouch", VectorXd::Zero(3)}}}),
              ElementsAre("posture 'crouch': 3 numbers; expected 8 finite ones"));
  EXPECT_THAT(faults_of_parts({.armature = VectorXd::Zero(2)}),
              ElementsAre("armature: 2 numbers; expected 7, one per velocity"));
  VectorXd armature = VectorXd::Zero(7);
  armature[6] = -1.0;
  EXPECT_THAT(faults_of_parts({.armature = armature}),
              ElementsAre("armature: b = -1; expected a finite number >= 0"));
}

class StateRejection : public ::testing::Test {
 protected:
  static Model make() {
    ModelDescription description{.name = "m",
                                 .bodies = {unit_body("a"), unit_body("b", JointKind::revolute)}};
    ContactCandidate contact;
    contact.name = "foot";
    contact.sphere.body = "a";
    description.parts.contacts = {contact};
    return Model(description);
  }
  Model model = make();
  State state{model.neutral(), VectorXd::Zero(7)};
  std::vector<std::string> faults(const ProblemOptions& options = {}) const {
    return faults_of([&] { (void)make_problem(model, state, options); });
  }
};

TEST_F(StateRejection, OffTheManifold) {
  state.q[6] = 2.0;
  EXPECT_THAT(faults(), ElementsAre("state: the quaternion of joint 'a' has length 2; expected 1; "
                                    "normalise it"));
  state.q[0] = std::nan("");
  state.v[6] = std::numeric_limits<double>::infinity();
  EXPECT_THAT(faults(), ElementsAre("state: q of 'a.x' = nan; expected a finite number",
                                    "state: v of 'b' = inf; expected a finite number"));
  state.q.resize(3);
  EXPECT_THAT(faults(), SizeIs(2));
}

TEST_F(StateRejection, NothingTouches) {
  state.q[2] = 0.3;
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("m: nothing touches; gaps: 'foot' 0.3; expected a "
                                              "gap of at most 1e-06; move the posture")));
  model = model.with({});
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("m: no contacts; expected at least one")));
}

TEST_F(StateRejection, Names) {
  EXPECT_THAT(faults({.closed = {"fot"}}),
              ElementsAre("m: no contact 'fot'; expected one of foot; did you mean 'foot'?"));
  EXPECT_THAT(faults({.locked = {"c"}}),
              ElementsAre(HasSubstr("m: no joint 'c'; expected one of its 2 joints")));
  EXPECT_THAT(faults_of([&] { (void)model.frame("aa"); }),
              ElementsAre(HasSubstr("m: no frame 'aa'; expected a body, joint or site")));
  EXPECT_THAT(faults({.locked = {"a", "b"}}),
              ElementsAre("every joint is locked; expected one that moves"));
  state.v[6] = 1.0;
  EXPECT_THAT(faults({.locked = {"b"}}), ElementsAre("locked joint 'b': velocity = 1; expected 0"));
}

TEST_F(StateRejection, OpenLoop) {
  LoopClosure loop{.name = "ring", .first = "b"};
  loop.second_placement.translation()[2] = 0.5;
  ModelParts parts = model.parts();
  parts.loops = {loop};
  model = model.with(parts);
  EXPECT_THAT(faults(), ElementsAre(HasSubstr("loop 'ring.z' is open by -0.5; expected at most "
                                              "1e-06; close it with the posture solver")));
}

}  // namespace
}  // namespace carom::test
