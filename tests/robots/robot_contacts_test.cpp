// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Feet of real robots from their collision shapes, in their default postures, and what is watched.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "carom/robot.h"
#include "carom/stance.h"
#include "support/files.h"

namespace carom::test {
namespace {

struct FeetOf {
  const char* file;
  int feet;
  int least, most;  ///< Points per foot.
  bool balls;       ///< Spheres, or points otherwise.
};

const FeetOf feet_of[] = {{"talos_data/robots/talos_reduced.urdf", 2, 4, 16, false},
                          {"talos_data/robots/talos_reduced_box.urdf", 2, 8, 8, false},
                          {"go2_description/urdf/go2.urdf", 4, 1, 1, true},
                          {"solo_description/robots/solo12.urdf", 4, 1, 1, true},
                          {"bolt_description/robots/bolt.urdf", 2, 1, 1, true},
                          {"icub_description/robots/icub.urdf", 2, 4, 16, false},
                          {"anymal_b_simple_description/robots/anymal.urdf", 4, 1, 1, true},
                          {"anymal_c_simple_description/urdf/anymal.urdf", 4, 1, 1, true},
                          {"hyq_description/robots/hyq_no_sensors.urdf", 4, 1, 1, true},
                          {"a1_description/urdf/a1.urdf", 4, 1, 1, true},
                          {"laikago_description/urdf/laikago.urdf", 4, 1, 1, true},
                          {"romeo_description/urdf/romeo.urdf", 2, 4, 16, false},
                          {"g1_description/urdf/g1_29dof_rev_1_0.urdf", 2, 4, 4, true}};

/// How many contacts each foot has, by the frames that carry them. A ball beside a robot may touch
/// the ground too, and does not stand on it.
std::map<std::string, int> points_per_foot(const Model& model) {
  std::map<std::string, int> result;
  for (const ContactCandidate& contact : model.contacts()) {
    if (contact.stands) ++result[contact.sphere.body];
  }
  return result;
}

double lowest_point(const carom::Stance& stance, const WatchedBody& body) {
  ModelWorkspace workspace(stance.model);
  workspace.set_configuration(stance.state.q);
  double lowest = std::numeric_limits<double>::infinity();
  for (const ContactSphere& point : body.points) {
    const Eigen::Vector3d at = workspace.position(stance.model.frame(point.body), point.center);
    lowest = std::min(lowest, at.z() - point.radius);
  }
  return lowest;
}

TEST(RobotsContacts, FeetAreFoundTheOthersAreWatchedAboveTheGround) {
  const char* folder = std::getenv("CAROM_ROBOTS");
  if (folder == nullptr) GTEST_SKIP() << "CAROM_ROBOTS names no folder of example-robot-data";
  for (const FeetOf& expected : feet_of) {
    SCOPED_TRACE(expected.file);
    const Model robot = load_robot(std::filesystem::path(folder) / expected.file);
    const carom::Stance stance = stand(robot, {.at_rest = true});
    const auto feet = points_per_foot(stance.model);
    EXPECT_EQ(static_cast<int>(feet.size()), expected.feet);
    for (const auto& [foot, points] : feet) {
      EXPECT_GE(points, expected.least) << foot;
      EXPECT_LE(points, expected.most) << foot;
    }
    for (const ContactCandidate& contact : stance.model.contacts()) {
      EXPECT_EQ(contact.sphere.radius > 0.0, expected.balls) << contact.name;
    }
    EXPECT_GE(stance.model.parts().watched.size(), 5U);
    for (const WatchedBody& body : stance.model.parts().watched) {
      EXPECT_GT(lowest_point(stance, body), 0.0) << body.name;
    }
    // Nothing was left out because it is in the ground.
    EXPECT_TRUE(std::none_of(stance.warnings.begin(), stance.warnings.end(), [](const auto& text) {
      return text.find("below the ground") != std::string::npos;
    }));
  }
}

/// Where a robot lands if nobody says: every row was looked at in a picture or in its file.
struct LandingOf {
  const char* variable;  ///< Of the environment: the folder of the file; empty: of the project.
  const char* file;
  std::vector<std::string> feet;
  int points;  ///< Of each foot in a run; 0: meshes, whose feet have some three to eight each.
};

const LandingOf landing_of[] = {
    {"CAROM_ROBOTS",
     "hyq_description/robots/hyq_no_sensors.urdf",
     {"lf_foot", "lh_foot", "rf_foot", "rh_foot"},
     1},
    {"CAROM_ROBOTS",
     "anymal_b_simple_description/robots/anymal.urdf",
     {"LF_FOOT", "LH_FOOT", "RF_FOOT", "RH_FOOT"},
     1},
    {"CAROM_ROBOTS",
     "anymal_c_simple_description/urdf/anymal.urdf",
     {"LF_FOOT", "LH_FOOT", "RF_FOOT", "RH_FOOT"},
     1},
    {"CAROM_ROBOTS",
     "solo_description/robots/solo12.urdf",
     {"FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"},
     1},
    {"CAROM_ROBOTS",
     "go1_description/urdf/go1.urdf",
     {"FL_foot", "FR_foot", "RL_foot", "RR_foot"},
     1},
    {"CAROM_ROBOTS",
     "go2_description/urdf/go2.urdf",
     {"FL_foot", "FR_foot", "RL_foot", "RR_foot"},
     1},
    {"CAROM_ROBOTS",
     "a1_description/urdf/a1.urdf",
     {"FL_foot", "FR_foot", "RL_foot", "RR_foot"},
     1},
    {"CAROM_ROBOTS",
     "b1_description/urdf/b1.urdf",
     {"FL_foot", "FR_foot", "RL_foot", "RR_foot"},
     1},
    {"CAROM_ROBOTS",
     "laikago_description/urdf/laikago.urdf",
     {"FL_foot", "FR_foot", "RL_foot", "RR_foot"},
     1},
    {"CAROM_ROBOTS", "bolt_description/robots/bolt.urdf", {"FL_FOOT", "FR_FOOT"}, 1},
    {"CAROM_ROBOTS",
     "talos_data/robots/talos_full_v2.urdf",
     {"left_sole_link", "right_sole_link"},
     0},
    {"CAROM_ROBOTS",
     "talos_data/robots/talos_reduced_box.urdf",
     {"left_sole_link", "right_sole_link"},
     4},
    {"CAROM_ROBOTS", "icub_description/robots/icub.urdf", {"l_sole", "r_sole"}, 0},
    {"CAROM_ROBOTS", "romeo_description/urdf/romeo.urdf", {"l_sole", "r_sole"}, 4},
    {"CAROM_ROBOTS",
     "simple_humanoid_description/urdf/simple_humanoid.urdf",
     {"l_ankle", "r_ankle"},
     1},
    {"CAROM_ROBOTS",
     "alexander_description/urdf/alexander_v1.lowerBodyOnly.urdf",
     {"LEFT_FOOT", "RIGHT_FOOT"},
     1},
    {"CAROM_ROBOTS",
     "g1_description/urdf/g1_29dof_rev_1_0.urdf",
     {"left_ankle_roll_link", "right_ankle_roll_link"},
     4},
    {"CAROM_ROBOTS",
     "tiago_description/robots/tiago.urdf",
     {"wheel_left_link", "wheel_right_link"},
     1},
    {"CAROM_ROBOTS", "baxter_description/urdf/baxter.urdf", {"pedestal"}, 4},
    {"", "scenes/robots/atlas_v1.urdf", {"l_sole", "r_sole"}, 4},
    {"", "scenes/robots/atlas_v3.urdf", {"l_sole", "r_sole"}, 4},
    {"CAROM_MJCF", "humanoid.xml", {"left_foot", "right_foot"}, 2},
    {"CAROM_MJCF",
     "quadruped.xml",
     {"toe_back_left", "toe_back_right", "toe_front_left", "toe_front_right"},
     1}};

TEST(RobotsContacts, ALandingIsOnTheFeetThatAreFound) {
  for (const LandingOf& expected : landing_of) {
    SCOPED_TRACE(expected.file);
    const std::string variable = expected.variable;
    const char* named = variable.empty() ? "" : std::getenv(expected.variable);
    if (named == nullptr) GTEST_SKIP() << variable << " names no folder of robots";
    const std::filesystem::path folder = variable.empty() ? project_root : named;
    const Model robot = load_robot(folder / expected.file);
    const carom::Stance stance = stand(robot);
    const auto found = points_per_foot(stance.model);
    std::vector<std::string> feet;
    for (const auto& [foot, points] : found) {
      feet.push_back(foot);
      // A flat foot, of corners or a mesh, lands as one contact; round ones each for itself.
      const bool flat = expected.points == 0 || expected.points == 4;
      EXPECT_EQ(points, flat ? 1 : expected.points) << foot;
    }
    EXPECT_EQ(feet, expected.feet);  // of a map: in the order of the alphabet
    for (const std::string& foot : feet) {
      EXPECT_NE(stance.options.name.find(foot), std::string::npos) << stance.options.name;
    }
    // The start of a run has all the points on the same feet.
    const auto run = points_per_foot(stand(robot, {.at_rest = true}).model);
    for (const std::string& foot : feet) {
      EXPECT_GE(run.at(foot), expected.points == 0 ? 3 : expected.points) << foot;
    }
    EXPECT_EQ(run.size(), feet.size());
  }
}

}  // namespace
}  // namespace carom::test
