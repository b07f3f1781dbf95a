// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S4 Example 1: T_c, T_a, impulses and velocities after heel strike over the angle of the legs and
// over the lean of the torso, the scene `biped` under law inert against reproduce/data/biped.h; the
// angle at which the stance foot no longer lifts (S4 prints 43 degrees; it is 44.4775).
#include "reproduce/data/biped.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "carom/analysis.h"
#include "carom/laws/inert.h"
#include "carom/scene.h"
#include "support/constants.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

constexpr double biped_tolerance = 1e-9;  // the reference promises 1e-6

void expect_point(const ImpactProblem& problem, const BipedPoint& expected) {
  const EnergySplit split = energy_split(problem);
  EXPECT_NEAR(problem.kinetic_energy(), expected.energy, biped_tolerance);
  EXPECT_NEAR(split.constrained, expected.constrained, biped_tolerance);
  EXPECT_NEAR(split.admissible, expected.admissible, biped_tolerance);
  const Outcome outcome = solve_once(problem, Inert{});
  EXPECT_NEAR(outcome.impulse[0].normal, expected.normal_impulse, biped_tolerance);
  EXPECT_NEAR(outcome.impulse[0].tangential[0], expected.tangential_impulse, biped_tolerance);
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR(outcome.velocity_plus[k], expected.velocity_plus[k], biped_tolerance) << k;
  }
  EXPECT_NEAR(outcome.energy.lost, expected.constrained, biped_tolerance);
}

TEST(PublishedBiped, EveryPointOverTheAngleOfTheLegs) {
  for (const BipedCurve& curve : biped_over_theta) {
    for (const BipedPoint& point : curve.points) {
      SCOPED_TRACE(testing::Message() << "rho " << curve.parameter << ", theta " << point.angle);
      const ImpactProblem problem =
          make_scene("biped", {{"theta", point.angle * degree}, {"rho", curve.parameter}});
      expect_point(problem, point);
      // T_c = λ_n (l − R) sin(θ/2), exactly: both legs turn at 1 rad/s.
      const double arm = 0.8 * (1.0 - curve.parameter) * std::sin(0.5 * point.angle * degree);
      EXPECT_NEAR(energy_split(problem).constrained,
                  solve_once(problem, Inert{}).impulse[0].normal * arm, 1e-13);
    }
  }
}

TEST(PublishedBiped, EveryPointOverTheLeanOfTheTorso) {
  for (const BipedCurve& curve : biped_over_torso) {
    for (const BipedPoint& point : curve.points) {
      SCOPED_TRACE(testing::Message() << "mu " << curve.parameter << ", q5 " << point.angle);
      expect_point(make_scene("biped", {{"theta", 40.0 * degree},
                                        {"rho", 0.25},
                                        {"mu", curve.parameter},
                                        {"q5", point.angle * degree}}),
                   point);
    }
  }
}

/// Normal velocity of the stance foot after heel strike.
double lift(double theta, double rho, const char* inertia) {
  const ImpactProblem problem = make_scene(
      "biped", {{"theta", theta * degree}, {"rho", rho}, {"inertia", std::string(inertia)}});
  return solve_once(problem, Inert{}).velocity_plus[1];
}

TEST(PublishedBiped, LiftLimitsForEveryInertia) {
  for (const LiftCrossing& expected : lift_crossings) {
    for (int k = 0; k < 3; ++k) {
      const double rho = 0.25 * k;
      SCOPED_TRACE(testing::Message() << expected.inertia << ", rho " << rho);
      double lifts = 10.0, stays = 179.0;
      ASSERT_GT(lift(lifts, rho, expected.inertia), 0.0);
      if (expected.theta[k] == 0.0) {
        for (double theta = 15.0; theta < 180.0; theta += 4.0) {
          EXPECT_GT(lift(theta, rho, expected.inertia), 0.0) << theta;
        }
        continue;
      }
      while (stays - lifts > 1e-8) {
        const double middle = 0.5 * (lifts + stays);
        (lift(middle, rho, expected.inertia) > 0.0 ? lifts : stays) = middle;
      }
      EXPECT_NEAR(lifts, expected.theta[k], 1e-6);
    }
  }
}

TEST(PublishedBiped, ThePrintedLiftLimitIsRefuted) {  // S4 Example 1: "θ > 43°", point feet
  EXPECT_GT(lift(43.0, 0.0, "point"), 0.02);
  EXPECT_GT(lift(44.4775, 0.0, "point"), 0.0);
  EXPECT_LT(lift(44.4776, 0.0, "point"), 0.0);
}

}  // namespace
}  // namespace carom::test
