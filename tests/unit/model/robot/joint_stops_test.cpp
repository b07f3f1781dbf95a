// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The stops of a robot's joints, from their limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/robot.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using testing::ElementsAre;

std::vector<std::string> stop_names(const std::vector<ContactCandidate>& stops) {
  std::vector<std::string> result;
  for (const ContactCandidate& stop : stops) result.push_back(stop.name);
  return result;
}

TEST(JointStops, OnePerFiniteLimit) {
  const std::vector<ContactCandidate> stops = joint_stops(load_text(leg_urdf()), 0.3);
  ASSERT_GE(stops.size(), 2u);
  EXPECT_EQ(stops[0].name, "hip lower stop");
  EXPECT_EQ(stops[1].name, "hip upper stop");
  const auto& upper = std::get<JointStop>(stops[1].against);
  EXPECT_EQ(upper.joint, "hip");
  EXPECT_EQ(upper.bound, 1.5);
  EXPECT_TRUE(upper.upper);
  EXPECT_EQ(std::get<JointStop>(stops[0].against).bound, -1.0);
  EXPECT_EQ(stops[0].tangents, 0);
  EXPECT_EQ(stops[0].stiffness, 1.0);
  EXPECT_EQ(stops[0].restitution, 0.3);
}

BodyDescription limited_slider(const std::string& name, double lower, double upper) {
  BodyDescription body;
  body.name = name;
  body.kind = JointKind::prismatic;
  body.mass = 1.0;
  body.lower = lower;
  body.upper = upper;
  return body;
}

TEST(JointStops, NotForJointsWithoutRoomOrThatFollowOthers) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  ModelDescription description;
  BodyDescription base;
  base.name = "base";
  base.kind = JointKind::free;
  base.mass = 1.0;
  base.inertia = Eigen::Matrix3d::Identity();
  description.bodies = {base, limited_slider("a", -1.0, infinity),
                        limited_slider("b", -infinity, 2.0), limited_slider("follower", -1.0, 1.0),
                        limited_slider("open", -infinity, infinity)};
  description.parts.couplings = {{.joint = "follower", .other = "a"}};
  const Model model(description);
  EXPECT_THAT(stop_names(joint_stops(model)), ElementsAre("a lower stop", "b upper stop"));
  ModelParts parts = model.parts();
  parts.contacts = joint_stops(model);
  EXPECT_EQ(model.with(parts).contacts().size(), 2u);
}

}  // namespace
}  // namespace carom::test
