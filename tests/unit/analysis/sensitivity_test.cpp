// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// How the outcome of two reflections moves when a normal turns.
//        v → v + εw  \    / u        p⁺(ε) = p Γ(v+εw) Γ(u)
// Expected: central differences of the reflections themselves, with raw rows and masses; S0 (18)
// with its sign corrected for orthogonal normals; S0 (19), ‖dp‖ = 2‖p*‖; dp − dp' for
// both orders.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "carom/analysis.h"
#include "carom/error.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Row = Eigen::RowVectorXd;

/// One reflection of a velocity at a row, raw: nothing from the library.
Eigen::VectorXd reflect(const Eigen::MatrixXd& M, const Row& row, const Eigen::VectorXd& v,
                        double r) {
  const Eigen::VectorXd response = M.ldlt().solve(row.transpose());
  return v - (1 + r) * row.dot(v) / row.dot(response) * response;
}

double inner(const Eigen::MatrixXd& M, const Row& a, const Row& b) {
  return a.dot(M.ldlt().solve(b.transpose()));
}

Row unit(const Eigen::MatrixXd& M, const Row& a) { return a / std::sqrt(inner(M, a, a)); }

/// The unit row along `direction` without its part along v.
Row turn(const Eigen::MatrixXd& M, const Row& direction, const Row& v) {
  return unit(M, direction - inner(M, direction, v) * v);
}

Row random_row(base::Random& random, Eigen::Index n) {
  Row row(n);
  for (double& x : row) x = random.normal();
  return row;
}

TEST(Sensitivity, AgreesWithFiniteDifferences) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    base::Random random(seed);
    const auto problem = random_problem(seed, {.coordinates = 5, .contacts = 2});
    const auto& M = problem.mass_matrix();
    const double r = seed % 3 == 0 ? 1.0 : random.uniform();
    const Row v = unit(M, problem.contacts()[0].normal), u = problem.contacts()[1].normal;
    const Row direction = random_row(random, 5), w = turn(M, direction, v);
    const Eigen::VectorXd exact = outcome_sensitivity(problem, 0, 1, direction, r);
    double previous = 1e300;
    for (const double h : {1e-2, 1e-3, 1e-4}) {
      const auto end = [&](double e) {
        return reflect(M, u, reflect(M, v + e * w, problem.velocity(), r), r);
      };
      const double error = ((end(h) - end(-h)) / (2 * h) - exact).norm() / exact.norm();
      EXPECT_LT(error, 0.05 * previous) << "h = " << h;  // second order: a hundredth per decade
      previous = error;
    }
    EXPECT_LT(previous, 1e-6);
  }
}

TEST(Sensitivity, OrthogonalNormalsGiveS0Equation18And19) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    base::Random random(seed + 7);
    auto base = random_problem(seed, {.coordinates = 5, .contacts = 2});
    const auto& M = base.mass_matrix();
    const Row v = unit(M, base.contacts()[0].normal);
    const Row u = turn(M, base.contacts()[1].normal, v);
    const ImpactProblem problem(M, {{.normal = v}, {.normal = u}}, base.velocity());
    const Row p = (M * problem.velocity()).transpose();
    const Row direction = random_row(random, 5), w = turn(M, direction, v);
    const auto dot = [&](const Row& a, const Row& b) { return inner(M, a, b); };
    for (const double r : {1.0, 0.4, 0.0}) {
      const double k = 1 + r;
      const Row dp = -k * (dot(p, v) * w + dot(p, w) * v) + k * k * dot(u, w) * dot(p, v) * u;
      const Eigen::VectorXd expected = M.ldlt().solve(dp.transpose());
      const Eigen::VectorXd actual = outcome_sensitivity(problem, 0, 1, direction, r);
      EXPECT_LE((actual - expected).norm(), 1e-11 * (1 + expected.norm()));
      if (r == 1.0) {
        const double star = std::hypot(dot(p, v), dot(p, w));
        EXPECT_NEAR(std::sqrt(actual.dot(M * actual)), 2 * star, 1e-11 * (1 + star));  // (19)
      }
    }
  }
}

// S0 IV corrected: with v turned, the order (v, u) against (u, v) differs by κ²⟨u,w⟩(⟨p,v⟩u −
// ⟨p,u⟩v).
TEST(Sensitivity, BothOrders) {
  const Eigen::Matrix3d M = Eigen::Vector3d(1, 2, 0.5).asDiagonal();
  const Row v = unit(M, Eigen::RowVector3d(1, 0, 0)), u = unit(M, Eigen::RowVector3d(0, 1, 0));
  const Row w = turn(M, Eigen::RowVector3d(0.3, 0.7, -0.4), v);
  const Eigen::Vector3d velocity(-1, -2, 0.7);
  const Row p = (M * velocity).transpose();
  for (const double r : {1.0, 0.5}) {
    const double h = 1e-5;
    const auto difference = [&](double e) {
      return Eigen::VectorXd(reflect(M, u, reflect(M, v + e * w, velocity, r), r) -
                             reflect(M, v + e * w, reflect(M, u, velocity, r), r));
    };
    const Eigen::VectorXd measured = (difference(h) - difference(-h)) / (2 * h);
    const double k = 1 + r;
    const Row expected = k * k * inner(M, u, w) * (inner(M, p, v) * u - inner(M, p, u) * v);
    EXPECT_LE((M * measured - expected.transpose()).norm(), 1e-8);
  }
}

TEST(Sensitivity, DirectionAlongTheNormalChangesNothing) {
  const auto problem = cradle({1, 2, 3}, {1, 0, -1});
  EXPECT_EQ(outcome_sensitivity(problem, 0, 1, problem.contacts()[0].normal).norm(), 0.0);
}

TEST(Sensitivity, BilateralRowsAreKept) {
  const auto problem = random_problem(3, {.coordinates = 6, .contacts = 2, .bilateral = 1});
  base::Random random(1);
  const Eigen::VectorXd dv = outcome_sensitivity(problem, 0, 1, random_row(random, 6));
  EXPECT_GT(dv.norm(), 1e-3);
  EXPECT_NEAR(problem.bilateral()[0].row.dot(dv), 0.0, 1e-12);
}

// Every combination of order and turned normal, by differences.
TEST(Sensitivity, BoundOfAPair) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 4, .contacts = 3});
    const auto& M = problem.mass_matrix();
    const double r = 0.1 * static_cast<double>(seed % 11), h = 1e-5;
    const auto bounds = pair_sensitivities(problem, r);
    ASSERT_EQ(bounds.size(), 3u);
    for (const auto& pair : bounds) {
      double expected = 0.0;
      for (const auto& [i, j] : {std::pair(pair.first, pair.second), {pair.second, pair.first}}) {
        const Row a = unit(M, problem.contacts()[static_cast<std::size_t>(i)].normal);
        const Row b = unit(M, problem.contacts()[static_cast<std::size_t>(j)].normal);
        const Row to_b = turn(M, b, a), to_a = turn(M, a, b);
        const auto first = [&](double e) {
          return reflect(M, b, reflect(M, a + e * to_b, problem.velocity(), r), r);
        };
        const auto second = [&](double e) {
          return reflect(M, b + e * to_a, reflect(M, a, problem.velocity(), r), r);
        };
        for (const Eigen::VectorXd& d :
             {Eigen::VectorXd(first(h) - first(-h)), Eigen::VectorXd(second(h) - second(-h))})
          expected = std::max(expected, std::sqrt(d.dot(M * d)) / (2 * h));
      }
      EXPECT_NEAR(pair.bound, expected / problem.momentum_norm(), 1e-7);
    }
  }
}

/// The largest change over both orders and both normals of one turn by ±h, over 2h and ‖p⁻‖.
double measured_turn(const ImpactProblem& problem, int i, int j, const Row& direction, double r) {
  const auto& M = problem.mass_matrix();
  const double h = 1e-5;
  double largest = 0.0;
  for (const auto& [a, b] : {std::pair(i, j), std::pair(j, i)}) {
    const Row v = unit(M, problem.contacts()[static_cast<std::size_t>(a)].normal);
    const Row u = unit(M, problem.contacts()[static_cast<std::size_t>(b)].normal);
    const Row wv = turn(M, direction, v), wu = turn(M, direction, u);
    const auto end = [&](double first, double second) {
      return reflect(M, u + second * wu, reflect(M, v + first * wv, problem.velocity(), r), r);
    };
    for (const Eigen::VectorXd& d :
         {Eigen::VectorXd(end(h, 0) - end(-h, 0)), Eigen::VectorXd(end(0, h) - end(0, -h))})
      largest = std::max(largest, std::sqrt(d.dot(M * d)) / (2 * h));
  }
  return largest / problem.momentum_norm();
}

// No turn moves the outcome further than bound_any, and some turn moves it that far: the best of
// random directions, improved step by step.
TEST(Sensitivity, BoundOfAnyTurnIsNeverExceededAndReached) {
  double ratio = 1.0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    base::Random random(seed + 40);
    const int n = 2 + static_cast<int>(seed % 5);
    const auto problem = random_problem(seed, {.coordinates = n, .contacts = 2});
    const double r = seed % 4 == 0 ? 1.0 : seed % 4 == 1 ? 0.0 : random.uniform();
    const auto pair = pair_sensitivities(problem, r).front();
    EXPECT_LE(pair.bound, pair.bound_any * (1 + 1e-12));
    ratio = std::max(ratio, pair.bound_any / pair.bound);
    Row best = random_row(random, n);
    double reached = measured_turn(problem, 0, 1, best, r);
    for (int draw = 0; draw < 600; ++draw) {
      const double radius = draw < 100 ? 1e3 : 3.0 * std::pow(0.985, draw - 100);
      const Row tried = unit(problem.mass_matrix(), best) +
                        radius * unit(problem.mass_matrix(), random_row(random, n));
      const double moved = measured_turn(problem, 0, 1, tried, r);
      ASSERT_LE(moved, pair.bound_any * (1 + 1e-7)) << "seed " << seed;
      if (moved > reached) {
        reached = moved;
        best = tried;
      }
    }
    EXPECT_GE(reached, 0.995 * pair.bound_any) << "seed " << seed << ", n = " << n << ", r = " << r;
  }
  EXPECT_GT(ratio, 1.2) << "turns out of the plane make no difference: nothing is tested";
}

// Momentum across the plane of two orthogonal normals: a turn between them moves next to nothing,
// one towards the momentum 2‖p⁻‖ (S0 (19)).
TEST(Sensitivity, OutOfThePlaneItMovesManyTimesMore) {
  const std::vector<Contact> contacts{{.normal = Eigen::RowVector3d(1, 0, 0)},
                                      {.normal = Eigen::RowVector3d(0, 1, 0)}};
  const ImpactProblem problem(Eigen::Matrix3d::Identity(), contacts,
                              Eigen::Vector3d(-0.04, -0.03, 1));
  const auto pair = pair_sensitivities(problem).front();
  const double p = std::sqrt(1 + 0.0025);
  EXPECT_NEAR(pair.bound, 2 * 0.05 / p, 1e-12);
  EXPECT_NEAR(pair.bound_any, 2.0, 1e-12);
}

// A bilateral row takes directions away: the rest is a smaller problem with the same bounds.
TEST(Sensitivity, BoundsUnderBilateralRows) {
  const std::vector<Contact> contacts{{.normal = Eigen::RowVector3d(1, 0, 0)},
                                      {.normal = Eigen::RowVector3d(0.6, 0.8, 0)}};
  const ImpactProblem held(Eigen::Matrix3d::Identity(), contacts, Eigen::Vector3d(-1, -0.5, 0),
                           {{.row = Eigen::RowVector3d(0, 0, 1)}});
  const std::vector<Contact> flat{{.normal = Eigen::RowVector2d(1, 0)},
                                  {.normal = Eigen::RowVector2d(0.6, 0.8)}};
  const ImpactProblem plane(Eigen::Matrix2d::Identity(), flat, Eigen::Vector2d(-1, -0.5));
  for (const double r : {0.0, 0.5, 1.0}) {
    const auto a = pair_sensitivities(held, r).front(), b = pair_sensitivities(plane, r).front();
    EXPECT_NEAR(a.bound_any, b.bound_any, 1e-12);
    EXPECT_NEAR(b.bound_any, b.bound, 1e-12) << "in a plane there is no other turn";
  }
}

TEST(Sensitivity, ParallelNormalsAndRestAreFinite) {
  const std::vector<Contact> same{{.normal = Eigen::RowVector2d(1, 0)},
                                  {.normal = Eigen::RowVector2d(2, 0)}};
  const auto bounds =
      pair_sensitivities({Eigen::Matrix2d::Identity(), same, Eigen::Vector2d(-1, -1)});
  EXPECT_TRUE(std::isfinite(bounds[0].bound));
  EXPECT_EQ(pair_sensitivities(cradle({1, 1, 1}, {0, 0, 0}))[0].bound, 0.0);
}

TEST(Sensitivity, InputIsChecked) {
  const auto problem = cradle({1, 1, 1}, {1, 0, 0});
  EXPECT_THROW((void)outcome_sensitivity(problem, 0, 2, Eigen::RowVector3d(1, 0, 0)), InvalidInput);
  EXPECT_THROW((void)outcome_sensitivity(problem, 0, 1, Eigen::RowVector2d(1, 0)), InvalidInput);
  EXPECT_THROW((void)outcome_sensitivity(problem, 0, 1, Eigen::RowVector3d(1, 0, 0), 1.5),
               InvalidInput);
}

}  // namespace
}  // namespace carom::test
