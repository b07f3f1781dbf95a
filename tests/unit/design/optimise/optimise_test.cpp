// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Roots, minima, multistart and fronts on problems with answers in closed form, each derived where
// it is used; CB3 (Charalambous & Bandler, Math. Program. 11, 1976) for a minimum on a kink; seeded
// random problems for what must always hold.
#include "design/optimise/optimise.h"

#include "support/optimise_trial.h"

namespace carom::design {
namespace {

TEST(NearestRoot, Circle) {
  const auto result = nearest_root(
      scalar_root(Vector2d(2, 1), [](const VectorXd& x) { return x.squaredNorm() - 1.0; }));
  expect_converged(result);
  expect_near(result.x, Vector2d(2, 1) / std::sqrt(5.0), 1e-9);
  EXPECT_NEAR(result.change, std::sqrt(5.0) - 1.0, 1e-12);
}

TEST(NearestRoot, NearerThanNewton) {
  const auto newton = newton_root(parabola());
  const auto nearest = nearest_root(parabola());
  expect_converged(newton);
  expect_converged(nearest);
  expect_near(nearest.x, Vector2d(1, 1), 1e-8);
  EXPECT_LT(nearest.change, newton.change - 0.01);
  EXPECT_GT(nearest.evaluations, newton.evaluations);
  EXPECT_TRUE(std::isnan(nearest.objective));
}

// min (x/a)² + (y/b)² on x + y = 1: x = a²/(a² + b²).
TEST(NearestRoot, ScaleIsTheMetric) {
  auto problem = scalar_root(Vector2d(0, 0), [](const VectorXd& x) { return x[0] + x[1] - 1.0; });
  expect_near(nearest_root(problem).x, Vector2d(0.5, 0.5), 1e-12);
  problem.scale = Vector2d(1, 2);
  expect_near(nearest_root(problem).x, Vector2d(0.2, 0.8), 1e-12);
  expect_near(newton_root(problem).x, Vector2d(0.2, 0.8), 1e-12);
  EXPECT_NEAR(nearest_root(problem).change, std::sqrt(0.2), 1e-12);
}

TEST(NearestRoot, UnitsDoNotMatter) {
  auto problem = scalar_root(
      Vector2d(3e3, 0), [](const VectorXd& x) { return x[1] / 1e-4 - std::pow(x[0] / 1e3, 2); });
  problem.scale = Vector2d(1e3, 1e-4);
  const auto result = nearest_root(problem);
  expect_converged(result);
  expect_near(result.x.cwiseQuotient(problem.scale), Vector2d(1, 1), 1e-8);
}

TEST(NearestRoot, BoundThatPresses) {
  auto line = scalar_root(Vector2d(0, 0), [](const VectorXd& x) { return x[0] + x[1] - 2.0; });
  line.upper[0] = 0.5;
  for (const auto& result : {nearest_root(line), newton_root(line)}) {
    expect_converged(result);
    EXPECT_EQ(result.x[0], 0.5);
    EXPECT_NEAR(result.x[1], 1.5, 1e-12);
    EXPECT_EQ(result.at_bound, std::vector<int>{0});
  }
  EXPECT_LE(newton_root(line).iterations, 4);  // y takes over the share of x
  auto curve = parabola();
  curve.lower[0] = 1.5;  // from the right, the nearest point is that of the bound
  const auto result = nearest_root(curve);
  expect_converged(result);
  EXPECT_EQ(result.x[0], 1.5);
  EXPECT_NEAR(result.x[1], 2.25, 1e-12);
}

// Newton's first steps from (−3, 0) end at y = 2; the nearest root is off that bound.
TEST(NearestRoot, BoundThatLetsGo) {
  auto problem = parabola();
  problem.start[0] = -3.0;
  problem.upper[1] = 2.0;
  const auto result = nearest_root(problem);
  expect_converged(result);
  expect_near(result.x, Vector2d(-1, 1), 1e-8);
  EXPECT_TRUE(result.at_bound.empty());
}

TEST(NearestRoot, FixedVariable) {
  auto problem = parabola();
  problem.start = Vector2d(3, 4);
  problem.lower[1] = problem.upper[1] = 4.0;
  const auto result = nearest_root(problem);
  expect_converged(result);
  expect_near(result.x, Vector2d(2, 4), 1e-12);
  EXPECT_EQ(result.x[1], 4.0);
}

// The unit circle z = 0 in space, thrice: nearest to (2, 1, 1).
TEST(NearestRoot, RedundantRows) {
  auto problem = unbounded(Vector3d(2, 1, 1));
  problem.closed = [](const VectorXd& x) -> VectorXd {
    const double sphere = x.squaredNorm() - 1.0, plane = x[2];
    return Eigen::Vector4d(sphere, plane, 2.0 * sphere, sphere + 3.0 * plane);
  };
  problem.residual = [](const VectorXd& x) { return one(x[2] * (1.0 + x[0])); };
  for (const auto& result : {nearest_root(problem), newton_root(problem)}) expect_converged(result);
  expect_near(nearest_root(problem).x, Vector3d(2, 1, 0) / std::sqrt(5.0), 1e-9);
}

TEST(NearestRoot, StartThatSolves) {
  auto problem = parabola();
  problem.start = Vector2d(2, 4);
  for (const auto& result : {nearest_root(problem), newton_root(problem)}) {
    expect_converged(result);
    EXPECT_EQ(result.x, problem.start);
    EXPECT_EQ(result.change, 0.0);
    EXPECT_EQ(result.message, "the start is already a solution");
    EXPECT_LE(result.evaluations, 4);
  }
}

TEST(NearestRoot, InfeasibleSaysByHowMuch) {
  const auto never = scalar_root(one(0.7), [](const VectorXd& x) { return x[0] * x[0] + 1.0; });
  for (const auto& result : {nearest_root(never), newton_root(never)}) {
    EXPECT_EQ(result.status, Status::not_converged);
    EXPECT_NEAR(result.largest_residual, 1.0, 1e-3);
    EXPECT_NE(result.message.find("no root found: largest |residual| = 1"), std::string::npos)
        << result.message;
  }
  auto beyond = scalar_root(one(0.0), [](const VectorXd& x) { return x[0] - 2.0; });
  beyond.upper[0] = 1.0;
  const auto result = nearest_root(beyond);
  EXPECT_EQ(result.status, Status::not_converged);
  EXPECT_EQ(result.x[0], 1.0);
  auto contradiction = parabola();
  contradiction.closed = [](const VectorXd& x) { return Vector2d(x[0] - 1.0, x[0] + 1.0); };
  EXPECT_EQ(nearest_root(contradiction).status, Status::not_converged);
}

// √x = 0.1 from 4: the first Newton step leads to x < 0, where there is no value.
TEST(NearestRoot, RegionsWithoutValue) {
  const auto problem = scalar_root(one(4), [](const VectorXd& x) { return std::sqrt(x[0]) - 0.1; });
  for (const auto& result : {nearest_root(problem), newton_root(problem)}) {
    expect_converged(result);
    EXPECT_NEAR(result.x[0], 0.01, 1e-12);
  }
}

// x²/4 + y² = 1 from (½, 0): by symmetry (2, 0), which is the farthest nearby; the nearest is
// x = 4·½/(4 − 1) = 2/3, y = ±√(1 − 1/9).
TEST(NearestRoot, LeavesASymmetricSaddle) {
  const auto problem = scalar_root(
      Vector2d(0.5, 0), [](const VectorXd& x) { return x[0] * x[0] / 4.0 + x[1] * x[1] - 1.0; });
  const auto result = nearest_root(problem);
  expect_converged(result);
  expect_near(result.x.cwiseAbs(), Vector2d(2.0 / 3.0, std::sqrt(8.0 / 9.0)), 1e-7);
}

// Quadratic surfaces through a point within bounds: what holds for every result.
TEST(NearestRoot, RandomSurfaces) {
  base::Random random(11);
  int converged = 0, at_bound = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const int n = 3 + static_cast<int>(random.below(6)), m = 1 + static_cast<int>(random.below(2));
    const auto draw = [&](int rows, int columns) {
      return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(
          rows, columns, [&](Eigen::Index) { return random.uniform(-1.0, 1.0); }));
    };
    const Eigen::MatrixXd A = draw(m, n), B = draw(m, n);
    const VectorXd root = draw(n, 1);
    const auto rows = [=](const VectorXd& x) -> VectorXd {
      const VectorXd d = x - root;
      return A * d + 0.3 * (B * d).cwiseAbs2();
    };
    auto problem = root_problem(draw(n, 1), rows);
    problem.lower.setConstant(-1.0);
    problem.upper.setConstant(1.0);
    problem.scale = draw(n, 1).array().abs() + 0.5;
    const auto newton = newton_root(problem), nearest = nearest_root(problem);
    EXPECT_TRUE((nearest.x.array() >= -1.0).all() && (nearest.x.array() <= 1.0).all());
    if (nearest.status != Status::converged) continue;
    ++converged;
    at_bound += nearest.at_bound.empty() ? 0 : 1;
    expect_converged(nearest);
    EXPECT_LE(nearest.change, newton.change * (1.0 + 1e-12));
  }
  EXPECT_GE(converged, 95);
  EXPECT_GE(at_bound, 10);
}

TEST(NearestRoots, BothSidesOfTheStart) {
  for (const double start : {0.0, 0.1}) {
    const auto roots =
        nearest_roots(scalar_root(one(start), [](const VectorXd& x) { return x[0] * x[0] - 1.0; }));
    ASSERT_EQ(roots.size(), 2U);
    EXPECT_NEAR(std::abs(roots[0].x[0]), 1.0, 1e-12);
    EXPECT_NEAR(roots[0].x[0] + roots[1].x[0], 0.0, 1e-12);
    EXPECT_LE(roots[0].change, roots[1].change);
    if (start > 0.0) {
      EXPECT_NEAR(roots[0].x[0], 1.0, 1e-12);
    }
  }
}

TEST(NearestRoots, AllOfAProductNearestFirst) {
  auto problem = scalar_root(one(0.2), [](const VectorXd& x) {
    return (x[0] - 1.0) * (x[0] + 1.0) * (x[0] - 3.0) * (x[0] + 2.0);
  });
  problem.lower[0] = -4.0;
  problem.upper[0] = 4.0;
  const auto roots = nearest_roots(problem);
  ASSERT_EQ(roots.size(), 4U);
  const double expected[] = {1.0, -1.0, -2.0, 3.0};
  for (std::size_t k = 0; k < 4; ++k) {
    expect_converged(roots[k]);
    EXPECT_NEAR(roots[k].x[0], expected[k], 1e-11);
  }
}

TEST(NearestRoots, NoneIsTheBestAttempt) {
  const auto roots =
      nearest_roots(scalar_root(one(0.7), [](const VectorXd& x) { return x[0] * x[0] + 1.0; }), {},
                    {.starts = 3});
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].status, Status::not_converged);
  EXPECT_NEAR(roots[0].largest_residual, 1.0, 1e-3);
}

}  // namespace
}  // namespace carom::design
