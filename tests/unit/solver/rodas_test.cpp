// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// RODAS 4(3) on systems with known solutions: order of the step, of its estimate and of the dense
// output; a stiff nonlinear system; quadratures.
#include "solver/rodas.h"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::solver {
namespace {

// Kaps' problem: x' = −(k+2)x + k z², z' = x − z − z²; x = e^{-2t}, z = e^{-t} for every k.
// Quadrature: w' = x z, w = (1 − e^{-3t})/3.
struct Kaps {
  double k;
  void rate(const double* y, double* f) const {
    f[0] = -(k + 2.0) * y[0] + k * y[1] * y[1];
    f[1] = y[0] - y[1] - y[1] * y[1];
    f[2] = y[0] * y[1];
  }
  void jacobian(const double* y, Eigen::MatrixXd& D) const {
    D << -(k + 2.0), 2.0 * k * y[1], 1.0, -1.0 - 2.0 * y[1], y[1], y[0];
  }
  static Eigen::Vector3d exact(double t) {
    return {std::exp(-2.0 * t), std::exp(-t), (1.0 - std::exp(-3.0 * t)) / 3.0};
  }
};

double error_at_one(Kaps system, int steps) {
  Rodas rodas;
  rodas.resize(2, 3);
  Eigen::VectorXd y = Kaps::exact(0.0);
  for (int i = 0; i < steps; ++i) {
    rodas.begin(system, y);
    EXPECT_TRUE(rodas.attempt(system, 1.0 / steps));
    y = rodas.result();
  }
  return (y - Kaps::exact(1.0)).cwiseAbs().maxCoeff();
}

TEST(Rodas, ConvergesWithOrderFour) {
  for (const double k : {1.0, 10.0}) {
    const double ratio = error_at_one({k}, 20) / error_at_one({k}, 40);
    EXPECT_GT(ratio, 14.0) << k;
    EXPECT_LT(ratio, 19.0) << k;
  }
}

TEST(Rodas, IsAccurateWhereTheSystemIsVeryStiff) {
  // Steps a million times longer than the fast time constant.
  EXPECT_LT(error_at_one({1e8}, 40), 1e-6);
  EXPECT_LT(error_at_one({1e8}, 160), 3e-9);
}

TEST(Rodas, ErrorEstimateHasOrderFourLocally) {
  Kaps system{1.0};
  Rodas rodas;
  rodas.resize(2, 3);
  const Eigen::VectorXd y = Kaps::exact(0.0);
  rodas.begin(system, y);
  ASSERT_TRUE(rodas.attempt(system, 0.1));
  const double coarse = rodas.error().norm();
  ASSERT_TRUE(rodas.attempt(system, 0.05));
  EXPECT_NEAR(coarse / rodas.error().norm(), 16.0, 4.0);
  // The estimate is above the true error.
  EXPECT_GT(rodas.error().norm(), (rodas.result() - Kaps::exact(0.05)).norm());
}

TEST(Rodas, DenseOutputHasOrderThree) {
  Kaps system{3.0};
  const auto worst = [&](double h) {
    Rodas rodas;
    rodas.resize(2, 3);
    rodas.begin(system, Kaps::exact(0.0));
    EXPECT_TRUE(rodas.attempt(system, h));
    double error = 0.0;
    const auto y = [&](double s) {
      Eigen::VectorXd all(3);
      for (Eigen::Index i = 0; i < 3; ++i) all[i] = rodas.interpolate(s, i);
      return all;
    };
    for (const double s : {0.25, 0.5, 0.75})
      error = std::max(error, (y(s) - Kaps::exact(s * h)).cwiseAbs().maxCoeff());
    EXPECT_EQ(y(0.0), Eigen::VectorXd(Kaps::exact(0.0)));
    EXPECT_EQ(y(1.0), rodas.result());
    return error;
  };
  EXPECT_GT(worst(0.1) / worst(0.05), 12.0);
}

TEST(Rodas, ReportsAStepThatIsNotFinite) {
  struct Pole {
    void rate(const double* y, double* f) const { f[0] = 1.0 / (y[0] * 0.0); }
    void jacobian(const double*, Eigen::MatrixXd& D) const { D(0, 0) = 0.0; }
  } system;
  Rodas rodas;
  rodas.resize(1, 1);
  rodas.begin(system, Eigen::VectorXd::Ones(1));
  EXPECT_FALSE(rodas.attempt(system, 0.1));
}

TEST(DenseLu, SolvesAndTellsTheSignOfTheDeterminant) {
  DenseLu lu;
  lu.matrix().resize(3, 3);
  lu.matrix() << 0, 2, 1, 1, 0, 3, 4, 1, 0;  // determinant 25
  ASSERT_TRUE(lu.factor());
  EXPECT_FALSE(lu.negative_determinant());
  Eigen::Vector3d x(7, 10, 6);  // A (1, 2, 3)ᵀ
  lu.solve(x.data());
  EXPECT_LT((x - Eigen::Vector3d(1, 2, 3)).norm(), 1e-14);
  lu.matrix() << 1, 0, 3, 0, 2, 1, 4, 1, 0;  // two rows exchanged
  ASSERT_TRUE(lu.factor());
  EXPECT_TRUE(lu.negative_determinant());
  lu.matrix() << 1, 2, 3, 2, 4, 6, 0, 1, 1;
  EXPECT_FALSE(lu.factor());
}

}  // namespace
}  // namespace carom::solver
