// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Quadratic programs: known answers, the conditions of optimality by other arithmetic, two methods
// against each other, redundant and contradicting constraints, and the same bits always.
#include "control/whole_body/quadratic_program.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <limits>
#include <random>

#include "support/constants.h"

namespace carom::test {
namespace {

using control::QuadraticProgram;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Program {
  MatrixXd hessian, normals;
  VectorXd gradient, lower, upper;

  bool solve(QuadraticProgram& solver) const {
    return solver.solve(hessian, gradient, normals, lower, upper);
  }
};

/// Forces of `corners` corners that are to give a wrench, inside pyramids, some with redundant
/// rows.
Program random_program(unsigned seed, int corners) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  const Index size = 3 * corners, rows = 5 * corners + 1;
  MatrixXd spread = MatrixXd::NullaryExpr(6, size, [&] { return 10.0 * normal(generator); });
  const VectorXd wanted = VectorXd::NullaryExpr(6, [&] { return 10.0 * normal(generator); });
  Program program;
  program.hessian = spread.transpose() * spread + 0.01 * MatrixXd::Identity(size, size);
  program.gradient = -spread.transpose() * wanted;
  program.normals = MatrixXd::Zero(size, rows);
  program.lower = VectorXd::Zero(rows);
  program.upper = VectorXd::Constant(rows, infinity);
  for (int c = 0; c < corners; ++c) {
    for (int side = 0; side < 4; ++side) {
      program.normals(3 * c + side / 2, 5 * c + side) = side % 2 == 0 ? 1.0 : -1.0;
      program.normals(3 * c + 2, 5 * c + side) = 0.5;
    }
    program.normals(3 * c + 2, 5 * c + 4) = 7.0;  // follows from the others
    program.normals(3 * c + 2, rows - 1) = 1.0;
  }
  program.lower[rows - 1] = -infinity;
  program.upper[rows - 1] = 0.2;
  return program;
}

/// Largest fault of the conditions of optimality, each over its own scale.
double optimality_fault(const Program& program, const QuadraticProgram& solver) {
  const VectorXd& x = solver.x();
  const VectorXd& z = solver.multipliers();
  const VectorXd value = program.normals.transpose() * x;
  const double scale = program.gradient.norm();
  double worst = (program.hessian * x + program.gradient + program.normals * z).norm() / scale;
  for (Index k = 0; k < z.size(); ++k) {
    worst = std::max({worst, program.lower[k] - value[k], value[k] - program.upper[k]});
    if (std::abs(z[k]) <= 1e-9 * scale) continue;
    worst = std::max(worst, std::abs(value[k] - (z[k] > 0 ? program.upper[k] : program.lower[k])));
  }
  return worst;
}

Program box_program() {
  Program program;
  program.hessian = Eigen::Vector3d(1.0, 2.0, 4.0).asDiagonal();
  program.gradient = Eigen::Vector3d(-3.0, 1.0, 8.0);
  program.normals = MatrixXd::Identity(3, 3);
  program.lower = VectorXd::Constant(3, -1.0);
  program.upper = VectorXd::Constant(3, 1.0);
  return program;
}

TEST(QuadraticProgram, ProjectsOnABox) {
  for (const auto method :
       {QuadraticProgram::Method::automatic, QuadraticProgram::Method::proximal}) {
    QuadraticProgram solver(method);
    ASSERT_TRUE(box_program().solve(solver));
    EXPECT_TRUE(solver.x().isApprox(Eigen::Vector3d(1.0, -0.5, -1.0), 1e-9)) << solver.x();
    EXPECT_TRUE(solver.multipliers().isApprox(Eigen::Vector3d(2.0, 0.0, -4.0), 1e-8));
    EXPECT_EQ(solver.proximal(), method == QuadraticProgram::Method::proximal);
  }
}

TEST(QuadraticProgram, ConstraintsThatDoNotMatterCostNothing) {
  Program program = box_program();
  program.lower.setConstant(-10.0);
  program.upper.setConstant(infinity);
  QuadraticProgram solver;
  ASSERT_TRUE(program.solve(solver));
  EXPECT_EQ(solver.iterations(), 0);
  EXPECT_TRUE(solver.x().isApprox(Eigen::Vector3d(3.0, -0.5, -2.0), 1e-14));
}

TEST(QuadraticProgram, WithoutConstraintsOrUnknownRows) {
  Program program = box_program();
  program.normals.resize(3, 0);
  program.lower.resize(0);
  program.upper.resize(0);
  QuadraticProgram solver;
  ASSERT_TRUE(program.solve(solver));
  EXPECT_TRUE(solver.x().isApprox(Eigen::Vector3d(3.0, -0.5, -2.0), 1e-14));
}

TEST(QuadraticProgram, TwoMethodsAgreeAndAnswersAreOptimal) {
  QuadraticProgram active_set, proximal(QuadraticProgram::Method::proximal);
  int many = 0, handed_over = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Program program = random_program(seed, seed % 3 == 0 ? 8 : 4);
    ASSERT_TRUE(program.solve(active_set)) << seed;
    ASSERT_TRUE(program.solve(proximal)) << seed;
    EXPECT_LT(optimality_fault(program, active_set), 1e-11) << seed;
    EXPECT_LT(optimality_fault(program, proximal), 1e-7) << seed;
    EXPECT_LT((active_set.x() - proximal.x()).norm(), 1e-6) << seed;
    many += active_set.iterations() > 5 ? 1 : 0;
    handed_over += active_set.proximal() ? 1 : 0;
  }
  EXPECT_GT(many, 20);  // else nothing was tried
  EXPECT_EQ(handed_over, 0);
}

TEST(QuadraticProgram, EqualBoundsAreEquations) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Program program = random_program(seed, 4);
    program.lower[20] = program.upper[20] = 1.5;
    QuadraticProgram active_set, proximal(QuadraticProgram::Method::proximal);
    ASSERT_TRUE(program.solve(active_set));
    ASSERT_TRUE(program.solve(proximal));
    EXPECT_NEAR(program.normals.col(20).dot(active_set.x()), 1.5, 1e-12);
    EXPECT_LT(optimality_fault(program, active_set), 1e-11) << seed;
    EXPECT_LT((active_set.x() - proximal.x()).norm(), 1e-6) << seed;
  }
}

TEST(QuadraticProgram, NoAnswer) {
  QuadraticProgram solver;
  Program program = box_program();
  program.normals.col(1) = program.normals.col(0);  // x ≥ 0.5 and x ≤ 0.3
  program.lower[0] = 0.5;
  program.upper[1] = 0.3;
  EXPECT_FALSE(program.solve(solver));
  program = box_program();
  program.hessian(2, 2) = -1.0;
  EXPECT_FALSE(program.solve(solver));
  for (const double bad : {infinity, std::numeric_limits<double>::quiet_NaN()}) {
    program = box_program();
    program.gradient[1] = bad;
    EXPECT_FALSE(program.solve(solver));
    program = box_program();
    program.normals(1, 1) = bad;
    EXPECT_FALSE(program.solve(solver));
  }
  EXPECT_TRUE(box_program().solve(solver));  // nothing of it stays
  EXPECT_TRUE(solver.x().isApprox(Eigen::Vector3d(1.0, -0.5, -1.0), 1e-12));
}

// Runs are resumed in the middle: what was solved before must not show.
TEST(QuadraticProgram, SameBitsWhateverCameBefore) {
  for (const auto method :
       {QuadraticProgram::Method::automatic, QuadraticProgram::Method::proximal}) {
    QuadraticProgram used(method);
    for (unsigned seed = 0; seed < 12; ++seed) {
      const Program program = random_program(seed, seed % 3 == 0 ? 8 : 4);
      QuadraticProgram fresh(method);
      ASSERT_TRUE(program.solve(fresh));
      ASSERT_TRUE(program.solve(used));
      EXPECT_EQ(used.x(), fresh.x()) << seed;
      EXPECT_EQ(used.multipliers(), fresh.multipliers()) << seed;
      EXPECT_EQ(used.iterations(), fresh.iterations()) << seed;
    }
  }
}

}  // namespace
}  // namespace carom::test
