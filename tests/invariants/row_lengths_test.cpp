// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The rows of a contact times any factor: the same velocities, and impulses divided by it. For the
// laws that do not compare speeds of different contacts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/laws.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::vector<Law> laws_without_unit(double e) {
  return {Newton{.restitution = e},      Poisson{.restitution = e},   Inert{}, Plastic{},
          Propagative{.restitution = e}, Sequential{.restitution = e}};
}

/// Normal and tangents of contact i times factor[i].
ImpactProblem with_factors(const ImpactProblem& problem, const std::vector<double>& factor) {
  auto contacts = problem.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    contacts[i].normal *= factor[i];
    contacts[i].tangents *= factor[i];
  }
  return {problem.mass_matrix(), contacts, problem.velocity(), problem.bilateral()};
}

/// Little friction: the rigid equations have one solution. With more they may have several, and
/// which one is found depends on the stiffness along the rows as given (20 of 3600 at 0.5).
ImpactProblem with_little_friction(const ImpactProblem& problem) {
  auto contacts = problem.contacts();
  for (auto& contact : contacts) contact.friction = contact.tangents.rows() > 0 ? 0.1 : 0.0;
  return {problem.mass_matrix(), contacts, problem.velocity(), problem.bilateral()};
}

void expect_same(const ImpactProblem& problem, const std::vector<double>& factor, const Law& law,
                 std::uint64_t seed) {
  SCOPED_TRACE(law.description().name + ", seed " + std::to_string(seed));
  const auto given = solve_once(problem, law);
  const auto scaled = solve_once(with_factors(problem, factor), law);
  ASSERT_EQ(scaled.status, given.status) << scaled.message;
  if (!given.ok()) return;
  EXPECT_LE(problem.whiten(scaled.velocity_plus - given.velocity_plus).norm(),
            1e-8 * problem.momentum_norm());
  EXPECT_EQ(scaled.uniqueness.impulses_unique, given.uniqueness.impulses_unique);
  if (!given.uniqueness.impulses_unique) return;  // shared by stiffness, which has a unit
  for (std::size_t i = 0; i < factor.size(); ++i) {
    const double length = problem.normal_length()[Eigen::Index(i)];
    EXPECT_NEAR(scaled.impulse[i].normal * factor[i] * length, given.impulse[i].normal * length,
                1e-7 * problem.momentum_norm());
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_NEAR(scaled.impulse[i].tangential[k] * factor[i] * length,
                  given.impulse[i].tangential[k] * length, 1e-7 * problem.momentum_norm());
  }
}

TEST(RowLengths, DoNotMatter) {
  for (const RandomSettings& settings :
       {RandomSettings{.coordinates = 6, .contacts = 3},
        RandomSettings{.coordinates = 5, .contacts = 4, .redundant = true},
        RandomSettings{.coordinates = 6, .contacts = 3, .tangents = 1},
        RandomSettings{.coordinates = 9, .contacts = 3, .tangents = 2},
        RandomSettings{.coordinates = 8, .contacts = 2, .tangents = 2, .bilateral = 2}}) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const auto problem = with_little_friction(random_problem(seed, settings));
      base::Random random(seed);
      std::vector<double> factor;
      for (int i = 0; i < settings.contacts; ++i)
        factor.push_back(std::pow(10.0, random.uniform(-9.0, 9.0)));
      for (const double e : {0.0, 0.5})
        for (const Law& law : laws_without_unit(e)) {
          const bool shared = settings.redundant && law.description().name == "poisson";
          if (shared && e > 0.0) continue;  // its expansion repeats shares that have a unit
          expect_same(problem, factor, law, seed);
        }
    }
  }
}

// Three balls, one normal a million times longer or shorter: by hand, newton with e = 1/2 gives
// (0, 1/2, 1/2): c = (1/2, 0), p = (1, 1/2).
TEST(RowLengths, ThreeBallsWithOneLongNormal) {
  const auto cradle_problem = cradle({1, 1, 1}, {1, 0, 0});
  for (const double factor : {1e6, 1e-6, 1e9, 1e-9}) {
    const auto problem = with_factors(cradle_problem, {1.0, factor});
    const auto newton = solve_once(problem, Newton{.restitution = 0.5});
    ASSERT_TRUE(newton.ok()) << newton.message;
    EXPECT_LE((newton.velocity_plus - Eigen::Vector3d(0, 0.5, 0.5)).norm(), 1e-13) << factor;
    EXPECT_NEAR(newton.impulse[0].normal, 1.0, 1e-13);
    EXPECT_NEAR(newton.impulse[1].normal * factor, 0.5, 1e-13);
    for (const double e : {0.0, 0.5, 1.0})
      for (const Law& law : laws_without_unit(e)) {
        const auto given = solve_once(cradle_problem, law), scaled = solve_once(problem, law);
        ASSERT_TRUE(scaled.ok()) << law.description().name << scaled.message;
        EXPECT_LE((scaled.velocity_plus - given.velocity_plus).norm(), 1e-12)
            << law.description().name << " " << factor;
      }
  }
}

TEST(RowLengths, NormalAndTangentInDifferentUnitsIsNoted) {
  Contact floor{.name = "floor", .normal = Eigen::RowVector2d(0, 1)};
  floor.tangents = Eigen::RowVector2d(1, 0);
  floor.friction = 0.3;
  const auto notes = [&](double factor, const Law& law) {
    Contact contact = floor;
    contact.normal *= factor;
    return solve_once({Eigen::Matrix2d::Identity(), {contact}, Eigen::Vector2d(1, -1)}, law).notes;
  };
  const auto warns = Contains(HasSubstr("contact 'floor': its normal is"));
  EXPECT_THAT(notes(1e8, Newton{.restitution = 0.5}),
              Contains(HasSubstr("its normal is 1e+08 times as long as a tangent")));
  EXPECT_THAT(notes(1e-8, Poisson{.restitution = 0.5}), warns);
  EXPECT_THAT(notes(1e3, Newton{.restitution = 0.5}), testing::Not(warns));
  EXPECT_THAT(notes(1e8, Plastic{}), testing::Not(warns)) << "uses no friction";
}

TEST(RowLengths, BalancedRowsAreWithinAFactorOf64) {
  const auto problem = with_factors(
      random_problem(1, {.coordinates = 6, .contacts = 3, .tangents = 1}), {1e-9, 1.0, 3e7});
  for (int i = 0; i < 3; ++i) {
    const auto& columns = problem.balanced_rows();
    const double length = columns.middleCols(problem.normal_row(i), 2).colwise().norm().maxCoeff();
    const double longest = columns.colwise().norm().maxCoeff();
    EXPECT_GE(length * 64.0, longest * (1 - 1e-12)) << i;
    const double factor = problem.row_factor()[i];
    EXPECT_EQ(std::exp2(std::round(std::log2(factor))), factor) << "a power of two";
    EXPECT_EQ(columns.col(problem.normal_row(i)),
              factor * problem.whitened_rows().col(problem.normal_row(i)));
  }
  const auto ordinary = random_problem(1, {.coordinates = 6, .contacts = 3, .tangents = 1});
  EXPECT_EQ(ordinary.row_factor(), Eigen::Vector3d::Ones());
  EXPECT_EQ(&ordinary.balanced_rows(), &ordinary.whitened_rows());
}

}  // namespace
}  // namespace carom::test
