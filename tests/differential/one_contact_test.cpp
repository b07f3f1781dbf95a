// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One contact: laws whose coefficients mean the same must agree, and without friction all of them.
// Energetic (Stronge) with friction: regular, slip_share and compliant all reduce to
// Darboux-Keller-Stronge.
#include <gtest/gtest.h>

#include "carom/laws.h"
#include "support/friction_problems.h"
#include "support/problems.h"

namespace carom::test {
namespace {

void expect_same(const ImpactProblem& problem, const Law& one, const Law& other, double tolerance) {
  const Outcome a = solve_once(problem, one), b = solve_once(problem, other);
  const std::string names =
      one.description().name + " and " + other.description().name + ", " + problem.name();
  ASSERT_TRUE(a.ok()) << names << ": " << a.message;
  ASSERT_TRUE(b.ok()) << names << ": " << b.message;
  EXPECT_LE(problem.whiten(a.velocity_plus - b.velocity_plus).norm(),
            tolerance * problem.momentum_norm())
      << names << "\n"
      << show(a.velocity_plus) << "\n"
      << show(b.velocity_plus);
}

TEST(OneContact, WithoutFrictionEveryMeaningIsTheSame) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 5, .contacts = 1});
    for (const double e : {0.0, 0.3, 1.0}) {
      const Law reference = Sequential{.restitution = e};
      for (const Law& law : {Law(Newton{.restitution = e}), Law(Poisson{.restitution = e}),
                             Law(Regular{.restitution = e}), Law(SlipShare{.restitution = e}),
                             Law(Compliant{.restitution = e})})
        expect_same(problem, reference, law, 1e-8);
    }
  }
}

TEST(OneContact, EnergeticLawsAgreeInThePlane) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    for (const double mu : {0.1, 0.5}) {
      const auto problem = random_foot(seed, {.planar = true, .points = 1, .friction = mu});
      for (const double e : {0.0, 0.5, 1.0}) {
        expect_same(problem, Regular{.restitution = e}, SlipShare{.restitution = e}, 1e-6);
        expect_same(problem, Regular{.restitution = e}, Compliant{.restitution = e}, 1e-6);
        expect_same(problem, Regular{.restitution = e},
                    Compliant{.restitution = e, .exponent = 1.5}, 1e-6);
      }
    }
  }
}

TEST(OneContact, EnergeticLawsAgreeInSpace) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto problem = random_foot(seed, {.points = 1, .friction = 0.3});
    expect_same(problem, Regular{.restitution = 0.5}, SlipShare{.restitution = 0.5}, 1e-6);
    expect_same(problem, Regular{.restitution = 0.5}, Compliant{.restitution = 0.5}, 1e-6);
  }
}

TEST(OneContact, WithoutBounceKinematicAndKineticAgree) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    for (const bool planar : {true, false})
      expect_same(random_foot(seed, {.planar = planar, .points = 1}), Newton{.restitution = 0.0},
                  Poisson{.restitution = 0.0}, 1e-8);
}

}  // namespace
}  // namespace carom::test
