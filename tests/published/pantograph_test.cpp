// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S4 Example 2: Table 3 to every printed digit, the angle at which all energy is lost, and the
// measured impulses of Table 4, which lie 2 to 6 % above the ideal ones: compared, not asserted.
#include "reproduce/data/pantograph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/analysis.h"
#include "carom/laws/inert.h"
#include "carom/scene.h"
#include "support/constants.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

ImpactProblem at(double gamma) { return make_scene("pantograph", {{"gamma", gamma * degree}}); }

/// The end effector moves at `speed` (cos γ, sin γ), and the wall's row is −y.
double speed(const ImpactProblem& problem, double gamma) {
  return -problem.contacts()[0].normal.dot(problem.velocity()) / std::sin(gamma * degree);
}

TEST(PublishedPantograph, Table3ToEveryPrintedDigit) {
  for (const PantographCase& row : pantograph_cases) {
    SCOPED_TRACE(row.gamma);
    const ImpactProblem problem = at(row.gamma);
    const EnergySplit split = energy_split(problem);
    EXPECT_NEAR(speed(problem, row.gamma), row.speed, 0.5e-4);
    EXPECT_NEAR(1e3 * split.constrained, row.constrained, 0.5e-2);
    EXPECT_NEAR(1e3 * split.admissible, row.admissible, 0.5e-2);
    EXPECT_NEAR(split.constrained / problem.kinetic_energy(), row.ratio, 0.5e-2);
  }
}

TEST(PublishedPantograph, TheReferenceToNineDigits) {
  for (const PantographCase& row : pantograph_cases) {
    SCOPED_TRACE(row.gamma);
    const ImpactProblem problem = at(row.gamma);
    EXPECT_NEAR(problem.kinetic_energy(), 0.010, 1e-15);
    EXPECT_NEAR(speed(problem, row.gamma), row.reference_speed, 1e-10);
    EXPECT_NEAR(1e3 * energy_split(problem).constrained, row.reference_constrained, 1e-9);
    EXPECT_NEAR(1e3 * solve_once(problem, Inert{}).impulse[0].normal, row.reference_impulse, 1e-7);
  }
}

TEST(PublishedPantograph, AllEnergyIsLostAt97Degrees58) {
  EXPECT_NEAR(pantograph_full_loss, 97.58, 0.5e-2);  // S4
  const auto kept = [](double gamma) { return energy_split(at(gamma)).admissible; };
  EXPECT_LT(kept(pantograph_full_loss), 1e-22);
  EXPECT_GT(kept(pantograph_full_loss + 1e-3), 1e-13);
  EXPECT_GT(kept(pantograph_full_loss - 1e-3), 1e-13);
  EXPECT_NEAR(energy_split(at(0.0)).constrained, 0.0, 1e-30) << "along the wall: nothing is lost";
}

TEST(PublishedPantograph, MeasuredImpulsesLieTwoToSixPercentAboveTheIdealOnes) {
  double smallest = 1.0, largest = 0.0;
  for (const PantographCase& row : pantograph_cases) {
    const double ideal = 1e3 * solve_once(at(row.gamma), Inert{}).impulse[0].normal;
    smallest = std::min(smallest, row.measured_impulse / ideal - 1.0);
    largest = std::max(largest, row.measured_impulse / ideal - 1.0);
    EXPECT_NEAR(row.measured_constrained, row.reference_constrained, 0.35);
  }
  EXPECT_NEAR(100.0 * smallest, 1.7, 0.05);
  EXPECT_NEAR(100.0 * largest, 6.2, 0.05);
}

}  // namespace
}  // namespace carom::test
