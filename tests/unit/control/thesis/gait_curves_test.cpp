// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The walk of S2 4.2: its printed equations where they are right, its derivatives, its waypoints
// against the recursion, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/error.h"
#include "carom/gait.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using testing::HasSubstr;

ThesisGait sample_gait() {
  ThesisGait gait;
  gait.steps = 5;
  gait.stride_left = {0.30, 0.04};
  gait.stride_right = {0.26, -0.02};
  gait.step_time = 0.7;
  gait.apex = 0.06;
  gait.first = Side::left;
  gait.left = {0.02, 0.09, 0.01};
  gait.right = {-0.01, -0.11, -0.02};
  gait.height = 0.83;
  gait.offset = {0.05, -0.01};
  return gait;
}

std::vector<std::string> gait_faults(const ThesisGait& gait) {
  return faults_of([&] { gait.check(); });
}

// The first step is that of the left foot; the equations as printed, but for τ.
TEST(GaitCurves, FollowsThePrintedEquations) {
  ThesisGait gait = sample_gait();
  gait.first_share = 1.0;
  const double time = 0.2, tau = time / gait.step_time;
  const GaitMoment moment = gait.at(time);
  const double from = gait.left.x(), to = from + gait.stride_left.x();
  const double x = from * (2 * tau * tau * tau - 3 * tau * tau + 1) +
                   to * (-2 * tau * tau * tau + 3 * tau * tau);  // (4.1)
  EXPECT_NEAR(moment.left.position.x(), x, 1e-15);
  EXPECT_NEAR(moment.center_of_mass.position.x(), 0.5 * (x + gait.right.x()) + 0.05,
              1e-15);  // (4.4)
  const double half = 0.5 * (to - from);
  const double z = gait.apex - gait.apex / (half * half) * std::pow(x - from - half, 2);  // (4.5)
  EXPECT_NEAR(moment.left.position.z(), gait.left.z() + z, 1e-15);
  EXPECT_EQ(moment.right.position, gait.right);
  EXPECT_EQ(moment.center_of_mass.position.z(), 0.83);
  EXPECT_TRUE(moment.moving);
  EXPECT_EQ(moment.step, 0);
  EXPECT_EQ(moment.swing, Side::left);
}

TEST(GaitCurves, RatesAreDerivatives) {
  const ThesisGait gait = sample_gait();
  constexpr double h = 1e-5;
  for (const double time : {0.1, 0.35, 0.69, 0.9, 1.75, 2.3, 3.4}) {
    const GaitMoment now = gait.at(time), before = gait.at(time - h), after = gait.at(time + h);
    const auto check = [&](const GaitPoint& a, const GaitPoint& b, const GaitPoint& c) {
      EXPECT_LT((b.velocity - (c.position - a.position) / (2 * h)).norm(), 1e-8) << time;
      EXPECT_LT((b.acceleration - (c.velocity - a.velocity) / (2 * h)).norm(), 1e-7) << time;
    };
    check(before.left, now.left, after.left);
    check(before.right, now.right, after.right);
    check(before.center_of_mass, now.center_of_mass, after.center_of_mass);
  }
}

TEST(GaitCurves, PositionsAndVelocitiesAreContinuousAtTheSteps) {
  const ThesisGait gait = sample_gait();
  for (int k = 0; k <= gait.steps; ++k) {
    const double time = k * gait.step_time;
    const GaitMoment before = gait.at(time - 1e-9), after = gait.at(time + 1e-9);
    for (const auto point : {&GaitMoment::left, &GaitMoment::right, &GaitMoment::center_of_mass}) {
      EXPECT_LT(((before.*point).position - (after.*point).position).norm(), 1e-12) << k;
      EXPECT_LT(((before.*point).velocity - (after.*point).velocity).norm(), 1e-6) << k;
    }
  }
}

// (4.2), (4.3) step by step, as a program would, with the second block corrected.
TEST(GaitCurves, WaypointsAreThoseOfTheRecursion) {
  const ThesisGait gait = sample_gait();
  Vector3d left_to = gait.left, right_to = gait.right;
  for (int k = 0; k < gait.steps; ++k) {
    const Vector3d left_from = left_to, right_from = right_to;
    const double share = k == 0 ? gait.first_share : k + 1 == gait.steps ? gait.last_share : 1.0;
    if (k % 2 == 0) {
      left_to.head<2>() += share * gait.stride_left;
    } else {
      right_to.head<2>() += share * gait.stride_right;
    }
    const GaitWaypoints way = gait.waypoints(k);
    EXPECT_LT((way.left_from - left_from).norm() + (way.left_to - left_to).norm(), 1e-15) << k;
    EXPECT_LT((way.right_from - right_from).norm() + (way.right_to - right_to).norm(), 1e-15) << k;
  }
}

TEST(GaitCurves, HalvesStartAndEndSideBySide) {
  for (const int steps : {2, 3, 4, 7}) {
    ThesisGait gait;
    gait.steps = steps;
    const GaitMoment last = gait.at(gait.end());
    EXPECT_NEAR(last.left.position.x(), last.right.position.x(), 1e-15) << steps;
    EXPECT_NEAR(last.left.position.x(), 0.1 * (steps - 1), 1e-15);
  }
}

TEST(GaitCurves, WithoutStrideTheFootRisesByTime) {
  ThesisGait gait;
  gait.stride_left.setZero();
  gait.stride_right.setZero();
  const GaitMoment top = gait.at(0.5 * gait.step_time);
  EXPECT_NEAR(top.right.position.z(), gait.apex, 1e-16);
  EXPECT_NEAR(top.right.velocity.norm(), 0.0, 1e-15);
  EXPECT_NEAR(top.right.acceleration.z(), -8.0 * gait.apex * std::pow(1.5 / gait.step_time, 2),
              1e-12);
  EXPECT_NEAR(gait.at(0.1).right.position.x(), 0.0, 0.0);
}

TEST(GaitCurves, StandsBeforeAndAfter) {
  const ThesisGait gait = sample_gait();
  const GaitMoment before = gait.at(-1.0), after = gait.at(1e9);
  EXPECT_FALSE(before.moving);
  EXPECT_EQ(before.step, -1);
  EXPECT_EQ(before.left.position, gait.left);
  EXPECT_EQ(before.right.position, gait.right);
  EXPECT_FALSE(after.moving);
  EXPECT_EQ(after.step, 4);
  EXPECT_EQ(after.left.position, gait.waypoints(4).left_to);
  EXPECT_EQ(after.left.velocity.norm() + after.center_of_mass.acceleration.norm(), 0.0);
  ThesisGait still = gait;
  still.steps = 0;
  EXPECT_EQ(still.at(3.0).left.position, gait.left);
  EXPECT_FALSE(still.at(3.0).moving);
  still.steps = 1;
  EXPECT_LT(
      (still.at(3.0).left.position.head<2>() - gait.left.head<2>() - 0.5 * gait.stride_left).norm(),
      1e-15);
}

TEST(GaitCurves, ManyStepsKeepTheirDigits) {
  ThesisGait gait;
  gait.steps = 1000000;
  const GaitMoment moment = gait.at(999999.5 * gait.step_time);
  EXPECT_EQ(moment.step, 999999);
  EXPECT_NEAR(moment.progress, 0.5, 1e-9);
  EXPECT_NEAR(moment.right.position.x(), 0.1 + 0.2 * 499999, 1e-6);  // stands
}

TEST(GaitCurves, RefusesWhatIsNoGait) {
  ThesisGait gait = sample_gait();
  EXPECT_TRUE(gait_faults(gait).empty());
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  gait.steps = -1;
  gait.step_time = 0.0;
  gait.apex = -0.1;
  gait.stride_right.y() = nan;
  gait.left.x() = std::numeric_limits<double>::infinity();
  gait.first_share = nan;
  const auto faults = gait_faults(gait);
  EXPECT_THAT(faults, testing::ElementsAre(HasSubstr("steps = -1"), HasSubstr("stride_right"),
                                           HasSubstr("first_share = nan"),
                                           HasSubstr("step_time = 0 s; expected step_time > 0"),
                                           HasSubstr("apex = -0.1 m"), HasSubstr("left = inf")));
  EXPECT_THROW((void)gait.at(0.0), InvalidInput);
  EXPECT_THROW((void)sample_gait().at(nan), InvalidInput);
}

}  // namespace
}  // namespace carom::test
