// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contact with Coulomb friction: against every combination of open, stick and slip tried by hand
// (planar), against the projection on a cone (no friction), and on dependent rows.
#include "solver/cone_complementarity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "base/random.h"
#include "solver/nonnegative_least_squares.h"
#include "support/random_matrix.h"

namespace carom::solver {
namespace {

using test::random_matrix;

std::vector<ConeContact> contacts(int count, int tangents, double friction) {
  std::vector<ConeContact> list;
  for (int i = 0; i < count; ++i)
    list.push_back({.row = i * (1 + tangents), .tangents = tangents, .friction = friction});
  return list;
}

// All planar solutions: each contact open, stick, slip forward or slip backward; the equations of
// one combination are linear.
std::vector<Eigen::VectorXd> all_planar_solutions(const Eigen::MatrixXd& W,
                                                  const Eigen::VectorXd& b, double mu) {
  std::vector<Eigen::VectorXd> velocities;
  const int count = static_cast<int>(b.size()) / 2;
  for (int code = 0; code < (1 << (2 * count)); ++code) {
    // E p = f: open p = 0; else c_n = 0 and c_t = 0 or p_t ∓ μ p_n = 0
    Eigen::MatrixXd E = W;
    Eigen::VectorXd f = -b;
    for (int i = 0; i < count; ++i) {
      const int mode = (code >> (2 * i)) & 3;
      for (int k = 2 * i; k < 2 * i + 2; ++k) {
        if (mode != 0 && (k == 2 * i || mode == 1)) continue;
        E.row(k).setZero();
        E(k, k) = 1.0;
        f[k] = 0.0;
      }
      if (mode >= 2) E(2 * i + 1, 2 * i) = mode == 2 ? mu : -mu;
    }
    const Eigen::VectorXd p = E.partialPivLu().solve(f);
    const Eigen::VectorXd c = W * p + b;
    bool holds = p.allFinite();
    for (int i = 0; holds && i < count; ++i) {
      const int mode = (code >> (2 * i)) & 3;
      const double small = 1e-9;
      holds = p[2 * i] >= -small && c[2 * i] >= -small &&
              std::abs(p[2 * i + 1]) <= mu * p[2 * i] + small;
      if (mode == 2) holds = holds && c[2 * i + 1] >= -small;
      if (mode == 3) holds = holds && c[2 * i + 1] <= small;
    }
    if (holds) velocities.push_back(c);
  }
  return velocities;
}

TEST(ConeComplementarity, IsAmongAllPlanarSolutions) {
  base::Random random(1);
  ConeComplementarity cone;
  int several = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const int count = 1 + trial % 3;
    const double mu = 0.1 + 2.0 * random.uniform();
    const Eigen::MatrixXd A = random_matrix(random, 2 * count, 2 * count);
    const Eigen::VectorXd b = random_matrix(random, 2 * count, 1);
    ASSERT_TRUE(cone.solve(A, b, contacts(count, 1, mu))) << trial << " " << cone.residual();
    const auto all = all_planar_solutions(A.transpose() * A, b, mu);
    double nearest = 1e300;
    for (const auto& c : all) nearest = std::min(nearest, (c - cone.velocity()).norm());
    EXPECT_LE(nearest, 1e-8) << trial << " of " << all.size();
    for (const auto& c : all) several += (c - all[0]).norm() > 1e-6;
  }
  EXPECT_GT(several, 0) << "the sample shows that solutions can be several";
}

TEST(ConeComplementarity, WithoutFrictionIsTheProjectionOnTheCone) {
  base::Random random(2);
  ConeComplementarity cone;
  NonnegativeLeastSquares projection;
  for (int trial = 0; trial < 200; ++trial) {
    const int count = 1 + trial % 12;  // more columns than rows: dependent
    const Eigen::MatrixXd A = random_matrix(random, 6, count);
    const Eigen::VectorXd z = random_matrix(random, 6, 1);
    ASSERT_TRUE(cone.solve(A, A.transpose() * z, contacts(count, 0, 0.0))) << cone.residual();
    ASSERT_TRUE(projection.solve(A, -z));
    EXPECT_LE((cone.change() + z - projection.residual()).norm(), 1e-10 * z.norm()) << trial;
  }
}

// Closed form: identity metric, one contact that slides without coupling: p_n = 1, the slip (3,4)
// is slowed along itself by μ p_n, or stopped.
TEST(ConeComplementarity, OneSpatialContact) {
  ConeComplementarity cone;
  const Eigen::Vector3d b(-1, 3, 4);
  ASSERT_TRUE(cone.solve(Eigen::Matrix3d::Identity(), b, contacts(1, 2, 0.5)));
  EXPECT_LE((cone.impulse() - Eigen::Vector3d(1, -0.3, -0.4)).norm(), 1e-12);
  EXPECT_TRUE(cone.impulses_unique(Eigen::Matrix3d::Identity(), contacts(1, 2, 0.5)));
  ASSERT_TRUE(cone.solve(Eigen::Matrix3d::Identity(), b, contacts(1, 2, 6.0)));
  EXPECT_LE(cone.velocity().norm(), 1e-13);
}

TEST(ConeComplementarity, FloorOfTheNormalImpulse) {
  ConeComplementarity cone;
  auto list = contacts(1, 1, 0.5);
  list[0].floor = 2.0;
  ASSERT_TRUE(cone.solve(Eigen::Matrix2d::Identity(), Eigen::Vector2d(-1, 3), list));
  EXPECT_LE((cone.impulse() - Eigen::Vector2d(2, -1)).norm(), 1e-13);
  ASSERT_TRUE(cone.solve(Eigen::Matrix2d::Identity(), Eigen::Vector2d(-4, 3), list));
  EXPECT_LE((cone.impulse() - Eigen::Vector2d(4, -2)).norm(), 1e-13);
}

// Equal columns: the impulse is shared equally, or by the weights.
TEST(ConeComplementarity, DependentColumnsShareByWeight) {
  ConeComplementarity cone;
  const Eigen::MatrixXd A = Eigen::MatrixXd::Ones(1, 4);
  auto list = contacts(4, 0, 0.0);
  ASSERT_TRUE(cone.solve(A, Eigen::VectorXd::Constant(4, -1.0), list));
  EXPECT_LE((cone.impulse() - Eigen::VectorXd::Constant(4, 0.25)).norm(), 1e-10);
  EXPECT_FALSE(cone.impulses_unique(A, list));
  list[0].weight = 5.0;
  ASSERT_TRUE(cone.solve(A, Eigen::VectorXd::Constant(4, -1.0), list));
  EXPECT_LE((cone.impulse() - Eigen::Vector4d(0.625, 0.125, 0.125, 0.125)).norm(), 1e-10);
}

// Two faces of one wall that close: c₂ = −c₁, yet both must be at least 1.
TEST(ConeComplementarity, SaysWhenThereIsNoSolution) {
  ConeComplementarity cone;
  const Eigen::MatrixXd A = (Eigen::MatrixXd(1, 2) << 1, -1).finished();
  EXPECT_FALSE(cone.solve(A, Eigen::Vector2d(-1, -1), contacts(2, 0, 0.0)));
  EXPECT_GT(cone.residual(), 0.1);
}

}  // namespace
}  // namespace carom::solver
