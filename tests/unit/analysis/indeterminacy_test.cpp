// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// ξ at the worst incoming velocity.
//        \  ↓ p  /     two contacts: p = −(u+v)/‖u+v‖, ξ = 2|sin(2γ·round(π/2γ))| (certificate_test
//         \     /      sweeps it); more contacts: a search, checked to be attained at its velocity
//         and
//          \   /       to beat random velocities; several blocks: the worst block has all momentum.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/analysis.h"
#include "solver/farthest_pair.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Method = WorstCase::Method;

double xi_at(ImpactProblem problem, const Eigen::VectorXd& velocity) {
  problem.set_velocity(velocity);
  return all_outcomes(problem, {.max_branches = 0}).indeterminacy;
}

bool approaches_all(ImpactProblem problem, const Eigen::VectorXd& velocity) {
  problem.set_velocity(velocity);
  return problem.approach().maxCoeff() < 0.0;
}

TEST(Indeterminacy, ClosedFormOfAPairIsAttained) {
  for (const double w : {-0.9, -0.6, -0.3, 0.1, 0.4, 0.7}) {
    const auto problem = pair(w, {0.3, -1});
    const WorstCase worst = worst_indeterminacy(problem);
    EXPECT_EQ(worst.method, Method::closed_form);
    EXPECT_EQ(worst.indeterminacy, certify(problem).pairs[0].indeterminacy_worst);
    EXPECT_NEAR(problem.whiten(worst.velocity).norm(), 1.0, 1e-14);
    EXPECT_TRUE(approaches_all(problem, worst.velocity));
    EXPECT_NEAR(xi_at(problem, worst.velocity), worst.indeterminacy, 1e-12) << w;
  }
}

TEST(Indeterminacy, ZeroForCoxeterAnglesAndSingleContacts) {
  EXPECT_EQ(worst_indeterminacy(cradle({1, 1, 1}, {1, 0, 0})).indeterminacy, 0.0);
  EXPECT_EQ(worst_indeterminacy(cradle({1, 2}, {1, 0})).indeterminacy, 0.0);
  EXPECT_EQ(worst_indeterminacy(cradle({1, 1, 1, 1}, {1, 0, 0, 0})).indeterminacy, 0.0);
}

TEST(Indeterminacy, SearchIsAttainedAndBeatsRandomVelocities) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 5, .contacts = 3});
    const WorstCase worst = worst_indeterminacy(problem);
    EXPECT_EQ(worst.method, Method::search);
    EXPECT_TRUE(approaches_all(problem, worst.velocity));
    EXPECT_NEAR(problem.whiten(worst.velocity).norm(), 1.0, 1e-12);
    EXPECT_NEAR(xi_at(problem, worst.velocity), worst.indeterminacy, 1e-9);
    base::Random random(seed + 1000);
    double best = 0.0;
    int approaching = 0;
    for (int k = 0; k < 20'000; ++k) {
      Eigen::VectorXd a(3);
      for (double& x : a) x = random.normal();
      const Eigen::VectorXd p = problem.unit_normals() * a;  // In the span: nothing wasted.
      const Eigen::VectorXd v = problem.unwhiten(p.normalized());
      if (approaches_all(problem, v)) {
        ++approaching;
        best = std::max(best, xi_at(problem, v));
      }
    }
    EXPECT_GT(approaching, 20);
    EXPECT_GE(worst.indeterminacy, 0.999 * best) << problem.name();
    EXPECT_EQ(worst_indeterminacy(problem).indeterminacy, worst.indeterminacy);  // seeded
  }
}

TEST(Indeterminacy, WorstBlockTakesAllMomentum) {
  // Planes 0-1 and 2-3 in orthogonal coordinates: inner products −0.3 and 0.4.
  const auto row = [](double w, int side, int at) {
    const double half = 0.5 * std::acos(w);
    Eigen::RowVectorXd r = Eigen::RowVectorXd::Zero(4);
    r(at) = side * std::sin(half);
    r(at + 1) = std::cos(half);
    return r;
  };
  const std::vector<Contact> contacts{{.normal = row(-0.3, 1, 0)},
                                      {.normal = row(-0.3, -1, 0)},
                                      {.normal = row(0.4, 1, 2)},
                                      {.normal = row(0.4, -1, 2)}};
  const ImpactProblem problem(Eigen::Matrix4d::Identity(), contacts, Eigen::Vector4d(0, -1, 0, -1));
  const WorstCase worst = worst_indeterminacy(problem);
  const double expected = 2 * std::abs(std::sin(2 * std::acos(-0.4)));  // two reflections
  EXPECT_EQ(worst.method, Method::closed_form);
  EXPECT_NEAR(worst.indeterminacy, expected, 1e-14);
  EXPECT_TRUE(approaches_all(problem, worst.velocity));
  EXPECT_NEAR(xi_at(problem, worst.velocity), expected, 1e-7);
}

TEST(Indeterminacy, NoVelocityApproachesBothOppositeWalls) {
  const std::vector<Contact> walls{{.normal = Eigen::RowVector2d(1, 0)},
                                   {.normal = Eigen::RowVector2d(-1, 0)}};
  const WorstCase worst =
      worst_indeterminacy({Eigen::Matrix2d::Identity(), walls, Eigen::Vector2d(1, 0)});
  EXPECT_EQ(worst.velocity.size(), 0);
  EXPECT_EQ(worst.indeterminacy, 0.0);
}

TEST(Indeterminacy, LargeBlocksAreSampledWithinTheBudget) {
  const auto problem = random_problem(1, {.coordinates = 12, .contacts = 12});
  const WorstCase worst = worst_indeterminacy(
      problem, {.starts = 2, .steps = 5, .max_states = 100, .max_total_states = 50'000});
  EXPECT_EQ(worst.method, Method::search);
  EXPECT_GT(worst.indeterminacy, 0.0);
  EXPECT_TRUE(approaches_all(problem, worst.velocity));
}

TEST(FarthestPair, AgreesWithAllPairs) {
  base::Random random(3);
  for (int k = 0; k < 200; ++k) {
    Eigen::MatrixXd points(1 + k % 5, 2 + k % 60);
    for (double& x : points.reshaped()) x = random.normal();
    if (k % 3 == 0) points.colwise().normalize();  // on a sphere, as elastic outcomes are
    double expected = 0.0;
    for (Eigen::Index a = 0; a < points.cols(); ++a)
      for (Eigen::Index b = 0; b < a; ++b)
        expected = std::max(expected, (points.col(a) - points.col(b)).norm());
    const auto pair = solver::farthest_pair(points);
    EXPECT_TRUE(pair.exact);
    EXPECT_DOUBLE_EQ(pair.distance, expected);
    EXPECT_DOUBLE_EQ((points.col(pair.first) - points.col(pair.second)).norm(), expected);
  }
  EXPECT_EQ(solver::farthest_pair(Eigen::MatrixXd::Ones(3, 1)).distance, 0.0);
  EXPECT_EQ(solver::farthest_pair(Eigen::MatrixXd::Ones(3, 0)).distance, 0.0);
}

TEST(FarthestPair, SaysWhenTheBudgetRanOut) {
  base::Random random(3);
  Eigen::MatrixXd points(6, 3000);
  for (double& x : points.reshaped()) x = random.normal();
  points.colwise().normalize();
  const auto exact = solver::farthest_pair(points), quick = solver::farthest_pair(points, 100);
  EXPECT_TRUE(exact.exact);
  EXPECT_FALSE(quick.exact);
  EXPECT_LE(quick.distance, exact.distance);
  EXPECT_GE(quick.distance, 0.9 * exact.distance);
}

}  // namespace
}  // namespace carom::test
