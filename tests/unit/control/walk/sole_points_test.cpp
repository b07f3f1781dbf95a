// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Other points under the feet of a robot that walks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "carom/scene.h"
#include "carom/scene_walk.h"
#include "carom/walking.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const WalkRobot& atlas_robot() {
  static const WalkRobot of_atlas = make_walk("atlas", {}).value().robot;
  return of_atlas;
}

Model atlas_with_points(double points = 4.0) {
  return make_scene_start("atlas", {{"points_per_foot", points}}).model;
}

std::vector<std::string> candidate_names(const Model& model) {
  std::vector<std::string> names;
  for (const ContactCandidate& contact : model.contacts()) names.push_back(contact.name);
  return names;
}

/// Where the points are, whatever their order and names.
std::vector<std::tuple<std::string, double, double, double>> places_of(const Model& model) {
  std::vector<std::tuple<std::string, double, double, double>> places;
  const auto rounded = [](double x) { return 1e-9 * std::round(1e9 * x); };
  for (const ContactCandidate& contact : model.contacts()) {
    const Eigen::Vector3d& center = contact.sphere.center;
    places.emplace_back(contact.sphere.body, rounded(center.x()), rounded(center.y()),
                        rounded(center.z()));
  }
  std::sort(places.begin(), places.end());
  return places;
}

TEST(SolePoints, FourAreTheCorners) {
  const Model model = with_sole_points(atlas_with_points(16.0), atlas_robot(), 4);
  EXPECT_THAT(candidate_names(model), ElementsAre("l_foot_1", "l_foot_2", "l_foot_3", "l_foot_4",
                                                  "r_foot_1", "r_foot_2", "r_foot_3", "r_foot_4"));
  const std::vector<Eigen::Vector3d> corners = {
      {atlas_robot().back, atlas_robot().left, atlas_robot().sole},
      {atlas_robot().back, atlas_robot().right, atlas_robot().sole},
      {atlas_robot().front, atlas_robot().left, atlas_robot().sole},
      {atlas_robot().front, atlas_robot().right, atlas_robot().sole}};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    EXPECT_EQ(model.contacts()[k].sphere.center, corners[k]) << k;
    EXPECT_EQ(model.contacts()[k].sphere.body, "l_foot");
    EXPECT_EQ(model.contacts()[k].sphere.radius, 0.0);
    EXPECT_EQ(model.contacts()[4 + k].sphere.body, "r_foot");
  }
}

TEST(SolePoints, EightAndSixteenAreThoseOfTheScene) {
  EXPECT_EQ(places_of(with_sole_points(atlas_with_points(), atlas_robot(), 8)),
            places_of(atlas_with_points(8.0)));
  EXPECT_EQ(places_of(with_sole_points(atlas_with_points(), atlas_robot(), 16)),
            places_of(atlas_with_points(16.0)));
  EXPECT_EQ(places_of(with_sole_points(atlas_with_points(8.0), atlas_robot(), 4)),
            places_of(atlas_with_points()));
}

TEST(SolePoints, AGridIsEven) {
  const Model model = with_sole_points(atlas_with_points(), atlas_robot(), 9);
  ASSERT_EQ(model.contacts().size(), 18u);
  const Eigen::Vector3d& middle = model.contacts()[4].sphere.center;
  EXPECT_NEAR(middle.x(), 0.5 * (atlas_robot().back + atlas_robot().front), 1e-15);
  EXPECT_NEAR(middle.y(), 0.5 * (atlas_robot().left + atlas_robot().right), 1e-15);
  EXPECT_EQ(with_sole_points(atlas_with_points(), atlas_robot(), 256).contacts().size(), 512u);
}

/// The right sole is the mirror image of the left one.
TEST(SolePoints, SolesNeedNotBeSymmetric) {
  WalkRobot other = atlas_robot();
  other.left = 0.05;
  other.right = -0.03;
  const Model model = with_sole_points(atlas_with_points(), other, 4);
  EXPECT_EQ(model.contacts()[0].sphere.center.y(), 0.05);
  EXPECT_EQ(model.contacts()[1].sphere.center.y(), -0.03);
  EXPECT_EQ(model.contacts()[4].sphere.center.y(), 0.03);
  EXPECT_EQ(model.contacts()[5].sphere.center.y(), -0.05);
}

TEST(SolePoints, KeepWhatTheFirstOfTheFootSaysAndContactsElsewhere) {
  const Model plain = atlas_with_points();
  ModelParts parts = plain.parts();
  parts.contacts[0].friction = 0.4;
  parts.contacts[0].static_friction = 0.6;
  parts.contacts[0].restitution = 0.25;
  parts.contacts[0].stiffness = 7.0;
  ContactCandidate hand;
  hand.name = "hand";
  hand.sphere = {.body = "l_hand", .center = Eigen::Vector3d::Zero(), .radius = 0.1};
  parts.contacts.insert(parts.contacts.begin(), hand);
  const Model model = with_sole_points(plain.with(parts), atlas_robot(), 8);
  ASSERT_EQ(model.contacts().size(), 17u);
  for (std::size_t k = 0; k < 8; ++k) {
    const ContactCandidate& left = model.contacts()[k];
    EXPECT_EQ(left.friction, 0.4);
    EXPECT_EQ(left.static_friction, 0.6);
    EXPECT_EQ(left.restitution, 0.25);
    EXPECT_EQ(left.stiffness, 7.0);
    EXPECT_EQ(model.contacts()[8 + k].friction, 0.8);
    EXPECT_EQ(model.contacts()[8 + k].restitution, 0.0);
  }
  EXPECT_EQ(model.contacts().back().name, "hand");
  EXPECT_EQ(model.contacts().back().sphere.radius, 0.1);
  EXPECT_EQ(model.parts().actuators.size(), plain.parts().actuators.size());
}

TEST(SolePoints, RefuseOtherNumbers) {
  for (const int points : {0, -4, 1, 2, 3, 5, 7, 12, 289}) {
    EXPECT_THAT(
        refusal_of([&] { (void)with_sole_points(atlas_with_points(), atlas_robot(), points); }),
        AllOf(HasSubstr("points = " + std::to_string(points) + "; expected 8, or the square"),
              HasSubstr("from 2 to 16 (4, 9, 16 …), under each foot")));
  }
}

TEST(SolePoints, RefuseFeetThatAreNotThere) {
  WalkRobot other = atlas_robot();
  other.right_foot = "r_fot";
  EXPECT_THAT(refusal_of([&] { (void)with_sole_points(atlas_with_points(), other, 4); }),
              AllOf(HasSubstr("r_fot"), HasSubstr("did you mean 'r_foot'?")));
  const Model plain = atlas_with_points();
  ModelParts parts = plain.parts();
  parts.contacts.resize(4);
  EXPECT_THAT(refusal_of([&] { (void)with_sole_points(plain.with(parts), atlas_robot(), 4); }),
              HasSubstr("atlas_v1: the right foot, r_foot, has no contact; expected points under "
                        "it"));
}

}  // namespace
}  // namespace carom::test
