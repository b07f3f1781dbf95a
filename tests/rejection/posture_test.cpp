// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every message of a bad posture, by its text; all faults come at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/robot.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using Eigen::VectorXd;
using testing::ElementsAre;
using testing::HasSubstr;

BodyDescription child_body(const char* name, const char* parent, JointKind kind) {
  BodyDescription description;
  description.name = name;
  description.parent = parent;
  description.kind = kind;
  description.mass = 1.0;
  description.inertia = Eigen::Matrix3d::Identity();
  return description;
}

/// q: base (7), hip.
Model robot() {
  ModelDescription description;
  description.name = "robot";
  description.bodies = {child_body("base", "world", JointKind::free),
                        child_body("hip", "base", JointKind::revolute)};
  ContactCandidate contact;
  contact.name = "left_foot";
  contact.sphere.body = "hip";
  description.parts.contacts = {contact};
  description.parts.postures["standing"] = (VectorXd(8) << 0, 0, 1, 0, 0, 0, 1, 0.5).finished();
  return Model(description);
}

std::vector<std::string> json_faults(const char* text) {
  return faults_of([&] { (void)posture_from_json(robot(), text, "p.json"); });
}

std::vector<std::string> solver_faults(const VectorXd& start, const PostureOptions& options) {
  return faults_of([&] { (void)solve_posture(robot(), start, options); });
}

TEST(RejectPosture, UnknownName) {
  EXPECT_THAT(faults_of([] { (void)find_posture(robot(), "standin"); }),
              ElementsAre("robot: no posture 'standin'; expected one of standing, neutral; did you "
                          "mean 'standing'?"));
  EXPECT_THAT(faults_of([] { (void)find_posture(robot(), "STANDING"); }),
              ElementsAre(HasSubstr("did you mean 'standing'?")));
  EXPECT_THAT(faults_of([] { (void)find_posture(robot(), "Neutral"); }),
              ElementsAre(HasSubstr("did you mean 'neutral'?")));
  EXPECT_THAT(faults_of([] { (void)find_posture(robot(), ""); }),
              ElementsAre("robot: no posture ''; expected one of standing, neutral"));
}

TEST(RejectPosture, NotJson) {
  EXPECT_THAT(json_faults("[0, 0,\n 0.5, nan]"),
              ElementsAre(HasSubstr("p.json:2:7: not JSON; expected a list of finite numbers or an "
                                    "object of names and numbers")));
  EXPECT_THAT(json_faults(""), ElementsAre(HasSubstr("p.json:1:1: not JSON")));
  EXPECT_THAT(json_faults("[0, 1e999]"),
              ElementsAre("p.json: a number overflows; expected finite numbers up to 1.8e308"));
  EXPECT_THAT(json_faults("[[[[[[1]]]]]]"),
              ElementsAre("p.json: lists are nested more than 4 deep; expected numbers or names"));
}

TEST(RejectPosture, WrongKindOfDocument) {
  EXPECT_THAT(json_faults("\"standing\""),
              ElementsAre("p.json: the posture is \"standing\"; expected a list of 8 numbers, or "
                          "an object such as {\"joint\": 0.5}"));
  EXPECT_THAT(json_faults("3"), ElementsAre(HasSubstr("the posture is 3; expected a list")));
}

TEST(RejectPosture, WrongSize) {
  EXPECT_THAT(json_faults("[1, 2]"),
              ElementsAre("p.json: the posture has 2 numbers; expected 8: base.x, base.y, base.z, "
                          "base.qx, base.qy, base.qz, base.qw, hip"));
  EXPECT_THAT(json_faults("[1]"),
              ElementsAre(HasSubstr("hip; put the free base in front: position x, y, z and "
                                    "quaternion x, y, z, w")));
  EXPECT_THAT(
      json_faults("[0, 0, 0, 0, 0, 0, 0.5]"),
      ElementsAre(HasSubstr("the free base has a quaternion x, y, z, w, not three angles")));
}

TEST(RejectPosture, WrongEntries) {
  EXPECT_THAT(json_faults("[0, 0, \"up\", 0, 0, 0, 1, null]"),
              ElementsAre("p.json: [2] (base.z) = \"up\"; expected a number (rad or m)",
                          "p.json: [7] (hip) = null; expected a number (rad or m)"));
}

TEST(RejectPosture, Quaternion) {
  EXPECT_THAT(json_faults("[0, 0, 0, 1, 0, 0, 1, 0]"),
              ElementsAre("p.json: the quaternion (x, y, z, w) of joint 'base' has length 1.41421; "
                          "expected 1; no rotation is 0, 0, 0, 1"));
  EXPECT_THAT(json_faults("[0, 0, 0, 0, 0, 0, 0, 0]"), ElementsAre(HasSubstr("has length 0;")));
}

TEST(RejectPosture, Object) {
  EXPECT_THAT(
      json_faults(R"({"hop": 1, "base": 2, "hip": [1]})"),
      ElementsAre("p.json: no joint 'hop'; expected one of base, hip; did you mean 'hip'?",
                  "p.json: 'base' = 2; expected a list of 7 numbers: base.x, base.y, base.z, "
                  "base.qx, base.qy, base.qz, base.qw",
                  "p.json: 'hip' = [1]; expected a number (rad or m)"));
  EXPECT_THAT(json_faults(R"({"base": [0, 0, 0, 0, 0, true, 1]})"),
              ElementsAre("p.json: 'base'[5] = true; expected a number (rad or m)"));
  EXPECT_THAT(json_faults(R"({"hip": 1, "hip": 2})"),
              ElementsAre("p.json: 'hip' is given twice; expected once"));
  EXPECT_THAT(json_faults(R"({"base": [0, 0, 0, 0, 0, 0, 1], "base.z": 1})"),
              ElementsAre("p.json: 'base.z' is given twice; expected once"));
  EXPECT_THAT(json_faults(R"({"base.qx": 1})"), ElementsAre(HasSubstr("has length 1.41421")));
}

TEST(RejectPosture, SolverNames) {
  const VectorXd start = robot().neutral();
  EXPECT_THAT(
      solver_faults(start, {.contacts = {"left_fot"}, .held = {"hup"}}),
      ElementsAre(HasSubstr("did you mean 'left_foot'?"), HasSubstr("did you mean 'hip'?")));
}

TEST(RejectPosture, SolverSettings) {
  const VectorXd start = robot().neutral();
  EXPECT_THAT(solver_faults(start, {.tolerance = 0.0, .iterations = 0}),
              ElementsAre("posture: tolerance = 0 m; expected > 0 and finite",
                          "posture: iterations = 0; expected >= 1"));
  EXPECT_THAT(solver_faults(start, {.tolerance = NAN}),
              ElementsAre("posture: tolerance = nan m; expected > 0 and finite"));
}

TEST(RejectPosture, SolverStart) {
  EXPECT_THAT(solver_faults(VectorXd::Zero(3), {}),
              ElementsAre(HasSubstr("q has 3 numbers; expected 8")));
  VectorXd start = robot().neutral();
  start[7] = NAN;
  EXPECT_THAT(solver_faults(start, {}), ElementsAre(HasSubstr("q of 'hip' = nan")));
  start[7] = 0.0;
  start[3] = 1.0;
  EXPECT_THAT(solver_faults(start, {}),
              ElementsAre(HasSubstr("the quaternion of joint 'base' has length 1.41")));
}

}  // namespace
}  // namespace carom::test
