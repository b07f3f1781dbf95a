// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Postures by name and from JSON; bad ones are in tests/rejection/posture_test.cpp.
#include "model/posture/posture_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/robot.h"
#include "support/faults.h"
#include "support/posture_models.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::ElementsAre;
using testing::IsEmpty;

Model named() {
  ModelDescription description;
  description.name = "robot";
  description.bodies.push_back(body("root_joint", "world", JointKind::free, at(0, 0, 0)));
  description.bodies.push_back(body("hip", "root_joint", JointKind::revolute, at(0, 0, 0)));
  description.bodies.back().lower = -1.0;
  description.bodies.back().upper = 1.0;
  description.bodies.push_back(body("neck", "root_joint", JointKind::spherical, at(0, 0, 1)));
  VectorXd standing(12);
  standing << 0, 0, 0.5, 0, 0, 0, 1, 0.25, 0, 0, 0, 1;
  description.parts.postures["standing"] = standing;
  return Model(description);
}

TEST(PostureFile, InWords) {
  const Model model = named();
  const NamedPosture standing = posture_from_words(model, "standing", "--posture");
  EXPECT_EQ(standing.name, "standing");
  EXPECT_EQ(standing.q[7], 0.25);
  const NamedPosture written = posture_from_words(model, R"({"hip": 0.5})", "--posture");
  EXPECT_EQ(written.name, "");
  EXPECT_EQ(written.q[7], 0.5);
  const RobotFolder folder;
  const std::string file = folder.write("q.json", R"({"hip": 0.75})").string();
  EXPECT_EQ(posture_from_words(model, file, "--posture").q[7], 0.75);
  EXPECT_THAT(refusal_of([&] { (void)posture_from_words(model, "{", "--posture"); }),
              testing::StartsWith("--posture:1:"));
  EXPECT_THAT(refusal_of([&] {
                (void)posture_from_words(model, folder.write("bad.json", "[").string(), "");
              }),
              testing::HasSubstr("bad.json:1:"));
  EXPECT_THAT(refusal_of([&] { (void)posture_from_words(model, "crouch", "--posture"); }),
              testing::StartsWith("robot: no posture 'crouch'"));
}

TEST(PostureFile, Names) {
  const Model model = named();
  EXPECT_EQ(default_posture(model), "standing");
  EXPECT_EQ(find_posture(model, "standing")[7], 0.25);
  EXPECT_EQ(find_posture(model, "neutral"), model.neutral());
  EXPECT_EQ(default_posture(leg(1.0)), "neutral");
  ModelParts parts = model.parts();
  parts.postures = {{"half_sitting", model.neutral()}, {"arm_up", model.neutral()}};
  EXPECT_EQ(default_posture(model.with(parts)), "half_sitting");
}

TEST(PostureFile, List) {
  const Model model = named();
  const VectorXd q =
      posture_from_json(model, "[1, 2, 3, 0, 0, 0.6, 0.8000001, 0.5, 0, 0, 0, 1]", "p.json");
  EXPECT_EQ(q.head<3>(), Vector3d(1, 2, 3));
  EXPECT_NEAR(q.segment<4>(3).norm(), 1.0, 1e-15);  // normalised
  EXPECT_EQ(q[7], 0.5);
}

TEST(PostureFile, ObjectOverTheDefaultPosture) {
  const Model model = named();
  const VectorXd q = posture_from_json(
      model, R"({"neck": [0, 0.6, 0, 0.8], "root_joint": [0, 0, 2, 0, 0, 0, 1]})", "p.json");
  EXPECT_EQ(q[7], 0.25);  // hip, as in "standing"
  EXPECT_EQ(q[2], 2.0);
  EXPECT_EQ(q[9], 0.6);
  EXPECT_EQ(posture_from_json(model, R"({"root_joint.z": 3, "hip": -0.5})", "p.json")[2], 3.0);
  EXPECT_EQ(posture_from_json(model, "{}", "p.json"), find_posture(model, "standing"));
}

// A coordinate map: what is named is the coordinate, not the joint behind it.
TEST(PostureFile, MappedCoordinates) {
  ModelDescription description;
  description.bodies.push_back(body("a", "world", JointKind::revolute, at(0, 0, 0)));
  description.bodies.push_back(body("b", "a", JointKind::revolute, at(0.5, 0, 0)));
  description.coordinate_map = (Eigen::Matrix2d() << 1, 0, -1, 1).finished();
  description.coordinate_names = {"angle 1", "angle 2"};
  const Model model(description);
  EXPECT_EQ(posture_from_json(model, R"({"angle 2": 0.7})", "p.json"),
            VectorXd(Eigen::Vector2d(0, 0.7)));
  EXPECT_ANY_THROW((void)posture_from_json(model, R"({"b": 0.7})", "p.json"));
}

TEST(PostureFile, OutsideLimitsIsAWarning) {
  const Model model = named();
  const VectorXd q = posture_from_json(model, R"({"hip": 1.5})", "p.json");
  EXPECT_EQ(q[7], 1.5);
  EXPECT_THAT(posture_warnings(model, q), ElementsAre("'hip' = 1.5 is above its limit 1"));
  EXPECT_THAT(posture_warnings(model, posture_from_json(model, R"({"hip": -2})", "p.json")),
              ElementsAre("'hip' = -2 is below its limit -1"));
  EXPECT_THAT(posture_warnings(model, find_posture(model, "standing")), IsEmpty());
}

}  // namespace
}  // namespace carom::test
