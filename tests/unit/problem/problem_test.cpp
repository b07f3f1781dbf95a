// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// ImpactProblem: metric, units of its rows, bilateral rows by projection, set_velocity.
#include "carom/problem.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include "base/random.h"
#include "carom/error.h"
#include "carom/laws.h"
#include "support/problems.h"

namespace carom::test {
namespace {

TEST(Problem, MetricOfThreeBalls) {
  const auto problem = cradle({1, 1, 1}, {1, 0, 0});
  EXPECT_NEAR(problem.gram()(0, 1), -0.5, 1e-15);  // S3 V
  EXPECT_EQ(problem.gram()(0, 0), 1.0);
  EXPECT_NEAR(problem.normal_length()[0], std::sqrt(2.0), 1e-15);
  EXPECT_NEAR(problem.approach()[0], -1.0 / std::sqrt(2.0), 1e-15);
  EXPECT_EQ(problem.kinetic_energy(), 0.5);
  EXPECT_EQ(problem.contacts()[1].name, "contact 2");
}

TEST(Problem, DelassusIsTheDenseFormula) {
  const auto problem = random_problem(3, {.coordinates = 7, .contacts = 3, .tangents = 2});
  const Eigen::MatrixXd expected = problem.contact_jacobian() * problem.mass_matrix().inverse() *
                                   problem.contact_jacobian().transpose();
  EXPECT_LE((problem.delassus() - expected).norm(), 1e-11 * expected.norm());
  EXPECT_EQ(problem.normal_row(1), 3);
}

TEST(Problem, BilateralRowsEqualEliminatedCoordinates) {
  // Two balls welded together are one ball of the sum of their masses.
  const auto welded = [](bool twice) {
    std::vector<Contact> contacts{{.normal = Eigen::RowVector3d(-1, 1, 0)}};
    std::vector<BilateralConstraint> weld{{.row = Eigen::RowVector3d(0, -1, 1)}};
    if (twice) weld.push_back({.row = Eigen::RowVector3d(0, 3, -3)});
    return ImpactProblem(Eigen::Vector3d(1, 1, 1).asDiagonal(), contacts, Eigen::Vector3d(1, 0, 0),
                         weld);
  };
  for (const bool twice : {false, true}) {
    const auto problem = welded(twice);
    EXPECT_EQ(problem.bilateral_independent(), !twice);
    const auto outcome = solve_once(problem, Propagative{});
    EXPECT_NEAR(outcome.velocity_plus[0], -1.0 / 3.0, 1e-14);
    EXPECT_NEAR(outcome.velocity_plus[1], 2.0 / 3.0, 1e-14);
    EXPECT_NEAR(outcome.velocity_plus[2], 2.0 / 3.0, 1e-14);
    EXPECT_NEAR(outcome.impulse[0].normal, 4.0 / 3.0, 1e-14);
    EXPECT_LE(outcome.residuals.momentum, 1e-14);
    // The weld carries what moves the third ball; redundant rows share it.
    const double weld =
        outcome.bilateral_impulse[0] - (twice ? 3 * outcome.bilateral_impulse[1] : 0);
    EXPECT_NEAR(weld, 2.0 / 3.0, 1e-14);
  }
}

TEST(Problem, AContactThatHingesHoldFastIsBlocked) {
  std::vector<Contact> contacts{{.normal = Eigen::RowVector2d(1, 0)},
                                {.normal = Eigen::RowVector2d(0, 1)}};
  std::vector<BilateralConstraint> hinge{{.row = Eigen::RowVector2d(2, 0)}};
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(0, -1), hinge);
  EXPECT_EQ(problem.normal_length()[0], 0.0);
  EXPECT_EQ(problem.gram()(0, 0), 0.0);
  for (const Law& law : {Law(Propagative{}), Law(Sequential{}), Law(Plastic{}), Law(Inert{})}) {
    const auto outcome = solve_once(problem, law);
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome.impulse[0].normal, 0.0);
    EXPECT_TRUE(outcome.velocity_plus.allFinite());
  }
}

TEST(Problem, SetVelocityKeepsTheFactors) {
  auto problem = cradle({1, 2, 1}, {1, 0, 0});
  problem.set_velocity(Eigen::Vector3d(0, 0, -1));
  const auto fresh = cradle({1, 2, 1}, {0, 0, -1});
  EXPECT_EQ(problem.approach(), fresh.approach());
  EXPECT_EQ(problem.momentum_norm(), fresh.momentum_norm());
  EXPECT_THROW(problem.set_velocity(Eigen::Vector2d(1, 2)), InvalidInput);
  EXPECT_THROW(problem.set_velocity(Eigen::Vector3d(1, NAN, 0)), InvalidInput);
  EXPECT_EQ(problem.velocity(), Eigen::Vector3d(0, 0, -1)) << "refused before it was stored";
}

TEST(Problem, WhitenAndBack) {
  const auto problem = random_problem(5, {.coordinates = 5});
  const Eigen::VectorXd y = problem.whiten(problem.velocity());
  EXPECT_NEAR(y.norm(), problem.momentum_norm(), 1e-12);
  EXPECT_LE((problem.unwhiten(y) - problem.velocity()).norm(), 1e-12);
  EXPECT_LE((y - problem.whitened_velocity()).norm(), 1e-13);
}

TEST(Problem, NoContactsIsAProblemInWhichNothingHappens) {
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), {}, Eigen::Vector2d(1, 2));
  for (const Law& law :
       {Law(Propagative{.restitution = 0.5}), Law(Sequential{}), Law(Plastic{}), Law(Inert{})}) {
    const auto outcome = solve_once(problem, law);
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome.velocity_plus, problem.velocity());
    EXPECT_EQ(outcome.energy.lost, 0.0);
  }
}

Eigen::MatrixXd bilateral_rows(const ImpactProblem& problem) {
  Eigen::MatrixXd rows(problem.bilateral_count(), problem.coordinate_count());
  for (int i = 0; i < problem.bilateral_count(); ++i)
    rows.row(i) = problem.bilateral()[static_cast<std::size_t>(i)].row;
  return rows;
}

void expect_same_parts(const ImpactProblem& a, const ImpactProblem& b) {
  EXPECT_EQ(a.mass_matrix(), b.mass_matrix());
  EXPECT_EQ(a.velocity(), b.velocity());
  EXPECT_EQ(a.contact_jacobian(), b.contact_jacobian());
  EXPECT_EQ(a.delassus(), b.delassus());
  EXPECT_EQ(a.velocity_per_impulse(), b.velocity_per_impulse());
  EXPECT_EQ(a.gram(), b.gram());
  EXPECT_EQ(a.normal_length(), b.normal_length());
  EXPECT_EQ(a.unit_normals(), b.unit_normals());
  EXPECT_EQ(a.unit_response(), b.unit_response());
  EXPECT_EQ(a.whitened_rows(), b.whitened_rows());
  EXPECT_EQ(a.approach(), b.approach());
  EXPECT_EQ(a.momentum(), b.momentum());
  EXPECT_EQ(a.whitened_velocity(), b.whitened_velocity());
  EXPECT_EQ(a.bilateral_per_impulse(), b.bilateral_per_impulse());
  for (std::size_t i = 0; i < a.contacts().size(); ++i) {
    EXPECT_EQ(a.contacts()[i].normal, b.contacts()[i].normal);
    EXPECT_EQ(a.contacts()[i].tangents, b.contacts()[i].tangents);
  }
}

TEST(Problem, UpdateIsANewProblem) {
  for (const RandomSettings& settings :
       {RandomSettings{.coordinates = 7, .contacts = 3, .tangents = 2},
        RandomSettings{.coordinates = 9, .contacts = 4, .tangents = 1, .bilateral = 3},
        RandomSettings{.coordinates = 4, .contacts = 6, .redundant = true},
        RandomSettings{.coordinates = 1, .contacts = 1}}) {
    auto problem = random_problem(1, settings);
    const auto other = random_problem(2, settings);
    problem.update(other.mass_matrix(), other.contact_jacobian(), other.velocity(),
                   bilateral_rows(other));
    expect_same_parts(problem, other);
    EXPECT_EQ(problem.name(), random_problem(1, settings).name()) << "names stay";
  }
}

TEST(Problem, UpdateTakesRowsFromItsOwnStorage) {
  const RandomSettings settings{.coordinates = 9, .contacts = 4, .tangents = 1, .bilateral = 3};
  auto problem = random_problem(1, settings);
  const auto other = random_problem(2, settings);
  auto storage = problem.row_storage();
  storage.rows = other.contact_jacobian();
  storage.bilateral_rows = bilateral_rows(other);
  EXPECT_EQ(storage.residual.size(), 3);
  problem.update(other.mass_matrix(), storage.rows, other.velocity(), storage.bilateral_rows);
  expect_same_parts(problem, other);
}

/// A base of three coordinates with branches of four each; the last branch touches nothing.
ImpactProblem tree(int branches, double asymmetry = 0.0) {
  const int n = 3 + 4 * branches;
  base::Random random(5);
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
  const auto row = [&](int branch, int depth) {
    Eigen::RowVectorXd r = Eigen::RowVectorXd::Zero(n);
    for (int k = 0; k < 3; ++k) r[k] = random.normal();
    for (int k = 0; k < depth; ++k) r[3 + 4 * branch + k] = random.normal();
    return r;
  };
  for (int k = 0; k < 6; ++k) {
    const Eigen::RowVectorXd r = row(0, 0);
    M += r.transpose() * r;
  }
  std::vector<Contact> contacts;
  for (int branch = 0; branch < branches; ++branch) {
    for (int body = 0; body < 12; ++body) {
      const Eigen::RowVectorXd r = row(branch, 1 + body % 4);
      M += r.transpose() * r;
    }
    if (branch + 1 == branches) break;
    Contact contact{.normal = row(branch, 4)};
    contact.tangents = row(branch, 4);
    contacts.push_back(contact);
  }
  M(1, 0) *= 1.0 + asymmetry;
  return ImpactProblem(M, contacts, Eigen::VectorXd::Ones(n));
}

// Branches keep their zeros (Featherstone 2005), and the numbers are those of the dense formula.
TEST(Problem, ABranchThatTouchesNothingStaysZero) {
  for (const double asymmetry : {0.0, 1e-13}) {
    const auto problem = tree(4, asymmetry);
    EXPECT_EQ(problem.mass_matrix(), problem.mass_matrix().transpose());
    const Eigen::MatrixXd response =
        problem.mass_matrix().inverse() * problem.contact_jacobian().transpose();
    const Eigen::MatrixXd expected = problem.contact_jacobian() * response;
    EXPECT_LE((problem.delassus() - expected).norm(), 1e-11 * expected.norm());
    EXPECT_LE((problem.velocity_per_impulse() - response).norm(), 1e-11 * response.norm());
    EXPECT_EQ(problem.whitened_rows().bottomRows(4), Eigen::MatrixXd::Zero(4, 6));
    EXPECT_EQ(problem.whitened_rows().block(3, 2, 4, 4), Eigen::MatrixXd::Zero(4, 4));
    EXPECT_GT(problem.velocity_per_impulse().bottomRows(4).norm(), 1e-3) << "it is moved, though";
    EXPECT_LE((problem.whitened_rows().transpose() * problem.whitened_velocity() -
               problem.contact_jacobian() * problem.velocity())
                  .norm(),
              1e-11);
    EXPECT_LE(
        (problem.whiten_row(problem.contacts()[1].normal) - problem.whitened_rows().col(2)).norm(),
        1e-13);
  }
}

// More than 256 coordinates take another way, to the same numbers.
TEST(Problem, ALargeOne) {
  const auto problem = tree(70);
  ASSERT_GT(problem.coordinate_count(), 256);
  const Eigen::MatrixXd response =
      problem.mass_matrix().llt().solve(problem.contact_jacobian().transpose());
  const Eigen::MatrixXd expected = problem.contact_jacobian() * response;
  EXPECT_LE((problem.delassus() - expected).norm(), 1e-10 * expected.norm());
  EXPECT_LE((problem.velocity_per_impulse() - response).norm(), 1e-10 * response.norm());
  EXPECT_TRUE(problem.delassus() == problem.delassus().transpose());
  auto updated = problem;
  updated.update(problem.mass_matrix(), problem.contact_jacobian(), problem.velocity());
  EXPECT_TRUE(updated.delassus() == problem.delassus());
}

// Redundant hinges: momentum balances, and among all answers theirs has the least norm, each row
// taken at unit length.
TEST(Problem, RedundantHingesAnswerWithTheLeastNorm) {
  const auto base = random_problem(4, {.coordinates = 8, .contacts = 3, .tangents = 1});
  Eigen::MatrixXd B(4, 8);
  base::Random random(6);
  for (double& x : B.reshaped()) x = random.normal();
  B.row(2) = 2.0 * B.row(0) - 0.3 * B.row(1);
  std::vector<BilateralConstraint> hinges;
  for (int i = 0; i < 4; ++i) hinges.push_back({.row = B.row(i)});
  const ImpactProblem problem(base.mass_matrix(), base.contacts(), Eigen::VectorXd::Zero(8),
                              hinges);
  EXPECT_FALSE(problem.bilateral_independent());
  EXPECT_LE((B * problem.velocity_per_impulse()).norm(), 1e-12);
  const Eigen::MatrixXd JT = problem.contact_jacobian().transpose();
  EXPECT_LE((problem.mass_matrix() * problem.velocity_per_impulse() - JT -
             B.transpose() * problem.bilateral_per_impulse())
                .norm(),
            1e-12);
  const Eigen::MatrixXd L = problem.mass_matrix().llt().matrixL();
  const Eigen::MatrixXd white = L.triangularView<Eigen::Lower>().solve(B.transpose());
  const Eigen::VectorXd inverse = white.colwise().norm().cwiseInverse();
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> scaled;
  scaled.setThreshold(1e-10);
  scaled.compute(white * inverse.asDiagonal());
  const Eigen::MatrixXd expected =
      -(inverse.asDiagonal() * scaled.solve(L.triangularView<Eigen::Lower>().solve(JT)));
  EXPECT_LE((problem.bilateral_per_impulse() - expected).norm(), 1e-11 * expected.norm());
}

// Two legs that mirror each other: eliminating them cancels the coupling of the two coordinates
// that carry them, exactly. Compared with the plain inverse.
TEST(Problem, CouplingsThatCancel) {
  Eigen::Matrix4d M;
  M << 2.0, 0.0, 0.4, 0.4, 0.0, 2.0, -0.3, 0.3, 0.4, -0.3, 0.5, 0.0, 0.4, 0.3, 0.0, 0.5;
  std::vector<Contact> contacts(2);
  contacts[0].normal = Eigen::RowVector4d(0.0, 1.0, -0.6, 0.0);
  contacts[1].normal = Eigen::RowVector4d(0.2, 1.0, 0.0, 0.6);
  const ImpactProblem problem(M, contacts, Eigen::Vector4d(0.0, -1.0, 0.0, 0.0));
  const Eigen::MatrixXd J = problem.contact_jacobian();
  EXPECT_LT((problem.delassus() - J * M.inverse() * J.transpose()).norm(), 1e-14);
  EXPECT_LT((problem.velocity_per_impulse() - M.inverse() * J.transpose()).norm(), 1e-14);
}

TEST(Problem, FrictionOfEveryContact) {
  ImpactProblem problem = random_problem(5, {.tangents = 2, .bilateral = 1});
  std::vector<Contact> contacts = problem.contacts();
  contacts[0].static_friction = 0.9;
  problem = ImpactProblem(problem.mass_matrix(), contacts, problem.velocity(), problem.bilateral(),
                          "rough");
  const ImpactProblem other = with_friction(problem, 0.25);
  for (const Contact& contact : other.contacts()) {
    EXPECT_EQ(contact.friction, 0.25);
    EXPECT_FALSE(contact.static_friction);
  }
  EXPECT_EQ(other.name(), "rough");
  EXPECT_EQ(other.delassus(), problem.delassus());
  EXPECT_EQ(other.velocity(), problem.velocity());
  EXPECT_EQ(other.bilateral_count(), 1);
  EXPECT_THROW(static_cast<void>(with_friction(problem, -0.1)), InvalidInput);
  EXPECT_THROW(static_cast<void>(with_friction(cradle({1, 1}, {1, 0}), 0.1)), InvalidInput);
}

TEST(Problem, RestitutionThatEveryContactHas) {
  const ImpactProblem none = cradle({1, 1, 1}, {1, 0, 0});
  const auto with = [&](std::optional<double> first, std::optional<double> second) {
    std::vector<Contact> contacts = none.contacts();
    contacts[0].restitution = first;
    contacts[1].restitution = second;
    return ImpactProblem(none.mass_matrix(), contacts, none.velocity());
  };
  EXPECT_FALSE(common_restitution(none));
  EXPECT_EQ(common_restitution(with(0.5, 0.5)), 0.5);
  EXPECT_FALSE(common_restitution(with(0.5, 0.25)));
  EXPECT_FALSE(common_restitution(with(0.5, std::nullopt)));
  EXPECT_FALSE(common_restitution(with(std::nullopt, 0.5)));
}

}  // namespace
}  // namespace carom::test
