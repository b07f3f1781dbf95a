// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The spread over stiffness ratios is computed among the contacts alone; here against the law on
// the whole problem. With friction: its limit without, orders against random ones, and groups that
// do not touch each other.
#include "analysis/spread.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/friction/sampled_verdict.h"
#include "carom/error.h"
#include "carom/law.h"
#include "carom/laws/compliant.h"
#include "carom/laws/regular.h"
#include "solver/farthest_pair.h"
#include "support/problems.h"

namespace carom::test {
namespace {

TEST(StiffnessSpread, AsTheLawOnTheWholeProblem) {
  Eigen::Matrix4d M;
  M << 2.0, 0.1, 0.4, 0.4, 0.1, 2.0, -0.3, 0.3, 0.4, -0.3, 0.5, 0.0, 0.4, 0.3, 0.0, 0.5;
  std::vector<Contact> contacts(2);
  contacts[0].normal = Eigen::RowVector4d(0.0, 1.0, -0.6, 0.0);
  contacts[1].normal = Eigen::RowVector4d(0.2, 1.0, 0.0, 0.6);
  const Eigen::Vector4d v(0.1, -1.0, 0.2, 0.0);
  const ImpactProblem problem(M, contacts, v);
  for (const double e : {0.0, 0.3, 1.0}) {
    const auto outcomes =
        analysis::stiffness_outcomes(problem, {.restitution = Eigen::Vector2d::Constant(e)});
    ASSERT_TRUE(outcomes.has_value());
    const Eigen::MatrixXd& ends = outcomes->velocities;
    ASSERT_EQ(ends.cols(), 9);
    for (Eigen::Index k = 0; k < ends.cols(); ++k) {
      const double exponent = static_cast<double>(k) / static_cast<double>(ends.cols() - 1) - 0.5;
      contacts[0].stiffness = std::pow(10.0, exponent);
      contacts[1].stiffness = std::pow(10.0, -exponent);
      Workspace workspace;
      Outcome outcome;
      solve(ImpactProblem(M, contacts, v), Compliant{.restitution = e, .tolerance = 1e-10},
            workspace, outcome);
      ASSERT_TRUE(outcome.ok());
      EXPECT_LT((ends.col(k) - outcome.velocity_plus).norm(), 1e-5) << e << ", ratio " << k;
    }
  }
}

TEST(StiffnessSpread, NothingToSpread) {
  Contact contact;
  contact.normal = Eigen::RowVector2d(1.0, 0.0);
  const ImpactProblem one(Eigen::Matrix2d::Identity(), {contact}, Eigen::Vector2d(-1.0, 0.0));
  const auto nothing =
      analysis::stiffness_outcomes(one, {.restitution = Eigen::VectorXd::Constant(1, 0.5)});
  EXPECT_EQ(nothing->velocities.cols(), 0);
  EXPECT_EQ(nothing->spread, 0.0);
}

// Two legs under a beam, in the plane: contacts coupled by the mass matrix, one tangent each.
ImpactProblem two_legs(double friction, double slide, int bystanders = 0) {
  const int size = 4 + 2 * bystanders;
  Eigen::MatrixXd M = Eigen::MatrixXd::Identity(size, size);
  M.topLeftCorner(4, 4) << 2.0, 0.1, 0.4, 0.4, 0.1, 2.0, -0.3, 0.3, 0.4, -0.3, 0.5, 0.0, 0.4, 0.3,
      0.0, 0.5;
  Eigen::VectorXd v = Eigen::VectorXd::Zero(size);
  v.head(4) << slide, -1.0, 0.2, 0.0;
  std::vector<Contact> contacts;
  const auto add = [&](int column, Eigen::RowVectorXd normal, Eigen::RowVectorXd tangent) {
    Contact contact;
    contact.normal = Eigen::RowVectorXd::Zero(size);
    contact.tangents = Eigen::MatrixXd::Zero(1, size);
    contact.normal.segment(column, normal.size()) = normal;
    contact.tangents.row(0).segment(column, tangent.size()) = tangent;
    contact.friction = friction;
    contacts.push_back(contact);
  };
  add(0, Eigen::RowVector4d(0.0, 1.0, -0.6, 0.0), Eigen::RowVector4d(1.0, 0.0, 0.3, 0.0));
  add(0, Eigen::RowVector4d(0.2, 1.0, 0.0, 0.6), Eigen::RowVector4d(1.0, -0.2, 0.0, 0.3));
  for (int k = 0; k < bystanders; ++k) {  // a ball of its own that lands too
    add(4 + 2 * k, Eigen::RowVector2d(1.0, 0.0), Eigen::RowVector2d(0.0, 1.0));
    v[4 + 2 * k] = -0.7;
    v[5 + 2 * k] = 0.3;
  }
  return {M, contacts, v};
}

TEST(FrictionSpread, VanishingFrictionIsNoFriction) {
  for (const double e : {0.0, 0.3, 0.8}) {
    const Spread without = measure_spread(two_legs(0.0, 0.3), e);
    const Spread with = measure_spread(two_legs(1e-7, 0.3), e);
    EXPECT_FALSE(without.friction);
    EXPECT_TRUE(with.friction);
    EXPECT_GT(without.orders, 1e-3);
    EXPECT_NEAR(with.orders, without.orders, 3e-5) << e;
    EXPECT_NEAR(*with.stiffness, *without.stiffness, 3e-4) << e;
  }
}

TEST(FrictionSpread, FrictionThatSticksChangesIt) {
  const Eigen::Vector2d e = Eigen::Vector2d::Constant(0.3);
  const auto problem = two_legs(0.8, 0.3);
  const PracticalVerdict with = practical_spread(problem, e);
  const PracticalVerdict without = practical_spread(problem, e, false);
  EXPECT_TRUE(with.friction);
  EXPECT_FALSE(without.friction);
  EXPECT_NEAR(without.orders, practical_spread(two_legs(0.0, 0.3), e).orders, 1e-12);
  EXPECT_GT(std::abs(with.value() - without.value()), 0.1 * without.value());
}

// A ball that nothing couples with the legs adds to ‖p⁻‖ and to nothing else.
TEST(FrictionSpread, FarContactsChangeNothing) {
  for (const double friction : {0.0, 0.6}) {
    const auto alone = two_legs(friction, 0.3), beside = two_legs(friction, 0.3, 2);
    const PracticalVerdict a = practical_spread(alone, Eigen::VectorXd::Constant(2, 0.4));
    const PracticalVerdict b = practical_spread(beside, Eigen::VectorXd::Constant(4, 0.4));
    const double scale = alone.momentum_norm() / beside.momentum_norm();
    EXPECT_NEAR(b.orders, a.orders * scale, 1e-7) << friction;
    EXPECT_NEAR(*b.stiffness, *a.stiffness * scale, 1e-7) << friction;
    EXPECT_EQ(b.complete, a.complete);
  }
}

// Two equal pairs that do not know of each other: squares of distances add.
TEST(FrictionSpread, GroupsAddTheirSquares) {
  const auto one = pair(0.2, {0, -1});
  Eigen::MatrixXd M = Eigen::MatrixXd::Identity(4, 4);
  std::vector<Contact> contacts(4);
  for (int k = 0; k < 4; ++k) {
    auto& normal = contacts[static_cast<std::size_t>(k)].normal;
    normal = Eigen::RowVectorXd::Zero(4);
    normal.segment(k < 2 ? 0 : 2, 2) = one.contacts()[static_cast<std::size_t>(k % 2)].normal;
  }
  const ImpactProblem both(M, contacts, Eigen::Vector4d(0, -1, 0, -1));
  const Spread single = measure_spread(one, 0.5), twice = measure_spread(both, 0.5);
  EXPECT_GT(single.orders, 0.1);
  EXPECT_NEAR(twice.orders, single.orders, 1e-9);  // √2 of the distance over √2 of ‖p⁻‖
  EXPECT_NEAR(*twice.stiffness, *single.stiffness, 1e-9);
}

TEST(FrictionSpread, EveryOrderCoversRandomOnes) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 9, .contacts = 4, .tangents = 2});
    const Law law = Regular{.restitution = 0.2};
    const auto all = analysis::every_order(problem, law, 100'000);
    const auto some = analysis::draw_orders(problem, law, 40, seed);
    ASSERT_TRUE(all.complete);
    for (const Eigen::VectorXd& drawn : some.velocities) {
      double nearest = std::numeric_limits<double>::infinity();
      for (const Eigen::VectorXd& known : all.velocities) {
        nearest = std::min(nearest, (problem.whiten(drawn) - problem.whiten(known)).norm());
      }
      // States within 1e-6 are one, and every closing may move such a difference on.
      EXPECT_LT(nearest, 1e-4 * problem.momentum_norm()) << seed;
    }
    // Without a closing only an impact in which nothing approaches is complete.
    const bool rests = all.velocities.front() == problem.velocity();
    EXPECT_EQ(analysis::every_order(problem, law, 0).complete, rests) << seed;
  }
}

TEST(PracticalSpread, EachContactHasItsOwnCoefficient) {
  const auto problem = pair(0.2, {0, -1});
  const PracticalVerdict mixed = practical_spread(problem, Eigen::Vector2d(0.0, 1.0));
  EXPECT_TRUE(std::isnan(mixed.restitution));
  const double low = practical_spread(problem, Eigen::Vector2d(0.0, 0.0)).orders;
  const double high = practical_spread(problem, Eigen::Vector2d(1.0, 1.0)).orders;
  EXPECT_GT(mixed.orders, low);
  EXPECT_LT(mixed.orders, high);
  try {
    static_cast<void>(practical_spread(problem, Eigen::VectorXd::Constant(3, 0.5)));
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(),
                 "practical_spread: restitution has 3 entries; expected one for each of the 2 "
                 "contacts");
  }
}

}  // namespace
}  // namespace carom::test
