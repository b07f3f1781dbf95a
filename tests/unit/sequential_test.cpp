// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sequential law (S0): Newton coefficient in each reflection, and inelastic collapse.
#include "carom/laws/sequential.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/laws/propagative.h"
#include "support/problems.h"

namespace carom::test {
namespace {

TEST(Sequential, OneContactIsNewton) {  // S0 II: r = √e, K₊ − K₋ + (1 − e)K⊥ = 0
  const double e = 0.36;
  const auto outcome = solve_once(cradle({1, 1}, {1, 0}), Sequential{.restitution = std::sqrt(e)});
  EXPECT_NEAR(outcome.velocity_plus[1] - outcome.velocity_plus[0], 0.6, 1e-15);
  EXPECT_NEAR(outcome.energy.lost, (1 - e) * 0.25, 1e-15);  // K⊥ = ¼: half the mass, speed 1
  EXPECT_NEAR(outcome.energy.contacts[0].normal_work, -outcome.energy.lost, 1e-15);
}

TEST(Sequential, ElasticIsPropagative) {
  for (std::uint64_t seed = 1; seed < 50; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 7, .contacts = 5});
    EXPECT_EQ(solve_once(problem, Sequential{}).velocity_plus,
              solve_once(problem, Propagative{}).velocity_plus);
  }
}

TEST(Sequential, EachContactItsOwnCoefficient) {
  std::vector<Contact> contacts{{.normal = Eigen::RowVector2d(1, 0), .restitution = 0.25},
                                {.normal = Eigen::RowVector2d(0, 1), .restitution = 0.75}};
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(-1, -1));
  const auto outcome = solve_once(problem, Sequential{});
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector2d(0.25, 0.75));
  EXPECT_FALSE(outcome.restitution.has_value());
}

// ERRATA: collapse is possible for a pair iff −⟨u,v⟩ ≥ 2√r/(1+r). Swept over velocities, both sides
// of the threshold.
TEST(Sequential, CollapseExactlyWhereTheCriterionSays) {
  const auto collapses = [](double w, double r) {
    for (int k = 0; k < 90; ++k) {
      const double angle = std::numbers::pi * (1 + (k + 0.5) / 90);
      const auto outcome =
          solve_once(pair(w, {std::cos(angle), std::sin(angle)}), Sequential{.restitution = r});
      if (!outcome.ok() || !outcome.collapsed.empty()) return true;
    }
    return false;
  };
  for (const double r : {0.01, 0.0718, 0.2, 0.5, 0.8}) {
    const double threshold = -2 * std::sqrt(r) / (1 + r);
    EXPECT_FALSE(collapses(threshold + 0.01, r)) << r;
    EXPECT_TRUE(collapses(threshold - 0.25 * (1 + threshold), r)) << r;
  }
  EXPECT_FALSE(collapses(0.3, 0.0)) << "repelling normals never collapse";
}

TEST(Sequential, CollapseOfThreeBallsStopsThemTogether) {
  // Equal masses collapse for r ≤ 7 − 4√3 = 0.0718: all three go on together.
  const auto outcome = solve_once(cradle({1, 1, 1}, {1, 0, 0}), Sequential{.restitution = 0.05});
  ASSERT_TRUE(outcome.ok());
  EXPECT_THAT(outcome.collapsed, testing::ElementsAre(0, 1));
  EXPECT_THAT(outcome.message, testing::HasSubstr("inelastic collapse: ever smaller reflections "
                                                  "without end at contact 1, contact 2"));
  EXPECT_LE((outcome.velocity_plus - Eigen::Vector3d::Constant(1.0 / 3)).norm(), 1e-10);
  const auto above = solve_once(cradle({1, 1, 1}, {1, 0, 0}), Sequential{.restitution = 0.08});
  EXPECT_TRUE(above.collapsed.empty());
  EXPECT_EQ(above.message, "");
}

TEST(Sequential, BetweenClosingWallsItComesToRest) {
  const ImpactProblem problem(
      Eigen::MatrixXd::Identity(1, 1),
      {{.normal = Eigen::RowVectorXd::Ones(1)}, {.normal = -Eigen::RowVectorXd::Ones(1)}},
      Eigen::VectorXd::Ones(1));
  const auto outcome = solve_once(problem, Sequential{.restitution = 0.9});
  ASSERT_TRUE(outcome.ok());
  EXPECT_NEAR(outcome.velocity_plus[0], 0.0, 1e-10);
  EXPECT_THAT(outcome.collapsed, testing::ElementsAre(0, 1));
  EXPECT_EQ(solve_once(problem, Sequential{}).status, Outcome::Status::no_feasible_velocity);
}

TEST(Sequential, NoFalseCollapseOnRandomProblems) {
  int flagged = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 5, .contacts = 3});
    flagged += !solve_once(problem, Sequential{.restitution = 0.95}).collapsed.empty();
  }
  EXPECT_EQ(flagged, 0);
}

}  // namespace
}  // namespace carom::test
