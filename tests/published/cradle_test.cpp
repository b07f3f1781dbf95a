// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
//   (a)(b)(c)|   balls in a row, all touching; contact i between ball i and i+1
// Every number of the independent cradle reference (data/cradle.h), at 1e-12.
#include "published/data/cradle.h"

#include <gtest/gtest.h>

#include "carom/analysis.h"
#include "carom/laws.h"
#include "carom/resolve.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

constexpr double cradle_tolerance = 1e-12;
constexpr std::array policies{Policy::most_violated, Policy::least_violated, Policy::first,
                              Policy::last};

class Cradle : public testing::TestWithParam<CradleCase> {
 protected:
  ImpactProblem problem() const {
    return cradle(GetParam().masses, GetParam().velocity, GetParam().wall);
  }
};

void expect_near(const Eigen::VectorXd& computed, const std::vector<double>& expected) {
  ASSERT_EQ(computed.size(), static_cast<Eigen::Index>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(computed[static_cast<Eigen::Index>(i)], expected[i], cradle_tolerance)
        << "entry " << i;
}

TEST_P(Cradle, Gram) {
  const auto p = problem();
  for (std::size_t i = 0; i < GetParam().gram.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    EXPECT_NEAR(p.gram()(k, k + 1), GetParam().gram[i], cradle_tolerance);
  }
}

TEST_P(Cradle, ElasticByPolicy) {
  for (std::size_t k = 0; k < policies.size(); ++k) {
    SCOPED_TRACE(to_string(policies[k]));
    const auto outcome = solve_once(problem(), Propagative{.policy = policies[k]});
    expect_near(outcome.velocity_plus, GetParam().policy_velocity[k]);
    EXPECT_EQ(outcome.sequence, GetParam().policy_sequence[k]);
  }
}

TEST_P(Cradle, AllElasticOutcomes) {
  const auto set = all_outcomes(problem());
  ASSERT_TRUE(set.complete);
  ASSERT_EQ(set.branches.size(), GetParam().elastic.size());
  for (const auto& expected : GetParam().elastic) {
    const Eigen::VectorXd v = Eigen::Map<const Eigen::VectorXd>(
        expected.velocity.data(), static_cast<Eigen::Index>(expected.velocity.size()));
    const auto found =
        std::find_if(set.branches.begin(), set.branches.end(), [&](const Branch& branch) {
          return (branch.velocity_plus - v).cwiseAbs().maxCoeff() < cradle_tolerance;
        });
    ASSERT_NE(found, set.branches.end()) << show(v);
    EXPECT_EQ(found->shortest, expected.shortest);
    EXPECT_EQ(found->longest, expected.longest);
  }
}

TEST_P(Cradle, VerdictCountsTheOutcomes) {
  const auto outcome = resolve(problem(), Propagative{});
  EXPECT_EQ(outcome.uniqueness.outcomes, static_cast<double>(GetParam().elastic.size()));
  EXPECT_EQ(outcome.uniqueness.verdict, GetParam().elastic.size() == 1
                                            ? Uniqueness::Verdict::unique
                                            : Uniqueness::Verdict::several);
}

TEST_P(Cradle, PlasticAndInert) {
  const auto p = problem();
  const auto plastic = solve_once(p, Plastic{});
  expect_near(plastic.velocity_plus, GetParam().plastic);
  for (std::size_t i = 0; i < GetParam().plastic_lambda.size(); ++i) {
    const double lambda =
        plastic.impulse[i].normal * p.normal_length()[static_cast<Eigen::Index>(i)];
    EXPECT_NEAR(lambda, GetParam().plastic_lambda[i], cradle_tolerance);
  }
  expect_near(solve_once(p, Inert{}).velocity_plus, GetParam().inert);
}

TEST_P(Cradle, Inelastic) {
  for (const auto& expected : GetParam().inelastic) {
    SCOPED_TRACE(expected.restitution);
    const auto blended = solve_once(problem(), Propagative{.restitution = expected.restitution});
    expect_near(blended.velocity_plus, expected.propagative);
    EXPECT_NEAR(blended.energy.after, expected.propagative_energy, cradle_tolerance);
    const auto sequential = solve_once(problem(), Sequential{.restitution = expected.restitution});
    expect_near(sequential.velocity_plus, expected.sequential);
    EXPECT_NEAR(sequential.energy.after, expected.sequential_energy, cradle_tolerance);
    EXPECT_EQ(sequential.sequence.size(), static_cast<std::size_t>(expected.sequential_steps));
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, Cradle, testing::ValuesIn(cradle_cases()));

}  // namespace
}  // namespace carom::test
