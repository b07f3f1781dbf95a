// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Kinetic energy of the motion that the contact rows stop (S4 eqs. 2–4).
// Expected: S4's projector P_c = M⁻¹Aᵀ(A M⁻¹Aᵀ)⁻¹A written out; a ball on the floor by hand; the
// loss of the inert law, which is T_c.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include "carom/analysis.h"
#include "carom/laws/inert.h"
#include "support/problems.h"

namespace carom::test {
namespace {

TEST(EnergySplit, BallOnTheFloor) {  // mass 2, (3, −4): ½·2·16 along the normal, ½·2·9 beside it
  Contact floor{.normal = Eigen::RowVector2d(0, 1)};
  floor.tangents = Eigen::RowVector2d(1, 0);
  const ImpactProblem problem(2.0 * Eigen::Matrix2d::Identity(), {floor}, Eigen::Vector2d(3, -4));
  const EnergySplit normal = energy_split(problem, Rows::normals), all = energy_split(problem);
  EXPECT_DOUBLE_EQ(normal.constrained, 16.0);
  EXPECT_DOUBLE_EQ(normal.admissible, 9.0);
  EXPECT_EQ(normal.rank, 1);
  EXPECT_DOUBLE_EQ(all.constrained, 25.0);
  EXPECT_NEAR(all.admissible, 0.0, 1e-14);
  EXPECT_EQ(all.rank, 2);
}

TEST(EnergySplit, AgreesWithTheProjectorOfS4) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 9, .contacts = 2, .tangents = 2});
    const Eigen::MatrixXd& A = problem.contact_jacobian();
    const Eigen::MatrixXd Mi = problem.mass_matrix().inverse();
    const Eigen::MatrixXd P = Mi * A.transpose() * (A * Mi * A.transpose()).inverse() * A;
    const Eigen::VectorXd vc = P * problem.velocity(), va = problem.velocity() - vc;
    const EnergySplit split = energy_split(problem);
    EXPECT_NEAR(split.constrained, 0.5 * vc.dot(problem.mass_matrix() * vc), 1e-10);
    EXPECT_NEAR(split.admissible, 0.5 * va.dot(problem.mass_matrix() * va), 1e-10);
    EXPECT_NEAR(split.constrained + split.admissible, problem.kinetic_energy(),
                1e-15 * problem.kinetic_energy());
    EXPECT_EQ(split.rank, 6);
    const Eigen::MatrixXd N = A({0, 3}, Eigen::all);  // the normals alone
    const Eigen::VectorXd c = N * problem.velocity();
    EXPECT_NEAR(energy_split(problem, Rows::normals).constrained,
                0.5 * c.dot((N * Mi * N.transpose()).inverse() * c), 1e-10);
  }
}

TEST(EnergySplit, IsWhatTheInertLawLoses) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto problem =
        random_problem(seed, {.coordinates = 7, .contacts = 2, .tangents = 1, .bilateral = 1});
    const auto outcome = solve_once(problem, Inert{});
    EXPECT_NEAR(energy_split(problem).constrained, outcome.energy.lost,
                1e-12 * problem.kinetic_energy());
  }
}

TEST(EnergySplit, RedundantRowsCountOnce) {
  Eigen::VectorXd v(6);
  v << 0.1, -0.2, -1, 0.3, 0.4, -0.5;
  const EnergySplit three = energy_split(flat_foot(3, v), Rows::normals);
  for (const int points : {4, 8, 16}) {
    const EnergySplit many = energy_split(flat_foot(points, v), Rows::normals);
    EXPECT_EQ(many.rank, 3);
    EXPECT_NEAR(many.constrained, three.constrained, 1e-12);
  }
}

TEST(EnergySplit, RowLengthDoesNotMatter) {
  auto contacts = cradle({1, 2, 3}, {1, 0, -1}).contacts();
  const Eigen::MatrixXd M = Eigen::Vector3d(1, 2, 3).asDiagonal();
  const Eigen::Vector3d v(1, 0, -1);
  const double expected = energy_split({M, contacts, v}).constrained;
  contacts[0].normal *= 1e-7;
  contacts[1].normal *= 1e5;
  EXPECT_NEAR(energy_split({M, contacts, v}).constrained, expected, 1e-13);
  EXPECT_EQ(energy_split({M, contacts, v}).rank, 2);
}

TEST(EnergySplit, SmallPartsKeepTheirDigits) {
  Contact floor{.normal = Eigen::RowVector2d(0, 1)};
  const ImpactProblem nearly(Eigen::Matrix2d::Identity(), {floor}, Eigen::Vector2d(1, -1e-9));
  EXPECT_DOUBLE_EQ(energy_split(nearly).constrained, 0.5e-18);
  const ImpactProblem mostly(Eigen::Matrix2d::Identity(), {floor}, Eigen::Vector2d(1e-9, -1));
  EXPECT_DOUBLE_EQ(energy_split(mostly).admissible, 0.5e-18);
}

TEST(EnergySplit, NoContactsOrNoMotion) {
  const ImpactProblem free(Eigen::Matrix2d::Identity(), {}, Eigen::Vector2d(1, 1));
  EXPECT_EQ(energy_split(free).constrained, 0.0);
  EXPECT_DOUBLE_EQ(energy_split(free).admissible, 1.0);
  EXPECT_EQ(energy_split(free).rank, 0);
  EXPECT_EQ(energy_split(cradle({1, 1}, {0, 0})).constrained, 0.0);
}

}  // namespace
}  // namespace carom::test
