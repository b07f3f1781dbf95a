// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Propagative law. Expected numbers: S3 with the corrections of docs/laws/propagative.md.
#include "carom/laws/propagative.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/laws/plastic.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using std::numbers::pi;

TEST(Propagative, ThreeBalls) {  // S3 Ex. 1, eq. 15: the velocities are reversed
  const auto outcome = solve_once(cradle({1, 1, 1}, {1, 0, 0}), Propagative{});
  EXPECT_LE((outcome.velocity_plus - Eigen::Vector3d(0, 0, 1)).norm(), 1e-15);
  EXPECT_THAT(outcome.sequence, testing::ElementsAre(0, 1));
  EXPECT_NEAR(outcome.impulse[0].normal, 1.0, 1e-15);
  EXPECT_EQ(outcome.energy.lost, 0.0);
  EXPECT_EQ(outcome.energy.contacts[0].normal_work, 0.0);
  EXPECT_EQ(outcome.restitution, 1.0);
}

TEST(Propagative, LedgerGivesEachContactItsShareOfThePlasticLoss) {
  const auto problem = random_problem(11, {.coordinates = 5, .contacts = 3});
  const auto plastic = solve_once(problem, Plastic{});
  const double R = 0.4;
  const auto outcome = solve_once(problem, Propagative{.restitution = R});
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(outcome.energy.contacts[i].normal_work,
                (1 - R * R) * plastic.energy.contacts[i].normal_work, 1e-12);
  EXPECT_LE(outcome.residuals.energy, 1e-13);
}

void expect_plastic(const ImpactProblem& problem) {
  const auto outcome = solve_once(problem, Propagative{.restitution = 0.0});
  const auto plastic = solve_once(problem, Plastic{});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(outcome.velocity_plus, plastic.velocity_plus);  // the same bits
  EXPECT_TRUE(outcome.sequence.empty());
  for (std::size_t i = 0; i < outcome.impulse.size(); ++i) {
    EXPECT_EQ(outcome.impulse[i].normal, plastic.impulse[i].normal);
    EXPECT_EQ(outcome.energy.contacts[i].normal_work, plastic.energy.contacts[i].normal_work);
  }
}

TEST(Propagative, RestitutionZeroIsPlastic) {
  for (std::uint64_t seed = 1; seed < 50; ++seed)
    expect_plastic(random_problem(seed, {.coordinates = 6, .contacts = 4}));
}

// A mass ratio of 2e14: the elastic sequence does not end in a million reflections, and is not
// asked.
TEST(Propagative, RestitutionZeroRunsNoSequence) {
  Eigen::Matrix3d M;
  M << 43882204.433014385, -1.3502841872259501, 251564.8239959854,        //
      -1.3502841872259501, 1.7586083172802062e-07, -0.05245764829300182,  //
      251564.8239959854, -0.05245764829300182, 56454.61607885797;
  const std::vector<Contact> contacts{
      {.normal = Eigen::RowVector3d(-2.4426214107916655, -0.24855318131154686, 1.3049490128846999)},
      {.normal = Eigen::RowVector3d(1.763042786828603, 1.5234616329245094, -1.9215893646475766)},
      {.normal = Eigen::RowVector3d(-0.0745398831176696, -1.006055282414616, 0.17743480711127418)}};
  const ImpactProblem problem(
      M, contacts, Eigen::Vector3d(-1.934638021832958, 0.6083214567633896, 0.1719422417385381));
  expect_plastic(problem);
  EXPECT_FALSE(solve_once(problem, Propagative{}).ok()) << "the sequence ends: no test of this";
}

TEST(Propagative, TakesTheContactsCommonRestitution) {
  std::vector<Contact> contacts{{.normal = Eigen::RowVector2d(-1, 1), .restitution = 0.5}};
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(1, 0));
  EXPECT_EQ(solve_once(problem, Propagative{}).restitution, 0.5);
  EXPECT_EQ(solve_once(problem, Propagative{.restitution = 0.2}).restitution, 0.2);
  EXPECT_NEAR(solve_once(problem, Propagative{}).velocity_plus[0], 0.25, 1e-15);
}

// ERRATA: worst case over velocities and first contacts is exactly ⌈π/2γ⌉, best first contact
// ⌈π/2γ − ½⌉ (S3 Theorem 1 prints ⌈π/γ⌉).
TEST(Propagative, StepsOfAPair) {
  for (double w = -0.995; w < 0.999; w += 0.0173) {
    const double gamma = 0.5 * std::acos(-w);
    const auto bound = static_cast<std::size_t>(std::ceil(pi / (2 * gamma) - 1e-9));
    const auto best = static_cast<std::size_t>(std::ceil(pi / (2 * gamma) - 0.5 - 1e-9));
    std::size_t most = 0;
    for (int k = 0; k < 720; ++k) {
      const double angle = 2 * pi * (k + 0.5) / 720;
      const auto problem = pair(w, {std::cos(angle), std::sin(angle)});
      const auto first = solve_once(problem, Propagative{.policy = Policy::first}).sequence.size();
      const auto last = solve_once(problem, Propagative{.policy = Policy::last}).sequence.size();
      const auto wise = solve_once(problem, Propagative{}).sequence.size();
      most = std::max({most, first, last});
      EXPECT_LE(std::max(first, last), bound) << w << " " << angle;
      EXPECT_LE(std::min(first, last), best) << w << " " << angle;
      EXPECT_EQ(wise, std::min(first, last)) << "most violated first is the best first contact";
    }
    EXPECT_EQ(most, bound) << "attained at " << w;
  }
}

TEST(Propagative, NoFeasibleVelocityHasAGordanCertificate) {
  // A ball squeezed between two walls that close in: u = −v.
  const auto squeeze = [](const Eigen::RowVectorXd& u, const Eigen::RowVectorXd& v) {
    return ImpactProblem(Eigen::Matrix2d::Identity(), {{.normal = u}, {.normal = v}},
                         Eigen::Vector2d(1, 0));
  };
  const auto problem = squeeze(Eigen::RowVector2d(1, 0), Eigen::RowVector2d(-3, 0));
  const auto outcome = solve_once(problem, Propagative{});
  EXPECT_EQ(outcome.status, Outcome::Status::no_feasible_velocity);
  EXPECT_THAT(outcome.message,
              testing::HasSubstr("no velocity separates every contact: the normals "
                                 "of contact 1, contact 2 cancel each other"));
  EXPECT_EQ(outcome.velocity_plus.size(), 0);
  EXPECT_TRUE(outcome.sequence.empty());
  ASSERT_EQ(outcome.gordan_weights.size(), 2);
  EXPECT_GE(outcome.gordan_weights.minCoeff(), 0.0);
  EXPECT_LE((problem.unit_normals() * outcome.gordan_weights).norm(), 1e-9);
}

TEST(Propagative, TriangularHole) {  // three normals that cancel, no two opposite
  std::vector<Contact> contacts;
  for (int k = 0; k < 3; ++k) {
    const double angle = 2 * pi * k / 3;
    contacts.push_back({.normal = Eigen::RowVector2d(std::cos(angle), std::sin(angle))});
  }
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(0.3, -1));
  const auto outcome = solve_once(problem, Propagative{});
  EXPECT_EQ(outcome.status, Outcome::Status::no_feasible_velocity);
  EXPECT_NEAR(outcome.gordan_weights[0], 1.0 / 3, 1e-9);
}

TEST(Propagative, OppositeWallsThatNothingApproachesAreNoObstacle) {
  std::vector<Contact> contacts{{.normal = Eigen::RowVector2d(1, 0)},
                                {.normal = Eigen::RowVector2d(-1, 0)},
                                {.normal = Eigen::RowVector2d(0, 1)}};
  const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(0, -1));
  const auto outcome = solve_once(problem, Propagative{});
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector2d(0, 1));
}

TEST(Propagative, ALongSequenceBesideABlockedContactStillEnds) {
  // A wedge of 2γ = 1e-3 takes up to 3142 reflections; the third contact is held fast by a hinge.
  const double half = 0.5 * std::acos(-std::cos(1e-3));
  std::vector<Contact> contacts{{.normal = Eigen::RowVector3d(std::sin(half), std::cos(half), 0)},
                                {.normal = Eigen::RowVector3d(-std::sin(half), std::cos(half), 0)},
                                {.normal = Eigen::RowVector3d(0, 0, 1)}};
  const ImpactProblem problem(Eigen::Matrix3d::Identity(), contacts, Eigen::Vector3d(0.2, -1, 0),
                              {{.row = Eigen::RowVector3d(0, 0, 1)}});
  const auto outcome = solve_once(problem, Propagative{});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_GT(outcome.sequence.size(), 2900u);
  EXPECT_NEAR(outcome.energy.after / outcome.energy.before, 1.0, 1e-11);
}

TEST(Propagative, LeastViolatedTakesMoreSteps) {
  std::size_t most = 0, least = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 8, .contacts = 8});
    most += solve_once(problem, Propagative{}).sequence.size();
    least += solve_once(problem, Propagative{.policy = Policy::least_violated}).sequence.size();
  }
  EXPECT_LT(most, least);
}

TEST(Propagative, RandomPolicyFollowsItsSeed) {
  const auto problem = random_problem(4, {.coordinates = 10, .contacts = 8});
  const auto sequence = [&](std::uint64_t seed) {
    return solve_once(problem, Propagative{.policy = Policy::random, .seed = seed}).sequence;
  };
  EXPECT_EQ(sequence(1), sequence(1));
  bool differs = false;
  for (std::uint64_t seed = 2; seed < 20; ++seed) differs |= sequence(seed) != sequence(1);
  EXPECT_TRUE(differs);
}

}  // namespace
}  // namespace carom::test
