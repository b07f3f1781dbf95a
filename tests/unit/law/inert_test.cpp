// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Inert law (S4): all rows zero afterwards, K⁺ = T_a, pulling impulses shown and flagged.
#include "carom/laws/inert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>

#include "support/problems.h"

namespace carom::test {
namespace {

TEST(Inert, EveryRowIsZeroAndTheProjectorIsS4s) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 8, .contacts = 2, .tangents = 2});
    const auto outcome = solve_once(problem, Inert{});
    const auto& A = problem.contact_jacobian();
    const Eigen::MatrixXd M_inverse = problem.mass_matrix().inverse();
    const Eigen::MatrixXd P_a =  // S4 eq. 3
        Eigen::MatrixXd::Identity(8, 8) -
        M_inverse * A.transpose() * (A * M_inverse * A.transpose()).inverse() * A;
    EXPECT_LE((A * outcome.velocity_plus).norm(), 1e-10);
    EXPECT_LE((outcome.velocity_plus - P_a * problem.velocity()).norm(), 1e-9);
    EXPECT_TRUE(outcome.uniqueness.impulses_unique);
  }
}

TEST(Inert, FlagsPulling) {
  const auto outcome = solve_once(cradle({1, 1, 1}, {0, 0, 1}), Inert{});
  EXPECT_NEAR(outcome.impulse[1].normal, -2.0 / 3, 1e-15);
  EXPECT_THAT(outcome.message,
              testing::HasSubstr("pulls at contact 1 (-0.333333 N·s), contact 2 (-0.666667 N·s)"));
  EXPECT_EQ(solve_once(cradle({1, 1, 1}, {1, 0, 0}), Inert{}).message, "");
}

TEST(Inert, FrictionWorkIsToldApartFromNormalWork) {
  std::vector<Contact> contacts{
      {.normal = Eigen::RowVector2d(0, 1), .tangents = Eigen::RowVector2d(1, 0)}};
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(3, -1));
  const auto outcome = solve_once(problem, Inert{});
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector2d(0, 0));
  EXPECT_EQ(outcome.energy.contacts[0].normal_work, -0.5);
  EXPECT_EQ(outcome.energy.contacts[0].friction_work, -4.5);
  EXPECT_EQ(outcome.impulse[0].tangential[0], -3.0);
}

TEST(Inert, RedundantContactRowsHaveOneVelocityAndTheShortestImpulses) {
  Eigen::VectorXd v(6);
  v << 0.1, -0.2, -1, 0.3, 0.4, -0.5;
  const auto three = solve_once(flat_foot(3, v), Inert{});
  EXPECT_TRUE(three.uniqueness.impulses_unique);
  const auto problem = flat_foot(64, v);
  const auto many = solve_once(problem, Inert{});
  EXPECT_FALSE(many.uniqueness.impulses_unique);
  EXPECT_LE((many.velocity_plus - three.velocity_plus).norm(), 1e-12);
  // Shortest of all that give this velocity: the pseudo-inverse of A M⁻¹ Aᵀ.
  const auto& A = problem.contact_jacobian();
  const Eigen::MatrixXd G = A * problem.mass_matrix().inverse() * A.transpose();
  const Eigen::VectorXd expected = G.completeOrthogonalDecomposition().pseudoInverse() * -(A * v);
  for (int i = 0; i < 64; ++i) {
    EXPECT_NEAR(many.impulse[static_cast<std::size_t>(i)].normal, expected[i], 1e-12);
  }
}

TEST(Inert, RedundantBilateralRowsHaveOneVelocityAndAreFlagged) {
  // Two unit masses hinged along x, the hinge given once, or twice with the second row doubled.
  const Contact wall{.name = "wall", .normal = Eigen::RowVector2d(1, 0)};
  const BilateralConstraint hinge{.row = Eigen::RowVector2d(1, -1)};
  const BilateralConstraint doubled{.row = Eigen::RowVector2d(2, -2)};
  const Eigen::Vector2d v(-1, -1);
  const Eigen::Matrix2d M = Eigen::Matrix2d::Identity();
  const auto once = solve_once(ImpactProblem(M, {wall}, v, {hinge}), Inert{});
  const auto twice = solve_once(ImpactProblem(M, {wall}, v, {hinge, doubled}), Inert{});
  EXPECT_TRUE(once.uniqueness.impulses_unique);
  EXPECT_EQ(once.message, "");
  EXPECT_NEAR(once.impulse[0].normal, 2.0, 1e-15);
  EXPECT_NEAR(once.bilateral_impulse[0], -1.0, 1e-15);
  EXPECT_FALSE(twice.uniqueness.impulses_unique);
  EXPECT_EQ(twice.message, "bilateral rows are redundant: their impulses are the shortest of many");
  EXPECT_LE((twice.velocity_plus - once.velocity_plus).norm(), 1e-14);
  EXPECT_NEAR(twice.impulse[0].normal, 2.0, 1e-14);
  // Shortest in units in which every row has length 1 in the mass metric: half of −1 each.
  EXPECT_NEAR(twice.bilateral_impulse[0], -0.5, 1e-14);
  EXPECT_NEAR(twice.bilateral_impulse[1], -0.25, 1e-14);
  const auto pulled = solve_once(ImpactProblem(M, {wall}, -v, {hinge, doubled}), Inert{});
  EXPECT_THAT(pulled.message, testing::HasSubstr("pulls at wall (-2 N·s): only a bilateral joint "
                                                 "could do that; bilateral rows are redundant"));
}

TEST(Inert, ContactsHeldFastByTheBilateralRowsTakeNothing) {
  const Contact blocked{.name = "blocked", .normal = Eigen::RowVector2d(1, 0)};
  const Contact floor{.name = "floor", .normal = Eigen::RowVector2d(0, 1)};
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), {blocked, floor}, Eigen::Vector2d(0, -1),
                              {{.row = Eigen::RowVector2d(1, 0)}});
  const auto outcome = solve_once(problem, Inert{});
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector2d(0, 0));
  EXPECT_EQ(outcome.impulse[0].normal, 0.0);
  EXPECT_EQ(outcome.impulse[1].normal, 1.0);
  EXPECT_FALSE(outcome.uniqueness.impulses_unique) << "the joint and the contact may share";
}

}  // namespace
}  // namespace carom::test
