// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is far does not matter: numbers by hand. Each case was wrong under some law once.
#include <gtest/gtest.h>

#include "carom/laws.h"
#include "support/problems.h"

namespace carom::test {
namespace {

// Balls of unit mass over a floor each.
ImpactProblem two_balls(double first, double second, double coupling = 0.0) {
  const Eigen::Matrix2d M = (Eigen::Matrix2d() << 1, coupling, coupling, 1).finished();
  return {M,
          {{.normal = Eigen::RowVector2d(1, 0)}, {.normal = Eigen::RowVector2d(0, 1)}},
          Eigen::Vector2d(first, second)};
}

std::vector<Law> laws_with_restitution(double e) {
  return {Propagative{.restitution = e}, Sequential{.restitution = e}, Newton{.restitution = e},
          Poisson{.restitution = e},     Regular{.restitution = e},    SlipShare{.restitution = e},
          Compliant{.restitution = e}};
}

TEST(FarContact, EachBallAlone) {
  for (const double e : {0.0, 0.5, 1.0}) {
    for (const Law& law : laws_with_restitution(e)) {
      for (const double second : {0.0, 0.4, -0.5}) {
        const Outcome outcome = solve_once(two_balls(-1, second), law);
        ASSERT_TRUE(outcome.ok()) << law.description().name << ": " << outcome.message;
        EXPECT_NEAR(outcome.velocity_plus[0], e, 1e-9) << law.description().name;
        EXPECT_NEAR(outcome.velocity_plus[1], second < 0.0 ? -e * second : second, 1e-9)
            << law.description().name << ", e = " << e << ", " << second;
      }
    }
  }
}

// Of order of the coupling, for the laws that do not jump.
TEST(FarContact, NearlyAlone) {
  for (const double e : {0.0, 0.5, 1.0}) {
    for (const Law& law : laws_with_restitution(e)) {
      if (law.description().depends_on_order || law.description().jumps) continue;
      for (const double second : {0.0, 0.4, -0.5}) {
        const Eigen::VectorXd alone = solve_once(two_balls(-1, second), law).velocity_plus;
        for (const double coupling : {1e-2, 1e-4, 1e-6}) {
          const Outcome outcome = solve_once(two_balls(-1, second, coupling), law);
          ASSERT_TRUE(outcome.ok()) << law.description().name << ": " << outcome.message;
          EXPECT_LE((outcome.velocity_plus - alone).norm(), 4 * coupling)
              << law.description().name << ", e = " << e << ", " << second;
        }
      }
    }
  }
}

// Three balls in a row at (1, 0, 0.6): plastic (0.5, 0.5, 0.6), elastic (0, 0.6, 1); c = 0.04, D =
// 0.42 and R = 0.5 give the share alpha = (-0.04 + √0.0541)/0.42 of the elastic one. A fourth ball
// on a floor, with R of its own, is no part of that.
TEST(FarContact, BlendOfEachBlockByItself) {
  const auto three = cradle({1, 1, 1}, {1, 0, 0.6});
  const double alpha = (-0.04 + std::sqrt(0.0541)) / 0.42;
  const Eigen::Vector3d expected(0.5 - 0.5 * alpha, 0.5 + 0.1 * alpha, 0.6 + 0.4 * alpha);
  const Law law = Propagative{.restitution = 0.5};
  EXPECT_LE((solve_once(three, law).velocity_plus - expected).norm(), 1e-12);
  std::vector<Contact> contacts = three.contacts();
  for (auto& contact : contacts) contact.normal.conservativeResizeLike(Eigen::RowVector4d::Zero());
  contacts.push_back({.normal = Eigen::RowVector4d(0, 0, 0, 1)});
  const ImpactProblem four(Eigen::Matrix4d::Identity(), contacts, Eigen::Vector4d(1, 0, 0.6, -1));
  const Outcome outcome = solve_once(four, law);
  EXPECT_LE((outcome.velocity_plus.head(3) - expected).norm(), 1e-12);
  EXPECT_NEAR(outcome.velocity_plus[3], 0.5, 1e-12);
  EXPECT_NEAR(outcome.energy.lost, 0.75 * solve_once(four, Plastic{}).energy.lost, 1e-12);
}

// Four balls and a wall, in which a spring that was pressed again is relieved for a moment: a short
// unloading that a long step must not pass over. Steps differ with the tolerance.
TEST(FarContact, ShortUnloadingIsNotPassedOver) {
  const auto problem = cradle(
      {7.2850925981512837, 5.4382574449593539, 5.2333615907538951, 3.6542304337447868},
      {1.2662861376723022, 1.1499838885006299, -0.20895709205981755, 1.1571979328623498}, true);
  const Eigen::Vector4d expected(-0.324694736635, -0.306900268348, -0.262726796993,
                                 -0.0948123629953);
  for (const double tolerance : {1e-9, 1e-10, 1e-11, 1e-12, 1e-13}) {
    const auto outcome = solve_once(problem, Compliant{.restitution = 0.3, .tolerance = tolerance});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    EXPECT_LE((outcome.velocity_plus - expected).norm(), 1e-8) << tolerance;
  }
}

}  // namespace
}  // namespace carom::test
