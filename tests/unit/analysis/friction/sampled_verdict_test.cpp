// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The verdict on laws with friction: rank of what carries, and draws of stiffness and order. Laws
// made for the purpose show that each part can fail: one that depends on stiffness, one on order,
// one on neither, one that refuses a contact alone.
#include "analysis/friction/sampled_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/error.h"
#include "carom/laws/compliant.h"
#include "carom/laws/newton.h"
#include "carom/laws/plastic.h"
#include "carom/laws/slip_share.h"
#include "carom/resolve.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Verdict = Uniqueness::Verdict;

// The plastic law, judged by sampling.
struct Projection {
  bool refuses_one = false;
  LawDescription describe() const {
    return {.name = "projection", .multiplicity = Multiplicity::sampled};
  }
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
    if (refuses_one && problem.contact_count() < 2) throw InvalidInput("two contacts wanted");
    Plastic{}.solve(problem, workspace, outcome);
  }
};

// Turns the plastic outcome by the ratio of the first two stiffnesses.
struct StiffnessLaw {
  LawDescription describe() const {
    return {.name = "springs", .leaves_approach = true, .multiplicity = Multiplicity::sampled};
  }
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
    Plastic{}.solve(problem, workspace, outcome);
    if (problem.contact_count() < 2) return;
    const auto& contacts = problem.contacts();
    const double share = contacts[0].stiffness / (contacts[0].stiffness + contacts[1].stiffness);
    outcome.impulse[0].normal += 0.1 * share * problem.momentum_norm();
    apply_impulses(problem, outcome);
  }
};

// Gives every contact the same share of what all of them lost, coupled or not.
struct SharingLaw {
  LawDescription describe() const {
    return {.name = "sharing", .multiplicity = Multiplicity::sampled};
  }
  void solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
    Plastic{}.solve(problem, workspace, outcome);
    double sum = 0.0;
    for (const auto& impulse : outcome.impulse) sum += impulse.normal;
    for (auto& impulse : outcome.impulse) impulse.normal += 0.5 * sum / problem.contact_count();
    apply_impulses(problem, outcome);
  }
};

/// Two bodies of mass 1 on a line each, coupled by c in the mass matrix.
ImpactProblem two_bodies(double c, const Eigen::Vector2d& velocity) {
  Eigen::Matrix2d M;
  M << 1, c, c, 1;
  return {M,
          {{.normal = Eigen::RowVector2d(1, 0), .restitution = 0.5},
           {.normal = Eigen::RowVector2d(0, 1), .restitution = 0.5}},
          velocity};
}

// What is said at no coupling is what a sample at a small one says.
TEST(SampledVerdict, AtNoCouplingTheLawItselfIsLookedAt) {
  for (const Eigen::Vector2d& velocity : {Eigen::Vector2d(-1, -0.5), Eigen::Vector2d(-1, 0)}) {
    const auto none = resolve(two_bodies(0.0, velocity), SharingLaw{}).uniqueness;
    const auto small = resolve(two_bodies(1e-6, velocity), SharingLaw{}).uniqueness;
    EXPECT_EQ(none.verdict, Verdict::several);
    EXPECT_EQ(small.verdict, Verdict::several);
    EXPECT_GT(none.indeterminacy, 0.05);
    EXPECT_NEAR(none.indeterminacy, small.indeterminacy, 1e-4);
    EXPECT_THAT(none.reason, HasSubstr("yet the law joins them"));
  }
}

// Laws that leave alone what nothing couples: the spread goes to 0 with the coupling, and the words
// go with the number.
TEST(SampledVerdict, SpreadGoesToZeroWithTheCoupling) {
  for (const Law& law : {Law(Newton{}), Law(Compliant{}), Law(Projection{})}) {
    for (const Eigen::Vector2d& velocity : {Eigen::Vector2d(-1, -0.5), Eigen::Vector2d(-1, 0)}) {
      const auto none = resolve(two_bodies(0.0, velocity), law).uniqueness;
      EXPECT_EQ(none.verdict, Verdict::unique) << law.description().name << none.reason;
      EXPECT_EQ(none.indeterminacy, 0.0);
      for (const double c : {1e-9, 1e-6, 1e-3}) {
        const auto some = resolve(two_bodies(c, velocity), law).uniqueness;
        EXPECT_LE(some.indeterminacy, 4.0 * c) << law.description().name;
        if (some.verdict == Verdict::several)
          EXPECT_THAT(some.reason, HasSubstr("practically one outcome"));
        else
          EXPECT_LE(some.indeterminacy, 1e-6);
      }
    }
  }
}

TEST(SampledVerdict, OneContactNeedsNoSample) {
  const auto problem = random_problem(1, {.coordinates = 4, .contacts = 1, .tangents = 2});
  const auto outcome = resolve(problem, SlipShare{.restitution = 0.5});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::unique);
  EXPECT_EQ(outcome.uniqueness.draws, 0);
  EXPECT_EQ(outcome.uniqueness.outcomes, 1.0);
  EXPECT_TRUE(outcome.uniqueness.impulses_unique);
}

TEST(SampledVerdict, UncoupledContactsNeedNoSample) {
  const auto outcome = resolve(pair(0.0, {0, -1}), Projection{});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::unique);
  const auto resting = resolve(pair(0.5, {0, 1}), Projection{});
  EXPECT_EQ(resting.uniqueness.verdict, Verdict::unique);
  EXPECT_THAT(resting.uniqueness.reason, HasSubstr("no contact approaches"));
}

// Obtuse normals: every order of plastic reflections tends to the projection (see routh_test).
TEST(SampledVerdict, AgreementIsNotCalledProof) {
  const auto outcome = resolve(pair(-0.5, {0.1, -1}), Projection{});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::not_checked);
  EXPECT_EQ(outcome.uniqueness.draws, 64);
  EXPECT_EQ(outcome.uniqueness.outcomes, 1.0);
  EXPECT_FALSE(outcome.uniqueness.complete);
  EXPECT_THAT(outcome.uniqueness.reason,
              AllOf(HasSubstr("sampled, 64 draws (32 of stiffness, 32 orders"), HasSubstr("agree"),
                    HasSubstr("no proof")));
}

// Acute normals, w = 1/2, approaches (−1, −1): the orders end at (1/4, 0) and (0, 1/4) in
// approaches, the projection at (0, 0). With W⁻¹ = (4/3)(1, −1/2; −1/2, 1) the distance of the two
// orders is ¼√(4/3 · 3) = ½ and ‖p⁻‖ = √(4/3); so ξ = √3/4.
TEST(SampledVerdict, OrderIsFoundResponsible) {
  const double rise = std::sqrt(0.75);  // cos of half the angle between the normals
  const auto problem = pair(0.5, {0, -1.0 / rise});
  const auto outcome = resolve(problem, Projection{});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::several);
  EXPECT_EQ(outcome.uniqueness.outcomes, 3.0);
  EXPECT_NEAR(outcome.uniqueness.indeterminacy, std::sqrt(3.0) / 4.0, 1e-12);
  EXPECT_THAT(outcome.uniqueness.reason,
              AllOf(HasSubstr("stiffness 0 %, order 43.3 %"), HasSubstr("coordinate 1")));
}

TEST(SampledVerdict, StiffnessIsFoundResponsible) {
  const auto outcome = resolve(pair(-0.5, {0.1, -1}), StiffnessLaw{});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::several);
  EXPECT_GT(outcome.uniqueness.outcomes, 20.0);
  EXPECT_GT(outcome.uniqueness.indeterminacy, 0.05);
  EXPECT_LT(outcome.uniqueness.indeterminacy, 0.1);
}

TEST(SampledVerdict, LawsThatRefuseOneContactAreDrawnByStiffnessOnly) {
  const auto outcome = resolve(pair(0.5, {0.1, -1}), Projection{.refuses_one = true});
  EXPECT_EQ(outcome.uniqueness.verdict, Verdict::not_checked);
  EXPECT_EQ(outcome.uniqueness.draws, 32);
  EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("orders left out"));
}

TEST(SampledVerdict, SameSeedSameVerdict) {
  const auto problem = random_problem(4, {.coordinates = 6, .contacts = 3, .tangents = 2});
  const SlipShare law{.restitution = 0.5};
  const auto a = resolve(problem, law, {.seed = 7});
  const auto b = resolve(problem, law, {.seed = 7});
  EXPECT_EQ(a.uniqueness.reason, b.uniqueness.reason);
  EXPECT_EQ(a.uniqueness.indeterminacy, b.uniqueness.indeterminacy);
  EXPECT_EQ(resolve(problem, law, {.draws = 10}).uniqueness.draws, 10);
}

TEST(SampledVerdict, BranchesAreExtremesOfARouthSample) {
  const double rise = std::sqrt(0.75);
  const auto problem = pair(0.5, {0, -1.0 / rise});
  Outcome outcome = resolve(problem, Projection{}, {.branches = ResolveOptions::Branches::all});
  EXPECT_GE(outcome.branches.size(), 2u);
  EXPECT_THAT(outcome.uniqueness.reason, HasSubstr("512 sampled paths of the Routh inclusion"));
}

// A planar box on two corners, coordinates (x, z, angle): four rows, three coordinates.
ImpactProblem planar_box(double slide) {
  std::vector<Contact> contacts;
  for (const double at : {-0.1, 0.1})
    contacts.push_back({.normal = Eigen::RowVector3d(0, 1, at),
                        .tangents = Eigen::RowVector3d(1, 0, 0.05),
                        .friction = 0.2});
  return {Eigen::Vector3d(1, 1, 0.01).asDiagonal(), contacts, Eigen::Vector3d(slide, -1, 0)};
}

TEST(CarryingRank, SlipDeterminesWhatStickLeavesOpen) {
  const SlipShare law{.restitution = 0.5};
  EXPECT_FALSE(resolve(planar_box(0.0), law).uniqueness.impulses_unique) << "stick: four unknowns";
  EXPECT_TRUE(resolve(planar_box(5.0), law).uniqueness.impulses_unique) << "slip: two unknowns";
}

TEST(CarryingRank, RedundantNormals) {
  const Eigen::VectorXd v = (Eigen::VectorXd(6) << 0, 0, -1, 0, 0, 0).finished();
  EXPECT_FALSE(resolve(flat_foot(4, v), SlipShare{.restitution = 0.0}).uniqueness.impulses_unique);
  EXPECT_TRUE(resolve(flat_foot(3, v), SlipShare{.restitution = 0.0}).uniqueness.impulses_unique);
}

TEST(CarryingRank, TangentsCoupleToo) {
  EXPECT_EQ(analysis::coupled_contacts(pair(0.0, {0, -1}), true).size(), 2u);
  const auto foot = planar_box(1.0);
  EXPECT_EQ(analysis::coupled_contacts(foot, true).size(), 1u);
  EXPECT_EQ(analysis::coupled_contacts(foot, false).size(), 2u)
      << "I = 0.01 = a²: percussion centres";
}

}  // namespace
}  // namespace carom::test
