// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Laws by name: each is the law of that name with the settings given, and what it does not have is
// refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/law_by_name.h"
#include "carom/laws.h"
#include "support/faults.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(LawByName, EveryNameIsItsLaws) {
  const std::vector<std::string> names = law_names();
  EXPECT_THAT(names, ElementsAre("propagative", "sequential", "plastic", "inert", "newton",
                                 "poisson", "regular", "slip_share", "corner", "compliant"));
  const std::vector<LawDescription> descriptions = law_descriptions();
  ASSERT_EQ(descriptions.size(), names.size());
  for (std::size_t k = 0; k < names.size(); ++k) {
    EXPECT_EQ(law_by_name(names[k]).description().name, names[k]);
    EXPECT_EQ(descriptions[k].name, names[k]);
  }
}

TEST(LawByName, SettingsAreTheLawsOwn) {
  const ImpactProblem problem = cradle({2, 1, 1}, {1, 0, -1});
  const LawSettings settings{.restitution = 0.5, .policy = "last"};
  const Outcome named = solve_once(problem, law_by_name("propagative", settings));
  const Outcome own = solve_once(problem, Propagative{.restitution = 0.5, .policy = Policy::last});
  EXPECT_EQ(named.velocity_plus, own.velocity_plus);
  EXPECT_EQ(named.sequence, own.sequence);
  // What a law does not have is ignored.
  EXPECT_EQ(solve_once(problem, law_by_name("plastic", settings)).velocity_plus,
            solve_once(problem, Plastic{}).velocity_plus);
}

TEST(LawByName, SettingsOfEachLaw) {
  EXPECT_THAT(law_setting_names("propagative"), ElementsAre("restitution", "policy"));
  EXPECT_THAT(law_setting_names("plastic"), ElementsAre());
  EXPECT_THAT(law_setting_names("regular"),
              ElementsAre("restitution", "energy", "method", "tolerance"));
  EXPECT_THAT(law_setting_names("corner"), ElementsAre("restitution", "mode"));
  EXPECT_THAT(law_setting_names("compliant"), ElementsAre("restitution", "exponent", "tolerance"));
  // The list and the refusal agree, for every law and setting.
  const LawSettings all{.restitution = 0.5,
                        .policy = "first",
                        .mode = "literal",
                        .exponent = 1.5,
                        .energy = "group",
                        .method = "layer",
                        .tolerance = 1e-9};
  for (const std::string& name : law_names()) {
    EXPECT_EQ(faults_of([&] { refuse_unused(name, all); }).size(),
              7 - law_setting_names(name).size())
        << name;
  }
}

TEST(LawByName, SeveralAndAll) {
  const std::vector<Law> two = laws_by_name({"plastic", "newton"}, {.restitution = 0.0});
  ASSERT_EQ(two.size(), 2u);
  EXPECT_EQ(two[0].description().name, "plastic");
  EXPECT_EQ(two[1].description().name, "newton");
  EXPECT_EQ(laws_by_name({}).size(), law_names().size());
}

TEST(LawByName, Refused) {
  EXPECT_THAT(refusal_of([] { static_cast<void>(law_by_name("plastik")); }),
              testing::AllOf(StartsWith("unknown law 'plastik'; expected one of propagative, "),
                             HasSubstr("did you mean 'plastic'?")));
  EXPECT_THAT(refusal_of([] { static_cast<void>(law_setting_names("x")); }),
              StartsWith("unknown law 'x'"));
  EXPECT_THAT(refusal_of([] { refuse_unused("x", {}); }), StartsWith("unknown law 'x'"));
  EXPECT_THAT(
      refusal_of([] { static_cast<void>(law_by_name("propagative", {.policy = "frist"})); }),
      HasSubstr("did you mean 'first'?"));
  EXPECT_THAT(
      refusal_of([] { static_cast<void>(law_by_name("propagative", {.restitution = 1.5})); }),
      HasSubstr("restitution = 1.5; expected 0 <= restitution <= 1"));
}

TEST(LawByName, UnusedSettingsAreNamed) {
  EXPECT_TRUE(faults_of([] { refuse_unused("plastic", {}); }).empty());
  EXPECT_THAT(
      faults_of([] { refuse_unused("inert", {.restitution = 0.5, .tolerance = 0.12345678}); }),
      ElementsAre("restitution 0.5: law 'inert' has no coefficient; leave it out, or choose one of "
                  "propagative, sequential, newton, poisson, regular, slip_share, corner, "
                  "compliant",
                  "tolerance 0.12345678: law 'inert' has no integration; leave it out, or choose "
                  "one of regular, slip_share, compliant"));
}

TEST(LawByName, WhatASceneSaysStandsInWhereNothingIsGiven) {
  const std::map<std::string, std::string> said{
      {"restitution", "0.25"}, {"mode", "literal"}, {"seed", "7"}, {"friction", "0.1"}};
  const LawSettings merged = with_defaults({.restitution = 0.5}, said);
  EXPECT_EQ(merged.restitution, 0.5);
  EXPECT_EQ(merged.mode, "literal");
  EXPECT_EQ(merged.seed, 7u);
  EXPECT_FALSE(merged.policy);
  EXPECT_EQ(with_defaults({.seed = 3}, said).seed, 3u);
  EXPECT_EQ(with_defaults({}, said).restitution, 0.25);
  EXPECT_EQ(refusal_of([] { static_cast<void>(with_defaults({}, {{"exponent", "much"}})); }),
            "exponent = 'much'; expected a number");
}

TEST(LawByName, TheOrderOfALawCanBeChanged) {
  const ImpactProblem problem = cradle({2, 1, 1}, {1, 0, -1});
  const Law law = Sequential{.restitution = 0.5};
  EXPECT_EQ(solve_once(problem, law.with_policy(Policy::last)).sequence,
            solve_once(problem, Sequential{.restitution = 0.5, .policy = Policy::last}).sequence);
  EXPECT_EQ(Law(Plastic{}).with_policy(Policy::last).description().name, "plastic");
}

}  // namespace
}  // namespace carom::test
