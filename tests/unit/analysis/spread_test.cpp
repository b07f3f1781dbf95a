// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The spread over stiffness ratios is computed among the contacts alone; here against the law on
// the whole problem.
#include "analysis/spread.h"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/law.h"
#include "carom/laws/compliant.h"

namespace carom::test {
namespace {

TEST(StiffnessSpread, AsTheLawOnTheWholeProblem) {
  Eigen::Matrix4d M;
  M << 2.0, 0.1, 0.4, 0.4, 0.1, 2.0, -0.3, 0.3, 0.4, -0.3, 0.5, 0.0, 0.4, 0.3, 0.0, 0.5;
  std::vector<Contact> contacts(2);
  contacts[0].normal = Eigen::RowVector4d(0.0, 1.0, -0.6, 0.0);
  contacts[1].normal = Eigen::RowVector4d(0.2, 1.0, 0.0, 0.6);
  const Eigen::Vector4d v(0.1, -1.0, 0.2, 0.0);
  const ImpactProblem problem(M, contacts, v);
  for (const double e : {0.0, 0.3, 1.0}) {
    const auto ends = analysis::stiffness_outcomes(problem, e, 0);
    ASSERT_TRUE(ends.has_value());
    for (Eigen::Index k = 0; k < ends->cols(); ++k) {
      const double exponent = static_cast<double>(k) / static_cast<double>(ends->cols() - 1) - 0.5;
      contacts[0].stiffness = std::pow(10.0, exponent);
      contacts[1].stiffness = std::pow(10.0, -exponent);
      Workspace workspace;
      Outcome outcome;
      solve(ImpactProblem(M, contacts, v), Compliant{.restitution = e, .tolerance = 1e-10},
            workspace, outcome);
      ASSERT_TRUE(outcome.ok());
      EXPECT_LT((ends->col(k) - outcome.velocity_plus).norm(), 1e-5) << e << ", ratio " << k;
    }
  }
}

TEST(StiffnessSpread, NothingToSpread) {
  Contact contact;
  contact.normal = Eigen::RowVector2d(1.0, 0.0);
  const ImpactProblem one(Eigen::Matrix2d::Identity(), {contact}, Eigen::Vector2d(-1.0, 0.0));
  EXPECT_EQ(analysis::stiffness_outcomes(one, 0.5, 0)->cols(), 0);
}

}  // namespace
}  // namespace carom::test
