// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/variation/balance.h"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::design {
namespace {

using Eigen::Vector2d;

TEST(OutsideHull, IsTheDistanceToTheNearestEdge) {
  const std::vector<Vector2d> square = {{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}};
  EXPECT_DOUBLE_EQ(outside_hull({1.0, 0.75}, square), -0.75);
  EXPECT_DOUBLE_EQ(outside_hull({2.5, 1.0}, square), 0.5);
  EXPECT_DOUBLE_EQ(outside_hull({-3.0, -4.0}, square), 5.0);
  EXPECT_NEAR(outside_hull({2.0, 1.0}, square), 0.0, 1e-15);
}

TEST(OutsideHull, OfALineOrAPointIsNeverNegative) {
  EXPECT_DOUBLE_EQ(outside_hull({0.5, 0.25}, {{0, 0}, {1, 0}}), 0.25);
  EXPECT_DOUBLE_EQ(outside_hull({0.5, 0.0}, {{0, 0}, {1, 0}, {0.5, 0}}), 0.0);
  EXPECT_DOUBLE_EQ(outside_hull({3.0, 4.0}, {{0, 0}}), 5.0);
}

/// A free box on two points, or on the box's own sole under one point in its middle.
Model box_on(const std::vector<Eigen::Vector3d>& points, bool has_shape) {
  ModelDescription description{.name = "box"};
  BodyDescription body{.name = "box", .joint = "free", .kind = JointKind::free, .mass = 1.0};
  body.center = {0.05, 0.02, 0.1};
  body.inertia = Eigen::Vector3d(0.01, 0.01, 0.01).asDiagonal();
  description.bodies = {body};
  for (std::size_t k = 0; k < points.size(); ++k) {
    ContactCandidate foot{.name = "foot " + std::to_string(k + 1)};
    foot.sphere = {"box", points[k]};
    description.parts.contacts.push_back(foot);
  }
  if (has_shape) {
    CollisionShape sole;
    sole.frame = "box";
    sole.size = {0.4, 0.2, 0.02};
    sole.placement.translation().z() = 0.01;
    description.parts.shapes = {sole};
  }
  return Model(description);
}

double outside_at(const Model& model, const Eigen::VectorXd& q) {
  std::vector<std::string> touching;
  for (const auto& contact : model.contacts()) touching.push_back(contact.name);
  const Balance balance(model, q, touching);
  EXPECT_TRUE(balance.is_known());
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  return balance.outside(workspace);
}

TEST(Balance, IsThatOfTheCentreOfMassOverTheContacts) {
  const Model model = box_on({{0.2, 0.1, 0.0}, {0.2, -0.1, 0.0}, {-0.2, -0.1, 0.0}}, false);
  // Of the triangle the edge from (0.2, 0.1) to (−0.2, −0.1) is nearest to (0.05, 0.02).
  const double expected = (0.1 * 0.05 - 0.2 * 0.02) / std::hypot(0.2, 0.1);
  EXPECT_NEAR(outside_at(model, model.neutral()), -expected, 1e-12);
  EXPECT_NEAR(outside_at(box_on({{0.0, 0.1, 0.0}, {0.0, -0.1, 0.0}}, false), model.neutral()), 0.05,
              1e-12);
}

TEST(Balance, TakesTheSoleOfAFootThatTouchesAtItsMiddle) {
  const Model model = box_on({{0.0, 0.0, 0.0}}, true);
  EXPECT_NEAR(outside_at(model, model.neutral()), -0.08, 1e-12);  // 0.1 − 0.02 across
}

}  // namespace
}  // namespace carom::design
