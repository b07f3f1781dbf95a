// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/variation/mirror.h"

#include <gtest/gtest.h>

namespace carom::design {
namespace {

using Eigen::Vector3d;

BodyDescription body_at(const std::string& name, const std::string& parent, const Vector3d& at,
                        const Vector3d& axis) {
  BodyDescription body{.name = name, .parent = parent, .joint = name + "_joint"};
  body.kind = JointKind::revolute;
  body.axis = axis;
  body.placement.translation() = at;
  body.mass = 1.0;
  body.inertia = Vector3d(0.01, 0.01, 0.01).asDiagonal();
  return body;
}

/// A free trunk with a waist, a neck, and two legs of hip (roll) and knee (pitch). `knee`: axis of
/// the right knee.
Model walker(const Vector3d& knee, double right = -0.1) {
  ModelDescription description{.name = "walker"};
  BodyDescription trunk{.name = "trunk", .joint = "root", .kind = JointKind::free, .mass = 5.0};
  trunk.inertia = Vector3d(0.1, 0.1, 0.1).asDiagonal();
  description.bodies = {trunk, body_at("waist", "trunk", {0, 0, 0.1}, Vector3d::UnitZ()),
                        body_at("neck", "waist", {0, 0, 0.4}, Vector3d::UnitY())};
  for (const auto& [side, y] : {std::pair(std::string("left"), 0.1), {"right", right}}) {
    const std::string hip = side + "_hip";
    description.bodies.push_back(body_at(hip, "trunk", {0, y, 0}, Vector3d::UnitX()));
    description.bodies.push_back(
        body_at(side + "_knee", hip, {0, 0, -0.4}, y > 0.0 ? Vector3d::UnitY() : knee));
  }
  return Model(description);
}

Mirror mirror_of(const Model& model, const State& state) {
  return find_mirror(model, state, varied_parameters(model, state));
}

State neutral(const Model& model) {
  return {model.neutral(), Eigen::VectorXd::Zero(model.velocity_size())};
}

std::string name(const Model& model, int parameter) {
  return varied_parameters(model, neutral(model))[static_cast<std::size_t>(parameter)].name;
}

TEST(Mirror, PairsJointsByNameAndPlace) {
  const Model model = walker(Vector3d::UnitY());
  const Mirror mirror = mirror_of(model, neutral(model));
  ASSERT_EQ(mirror.pairs.size(), 2U);
  EXPECT_EQ(name(model, mirror.pairs[0].left), "left_hip_joint");
  EXPECT_EQ(name(model, mirror.pairs[0].right), "right_hip_joint");
  EXPECT_EQ(mirror.pairs[0].sign, -1.0) << "both about x: rolls to one side";
  EXPECT_EQ(mirror.pairs[1].sign, 1.0) << "both about y: bend alike";
  EXPECT_EQ(mirror.crooked, "");
  // Waist yaw, and of the base sideways, roll and yaw. The neck nods as it likes.
  std::vector<std::string> still;
  for (const int k : mirror.still) still.push_back(name(model, k));
  EXPECT_EQ(still, (std::vector<std::string>{"waist_joint", "root.wx", "root.vy", "root.wz"}));
}

TEST(Mirror, TurnsTheSignWithTheAxis) {
  const Model model = walker(-Vector3d::UnitY());
  EXPECT_EQ(mirror_of(model, neutral(model)).pairs[1].sign, -1.0);
}

TEST(Mirror, SaysWhereTheStartIsNotSymmetric) {
  const Model model = walker(Vector3d::UnitY());
  State state = neutral(model);
  state.q[model.joints()[static_cast<std::size_t>(model.joint("left_knee_joint"))].q] = 0.3;
  EXPECT_EQ(mirror_of(model, state).crooked, "left_knee_joint = 0.3 and right_knee_joint = 0");
}

TEST(Mirror, LeavesJointsAloneThatAreNotMirrored) {
  EXPECT_EQ(mirror_of(walker(Vector3d::UnitX()), neutral(walker(Vector3d::UnitX()))).pairs.size(),
            1U);
  ModelDescription fixed{.name = "arm"};
  fixed.bodies = {body_at("left_arm", "world", {0, 0.1, 0}, Vector3d::UnitY()),
                  body_at("right_arm", "world", {0, -0.1, 0}, Vector3d::UnitY())};
  EXPECT_TRUE(mirror_of(Model(fixed), neutral(Model(fixed))).pairs.empty());
}

}  // namespace
}  // namespace carom::design
