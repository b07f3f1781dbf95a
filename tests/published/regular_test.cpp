// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The regular law with energy stored per contact against reproduce/data/regular.h, by its three
// ways of integration: events, compliant layer, increments.
#include "carom/laws/regular.h"

#include <gtest/gtest.h>

#include "reproduce/data/regular.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

ImpactProblem problem_of(const RegularCase& impact) {
  const auto n = static_cast<Eigen::Index>(impact.velocity.size());
  std::vector<Contact> contacts;
  for (const auto& point : impact.points) {
    const Eigen::MatrixXd rows =
        Eigen::Map<const Eigen::MatrixXd>(point.rows.data(), n,
                                          static_cast<Eigen::Index>(point.rows.size()) / n)
            .transpose();
    Contact contact{.normal = rows.row(0), .friction = point.friction};
    contact.tangents = rows.bottomRows(rows.rows() - 1);
    contact.restitution = point.restitution;
    contact.stiffness = point.stiffness;
    contacts.push_back(contact);
  }
  return {Eigen::Map<const Eigen::MatrixXd>(impact.mass_matrix.data(), n, n), contacts,
          Eigen::Map<const Eigen::VectorXd>(impact.velocity.data(), n)};
}

// Velocities in the kinetic metric relative to the momentum; works relative to the energy.
void expect_cases(const Regular& law, double velocity_accuracy, double work_accuracy) {
  for (const auto& impact : regular_cases) {
    SCOPED_TRACE(impact.name);
    const ImpactProblem problem = problem_of(impact);
    const Outcome outcome = solve_once(problem, law);
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    EXPECT_TRUE(outcome.notes.empty());
    const Eigen::VectorXd difference =
        outcome.velocity_plus - Eigen::Map<const Eigen::VectorXd>(impact.velocity_plus.data(),
                                                                  outcome.velocity_plus.size());
    EXPECT_LE(problem.whiten(difference).norm(), velocity_accuracy * problem.momentum_norm())
        << show(outcome.velocity_plus);
    for (std::size_t j = 0; j < impact.points.size(); ++j)
      EXPECT_NEAR(outcome.energy.contacts[j].normal_work, impact.normal_work[j],
                  work_accuracy * problem.kinetic_energy())
          << j;
  }
}

TEST(RegularCases, ByEvents) {
  expect_cases({.method = Regular::Method::events}, 1e-7, 1e-6);
  expect_cases({.tolerance = 1e-11, .method = Regular::Method::events}, 1e-8, 1e-6);
}

TEST(RegularCases, ByTheLayer) {
  expect_cases({.tolerance = 1e-9, .method = Regular::Method::layer}, 1e-7, 1e-6);
}

TEST(RegularCases, ByIncrements) {
  expect_cases({.method = Regular::Method::increments}, 1e-6, 1e-5);
}

}  // namespace
}  // namespace carom::test
