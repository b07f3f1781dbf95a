// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts of a whole robot from its shapes: a base on two legs, each a shank and an ankle with one
// foot or another.
//      [=====]
//       |   |
//      [=] [=]
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/robot.h"
#include "carom/stance.h"
#include "support/faults.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;
using Words = std::vector<std::string>;

const std::string box_foot =
    "<collision><origin xyz='0.03 0 -0.02'/><geometry><box size='0.2 0.1 0.04'/></geometry>"
    "</collision>";

std::string collision_of(const std::string& text) {
  return "<collision><geometry>" + text + "</geometry></collision>";
}

/// One leg: hip at height 0, shank of 0.4 m, then the foot's link `NAME`, on a joint or fixed.
std::string walker_leg(const std::string& side, const std::string& y, const std::string& foot,
                       const std::string& name, const std::string& kind) {
  const std::string inertial =
      "<inertial><mass value='1'/><inertia ixx='.01' iyy='.01' izz='.01' ixy='0' ixz='0' iyz='0'/>"
      "</inertial>";
  return "<joint name='" + side + "_hip' type='revolute'><origin xyz='0 " + y +
         " 0'/><parent link='trunk'/><child link='" + side +
         "_shank'/><axis xyz='0 1 0'/><limit lower='-1' upper='1' effort='9' velocity='9'/></joint>"
         "<link name='" +
         side + "_shank'>" + inertial +
         "<collision><origin xyz='0 0 -0.2'/><geometry><cylinder radius='0.02' length='0.3'/>"
         "</geometry></collision></link><joint name='" +
         side + "_ankle' type='" + kind + "'><origin xyz='0 0 -0.4'/><parent link='" + side +
         "_shank'/><child link='" + side + "_" + name +
         "'/><axis xyz='0 1 0'/><limit lower='-1' upper='1' effort='9' velocity='9'/></joint>"
         "<link name='" +
         side + "_" + name + "'>" + inertial + foot + "</link>";
}

std::string walker(const std::string& foot, const std::string& name = "foot",
                   const std::string& kind = "revolute", const std::string& more = "") {
  return "<robot name='walker'><link name='trunk'><inertial><mass value='5'/><inertia ixx='.1' "
         "iyy='.1' izz='.1' ixy='0' ixz='0' iyz='0'/></inertial><collision><origin xyz='0 0 0.2'/>"
         "<geometry><box size='0.2 0.3 0.4'/></geometry></collision></link>" +
         walker_leg("left", "0.1", foot, name, kind) +
         walker_leg("right", "-0.1", foot, name, kind) + more + "</robot>";
}

RobotContacts found_contacts(const Model& robot, const Words& words = {"auto"}, bool all = false) {
  return robot_contacts(robot, robot.neutral(), words, all);
}

Words contact_names(const std::vector<ContactCandidate>& contacts) {
  Words result;
  for (const ContactCandidate& contact : contacts) result.push_back(contact.name);
  return result;
}

Words watched_names(const RobotContacts& contacts) {
  Words result;
  for (const WatchedBody& body : contacts.watched) result.push_back(body.name);
  return result;
}

TEST(RobotContacts, ABoxHasItsCornersTheSoleFirst) {
  const RobotContacts result = found_contacts(load_text(walker(box_foot)));
  ASSERT_THAT(result.contacts, SizeIs(16));
  EXPECT_THAT(contact_names({result.contacts.begin(), result.contacts.begin() + 4}),
              ElementsAre("left_foot[-0.07, -0.05, -0.04]", "left_foot[-0.07, 0.05, -0.04]",
                          "left_foot[0.13, -0.05, -0.04]", "left_foot[0.13, 0.05, -0.04]"));
  EXPECT_EQ(result.contacts[4].sphere.center.z(), 0.0);
  EXPECT_EQ(result.contacts[8].name, "right_foot[-0.07, -0.05, -0.04]");
  EXPECT_EQ(result.contacts[0].tangents, 2);
  EXPECT_THAT(watched_names(result), ElementsAre("trunk", "left_shank", "right_shank"));
  EXPECT_THAT(result.watched[0].points, SizeIs(8));
  EXPECT_THAT(result.watched[1].points, SizeIs(16));
  EXPECT_THAT(result.notes,
              ElementsAre("contacts: left_foot 8 points, right_foot 8 points; 3 other "
                          "bodies are watched for a fall"));
}

/// A foot that is tilted at the posture keeps all its corners.
TEST(RobotContacts, ATiltedFootIsNoBall) {
  const Model robot = load_text(walker(box_foot));
  Eigen::VectorXd q = robot.neutral();
  q[robot.joints()[static_cast<std::size_t>(robot.joint("left_ankle"))].q] = 0.3;
  const RobotContacts result = robot_contacts(robot, q);
  EXPECT_THAT(result.contacts, SizeIs(16));
  EXPECT_EQ(result.contacts[0].name, "left_foot[0.13, -0.05, -0.04]");
}

TEST(RobotContacts, BallsCapsulesCylindersEllipsoids) {
  const RobotContacts ball =
      found_contacts(load_text(walker(collision_of("<sphere radius='0.025'/>"))));
  EXPECT_THAT(contact_names(ball.contacts), ElementsAre("left_foot", "right_foot"));
  EXPECT_EQ(ball.contacts[0].sphere.radius, 0.025);
  EXPECT_THAT(ball.notes, ElementsAre(StartsWith("contacts: left_foot 1 point, right_foot")));
  const RobotContacts capsule = found_contacts(
      load_text(walker("<collision><origin rpy='0 1.5707963267948966 0' xyz='0 0 0'/><geometry>"
                       "<capsule radius='0.02' length='0.12'/></geometry></collision>")));
  ASSERT_THAT(capsule.contacts, SizeIs(4));
  EXPECT_EQ(capsule.contacts[0].sphere.radius, 0.02);
  const RobotContacts cylinder =
      found_contacts(load_text(walker(collision_of("<cylinder radius='0.05' length='0.02'/>"))));
  EXPECT_THAT(cylinder.contacts, SizeIs(32));
  EXPECT_EQ(cylinder.contacts[7].sphere.center.z(), -0.01);
  EXPECT_EQ(cylinder.contacts[8].sphere.center.z(), 0.01);
  const std::string thin = collision_of("<cylinder radius='0.02' length='0.02'/>");
  EXPECT_THAT(found_contacts(load_text(walker(thin))).contacts,
              SizeIs(16));  // The lower rims alone.
}

/// A foot's link that is fixed to the shank: the ball touches, the knee should not.
TEST(RobotContacts, OfAShankWithABallTheKneeIsWatched) {
  const Model robot = load_text(walker(collision_of("<sphere radius='0.025'/>"), "foot", "fixed"));
  const RobotContacts result = found_contacts(robot);
  EXPECT_THAT(contact_names(result.contacts), ElementsAre("left_foot", "right_foot"));
  EXPECT_THAT(watched_names(result),
              testing::UnorderedElementsAre("trunk", "left_shank", "right_shank"));
  for (const WatchedBody& body : result.watched) {
    if (body.name == "trunk") continue;
    ASSERT_THAT(body.points, SizeIs(8));  // The upper rim, in the foot's frame.
    EXPECT_NEAR(body.points[0].center.z(), 0.35, 1e-12);
  }
}

TEST(RobotContacts, WithoutNamesTheLowestLastBodies) {
  const RobotContacts result = found_contacts(load_text(walker(box_foot, "end")));
  EXPECT_THAT(result.contacts, SizeIs(16));
  EXPECT_THAT(result.contacts[0].name, StartsWith("left_end["));
  // Its base held by the world, it cannot stand.
  const Model held = load_text(walker(box_foot, "end"), {.base = RobotOptions::Base::fixed});
  EXPECT_THAT(faults_of([&] { (void)found_contacts(held); }),
              ElementsAre(HasSubstr("no contacts")));
}

TEST(RobotContacts, SensorsAndHandsAreNoFeet) {
  const std::string imu =
      "<joint name='TorsoLeftIMUJoint' type='revolute'><parent link='trunk'/><child "
      "link='TorsoLeftIMU'/><axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='9' "
      "velocity='9'/></joint><link name='TorsoLeftIMU'><inertial><mass value='1'/><inertia "
      "ixx='.01' iyy='.01' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial></link>"
      "<joint name='p' type='fixed'><parent link='left_foot'/><child link='sole_imu'/></joint>"
      "<link name='sole_imu'/>";
  const Model robot = load_text(walker(box_foot, "foot", "revolute", imu));
  EXPECT_THAT(find_feet(robot), ElementsAre("left_foot", "right_foot"));
}

/// A foot behind which toes turn; the sensor that is fixed to it has the longer name.
TEST(RobotContacts, TheFootBeforeToesIsOneToo) {
  const std::string toes =
      "<joint name='t' type='revolute'><origin xyz='0.13 0 -0.03'/><parent "
      "link='left_foot'/><child "
      "link='left_toes'/><axis xyz='0 1 0'/><limit lower='-1' upper='1' effort='9' velocity='9'/>"
      "</joint><link name='left_toes'><inertial><mass value='1'/><inertia ixx='.01' iyy='.01' "
      "izz='.01' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry><sphere radius='0.01'/>"
      "</geometry></collision></link>"
      "<joint name='s' type='fixed'><parent link='right_foot'/><child link='right_foot_sensor'/>"
      "</joint><link name='right_foot_sensor'/>";
  const RobotContacts result =
      found_contacts(load_text(walker(box_foot, "foot", "revolute", toes)));
  EXPECT_THAT(result.notes,
              ElementsAre(StartsWith(
                  "contacts: right_foot 8 points, left_toes 1 point, left_foot 8 points")));
}

TEST(RobotContacts, FeetInWords) {
  const Model robot = load_text(walker(box_foot));
  const RobotContacts one = found_contacts(robot, {"left_foot", "left_foot[0.1, 0, -0.04]"});
  EXPECT_THAT(contact_names(one.contacts), ElementsAre("left_foot", "left_foot[0.1, 0, -0.04]"));
  EXPECT_THAT(watched_names(one),
              testing::UnorderedElementsAre("trunk", "left_shank", "right_shank", "right_foot"));
  EXPECT_THAT(one.notes, IsEmpty());
  const RobotContacts both = found_contacts(robot, {"left_foot:corners", "auto"});
  EXPECT_THAT(both.contacts, SizeIs(4 + 8));
  EXPECT_THAT(both.contacts[4].name, StartsWith("right_foot["));
  EXPECT_THAT(both.notes, ElementsAre(StartsWith("contacts: left_foot 4 points, right_foot 8 ")));
  EXPECT_THAT(faults_of([&] { (void)found_contacts(robot, {"left_fot"}); }),
              ElementsAre(HasSubstr("left_foot")));
}

TEST(RobotContacts, AllOfItMayTouch) {
  const RobotContacts result = found_contacts(load_text(walker(box_foot)), {"auto"}, true);
  EXPECT_THAT(result.contacts, SizeIs(2 * 8 + 8 + 2 * 16));
  EXPECT_THAT(result.contacts[16].name, StartsWith("trunk["));
  EXPECT_THAT(result.watched, IsEmpty());
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("; 3 other bodies may touch too")));
}

TEST(RobotContacts, AnAnkleAsLowAsTheSoleBelongsToTheFoot) {
  // The sole ends 1 mm below the shank.
  const std::string thin =
      "<collision><origin xyz='0 0 0.05'/><geometry><box size='0.2 0.1 0.002'/></geometry>"
      "</collision>";
  const RobotContacts result = found_contacts(load_text(walker(thin)));
  EXPECT_THAT(watched_names(result), ElementsAre("trunk"));
  EXPECT_THAT(result.notes,
              ElementsAre(HasSubstr("1 other body is watched"),
                          "'left_shank' is as low as the foot 'left_foot' behind it (0.001 m): it "
                          "is not watched",
                          StartsWith("'right_shank'")));
}

/// A trunk that nobody gave a shape must not fall through the ground unseen.
TEST(RobotContacts, BodiesWithoutShapesAreWatchedByTheirCentres) {
  std::string text = walker(box_foot);
  const auto from = text.find("<collision>"), to = text.find("</collision>") + 12;
  text.erase(from, to - from);
  const RobotContacts result = found_contacts(load_text(text));
  EXPECT_THAT(watched_names(result), ElementsAre("left_shank", "right_shank", "trunk"));
  const WatchedBody& trunk = result.watched.back();
  ASSERT_THAT(trunk.points, SizeIs(1));
  EXPECT_TRUE(trunk.points.front().center.isZero(1e-12));
  EXPECT_EQ(trunk.points.front().radius, 0.0);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("watched for a fall, 1 by their centres")));
}

/// Points of a rim would turn with it, and the car sink.
TEST(RobotContacts, AWheelTouchesAsABall) {
  std::string text = walker(
      "<collision><origin rpy='1.5707963267948966 0 0'/><geometry><cylinder radius='0.1' "
      "length='0.05'/></geometry></collision>",
      "wheel", "continuous");
  const RobotContacts result = found_contacts(load_text(text));
  EXPECT_THAT(contact_names(result.contacts), ElementsAre("left_wheel", "right_wheel"));
  EXPECT_EQ(result.contacts[0].sphere.radius, 0.1);
  EXPECT_TRUE(result.contacts[0].sphere.center.isZero(1e-12));
}

/// Not the shank, on which the robot would stand with its foot in the ground.
TEST(RobotContacts, AFootWhoseMeshIsMissingIsItsFrame) {
  const std::string mesh = collision_of("<mesh filename='none.stl'/>");
  const RobotContacts result = found_contacts(load_text(walker(mesh, "foot", "fixed")));
  EXPECT_THAT(contact_names(result.contacts), ElementsAre("left_foot", "right_foot"));
  EXPECT_EQ(result.contacts[0].sphere.radius, 0.0);
}

/// Where nothing is called a foot, and only the base has a shape.
TEST(RobotContacts, AnklesAreFeetWhereNothingElseIs) {
  std::string text = walker("", "ankle");
  for (auto from = text.rfind("<collision>"); text.find("<collision>") != from;
       from = text.rfind("<collision>")) {
    text.erase(from, text.find("</collision>", from) + 12 - from);
  }
  const RobotContacts result = found_contacts(load_text(text));
  EXPECT_THAT(contact_names(result.contacts), ElementsAre("left_ankle", "right_ankle"));
}

TEST(RobotContacts, WithoutShapesByName) {
  const Model pair = load_text(pair_mjcf());
  const RobotContacts result = found_contacts(pair);
  EXPECT_THAT(contact_names(result.contacts), ElementsAre("left_foot", "right_foot"));
  EXPECT_EQ(result.contacts[0].sphere.radius, 0.0);
  EXPECT_THAT(watched_names(result), ElementsAre("base", "left_leg", "right_leg"));
  EXPECT_THAT(result.notes,
              ElementsAre("pair has no collision shapes: feet by name left_foot, right_foot; other "
                          "bodies are watched by their centres of mass"));
  std::string nameless = pair_mjcf();
  for (auto at = nameless.find("_foot"); at != std::string::npos; at = nameless.find("_foot")) {
    nameless.replace(at, 5, "_end");
  }
  const Model other = load_text(nameless);
  EXPECT_THAT(faults_of([&] { (void)found_contacts(other); }),
              ElementsAre(StartsWith("pair: no contacts; expected --contacts")));
}

TEST(RobotContacts, AMeshThatCannotBeReadIsSaidOnce) {
  const std::string mesh = collision_of("<mesh filename='nowhere/foot.stl'/>");
  const RobotContacts result = found_contacts(load_text(walker(mesh)));
  EXPECT_THAT(contact_names(result.contacts), ElementsAre("left_foot", "right_foot"));
  EXPECT_THAT(watched_names(result), ElementsAre("trunk", "left_shank", "right_shank"));
  ASSERT_THAT(result.notes, SizeIs(2));
  EXPECT_THAT(result.notes[1], AllOf(StartsWith("collision mesh of 'left_foot' is left out: "),
                                     HasSubstr("nowhere/foot.stl")));
}

/// Points on a ball of 2 cm: a sphere, as low as the lowest of them.
TEST(RobotContacts, AMeshOfABallIsASphere) {
  std::string obj;
  for (int ring = 0; ring <= 12; ++ring) {
    const double polar = std::numbers::pi * ring / 12.0;
    for (int k = 0; k < 12; ++k) {
      const double around = std::numbers::pi * k / 6.0;
      obj += "v " + std::to_string(0.02 * std::sin(polar) * std::cos(around)) + " " +
             std::to_string(0.02 * std::sin(polar) * std::sin(around)) + " " +
             std::to_string(0.02 * std::cos(polar)) + "\n";
    }
  }
  const RobotFolder folder;
  folder.write("ball.obj", obj + "f 1 13 25\n");
  const Model robot =
      load_robot(folder.write("robot.urdf", walker(collision_of("<mesh filename='ball.obj'/>"))));
  const RobotContacts result = found_contacts(robot);
  EXPECT_THAT(contact_names(result.contacts), ElementsAre("left_foot", "right_foot"));
  EXPECT_NEAR(result.contacts[0].sphere.radius, 0.02, 1e-5);
  EXPECT_LT(result.contacts[0].sphere.center.norm(), 1e-5);
}

/// Eight corners, two of them double, and a bump of the sole, which is no contact; the mesh is
/// written once and read for both feet.
TEST(RobotContacts, AMeshHasItsExtremePoints) {
  std::string obj;
  for (int k = 0; k < 8; ++k) {
    obj += std::string("v ") + (k & 4 ? "0.1 " : "-0.1 ") + (k & 2 ? "0.05 " : "-0.05 ") +
           (k & 1 ? "0.03\n" : "0\n");
  }
  obj +=
      "v 0.1 0.05 0.029\nv 0.099 0.05 0\nv 0 0.01 -0.0005\nf 1 2 3\nf 4 5 6\nf 7 8 9\nf 8 9 10\n";
  const RobotFolder folder;
  folder.write("foot.obj", obj);
  const Model robot =
      load_robot(folder.write("robot.urdf", walker(collision_of("<mesh filename='foot.obj'/>"))));
  const RobotContacts result = found_contacts(robot);
  EXPECT_THAT(result.contacts, SizeIs(16));
  EXPECT_THAT(result.notes, SizeIs(1));
}

TEST(RobotContacts, AStanceForARunWatchesTheOthers) {
  const Model robot = load_text(walker(box_foot));
  const Stance run = stand(robot, {.at_rest = true});
  EXPECT_THAT(run.model.contacts(), SizeIs(16));
  EXPECT_THAT(run.options.closed, SizeIs(8));
  EXPECT_THAT(run.model.parts().watched, SizeIs(3));
  EXPECT_THAT(run.warnings, ElementsAre(StartsWith("contacts: left_foot 8 points")));
  const Stance named = stand(robot, {.contacts = {"left_foot", "right_foot"}, .at_rest = true});
  EXPECT_THAT(named.model.contacts(), SizeIs(2));
  EXPECT_THAT(named.model.parts().watched, SizeIs(3));
  EXPECT_THAT(named.warnings, ElementsAre(StartsWith("left_foot, right_foot are 40 mm above their "
                                                     "soles; --contacts left_foot:sole,")));
  const Stance all = stand(robot, {.at_rest = true, .watch_all = true});
  EXPECT_THAT(all.model.contacts(), SizeIs(56));
  EXPECT_THAT(all.model.parts().watched, IsEmpty());
}

TEST(RobotContacts, ALandingHasTheSoles) {
  const Model robot = load_text(walker(box_foot));
  const Stance flat = stand(robot, {.contacts = {"auto"}});
  EXPECT_THAT(flat.model.contacts(), SizeIs(2));
  EXPECT_THAT(flat.options.closed, ElementsAre("left_foot", "right_foot"));
  EXPECT_THAT(flat.model.parts().watched, IsEmpty());
  EXPECT_THAT(flat.warnings, ElementsAre("contacts: feet found: left_foot, right_foot; --contacts "
                                         "names others"));
  EXPECT_THAT(flat.options.name, testing::EndsWith(", on left_foot, right_foot"));
  const Stance unsaid = stand(robot);  // nothing given: the same
  EXPECT_EQ(unsaid.options.closed, flat.options.closed);
  EXPECT_EQ(unsaid.warnings, flat.warnings);
  EXPECT_EQ(unsaid.options.name, flat.options.name);
  const Stance one = stand(robot, {.contacts = {"auto"}, .posture = R"({"left_ankle": 0.5})"});
  EXPECT_THAT(one.options.closed, SizeIs(2));
  EXPECT_THAT(one.options.closed, Each(StartsWith("left_foot[0.13")));
  // The foot that does not land is no secret.
  EXPECT_THAT(one.options.name, testing::EndsWith(", on left_foot"));
  EXPECT_THAT(one.warnings,
              ElementsAre(AllOf(HasSubstr("left_foot (2 points); right_foot is 0.0"),
                                HasSubstr(" m higher: --stand closes all; --contacts names"))));
}

/// A sole that is even to 0.5 mm, as a mesh, with many lowest points: one contact in a landing, and
/// in a run what its points stand for.
TEST(RobotContacts, TheSoleOfALandingIsOneContact) {
  const std::string uneven =
      box_foot +
      "<collision><origin xyz='0.03 0 0.0005'/><geometry><box size='0.3 0.05 0.08'/>"
      "</geometry></collision>";
  const Model robot = load_text(walker(uneven));
  const Stance landing = stand(robot);
  ASSERT_EQ(landing.model.contacts().size(), 2U);
  EXPECT_EQ(landing.model.contacts()[0].name, landing.model.contacts()[0].sphere.body);
  ModelWorkspace workspace(landing.model);
  workspace.set_configuration(landing.state.q);
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(workspace.gap(k), 0.0, 1e-12);
  const Stance run = stand(robot, {.at_rest = true});
  EXPECT_GT(run.model.contacts().size(), 8U);
  for (const ContactCandidate& contact : run.model.contacts()) {
    ASSERT_TRUE(contact.sole.has_value());
    const auto& foot = landing.model.contacts();
    const auto same = std::ranges::find(foot, contact.sphere.body, &ContactCandidate::name);
    ASSERT_NE(same, foot.end());
    EXPECT_EQ(*contact.sole, same->sphere.center);
  }
  // The same as a word; a round foot has no sole.
  const Stance words = stand(robot, {.contacts = {"left_foot:sole", "right_foot:sole"}});
  EXPECT_EQ(words.model.contacts()[0].sphere.center, landing.model.contacts()[0].sphere.center);
  const std::string bent = R"({"left_ankle": 0.2})";
  EXPECT_EQ(stand(robot, {.posture = bent, .stand = true}).model.contacts().size(), 2U);
}

TEST(RobotContacts, AFrameAboveItsSoleIsSaid) {
  const Model robot = load_text(walker(box_foot));
  const Stance given = stand(robot, {.contacts = {"left_foot", "right_foot"}});
  EXPECT_THAT(given.model.contacts(), SizeIs(2));  // what was asked for
  EXPECT_THAT(given.warnings,
              ElementsAre("left_foot, right_foot are 40 mm above their soles; --contacts "
                          "left_foot:sole,right_foot:sole takes the soles"));
  const Stance one = stand(robot, {.contacts = {"left_foot", "right_foot:lowest"}, .touch = 0.1});
  EXPECT_THAT(one.warnings, ElementsAre("left_foot is 40 mm above its sole; --contacts "
                                        "left_foot:sole takes the sole"));
  EXPECT_THAT(stand(robot, {.contacts = {"left_foot[0,0,-0.04]", "right_foot:corners"}}).warnings,
              IsEmpty());
  // The middle of a ball is what one lands on.
  const Model balls = load_text(walker(collision_of("<sphere radius='0.02'/>")));
  EXPECT_THAT(stand(balls, {.contacts = {"left_foot", "right_foot"}}).warnings, IsEmpty());
}

/// Of an ankle that was found the sole is taken; a foot without shapes lands on its frame.
TEST(RobotContacts, AnkleFramesAndFramesAloneAreSaid) {
  const Stance ankles = stand(load_text(walker(box_foot, "ankle_roll_link")));
  EXPECT_THAT(ankles.model.contacts(), SizeIs(2));  // one for each flat foot
  EXPECT_THAT(ankles.warnings,
              ElementsAre(StartsWith("contacts: feet found: left_ankle_roll_link, "),
                          "left_ankle_roll_link, right_ankle_roll_link are 40 mm above their "
                          "soles; the soles of their collision shapes are taken"));
  const Stance frames = stand(load_text(pair_mjcf()));
  EXPECT_THAT(frames.model.contacts(), SizeIs(2));
  EXPECT_THAT(frames.warnings,
              ElementsAre(StartsWith("contacts: feet found: left_foot, right_foot; "),
                          "left_foot, right_foot have no collision shape: the origins of the "
                          "frames land"));
}

/// A head that is fixed to the base is shaped too, and yet the base stands on its pedestal.
TEST(RobotContacts, ABaseHasTheNameOfItsLowestLink) {
  const std::string file =
      "<robot name='table'><link name='torso'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
      "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='a' type='fixed'><origin "
      "xyz='0 0 1'/><parent link='torso'/><child link='head'/></joint><link name='head'>" +
      collision_of("<box size='0.2 0.2 0.2'/>") +
      "</link><joint name='b' type='fixed'><origin xyz='0 0 -1'/><parent link='torso'/><child "
      "link='pedestal'/></joint><link name='pedestal'>" +
      collision_of("<box size='0.4 0.4 0.1'/>") + "</link></robot>";
  EXPECT_THAT(stand(load_text(file)).options.name, testing::EndsWith(", on pedestal"));
}

/// On its knees: what is in the ground at the start is not watched.
TEST(RobotContacts, WhatTouchesAtTheStartIsNotWatched) {
  const Stance run =
      stand(load_text(walker(box_foot)), {.contacts = {"trunk[0, 0, 0]"}, .at_rest = true});
  EXPECT_THAT(run.model.parts().watched, IsEmpty());
  EXPECT_THAT(run.warnings,
              testing::Contains("'left_foot' is 0.44 m below the ground at the start: "
                                "it is not watched for a fall"));
}

}  // namespace
}  // namespace carom::test
