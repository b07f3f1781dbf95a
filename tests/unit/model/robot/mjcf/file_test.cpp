// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// MJCF: ways to write a placement, classes, what is said about things that are not read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/error.h"
#include "carom/robot.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using std::numbers::pi;
using testing::Contains;
using testing::HasSubstr;

/// A body on the world with one hinge that stands at zero.
Matrix3d orientation(const std::string& attribute, const std::string& compiler = "") {
  const Model model = load_text("<mujoco>" + compiler + "<worldbody><body name='b' " + attribute +
                                "><joint/><geom size='.1'/></body></worldbody></mujoco>");
  ModelWorkspace workspace(model);
  workspace.set_configuration(model.neutral());
  return workspace.placement(model.frame("b")).linear();
}

Matrix3d about(int axis, double angle) {
  return Eigen::AngleAxisd(angle, Vector3d::Unit(axis)).toRotationMatrix();
}

TEST(MjcfFile, OrientationsInAllWays) {
  const double d = pi / 180.0;
  const Matrix3d moving = about(0, 10 * d) * about(1, 20 * d) * about(2, 30 * d);
  const Matrix3d fixed = about(2, 30 * d) * about(1, 20 * d) * about(0, 10 * d);
  const auto off = [](const Matrix3d& a, const Matrix3d& b) { return (a - b).norm(); };
  EXPECT_LT(off(orientation("euler='10 20 30'"), moving), 1e-15);
  EXPECT_LT(off(orientation("euler='10 20 30'", "<compiler eulerseq='XYZ'/>"), fixed), 1e-15);
  EXPECT_LT(off(orientation("euler='0.1 0.2 0.3'", "<compiler angle='radian' eulerseq='zyx'/>"),
                about(2, 0.1) * about(1, 0.2) * about(0, 0.3)),
            1e-15);
  EXPECT_LT(off(orientation("axisangle='0 0 2 90'"), about(2, pi / 2)), 1e-15);
  EXPECT_LT(off(orientation("quat='2 2 0 0'"), about(0, pi / 2)), 1e-15);
  EXPECT_LT(off(orientation("xyaxes='0 3 0 -1 1 0'"), about(2, pi / 2)), 1e-15);
  EXPECT_LT(off(orientation("zaxis='1 0 0'"), about(1, pi / 2)), 1e-15);
  EXPECT_LT(off(orientation("zaxis='0 0 -1'"), about(0, pi)), 1e-15);
}

TEST(MjcfFile, FramesMoveWhatIsInThem) {
  const Model model = load_text(R"(<mujoco><worldbody>
    <frame pos="1 0 0" euler="0 0 90"><body name="b" pos="1 0 0"><joint axis="1 0 0"/>
      <frame pos="0 0 1"><geom size=".1" pos="1 0 0"/><site name="s"/></frame></body></frame>
    </worldbody></mujoco>)");
  ModelWorkspace workspace(model);
  workspace.set_configuration(model.neutral());
  const Vector3d origin = Vector3d::Zero();
  EXPECT_LT((workspace.position(model.frame("b"), origin) - Vector3d(1, 1, 0)).norm(), 1e-15);
  EXPECT_LT((workspace.position(model.frame("s"), origin) - Vector3d(1, 1, 1)).norm(), 1e-15);
  EXPECT_LT((workspace.center_of_mass() - Vector3d(1, 2, 1)).norm(), 1e-15);
}

TEST(MjcfFile, AClassStandsForThatOfTheBodyAround) {
  // Own class before childclass before the file's; a nested class has all of the outer one.
  const Model model = load_text(R"(<mujoco><default><joint armature="1" damping="5"/>
      <default class="a"><joint armature="2"/><default class="aa"><joint axis="1 0 0"/></default>
      </default><default class="c"><joint damping="7"/></default></default>
    <worldbody><body name="x"><joint name="main"/><geom size=".1"/>
      <body childclass="a"><joint name="child"/><geom size=".1"/>
        <body><joint name="own" class="c"/><geom size=".1"/>
          <body><joint name="inner" class="aa"/><geom size=".1"/></body></body></body></body>
    </worldbody></mujoco>)");
  EXPECT_EQ(model.parts().armature, Eigen::Vector4d(1, 2, 1, 2));
  ASSERT_EQ(model.parts().joint_springs.size(), 4u);
  EXPECT_EQ(model.parts().joint_springs[2].damping, 7.0);
  EXPECT_EQ(model.parts().joint_springs[3].damping, 5.0);
  ModelWorkspace workspace(model);
  workspace.set_configuration(model.neutral());
  Eigen::Matrix3Xd jacobian(3, 4);
  workspace.angular_jacobian(model.frame("body_4"), jacobian);
  EXPECT_LT((jacobian.col(3) - Vector3d::UnitX()).norm(), 1e-15);
}

TEST(MjcfFile, InertiaAsTheCompilerSays) {
  const auto mass = [](const std::string& compiler) {
    return load_text("<mujoco><compiler " + compiler +
                     "/><worldbody><body><joint/><inertial pos='0 0 0' mass='3' "
                     "diaginertia='1 1 1'/><geom type='box' size='.5 .5 .5' mass='2' group='1'/>"
                     "<geom size='.1' mass='4' group='3'/></body></worldbody></mujoco>")
        .total_mass();
  };
  EXPECT_DOUBLE_EQ(mass(""), 3.0);
  EXPECT_DOUBLE_EQ(mass("inertiafromgeom='true'"), 6.0);
  EXPECT_DOUBLE_EQ(mass("inertiafromgeom='true' inertiagrouprange='0 2'"), 2.0);
  EXPECT_DOUBLE_EQ(mass("boundmass='5'"), 5.0);
  EXPECT_DOUBLE_EQ(mass("settotalmass='0.5'"), 0.5);
  const Model balanced = load_text(
      "<mujoco><compiler balanceinertia='true'/><worldbody><body><joint/><inertial pos='0 0 0' "
      "mass='3' diaginertia='1 1 4'/></body></worldbody></mujoco>");
  EXPECT_THAT(balanced.parts().warnings, testing::IsEmpty());
  ModelWorkspace workspace(balanced);
  workspace.set_configuration(balanced.neutral());
  EXPECT_NEAR(workspace.mass_matrix()(0, 0), 2.0, 1e-15);
}

TEST(MjcfFile, WhatIsNotReadIsSaid) {
  const Model model = load_text(R"(<mujoco><option density="1000" gravity="0 0 -1.6"/>
    <asset><mesh name="m" file="none.stl"/></asset>
    <worldbody><body name="a"><freejoint/><geom size=".1"/><geom type="mesh" mesh="m" mass="0"/>
      <body name="b" gravcomp="1"><joint name="j" frictionloss="1"/><geom size=".1"/>
        <body><joint name="k" type="ball" damping="1"/><geom size=".1"/></body></body></body>
      <body name="c"><joint type="free"/><geom size=".1"/></body></worldbody>
    <tendon><fixed name="t" stiffness="3"><joint joint="j" coef="1"/></fixed></tendon>
    <equality><tendon tendon1="t"/></equality>
    <actuator><motor name="pull" tendon="t"/></actuator></mujoco>)",
                                {.base = RobotOptions::Base::fixed});
  const auto& warnings = model.parts().warnings;
  EXPECT_THAT(warnings, Contains(HasSubstr("fluid")));
  EXPECT_THAT(warnings, Contains(HasSubstr("meshes not found (only contacts at lowest points need "
                                           "them): none.stl")));
  EXPECT_THAT(warnings, Contains("gravity compensation (gravcomp) is not read: b"));
  EXPECT_THAT(warnings, Contains(HasSubstr("dry friction of joints is not read (it does not act in "
                                           "an impact): j")));
  EXPECT_THAT(warnings, Contains(HasSubstr("several coordinates, and springdamper, are not read: "
                                           "k")));
  EXPECT_THAT(warnings, Contains("base fixed: body 'a'; still free: c"));
  EXPECT_THAT(warnings, Contains(HasSubstr("inertia of tendons are not read: t")));
  EXPECT_THAT(warnings, Contains(HasSubstr("equalities that are not read, the motion is freer than "
                                           "in MuJoCo: tendon (line 8)")));
  EXPECT_THAT(warnings, Contains("actuators that drive no single joint are not read; --hold "
                                 "holds the joints of their tendons: pull"));
  EXPECT_THAT(model.parts().tendon_joints, testing::ElementsAre("j"));
  EXPECT_DOUBLE_EQ(model.gravity().z(), -1.6);
}

TEST(MjcfFile, NamesOfSitesAndBodiesMayBeTheSame) {
  const Model model = load_text(
      "<mujoco><worldbody><body name='head'><joint name='head'/><geom size='.1'/>"
      "<site name='head' pos='1 0 0'/><site name='tip'/></body></worldbody></mujoco>");
  EXPECT_THAT(model.frame_names(), testing::IsSupersetOf({"head", "head.site", "tip"}));
}

}  // namespace
}  // namespace carom::test
