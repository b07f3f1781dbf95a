// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Chattering is captured after three short intervals; where they shrink, its end is known.
#include "simulation/contact/impact_sequence.h"

#include <gtest/gtest.h>

#include "carom/law.h"
#include "carom/laws/plastic.h"
#include "carom/laws/propagative.h"
#include "carom/simulation.h"

namespace carom::simulation {
namespace {

TEST(Chatter, ThreeShortIntervalsAreCaptured) {
  std::vector<ContactMemory> memory(2);
  const double ratio = 0.5;
  double time = 1.0, interval = 1e-3;
  for (int k = 0; k < 3; ++k) {
    EXPECT_FALSE(judge_chatter(memory, {1}, time, 1e-2).captured) << k;
    remember_impact(memory, {1}, time);
    time += interval;
    interval *= ratio;
  }
  const Chatter chatter = judge_chatter(memory, {1}, time, 1e-2);
  EXPECT_TRUE(chatter.captured);
  ASSERT_TRUE(chatter.accumulation.has_value());
  EXPECT_NEAR(*chatter.accumulation, 1.0 + 1e-3 / (1.0 - ratio), 1e-12);
  EXPECT_FALSE(judge_chatter(memory, {1}, time, 1e-4).captured) << "longer than the limit";
  EXPECT_FALSE(judge_chatter(memory, {0}, time, 1e-2).captured) << "another contact";
}

TEST(Chatter, EqualIntervalsAreCapturedWithoutAnEnd) {
  std::vector<ContactMemory> memory(1);
  for (int k = 0; k < 3; ++k) remember_impact(memory, {0}, 1e-4 * k);
  const Chatter chatter = judge_chatter(memory, {0}, 3e-4, 1e-3);
  EXPECT_TRUE(chatter.captured);
  EXPECT_FALSE(chatter.accumulation.has_value());
}

TEST(LawWithRestitution, ChangesTheCoefficientAndNothingElse) {
  const Law law = Propagative{.restitution = 0.7, .policy = Policy::last};
  const Law other = law.with_restitution(0.0);
  const auto& parameters = other.description().parameters;
  ASSERT_EQ(parameters.size(), law.description().parameters.size());
  EXPECT_EQ(std::get<double>(parameters.at(0).value), 0.0);
  EXPECT_EQ(std::get<double>(law.description().parameters.at(0).value), 0.7);
  EXPECT_EQ(Law(Plastic{}).with_restitution(0.5).description().name, "plastic");
}

}  // namespace
}  // namespace carom::simulation
