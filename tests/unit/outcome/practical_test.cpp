// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The words of a practical verdict: one number first, and what it is the distance of.
#include "outcome/practical.h"

#include <gtest/gtest.h>

#include <limits>

namespace carom::test {
namespace {

TEST(PracticalVerdict, GradesAtOneAndTenPercent) {
  const auto grade = [](double orders, std::optional<double> stiffness) {
    return PracticalVerdict{.orders = orders, .stiffness = stiffness}.grade();
  };
  EXPECT_EQ(grade(0.0, 0.0), Practical::one);
  EXPECT_EQ(grade(0.0099, 0.002), Practical::one);
  EXPECT_EQ(grade(0.0, 0.01), Practical::slight);
  EXPECT_EQ(grade(0.0999, {}), Practical::slight);
  EXPECT_EQ(grade(0.1, 0.0), Practical::several);
  EXPECT_FALSE(PracticalVerdict{.ends = false}.grade().has_value());
}

TEST(PracticalVerdict, SaysItsNumberFirst) {
  const PracticalVerdict verdict{.restitution = 0.0, .orders = 0.0219, .stiffness = 0.0192};
  EXPECT_EQ(verdict.sentence(),
            "slightly different outcomes at restitution 0: up to 2.19 % of the momentum apart");
  EXPECT_EQ(verdict.brief(), "slight, 2.19 %");
  EXPECT_EQ(outcome::lines(verdict, "  "),
            "slightly different outcomes at restitution 0: up to 2.19 % of the momentum apart\n"
            "  over orders of closing 2.19 %, over stiffness ratios 0.1 to 10 of the contacts "
            "1.92 %\n");
}

TEST(PracticalVerdict, ALowerBoundIsSaidToBeOne) {
  const PracticalVerdict verdict{
      .restitution = 0.3, .orders = 0.2, .complete = false, .friction = true};
  EXPECT_EQ(verdict.sentence(),
            "several outcomes at restitution 0.3, with friction: at least 20 % of the momentum "
            "apart");
  EXPECT_EQ(outcome::distances(verdict),
            "over orders of closing at least 20 %, over stiffness ratios 0.1 to 10 of the contacts "
            "not tried");
}

// A lower bound below 1 % does not show that there is one outcome.
TEST(PracticalVerdict, ALowerBoundIsOfWhatWasTried) {
  const PracticalVerdict sampled{
      .restitution = 0.0, .orders = 0.0073, .stiffness = 0.001, .complete = false};
  EXPECT_EQ(sampled.sentence(),
            "practically one outcome at restitution 0, in what was tried: at least 0.73 % of the "
            "momentum apart");
  EXPECT_EQ(sampled.brief(), "one, ≥ 0.73 %");
  const PracticalVerdict without_springs{.restitution = 0.0, .orders = 0.02};
  EXPECT_EQ(without_springs.sentence(),
            "slightly different outcomes at restitution 0, in what was tried: at least 2 % of the "
            "momentum apart");
}

TEST(PracticalVerdict, WhatIsNotDecidedSaysWhatWasDone) {
  Uniqueness uniqueness;
  EXPECT_EQ(outcome::undecided_words(uniqueness), "not checked");
  uniqueness.outcomes = 1.0;
  uniqueness.complete = false;
  EXPECT_EQ(outcome::undecided_words(uniqueness), "orders tried agree");
  uniqueness.draws = 64;
  EXPECT_EQ(outcome::undecided_words(uniqueness), "64 draws agree");
  uniqueness.outcomes = 0.0;  // none of them came to an end: they agree with nothing
  EXPECT_EQ(outcome::undecided_words(uniqueness), "not checked");
}

TEST(PracticalVerdict, NothingFoundIsAProofOnlyWhereAllWasTried) {
  const auto sentence = [](std::optional<double> stiffness, bool complete) {
    return PracticalVerdict{.restitution = 0.0, .stiffness = stiffness, .complete = complete}
        .sentence();
  };
  const std::string head = "practically one outcome at restitution 0: ";
  EXPECT_EQ(sentence(0.0, true), head +
                                     "neither the order of closing nor the stiffness of the "
                                     "contacts makes a difference");
  EXPECT_EQ(sentence(0.0, false), head +
                                      "no difference found in the orders of closing and stiffness "
                                      "ratios that were tried");
  EXPECT_EQ(sentence({}, true),
            head + "no difference found in the orders of closing that were tried");
  const PracticalVerdict zero{.restitution = 0.0, .stiffness = 0.0, .complete = false};
  EXPECT_EQ(zero.brief(), "one");
  EXPECT_EQ(outcome::lines(zero, "  "), zero.sentence() + "\n");
}

TEST(PracticalVerdict, NoOrderEndsAndContactsThatDiffer) {
  EXPECT_EQ((PracticalVerdict{.ends = false}.sentence()),
            "no outcome at restitution 1: no order of reflections ends");
  EXPECT_EQ((PracticalVerdict{.ends = false}.brief()), "no outcome");
  const PracticalVerdict differ{
      .restitution = std::numeric_limits<double>::quiet_NaN(), .orders = 0.5, .stiffness = 0.1};
  EXPECT_EQ(differ.sentence(),
            "several outcomes at each contact's restitution: up to 50 % of the momentum apart");
}

}  // namespace
}  // namespace carom::test
