// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The laws with friction keep what they declare: on random bodies with feet (planar and spatial),
// on random matrices, with hinges, redundant points, and at the awkward instants.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/invariants.h"
#include "carom/laws.h"
#include "support/friction_problems.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::ElementsAre;

std::vector<Law> friction_laws(double restitution) {
  return {Newton{.restitution = restitution}, Poisson{.restitution = restitution},
          Regular{.restitution = restitution}, SlipShare{.restitution = restitution},
          Compliant{.restitution = restitution}};
}

// A law may say that it has no answer, but never keep silent: what is resolved must hold.
void expect_invariants(const ImpactProblem& problem, const Law& law, int& answered) {
  const Outcome outcome = solve_once(problem, law);
  if (!outcome.ok()) {
    EXPECT_EQ(outcome.status, Outcome::Status::not_converged) << law.description().name;
    EXPECT_FALSE(outcome.message.empty());
    EXPECT_EQ(outcome.velocity_plus.size(), 0);
    EXPECT_GT(outcome.last_velocity.size(), 0) << law.description().name << ": " << outcome.message;
    return;
  }
  ++answered;
  EXPECT_THAT(check_law_invariants(problem, law, 1e-6), ElementsAre())
      << law.description().name << ", " << problem.name();
}

class FrictionInvariants : public testing::TestWithParam<FootSettings> {};

TEST_P(FrictionInvariants, HoldOnBodiesWithFeet) {
  for (const double e : {0.0, 0.5, 1.0}) {
    for (const Law& law : friction_laws(e)) {
      int answered = 0;
      constexpr int problems = 12;
      for (std::uint64_t seed = 1; seed <= problems; ++seed)
        expect_invariants(random_foot(seed, GetParam()), law, answered);
      EXPECT_GE(answered, problems - 1) << law.description().name << " at restitution " << e;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Feet, FrictionInvariants,
                         testing::Values(FootSettings{.planar = true, .points = 1},
                                         FootSettings{.planar = true, .points = 2},
                                         FootSettings{.planar = true, .points = 3},
                                         FootSettings{.points = 1}, FootSettings{.points = 2},
                                         FootSettings{.points = 4},
                                         FootSettings{.points = 8, .friction = 0.8}));

TEST(FrictionInvariants, HoldOnRandomMatrices) {
  for (const Law& law : friction_laws(0.5)) {
    int answered = 0, problems = 0;
    for (const RandomSettings& settings :
         {RandomSettings{.coordinates = 6, .contacts = 3, .tangents = 1},
          RandomSettings{.coordinates = 9, .contacts = 3, .tangents = 2},
          RandomSettings{.coordinates = 8, .contacts = 2, .tangents = 2, .bilateral = 2}}) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed, ++problems)
        expect_invariants(random_problem(seed, settings), law, answered);
    }
    EXPECT_GE(answered, problems * 8 / 10) << law.description().name;
  }
}

TEST(FrictionDegenerate, NothingApproaches) {
  for (const Law& law : friction_laws(0.5)) {
    for (const double vertical : {0.0, 1.0}) {
      const auto problem = block_on_floor(4, {0.3, 0.1, vertical, 0, 0, 2});
      const Outcome outcome = solve_once(problem, law);
      ASSERT_TRUE(outcome.ok()) << law.description().name;
      EXPECT_EQ(outcome.velocity_plus, problem.velocity()) << law.description().name;
    }
  }
}

TEST(FrictionDegenerate, SixtyFourPointsUnderOneFoot) {
  for (const Law& law : friction_laws(0.5)) {
    const auto problem = block_on_floor(64, {0.5, -0.2, -1, 0, 0, 0});
    const Outcome outcome = solve_once(problem, law);
    ASSERT_TRUE(outcome.ok()) << law.description().name << ": " << outcome.message;
    EXPECT_LE(outcome.residuals.penetration_rate, 1e-6);
    EXPECT_LE(outcome.energy.after, outcome.energy.before);
  }
}

TEST(FrictionDegenerate, ContactsGivenTwice) {
  for (const Law& law : friction_laws(0.5)) {
    auto once = block_on_floor(4, {0.5, -0.2, -1, 0, 0, 0});
    std::vector<Contact> contacts = once.contacts();
    for (const Contact& contact : once.contacts()) {
      contacts.push_back(contact);
      contacts.back().name += " again";
    }
    const ImpactProblem twice(once.mass_matrix(), contacts, once.velocity());
    const Outcome outcome = solve_once(twice, law);
    ASSERT_TRUE(outcome.ok()) << law.description().name << ": " << outcome.message;
    EXPECT_LE((outcome.velocity_plus - solve_once(once, law).velocity_plus).norm(), 1e-6)
        << law.description().name;
  }
}

}  // namespace
}  // namespace carom::test
