// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Projection on a cone: optimality (Karush–Kuhn–Tucker) on seeded random problems, with more
// columns than rank, repeated columns, and right-hand sides inside, outside and on the cone.
#include "solver/nonnegative_least_squares.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "solver/hull_distance.h"
#include "solver/least_norm.h"
#include "support/random_matrix.h"

namespace carom::solver {
namespace {

using test::random_matrix;

void expect_optimal(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  NonnegativeLeastSquares solver;
  ASSERT_TRUE(solver.solve(A, b));
  const double scale = b.norm() * A.norm() + 1e-300;
  EXPECT_GE(solver.x().minCoeff(), 0.0);
  EXPECT_LE((A * solver.x() - b - solver.residual()).norm(), 1e-12 * scale);
  const Eigen::VectorXd gradient = A.transpose() * solver.residual();
  EXPECT_GE(gradient.minCoeff(), -1e-12 * scale);
  EXPECT_LE(std::abs(gradient.dot(solver.x())), 1e-12 * scale * (1.0 + solver.x().norm()));
}

TEST(NonnegativeLeastSquares, OptimalOnRandomProblems) {
  base::Random random(7);
  for (int trial = 0; trial < 500; ++trial) {
    const int rows = 1 + int(random.below(8)), columns = 1 + int(random.below(12));
    expect_optimal(random_matrix(random, rows, columns), random_matrix(random, rows, 1));
  }
}

TEST(NonnegativeLeastSquares, RepeatedAndDependentColumns) {
  base::Random random(8);
  for (int trial = 0; trial < 200; ++trial) {
    Eigen::MatrixXd A = random_matrix(random, 6, 3) * random_matrix(random, 3, 64);
    A.col(5) = A.col(2);
    A.col(9) = 0.5 * A.col(2);
    expect_optimal(A, random_matrix(random, 6, 1));
  }
}

TEST(NonnegativeLeastSquares, TrivialCases) {
  NonnegativeLeastSquares solver;
  EXPECT_TRUE(solver.solve(Eigen::MatrixXd(3, 0), Eigen::Vector3d(1, 2, 3)));
  EXPECT_EQ(solver.residual(), Eigen::Vector3d(-1, -2, -3));
  EXPECT_TRUE(solver.solve(Eigen::MatrixXd::Zero(3, 2), Eigen::Vector3d(1, 2, 3)));
  EXPECT_EQ(solver.x(), Eigen::Vector2d(0, 0));
  EXPECT_TRUE(solver.solve(Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(0, 0)));
  EXPECT_EQ(solver.x(), Eigen::Vector2d(0, 0));
}

TEST(HullDistance, KnownHulls) {
  Eigen::MatrixXd square(2, 4);
  square << 1, 1, 2, 2, -1, 1, -1, 1;
  const auto near = hull_distance(square);
  EXPECT_NEAR(near.distance, 1.0, 1e-14);
  EXPECT_NEAR(near.point[0], 1.0, 1e-14);
  EXPECT_NEAR(near.weights.sum(), 1.0, 1e-14);
  Eigen::MatrixXd opposite(2, 2);
  opposite << 1, -2, 0, 0;
  EXPECT_NEAR(hull_distance(opposite).distance, 0.0, 1e-15);
  EXPECT_NEAR(hull_distance(opposite).weights[0], 2.0 / 3.0, 1e-14);
  EXPECT_TRUE(std::isinf(hull_distance(Eigen::MatrixXd(2, 0)).distance));
}

TEST(HullDistance, SmallDistancesKeepTheirDigits) {
  Eigen::MatrixXd columns(2, 2);
  columns << 1, -1, 1e-7, 1e-7;
  EXPECT_NEAR(hull_distance(columns).distance, 1e-7, 1e-15);
}

TEST(LeastNorm, MatchesThePseudoInverse) {
  base::Random random(9);
  for (int trial = 0; trial < 200; ++trial) {
    const int rows = 1 + int(random.below(7)), columns = 1 + int(random.below(12));
    const int rank = 1 + int(random.below(std::min(rows, columns)));
    const Eigen::MatrixXd A =
        random_matrix(random, rows, rank) * random_matrix(random, rank, columns);
    const Eigen::VectorXd b = random_matrix(random, rows, 1);
    LeastNorm solver;
    solver.solve(A, b);
    EXPECT_EQ(solver.rank(), rank);
    const Eigen::VectorXd residual = A * solver.x() - b;
    EXPECT_LE((A.transpose() * residual).norm(), 1e-9 * A.squaredNorm() * (1 + b.norm()));
    // Shortest: x is orthogonal to the null space, that is, in the range of Aᵀ.
    LeastNorm back;
    back.solve(A.transpose(), solver.x());
    EXPECT_LE((A.transpose() * back.x() - solver.x()).norm(), 1e-8 * (1 + solver.x().norm()));
  }
}

}  // namespace
}  // namespace carom::solver
