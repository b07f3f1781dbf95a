// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Dormand & Prince's pair: consistency of its weights, order five, and a stage that refuses.
#include "solver/dormand_prince.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <array>
#include <cmath>

namespace carom::solver {
namespace {

TEST(DormandPrince, WeightsAreConsistent) {
  double result = 0.0, error = 0.0, dense = 0.0;
  for (int s = 0; s < dormand_prince::stages; ++s) {
    if (s + 1 < dormand_prince::stages) result += dormand_prince::weights[s];
    error += dormand_prince::error_weights[s];
    dense += dormand_prince::dense_weights[s];
  }
  EXPECT_NEAR(result, 1.0, 1e-15);
  EXPECT_NEAR(error, 0.0, 1e-15);
  EXPECT_NEAR(dense, 0.0, 1e-13);
}

// y' = y from 1: its error after one step.
double error_of_growth(double h) {
  std::array<Eigen::VectorXd, dormand_prince::stages> k;
  const Eigen::VectorXd y = Eigen::VectorXd::Ones(1);
  Eigen::VectorXd argument(1);
  k[0] = y;
  const auto rate = [&](int stage) -> const Eigen::VectorXd& {
    return k[static_cast<std::size_t>(stage)];
  };
  const auto evaluate = [&](int stage) {
    k[static_cast<std::size_t>(stage)] = argument;
    return true;
  };
  EXPECT_TRUE(dormand_prince::run_stages(y, h, argument, rate, evaluate));
  return std::abs(argument[0] - std::exp(h));
}

TEST(DormandPrince, HasOrderFive) {
  EXPECT_NEAR(error_of_growth(0.2) / error_of_growth(0.1), 64.0, 8.0);
}

TEST(DormandPrince, StopsAtAStageThatRefuses) {
  const Eigen::VectorXd y = Eigen::VectorXd::Ones(2);
  Eigen::VectorXd argument(2);
  int evaluated = 0;
  const auto rate = [&](int) -> const Eigen::VectorXd& { return y; };
  const auto evaluate = [&](int stage) { return ++evaluated, stage < 3; };
  EXPECT_FALSE(dormand_prince::run_stages(y, 0.1, argument, rate, evaluate));
  EXPECT_EQ(evaluated, 3);
}

}  // namespace
}  // namespace carom::solver
