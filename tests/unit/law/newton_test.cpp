// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's law (Moreau): one contact, the frictionless limit, energy that grows (Kane, Glocker),
// redundant points, and data without a solution.
#include "carom/laws/newton.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "carom/error.h"
#include "carom/invariants.h"
#include "carom/laws/plastic.h"
#include "support/problems.h"
#include "support/random_invariants.h"

namespace carom::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Newton, OneContact) {
  const auto outcome = solve_once(cradle({1, 3}, {2, 0}), Newton{.restitution = 0.6});
  EXPECT_NEAR(outcome.velocity_plus[1] - outcome.velocity_plus[0], 1.2, 1e-13);
  EXPECT_NEAR(outcome.energy.lost, (1 - 0.36) * 0.5 * 0.75 * 4, 1e-12);  // reduced mass ¾
  EXPECT_TRUE(outcome.uniqueness.impulses_unique);
  EXPECT_EQ(outcome.restitution, 0.6);
}

TEST(Newton, WithoutFrictionAndRestitutionIsPlastic) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto problem = random_problem(
        seed, {.coordinates = 7, .contacts = 1 + int(seed % 9), .redundant = seed % 2 == 0});
    const auto newton = solve_once(problem, Newton{.restitution = 0.0});
    const auto plastic = solve_once(problem, Plastic{});
    ASSERT_TRUE(newton.ok()) << newton.message;
    EXPECT_LE(problem.whiten(newton.velocity_plus - plastic.velocity_plus).norm(),
              1e-10 * problem.momentum_norm())
        << seed;
  }
}

TEST(Newton, SlipAndStickOfAPointMass) {
  Contact floor{.normal = Eigen::RowVector2d(0, 1), .tangents = Eigen::RowVector2d(1, 0)};
  floor.friction = 0.5;
  floor.restitution = 0.5;
  // p_n = 1.5, friction at most 0.75: a slip of 2 is slowed, one of 0.5 stopped.
  const auto slip =
      solve_once({Eigen::Matrix2d::Identity(), {floor}, Eigen::Vector2d(2, -1)}, Newton{});
  EXPECT_LE((slip.velocity_plus - Eigen::Vector2d(1.25, 0.5)).norm(), 1e-13);
  EXPECT_NEAR(slip.energy.contacts[0].friction_work, -0.75 * 0.5 * (2 + 1.25), 1e-13);
  const auto stick =
      solve_once({Eigen::Matrix2d::Identity(), {floor}, Eigen::Vector2d(0.5, -1)}, Newton{});
  EXPECT_LE((stick.velocity_plus - Eigen::Vector2d(0, 0.5)).norm(), 1e-13);
}

// A double pendulum as in Kane's example: two uniform rods (1 m, 1 kg) hang from a hinge, the tip
// strikes a rough floor. M and rows by hand; angles from the vertical 20° and 30°, rates −0.1 and
// −0.2 rad/s. The energies asserted below are computed here, not published figures.
ImpactProblem kane(double friction) {
  const double a = 20 * std::numbers::pi / 180, b = 30 * std::numbers::pi / 180;
  Eigen::Matrix2d M;
  M << 4.0 / 3, 0.5 * std::cos(a - b), 0.5 * std::cos(a - b), 1.0 / 3;
  Contact tip{.normal = Eigen::RowVector2d(std::sin(a), std::sin(b)),
              .tangents = Eigen::RowVector2d(std::cos(a), std::cos(b))};
  tip.friction = friction;
  return {M, {tip}, Eigen::Vector2d(-0.1, -0.2)};
}

TEST(Newton, KanesPendulumGainsEnergy) {
  const auto problem = kane(0.5);
  const auto outcome = solve_once(problem, Newton{.restitution = 0.7});
  ASSERT_TRUE(outcome.ok());
  // Independent: solve both cases of one contact by hand. The friction sticks if it can.
  const auto& G = problem.delassus();
  const Eigen::Vector2d c = problem.contact_jacobian() * problem.velocity();
  Eigen::Vector2d p = -G.inverse() * Eigen::Vector2d(1.7 * c[0], c[1]);
  if (std::abs(p[1]) > 0.5 * p[0]) {  // slips on as it came, or back
    for (const double side : {1.0, -1.0}) {
      p[0] = -1.7 * c[0] / (G(0, 0) - side * 0.5 * G(0, 1));
      p[1] = -side * 0.5 * p[0];
      if (p[0] > 0 && side * (c[1] + G(1, 0) * p[0] + G(1, 1) * p[1]) >= 0) break;
    }
  }
  EXPECT_NEAR(outcome.impulse[0].normal, p[0], 1e-13);
  EXPECT_NEAR(outcome.impulse[0].tangential[0], p[1], 1e-13);
  // Computed here: slip reverses, and 23.2 mJ become 63.9 mJ; with e = 0.5 it sticks, 36.8 mJ.
  EXPECT_NEAR(outcome.energy.before, 0.023181411, 1e-9);
  EXPECT_NEAR(outcome.energy.after, 0.063925315, 1e-9);
  EXPECT_THAT(outcome.notes, Contains(HasSubstr("grows by 0.0407439 J (175.8 %)")));
  const auto sticks = solve_once(problem, Newton{.restitution = 0.5});
  EXPECT_NEAR(sticks.energy.after, 0.036800367, 1e-9);
  const auto smooth = solve_once(kane(0.0), Newton{.restitution = 0.7});
  EXPECT_LT(smooth.energy.after, smooth.energy.before);
  EXPECT_THAT(smooth.notes, ElementsAre());
}

// Glocker: coupled contacts that restitute differently. Unit normals with ⟨u,v⟩ = −½; u approaches
// at 1 and is elastic, v separates at ½. p = W⁻¹(2, −½) = (7/3, 2/3), c⁺ = (1, 0); v does the work
// ½·⅔·½ = 1/6 J on K⁻ = ½.
TEST(Newton, AContactThatWasSeparatingGivesEnergy) {
  const double half = 0.5 * std::acos(-0.5);
  Eigen::Matrix2d N;
  N << std::sin(half), std::cos(half), -std::sin(half), std::cos(half);
  auto base = pair(-0.5, N.inverse() * Eigen::Vector2d(-1.0, 0.5));
  auto contacts = base.contacts();
  contacts[0].restitution = 1.0;
  contacts[1].restitution = 0.0;
  const ImpactProblem problem(base.mass_matrix(), contacts, base.velocity());
  const auto outcome = solve_once(problem, Newton{});
  EXPECT_NEAR(outcome.impulse[0].normal, 7.0 / 3, 1e-13);
  EXPECT_NEAR(outcome.impulse[1].normal, 2.0 / 3, 1e-13);
  EXPECT_NEAR(outcome.energy.before, 0.5, 1e-15);
  EXPECT_NEAR(outcome.energy.after, 2.0 / 3, 1e-13);
  EXPECT_FALSE(outcome.restitution.has_value());
  EXPECT_THAT(outcome.notes, Contains(HasSubstr("grows by 0.166667 J (33.33 %)")));
}

TEST(Newton, WithoutFrictionAndSeparationNoEnergyGrows) {
  int used = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto base = random_problem(seed, {.coordinates = 5, .contacts = 3});
    if (base.approach().maxCoeff() > 0.0) continue;
    auto contacts = base.contacts();
    for (std::size_t i = 0; i < 3; ++i) contacts[i].restitution = 0.5 * double(i);
    const auto outcome = solve_once({base.mass_matrix(), contacts, base.velocity()}, Newton{});
    EXPECT_GE(outcome.energy.lost, -1e-12 * outcome.energy.before);
    ++used;
  }
  EXPECT_GT(used, 30);
}

// A point in a slot x = k y, above a rough floor: up means sideways. μk > 1 jams, so that no bounce
// is possible: c_n⁺ = −e c_n⁻ > 0 asks for slip, whose friction −μ p_n pushes down more than p_n
// up.
ImpactProblem slot(double friction) {
  Contact floor{.normal = Eigen::RowVector2d(0, 1), .tangents = Eigen::RowVector2d(1, 0)};
  floor.friction = friction;
  const double k = 2.0;
  return {Eigen::Matrix2d::Identity(),
          {floor},
          Eigen::Vector2d(-k, -1),
          {{.name = "slot", .row = Eigen::RowVector2d(1, -k)}}};
}

TEST(Newton, JammingHasNoBounce) {
  const auto jammed = solve_once(slot(0.8), Newton{.restitution = 0.5});
  EXPECT_EQ(jammed.status, Outcome::Status::not_converged);
  EXPECT_GT(jammed.residuals.law, 0.01);
  EXPECT_EQ(jammed.last_velocity.size(), 2);
  EXPECT_EQ(jammed.velocity_plus.size(), 0);
  EXPECT_THAT(jammed.message, HasSubstr("law 'newton': no impulses found"));
  const auto stopped = solve_once(slot(0.8), Newton{.restitution = 0.0});
  ASSERT_TRUE(stopped.ok()) << stopped.message;
  EXPECT_LE(stopped.velocity_plus.norm(), 1e-10);
  const auto bounced = solve_once(slot(0.3), Newton{.restitution = 0.5});
  ASSERT_TRUE(bounced.ok()) << bounced.message;
  EXPECT_LE((bounced.velocity_plus - Eigen::Vector2d(1, 0.5)).norm(), 1e-10);
}

// No friction, dense masses from 1e-6 to 1e7: once "no impulses found … Coulomb's law".
TEST(Newton, DenseMassesOfAllSizes) {
  Eigen::Matrix3d M;
  M << 14060241.14800752, -1.7050622448811406, 1251648.3325206798,  //
      -1.7050622448811406, 1.6499037707904914e-06, 0.6785826556099862, 1251648.3325206798,
      0.6785826556099862, 17472222.053321782;
  const Contact first{
      .normal = Eigen::RowVector3d(-1.2792067551961348, 1.1849537689674543, 1.5690434176807784)};
  const Contact second{
      .normal = Eigen::RowVector3d(2.79602741834801, -0.5035671788492518, 0.40331161318410386)};
  const ImpactProblem problem(
      M, {first, second},
      Eigen::Vector3d(-0.4045077532369966, 1.3773677041676482, -0.5675932512493819));
  const auto newton = solve_once(problem, Newton{.restitution = 0.0});
  ASSERT_TRUE(newton.ok()) << newton.message;
  const auto plastic = solve_once(problem, Plastic{});
  EXPECT_LE(problem.whiten(newton.velocity_plus - plastic.velocity_plus).norm(),
            1e-9 * problem.momentum_norm());
  EXPECT_LE((problem.contact_jacobian() * newton.velocity_plus).norm(), 1e-9) << "both stay closed";
  EXPECT_GT(newton.impulse[0].normal, 1e6);
  EXPECT_GT(newton.impulse[1].normal, 1e6);
}

// Normals that nearly oppose each other, one leaves: the bounce of the other drives it in, and both
// are pressed hard. By hand: c⁺ = (0.3 · 0.1, 0) for these rows, whatever the impulses.
TEST(Newton, NearlyOpposedNormals) {
  Eigen::Matrix3d M;
  M << 1.9134156172742407, -0.9172459139195205, -0.42816875281529704,  //
      -0.9172459139195205, 0.9334313811404149, 0.01617112818822268,    //
      -0.42816875281529704, 0.01617112818822268, 0.916368682274763;
  const Contact first{
      .normal = Eigen::RowVector3d(-0.14285478804986243, 0.6461743279677924, 0.3685406567916458)};
  const Contact second{
      .normal = Eigen::RowVector3d(0.1426993645369198, -0.6462479630308526, -0.3685488587431224)};
  const ImpactProblem problem(
      M, {first, second},
      Eigen::Vector3d(-1.69117049073855, 0.7848425928529376, 0.6738440090657293));
  const Eigen::Vector2d before = problem.contact_jacobian() * problem.velocity();
  ASSERT_GT(before[0], 0.0);
  ASSERT_LT(before[1], 0.0);
  const auto outcome = solve_once(problem, Newton{.restitution = 0.3});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  const Eigen::Vector2d after = problem.contact_jacobian() * outcome.velocity_plus;
  EXPECT_NEAR(after[0], 0.0, 1e-10);
  EXPECT_NEAR(after[1], -0.3 * before[1], 1e-10);
  EXPECT_THAT(outcome.notes, Contains(HasSubstr("kinetic energy grows by")));
}

// Three balls, e = ½, v⁻ = (1, 0, −1). Outer balls of equal mass: both contacts are pressed and
// c⁺ = (½, ½), so v⁺ = (−½, 0, ½). Falling masses: c⁺ = (½, ½) again, and v₂⁺ from the momentum.
TEST(Newton, CradlesAtMassRatiosOf1e8) {
  for (const std::vector<double>& masses :
       {std::vector<double>{1, 1e-8, 1}, {1e8, 1, 1e8}, {1e8, 1e-8, 1e8}}) {
    const auto outcome = solve_once(cradle(masses, {1, 0, -1}), Newton{.restitution = 0.5});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    EXPECT_LE((outcome.velocity_plus - Eigen::Vector3d(-0.5, 0, 0.5)).norm(), 1e-12);
    EXPECT_NEAR(outcome.impulse[0].normal / masses[0], 1.5, 1e-12);
  }
  for (const std::vector<double>& masses : {std::vector<double>{1e8, 1, 1e-8}, {1e-8, 1, 1e8}}) {
    const auto outcome = solve_once(cradle(masses, {1, 0, -1}), Newton{.restitution = 0.5});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    const double middle = (1.5 * masses[0] - 1.5 * masses[2]) / (masses[0] + masses[1] + masses[2]);
    const Eigen::Vector3d expected(middle - 0.5, middle, middle + 0.5);
    EXPECT_LE((outcome.velocity_plus - expected).norm(), 1e-12) << show(outcome.velocity_plus);
  }
}

// A ball between two walls cannot leave one without running into the other.
TEST(Newton, WithoutAnswerAndFrictionDoesNotBlameFriction) {
  const ImpactProblem squeezed(
      Eigen::MatrixXd::Identity(1, 1),
      {{.normal = Eigen::RowVectorXd::Ones(1)}, {.normal = -Eigen::RowVectorXd::Ones(1)}},
      Eigen::VectorXd::Ones(1));
  const auto outcome = solve_once(squeezed, Newton{.restitution = 0.5});
  EXPECT_EQ(outcome.status, Outcome::Status::not_converged);
  EXPECT_THAT(outcome.message, HasSubstr("no velocity separates these contacts as their "
                                         "coefficients ask): lower the restitution"));
  EXPECT_THAT(outcome.message, testing::Not(HasSubstr("riction")));
  EXPECT_THAT(outcome.message, testing::Not(HasSubstr("Coulomb")));
  EXPECT_GT(outcome.residuals.law, 0.01);
  const auto stopped = solve_once(squeezed, Newton{.restitution = 0.0});
  ASSERT_TRUE(stopped.ok()) << stopped.message;
  EXPECT_NEAR(stopped.velocity_plus[0], 0.0, 1e-10);
}

ImpactProblem rough_sole(int points, double friction, const Eigen::VectorXd& v) {
  const auto smooth = flat_foot(points, v);
  auto contacts = smooth.contacts();
  for (auto& contact : contacts) {
    const double x = -contact.normal[4], y = contact.normal[3], z = -0.3;
    contact.friction = friction;
    contact.tangents.resize(2, 6);
    contact.tangents << 1, 0, 0, 0, z, -y, 0, 1, 0, -z, 0, x;
  }
  return {smooth.mass_matrix(), contacts, v, {}, "rough foot"};
}

TEST(Newton, ManyPointsUnderOneFoot) {
  const Eigen::VectorXd flat = (Eigen::VectorXd(6) << 0.1, 0, -1, 0.4, -0.2, 0.3).finished();
  const Eigen::VectorXd sliding = (Eigen::VectorXd(6) << 0.6, 0.2, -1, 0.4, -0.2, 0.3).finished();
  for (const int points : {4, 8, 64}) {
    for (const double e : {0.0, 0.5}) {
      const Newton law{.restitution = e};
      // Sticks: the sole restitutes as a whole, its points stop along the ground.
      const auto sticking = solve_once(rough_sole(points, 0.4, flat), law);
      ASSERT_TRUE(sticking.ok()) << sticking.message;
      EXPECT_FALSE(sticking.uniqueness.impulses_unique);
      const Eigen::VectorXd stuck =
          (Eigen::VectorXd(6) << 0.06 * e, 0.12 * e, e, -0.4 * e, 0.2 * e, 0).finished();
      EXPECT_LE((sticking.velocity_plus - stuck).norm(), 1e-10) << show(sticking.velocity_plus);
      const auto problem = rough_sole(points, 0.4, sliding);
      const auto outcome = solve_once(problem, law);
      ASSERT_TRUE(outcome.ok()) << outcome.message;
      EXPECT_LE(outcome.residuals.law, 1e-11);
      EXPECT_THAT(check_law_invariants(problem, law, 1e-8), ElementsAre()) << points << " " << e;
    }
  }
}

TEST(Newton, InvariantsOnRandomProblems) {
  expect_random_invariants(Newton{.restitution = 0.4}, 2);
}

TEST(Newton, NothingApproachesNothingHappens) {
  const auto outcome = solve_once(cradle({1, 2, 1}, {1, 1, 1}), Newton{.restitution = 0.5});
  EXPECT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector3d(1, 1, 1));
}

TEST(Newton, NeedsACoefficient) {
  EXPECT_THROW(solve_once(cradle({1, 1}, {1, 0}), Newton{}), InvalidInput);
  EXPECT_THROW(Law(Newton{.restitution = 1.5}), InvalidInput);
}

}  // namespace
}  // namespace carom::test
