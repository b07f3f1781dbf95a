// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Robots from small files: a leg in URDF and in MJCF (unit/robot_text.h), and pieces of MJCF whose
// answer is a formula.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "carom/error.h"
#include "carom/robot.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using std::numbers::pi;
using Base = RobotOptions::Base;

const Vector3d frame_origin = Vector3d::Zero();

MatrixXd mass_matrix(const Model& model, const VectorXd& q) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  return workspace.mass_matrix();
}

TEST(RobotFile, UrdfGivesBodiesPartsAndNames) {
  const Model model = load_text(leg_urdf());
  EXPECT_EQ(model.name(), "leg");
  EXPECT_EQ(model.configuration_size(), 9);
  EXPECT_EQ(model.velocity_size(), 8);
  EXPECT_TRUE(model.has_free_base());
  EXPECT_DOUBLE_EQ(model.total_mass(), 6.0);
  ASSERT_EQ(model.joints().size(), 3u);
  EXPECT_EQ(model.joints()[1].name, "hip");
  EXPECT_EQ(model.joints()[2].kind, JointKind::prismatic);
  EXPECT_DOUBLE_EQ(model.upper_limit()(7), 1.5);
  EXPECT_DOUBLE_EQ(model.effort_limit()(7), 80.0);
  const ModelParts& parts = model.parts();
  ASSERT_EQ(parts.joint_springs.size(), 1u);
  EXPECT_EQ(parts.joint_springs[0].joint, "hip");
  EXPECT_DOUBLE_EQ(parts.joint_springs[0].damping, 0.3);
  ASSERT_EQ(parts.actuators.size(), 2u);
  EXPECT_DOUBLE_EQ(parts.actuators[0].effort_limit, 40.0);
  ASSERT_EQ(parts.shapes.size(), 3u);
  EXPECT_EQ(parts.shapes[1].frame, "foot");
  EXPECT_THAT(parts.warnings, testing::ElementsAre(testing::HasSubstr("dry friction")));
  EXPECT_EQ(parts.armature.size(), 0);
}

TEST(RobotFile, UrdfMayHaveTabsAndInfiniteLimits) {
  std::string text = leg_urdf();
  text.replace(text.find("effort=\"40\""), 11, "effort=\"inf\"");
  text.replace(text.find("\"0 1 0\""), 7, "\"0\t1\n 0\"");
  text.replace(text.find("mass value=\"4\""), 14, "mass value=\" +4 \"");
  const Model model = load_text(text);
  EXPECT_DOUBLE_EQ(model.total_mass(), 6.0);
  EXPECT_GE(model.effort_limit()(6), 1e30);
}

TEST(RobotFile, UrdfAndMjcfOfTheSameRobotAgree) {
  const Model urdf = load_text(leg_urdf()), mjcf = load_text(leg_mjcf());
  ASSERT_EQ(mjcf.configuration_size(), urdf.configuration_size());
  VectorXd q = urdf.neutral();
  q << 0.1, 0.2, 0.7, Eigen::Quaterniond(0.8, 0.1, -0.3, 0.4).normalized().coeffs(), 0.6, -0.05;
  EXPECT_LT((mass_matrix(urdf, q) - mass_matrix(mjcf, q)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((urdf.lower_limit().tail(2) - mjcf.lower_limit().tail(2)).norm(), 1e-12);
  EXPECT_LT((urdf.upper_limit().tail(2) - mjcf.upper_limit().tail(2)).norm(), 1e-12);
  ModelWorkspace a(urdf), b(mjcf);
  a.set_configuration(q);
  b.set_configuration(q);
  for (const char* frame : {"base", "thigh", "shin", "foot"}) {
    EXPECT_LT((a.placement(urdf.frame(frame)).matrix() - b.placement(mjcf.frame(frame)).matrix())
                  .cwiseAbs()
                  .maxCoeff(),
              1e-12)
        << frame;
  }
  VectorXd v = VectorXd::LinSpaced(8, -1.0, 1.0), bias_a(8), bias_b(8);
  a.bias(v, bias_a);
  b.bias(v, bias_b);
  EXPECT_LT((bias_a - bias_b).cwiseAbs().maxCoeff(), 1e-11);
  const auto feet = [&](const Model& model) { return ground_contacts(model, {"foot:corners"}, q); };
  const auto c = feet(urdf), d = feet(mjcf);
  ASSERT_EQ(c.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(c[k].name, d[k].name);
}

TEST(RobotFile, TheBaseIsFreeOrFixedAsAsked) {
  for (const std::string& text : {leg_urdf(), leg_mjcf()}) {
    const Model fixed = load_text(text, {.base = Base::fixed});
    EXPECT_EQ(fixed.velocity_size(), 2);
    EXPECT_FALSE(fixed.has_free_base());
    EXPECT_DOUBLE_EQ(fixed.total_mass(), 6.0);
    const MatrixXd whole = mass_matrix(load_text(text), [] {
      VectorXd q = VectorXd::Zero(9);
      q << 0, 0, 0.6, 0, 0, 0, 1, 0.3, 0.02;
      return q;
    }());
    const MatrixXd joints = mass_matrix(fixed, Eigen::Vector2d(0.3, 0.02));
    EXPECT_LT((whole.bottomRightCorner(2, 2) - joints).norm(), 1e-12);
    EXPECT_EQ(load_text(text, {.base = Base::free}).velocity_size(), 8);
  }
  std::string standing = leg_mjcf();
  const std::string joint = "<freejoint name=\"root_joint\"/>";
  standing.erase(standing.find(joint), joint.size());
  EXPECT_EQ(load_text(standing).velocity_size(), 2);
  const Model freed = load_text(standing, {.base = Base::free});
  EXPECT_EQ(freed.velocity_size(), 8);
  EXPECT_DOUBLE_EQ(freed.parts().postures.at("initial")(2), 0.6);
}

TEST(RobotFile, ARootLinkCalledWorldIsFixed) {
  std::string text = leg_urdf();
  for (auto at = text.find("\"base\""); at != std::string::npos; at = text.find("\"base\"")) {
    text.replace(at, 6, "\"world\"");
  }
  const Model model = load_text(text);
  EXPECT_FALSE(model.has_free_base());
  EXPECT_THAT(model.parts().warnings, testing::Contains(testing::HasSubstr("the base is fixed")));
}

TEST(RobotFile, SrdfBesideGivesPosturesAndRotors) {
  const RobotFolder folder;
  const auto file = folder.write("robots/leg_v2.urdf", leg_urdf());
  folder.write("srdf/leg.srdf", R"(<robot name="leg">
    <group_state name="standing" group="all">
      <joint name="root_joint" value="0 0 0.4 0 0 0 1"/>
      <joint name="hip" value="0.25"/><joint name="another robot's" value="1"/>
    </group_state>
    <rotor_params><joint name="hip" mass="1e-5" gear_ratio="100"/></rotor_params></robot>)");
  const Model model = load_robot(file);
  VectorXd expected = VectorXd::Zero(9);
  expected << 0, 0, 0.4, 0, 0, 0, 1, 0.25, 0;
  EXPECT_EQ(model.parts().postures.at("standing"), expected);
  ASSERT_EQ(model.parts().armature.size(), 8);
  EXPECT_DOUBLE_EQ(model.parts().armature(6), 0.1);
  EXPECT_DOUBLE_EQ(model.parts().armature.sum(), 0.1);
  const Model other = load_robot(
      file, {.srdf = folder.write("mine.srdf", "<robot name='x'><group_state name='a'/></robot>")});
  EXPECT_EQ(other.parts().postures.count("a"), 1u);
  EXPECT_EQ(other.parts().postures.count("standing"), 0u);
}

TEST(RobotFile, ALinkFindsTheSrdfOfItsFile) {
  const RobotFolder folder, elsewhere;
  const auto file = folder.write("urdf/leg.urdf", leg_urdf());
  folder.write("srdf/leg.srdf",
               "<robot name='leg'><group_state name='bent' group='all'><joint name='hip' "
               "value='0.5'/></group_state></robot>");
  const auto link = elsewhere.path() / "x.urdf";
  std::filesystem::create_symlink(file, link);
  EXPECT_TRUE(load_robot(file).parts().postures.contains("bent"));
  EXPECT_TRUE(load_robot(link).parts().postures.contains("bent"));
}

TEST(RobotFile, MimicJointsAreTheirOwnAndNamed) {
  std::string text = leg_urdf();
  text.insert(text.find("<axis xyz=\"0 0 1\"/>"), "<mimic joint=\"hip\" multiplier=\"2\"/>");
  const Model model = load_text(text);
  EXPECT_EQ(model.velocity_size(), 8);
  EXPECT_THAT(model.parts().warnings,
              testing::Contains("mimic joints are taken as joints of their own: knee"));
}

TEST(RobotFile, ImpossibleInertiaIsAWarningThatNamesTheLink) {
  const Model model = load_text(leg_urdf("0.5", "0.04"));
  EXPECT_THAT(model.parts().warnings,
              testing::Contains(
                  testing::AllOf(testing::HasSubstr("inertia that no body has"),
                                 testing::HasSubstr("shin (line 22) 0.04 > 0.0005 + 0.004"))));
}

/// Masses of primitive shapes: formulas.
TEST(RobotFile, MjcfTakesMassFromGeoms) {
  const auto moments = [](const std::string& geom) {
    const Model model = load_text("<mujoco><worldbody><body name='b'><freejoint/>" + geom +
                                  "</body></worldbody></mujoco>");
    const MatrixXd M = mass_matrix(model, model.neutral());
    return std::pair(model.total_mass(), Vector3d(M.diagonal().tail<3>()));
  };
  const auto [box, box_I] = moments("<geom type='box' size='.1 .2 .3' density='500'/>");
  EXPECT_NEAR(box, 500 * 8 * 0.006, 1e-12);
  EXPECT_LT((box_I - box / 3 * Vector3d(0.13, 0.10, 0.05)).norm(), 1e-12);
  const auto [ball, ball_I] = moments("<geom size='.1' mass='3'/>");
  EXPECT_NEAR(ball, 3.0, 1e-15);
  EXPECT_LT((ball_I - Vector3d::Constant(0.4 * 3 * 0.01)).norm(), 1e-14);
  const auto [rod, rod_I] = moments("<geom type='cylinder' size='.1 .2' mass='2'/>");
  const double across = 2.0 * (3 * 0.01 + 0.16) / 12;
  EXPECT_LT((rod_I - Vector3d(across, across, 2 * 0.01 / 2)).norm(), 1e-14);
  EXPECT_NEAR(rod, 2.0, 1e-15);
  const auto [egg, egg_I] = moments("<geom type='ellipsoid' size='.1 .2 .3'/>");
  EXPECT_NEAR(egg, 1000 * 4.0 / 3.0 * pi * 0.006, 1e-9);
  EXPECT_LT((egg_I - egg / 5 * Vector3d(0.13, 0.10, 0.05)).norm(), 1e-12);
  // A capsule, by cutting it in discs: volume and moments of ∫ π ρ(z)² dz.
  const double r = 0.1, h = 0.4;
  double volume = 0.0, Iz = 0.0, Ix = 0.0;
  const int cuts = 200'000;
  const double dz = (h + 2 * r) / cuts;
  for (int k = 0; k < cuts; ++k) {
    const double z = -h / 2 - r + (k + 0.5) * dz, beyond = std::max(0.0, std::abs(z) - h / 2);
    const double s = r * r - beyond * beyond, slice = pi * s * dz;
    volume += slice;
    Iz += slice * s / 2;
    Ix += slice * (s / 4 + z * z);
  }
  const auto [pill, pill_I] = moments("<geom type='capsule' size='.1' fromto='0 0 -.2 0 0 .2'/>");
  EXPECT_NEAR(pill, 1000 * volume, 1e-6);
  EXPECT_LT((pill_I - 1000 * Vector3d(Ix, Ix, Iz)).norm(), 1e-6);
}

TEST(RobotFile, MjcfMeshGivesMassWhereNothingElseDoes) {
  const RobotFolder folder;
  // A cube of edge 0.2 with its corner at the origin, as text.
  folder.write("meshes/cube.obj",
               "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
               "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
  for (const std::string inertia : {"legacy", "exact"}) {
    const Model model = load_robot(
        folder.write("robot.xml",
                     "<mujoco><compiler meshdir='meshes'/><asset><mesh name='m' file='cube.obj' "
                     "scale='.2 .2 .2' inertia='" +
                         inertia +
                         "'/></asset><worldbody><body name='b'><freejoint/>"
                         "<geom type='mesh' mesh='m'/></body></worldbody></mujoco>"));
    EXPECT_NEAR(model.total_mass(), 8.0, 1e-12);
    ModelWorkspace workspace(model);
    workspace.set_configuration(model.neutral());
    EXPECT_LT((workspace.center_of_mass() - Vector3d::Constant(0.1)).norm(), 1e-12);
    // About the corner: m a²/6 + m (0.1² + 0.1²).
    EXPECT_NEAR(workspace.mass_matrix()(3, 3), 8.0 * (0.04 / 6 + 0.02), 1e-12);
  }
}

TEST(RobotFile, MjcfSeveralJointsOfOneBodyActInOrder) {
  const Model model = load_text(R"(<mujoco><worldbody>
    <body name="b" pos="1 0 0" euler="0 0 90">
      <joint name="x" type="slide" axis="1 0 0"/>
      <joint name="turn" pos="0 0.5 0" axis="0 0 1" ref="30" range="-60 90" springref="45"
             stiffness="2" damping="0.1" armature="0.01"/>
      <geom type="box" size=".1 .1 .1" mass="1"/><site name="tip" pos="0 1 0"/></body>
    </worldbody></mujoco>)");
  ASSERT_EQ(model.velocity_size(), 2);
  EXPECT_EQ(model.coordinate_names(), (std::vector<std::string>{"x", "turn"}));
  EXPECT_NEAR(model.lower_limit()(1), -pi / 2, 1e-15);  // Of qpos − ref.
  EXPECT_NEAR(model.parts().joint_springs.at(0).rest, pi / 12, 1e-15);
  EXPECT_DOUBLE_EQ(model.parts().armature(1), 0.01);
  ModelWorkspace workspace(model);
  workspace.set_configuration(Eigen::Vector2d(0.2, pi / 2));
  // The body's axes are (y, −x) of the world; the hinge is at (0.5, 0.2) after the slide.
  EXPECT_LT((workspace.position(model.frame("b"), frame_origin) - Vector3d(0.5, 0.7, 0)).norm(),
            1e-12);
  EXPECT_LT((workspace.position(model.frame("tip"), frame_origin) - Vector3d(0.5, -0.3, 0)).norm(),
            1e-12);
  const double I = 1.0 * (0.02 / 3) + 0.25;  // About the hinge.
  EXPECT_NEAR(workspace.mass_matrix()(1, 1), I + 0.01, 1e-12);
}

TEST(RobotFile, MjcfIncludesAndTotalMass) {
  const RobotFolder folder;
  folder.write("parts/leg.xml",
               "<mujocoinclude><body name='b'><joint name='j'/><geom size='.1'/>"
               "<include file='parts/shoe.xml'/></body></mujocoinclude>");
  folder.write("parts/shoe.xml",
               "<x><body name='c' pos='0 0 -1'><joint/><geom size='.2' /></body></x>");
  const Model model = load_robot(folder.write(
      "main.xml",
      "<mujoco><compiler settotalmass='9'/><worldbody><include file='./parts/leg.xml'/>"
      "</worldbody></mujoco>"));
  EXPECT_EQ(model.velocity_size(), 2);
  EXPECT_DOUBLE_EQ(model.total_mass(), 9.0);
  EXPECT_EQ(model.joints()[1].name, "c_joint");
}

TEST(RobotFile, MjcfEqualitiesBecomeLoopsAndCouplings) {
  const Model model = load_text(R"(<mujoco><worldbody>
    <body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/><geom size=".1"/>
      <body name="b" pos="1 0 0"><joint name="jb" axis="0 1 0"/><geom size=".1"/></body></body>
    <body name="c" pos="1 0 0"><joint name="jc" axis="0 1 0" ref="20"/><geom size=".1"/></body>
    </worldbody>
    <tendon><fixed name="t"><joint joint="ja" coef="2"/><joint joint="jc" coef="-1"/></fixed></tendon>
    <equality><connect name="pin" body1="b" body2="c" anchor="0 0 -0.5"/>
      <weld body1="a" body2="c"/><connect body1="a" anchor="0 0 0" active="false"/>
      <joint joint1="ja" joint2="jb" polycoef="0.1 -2 0 0 0"/><joint joint1="jc"/>
      <tendon tendon1="t"/></equality>
    <actuator><motor name="m" joint="ja" gear="50" ctrlrange="-2 1"/></actuator>
    <keyframe><key name="bent" qpos="0.1 0.2 0.3"/><key qpos="0 0 0"/></keyframe></mujoco>)");
  const ModelParts& parts = model.parts();
  ASSERT_EQ(parts.loops.size(), 2u);
  EXPECT_EQ(parts.loops[0].name, "pin");
  EXPECT_LT((parts.loops[0].second_placement.translation() - Vector3d(0, 0, 0.5)).norm(), 1e-15);
  EXPECT_EQ(parts.loops[1].kind, LoopClosure::Kind::weld);
  ASSERT_EQ(parts.couplings.size(), 3u);
  EXPECT_EQ(parts.couplings[0].coefficients, (std::vector<double>{0.1, -2.0}));
  EXPECT_EQ(parts.couplings[1].other, "");
  EXPECT_EQ(parts.couplings[1].coefficients, (std::vector<double>{0.0}));
  EXPECT_EQ(parts.couplings[2].coefficients, (std::vector<double>{0.0, 0.5}));
  ASSERT_EQ(parts.actuators.size(), 1u);
  EXPECT_DOUBLE_EQ(parts.actuators[0].gear, 50.0);
  EXPECT_DOUBLE_EQ(parts.actuators[0].effort_limit, 100.0);
  ASSERT_EQ(parts.postures.count("bent"), 1u);
  EXPECT_NEAR(parts.postures.at("bent")(2), 0.3 - pi / 9, 1e-15);
  EXPECT_EQ(parts.postures.count("key2"), 1u);
  ModelWorkspace workspace(model);
  workspace.set_configuration(model.neutral());
  VectorXd residual(workspace.bilateral_count());
  workspace.bilateral_residual(residual);
  // All loops are closed as the file places the bodies; the first coupling is 0.1 off.
  EXPECT_NEAR(residual.cwiseAbs().maxCoeff(), 0.1, 1e-12);
  EXPECT_NEAR(residual.norm(), 0.1, 1e-12);
}

TEST(RobotFile, MjcfPosesOfAFreeBodyAreMujocos) {
  const Model model = load_text(R"(<mujoco><worldbody>
    <body name="a" pos="1 2 3" quat="0 0 0 2"><joint type="free" name="f"/><geom size=".1"/>
      <body name="b" pos="0 0 -1"><joint type="ball" name="s"/><geom size=".1"/></body></body>
    </worldbody><keyframe><key name="k" qpos="4 5 6 1 0 0 0 0 1 0 0"/></keyframe></mujoco>)");
  VectorXd initial(11), key(11);
  initial << 1, 2, 3, 0, 0, 1, 0, 0, 0, 0, 1;
  key << 4, 5, 6, 0, 0, 0, 1, 1, 0, 0, 0;
  EXPECT_LT((model.parts().postures.at("initial") - initial).norm(), 1e-15);
  EXPECT_LT((model.parts().postures.at("k") - key).norm(), 1e-15);
  ModelWorkspace workspace(model);
  workspace.set_configuration(key);
  EXPECT_LT((workspace.position(model.frame("a"), frame_origin) - Vector3d(4, 5, 6)).norm(), 1e-15);
}

TEST(RobotFile, AChainOfTwoHundredJointsLoads) {
  std::string text =
      "<robot name='chain'><link name='l0'><inertial><mass value='1'/><inertia "
      "ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>";
  for (int k = 1; k <= 200; ++k) {
    const std::string n = std::to_string(k), before = std::to_string(k - 1);
    text += "<link name='l" + n +
            "'><inertial><mass value='0.1'/><inertia ixx='.01' ixy='0' "
            "ixz='0' iyy='.01' iyz='0' izz='.01'/></inertial></link><joint name='j" +
            n + "' type='revolute'><parent link='l" + before + "'/><child link='l" + n +
            "'/><origin xyz='0 0 .1'/><axis xyz='0 1 0'/><limit lower='-1' upper='1' effort='1' "
            "velocity='1'/></joint>";
  }
  const Model model = load_text(text + "</robot>");
  EXPECT_EQ(model.velocity_size(), 206);
  const MatrixXd M = mass_matrix(model, model.neutral());
  EXPECT_EQ(Eigen::LLT<MatrixXd>(M).info(), Eigen::Success);
  std::string chain;
  for (int k = 0; k < 200; ++k) chain += "<body pos='0 0 .1'><joint/><geom size='.05'/>";
  for (int k = 0; k < 200; ++k) chain += "</body>";
  EXPECT_EQ(load_text("<mujoco><worldbody>" + chain + "</worldbody></mujoco>").velocity_size(),
            200);
}

TEST(RobotFile, NothingIsPrinted) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const Model model = load_text(leg_urdf("0.5", "0.04"));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

/// The colour of each visual as "r g b", or "none".
std::vector<std::string> colours_of(const Model& model) {
  std::vector<std::string> list;
  for (const VisualShape& visual : model.parts().visuals) {
    list.push_back(visual.shape.frame + ": " +
                   (visual.colour ? fmt::format("{} {} {}", visual.colour->x(), visual.colour->y(),
                                                visual.colour->z())
                                  : std::string("none")));
  }
  return list;
}

std::string link_with(const std::string& name, const std::string& visuals) {
  return "<link name='" + name +
         "'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>"
         "</inertial>" +
         visuals + "</link>";
}

/// A material stands in the file, in the visual, or in a visual before; what is no visual is left
/// out, and no fault.
TEST(RobotFile, UrdfVisualsHaveTheirColours) {
  const std::string box = "<geometry><box size='1 1 1'/></geometry>";
  const auto visual = [&](const std::string& material) {
    return "<visual>" + box + material + "</visual>";
  };
  const Model model = load_text(
      "<robot name='r'><material name='red'><color rgba='1 0 0 1'/></material>" +
      link_with("a", visual("<material name='red'/>") +
                         visual("<material name='own'><color rgba='0 0.5 2 1'/></material>") +
                         visual("<material name='own'/>") + visual("") +
                         visual("<material name='odd'><color rgba='1 x 0'/></material>") +
                         "<visual><geometry><box size='1 1'/></geometry></visual>") +
      "</robot>");
  EXPECT_THAT(colours_of(model),
              testing::ElementsAre("a: 1 0 0", "a: 0 0.5 1", "a: 0 0.5 1", "a: none", "a: none"));
  EXPECT_TRUE(model.parts().shapes.empty());
  EXPECT_TRUE(model.parts().warnings.empty());
}

/// Geoms that MuJoCo draws are visuals; those that collide are shapes; many are both.
TEST(RobotFile, MjcfGeomsAreSeenByGroupAndColour) {
  const Model model = load_text(R"(<mujoco><asset><material name="m" rgba="0.2 0.4 0.6 1"/></asset>
    <worldbody><body name="b"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <geom type="sphere" size="1" material="m" contype="0" conaffinity="0"/>
      <geom type="sphere" size="1" rgba="1 0 0 1"/>
      <geom type="sphere" size="1" group="3"/>
      <geom type="sphere" size="1" rgba="1 1 1 0"/>
    </body></worldbody></mujoco>)");
  EXPECT_THAT(colours_of(model), testing::ElementsAre("b: 0.2 0.4 0.6", "b: 1 0 0"));
  EXPECT_EQ(model.parts().shapes.size(), 3u);
}

}  // namespace
}  // namespace carom::test
