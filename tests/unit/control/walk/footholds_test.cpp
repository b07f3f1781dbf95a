// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Footholds of a gait: straight, turning, on terraces, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "carom/walking.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::Contains;
using testing::HasSubstr;

using std::numbers::pi;

Foothold foot(Side side, double x, double y, double heading = 0.0) {
  return {.side = side, .center = {x, y, 0.0}, .heading = heading};
}
const Foothold left_hold = foot(Side::left, 0.0, 0.089),
               right_hold = foot(Side::right, 0.0, -0.089);

std::vector<std::string> foothold_faults(const WalkGait& gait, const Foothold& one = left_hold,
                                         const Foothold& two = right_hold) {
  return faults_of([&] { (void)plan_footholds(gait, one, two); });
}

TEST(Footholds, StraightOnesAlternateAndAdvanceByTheLength) {
  WalkGait gait;
  gait.steps = 5;
  const std::vector<Foothold> holds = plan_footholds(gait, left_hold, right_hold);
  ASSERT_EQ(holds.size(), 5U);
  for (int k = 0; k < 5; ++k) {
    const Foothold& hold = holds[static_cast<std::size_t>(k)];
    EXPECT_EQ(hold.side, k % 2 == 0 ? Side::right : Side::left);
    EXPECT_NEAR(hold.center.x(), 0.2 * (k + 1), 1e-15);
    EXPECT_NEAR(hold.center.y(), k % 2 == 0 ? -0.089 : 0.089, 1e-15);
    EXPECT_EQ(hold.center.z(), 0.0);
    EXPECT_EQ(hold.heading, 0.0);
  }
  gait.first = Side::left;
  gait.width = 0.25;
  EXPECT_EQ(plan_footholds(gait, left_hold, right_hold)[0].side, Side::left);
  EXPECT_NEAR(plan_footholds(gait, left_hold, right_hold)[0].center.y(), 0.125, 1e-15);
}

TEST(Footholds, TheFirstAdvancesFromTheFootThatStands) {
  WalkGait gait;
  gait.steps = 2;
  const Foothold ahead = foot(Side::left, 0.1, 0.089);
  EXPECT_NEAR(plan_footholds(gait, ahead, right_hold)[0].center.x(), 0.3, 1e-15);
  EXPECT_NEAR(plan_footholds(gait, ahead, right_hold)[0].center.y(), -0.089, 1e-15);
}

TEST(Footholds, AQuarterTurnEndsAcross) {
  WalkGait gait;
  gait.steps = 20;
  gait.turn = 0.5 * pi;
  const std::vector<Foothold> holds = plan_footholds(gait, left_hold, right_hold);
  EXPECT_NEAR(holds.back().heading, 0.5 * pi, 1e-12);
  // The path is an arc of 20 · 0.2 m and a quarter turn: radius 4/(π/2), to the second order.
  const double radius = 4.0 / (0.5 * pi);
  const Eigen::Vector2d middle = 0.5 * (holds[18].center + holds[19].center).head<2>();
  EXPECT_NEAR(middle.x(), radius, 0.02);
  EXPECT_NEAR(middle.y(), radius - 0.1, 0.02);
  for (std::size_t k = 1; k < holds.size(); ++k) {  // feet stay apart, and step forwards
    const double mean = 0.5 * (holds[k].heading + holds[k - 1].heading);
    const Eigen::Vector2d step = (holds[k].center - holds[k - 1].center).head<2>();
    EXPECT_NEAR(step.dot(Eigen::Vector2d(std::cos(mean), std::sin(mean))), 0.2, 0.01);
    const double across = step.dot(Eigen::Vector2d(-std::sin(mean), std::cos(mean)));
    EXPECT_NEAR(across, holds[k].side == Side::left ? 0.178 : -0.178, 0.01);
  }
}

TEST(Footholds, ATurnedStartTurnsAllOfThem) {
  WalkGait gait;
  gait.steps = 6;
  gait.turn = 0.4;
  const double angle = 3.1;  // headings near the cut of the circle
  const Eigen::Rotation2Dd rotation(angle);
  const auto turned = [&](Foothold hold) {
    hold.center.head<2>() = rotation * Eigen::Vector2d(hold.center.head<2>());
    hold.heading += angle;
    return hold;
  };
  Foothold other_turn = turned(right_hold);
  other_turn.heading -= 2.0 * pi;
  const auto plain = plan_footholds(gait, left_hold, right_hold);
  const auto both = plan_footholds(gait, turned(left_hold), other_turn);
  for (std::size_t k = 0; k < plain.size(); ++k) {
    EXPECT_LT((both[k].center - turned(plain[k]).center).norm(), 1e-12);
    EXPECT_NEAR(std::remainder(both[k].heading - turned(plain[k]).heading, 2.0 * pi), 0.0, 1e-12);
  }
}

TEST(Footholds, HeightsAreThoseOfTheGaitThenZero) {
  WalkGait gait;
  gait.steps = 3;
  gait.heights = {0.02, 0.04};
  const auto holds = plan_footholds(gait, left_hold, right_hold);
  EXPECT_EQ(holds[0].center.z(), 0.02);
  EXPECT_EQ(holds[1].center.z(), 0.04);
  EXPECT_EQ(holds[2].center.z(), 0.0);
}

TEST(Footholds, StandingHasNoneAndAsksNoGait) {
  WalkGait gait;
  gait.motion = WalkMotion::stand;
  gait.steps = 0;
  gait.single_support = -1.0;
  EXPECT_TRUE(plan_footholds(gait, left_hold, right_hold).empty());
}

TEST(Footholds, AllFaultsAreGathered) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  WalkGait gait;
  gait.steps = 0;
  gait.length = nan;
  gait.width = 0.02;
  gait.single_support = 0.0;
  gait.double_support = -0.1;
  gait.shift = nan;
  gait.apex = -0.05;
  gait.touchdown_speed = 0.0;
  gait.touchdown_acceleration = 0.0;
  gait.landing_pitch = 2.0;
  gait.heights = {0.0, nan};
  const auto found = foothold_faults(gait, left_hold, foot(Side::right, nan, 0.0));
  for (const char* part :
       {"steps = 0; expected a whole number from 1", "length = nan", "width = 0.02",
        "single_support = 0", "double_support = -0.1", "shift = nan", "apex = -0.05",
        "touchdown_acceleration = 0", "landing_pitch = 2", "heights[1] = nan",
        "right foot's place is not finite"}) {
    EXPECT_THAT(found, Contains(HasSubstr(part)));
  }
  EXPECT_EQ(found.size(), 11U);
}

TEST(Footholds, FeetCrossedOrATurnTooSharpAreRefused) {
  WalkGait gait;
  EXPECT_THAT(foothold_faults(gait, foot(Side::left, 0.0, -0.1), foot(Side::right, 0.0, 0.1)),
              Contains(HasSubstr("width of the feet as they stand = -0.2")));
  gait.steps = 2;
  gait.turn = pi;
  EXPECT_THAT(foothold_faults(gait), Contains(HasSubstr("take more steps")));
}

}  // namespace
}  // namespace carom::test
