// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The report for people, and a result that cannot pass for an answer when there is none.
#include "carom/outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/laws.h"
#include "carom/resolve.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Outcome, NotRunSaysSo) {
  EXPECT_EQ(Outcome{}.report(), "carom outcome: resolve was not called\n");
  EXPECT_FALSE(Outcome{}.ok());
}

TEST(Outcome, ReportTellsVelocityEnergyAndVerdict) {
  const auto text = resolve(cradle({1, 1, 1}, {1, 0, 0}), Propagative{}).report();
  EXPECT_THAT(text, HasSubstr("propagative, restitution 1, policy most_violated"));
  EXPECT_THAT(text, HasSubstr("velocity    (0, 0, 1)"));
  EXPECT_THAT(text, HasSubstr("0 J lost"));
  EXPECT_THAT(text, HasSubstr("unique"));
  const auto several = resolve(cradle({2, 1, 1}, {1, 0, -1}), Propagative{}).report();
  EXPECT_THAT(several, HasSubstr("one of 2 outcomes"));
}

TEST(Outcome, ReportCutsLongTables) {
  std::vector<double> masses(200, 1.0), velocity(200, 0.0);
  velocity[0] = 1.0;
  const auto text = solve_once(cradle(masses, velocity), Propagative{}).report();
  EXPECT_THAT(text, HasSubstr("… 200 in all"));
  EXPECT_THAT(text, HasSubstr("… and 175 more contacts"));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 40);
}

TEST(Outcome, NoAnswerShowsNoVelocity) {
  const ImpactProblem problem(
      Eigen::MatrixXd::Identity(1, 1),
      {{.normal = Eigen::RowVectorXd::Ones(1)}, {.normal = -Eigen::RowVectorXd::Ones(1)}},
      Eigen::VectorXd::Ones(1));
  const auto outcome = resolve(problem, Propagative{});
  EXPECT_THAT(outcome.report(), HasSubstr("no_feasible_velocity: no velocity separates"));
  EXPECT_THAT(outcome.report(), Not(HasSubstr("velocity    (")));
  EXPECT_EQ(outcome.uniqueness.verdict, Uniqueness::Verdict::not_checked);
}

}  // namespace
}  // namespace carom::test
