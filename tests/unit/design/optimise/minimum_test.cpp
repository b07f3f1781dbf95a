// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Minima, fronts, interruption and determinism of the optimiser, on problems with known answers.
#include "design/optimise/optimise.h"
#include "support/optimise_trial.h"

namespace carom::design {
namespace {

TEST(Minimise, Rosenbrock) {
  const auto result = minimise(minimum_problem(Vector2d(-1.2, 1), [](const VectorXd& x) {
    return 100.0 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1.0 - x[0], 2);
  }));
  expect_converged(result);
  expect_near(result.x, Vector2d(1, 1), 1e-6);
}

// x + y on the unit circle: −(1, 1)/√2; with y ≥ 0, from the left: (−1, 0).
TEST(Minimise, OnAClosedCurveAndItsBound) {
  auto problem = minimum_problem(Vector2d(0.9, 0.5), [](const VectorXd& x) { return x.sum(); });
  problem.closed = [](const VectorXd& x) { return one(x.squaredNorm() - 1.0); };
  auto result = minimise(problem);
  expect_converged(result);
  expect_near(result.x, Vector2d(-1, -1) / std::sqrt(2.0), 1e-8);
  problem.lower[1] = 0.0;
  problem.start = Vector2d(-0.1, 0.9);
  result = minimise(problem);
  expect_converged(result);
  expect_near(result.x, Vector2d(-1, 0), 1e-9);
  EXPECT_EQ(result.at_bound, std::vector<int>{1});
}

TEST(Minimise, StartAtTheMinimumStays) {
  const auto result = minimise(minimum_problem(Vector2d(1, 2), [](const VectorXd& x) {
    return std::pow(x[0] - 1.0, 2) + std::pow(x[1] - 2.0, 2);
  }));
  expect_converged(result);
  EXPECT_EQ(result.change, 0.0);
  EXPECT_EQ(result.message, "the start is already a minimum");
}

// cos x has no slope at 0, its maximum.
TEST(Minimise, LeavesAMaximum) {
  const auto result =
      minimise(minimum_problem(one(0), [](const VectorXd& x) { return std::cos(x[0]); }));
  expect_converged(result);
  EXPECT_NEAR(result.objective, -1.0, 1e-12);
}

// CB3: the maximum of three smooth functions, which meet at its minimum (1, 1), value 2.
TEST(Minimise, ThreeFunctionsMeet) {
  const auto result = minimise(minimum_problem(Vector2d(2, 2), [](const VectorXd& x) {
    return std::max({std::pow(x[0], 4) + x[1] * x[1],
                     std::pow(2.0 - x[0], 2) + std::pow(2.0 - x[1], 2),
                     2.0 * std::exp(x[1] - x[0])});
  }));
  expect_converged(result);
  expect_near(result.x, Vector2d(1, 1), 1e-9);
  EXPECT_NEAR(result.objective, 2.0, 1e-10);
}

// max((x−1)² + y², (x+1)² + 2y²) + y: on the kink x = −y²/4, where its derivative by y is
// y³/4 + 3y + 1.
TEST(Minimise, AlongAKink) {
  const auto result = minimise(minimum_problem(Vector2d(1.3, 0.8), [](const VectorXd& x) {
    return std::max(std::pow(x[0] - 1.0, 2) + x[1] * x[1],
                    std::pow(x[0] + 1.0, 2) + 2.0 * x[1] * x[1]) +
           x[1];
  }));
  expect_converged(result);
  double y = 0.0;
  for (int k = 0; k < 50; ++k) y -= (y * y * y / 4.0 + 3.0 * y + 1.0) / (0.75 * y * y + 3.0);
  expect_near(result.x, Vector2d(-y * y / 4.0, y), 1e-8);
}

// The largest coordinate on the unit sphere is least at −(1, 1, 1)/√3.
TEST(Minimise, KinkOnAClosedSurface) {
  auto problem =
      minimum_problem(Vector3d(0.9, 0.1, -0.6), [](const VectorXd& x) { return x.maxCoeff(); });
  problem.closed = [](const VectorXd& x) {
    return Vector2d(x.squaredNorm() - 1.0, 3.0 * x.squaredNorm() - 3.0);
  };
  auto result = minimise(problem);
  expect_converged(result);
  expect_near(result.x, Vector3d::Constant(-1.0 / std::sqrt(3.0)), 1e-6);
  problem.lower[0] = -0.5;  // presses: the minimum of x + max(y, z) is at x = −√(2/3)
  problem.objective = [](const VectorXd& x) { return std::max(x[1], x[2]) + x[0]; };
  result = minimise(problem);
  expect_converged(result);
  expect_near(result.x, Vector3d(-0.5, -std::sqrt(0.375), -std::sqrt(0.375)), 1e-6);
  EXPECT_EQ(result.x[0], -0.5);
}

TEST(Minimise, RegionsWithoutValue) {
  const auto result =
      minimise(minimum_problem(one(0.01), [](const VectorXd& x) { return x[0] - std::log(x[0]); }));
  expect_converged(result);
  EXPECT_NEAR(result.x[0], 1.0, 1e-6);
}

TEST(Minimise, InfeasibleSaysByHowMuch) {
  auto problem = minimum_problem(one(0.7), [](const VectorXd& x) { return x[0]; });
  problem.closed = [](const VectorXd& x) { return one(x[0] * x[0] + 1.0); };
  const auto result = minimise(problem);
  EXPECT_EQ(result.status, Status::not_converged);
  EXPECT_NE(result.message.find("no closed x found: largest |closed| = 1"), std::string::npos);
}

TEST(Minimise, WithoutAMinimumDoesNotConverge) {
  const auto result =
      minimise(minimum_problem(one(0), [](const VectorXd& x) { return -std::exp(-x[0]); }));
  EXPECT_EQ(result.status, Status::not_converged);
}

// cos x + x/100 on [−5, 5]: where sin x = 1/100, near ±π.
TEST(Minima, DistinctLowestFirst) {
  auto problem =
      minimum_problem(one(0.5), [](const VectorXd& x) { return std::cos(x[0]) + 0.01 * x[0]; });
  problem.lower[0] = -5.0;
  problem.upper[0] = 5.0;
  const auto results = minima(problem);
  ASSERT_EQ(results.size(), 2U);
  const double shift = std::asin(0.01);
  EXPECT_NEAR(results[0].x[0], -std::numbers::pi - shift, 1e-6);
  EXPECT_NEAR(results[1].x[0], std::numbers::pi - shift, 1e-6);
}

TEST(ParetoFront, TwoQuadratics) {
  const Vector2d a(0, 0), b(3, 4);
  auto problem =
      minimum_problem(Vector2d(-1, 5), [=](const VectorXd& x) { return (x - a).squaredNorm(); });
  const auto front = pareto_front(problem, [=](const VectorXd& x) { return (x - b).squaredNorm(); },
                                  7, {}, {.starts = 4});
  ASSERT_EQ(front.size(), 7U);
  for (std::size_t k = 0; k < front.size(); ++k) {
    const double share = front[k].result.x.dot(b) / b.squaredNorm();
    expect_near(front[k].result.x, share * b, 1e-6);
    EXPECT_NEAR(front[k].second, 25.0 * (1.0 - static_cast<double>(k) / 6.0), 1e-8);
    EXPECT_NEAR(std::sqrt(front[k].first) + std::sqrt(front[k].second), 5.0, 1e-6);
    EXPECT_EQ(front[k].first, front[k].result.objective);
    expect_converged(front[k].result);
  }
}

// x against y on the unit circle: the arc from (−1, 0) to (0, −1), at even steps of y.
TEST(ParetoFront, OnAClosedCurve) {
  auto problem = minimum_problem(Vector2d(-0.9, 0.5), [](const VectorXd& x) { return x[0]; });
  problem.closed = [](const VectorXd& x) { return one(x.squaredNorm() - 1.0); };
  const auto front =
      pareto_front(problem, [](const VectorXd& x) { return x[1]; }, 5, {}, {.starts = 4});
  ASSERT_EQ(front.size(), 5U);
  for (std::size_t k = 0; k < front.size(); ++k) {
    const double y = -static_cast<double>(k) / 4.0;
    expect_near(front[k].result.x, Vector2d(-std::sqrt(1.0 - y * y), y), 1e-7);
    expect_converged(front[k].result);
  }
}

TEST(ParetoFront, NoConflictIsOnePoint) {
  auto problem = minimum_problem(one(2), [](const VectorXd& x) { return x[0] * x[0]; });
  const auto front = pareto_front(
      problem, [](const VectorXd& x) { return 3.0 + 2.0 * x[0] * x[0]; }, 5, {}, {.starts = 2});
  ASSERT_GE(front.size(), 1U);
  for (const auto& point : front) EXPECT_NEAR(point.result.x[0], 0.0, 1e-6);
}

TEST(Stop, IsHonouredEverywhere) {
  auto problem = parabola();
  problem.objective = [](const VectorXd& x) { return x.squaredNorm(); };
  problem.lower.setConstant(-4.0);
  problem.upper.setConstant(4.0);
  for (const int after : {0, 1, 7, 20}) {
    int asked = 0;
    OptimisationOptions options;
    options.stop = [&] { return ++asked > after; };
    const auto expect_stopped = [&](const OptimisationResult& result) {
      EXPECT_EQ(result.status, Status::stopped);
      EXPECT_NE(result.message.find("interrupted after"), std::string::npos);
      EXPECT_TRUE((result.x.cwiseAbs().array() <= 4.0).all());
      EXPECT_EQ(asked, after + 1);
      asked = 0;
    };
    if (after < 20) expect_stopped(newton_root(problem, options));
    asked = 0;
    expect_stopped(nearest_root(problem, options));
    expect_stopped(minimise(problem, options));
    expect_stopped(nearest_roots(problem, options).back());
    expect_stopped(minima(problem, options).back());
    pareto_front(problem, [](const VectorXd& x) { return x[0]; }, 3, options);
    EXPECT_LE(asked, after + 2);  // once for each end
  }
}

TEST(Determinism, SameBits) {
  auto problem = minimum_problem(Vector3d(0.9, 0.1, -0.6),
                                 [](const VectorXd& x) { return x.cwiseAbs().maxCoeff(); });
  problem.closed = [](const VectorXd& x) { return one(x.squaredNorm() - 1.0); };
  const auto first = minima(problem, {}, {.starts = 6}),
             second = minima(problem, {}, {.starts = 6});
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t k = 0; k < first.size(); ++k) {
    EXPECT_EQ(first[k].x, second[k].x);
    EXPECT_EQ(first[k].evaluations, second[k].evaluations);
  }
}

}  // namespace
}  // namespace carom::design
