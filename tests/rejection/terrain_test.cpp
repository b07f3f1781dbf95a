// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Terrain and stops that cannot be used, and what is said about each. All faults at once.
#include "carom/terrain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/model.h"
#include "carom/robot.h"
#include "support/faults.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string refused_words(const std::string& words) {
  return refusal_of([&] { static_cast<void>(terrain_from_words(words)); });
}

std::vector<std::string> faults_of_terrain(const std::string& text) {
  const RobotFolder folder;
  const std::string file = folder.write("g.toml", text).string();
  std::vector<std::string> faults = faults_of([&] { static_cast<void>(terrain_from_words(file)); });
  for (std::string& fault : faults) {
    EXPECT_TRUE(fault.starts_with(file)) << fault;
    fault = "g" + fault.substr(std::min(fault.size(), file.size() - 5));
  }
  return faults;
}

TEST(TerrainRejection, Words) {
  EXPECT_EQ(refused_words("plain"),
            "ground = 'plain'; expected plane, slope=10deg, stairs=0.2x0.1 or a TOML file; did you "
            "mean 'plane'?");
  EXPECT_THAT(refused_words("stair=1x1"), EndsWith("did you mean 'stairs'?"));
  EXPECT_THAT(refused_words(""), HasSubstr("expected plane"));
  for (const char* words : {"slope=", "slope=steep", "slope=60deg", "slope=-1.1", "slope=nan"}) {
    EXPECT_EQ(refused_words(words).find("ground = '" + std::string(words) +
                                        "'; expected slope=10deg or slope=0.17"),
              0u)
        << refused_words(words);
  }
  for (const char* words : {"stairs=", "stairs=0.2", "stairs=0.2x-0.1", "stairs=0x0.1",
                            "stairs=infx1", "stairs=0.2x0.1x3"}) {
    EXPECT_THAT(refused_words(words), HasSubstr("both > 0; stairs that go down")) << words;
  }
  EXPECT_THAT(refused_words("nowhere.toml"), HasSubstr("nowhere.toml: "));
}

TEST(TerrainRejection, KeysOfFiles) {
  EXPECT_THAT(faults_of_terrain(""),
              ElementsAre("g.toml: says nothing to stand on; expected [plane], "
                          "[[box]] or [field]"));
  EXPECT_THAT(
      faults_of_terrain("[plan]\n[[box]]\ncentre = [0, 0, 0]\nsize = [1, 1, 1]\n"),
      ElementsAre("g.toml:1: unknown key 'plan'; expected one of name, plane, box, field; did you "
                  "mean 'plane'?",
                  "g.toml:3: box 1: unknown key 'centre'; expected one of name, center, size, rpy; "
                  "did you mean 'center'?",
                  HasSubstr("box 1: center is missing; expected the box's centre")));
  EXPECT_THAT(faults_of_terrain("plane = 3\nfield = true\nbox = 1\n"),
              ElementsAre("g.toml:1: plane = 3; expected a table, [plane]",
                          "g.toml:3: box = 1; expected tables, [[box]]",
                          "g.toml:2: field = true; expected a table, [field]"));
}

TEST(TerrainRejection, PlanesAndBoxes) {
  EXPECT_THAT(
      faults_of_terrain("[plane]\npoint = [0, nan, 0]\nnormal = [1, 0, 0.1]\n"),
      ElementsAre("g.toml:2: plane: point[1] = nan; expected a finite number",
                  HasSubstr("g.toml:3: plane: normal = [1, 0, 0.1]; expected an upward "
                            "direction, less than 60deg from z; steeper ground is a wall")));
  EXPECT_THAT(faults_of_terrain("[plane]\nnormal = [0, 0, 0]\n"),
              ElementsAre(HasSubstr("expected an upward direction")));
  EXPECT_THAT(
      faults_of_terrain("[[box]]\ncenter = [0, 0]\nsize = [1, 0, 1]\nrpy = [0, 0, \"x\"]\n"),
      ElementsAre("g.toml:2: box 1: center has 2 numbers; expected 3",
                  "g.toml:4: box 1: rpy[2] = \"x\"; expected a finite number, or an angle "
                  "such as \"40deg\"",
                  "g.toml:3: box 1: size = [1, 0, 1]; expected three edges > 0 [m]"));
}

TEST(TerrainRejection, Fields) {
  const std::string head = "[field]\nspacing = [1, 1]\n";
  EXPECT_THAT(faults_of_terrain("[field]\nheights = [[0, 0], [0, 0]]\n"),
              ElementsAre(HasSubstr("field: spacing is missing; expected [x, y]")));
  EXPECT_THAT(faults_of_terrain(head), ElementsAre(HasSubstr("field: heights is missing")));
  EXPECT_THAT(faults_of_terrain(head + "heights = []\n"),
              ElementsAre("g.toml:3: field: heights has 0 rows of 0; expected at least 2 of 2"));
  EXPECT_THAT(faults_of_terrain(head + "heights = [[1], [2]]\n"),
              ElementsAre("g.toml:3: field: heights has 2 rows of 1; expected at least 2 of 2"));
  EXPECT_THAT(faults_of_terrain(head + "heights = [[1, 2], [2, 3, 4]]\n"),
              ElementsAre("g.toml:3: field: heights[1] has 3 numbers; expected 2"));
  EXPECT_THAT(faults_of_terrain(head + "heights = [[1, inf], [2, 3]]\n"),
              ElementsAre("g.toml:3: field: heights[0][1] = inf; expected a finite number"));
  EXPECT_THAT(faults_of_terrain(head + "heights = 3\n"),
              ElementsAre("g.toml:3: field: heights = 3; expected a list of rows"));
  EXPECT_THAT(faults_of_terrain("[field]\nspacing = [0, 1]\nheights = [[0, 0], [0, 0]]\n"),
              ElementsAre("g.toml:2: field: spacing = [0, 1]; expected two steps > 0 [m]"));
}

/// A free body with a joint of one coordinate and one without limits.
std::vector<std::string> faults_of_contact(const ContactCandidate& contact,
                                           const Terrain& ground = {}) {
  ModelDescription description;
  BodyDescription body;
  body.name = "base";
  body.kind = JointKind::free;
  body.mass = 1.0;
  body.inertia = Eigen::Matrix3d::Identity();
  BodyDescription arm = body;
  arm.name = "elbow";
  arm.kind = JointKind::revolute;
  description.bodies = {body, arm};
  description.parts.contacts = {contact};
  description.parts.ground = ground;
  return faults_of([&] { Model model(description); });
}

ContactCandidate stop_of(const std::string& joint, double bound = 0.0, int tangents = 0) {
  ContactCandidate stop;
  stop.name = "s";
  stop.against = JointStop{.joint = joint, .bound = bound};
  stop.tangents = tangents;
  return stop;
}

TEST(TerrainRejection, StopsOfJoints) {
  EXPECT_THAT(faults_of_contact(stop_of("elbow")), ElementsAre());
  EXPECT_THAT(faults_of_contact(stop_of("elbo")),
              ElementsAre(AllOf(HasSubstr("contact 's': joint = 'elbo' is not a joint of"),
                                EndsWith("did you mean 'elbow'?"))));
  EXPECT_THAT(
      faults_of_contact(stop_of("base")),
      ElementsAre("contact 's': joint = 'base' has 7 coordinates; expected a joint of one"));
  EXPECT_THAT(faults_of_contact(stop_of("elbow", std::nan(""), 2)),
              ElementsAre(HasSubstr("contact 's': bound = nan; expected a finite number"),
                          "contact 's': tangents = 2; expected 0: nothing slips at the stop of a "
                          "joint"));
}

/// Joints without limits have a cosine and a sine, and no stop.
TEST(TerrainRejection, StopsOfContinuousJoints) {
  std::string text = leg_urdf();
  text.replace(text.find("\"revolute\""), 10, "\"continuous\"");
  const Model robot = load_text(text);
  ModelParts parts = robot.parts();
  parts.contacts = {stop_of("hip")};
  EXPECT_THAT(refusal_of([&] { static_cast<void>(robot.with(parts)); }),
              HasSubstr("joint = 'hip' has 2 coordinates; expected a joint of one"));
}

TEST(TerrainRejection, TerrainOfContacts) {
  ContactCandidate contact;
  contact.name = "c";
  contact.against = ContactTerrain{};
  EXPECT_THAT(
      faults_of_contact(contact),
      ElementsAre("contact 'c': terrain is missing; expected one, shared by the contacts on "
                  "it"));
  Terrain bad;
  bad.normal = {0.0, 0.0, 2.0};
  bad.boxes.resize(1);
  bad.boxes[0].size.y() = -1.0;
  bad.boxes[0].placement.linear() *= 2.0;
  bad.field.heights = Eigen::MatrixXd::Zero(1, 3);
  bad.field.spacing.x() = std::numeric_limits<double>::infinity();
  contact.against = ContactTerrain{std::make_shared<const Terrain>(bad)};
  EXPECT_THAT(faults_of_contact(contact),
              ElementsAre(HasSubstr("contact 'c': plane of the terrain is not finite or its normal "
                                    "has not length 1"),
                          HasSubstr("box 1: placement is not finite or no rotation"),
                          HasSubstr("box 1: size = 1, -1, 1; expected finite edges > 0"),
                          HasSubstr("field has 1 × 3 heights; expected at least 2 × 2"),
                          HasSubstr("spacing of the field = inf, 1; expected")));
  bad = Terrain();
  bad.has_plane = false;
  EXPECT_THAT(
      faults_of_contact(stop_of("elbow"), bad),
      ElementsAre("ground: terrain is empty; expected a plane, boxes or a field of heights"));
  bad.field.heights = Eigen::MatrixXd::Constant(2, 2, std::nan(""));
  EXPECT_THAT(faults_of_contact(stop_of("elbow"), bad),
              ElementsAre(HasSubstr("heights or origin of the field are not finite")));
}

}  // namespace
}  // namespace carom::test
