// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The scene `block`: which points of the sole are closed, in which order, and their rows against
// differences of the points' positions.
//   4 ── 3      seen from above, x to the right; pitch > 0 lowers the edge at +x (points 2, 3)
//   1 ── 2
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "carom/scene.h"
#include "support/constants.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

Names closed(const SceneSettings& settings) {
  return make_scene("block", settings).labels()->contacts;
}

/// Where a point of the body is in the world, for small turns away from the posture.
Eigen::Vector3d moved(const Eigen::Vector3d& lever, const Eigen::VectorXd& step) {
  const Eigen::Vector3d turn = step.tail<3>();
  const double angle = turn.norm();
  const Eigen::Vector3d axis = angle > 0.0 ? Eigen::Vector3d(turn / angle) : turn;
  return step.head<3>() + Eigen::AngleAxisd(angle, axis) * lever;
}

TEST(Block, FlatByDefault) {
  const ImpactProblem problem = make_scene("block");
  EXPECT_EQ(problem.labels()->contacts, (Names{"p1", "p2", "p3", "p4"}));
  // m (b² + c²)/12 of the box 0.2 x 0.2 x 0.1, 1 kg.
  Eigen::VectorXd diagonal(6);
  diagonal << 1, 1, 1, 0.05 / 12, 0.05 / 12, 0.08 / 12;
  EXPECT_LT((problem.mass_matrix() - Eigen::MatrixXd(diagonal.asDiagonal())).norm(), 1e-16);
  // Levers (∓.1, ∓.1, −.05); a normal row is (0, 0, 1, r_y, −r_x, 0).
  const double corner[4][2] = {{-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}};
  for (std::size_t i = 0; i < 4; ++i) {
    const Contact& contact = problem.contacts()[i];
    Eigen::RowVectorXd normal(6), x(6), y(6);
    normal << 0, 0, 1, corner[i][1], -corner[i][0], 0;
    x << 1, 0, 0, 0, -0.05, -corner[i][1];
    y << 0, 1, 0, 0.05, 0, corner[i][0];
    EXPECT_LT((contact.normal - normal).norm(), 1e-16);
    EXPECT_LT((contact.tangents.row(0) - x).norm(), 1e-16);
    EXPECT_LT((contact.tangents.row(1) - y).norm(), 1e-16);
    EXPECT_EQ(contact.friction, 0.3);
    EXPECT_EQ(contact.restitution, 0.5);
  }
}

TEST(Block, LowestPointsAreClosedAndKeepTheirNames) {
  EXPECT_EQ(closed({{"tilt", 15 * degree}}), (Names{"p2", "p3"}));
  EXPECT_EQ(closed({{"rpy", Numbers{0, 15 * degree, 0.7}}}), (Names{"p2", "p3"}));
  EXPECT_EQ(closed({{"tilt", -15 * degree}}), (Names{"p1", "p4"}));
  EXPECT_EQ(closed({{"rpy", Numbers{0.3, 0.4, 0.2}}}), (Names{"p2"}));
  EXPECT_EQ(closed({{"rpy", Numbers{0, 0, 1.1}}}), (Names{"p1", "p2", "p3", "p4"}));
  EXPECT_EQ(closed({{"tilt", 10 * degree}, {"points", 8.0}}), (Names{"p3", "p4", "p5"}));
  EXPECT_EQ(closed({{"tilt", 10 * degree}, {"points", 16.0}}), (Names{"p4", "p8", "p12", "p16"}));
  EXPECT_EQ(closed({{"rpy", Numbers{0.2, 0, 0}}, {"points", 3.0}}), (Names{"p1", "p2"}));
}

TEST(Block, RowsAreTheDerivativesOfThePositions) {
  const Numbers rpy{0.0, 0.4, 0.9};
  const auto problem = make_scene("block", {{"rpy", rpy}, {"points", 8.0}});
  const Eigen::Matrix3d R = (Eigen::AngleAxisd(rpy[2], Eigen::Vector3d::UnitZ()) *
                             Eigen::AngleAxisd(rpy[1], Eigen::Vector3d::UnitY()))
                                .toRotationMatrix();
  const Eigen::Vector3d body[3] = {{0.1, -0.1, -0.05}, {0.1, 0, -0.05}, {0.1, 0.1, -0.05}};
  ASSERT_EQ(problem.contact_count(), 3);
  const double h = 1e-5;
  for (std::size_t k = 0; k < 3; ++k) {
    for (Eigen::Index i = 0; i < 6; ++i) {
      Eigen::VectorXd step = Eigen::VectorXd::Zero(6);
      step[i] = h;
      const Eigen::Vector3d slope =
          (moved(R * body[k], step) - moved(R * body[k], -step)) / (2 * h);
      EXPECT_NEAR(problem.contacts()[k].tangents(0, i), slope.x(), 1e-10);
      EXPECT_NEAR(problem.contacts()[k].tangents(1, i), slope.y(), 1e-10);
      EXPECT_NEAR(problem.contacts()[k].normal[i], slope.z(), 1e-10);
    }
  }
}

TEST(Block, InertiaTurnsWithTheBody) {
  const auto problem = make_scene("block", {{"rpy", Numbers{0.3, 0.4, 0.2}}});
  // T⁻ of reference/block_impacts.json, R12: v = (.5, .3, −1), ω = (.2, −.4, 1).
  Eigen::VectorXd v(6);
  v << 0.5, 0.3, -1, 0.2, -0.4, 1;
  EXPECT_NEAR(0.5 * v.dot(problem.mass_matrix() * v), 0.6738804229965072, 1e-15);
}

TEST(Block, ManyPointsCoverTheSameSole) {
  for (const int count : {3, 4, 8, 9, 16, 64, 2025}) {
    const auto problem = make_scene("block", {{"points", 1.0 * count}});
    ASSERT_EQ(problem.contact_count(), count);
    double left = 0.0, right = 0.0;
    for (const Contact& contact : problem.contacts()) {
      left = std::min(left, -contact.normal[4]);
      right = std::max(right, -contact.normal[4]);
    }
    EXPECT_NEAR(left, -0.1, 1e-16);
    EXPECT_NEAR(right, 0.1, 1e-16);
  }
}

TEST(Block, HeightIsASpeed) {
  const double speed = std::sqrt(2 * 9.81 * 0.05);
  const auto alone = make_scene("block", {{"height", 0.05}});
  EXPECT_EQ(alone.velocity()[2], -speed);
  const auto added =
      make_scene("block", {{"height", 0.05}, {"velocity", Numbers{1, 0, -2, 0, 0, 3}}});
  EXPECT_EQ(added.velocity()[0], 1.0);
  EXPECT_EQ(added.velocity()[2], -2.0 - speed);
  EXPECT_EQ(added.velocity()[5], 3.0);
}

Names block_faults(const SceneSettings& settings) {
  return faults_of([&] { (void)make_scene("block", settings); });
}

TEST(Block, Refuses) {
  for (const double count : {0.0, 1.0, 2.0, 5.0, 4.5, -4.0, 2116.0, std::nan("")}) {
    EXPECT_THAT(block_faults({{"points", count}}),
                ElementsAre(HasSubstr("expected 3, 4, 8, or a square")))
        << count;
  }
  EXPECT_THAT(block_faults({{"size", Numbers{0.2, 0.0, 0.1}}, {"mass", -1.0}}),
              ElementsAre("scene 'block': mass = -1 kg; expected > 0 and finite",
                          "scene 'block': size[1] = 0 m; expected > 0 and finite"));
  EXPECT_THAT(block_faults({{"rpy", Numbers{0, 0}}, {"velocity", Numbers{1}}}),
              ElementsAre(HasSubstr("rpy has 2 entries; expected 3, roll, pitch, yaw"),
                          HasSubstr("velocity has 1 entries; expected 6")));
  EXPECT_THAT(block_faults({{"rpy", Numbers{std::nan(""), 0, 0}}, {"tilt", INFINITY}}),
              ElementsAre(HasSubstr("rpy[0] = nan; expected a finite number"),
                          HasSubstr("tilt = inf rad; expected a finite angle")));
  EXPECT_THAT(block_faults({{"tilt", 90 * degree}}),
              ElementsAre(HasSubstr("turn the sole away from the ground")));
  EXPECT_THAT(block_faults({{"rpy", Numbers{std::numbers::pi, 0, 0}}}),
              ElementsAre(HasSubstr("its axis rises by -1; expected > 0")));
  EXPECT_THAT(block_faults({{"height", -0.1}, {"friction", -0.3}, {"restitution", 1.5}}),
              ElementsAre("scene 'block': friction = -0.3; expected >= 0 and finite",
                          "scene 'block': restitution = 1.5; expected 0 <= restitution <= 1",
                          "scene 'block': height = -0.1 m; expected >= 0 and finite"));
}

}  // namespace
}  // namespace carom::test
