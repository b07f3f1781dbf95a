// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sequential law (S0): Newton coefficient in each reflection, and inelastic collapse.
#include "carom/laws/sequential.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/laws/policy.h"
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

/// ‖v‖ in the mass metric.
double length(const ImpactProblem& problem, const Eigen::VectorXd& v) {
  return std::sqrt(v.dot(problem.mass_matrix() * v));
}

/// The sequence itself, raw, most violated first (lowest index in a tie), until every approach is
/// below 1e-13 of the momentum; its momenta along unit normals, and the work of each contact.
struct RawSequence {
  RawSequence(const ImpactProblem& problem, double r)
      : c(problem.approach()),
        lambda(Eigen::VectorXd::Zero(c.size())),
        work(Eigen::VectorXd::Zero(c.size())) {
    for (;; ++steps) {
      Eigen::Index i = 0;
      if (c.minCoeff(&i) >= -1e-13 * problem.momentum_norm()) return;
      const double gain = -(1 + r) * c[i];
      work[i] -= 0.5 * (1 - r * r) * c[i] * c[i];
      lambda[i] += gain;
      c += gain * problem.gram().col(i);
    }
  }
  Eigen::VectorXd c, lambda, work;
  long steps = 0;
};

// A light ball between heavy ones that close in on it. One round of both contacts shrinks the
// approach by 1 − 6·ratio at r = ½, so that the limit needs up to 4e8 reflections. It is the
// plastic outcome: here everything stops, as the momentum is 0.
TEST(Sequential, CollapseAtExtremeMassRatiosHasItsLimit) {
  const std::vector<std::vector<double>> ratios{
      {1, 1e-6, 1}, {1, 1e-8, 1}, {1e6, 1, 1e6}, {1e8, 1, 1e8}};
  for (const auto& masses : ratios) {
    for (const Policy policy : all_policies()) {
      for (const double r : {0.0, 0.5, 0.9}) {
        const auto problem = cradle(masses, {1, 0, -1});
        const auto outcome = solve_once(problem, Sequential{.restitution = r, .policy = policy});
        ASSERT_TRUE(outcome.ok()) << outcome.message;
        EXPECT_THAT(outcome.message, testing::HasSubstr("the limit is given"));
        EXPECT_THAT(outcome.collapsed, testing::ElementsAre(0, 1));
        EXPECT_LE(length(problem, outcome.velocity_plus), 1e-11 * problem.momentum_norm());
        EXPECT_LE(outcome.residuals.energy, 1e-12);
        // Ever smaller reflections, nearly alike: each contact loses half.
        EXPECT_NEAR(outcome.energy.contacts[0].normal_work / outcome.energy.lost, -0.5, 1e-6);
      }
    }
  }
}

TEST(Sequential, LimitOfACollapseIsThatOfTheSequence) {
  const std::vector<std::vector<double>> chains{
      {1, 1e-4, 1.5}, {2, 1e-4, 1}, {1, 3e-5, 1e-4, 2}, {1, 1e-4, 1, 0.5}};
  for (const auto& masses : chains) {
    for (const double r : {0.0, 0.3, 0.6}) {
      std::vector<double> velocity(masses.size(), 0.0);
      velocity.front() = 1.0;
      velocity.back() = -0.4;
      const auto problem = cradle(masses, velocity);
      const RawSequence raw(problem, r);
      const auto outcome = solve_once(problem, Sequential{.restitution = r});
      ASSERT_TRUE(outcome.ok()) << outcome.message;
      ASSERT_GT(raw.steps, 2000) << "nothing is skipped here";
      EXPECT_LT(outcome.sequence.size(), static_cast<std::size_t>(raw.steps));
      for (Eigen::Index i = 0; i < raw.lambda.size(); ++i) {
        const auto k = static_cast<std::size_t>(i);
        EXPECT_NEAR(outcome.impulse[k].normal * problem.normal_length()[i], raw.lambda[i],
                    1e-8 * raw.lambda.norm());
        EXPECT_NEAR(outcome.energy.contacts[k].normal_work, raw.work[i], 1e-7 * raw.work.norm());
      }
    }
  }
}

// The limit does not depend on units, coordinates or the lengths of rows. Ratio 1e-6: other
// coordinates round the mass matrix, which moves any answer by 1e-16 over the ratio.
TEST(Sequential, LimitOfACollapseIsInvariant) {
  const auto problem = cradle({1, 1e-6, 2}, {1, 0, -1});
  const Law law = Sequential{.restitution = 0.5};
  const Eigen::VectorXd v = solve_once(problem, law).velocity_plus;
  const auto& contacts = problem.contacts();
  {
    const ImpactProblem scaled(7.0 * problem.mass_matrix(), contacts, 1.7 * problem.velocity());
    EXPECT_LE(length(problem, solve_once(scaled, law).velocity_plus / 1.7 - v), 1e-9);
  }
  {
    std::vector<Contact> rows = contacts;
    rows[0].normal *= 1e6;
    rows[1].normal *= 1e-6;
    const ImpactProblem stretched(problem.mass_matrix(), rows, problem.velocity());
    EXPECT_LE(length(problem, solve_once(stretched, law).velocity_plus - v), 1e-9);
  }
  Eigen::Matrix3d T;  // v = T w
  T << 1, 0.5, -0.3, 0.2, 1.5, 0.4, -0.6, 0.1, 0.8;
  std::vector<Contact> rows = contacts;
  for (Contact& contact : rows) contact.normal = contact.normal * T;
  const ImpactProblem turned(T.transpose() * problem.mass_matrix() * T, rows,
                             T.inverse() * problem.velocity());
  EXPECT_LE(length(problem, T * solve_once(turned, law).velocity_plus - v), 1e-9);
}

// Two slow modes at once, under a policy that stays with the first pair for 1e8 reflections.
TEST(Sequential, AdviceIsNotThePolicyInUse) {
  const auto problem = cradle({1e-8, 1, 1e-8, 1}, {1, 0, 0, -0.7});
  const auto most = solve_once(problem, Sequential{.restitution = 0.3});
  ASSERT_EQ(most.status, Outcome::Status::not_converged);
  EXPECT_EQ(most.message,
            "still approaching after 1000000 reflections; the law plastic answers, without bounce");
  const auto first = solve_once(problem, Sequential{.restitution = 0.3, .policy = Policy::first});
  ASSERT_EQ(first.status, Outcome::Status::not_converged);
  EXPECT_THAT(first.message, testing::HasSubstr("try policy most_violated"));
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
