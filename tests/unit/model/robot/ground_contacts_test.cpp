// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where a body touches the ground, from words: a free body with one shape or another, turned.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>

#include "carom/robot.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Words = std::vector<std::string>;
using std::numbers::pi;

Model body_with(const std::string& geoms) {
  const RobotFolder folder;
  return load_robot(folder.write("robot.xml", "<mujoco><worldbody><body name='b'><freejoint/>" +
                                                  geoms + "</body></worldbody></mujoco>"));
}

VectorXd turned(double angle, const Vector3d& axis) {
  VectorXd q(7);
  q << 0, 0, 1, Quaterniond(Eigen::AngleAxisd(angle, axis)).coeffs();
  return q;
}

const VectorXd upright = turned(0.0, Vector3d::UnitX());

Words names(const std::vector<ContactCandidate>& contacts) {
  Words result;
  for (const ContactCandidate& contact : contacts) result.push_back(contact.name);
  return result;
}

TEST(GroundContacts, WordsAreSplitOutsideBrackets) {
  EXPECT_EQ(split_contact_words("a,b[0,0,1], c:corners "), (Words{"a", "b[0,0,1]", "c:corners"}));
  EXPECT_EQ(split_contact_words(""), Words{});
  EXPECT_EQ(split_contact_words("  "), Words{});
  EXPECT_EQ(split_contact_words("a,,b"), (Words{"a", "", "b"}));
  EXPECT_EQ(split_contact_words("a[1,2"), (Words{"a[1,2"}));
}

TEST(GroundContacts, FramesAndPointsOfFrames) {
  const Model model = body_with("<geom size='.1'/><site name='tip' pos='0 0 -.1'/>");
  const auto contacts = ground_contacts(model, {"tip", "b[0.1, -2e-1,0]"}, upright);
  EXPECT_EQ(names(contacts), (Words{"tip", "b[0.1, -2e-1,0]"}));
  EXPECT_EQ(contacts[1].sphere.body, "b");
  EXPECT_LT((contacts[1].sphere.center - Vector3d(0.1, -0.2, 0)).norm(), 1e-15);
  EXPECT_EQ(contacts[1].sphere.radius, 0.0);
  EXPECT_EQ(contacts[1].tangents, 2);
  EXPECT_EQ(contacts[1].friction, 0.0);
  ModelParts parts = model.parts();
  parts.contacts = contacts;
  ModelWorkspace workspace(model.with(parts));
  workspace.set_configuration(upright);
  EXPECT_NEAR(workspace.gap(0), 0.9, 1e-15);
  EXPECT_TRUE(ground_contacts(model, {}, upright).empty());
}

TEST(GroundContacts, CornersAreTheLowerOnesAtThePosture) {
  const Model model = body_with("<geom type='box' size='.1 .05 .02' pos='0.01 0 0'/>");
  EXPECT_EQ(names(ground_contacts(model, {"b:corners"}, upright)),
            (Words{"b[-0.09, -0.05, -0.02]", "b[-0.09, 0.05, -0.02]", "b[0.11, -0.05, -0.02]",
                   "b[0.11, 0.05, -0.02]"}));
  // On its back, and on its side.
  EXPECT_EQ(names(ground_contacts(model, {"b:corners"}, turned(3.0, Vector3d::UnitX())))[0],
            "b[-0.09, -0.05, 0.02]");
  EXPECT_EQ(names(ground_contacts(model, {"b:corners"}, turned(1.5, Vector3d::UnitX()))),
            (Words{"b[-0.09, -0.05, -0.02]", "b[-0.09, -0.05, 0.02]", "b[0.11, -0.05, -0.02]",
                   "b[0.11, -0.05, 0.02]"}));
}

TEST(GroundContacts, OfSeveralBoxesTheLowest) {
  const Model model = body_with(
      "<geom type='box' size='.1 .1 .1'/><geom type='box' size='.02 .02 .02' pos='0 0 -.3'/>");
  for (const ContactCandidate& contact : ground_contacts(model, {"b:corners"}, upright)) {
    EXPECT_NEAR(contact.sphere.center.z(), -0.32, 1e-15);
  }
  for (const ContactCandidate& contact :
       ground_contacts(model, {"b:corners"}, turned(pi, Vector3d::UnitX()))) {
    EXPECT_NEAR(contact.sphere.center.z(), 0.1, 1e-15);
  }
}

TEST(GroundContacts, LowestOfSpheresAndCapsulesAreSpheres) {
  const Model ball = body_with("<geom size='.1' pos='.2 0 0'/><geom size='.05'/>");
  const auto one = ground_contacts(ball, {"b:lowest"}, upright);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].name, "b[0.2, 0, 0]");
  EXPECT_DOUBLE_EQ(one[0].sphere.radius, 0.1);
  const Model rod = body_with("<geom type='capsule' size='.1 .3'/>");
  EXPECT_EQ(names(ground_contacts(rod, {"b:lowest"}, upright)), Words{"b[0, 0, -0.3]"});
  const auto lying = ground_contacts(rod, {"b:lowest"}, turned(pi / 2, Vector3d::UnitY()));
  EXPECT_EQ(names(lying), (Words{"b[0, 0, -0.3]", "b[0, 0, 0.3]"}));
  EXPECT_DOUBLE_EQ(lying[1].sphere.radius, 0.1);
}

TEST(GroundContacts, LowestOfCylindersAndEllipsoids) {
  const Model can = body_with("<geom type='cylinder' size='.1 .3'/>");
  const auto rim = ground_contacts(can, {"b:lowest"}, upright);
  EXPECT_EQ(rim.size(), 8u);
  for (const ContactCandidate& contact : rim) {
    EXPECT_NEAR(contact.sphere.center.head<2>().norm(), 0.1, 1e-15);
    EXPECT_NEAR(contact.sphere.center.z(), -0.3, 1e-15);
  }
  EXPECT_EQ(names(ground_contacts(can, {"b:lowest"}, turned(pi / 2, Vector3d::UnitY()))),
            (Words{"b[0.1, 0, -0.3]", "b[0.1, 0, 0.3]"}));
  // Tilted by 0.5 about y: the lowest point of the lower rim.
  const auto tilted = ground_contacts(can, {"b:lowest"}, turned(0.5, Vector3d::UnitY()));
  EXPECT_EQ(names(tilted), Words{"b[0.1, 0, -0.3]"});

  const Model egg = body_with("<geom type='ellipsoid' size='.1 .2 .3'/>");
  const auto lowest =
      ground_contacts(egg, {"b:lowest"}, turned(0.7, Vector3d(1, 2, 0).normalized()));
  ASSERT_EQ(lowest.size(), 1u);
  // On the surface, with a normal that points down.
  const Vector3d x = lowest[0].sphere.center, scale(0.1, 0.2, 0.3);
  EXPECT_NEAR(x.cwiseQuotient(scale).norm(), 1.0, 1e-14);
  const Vector3d normal = x.cwiseQuotient(scale.cwiseAbs2()).normalized();
  const Vector3d world = Eigen::AngleAxisd(0.7, Vector3d(1, 2, 0).normalized()) * normal;
  EXPECT_LT((world + Vector3d::UnitZ()).norm(), 1e-14);
}

/// A plate of n × n squares, edge 2, as a binary STL file; in the middle a bump below it.
std::string plate_stl(int n, float bump) {
  std::string triangles;
  std::uint32_t count = 0;
  const auto height = [&](int i, int j) { return 2 * i == n && 2 * j == n ? -bump : 0.0f; };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const auto corner = [&](int a, int b) {
        const float at[3] = {2.0f * static_cast<float>(i + a) / static_cast<float>(n) - 1.0f,
                             2.0f * static_cast<float>(j + b) / static_cast<float>(n) - 1.0f,
                             height(i + a, j + b)};
        triangles.append(reinterpret_cast<const char*>(at), sizeof at);
      };
      for (int half = 0; half < 2; ++half) {
        triangles.append(12, '\0');
        corner(0, 0);
        corner(1, half);
        corner(1 - half, 1);
        triangles.append(2, '\0');
        ++count;
      }
    }
  }
  std::string bytes(80, ' ');
  bytes.append(reinterpret_cast<const char*>(&count), sizeof count);
  return bytes + triangles;
}

Model mesh_plate(const RobotFolder& folder, const std::string& bytes, const std::string& name) {
  folder.write("robot_meshes/" + name, bytes);
  return load_robot(
      folder.write("robots/r.urdf",
                   "<robot name='r'><link name='b'><inertial><mass value='1'/><inertia "
                   "ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial><collision>"
                   "<origin xyz='0 0 -.5'/><geometry><mesh filename='package://robot_meshes/" +
                       name + "' scale='.1 .2 1'/></geometry></collision></link></robot>"));
}

TEST(GroundContacts, LowestOfAMeshAreTheCornersOfItsSole) {
  const RobotFolder folder;
  const Model flat = mesh_plate(folder, plate_stl(20, 0.0f), "flat.stl");
  EXPECT_EQ(names(ground_contacts(flat, {"b:lowest"}, upright)),
            (Words{"b[-0.1, -0.2, -0.5]", "b[-0.1, 0.2, -0.5]", "b[0.1, -0.2, -0.5]",
                   "b[0.1, 0.2, -0.5]"}));
  // Within a millimetre of the lowest is lowest too; a bump of 2 mm is not.
  EXPECT_EQ(
      ground_contacts(mesh_plate(folder, plate_stl(20, 0.9e-3f), "a.STL"), {"b:lowest"}, upright)
          .size(),
      4u);
  EXPECT_EQ(names(ground_contacts(mesh_plate(folder, plate_stl(20, 2e-3f), "b.stl"), {"b:lowest"},
                                  upright)),
            Words{"b[0, 0, -0.502]"});
  // Tilted about y: the lower edge.
  EXPECT_EQ(names(ground_contacts(flat, {"b:lowest"}, turned(0.3, Vector3d::UnitY()))),
            (Words{"b[0.1, -0.2, -0.5]", "b[0.1, 0.2, -0.5]"}));
}

TEST(GroundContacts, ARoundSoleHasAtMostEightPoints) {
  const RobotFolder folder;
  std::string text = "solid disc\n";
  const int n = 90;
  for (int k = 0; k < n; ++k) {
    const auto vertex = [](double angle) {
      return "vertex " + std::to_string(std::cos(angle)) + " " + std::to_string(std::sin(angle)) +
             " 0\n";
    };
    text += "facet normal 0 0 1\nouter loop\nvertex 0 0 0\n" + vertex(2 * pi * k / n) +
            vertex(2 * pi * (k + 1) / n) + "endloop\nendfacet\n";
  }
  const Model disc = mesh_plate(folder, text + "endsolid\n", "disc.stl");
  const auto contacts = ground_contacts(disc, {"b:lowest"}, upright);
  EXPECT_EQ(contacts.size(), 8u);
  for (const ContactCandidate& contact : contacts) {
    EXPECT_NEAR(contact.sphere.center.head<2>().cwiseQuotient(Eigen::Vector2d(0.1, 0.2)).norm(),
                1.0, 1e-5);
  }
}

TEST(GroundContacts, ARoundMeshTouchesAtItsLowestPoint) {
  // Rings of a ball of radius 0.04 m, seen from below: 1 mm of depth is 18 mm wide.
  const RobotFolder folder;
  std::string text = "v 0 0 -0.04\n";
  const int rings = 20, around = 24;
  for (int i = 1; i <= rings; ++i) {
    for (int k = 0; k < around; ++k) {
      const double polar = 0.5 * pi * i / rings, angle = 2 * pi * k / around;
      text += "v " + std::to_string(0.04 * std::sin(polar) * std::cos(angle)) + " " +
              std::to_string(0.04 * std::sin(polar) * std::sin(angle)) + " " +
              std::to_string(-0.04 * std::cos(polar)) + "\n";
    }
  }
  for (int k = 2; k < around * rings; ++k) {
    text += "f 1 " + std::to_string(k) + " " + std::to_string(k + 1) + "\n";
  }
  folder.write("ball.obj", text);
  const Model model = load_robot(folder.write(
      "r.xml",
      "<mujoco><asset><mesh name='m' file='ball.obj'/></asset><worldbody><body name='b'>"
      "<freejoint/><geom type='mesh' mesh='m' mass='0'/><geom size='.01'/>"
      "</body></worldbody></mujoco>"));
  EXPECT_EQ(names(ground_contacts(model, {"b:lowest"}, upright)), Words{"b[0, 0, -0.04]"});
}

TEST(GroundContacts, LowestTakesAllShapesOfTheLink) {
  const RobotFolder folder;
  const Model model = load_robot(folder.write("leg.urdf", leg_urdf()));
  VectorXd q = model.neutral();
  q.segment<4>(3) = Quaterniond(Eigen::AngleAxisd(pi, Vector3d::UnitX())).coeffs();
  // Feet up, the thigh turned as the file says: the ball on the foot is lower than its box.
  const auto contacts = ground_contacts(model, {"foot:lowest"}, q);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_DOUBLE_EQ(contacts[0].sphere.radius, 0.03);
}

}  // namespace
}  // namespace carom::test
