// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A step inside a box: Karush–Kuhn–Tucker conditions on random problems, and a few by hand.
#include "model/posture/box_step.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>

#include "base/random.h"
#include "support/constants.h"
#include "support/random_matrix.h"

namespace carom::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(BoxStep, InsideIsTheTarget) {
  const VectorXd target = Eigen::Vector2d(0.3, -0.4), one = VectorXd::Ones(2);
  const MatrixXd I = MatrixXd::Identity(2, 2);
  EXPECT_EQ(posture::nearest_in_box(I, target, I, -one, one), target);
}

// H = [2 1; 1 2], target (2, 2), x ≤ 1: then y = 2 − (1/2)(1 − 2) = 2.5.
TEST(BoxStep, OneBoundByHand) {
  const MatrixXd H = (MatrixXd(2, 2) << 2, 1, 1, 2).finished(), I = MatrixXd::Identity(2, 2);
  const VectorXd lower = VectorXd::Constant(2, -infinity);
  const VectorXd z =
      posture::nearest_in_box(H, Eigen::Vector2d(2, 2), I, lower, Eigen::Vector2d(1.0, infinity));
  EXPECT_NEAR(z[0], 1.0, 1e-14);
  EXPECT_NEAR(z[1], 2.5, 1e-14);
}

TEST(BoxStep, NoRoomAtAll) {
  const MatrixXd I = MatrixXd::Identity(3, 3);
  const VectorXd z = posture::nearest_in_box(I, Eigen::Vector3d(1, -2, 3), I, VectorXd::Zero(3),
                                             VectorXd::Zero(3));
  EXPECT_LT(z.norm(), 1e-14);
}

TEST(BoxStep, RandomProblemsAreOptimal) {
  base::Random random(1);
  for (int k = 0; k < 50; ++k) {
    const Eigen::Index n = 5, m = 8;
    const MatrixXd A = random_matrix(random, n, n), Z = random_matrix(random, m, n);
    const MatrixXd H = A * A.transpose() + 0.01 * MatrixXd::Identity(n, n);
    const VectorXd target = (k % 2 == 0 ? 2.0 : 1e4) * random_matrix(random, n, 1);
    VectorXd lower(m), upper(m);
    for (Eigen::Index i = 0; i < m; ++i) {
      lower[i] = random.uniform() < 0.3 ? 0.0 : -random.uniform();
      upper[i] = random.uniform() < 0.3 ? infinity : random.uniform();
    }
    const VectorXd z = posture::nearest_in_box(H, target, Z, lower, upper), x = Z * z;
    const double slack = 1e-11 * target.norm();  // rounding grows with the way that is cut off
    EXPECT_LT((lower - x).maxCoeff(), slack);
    EXPECT_LT((x - upper).maxCoeff(), slack);
    // −gradient = Z_activeᵀ μ with μ of the side of the bound.
    std::vector<int> active;
    VectorXd side = VectorXd::Zero(m);
    for (int i = 0; i < m; ++i) {
      if (x[i] > upper[i] - slack) side[i] = 1.0;
      if (x[i] < lower[i] + slack) side[i] = -1.0;
      if (side[i] != 0.0) active.push_back(i);
    }
    const VectorXd pull = -H * (z - target);
    const MatrixXd rows = Z(active, Eigen::all);
    const VectorXd mu = rows.transpose().colPivHouseholderQr().solve(pull);
    EXPECT_LT((rows.transpose() * mu - pull).norm(), 1e-7 * (1.0 + pull.norm()));
    for (std::size_t i = 0; i < active.size(); ++i) {
      EXPECT_GE(mu[static_cast<Eigen::Index>(i)] * side[active[i]], -1e-7 * (1.0 + pull.norm()));
    }
  }
}

}  // namespace
}  // namespace carom::test
