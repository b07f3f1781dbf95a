// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a design seeks, and its bounds, as users write them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "carom/design.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::HasSubstr;
using Goal = DesignOptions::Goal;

TEST(DesignWords, GoalsByName) {
  DesignOptions options;
  parse_target("", options);
  EXPECT_EQ(options.goal, Goal::automatic);
  for (const Goal goal : {Goal::orthogonal, Goal::worst_pair, Goal::coxeter, Goal::practical}) {
    parse_target(to_string(goal), options);
    EXPECT_EQ(options.goal, goal);
    EXPECT_TRUE(options.terms.empty());
  }
}

TEST(DesignWords, MeasuresWithWeights) {
  DesignOptions options;
  parse_target("indeterminacy+0.1*inner_product:a:b", options);
  EXPECT_EQ(options.goal, Goal::least);
  ASSERT_EQ(options.terms.size(), 2U);
  EXPECT_EQ(options.terms[0].measure, "indeterminacy");
  EXPECT_EQ(options.terms[0].weight, 1.0);
  EXPECT_EQ(options.terms[1].measure, "inner_product:a:b");
  EXPECT_EQ(options.terms[1].weight, 0.1);
}

TEST(DesignWords, UnknownTargetsAreRefused) {
  DesignOptions options;
  EXPECT_THAT(refusal_of([&] { parse_target("orthogonl", options); }),
              HasSubstr("--target: unknown measure 'orthogonl'; expected one of orthogonal, "));
  EXPECT_THAT(refusal_of([&] { parse_target("least", options); }), HasSubstr("unknown measure"));
  EXPECT_THAT(refusal_of([&] { parse_target("x*indeterminacy", options); }),
              HasSubstr("--target 'x*indeterminacy': expected MEASURE, WEIGHT*MEASURE"));
}

TEST(DesignWords, BoundsInDegreesForAnglesOnly) {
  const auto known = varied_parameters("rhex");
  DesignOptions options;
  parse_bounds({"gamma=0:90deg", "elsewhere=-1:1e3"}, known, options);
  EXPECT_EQ(options.bounds.at("gamma"), std::pair(0.0, std::numbers::pi / 2.0));
  EXPECT_EQ(options.bounds.at("elsewhere"), std::pair(-1.0, 1e3));
  EXPECT_THAT(refusal_of([&] { parse_bounds({"gamma=0"}, known, options); }),
              HasSubstr("--bounds 'gamma=0': expected NAME=LOWEST:HIGHEST"));
  for (const char* word : {"elsewhere=0:90deg", "gamma=2:1", "gamma=a:1"}) {
    EXPECT_THAT(refusal_of([&] { parse_bounds({word}, known, options); }),
                HasSubstr("expected two numbers, the lower one first"))
        << word;
  }
}

}  // namespace
}  // namespace carom::test
