// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Compliant law. The corner ball's figures are from an independent integration of the same springs
// (disk ½mR², R = 0.5 m, m = 1 kg, floor and wall, μ_s = 0.5, μ = 0.25, velocity (8, −4.43, 0));
// the spread of two springs is LANDING's measurement; the rest is closed form, derived beside the
// test.
#include "carom/laws/compliant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "carom/error.h"
#include "carom/invariants.h"
#include "carom/laws/plastic.h"
#include "reproduce/data/corner.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ImpactProblem corner_ball(double wall_stiffness) {
  const double R = 0.5;
  std::vector<Contact> contacts{{.name = "floor",
                                 .normal = Eigen::RowVector3d(0, 1, 0),
                                 .tangents = Eigen::RowVector3d(1, 0, R)},
                                {.name = "wall",
                                 .normal = Eigen::RowVector3d(-1, 0, 0),
                                 .tangents = Eigen::RowVector3d(0, 1, R),
                                 .stiffness = wall_stiffness}};
  for (auto& contact : contacts) contact.friction = 0.25, contact.static_friction = 0.5;
  return {Eigen::Vector3d(1, 1, 0.125).asDiagonal(), contacts, Eigen::Vector3d(8, -4.43, 0)};
}

class CompliantCorner : public testing::TestWithParam<published::CornerSprings> {};

TEST_P(CompliantCorner, VelocityImpulsesWorks) {
  const auto& expected = GetParam();
  const auto outcome = solve_once(corner_ball(expected.ratio), Compliant{expected.restitution});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_LE((outcome.velocity_plus - Eigen::Map<const Eigen::Vector3d>(expected.after.data()))
                .cwiseAbs()
                .maxCoeff(),
            1e-9)
      << show(outcome.velocity_plus);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& impulse = outcome.impulse[i];
    const auto& work = outcome.energy.contacts[i];
    EXPECT_NEAR(impulse.tangential[0], expected.impulse[2 * i], 1e-9);
    EXPECT_NEAR(impulse.normal, expected.impulse[2 * i + 1], 1e-9);
    EXPECT_NEAR(work.friction_work, expected.works[2 * i], 1e-9);
    EXPECT_NEAR(work.normal_work, expected.works[2 * i + 1], 1e-9);
    EXPECT_NEAR(work.restitution.value(), expected.restitution, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Reference, CompliantCorner, testing::ValuesIn(published::corner_springs));

TEST(Compliant, EventsOfTheCornerBall) {  // wall four times as stiff, as the reference lists them
  const auto outcome = solve_once(corner_ball(4), Compliant{0.46234});
  std::vector<std::pair<Event::Kind, int>> seen;
  for (const auto& event : outcome.events)
    if (event.impulse > 0) seen.emplace_back(event.kind, event.contact);
  using K = Event::Kind;
  EXPECT_THAT(seen, ElementsAre(std::pair(K::begins_sticking, 1), std::pair(K::compression_ends, 1),
                                std::pair(K::reverses, 0), std::pair(K::begins_slipping, 1),
                                std::pair(K::opens, 1), std::pair(K::compression_ends, 0),
                                std::pair(K::begins_sticking, 0), std::pair(K::opens, 0),
                                std::pair(K::ends, -1)));
  EXPECT_NEAR(outcome.events[4].impulse, 0.779948 + 5.386701, 2e-6);
}

TEST(Compliant, OneContactReturnsItsCoefficientForAnyExponent) {
  for (const double exponent : {0.7, 1.0, 1.5, 2.5})
    for (const double e : {0.0, 0.01, 0.4, 1.0}) {
      const auto outcome =
          solve_once(cradle({1, 3}, {2, 0}), Compliant{.restitution = e, .exponent = exponent});
      ASSERT_TRUE(outcome.ok()) << outcome.message;
      EXPECT_NEAR(outcome.velocity_plus[1] - outcome.velocity_plus[0], 2 * e, 1e-10)
          << exponent << " " << e;
      EXPECT_NEAR(outcome.energy.contacts[0].restitution.value(), e, 1e-10);
    }
}

// Three equal balls and equal springs: u̇ = −k G δ. For e = 1 the two modes are ω² = 1, 3 and ball 1
// strikes with u₁ = −1, u₂ = 0; known for linear springs: not (0, 0, 1).
TEST(Compliant, CradleWithEqualSpringsDoesNotCopyThePropagativeAnswer) {
  const auto outcome = solve_once(cradle({1, 1, 1}, {1, 0, 0}), Compliant{1.0});
  ASSERT_TRUE(outcome.ok());
  EXPECT_NEAR(outcome.energy.after, 0.5, 1e-10);
  EXPECT_LT(outcome.velocity_plus[0], -0.05);
  EXPECT_NEAR(outcome.velocity_plus[2], 0.99, 0.05);
}

// LANDING 5: at ⟨u,v⟩ = −1/2 stiffness ratios 0.1 … 10 spread the outcome by .94 .53 .29 0.
TEST(Compliant, SpreadOverStiffnessRatios) {
  const auto spread = [](double e) {
    double farthest = 0;
    for (double angle = 0.05; angle < 3.1; angle += 0.1) {
      std::vector<Eigen::VectorXd> found;
      for (int k = -10; k <= 10; ++k) {
        const Eigen::Vector2d v(std::cos(angle), -std::sin(angle));
        auto base = pair(-0.5, v);
        auto contacts = base.contacts();
        contacts[1].stiffness = std::pow(10.0, k / 10.0);
        found.push_back(solve_once({base.mass_matrix(), contacts, v}, Compliant{e}).velocity_plus);
      }
      for (const auto& a : found)
        for (const auto& b : found) farthest = std::max(farthest, (a - b).norm());
    }
    return farthest;
  };
  EXPECT_NEAR(spread(1.0), 0.94, 0.1);
  EXPECT_NEAR(spread(0.6), 0.53, 0.1);
  EXPECT_NEAR(spread(0.3), 0.29, 0.08);
  EXPECT_LE(spread(0.0), 1e-8);
}

// One point with rigid sticking is Darboux, Keller and Stronge: rates per unit normal impulse are
// constant until the slip stops. Rod at 45°: G_tt = G_nn = 1 + 6·½ …, found from the problem.
Eigen::Vector2d one_point(const ImpactProblem& problem, double e) {
  const auto& G = problem.delassus();
  const double mu = problem.contacts()[0].friction;
  Eigen::Vector2d u = problem.contact_jacobian() * problem.velocity();
  double work = 0, compression = 0;
  bool done = false, restitution = false;
  double c = u[1] > 0 ? -mu : mu;
  for (int phase = 0; phase < 10 && !done; ++phase) {
    const Eigen::Vector2d rate(G(0, 0) + G(0, 1) * c, G(1, 0) + G(1, 1) * c);
    const double target = (1 - e * e) * compression;
    double end = restitution
                     ? (-u[0] + std::sqrt(u[0] * u[0] + 2 * rate[0] * (target - work))) / rate[0]
                     : -u[0] / rate[0];
    const double stop = u[1] * rate[1] < 0 ? -u[1] / rate[1] : 1e300;
    const double p = std::min(end, stop);
    work += p * u[0] + 0.5 * p * p * rate[0];
    u += p * rate;
    if (stop < end) {
      u[1] = 0;
      const double hold = -G(1, 0) / G(1, 1);
      c = std::abs(hold) <= mu ? hold : std::copysign(mu, hold);
      if (std::abs(hold) <= mu) u[1] = 0;
    } else if (!restitution) {
      restitution = true;
      compression = work;
    } else {
      done = true;
    }
  }
  return u;
}

TEST(Compliant, OnePointIsDarbouxKellerStronge) {
  int stuck = 0, reversed = 0;
  for (const double angle : {0.3, 0.8, 1.2})
    for (const double mu : {0.05, 0.3, 0.9})
      for (const double slip : {-2.0, -0.3, 0.2, 1.0})
        for (const double exponent : {1.0, 1.5}) {
          const double x = std::cos(angle), y = std::sin(angle);
          Contact tip{.normal = Eigen::RowVector3d(0, 1, -x),
                      .tangents = Eigen::RowVector3d(1, 0, y),
                      .friction = mu};
          const ImpactProblem problem(Eigen::Vector3d(1, 1, 1.0 / 3).asDiagonal(), {tip},
                                      Eigen::Vector3d(slip, -1, 0));
          const auto outcome = solve_once(problem, Compliant{0.6, exponent});
          ASSERT_TRUE(outcome.ok()) << outcome.message;
          const Eigen::Vector2d u = problem.contact_jacobian() * outcome.velocity_plus;
          const Eigen::Vector2d expected = one_point(problem, 0.6);
          EXPECT_LE((u - expected).norm(), 1e-9) << angle << " " << mu << " " << slip;
          stuck += expected[1] == 0 ? 1 : 0;
          reversed += expected[1] * slip < 0 ? 1 : 0;
        }
  EXPECT_GT(stuck, 3);
  EXPECT_GT(reversed, 3);
}

TEST(Compliant, InvariantsOnRandomProblems) {
  int resolved = 0, all = 0;
  for (const auto& settings : {RandomSettings{.coordinates = 3, .contacts = 2, .tangents = 1},
                               RandomSettings{.coordinates = 6, .contacts = 4, .tangents = 1},
                               RandomSettings{.coordinates = 9, .contacts = 4, .tangents = 2},
                               RandomSettings{.coordinates = 6, .contacts = 4, .tangents = 2},
                               RandomSettings{.coordinates = 8, .contacts = 3, .bilateral = 2},
                               RandomSettings{.coordinates = 4, .contacts = 6, .redundant = true}})
    for (const double e : {0.0, 0.5, 1.0})
      for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const auto problem = random_problem(seed, settings);
        EXPECT_THAT(check_law_invariants(problem, Compliant{e}, 1e-8), ElementsAre())
            << problem.name() << " e " << e << " n " << settings.coordinates << " t "
            << settings.tangents;
        const auto outcome = solve_once(problem, Compliant{e});
        ++all;
        resolved += outcome.ok() ? 1 : 0;
      }
  EXPECT_GE(resolved, all - 1);  // e = 0 with friction may have no forces that hold
}

TEST(Compliant, PlasticPairWithoutFrictionAndObtuseNormalsIsThePlasticLaw) {
  // LANDING 4: at e = 0 and ⟨u,v⟩ ≤ 0 neither order nor stiffness matters.
  for (const double w : {-0.8, -0.5, -0.1, 0.0}) {
    const auto problem = pair(w, {0.3, -1});
    EXPECT_LE((solve_once(problem, Compliant{0.0}).velocity_plus -
               solve_once(problem, Plastic{}).velocity_plus)
                  .norm(),
              1e-9)
        << w;
  }
}

TEST(Compliant, ExtremeStiffnessRatios) {
  for (const double ratio : {1e-6, 1e-3, 1e3, 1e6})
    for (const double e : {0.0, 0.5, 1.0}) {
      const auto outcome = solve_once(corner_ball(ratio), Compliant{e});
      ASSERT_TRUE(outcome.ok()) << ratio << " " << e << ": " << outcome.message;
      EXPECT_LE(outcome.residuals.energy, 1e-8);
      EXPECT_LE(outcome.residuals.penetration_rate, 1e-9);
    }
}

ImpactProblem rough_foot(int points, const Eigen::VectorXd& velocity, double mu) {
  const auto smooth = flat_foot(points, velocity);
  auto contacts = smooth.contacts();
  for (auto& contact : contacts) {
    const Eigen::Vector3d turn = contact.normal.tail(3).transpose();  // r × z = (y, −x, 0)
    const Eigen::Vector3d r(-turn[1], turn[0], -0.3);
    contact.tangents.resize(2, 6);
    contact.tangents.row(0) << 1, 0, 0, r.cross(Eigen::Vector3d::UnitX()).transpose();
    contact.tangents.row(1) << 0, 1, 0, r.cross(Eigen::Vector3d::UnitY()).transpose();
    contact.friction = mu;
  }
  return {smooth.mass_matrix(), contacts, velocity};
}

TEST(Compliant, ManyPointsUnderOneFoot) {
  const std::vector<Eigen::VectorXd> velocities{
      (Eigen::VectorXd(6) << 0, 0, -1, 0, 0, 0).finished(),
      (Eigen::VectorXd(6) << 0.4, 0.1, -1, 0, 0, 0.5).finished(),
      (Eigen::VectorXd(6) << 0.1, 0, -1, 0.4, -0.2, 2).finished()};
  for (const int points : {4, 16, 64})
    for (const auto& v : velocities)
      for (const double e : {0.0, 0.5}) {
        const auto problem = rough_foot(points, v, 0.4);
        const auto outcome = solve_once(problem, Compliant{e});
        ASSERT_TRUE(outcome.ok()) << points << " " << show(v) << " e " << e << ": "
                                  << outcome.message;
        EXPECT_FALSE(outcome.uniqueness.impulses_unique);
        EXPECT_LE(outcome.residuals.momentum, 1e-12);
        EXPECT_LE(outcome.residuals.energy, 1e-8);
        EXPECT_LE(outcome.residuals.friction_cone, 1e-8);
        EXPECT_LE(outcome.residuals.penetration_rate, 1e-8);
      }
}

TEST(Compliant, NoEndIsSaid) {  // between two walls, elastic: it goes to and fro for ever
  const ImpactProblem problem(
      Eigen::MatrixXd::Identity(1, 1),
      {{.normal = Eigen::RowVectorXd::Ones(1)}, {.normal = -Eigen::RowVectorXd::Ones(1)}},
      Eigen::VectorXd::Constant(1, -1.0));
  const auto outcome = solve_once(problem, Compliant{1.0});
  EXPECT_EQ(outcome.status, Outcome::Status::not_converged);
  EXPECT_THAT(outcome.message, HasSubstr("compliant: no end after"));
  EXPECT_EQ(outcome.last_velocity.size(), 1);
}

// Four balls and a wall: contact 2 ends its compression and loads again within one step. Reference:
// the springs integrated by other means in small steps.
TEST(Compliant, SeesADipWithinOneStep) {
  const std::vector<double> masses{7.2850925981512837, 5.4382574449593539, 5.2333615907538951,
                                   3.6542304337447868};
  const ImpactProblem problem = cradle(
      masses, {1.2662861376723022, 1.1499838885006299, -0.20895709205981755, 1.1571979328623498},
      true);
  for (const double tolerance : {1e-9, 1e-11, 1e-12, 1e-13}) {
    const auto outcome = solve_once(problem, Compliant{.restitution = 0.3, .tolerance = tolerance});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    const Eigen::Vector4d expected(-0.324695, -0.306900, -0.262727, -0.0948124);
    EXPECT_LE((outcome.velocity_plus - expected).cwiseAbs().maxCoeff(), 1e-6) << tolerance;
  }
}

TEST(Compliant, NothingApproaches) {
  const auto outcome = solve_once(cradle({1, 2, 1}, {1, 1, 1}), Compliant{0.5});
  ASSERT_TRUE(outcome.ok());
  EXPECT_EQ(outcome.velocity_plus, Eigen::Vector3d(1, 1, 1));
}

TEST(Compliant, RefusesBadSettings) {
  EXPECT_THROW(Law(Compliant{.restitution = 1.2}), InvalidInput);
  EXPECT_THROW(Law(Compliant{.exponent = 0.1}), InvalidInput);
  EXPECT_THROW(Law(Compliant{.tolerance = 0.1}), InvalidInput);
  EXPECT_THROW(solve_once(cradle({1, 1}, {1, 0}), Compliant{}), InvalidInput);
}

}  // namespace
}  // namespace carom::test
