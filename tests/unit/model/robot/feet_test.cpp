// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which frames are feet, by their names and their places in the tree.
#include "model/robot/feet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/stance.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::IsEmpty;
using testing::StartsWith;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

TEST(Feet, FramesAtTheEndsOfLegsNamedSo) {
  EXPECT_THAT(find_feet(load_text(leg_urdf())), ElementsAre("foot"));
  EXPECT_THAT(find_feet(load_text(leg_mjcf())), ElementsAre("foot"));
  EXPECT_THAT(find_feet(load_text(pair_mjcf())), ElementsAre("left_foot", "right_foot"));
}

TEST(Feet, TheClearestWordWinsCapitalsDoNotMatter) {
  const std::string both = replaced(pair_mjcf(), "left_foot", "L_SOLE");
  EXPECT_THAT(find_feet(load_text(both)), ElementsAre("L_SOLE"));
}

/// A foot that carries a joint is no end of a leg; names of joints are no feet.
TEST(Feet, OthersAreNone) {
  EXPECT_THAT(find_feet(load_text(replaced(leg_urdf(), "\"foot\"", "\"tip\""))), IsEmpty());
  EXPECT_THAT(find_feet(load_text(replaced(leg_urdf(), "\"foot\"", "\"foot_joint\""))), IsEmpty());
  const std::string named = replaced(leg_urdf(), "\"foot\"", "\"tip\"");
  EXPECT_THAT(find_feet(load_text(replaced(named, "\"thigh\"", "\"foot\""))), IsEmpty());
}

TEST(Feet, TheFaultProposesFrames) {
  EXPECT_EQ(no_contacts_message(load_text(leg_urdf()), "leg.urdf"),
            "leg.urdf: no contacts; expected --contacts with the frames that land, such as "
            "--contacts foot; frames named like feet: foot, ankle");
  const Model other =
      load_text(replaced(replaced(leg_urdf(), "\"foot\"", "\"tip\""), "\"ankle\"", "\"end\""));
  EXPECT_THAT(no_contacts_message(other, "leg.urdf"),
              testing::HasSubstr("; last links of the chains: "));
}

/// "torsoleftimujoint" holds the letters of "sole".
TEST(Feet, SensorsHeadsAndPlacesOnAMapAreNeitherFeetNorProposed) {
  for (const char* name : {"TorsoLeftIMUJoint", "LEFT_FOOT_IMU_LINK", "base_footprint", "head_foot",
                           "foot_camera_link", "l_foot_ft_sensor", "foot_gps", "FootFSR"}) {
    SCOPED_TRACE(name);
    const std::string quoted = "\"" + std::string(name) + "\"";
    const Model robot = load_text(replaced(leg_urdf(), "\"foot\"", quoted));
    EXPECT_TRUE(named_like_sensor(name));
    EXPECT_THAT(find_feet(robot), IsEmpty());
    EXPECT_THAT(no_contacts_message(robot, "leg.urdf"), testing::Not(testing::HasSubstr(name)));
    EXPECT_THAT(landing_frames(robot), testing::Not(testing::Contains(name)));
  }
  for (const char* name : {"left_sole_link", "LF_FOOT", "ltoes", "header", "l_foot_simple"}) {
    EXPECT_FALSE(named_like_sensor(name)) << name;
  }
}

TEST(Feet, LongListsAreCut) {
  std::vector<std::string> names(12, "a");
  EXPECT_THAT(short_names(names), EndsWith("a, a"));
  names.emplace_back("b");
  EXPECT_THAT(short_names(names), EndsWith("a, a, … 13 in all"));
}

}  // namespace
}  // namespace carom::test
