// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What must hold for every law, on seeded random problems: planar and spatial rows, hinges,
// redundant contacts. And that the check itself can fail, on laws that are wrong on purpose.
#include "carom/laws.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/invariants.h"
#include "carom/tolerance.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<Law> laws() {
  std::vector<Law> laws{Plastic{}, Inert{}};
  for (const Policy policy : all_policies()) {
    laws.emplace_back(Propagative{.policy = policy, .seed = 3});
    laws.emplace_back(Propagative{.restitution = 0.6, .policy = policy, .seed = 3});
    laws.emplace_back(Sequential{.restitution = 0.8, .policy = policy, .seed = 3});
  }
  laws.emplace_back(Propagative{.restitution = 0.0});
  laws.emplace_back(Sequential{.restitution = 0.0});
  return laws;
}

class Invariants : public testing::TestWithParam<RandomSettings> {};

TEST_P(Invariants, HoldForEveryLaw) {
  for (const Law& law : laws()) {
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
      const auto problem = random_problem(seed, GetParam());
      EXPECT_THAT(check_law_invariants(problem, law), ElementsAre())
          << law.description().name << ", " << problem.name();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Random, Invariants,
    testing::Values(RandomSettings{.coordinates = 2, .contacts = 1},
                    RandomSettings{.coordinates = 3, .contacts = 2},
                    RandomSettings{.coordinates = 6, .contacts = 4, .tangents = 1},
                    RandomSettings{.coordinates = 9, .contacts = 5, .tangents = 2},
                    RandomSettings{.coordinates = 8, .contacts = 3, .bilateral = 2},
                    RandomSettings{.coordinates = 4, .contacts = 6, .redundant = true},
                    RandomSettings{.coordinates = 12, .contacts = 12}));

// S3: for any number of contacts and any policy the sequence ends, keeps the energy to 1e-12 and
// leaves no contact approaching (ERRATA: proved when a strictly feasible direction exists).
TEST(Propagation, EndsForEveryPolicyAndSize) {
  for (int n = 2; n <= 12; ++n) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto problem = random_problem(100 * n + seed, {.coordinates = n + 2, .contacts = n});
      for (const Policy policy : all_policies()) {
        const auto outcome = solve_once(problem, Propagative{.policy = policy, .seed = seed});
        ASSERT_TRUE(outcome.ok()) << outcome.message;
        EXPECT_NEAR(outcome.energy.after / outcome.energy.before, 1.0, 1e-12);
        EXPECT_LE(outcome.residuals.momentum, 1e-12);
        for (int i = 0; i < n; ++i) {
          const double rate = problem.contacts()[std::size_t(i)].normal.dot(outcome.velocity_plus);
          EXPECT_GE(rate,
                    -2.0 * zero_tolerance * problem.momentum_norm() * problem.normal_length()[i]);
          EXPECT_GE(outcome.impulse[std::size_t(i)].normal, 0.0);
        }
      }
    }
  }
}

TEST(Propagation, LossIsTheStatedShareOfThePlasticLoss) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 6, .contacts = 4});
    const double plastic = solve_once(problem, Plastic{}).energy.lost;
    for (const double R : {0.0, 0.1, 0.5, 0.9, 1.0}) {
      const auto outcome = solve_once(problem, Propagative{.restitution = R});
      EXPECT_NEAR(outcome.energy.lost, (1 - R * R) * plastic, 1e-11 * outcome.energy.before);
    }
  }
}

// Sixty-four points under one foot: rank 3, velocities as with three of them, impulses
// undetermined.
TEST(Redundant, SixtyFourPointsUnderOneFoot) {
  const Eigen::VectorXd v = (Eigen::VectorXd(6) << 0.1, 0, -1, 0.4, -0.2, 0).finished();
  for (const int points : {4, 8, 64}) {
    const auto problem = flat_foot(points, v);
    const auto plastic = solve_once(problem, Plastic{});
    ASSERT_TRUE(plastic.ok());
    EXPECT_LE(plastic.residuals.penetration_rate, 1e-12);
    EXPECT_LE(plastic.residuals.momentum, 1e-12);
    EXPECT_FALSE(plastic.uniqueness.impulses_unique);
    const auto inert = solve_once(problem, Inert{});
    EXPECT_FALSE(inert.uniqueness.impulses_unique);
    EXPECT_NEAR((problem.contact_jacobian() * inert.velocity_plus).norm(), 0.0, 1e-10);
    for (const Law& law : {Law(Propagative{}), Law(Propagative{.restitution = 0.3}),
                           Law(Sequential{.restitution = 0.5}), Law(Plastic{})})
      EXPECT_THAT(check_law_invariants(problem, law, 1e-8), ElementsAre())
          << law.description().name << " " << points;
  }
}

TEST(Degenerate, ZeroApproachAndExactTouching) {
  for (const Law& law : laws()) {
    const auto resting = cradle({1, 2, 1}, {0, 0, 0});
    const auto outcome = solve_once(resting, law);
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome.velocity_plus, Eigen::Vector3d(0, 0, 0));
    EXPECT_THAT(check_law_invariants(resting, law), ElementsAre());
    if (law.description().pulls) continue;
    const auto together = solve_once(cradle({1, 2, 1}, {1, 1, 1}), law);
    EXPECT_EQ(together.velocity_plus, Eigen::Vector3d(1, 1, 1)) << "touching, but not approaching";
    const auto grazing = solve_once(cradle({1, 2, 1}, {1 + 1e-13, 1, 1}), law);
    EXPECT_TRUE(grazing.sequence.empty());
  }
}

TEST(Degenerate, ParallelNormals) {
  for (const Law& law : laws()) {
    std::vector<Contact> contacts{{.normal = Eigen::RowVector2d(0, 1)},
                                  {.normal = Eigen::RowVector2d(0, 3)},
                                  {.normal = Eigen::RowVector2d(1, 0)}};
    const ImpactProblem problem(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(-1, -2));
    EXPECT_THAT(check_law_invariants(problem, law), ElementsAre()) << law.description().name;
  }
}

// Normals 1e-4 from opposite, one gap in millimetres and one in kilometres: no row is small enough
// to be taken for redundant, and impulses 1e4 times the momentum cancel to rounding.
TEST(Degenerate, NearlyOppositeNormalsInOtherUnits) {
  const Eigen::RowVector3d normal(0.6, -0.8, 0), aside(0, 0, 1e-4);
  const auto squeeze = [&](double one, double other) {
    const std::vector<Contact> contacts{{.normal = one * normal},
                                        {.normal = other * (aside - normal)}};
    return ImpactProblem(Eigen::Vector3d(1, 2, 0.5).asDiagonal(), contacts,
                         Eigen::Vector3d(-1.1, 0.7, -0.3));
  };
  for (const Law& law : {Law(Plastic{}), Law(Inert{}), Law(Propagative{}),
                         Law(Newton{.restitution = 0.5}), Law(Poisson{.restitution = 0.5})}) {
    const Outcome metres = solve_once(squeeze(1, 1), law),
                  mixed = solve_once(squeeze(1e3, 1e-3), law);
    ASSERT_TRUE(metres.ok() && mixed.ok()) << law.description().name << ": " << mixed.message;
    EXPECT_LE((metres.velocity_plus - mixed.velocity_plus).norm(), 1e-8) << law.description().name;
  }
}

// Laws that are wrong on purpose: each must be caught.
struct Puller {
  LawDescription describe() const { return {.name = "puller"}; }
  void solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
    outcome.status = Outcome::Status::resolved;
    for (auto& impulse : outcome.impulse) impulse.normal = -1.0;
    apply_impulses(problem, outcome);
  }
};
struct Forger {  // velocities without impulses
  LawDescription describe() const { return {.name = "forger", .leaves_approach = true}; }
  void solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
    outcome.status = Outcome::Status::resolved;
    outcome.velocity_plus = 0.5 * problem.velocity();
  }
};
struct Silent {
  LawDescription describe() const { return {.name = "silent"}; }
  void solve(const ImpactProblem&, Workspace&, Outcome& outcome) const {
    outcome.status = Outcome::Status::not_converged;
  }
};
struct FirstContactOnly {  // depends on the order, and does not say so
  LawDescription describe() const { return {.name = "first", .leaves_approach = true}; }
  void solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
    outcome.status = Outcome::Status::resolved;
    outcome.impulse[0].normal = std::max(0.0, -problem.approach()[0]) / problem.normal_length()[0];
    apply_impulses(problem, outcome);
  }
};

// What every contact alone would need, times something that is not its own business.
template <class Factor>
void answer_alone(const ImpactProblem& problem, Outcome& outcome, Factor factor) {
  outcome.status = Outcome::Status::resolved;
  for (int i = 0; i < problem.contact_count(); ++i)
    outcome.impulse[std::size_t(i)].normal =
        factor(i) * std::max(0.0, -problem.approach()[i]) / problem.normal_length()[i];
  apply_impulses(problem, outcome);
}
struct Crowd {  // the number of contacts
  LawDescription describe() const { return {.name = "crowd", .leaves_approach = true}; }
  void solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
    answer_alone(problem, outcome, [&](int) { return 1.0 / problem.contact_count(); });
  }
};
struct Pool {  // all energy: changed by contacts that approach, not by those that rest or leave
  LawDescription describe() const { return {.name = "pool", .leaves_approach = true}; }
  void solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
    const double all = problem.approach().cwiseMin(0.0).norm();
    answer_alone(problem, outcome, [&](int i) { return -0.5 * problem.approach()[i] / all; });
  }
};
struct Ruler {  // the length of its rows
  LawDescription describe() const { return {.name = "ruler", .leaves_approach = true}; }
  void solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
    const double longest = problem.normal_length().maxCoeff();
    answer_alone(problem, outcome, [&](int i) { return problem.normal_length()[i] / longest; });
  }
};
struct Doorstep {  // whether any contact rests, and so it jumps
  LawDescription describe() const { return {.name = "doorstep", .leaves_approach = true}; }
  void solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
    const double slowest = problem.approach().cwiseAbs().minCoeff();
    const bool rests = slowest <= problem.grazing_threshold();
    answer_alone(problem, outcome, [&](int) { return rests ? 0.5 : 1.0; });
  }
};

TEST(CheckLawInvariants, CatchesLawsThatMindWhatIsFar) {
  const auto problem = cradle({1, 2, 1, 1}, {2, 1, 0, 0});
  const auto complaints = [&](const Law& law) { return check_law_invariants(problem, law); };
  const auto mentions = [](const char* what) { return Contains(HasSubstr(what)); };
  for (const char* kind : {"rests", "leaves", "approaches"}) {
    EXPECT_THAT(
        complaints(Crowd{}),
        mentions(
            (std::string("a decoupled contact that ") + kind + " moves the outcome by").c_str()));
  }
  EXPECT_THAT(complaints(Crowd{}), mentions("approaches differs from the same alone by"));
  EXPECT_THAT(complaints(Pool{}), mentions("a decoupled contact that approaches moves"));
  EXPECT_THAT(complaints(Pool{}), mentions("a nearly decoupled contact that approaches moves"));
  EXPECT_THAT(complaints(Pool{}), Not(mentions("a decoupled contact that rests moves")));
  EXPECT_THAT(complaints(Pool{}), mentions("giving a contact twice moves"));
  EXPECT_THAT(complaints(Ruler{}), mentions("a change of the unit of single gaps moves"));
  EXPECT_THAT(complaints(Ruler{}), Not(mentions("a change of the unit of all gaps")));
  EXPECT_THAT(complaints(Doorstep{}), mentions("a small change of the velocity moves"));
}

TEST(CheckLawInvariants, CatchesLawsThatAreWrong) {
  const auto problem = random_problem(2, {.coordinates = 4, .contacts = 2});
  EXPECT_THAT(check_law_invariants(problem, Puller{}), Contains(HasSubstr("pull at")));
  EXPECT_THAT(check_law_invariants(problem, Puller{}), Contains(HasSubstr("approach left at")));
  EXPECT_THAT(check_law_invariants(problem, Forger{}), Contains(HasSubstr("momentum residual")));
  EXPECT_THAT(check_law_invariants(problem, Silent{}), Contains(HasSubstr("no message")));
  EXPECT_THAT(check_law_invariants(problem, FirstContactOnly{}),
              Contains(HasSubstr("renumbering the contacts")));
}

}  // namespace
}  // namespace carom::test
