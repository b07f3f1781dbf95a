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

#include "carom/robot.h"
#include "carom/stance.h"

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

/// How many contacts each foot has, by the frames that carry them.
std::map<std::string, int> points_per_foot(const Model& model) {
  std::map<std::string, int> result;
  for (const ContactCandidate& contact : model.contacts()) ++result[contact.sphere.body];
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

}  // namespace
}  // namespace carom::test
