// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Real robots: URDF of example-robot-data 6.0.0 (folder CAROM_ROBOTS), MJCF of dm_control's suite
// (folder CAROM_MJCF). Masses of URDF against a sum of the numbers in its text; q, mass matrix and
// rows of HyQ, Bolt and Talos against an independent program (…_data.h); MJCF against MuJoCo 4.0.0.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <span>
#include <sstream>

#include "carom/robot.h"
#include "robots/bolt_data.h"
#include "robots/hyq_data.h"
#include "robots/talos_data.h"

namespace carom::test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Words = std::vector<std::string>;

/// The folder that a variable of the environment names; null: skip.
const char* folder(const char* variable) { return std::getenv(variable); }

#define CAROM_FOLDER_OR_SKIP(variable) \
  if (folder(variable) == nullptr) GTEST_SKIP() << variable << " is not set: no robot files"

Model load_from(const char* variable, const std::string& file, const RobotOptions& options = {}) {
  return load_robot(std::filesystem::path(folder(variable)) / file, options);
}

struct Urdf {
  const char* file;
  int q_size, v_size;
  Words postures;
};

const std::vector<Urdf>& urdfs() {
  static const std::vector<Urdf> all = {
      {"talos_data/robots/talos_reduced.urdf", 39, 38, {"half_sitting"}},
      {"talos_data/robots/talos_full_v2.urdf", 51, 50, {"half_sitting"}},
      {"g1_description/urdf/g1_29dof_rev_1_0.urdf", 36, 35, {}},
      {"anymal_b_simple_description/robots/anymal.urdf", 19, 18, {"standing"}},
      {"anymal_c_simple_description/urdf/anymal.urdf", 19, 18, {"standing"}},
      {"hyq_description/robots/hyq_no_sensors.urdf", 19, 18, {"standing", "straight_standing"}},
      {"solo_description/robots/solo12.urdf", 19, 18, {"standing", "straight_standing"}},
      {"go1_description/urdf/go1.urdf", 19, 18, {"standing"}},
      {"go2_description/urdf/go2.urdf", 19, 18, {"standing"}},
      {"a1_description/urdf/a1.urdf", 19, 18, {"standing"}},
      {"bolt_description/robots/bolt.urdf", 13, 12, {"standing"}},
      {"icub_description/robots/icub.urdf", 39, 38, {"half_sitting"}},
      {"romeo_description/urdf/romeo.urdf", 38, 37, {"half_sitting"}},
      {"romeo_description/urdf/romeo_small.urdf", 38, 37, {"half_sitting"}},
      {"simple_humanoid_description/urdf/simple_humanoid.urdf", 36, 35, {"half_sitting"}},
      {"b1_description/urdf/b1.urdf", 19, 18, {"standing"}},
      {"kinova_description/robots/kinova.urdf", 16, 12, {"arm_up"}},
      {"ur_description/urdf/ur5_robot.urdf", 6, 6, {}},
      {"tiago_description/robots/tiago_dual.urdf", 118, 107, {}}};
  return all;
}

/// The sum of all <mass value="…"/> of a text without its comments.
double mass_in(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  const std::string plain = std::regex_replace(text.str(), std::regex("<!--[\\s\\S]*?-->"), "");
  const std::regex mass("<mass\\s+value\\s*=\\s*[\"']\\s*([^\"']+)[\"']");
  double sum = 0.0;
  for (std::sregex_iterator at(plain.begin(), plain.end(), mass), end; at != end; ++at) {
    sum += std::stod((*at)[1]);
  }
  return sum;
}

TEST(RealRobots, UrdfLoads) {
  CAROM_FOLDER_OR_SKIP("CAROM_ROBOTS");
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  for (const Urdf& robot : urdfs()) {
    const Model model = load_from("CAROM_ROBOTS", robot.file);
    EXPECT_EQ(model.configuration_size(), robot.q_size) << robot.file;
    EXPECT_EQ(model.velocity_size(), robot.v_size) << robot.file;
    const double mass = mass_in(std::filesystem::path(folder("CAROM_ROBOTS")) / robot.file);
    EXPECT_NEAR(model.total_mass(), mass, 1e-9 * mass) << robot.file;
    for (const std::string& name : robot.postures) {
      EXPECT_TRUE(model.parts().postures.contains(name)) << robot.file << " " << name;
    }
    EXPECT_FALSE(model.parts().shapes.empty()) << robot.file;
    ModelWorkspace workspace(model);
    workspace.set_configuration(model.neutral());
    const MatrixXd& M = workspace.mass_matrix();
    EXPECT_EQ(M, M.transpose()) << robot.file;
    EXPECT_EQ(Eigen::LLT<MatrixXd>(M).info(), Eigen::Success) << robot.file;
    if (model.has_free_base()) {
      EXPECT_NEAR(M(0, 0), mass, 1e-9 * mass) << robot.file;
    }
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

/// q of the posture, mass matrix without rotors and normals of the contacts.
void expect_reference(const Model& model, const std::string& posture, const Words& words,
                      std::span<const double> q, std::span<const double> upper,
                      std::span<const double> normals, double mass) {
  const VectorXd expected_q = Eigen::Map<const VectorXd>(q.data(), model.configuration_size());
  const VectorXd& stance = model.parts().postures.at(posture);
  EXPECT_LT((stance - expected_q).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(model.total_mass(), mass, 1e-9);
  ModelParts parts = model.parts();
  parts.contacts = ground_contacts(model, words, stance);
  parts.armature = VectorXd::Zero(model.velocity_size());
  const Model standing = model.with(parts);
  ModelWorkspace workspace(standing);
  workspace.set_configuration(stance);
  const int n = model.velocity_size();
  std::size_t at = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) EXPECT_NEAR(workspace.mass_matrix()(i, j), upper[at++], 1e-9);
  }
  ASSERT_EQ(parts.contacts.size() * static_cast<std::size_t>(n), normals.size());
  for (std::size_t k = 0; k < parts.contacts.size(); ++k) {
    MatrixXd rows(3, n);
    workspace.contact_rows(static_cast<int>(k), rows);
    const VectorXd expected =
        Eigen::Map<const VectorXd>(normals.data() + k * static_cast<std::size_t>(n), n);
    EXPECT_LT((rows.row(0).transpose() - expected).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST(RealRobots, ReferenceOfHyqBoltAndTalos) {
  CAROM_FOLDER_OR_SKIP("CAROM_ROBOTS");
  expect_reference(load_from("CAROM_ROBOTS", "hyq_description/robots/hyq_no_sensors.urdf"),
                   "standing", {"lf_foot", "rf_foot", "lh_foot", "rh_foot"}, hyq::q,
                   hyq::mass_matrix, hyq::normals, hyq::total_mass);
  expect_reference(load_from("CAROM_ROBOTS", "bolt_description/robots/bolt.urdf"), "standing",
                   {"FL_FOOT", "FR_FOOT"}, bolt::q, bolt::mass_matrix, bolt::normals,
                   bolt::total_mass);
  const Model model = load_from("CAROM_ROBOTS", "talos_data/robots/talos_reduced.urdf");
  const Model boxes = load_from("CAROM_ROBOTS", "talos_data/robots/talos_reduced_box.urdf");
  expect_reference(boxes, "half_sitting", {"leg_left_6_link:corners", "leg_right_6_link:corners"},
                   talos::q, talos::mass_matrix, talos::normals, talos::total_mass);
  // Rotors of its SRDF: 1e-5 kg m² behind gears of 100.
  EXPECT_DOUBLE_EQ(model.parts().armature(6), 0.1);
  EXPECT_EQ(ground_contacts(boxes, {"leg_left_6_link:corners"},
                            boxes.parts().postures.at("half_sitting"))[0]
                .name,
            "leg_left_6_link[-0.105, -0.065, -0.11]");
}

TEST(RealRobots, LowestPointsOfFeet) {
  CAROM_FOLDER_OR_SKIP("CAROM_ROBOTS");
  // Four spheres under each foot of the G1.
  const Model g1 = load_from("CAROM_ROBOTS", "g1_description/urdf/g1_29dof_rev_1_0.urdf");
  const auto soles = ground_contacts(g1, {"left_ankle_roll_link:lowest"}, g1.neutral());
  ASSERT_EQ(soles.size(), 4u);
  for (const ContactCandidate& contact : soles) EXPECT_GT(contact.sphere.radius, 0.0);
  // Talos' sole is a mesh of many points: few corners of one height. Solo's foot is a round mesh.
  const Model talos = load_from("CAROM_ROBOTS", "talos_data/robots/talos_reduced.urdf");
  const VectorXd& q = talos.parts().postures.at("half_sitting");
  const auto corners = ground_contacts(talos, {"leg_left_6_link:lowest"}, q);
  EXPECT_GE(corners.size(), 4u);
  EXPECT_LE(corners.size(), 8u);
  for (const ContactCandidate& contact : corners) {
    EXPECT_NEAR(contact.sphere.center.z(), -0.107, 1e-3);
  }
  const Model solo = load_from("CAROM_ROBOTS", "solo_description/robots/solo12.urdf");
  EXPECT_EQ(ground_contacts(solo, {"FL_FOOT:lowest"}, solo.parts().postures.at("standing")).size(),
            1u);
}

TEST(RealRobots, AFixedBaseIsTheSameRobot) {
  CAROM_FOLDER_OR_SKIP("CAROM_ROBOTS");
  const std::string file = "hyq_description/robots/hyq_no_sensors.urdf";
  const Model whole = load_from("CAROM_ROBOTS", file);
  const Model fixed = load_from("CAROM_ROBOTS", file, {.base = RobotOptions::Base::fixed});
  EXPECT_EQ(fixed.velocity_size(), 12);
  const VectorXd& q = whole.parts().postures.at("standing");
  EXPECT_EQ(fixed.parts().postures.at("standing"), VectorXd(q.tail(12)));
  ModelWorkspace a(whole), b(fixed);
  a.set_configuration(q);
  b.set_configuration(q.tail(12));
  EXPECT_LT((a.mass_matrix().bottomRightCorner(12, 12) - b.mass_matrix()).norm(), 1e-12);
}

/// MuJoCo 4.0.0 at a posture off the initial one: free bodies at (0.1, −0.2, 1.3), quaternion along
/// (0.9, 0.1, −0.2, 0.3) (w first); joint number k of the file 0.05 (k mod 7 − 3) off its
/// reference.
struct Mjcf {
  const char* file;
  int q_size, v_size;
  double mass, trace, log_determinant;  ///< Of the mass matrix, armature included.
  Vector3d center;
};

const std::vector<Mjcf>& mjcfs() {
  static const std::vector<Mjcf> all = {
      {"humanoid.xml",
       28,
       27,
       40.84402122162133,
       177.61023912898125,
       -35.93907308294703,
       {0.24259758009534896, -0.0528107493084519, 0.9201235258744261}},
      {"humanoid_CMU.xml",
       63,
       62,
       51.845941401700195,
       214.12110940187603,
       -170.79929834366953,
       {0.06287745445197797, -0.1497990396287364, 1.3351204625014188}},
      {"quadruped.xml",
       30,
       28,
       121.25507278122653,
       425.0519596914661,
       6.457091148598906,
       {0.10702851216114125, -0.19458190192782457, 1.2828580386224169}},
      {"walker.xml",
       9,
       9,
       28.54032206031208,
       81.17614555645899,
       -3.011242504424324,
       {-0.04568399912979658, -4.862519693536601e-19, 0.6259203934063143}},
      {"cheetah.xml",
       9,
       9,
       14.000000000000002,
       33.350984139133374,
       -3.345183267547582,
       {-0.11365682546885791, 0.0, 0.45935123245609544}},
      {"hopper.xml",
       7,
       7,
       12.439153536125447,
       31.216313118245022,
       0.00219066904413312,
       {-0.1424515647066887, 0.0, 0.663055780905438}},
      {"dog.xml",
       87,
       85,
       10.296944392383923,
       35.647664049842746,
       -489.6600929520044,
       {0.035402253146003176, -0.24040414229903467, 1.2699453228560975}},
      {"fish.xml",
       14,
       13,
       0.03448837709809992,
       0.10364596836467833,
       -147.44542474983203,
       {0.10611972340662028, -0.20839466937633794, 1.2992676162281322}},
      {"swimmer.xml",
       3,
       3,
       0.01,
       0.02003333666666667,
       -20.90518747371904,
       {-0.1475010415364661, -0.10006248698025169, 0.05}},
      {"manipulator.xml",
       14,
       14,
       0.6266755468389348,
       0.14663986908314658,
       -124.72399152777507,
       {-0.05322643274906869, 7.681085193304088e-05, 0.4095035413135868}},
      {"acrobot.xml",
       2,
       2,
       2.0,
       3.031181792171017,
       -1.5272957439048915,
       {-0.1739295891688302, 0.0, 2.9838064138796927}},
      {"cartpole.xml",
       2,
       2,
       1.1,
       1.1344245927672958,
       -3.3412703540240094,
       {-0.15453788257485584, 0.0, 1.045227462058092}},
      {"ball_in_cup.xml",
       4,
       4,
       0.13060276124209663,
       0.26120552248419326,
       -10.914978738863411,
       {-0.09988632221300146, 0.0, 0.31802930282075104}},
      {"finger.xml",
       3,
       3,
       3.9790532904425318,
       0.08448346438769604,
       -13.412289381017475,
       {0.03640449836791753, 0.0, 0.3401590819487454}},
      {"stacker.xml",
       20,
       20,
       0.7079112945632908,
       0.70971013845344,
       -148.94814673357712,
       {0.16183905992407263, 0.00012033146052931657, 0.4427576370462447}},
      {"reacher.xml",
       2,
       2,
       0.08168140899333463,
       0.0017096402490525803,
       -16.416327258413467,
       {0.11530866386876999, -0.020249102989629626, 0.009999999999999998}},
      {"point_mass.xml", 2, 2, 0.3, 0.6, -2.4079456086518722, {-0.15000000000000002, -0.1, 0.01}},
      {"pendulum.xml",
       1,
       1,
       1.0,
       0.2510000000000001,
       -1.3823023398503527,
       {-0.07471906623679962, 0.0, 1.0943855389680213}}};
  return all;
}

VectorXd off_initial(const Model& model) {
  VectorXd q = model.neutral();
  const Eigen::Quaterniond turn = Eigen::Quaterniond(0.9, 0.1, -0.2, 0.3).normalized();
  for (std::size_t k = 0; k < model.joints().size(); ++k) {
    const Joint& joint = model.joints()[k];
    if (joint.kind == JointKind::free) {
      q.segment<7>(joint.q) << 0.1, -0.2, 1.3, turn.coeffs();
    } else if (joint.kind == JointKind::spherical) {
      q.segment<4>(joint.q) = turn.coeffs();
    } else {
      q(joint.q) = 0.05 * (static_cast<int>(k % 7) - 3);
    }
  }
  return q;
}

TEST(RealRobots, MjcfAgreesWithMujoco) {
  CAROM_FOLDER_OR_SKIP("CAROM_MJCF");
  for (const Mjcf& robot : mjcfs()) {
    const Model model = load_from("CAROM_MJCF", robot.file);
    EXPECT_EQ(model.configuration_size(), robot.q_size) << robot.file;
    ASSERT_EQ(model.velocity_size(), robot.v_size) << robot.file;
    EXPECT_NEAR(model.total_mass(), robot.mass, 1e-9 * robot.mass) << robot.file;
    ModelWorkspace workspace(model);
    workspace.set_configuration(off_initial(model));
    const MatrixXd& M = workspace.mass_matrix();
    EXPECT_EQ(M, M.transpose()) << robot.file;
    // Both do not change when the axes of a free body's velocity are turned.
    EXPECT_NEAR(M.trace(), robot.trace, 1e-9 * robot.trace) << robot.file;
    const Eigen::LLT<MatrixXd> factor(M);
    ASSERT_EQ(factor.info(), Eigen::Success) << robot.file;
    EXPECT_NEAR(2.0 * factor.matrixLLT().diagonal().array().log().sum(), robot.log_determinant,
                1e-7)
        << robot.file;
    EXPECT_LT((workspace.center_of_mass() - robot.center).norm(), 1e-9) << robot.file;
  }
}

TEST(RealRobots, MjcfHumanoidWhole) {
  CAROM_FOLDER_OR_SKIP("CAROM_MJCF");
  const Model model = load_from("CAROM_MJCF", "humanoid.xml");
  EXPECT_TRUE(model.has_free_base());
  EXPECT_DOUBLE_EQ(model.parts().postures.at("initial")(2), 1.5);
  EXPECT_EQ(model.parts().actuators.size(), 21u);
  EXPECT_DOUBLE_EQ(model.parts().armature.head(6).norm(), 0.0);
  EXPECT_DOUBLE_EQ(model.parts().armature.tail(21).minCoeff(), 0.01);
  // Two capsules under the right foot; it stands with its toes 1.7 mm up.
  const auto feet =
      ground_contacts(model, {"right_foot:lowest"}, model.parts().postures.at("initial"));
  ASSERT_EQ(feet.size(), 2u);
  EXPECT_DOUBLE_EQ(feet[0].sphere.radius, 0.027);
  const Model fixed = load_from("CAROM_MJCF", "humanoid.xml", {.base = RobotOptions::Base::fixed});
  EXPECT_EQ(fixed.velocity_size(), 21);
}

}  // namespace
}  // namespace carom::test
