// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contact without friction: by hand, with a linear term, with columns that depend on each other, at
// tiny angles, and where there is no answer.
#include "solver/normal_complementarity.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace carom::solver {
namespace {

Eigen::MatrixXd unit_columns(Eigen::Index rows, Eigen::Index columns, base::Random& random) {
  Eigen::MatrixXd A(rows, columns);
  for (double& entry : A.reshaped()) entry = random.normal();
  return A.colwise().normalized();
}

TEST(NormalComplementarity, OneColumnByHand) {
  NormalComplementarity solver;
  const Eigen::Vector2d up(0, 1), w(3, -2);
  ASSERT_TRUE(solver.solve(up, w, Eigen::VectorXd::Constant(1, -1.0)));  // bounces at 1
  EXPECT_DOUBLE_EQ(solver.x()[0], 3.0);
  EXPECT_EQ(solver.state(), Eigen::Vector2d(3, 1));
  EXPECT_TRUE(solver.unique(up));
  ASSERT_TRUE(solver.solve(up, -w, Eigen::VectorXd::Zero(1)));
  EXPECT_EQ(solver.x()[0], 0.0);
}

TEST(NormalComplementarity, ConditionsHoldOnRandomProblems) {
  NormalComplementarity solver;
  base::Random random(3);
  int answered = 0;
  for (int k = 0; k < 500; ++k) {
    const auto n = Eigen::Index(1 + random.below(6)), m = Eigen::Index(1 + random.below(8));
    Eigen::MatrixXd A = unit_columns(n, m, random);
    if (m > 2) A.col(m - 1) = (A.col(0) + A.col(1)).normalized();  // depends on two others
    Eigen::VectorXd w(n), d(m);
    for (double& entry : w) entry = random.normal();
    for (double& entry : d) entry = k % 2 ? random.normal() : 0.0;
    const bool solved = solver.solve(A, w, d);
    // Without a linear term it is a projection; independent columns allow any.
    const bool solvable = k % 2 == 0 || (m <= n && m <= 2);
    ASSERT_TRUE(solved || !solvable) << k;
    if (!solved) continue;
    ++answered;
    const Eigen::VectorXd state = w + A * solver.x(), c = A.transpose() * state + d;
    EXPECT_LE((state - solver.state()).norm(), 1e-10 * (1.0 + solver.x().norm())) << k;
    EXPECT_GE(solver.x().minCoeff(), 0.0) << k;
    EXPECT_GE(c.minCoeff(), -1e-9) << k;
    EXPECT_LE(solver.x().cwiseProduct(c).cwiseAbs().maxCoeff(), 1e-8) << k;
  }
  EXPECT_GT(answered, 350);
}

// The same column twice, the second asks for more: it takes the place of the first.
TEST(NormalComplementarity, DependentColumnsAreExchanged) {
  Eigen::MatrixXd A(1, 2);
  A << 1, 1;
  NormalComplementarity solver;
  ASSERT_TRUE(solver.solve(A, Eigen::VectorXd::Constant(1, -1.0), Eigen::Vector2d(0.0, -0.5)));
  EXPECT_NEAR(solver.state()[0], 0.5, 1e-15);
  EXPECT_NEAR(solver.x()[0], 0.0, 1e-15);
  EXPECT_NEAR(solver.x()[1], 1.5, 1e-15);
  EXPECT_FALSE(solver.solve((Eigen::MatrixXd(1, 2) << 1, -1).finished(),
                            Eigen::VectorXd::Constant(1, -1.0), Eigen::Vector2d(-0.5, 0.0)))
      << "between two walls there is no bounce";
}

// Two normals at an angle of 1e-8 from opposite: x = 1e8, and the state is exact all the same.
TEST(NormalComplementarity, TinyAngles) {
  const double angle = 1e-8;
  Eigen::MatrixXd A(3, 2);
  A << -angle, 0, 1, -1, 0, angle;
  NormalComplementarity solver;
  ASSERT_TRUE(solver.solve(A, Eigen::Vector3d(1, 0, -1), Eigen::Vector2d::Zero()));
  EXPECT_LE(solver.state().norm(), 1e-15);
  EXPECT_NEAR(solver.x()[0] * angle, 1.0, 1e-12);
  EXPECT_LE(solver.residual(), 1e-16);
}

}  // namespace
}  // namespace carom::solver
