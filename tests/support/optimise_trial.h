// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Small problems and checks that the tests of the optimiser share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

#include "base/random.h"
#include "design/optimise/optimise.h"

namespace carom::design {

using Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;
using Status = OptimisationResult::Status;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline OptimisationProblem unbounded(const VectorXd& start) {
  OptimisationProblem problem;
  problem.start = start;
  problem.lower = VectorXd::Constant(start.size(), -infinity);
  problem.upper = VectorXd::Constant(start.size(), infinity);
  problem.scale = VectorXd::Ones(start.size());
  return problem;
}

inline OptimisationProblem root_problem(const VectorXd& start,
                                        std::function<VectorXd(const VectorXd&)> residual) {
  OptimisationProblem problem = unbounded(start);
  problem.residual = std::move(residual);
  return problem;
}

inline OptimisationProblem scalar_root(const VectorXd& start,
                                       std::function<double(const VectorXd&)> f) {
  return root_problem(start, [f](const VectorXd& x) { return VectorXd::Constant(1, f(x)); });
}

inline OptimisationProblem minimum_problem(const VectorXd& start,
                                           std::function<double(const VectorXd&)> objective) {
  OptimisationProblem problem = unbounded(start);
  problem.objective = std::move(objective);
  return problem;
}

inline VectorXd one(double value) { return VectorXd::Constant(1, value); }

inline void expect_near(const VectorXd& got, const VectorXd& expected, double tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  EXPECT_LE((got - expected).cwiseAbs().maxCoeff(), tolerance) << got.transpose();
}

inline void expect_converged(const OptimisationResult& result) {
  EXPECT_EQ(result.status, Status::converged) << result.message;
  EXPECT_LE(result.largest_closed, 1e-10);
  EXPECT_LE(result.largest_residual, 1e-12);
}

// y = x² from (3, 0): x + 2x³ = 3, so (1, 1).
inline OptimisationProblem parabola() {
  return scalar_root(Vector2d(3, 0), [](const VectorXd& x) { return x[1] - x[0] * x[0]; });
}

}  // namespace carom::design
