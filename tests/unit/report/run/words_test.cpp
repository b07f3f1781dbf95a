// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a person reads of a run's end.
#include "report/run/words.h"

#include <gtest/gtest.h>

#include <limits>

namespace carom::report {
namespace {

TEST(RunWords, SumsOfTheEnergyAddUp) {
  RunTrajectory run;
  run.energy_start = 100.0;
  run.energy_end = 40.0;
  run.kinetic_start = 0.0;
  run.kinetic_end = 10.0;
  run.energy_lost = 25.0;
  EXPECT_EQ(energy_text(run, "J"),
            "energy: 100 J (kinetic 0, potential 100) → 40 J (kinetic 10, potential 30)\n"
            "  change −60 J = −25 in impacts, −35 between them\n");
}

TEST(RunWords, RoundingIsNothing) {
  RunTrajectory run;
  run.energy_start = 100.0;
  run.energy_end = 100.0 + 1e-12;
  EXPECT_NE(energy_text(run, "J").find("change +0 J = +0 in impacts, +0 between them"),
            std::string::npos)
      << energy_text(run, "J");
}

TEST(RunWords, HowItLanded) {
  LandingSums sums;
  sums.base_height_start = 0.5;
  sums.base_height_end = 0.3;
  sums.settled = true;
  sums.slip = 0.00345;
  EXPECT_EQ(landing_sentences(sums, true).front(),
            "The robot is at rest. The base went from 0.5 m to 0.3 m above the origin.");
  sums.settled = false;
  sums.speed = 0.2;
  EXPECT_EQ(landing_sentences(sums, true).front(),
            "The robot still moves, at up to 0.2 m/s or rad/s. The base went from 0.5 m to 0.3 m "
            "above the origin.");
  sums.fall = Fall{.time = 0.75, .body = "trunk"};
  sums.base_height_start = std::numeric_limits<double>::quiet_NaN();
  sums.limits = {{.joint = "knee", .limit = 30.0, .time = 0.14}};
  EXPECT_EQ(
      landing_sentences(sums, false),
      (std::vector<std::string>{"The robot fell: 'trunk' touched the ground at t = 0.75 s.",
                                "The farthest that a point slid along the ground is 3.45 mm.",
                                "1 motor reached its limit: 'knee' (30 N m, from t = 0.14 s)."}));
}

}  // namespace
}  // namespace carom::report
