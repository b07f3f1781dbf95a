// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
//      (c)      the cue ball comes down on a and b, which stand at ±θ/2 from its path
//    (a) (b)
// Every point of both independent curves ξ(θ), at 1e-10, and their zeros: k cos θ = −cos(π/m).
#include "published/data/billiards.h"

#include <gtest/gtest.h>

#include <numbers>

#include "carom/analysis.h"
#include "carom/laws.h"
#include "carom/scene.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

class Billiards : public testing::TestWithParam<BilliardCurve> {
 protected:
  ImpactProblem problem(double theta) const {
    return make_scene("billiards", {{"radius_c", GetParam().radius_c}, {"theta", theta}});
  }
};

TEST_P(Billiards, EveryPointOfTheCurve) {
  ASSERT_EQ(GetParam().curve.size(), 181u);
  for (const auto& point : GetParam().curve) {
    const auto p = problem(point.theta);
    EXPECT_NEAR(all_outcomes(p).indeterminacy, point.xi, 1e-10) << point.theta;
    EXPECT_NEAR(p.gram()(0, 1), GetParam().mass_factor * std::cos(point.theta), 1e-12);
    const auto first = solve_once(p, Propagative{.policy = Policy::first});
    const auto last = solve_once(p, Propagative{.policy = Policy::last});
    EXPECT_EQ(first.sequence.size(), std::size_t(point.steps_a_first)) << point.theta;
    EXPECT_EQ(last.sequence.size(), std::size_t(point.steps_b_first)) << point.theta;
  }
}

TEST_P(Billiards, ZerosAtTheCoxeterAngles) {
  for (const auto& zero : GetParam().zeros)
    EXPECT_NEAR(all_outcomes(problem(zero.theta)).indeterminacy, 0.0, 1e-10) << zero.theta;
  const double near_pi = std::numbers::pi - 1e-3;
  EXPECT_NEAR(all_outcomes(problem(near_pi)).indeterminacy, GetParam().xi_near_pi, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Reference, Billiards, testing::ValuesIn(billiard_curves()));

}  // namespace
}  // namespace carom::test
