// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One impact under several laws: each outcome is that of resolve(), and a law that refuses the
// problem is left out with its reason.
#include "carom/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "carom/analysis.h"
#include "carom/law_by_name.h"
#include "carom/laws.h"
#include "support/faults.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::HasSubstr;

TEST(Compare, OutcomesAreThoseOfResolve) {
  const ImpactProblem problem = cradle({2, 1, 1}, {1, 0, -1});
  const std::vector<Law> laws = {Propagative{}, Plastic{}, Newton{.restitution = 0.5}};
  const Comparison comparison = compare(problem, {.laws = laws});
  ASSERT_EQ(comparison.outcomes.size(), 3u);
  EXPECT_TRUE(comparison.left_out.empty());
  for (std::size_t k = 0; k < laws.size(); ++k) {
    const Outcome alone = resolve(problem, laws[k]);
    EXPECT_EQ(comparison.outcomes[k].law->name, laws[k].description().name);
    EXPECT_EQ(comparison.outcomes[k].velocity_plus, alone.velocity_plus);
    EXPECT_EQ(comparison.outcomes[k].uniqueness.verdict, alone.uniqueness.verdict);
  }
}

TEST(Compare, EveryLawIsThereOrLeftOut) {
  const Comparison comparison = compare(cradle({1, 1, 1}, {1, 0, 0}));
  EXPECT_EQ(comparison.outcomes.size() + comparison.left_out.size(), law_names().size());
  // For two points of one body alone: one fault for each contact, of which the first stands.
  ASSERT_EQ(comparison.left_out.size(), 1u);
  EXPECT_EQ(comparison.left_out.front().law, "corner");
  EXPECT_THAT(comparison.left_out.front().reason, HasSubstr(" (and 1 more of the kind)"));
}

// Laws that must have a coefficient take the verdict's where a contact has none.
TEST(Compare, LawsWithoutADefaultTakeTheRestitutionOfTheVerdict) {
  const ImpactProblem problem = cradle({1, 1, 1}, {1, 0, 0});
  const auto by_newton = [&](std::optional<double> e) {
    return compare(problem, {.laws = {Newton{}}, .restitution = e}).outcomes.at(0).velocity_plus;
  };
  EXPECT_EQ(by_newton({}), resolve(problem, Newton{.restitution = 1.0}).velocity_plus);
  EXPECT_EQ(by_newton(0.3), resolve(problem, Newton{.restitution = 0.3}).velocity_plus);
}

// Contacts that differ keep their own, in the verdict too: that of resolve() under a law that does.
TEST(Compare, ContactsThatDifferKeepTheirOwnRestitution) {
  const ImpactProblem plain = cradle({1, 1, 1}, {1, 0, -0.5});
  std::vector<Contact> contacts = plain.contacts();
  contacts[0].restitution = 0.9;
  contacts[1].restitution = 0.2;
  const ImpactProblem problem(plain.mass_matrix(), contacts, plain.velocity());
  const PracticalVerdict verdict = *compare(problem, {.laws = {Newton{}}}).practical;
  EXPECT_EQ(verdict.sentence(), resolve(problem, Sequential{}).practical->sentence());
  EXPECT_THAT(verdict.sentence(), HasSubstr("at each contact's restitution"));
  const Analysis analysis = analyze(problem, {.own_restitution = true});
  EXPECT_EQ(analysis.verdict().sentence(), verdict.sentence());
  EXPECT_EQ(analysis.own_restitution, Eigen::Vector2d(0.9, 0.2));
  EXPECT_EQ(analyze(problem, {.restitution = 0.5}).own_restitution.size(), 0);
}

/// A point that slides at 1 m/s and lands at 1 m/s, friction 0.4: under newton without bounce it
/// keeps 1 − 0.4 m/s of its slip.
TEST(Compare, FrictionIsForTheLawsThatHaveIt) {
  Contact contact;
  contact.normal = Eigen::RowVector2d(1.0, 0.0);
  contact.tangents = Eigen::RowVector2d(0.0, 1.0);
  contact.friction = 0.4;
  contact.restitution = 0.0;
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), {contact}, Eigen::Vector2d(-1.0, 1.0));
  CompareOptions options{.laws = {Plastic{}, Newton{}}};
  EXPECT_NEAR(compare(problem, options).outcomes.at(1).velocity_plus[1], 0.6, 1e-12);
  options.friction = 0.25;
  const Comparison comparison = compare(problem, options);
  ASSERT_EQ(comparison.outcomes.size(), 2u);
  EXPECT_NEAR(comparison.outcomes[0].velocity_plus[1], 1.0, 1e-12);
  EXPECT_NEAR(comparison.outcomes[1].velocity_plus[1], 0.75, 1e-12);
}

TEST(Compare, FrictionWithoutTangentsLeavesALawOut) {
  const Comparison comparison = compare(
      cradle({1, 1}, {1, 0}), {.laws = {Plastic{}, Newton{.restitution = 1.0}}, .friction = 0.3});
  EXPECT_EQ(comparison.outcomes.size(), 1u);
  ASSERT_EQ(comparison.left_out.size(), 1u);
  EXPECT_EQ(comparison.left_out[0].law, "newton");
  EXPECT_THAT(comparison.left_out[0].reason, HasSubstr("friction = 0.3"));
}

TEST(Compare, BadFrictionIsRefusedAndNoReasonOfALaw) {
  const ImpactProblem problem = cradle({1, 1, 1}, {1, 0, 0});
  EXPECT_EQ(refusal_of([&] { (void)compare(problem, {.friction = -1.0}); }),
            "compare: friction = -1; expected friction >= 0");
}

}  // namespace
}  // namespace carom::test
