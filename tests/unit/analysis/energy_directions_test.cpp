// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Directions of all and of no energy loss. Expected: S4's projectors written out (eqs. 2, 3), the
// eigenproblem P_cᵀ M P_c w = (T_c/T) M w solved by Eigen, and the loss of law inert.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "carom/analysis.h"
#include "carom/error.h"
#include "carom/laws/inert.h"
#include "support/faults.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// S4 eq. 2, for independent rows.
MatrixXd projector(const MatrixXd& M, const MatrixXd& A) {
  const MatrixXd response = M.inverse() * A.transpose();
  return response * (A * response).inverse() * A;
}

/// C and A are orthonormal in the mass metric and orthogonal to each other.
void expect_orthonormal(const ImpactProblem& problem, const EnergyDirections& directions) {
  const auto& C = directions.constrained;
  const auto& A = directions.admissible;
  MatrixXd both(C.rows(), C.cols() + A.cols());
  both.leftCols(C.cols()) = C;
  both.rightCols(A.cols()) = A;
  const Eigen::Index k = both.cols();
  EXPECT_LE((both.transpose() * problem.mass_matrix() * both - MatrixXd::Identity(k, k)).norm(),
            1e-12 * static_cast<double>(k));
  EXPECT_EQ(directions.constrained_momentum, problem.mass_matrix() * C);
  EXPECT_EQ(directions.admissible_momentum, problem.mass_matrix() * A);
}

TEST(EnergyDirections, BallOnTheFloor) {  // mass 4: velocities of length 1/2
  Contact floor{.normal = Eigen::RowVector2d(0, 3)};
  const ImpactProblem problem(4.0 * Eigen::Matrix2d::Identity(), {floor}, Eigen::Vector2d(3, -4));
  const EnergyDirections directions = energy_directions(problem);
  EXPECT_LE((directions.constrained.cwiseAbs() - Eigen::Vector2d(0, 0.5)).norm(), 1e-15);
  EXPECT_LE((directions.admissible.cwiseAbs() - Eigen::Vector2d(0.5, 0)).norm(), 1e-15);
  EXPECT_NEAR(directions.share(problem.velocity()), 16.0 / 25.0, 1e-15);
  EXPECT_EQ(directions.share(Eigen::Vector2d(0, 0)), 0.0);
  EXPECT_NEAR(directions.share(Eigen::Vector2d(0, 1e-200)), 1.0, 1e-15) << "no underflow";
}

TEST(EnergyDirections, AreTheEigenvectorsOfS4sProblem) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 9, .contacts = 2, .tangents = 2});
    const MatrixXd& M = problem.mass_matrix();
    const MatrixXd P_c = projector(M, problem.contact_jacobian());
    const EnergyDirections directions = energy_directions(problem);
    expect_orthonormal(problem, directions);
    ASSERT_EQ(directions.rank(), 6);
    ASSERT_EQ(directions.admissible.cols(), 3);

    MatrixXd energy = P_c.transpose() * M * P_c;
    energy = (0.5 * (energy + energy.transpose())).eval();
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(energy, M);
    const auto& xi = solver.eigenvalues();  // ascending: 0 three times, 1 six times
    EXPECT_LE(xi.head(3).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LE((xi.tail(6).array() - 1.0).abs().maxCoeff(), 1e-9);
    for (int k = 0; k < 9; ++k) {
      EXPECT_NEAR(directions.share(solver.eigenvectors().col(k)), xi[k], 1e-9);
    }
    EXPECT_LE((energy * directions.constrained - M * directions.constrained).norm(), 1e-8);
    EXPECT_LE((energy * directions.admissible).norm(), 1e-8);

    const VectorXd& v = problem.velocity();
    EXPECT_LE((directions.constrained_part(v) - P_c * v).norm(), 1e-9);
    EXPECT_LE((directions.admissible_part(v) - (v - P_c * v)).norm(), 1e-9);
  }
}

TEST(EnergyDirections, LieInTheNullSpaceOfTheBilateralRows) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto problem =
        random_problem(seed, {.coordinates = 9, .contacts = 2, .tangents = 1, .bilateral = 3});
    const EnergyDirections directions = energy_directions(problem);
    expect_orthonormal(problem, directions);
    EXPECT_EQ(directions.rank(), 4);
    EXPECT_EQ(directions.admissible.cols(), 3);  // of the three bilateral rows one is redundant
    for (const BilateralConstraint& held : problem.bilateral()) {
      EXPECT_LE((held.row * directions.constrained).norm(), 1e-10);
      EXPECT_LE((held.row * directions.admissible).norm(), 1e-10);
    }
    EXPECT_LE((problem.contact_jacobian() * directions.admissible).norm(), 1e-10);
    const EnergySplit split = energy_split(problem);
    EXPECT_NEAR(directions.share(problem.velocity()), split.constrained / problem.kinetic_energy(),
                1e-12);
    const Outcome outcome = solve_once(problem, Inert{});
    EXPECT_LE((directions.admissible_part(problem.velocity()) - outcome.velocity_plus).norm(),
              1e-10);
  }
}

TEST(EnergyDirections, OfTheNormalsAlone) {
  const auto problem = random_problem(4, {.coordinates = 8, .contacts = 2, .tangents = 2});
  const EnergyDirections directions = energy_directions(problem, Rows::normals);
  EXPECT_EQ(directions.rank(), 2);
  EXPECT_NEAR(directions.share(problem.velocity()) * problem.kinetic_energy(),
              energy_split(problem, Rows::normals).constrained, 1e-12);
}

TEST(EnergyDirections, RedundantRowsCountOnce) {
  VectorXd v(6);
  v << 0.1, -0.2, -1, 0.3, 0.4, -0.5;
  const EnergyDirections three = energy_directions(flat_foot(3, v), Rows::normals);
  const EnergyDirections many = energy_directions(flat_foot(64, v), Rows::normals);
  EXPECT_EQ(many.rank(), 3);
  EXPECT_EQ(many.admissible.cols(), 3);
  EXPECT_LE((many.constrained_part(v) - three.constrained_part(v)).norm(), 1e-12);
  EXPECT_NEAR(many.share(v), three.share(v), 1e-13);
}

TEST(EnergyDirections, RedundantBilateralRowsAndBlockedContacts) {
  // x is held, twice; the contact along x is blocked, the one along x + y moves along y alone.
  std::vector<Contact> contacts{{.normal = Eigen::RowVector3d(1, 0, 0)},
                                {.normal = Eigen::RowVector3d(1, 1, 0)}};
  std::vector<BilateralConstraint> held{{.row = Eigen::RowVector3d(1, 0, 0)},
                                        {.row = Eigen::RowVector3d(-2, 0, 0)}};
  const ImpactProblem problem(Eigen::Matrix3d::Identity(), contacts, Eigen::Vector3d(0, -1, 1),
                              held);
  const EnergyDirections directions = energy_directions(problem);
  EXPECT_LE((directions.constrained.cwiseAbs() - Eigen::Vector3d(0, 1, 0)).norm(), 1e-14);
  EXPECT_LE((directions.admissible.cwiseAbs() - Eigen::Vector3d(0, 0, 1)).norm(), 1e-14);
  EXPECT_NEAR(directions.share(problem.velocity()), 0.5, 1e-15);
  EXPECT_NEAR(directions.share(Eigen::Vector3d(7, 0, 1)), 0.0, 1e-15) << "x cannot move";
  EXPECT_EQ(energy_split(problem).rank, 1);
  EXPECT_NEAR(energy_split(problem).constrained, 0.5, 1e-15);
}

TEST(EnergyDirections, EdgesNoContactsAllStoppedAllHeld) {
  const ImpactProblem free(Eigen::Matrix2d::Identity(), {}, Eigen::Vector2d(1, 1));
  EXPECT_EQ(energy_directions(free).rank(), 0);
  EXPECT_EQ(energy_directions(free).admissible.cols(), 2);
  EXPECT_EQ(energy_directions(free).share(Eigen::Vector2d(1, 1)), 0.0);
  EXPECT_EQ(energy_directions(free).constrained_part(Eigen::Vector2d(1, 1)),
            Eigen::Vector2d::Zero());

  std::vector<Contact> both{{.normal = Eigen::RowVector2d(1, 0)},
                            {.normal = Eigen::RowVector2d(0, 1)}};
  const ImpactProblem stopped(Eigen::Matrix2d::Identity(), both, Eigen::Vector2d(-1, -1));
  EXPECT_EQ(energy_directions(stopped).admissible.cols(), 0);
  EXPECT_EQ(energy_directions(stopped).share(Eigen::Vector2d(1, 2)), 1.0);

  const ImpactProblem held(Eigen::Matrix2d::Identity(), both, Eigen::Vector2d::Zero(),
                           {{.row = Eigen::RowVector2d(1, 0)}, {.row = Eigen::RowVector2d(0, 1)}});
  EXPECT_EQ(energy_directions(held).rank(), 0);
  EXPECT_EQ(energy_directions(held).admissible.cols(), 0);
  EXPECT_EQ(energy_directions(held).share(Eigen::Vector2d(1, 2)), 0.0);
}

TEST(EnergyDirections, DoNotDependOnTheCoordinates) {
  const auto problem = random_problem(11, {.coordinates = 6, .contacts = 2, .bilateral = 1});
  MatrixXd S = MatrixXd::Identity(6, 6);  // v = S w
  S(0, 3) = 2.0, S(4, 1) = -0.7, S(5, 5) = 1e-3;
  std::vector<Contact> contacts = problem.contacts();
  for (Contact& contact : contacts) contact.normal = contact.normal * S;
  std::vector<BilateralConstraint> held = problem.bilateral();
  for (BilateralConstraint& row : held) row.row = row.row * S;
  const ImpactProblem other(S.transpose() * problem.mass_matrix() * S, contacts,
                            S.inverse() * problem.velocity(), held);
  EXPECT_NEAR(energy_directions(other).share(other.velocity()),
              energy_directions(problem).share(problem.velocity()), 1e-12);
  EXPECT_LE((S * energy_directions(other).constrained_part(other.velocity()) -
             energy_directions(problem).constrained_part(problem.velocity()))
                .norm(),
            1e-10);
}

TEST(EnergyDirections, BadVelocities) {
  const EnergyDirections directions = energy_directions(cradle({1, 1, 1}, {1, 0, 0}));
  const auto message = [&](const VectorXd& v) -> std::string {
    return test::refusal_of([&] { static_cast<void>(directions.share(v)); });
  };
  EXPECT_THAT(message(VectorXd::Zero(2)),
              testing::HasSubstr("velocity has 2 entries; expected 3, as in the problem"));
  EXPECT_THAT(message(VectorXd::Constant(3, NAN)),
              testing::HasSubstr("velocity has an entry that is not finite"));
  EXPECT_THROW(static_cast<void>(directions.constrained_part(VectorXd::Zero(4))), InvalidInput);
  EXPECT_THROW(static_cast<void>(directions.admissible_part(VectorXd::Zero(4))), InvalidInput);
}

}  // namespace
}  // namespace carom::test
