// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "model/hulls/soles.h"

#include <gtest/gtest.h>

#include "carom/variation.h"

namespace carom {
namespace {

using Eigen::Vector3d;

/// A free foot, drawn 2 mm below its contacts; `size`: of its box.
Model foot(const std::vector<Vector3d>& contacts, const Vector3d& size) {
  ModelDescription description{.name = "foot"};
  BodyDescription body{.name = "foot", .joint = "free", .kind = JointKind::free, .mass = 1.0};
  body.inertia = Vector3d(0.01, 0.01, 0.01).asDiagonal();
  description.bodies = {body};
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    ContactCandidate contact{.name = "c" + std::to_string(k + 1)};
    contact.sphere = {"foot", contacts[k]};
    description.parts.contacts.push_back(contact);
  }
  CollisionShape box;
  box.frame = "foot";
  box.size = size;
  box.placement.translation().z() = 0.5 * size.z() - 0.002;
  description.parts.shapes = {box};
  return Model(description);
}

const Vector3d sole = {0.2, 0.1, 0.03};

TEST(SoleCorners, AreThoseOfAFlatFootThatTouchesAtItsMiddle) {
  const Model model = foot({Vector3d::Zero()}, sole);
  const auto corners = sole_corners(model, model.neutral(), {"c1"});
  ASSERT_EQ(corners.size(), 4U);
  for (const ContactCandidate& corner : corners) {
    EXPECT_NEAR(std::abs(corner.sphere.center.x()), 0.1, 1e-12);
    EXPECT_NEAR(std::abs(corner.sphere.center.y()), 0.05, 1e-12);
    EXPECT_NEAR(corner.sphere.center.z(), 0.0, 1e-12) << "where the contact is";
  }
}

TEST(SoleCorners, AreNoneOfRoundFeetNorOfSolesWithThreeContacts) {
  const Model round = foot({Vector3d::Zero()}, {0.03, 0.03, 0.03});
  EXPECT_TRUE(sole_corners(round, round.neutral(), {"c1"}).empty());
  const Model wide = foot({{0.1, 0.05, 0.0}, {0.1, -0.05, 0.0}, {-0.1, 0.0, 0.0}}, sole);
  EXPECT_TRUE(sole_corners(wide, wide.neutral(), {"c1", "c2", "c3"}).empty());
}

TEST(SoleCorners, KeepAFootFlatAsItsLegMoves) {
  // A shank on an ankle: the foot follows it, and would rather tilt than turn the ankle.
  const Model flat = foot({Vector3d::Zero()}, sole);
  ModelDescription description{.name = "leg", .parts = flat.parts()};
  BodyDescription shank{.name = "shank", .joint = "free", .kind = JointKind::free, .mass = 5.0};
  shank.inertia = Vector3d(0.1, 0.1, 0.1).asDiagonal();
  BodyDescription own{.name = "foot", .parent = "shank", .joint = "ankle"};
  own.kind = JointKind::revolute;
  own.axis = Vector3d::UnitY();
  own.placement.translation().z() = -0.4;
  own.mass = 1.0;
  own.inertia = Vector3d(0.01, 0.01, 0.01).asDiagonal();
  description.bodies = {shank, own};
  const Model leg(description);
  State state{leg.neutral(), Eigen::VectorXd::Zero(leg.velocity_size())};
  state.q[2] = 0.4;
  state.v[2] = -1.0;
  const Variation variation = Variation::of_model(leg, state, {.closed = {"c1"}}, {"ankle"});
  const auto point = variation.make_point();
  ASSERT_TRUE(point->move(Eigen::VectorXd::Constant(1, 0.3))) << point->why();
  const Eigen::Isometry3d place = point->workspace()->placement(leg.frame("foot"));
  EXPECT_NEAR(place.linear()(2, 2), 1.0, 1e-9);
  EXPECT_EQ(point->penetration().depth, 0.0);
}

}  // namespace
}  // namespace carom
