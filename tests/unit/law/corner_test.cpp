// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Corner law: where it applies, how it says that it does not, and what must hold anywhere. S1's own
// numbers: tests/published/corner_test.cpp.
#include "carom/laws/corner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/error.h"
#include "carom/invariants.h"
#include "support/faults.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::HasSubstr;

// A disk of unit mass in a corner of any inclination; tangents are the normals turned clockwise.
ImpactProblem wedge(double opening, double mu, const Eigen::Vector3d& velocity, double flip = 1.0) {
  const double R = 0.5;
  std::vector<Contact> contacts;
  for (const double angle : {0.0, opening}) {
    const Eigen::Vector2d n(-std::sin(angle), std::cos(angle));
    contacts.push_back({.normal = Eigen::RowVector3d(n[0], n[1], 0),
                        .tangents = flip * Eigen::RowVector3d(n[1], -n[0], R),
                        .friction = mu,
                        .restitution = 0.5});
  }
  return {Eigen::Vector3d(1, 1, 0.125).asDiagonal(), contacts, velocity};
}

std::string corner_refusal(const ImpactProblem& problem, const Law& law) {
  return refusal_of([&] { (void)solve_once(problem, law); });
}

TEST(Corner, AppliesToTwoPlanarPointsOfOneBodyOnly) {
  EXPECT_THAT(corner_refusal(cradle({1, 1, 1, 1}, {1, 0, 0, 0}), Corner{0.5}),
              HasSubstr("law 'corner': contacts = 3; expected exactly 2"));
  EXPECT_THAT(corner_refusal(cradle({1, 1, 1}, {1, 0, 0}), Corner{0.5}),
              HasSubstr("contact 'contact 1': tangents = 0 rows; expected 1"));
  const RandomSettings free{.coordinates = 6, .contacts = 2, .tangents = 1};
  EXPECT_THAT(corner_refusal(random_problem(1, free), Corner{0.5}), HasSubstr("expected rank 3"));
}

TEST(Corner, NeedsOneCoefficient) {
  auto contacts = wedge(1.5, 0.2, {1, -1, 0}).contacts();
  contacts[1].restitution = 0.7;
  const ImpactProblem differs(Eigen::Matrix3d::Identity(), contacts, Eigen::Vector3d(1, -1, 0));
  EXPECT_THAT(corner_refusal(differs, Corner{}), HasSubstr("expected one value"));
  EXPECT_THROW(Law(Corner{1.5}), InvalidInput);
}

TEST(Corner, ModesByName) {
  EXPECT_EQ(corner_mode_from_string("literal"), CornerMode::literal);
  EXPECT_EQ(to_string(corner_mode_from_string("published_table")), "published_table");
  const std::string said = test::refusal_of([&] { (void)corner_mode_from_string("stick_test"); });
  EXPECT_THAT(said, HasSubstr("did you mean 'stick_tested'?"));
}

TEST(Corner, NothingApproachesNothingHappens) {
  const auto outcome = solve_once(wedge(1.5, 0.2, {-1, 1, 3}), Corner{});
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector3d(-1, 1, 3));
  EXPECT_EQ(outcome.impulse[0].normal, 0.0);
}

TEST(Corner, InvariantsOverInclinationsAndModes) {
  int resolved = 0;
  for (const CornerMode mode :
       {CornerMode::published_table, CornerMode::literal, CornerMode::stick_tested})
    for (const double opening : {0.9, 1.2, 1.5, 1.8, 2.2})
      for (const double spin : {-6.0, 0.0, 3.0}) {
        const auto problem = wedge(opening, 0.3, {2, -1.5, spin});
        const Law law = Corner{0.4, mode};
        EXPECT_THAT(check_law_invariants(problem, law), testing::ElementsAre())
            << to_string(mode) << " " << opening << " " << spin;
        resolved += solve_once(problem, law).ok() ? 1 : 0;
      }
  EXPECT_GE(resolved, 30);
}

TEST(Corner, TangentSignsDoNotMatter) {
  const auto one = solve_once(wedge(1.4, 0.3, {2, -1, 1}), Corner{});
  const auto other = solve_once(wedge(1.4, 0.3, {2, -1, 1}, -1.0), Corner{});
  ASSERT_TRUE(one.ok());
  EXPECT_LE((one.velocity_plus - other.velocity_plus).norm(), 1e-12);
}

// Without an end the law must say so: here S1's normal work does not fall at first.
TEST(Corner, NoAnswerHasAReason) {
  int unresolved = 0;
  for (double spin = -40; spin <= 40; spin += 2.5)
    for (const double opening : {0.5, 2.6, 2.9}) {
      const auto outcome = solve_once(wedge(opening, 0.8, {0.3, -0.5, spin}), Corner{});
      if (outcome.ok()) continue;
      ++unresolved;
      EXPECT_EQ(outcome.status, Outcome::Status::not_converged);
      EXPECT_THAT(outcome.message, HasSubstr("corner: "));
      EXPECT_EQ(outcome.last_velocity.size(), 3);
    }
  EXPECT_GT(unresolved, 0);
}

}  // namespace
}  // namespace carom::test
