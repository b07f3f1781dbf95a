// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Everything that `carom analyze` says, on cradles, a wedge and a flat foot.
// Expected: values of the single analyses (their own tests), thresholds 1 % and 10 %,
// spread(e) ≈ (1+e)²|w|√(T_c/T) for |w| < 0.3 as measured on robots, and the words a person must
// find.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/analysis.h"
#include "carom/error.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Practical = Analysis::Practical;
using testing::Contains;
using testing::HasSubstr;

// Two bodies, coupled by c in the mass matrix: the spread goes to 0 with the coupling, from both
// sides of what counts as coupled.
TEST(Analyze, SpreadGoesToZeroWithTheCoupling) {
  for (const double e : {0.5, 1.0}) {
    for (const double c : {0.0, 1e-12, 1e-9, 1e-6, 1e-3}) {
      Eigen::Matrix2d M;
      M << 1, c, c, 1;
      const ImpactProblem problem(
          M, {{.normal = Eigen::RowVector2d(1, 0)}, {.normal = Eigen::RowVector2d(0, 1)}},
          Eigen::Vector2d(-1, -0.5));
      const auto analysis = analyze(problem, {.restitution = e});
      EXPECT_LE(analysis.spread(), 5.0 * c + 1e-11) << c;
      EXPECT_LE(analysis.worst.indeterminacy, 5.0 * c) << c;
      EXPECT_EQ(analysis.practical, Analysis::Practical::one) << c;
    }
  }
}

TEST(Analyze, EqualCradle) {
  const auto problem = cradle({1, 1, 1}, {1, 0, 0});
  const Analysis analysis = analyze(problem);
  EXPECT_EQ(analysis.certificate.verdict, Certificate::Verdict::unique);
  EXPECT_EQ(analysis.outcomes.count, 1.0);
  EXPECT_EQ(analysis.spread_orders, 0.0);
  // One over orders, not over springs: at inner product −1/2 the ratio of stiffness decides.
  ASSERT_TRUE(analysis.spread_stiffness.has_value());
  EXPECT_GT(*analysis.spread_stiffness, 0.5);
  EXPECT_EQ(analysis.practical, Practical::several);
  EXPECT_EQ(analyze(problem, {.restitution = 0.0}).practical, Practical::one);
  EXPECT_EQ(analysis.gram, problem.gram());
  // T_c: the motion relative to the common (1/3, 1/3, 1/3); T = ½.
  EXPECT_NEAR(analysis.constrained_energy_ratio, 2.0 / 3.0, 1e-15);
  EXPECT_TRUE(analysis.impulses_unique);
  EXPECT_THAT(analysis.advice, Contains(HasSubstr("not over laws")));
  EXPECT_THAT(analysis.report(), HasSubstr("over orders of closing 0 %, over stiffness ratios"));
  EXPECT_THAT(analysis.report(), HasSubstr("unique over orders"));
}

TEST(Analyze, PracticalVerdictFollowsTheSpread) {
  // Two contacts at inner product w, approached along the axis: ξ = 4|w| to first order.
  const auto verdict = [](double w, double e) {
    return analyze(pair(w, {0, -1}), {.restitution = e}).practical;
  };
  EXPECT_EQ(verdict(0.001, 1.0), Practical::one);
  EXPECT_EQ(verdict(0.01, 1.0), Practical::slight);
  EXPECT_EQ(verdict(0.1, 1.0), Practical::several);
  EXPECT_EQ(verdict(0.008, 0.0), Practical::one);  // e = 0: |w|
  EXPECT_EQ(verdict(-0.3, 0.0), Practical::one);   // no bounce, w < 0: order does not matter
  EXPECT_EQ(verdict(-0.3, 1.0), Practical::several);
}

TEST(Analyze, SpreadOfAPairFollowsTheEstimateOfLanding) {
  for (const double e : {0.0, 0.3, 0.6, 1.0}) {
    for (const double w : {0.02, 0.1, 0.2}) {
      const auto problem = pair(w, {0, -1});  // T_c = T
      const Analysis analysis = analyze(problem, {.restitution = e});
      EXPECT_NEAR(analysis.spread_orders, (1 + e) * (1 + e) * w, 0.05 * w * (1 + e) * (1 + e));
      EXPECT_TRUE(analysis.spread_complete);
      EXPECT_EQ(analysis.restitution, e);
    }
  }
}

TEST(Analyze, SpreadIsThatOfTheSequentialOrders) {
  const auto problem = random_problem(5, {.coordinates = 5, .contacts = 3});
  EnumerationOptions options;
  options.restitution = Eigen::VectorXd::Constant(3, 0.4);
  EXPECT_EQ(analyze(problem, {.restitution = 0.4}).spread_orders,
            all_outcomes(problem, options).indeterminacy);
}

TEST(Analyze, RedundantContacts) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6);
  v(2) = -1;
  const Analysis analysis = analyze(flat_foot(8, v), {.restitution = 0.3});
  EXPECT_FALSE(analysis.impulses_unique);
  EXPECT_THAT(analysis.advice, Contains(HasSubstr("8 contacts, 3 of them independent")));
  EXPECT_EQ(analysis.certificate.pairs.size(), 28u);
  EXPECT_EQ(analysis.sensitivity.size(), 28u);
  EXPECT_THAT(analysis.report(), HasSubstr("… and 16 pairs that are less coupled"));
}

TEST(Analyze, AdviceNamesTheSignWithoutBounce) {
  EXPECT_THAT(analyze(pair(0.2, {0, -1})).advice, Contains(HasSubstr("kicks the first open")));
  EXPECT_THAT(analyze(pair(-0.2, {0, -1})).advice,
              Contains(HasSubstr("no inner product is positive")));
  EXPECT_THAT(analyze(pair(-0.9, {0, -1}), {.restitution = 0.2}).advice,
              Contains(HasSubstr("inelastic collapse")));
  EXPECT_THAT(analyze(pair(-0.45, {0, -1})).advice, Contains(HasSubstr("-cos(pi/3) = -0.5")));
}

TEST(Analyze, VerdictComesFirst) {
  const std::string report = analyze(cradle({2, 1, 1}, {1, 0, -1})).report();
  const auto at = [&](const char* word) { return report.find(word); };
  EXPECT_LT(at("verdict"), at("worst pair"));
  EXPECT_LT(at("worst pair"), at("energy"));
  EXPECT_LT(at("energy"), at("elastic"));
  EXPECT_LT(at("elastic"), at("certificate"));
  EXPECT_LT(at("certificate"), at("pairs\n"));
  EXPECT_LT(std::count(report.begin(), report.end(), '\n'), 40);
}

TEST(Analyze, ClampedBodyAndRest) {
  const std::vector<Contact> walls{{.normal = Eigen::RowVector2d(1, 0)},
                                   {.normal = Eigen::RowVector2d(-1, 0)}};
  const Analysis clamped = analyze({Eigen::Matrix2d::Identity(), walls, Eigen::Vector2d(1, 0)});
  EXPECT_THAT(clamped.advice, Contains(HasSubstr("clamped")));
  EXPECT_THAT(clamped.report(), HasSubstr("no velocity approaches every contact"));
  const Analysis rest = analyze(cradle({1, 1, 1}, {0, 0, 0}));
  EXPECT_EQ(rest.constrained_energy_ratio, 0.0);
  EXPECT_EQ(rest.practical, Practical::one);
  EXPECT_FALSE(rest.report().empty());
  const Analysis free = analyze({Eigen::Matrix2d::Identity(), {}, Eigen::Vector2d(1, 0)});
  EXPECT_EQ(free.certificate.verdict, Certificate::Verdict::unique);
  EXPECT_FALSE(free.report().empty());
  EXPECT_THAT(Analysis().report(), HasSubstr("not called"));
}

TEST(Analyze, RestitutionIsChecked) {
  EXPECT_THROW((void)analyze(cradle({1, 1}, {1, 0}), {.restitution = 1.2}), InvalidInput);
}

TEST(Analyze, Words) {
  EXPECT_EQ(to_string(Certificate::Verdict::several), "several");
  EXPECT_EQ(to_string(Certificate::Scope::every_law), "every_law");
  EXPECT_EQ(to_string(Practical::slight), "slight");
  EXPECT_EQ(to_string(WorstCase::Method::closed_form), "closed_form");
}

TEST(Analyze, NoOrderThatEndsIsNoPracticalVerdict) {
  const ImpactProblem problem(
      Eigen::MatrixXd::Identity(1, 1),
      {{.normal = Eigen::RowVectorXd::Ones(1)}, {.normal = -Eigen::RowVectorXd::Ones(1)}},
      Eigen::VectorXd::Ones(1));
  const Analysis clamped = analyze(problem);
  EXPECT_EQ(clamped.outcomes.count, 0.0);
  EXPECT_FALSE(clamped.practical.has_value());
  EXPECT_THAT(clamped.report(),
              HasSubstr("no outcome at restitution 1: no order of reflections ends"));
}

}  // namespace
}  // namespace carom::test
