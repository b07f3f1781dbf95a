// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Nothing wrong passes as resolved: laws that are wrong on purpose, each kind of residual by its
// name; what a law declares passes; right answers pass, whatever the masses.
#include "outcome/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "carom/invariants.h"
#include "carom/laws.h"
#include "support/constants.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// A user's law: any function, any declaration.
struct Fake {
  std::function<void(const ImpactProblem&, Outcome&)> act;
  LawDescription description = {.name = "fake"};

  LawDescription describe() const { return description; }
  void solve(const ImpactProblem& problem, Workspace&, Outcome& outcome) const {
    outcome.status = Outcome::Status::resolved;
    act(problem, outcome);
  }
};

double largest(const Residuals& residuals) {
  return std::max({residuals.momentum, residuals.penetration_rate, residuals.friction_cone,
                   residuals.energy, residuals.law});
}

/// A point mass of 1 kg that comes down on a floor, friction 0.5: p_n = 2 would stop it.
ImpactProblem falling_point() {
  Contact floor{.name = "floor", .normal = Eigen::RowVector2d(0, 1)};
  floor.tangents = Eigen::RowVector2d(1, 0);
  floor.friction = 0.5;
  return {Eigen::Matrix2d::Identity(), {floor}, Eigen::Vector2d(1, -2)};
}

auto impulse(double normal, double tangential = 0.0) {
  return [=](const ImpactProblem& problem, Outcome& outcome) {
    outcome.impulse[0].normal = normal;
    outcome.impulse[0].tangential[0] = tangential;
    apply_impulses(problem, outcome);
  };
}

void expect_withheld(const Fake& law, const std::string& message, bool reached = true) {
  const auto outcome = solve_once(falling_point(), law);
  EXPECT_EQ(outcome.status, Outcome::Status::not_converged);
  EXPECT_THAT(outcome.message, AllOf(HasSubstr("law 'fake': "), HasSubstr(message)));
  EXPECT_EQ(outcome.velocity_plus.size(), 0);
  EXPECT_EQ(outcome.impulse[0].normal, 0.0);
  EXPECT_EQ(outcome.last_velocity.size(), reached ? 2 : 0);
  EXPECT_GT(largest(outcome.residuals), 0.0);
  EXPECT_TRUE(std::isfinite(largest(outcome.residuals)));
  EXPECT_THAT(outcome.report(), HasSubstr("status      not_converged: law 'fake'"));
}

TEST(Gate, RightAnswersPass) {
  EXPECT_TRUE(solve_once(falling_point(), Fake{impulse(2.0)}).ok());
  EXPECT_TRUE(solve_once(falling_point(), Fake{impulse(2.0, -1.0)}).ok()) << "on the cone";
}

TEST(Gate, NumbersThatAreNotFinite) {
  const auto spoil = [](auto what) {
    return [=](const ImpactProblem& problem, Outcome& outcome) {
      impulse(2.0)(problem, outcome);
      what(outcome);
    };
  };
  expect_withheld({spoil([](Outcome& o) { o.velocity_plus[1] = NAN; })},
                  "velocity_plus[1] = nan; expected a finite number", false);
  expect_withheld({spoil([](Outcome& o) { o.velocity_plus[0] = infinity; })},
                  "velocity_plus[0] = infinity; expected a finite number", false);
  expect_withheld({spoil([](Outcome& o) { o.impulse[0].normal = NAN; })},
                  "impulse at contact 'floor' = nan; expected a finite number");
  expect_withheld({spoil([](Outcome& o) { o.energy.contacts[0] = {infinity, 0.0, {}}; })},
                  "work at contact 'floor' = infinity; expected a finite number");
}

TEST(Gate, MomentumWithoutImpulse) {
  expect_withheld({[](const ImpactProblem&, Outcome& outcome) { outcome.velocity_plus[1] = 0.0; }},
                  "momentum residual = 1, energy ledger residual = 0.8; expected at most 1e-06");
}

TEST(Gate, ApproachLeft) {
  // 1e-4 m/s of √5: small, but not small enough.
  expect_withheld({impulse(1.9999)}, "approach left at contact 'floor' = 4.47214e-05; expected");
  EXPECT_TRUE(solve_once(falling_point(), Fake{impulse(2.0 - 1e-7)}).ok());
  Fake declared{impulse(1.9999)};
  declared.description.leaves_approach = true;
  EXPECT_TRUE(solve_once(falling_point(), declared).ok());
  Fake loose{impulse(1.9999)};
  loose.description.residual_bound = 1e-3;
  EXPECT_TRUE(solve_once(falling_point(), loose).ok());
}

TEST(Gate, Pull) {
  const ImpactProblem leaving(Eigen::Matrix2d::Identity(), falling_point().contacts(),
                              Eigen::Vector2d(0, 1));
  const auto outcome = solve_once(leaving, Fake{impulse(-0.5)});
  EXPECT_THAT(outcome.message, HasSubstr("pull at contact 'floor' = 0.5; expected at most 1e-06"));
  EXPECT_EQ(outcome.residuals.law, 1.0) << "nothing approaches, nothing else is known";
  Fake declared{impulse(-0.5)};
  declared.description.pulls = true;
  EXPECT_TRUE(solve_once(leaving, declared).ok());
}

TEST(Gate, FrictionCone) {
  expect_withheld({impulse(2.0, -1.1)},
                  "impulse outside of the friction cone at contact 'floor' = 0.0447214; expected");
}

TEST(Gate, Ledger) {
  expect_withheld({[](const ImpactProblem& problem, Outcome& outcome) {
                    impulse(2.0)(problem, outcome);
                    outcome.energy.contacts[0] = {-1.8, 0.0, {}};
                  }},
                  "energy ledger residual = 0.08; expected at most 1e-06");
}

TEST(Gate, ReportShowsWhatIsMissed) {
  const auto text = solve_once(falling_point(), Fake{impulse(1.0)}).report();
  EXPECT_THAT(text, HasSubstr("last state  (1, -1); no answer\nresiduals   approach 1 m/s"));
}

TEST(Gate, EnergyGain) {
  expect_withheld({impulse(4.5)}, "energy gain = 0.45; expected at most 1e-06");
  Fake declared{impulse(4.5)};
  declared.description.gains_energy = true;
  EXPECT_TRUE(solve_once(falling_point(), declared).ok());
}

TEST(Gate, SizesChanged) {
  const auto outcome = solve_once(
      falling_point(), Fake{[](const ImpactProblem&, Outcome& o) { o.velocity_plus.resize(1); }});
  EXPECT_EQ(outcome.status, Outcome::Status::not_converged);
  EXPECT_THAT(outcome.message, HasSubstr("the law changed the size of velocity_plus"));
  EXPECT_EQ(outcome.residuals.penetration_rate, 2.0);
}

// A law that gives up: the approach that is left, at its last velocity or at the one before.
TEST(Gate, NotConvergedNeverShowsZeroResiduals) {
  const auto give_up = [](const ImpactProblem&, Outcome& outcome) {
    outcome.status = Outcome::Status::not_converged;
    outcome.message = "no";
  };
  EXPECT_EQ(solve_once(falling_point(), Fake{give_up}).residuals.penetration_rate, 2.0);
  const auto last = solve_once(falling_point(), Fake{[&](const auto& problem, Outcome& outcome) {
                                 give_up(problem, outcome);
                                 outcome.last_velocity = Eigen::Vector2d(0, -0.25);
                               }});
  EXPECT_EQ(last.residuals.penetration_rate, 0.25);
  EXPECT_EQ(last.residuals.law, 0.0);
  const auto open = solve_once(falling_point(), Fake{[&](const auto& problem, Outcome& outcome) {
                                 give_up(problem, outcome);
                                 outcome.last_velocity = Eigen::Vector2d(0, 0.25);
                               }});
  EXPECT_EQ(open.residuals.law, 1.0);
  const ImpactProblem squeezed(
      Eigen::MatrixXd::Identity(1, 1),
      {{.normal = Eigen::RowVectorXd::Ones(1)}, {.normal = -Eigen::RowVectorXd::Ones(1)}},
      Eigen::VectorXd::Ones(1));
  EXPECT_EQ(solve_once(squeezed, Propagative{}).residuals.penetration_rate, 1.0);
}

// Heavy balls that squeeze a light one: 1e8 N·s leave rounding of metres per second in its velocity
// where that is summed from them, and none of it is a fault.
TEST(Gate, RightAnswersPassWhateverTheMasses) {
  for (const std::vector<double>& masses : {std::vector<double>{1e8, 1e-8, 1e8},
                                            {1, 1e-8, 1},
                                            {1e8, 1, 1e-8},
                                            {1e-8, 1e8, 1e-8, 1e8}}) {
    std::vector<double> velocity(masses.size(), 0.0);
    velocity.front() = 1.0;
    velocity.back() = -1.0;
    for (const double e : {0.0, 0.5})
      for (const Law& law :
           {Law(Newton{.restitution = e}), Law(Poisson{.restitution = e}), Law(Plastic{})}) {
        const auto outcome = solve_once(cradle(masses, velocity), law);
        EXPECT_TRUE(outcome.ok()) << law.description().name << ": " << outcome.message;
      }
  }
}

TEST(Gate, ATinyVelocityIsStillOne) {
  for (const double scale : {1e-100, 1e-160, 1e-200, 1e-300}) {
    auto problem = cradle({1, 1, 1}, {scale, 0, 0});
    for (const Law& law : {Law(Newton{.restitution = 0.0}), Law(Plastic{}), Law(Inert{})}) {
      const auto outcome = solve_once(problem, law);
      ASSERT_TRUE(outcome.ok()) << law.description().name << ": " << outcome.message;
      EXPECT_LE((outcome.velocity_plus / scale - Eigen::Vector3d::Constant(1.0 / 3)).norm(), 1e-12)
          << law.description().name << " " << scale;
    }
  }
}

/// Resolved and right, or withheld and said so.
void expect_honest(const ImpactProblem& problem, const Law& law) {
  const auto outcome = solve_once(problem, law);
  if (outcome.ok()) {
    EXPECT_THAT(check_law_invariants(problem, law, 1e-5), ElementsAre());
    return;
  }
  EXPECT_EQ(outcome.status, Outcome::Status::not_converged);
  EXPECT_FALSE(outcome.message.empty());
  EXPECT_GT(largest(outcome.residuals), 0.0);
}

// Each of these once passed as resolved. A body with four rough points: NaN.
TEST(Gate, CompliantBodyWithFourPoints) {
  Eigen::Matrix<double, 8, 3> rows;
  rows << -0.3191722823022268, 0.9476967100343799, 0.2893841174240734,  //
      0.9476967100343799, 0.3191722823022268, -0.13355403357041262,     //
      6.123233995736766e-17, 1.0, -0.3706289896360408,                  //
      1.0, -6.123233995736766e-17, 0.6503839530469524,                  //
      0.9556590361145862, 0.2944754772345906, -0.6759395888076115,      //
      0.2944754772345906, -0.9556590361145862, -0.560227995521837,      //
      -0.8021723344361148, 0.5970925772987921, 0.0280463932750587,      //
      0.5970925772987921, 0.8021723344361148, -0.6680551199813638;
  std::vector<Contact> contacts(4);
  for (int i = 0; i < 4; ++i) {
    contacts[std::size_t(i)].normal = rows.row(2 * i);
    contacts[std::size_t(i)].tangents = rows.row(2 * i + 1);
    contacts[std::size_t(i)].friction = 1.5;
  }
  const Eigen::Vector3d masses(2.7848360204861504, 2.7848360204861504, 2.1307399585395173);
  expect_honest({masses.asDiagonal().toDenseMatrix(), contacts,
                 Eigen::Vector3d(1.0605943163243832, -0.10357925389387884, 1.6799259238188584)},
                Compliant{.restitution = 0.6});
}

/// A disk of 1 kg and radius ½ m between floor and wall.
ImpactProblem disk_in_a_corner(double friction, double wall, const Eigen::Vector3d& velocity) {
  Contact floor{.name = "floor", .normal = Eigen::RowVector3d(0, 1, 0)};
  floor.tangents = Eigen::RowVector3d(1, 0, 0.5);
  Contact side{.name = "wall", .normal = Eigen::RowVector3d(-wall, 0, 0)};
  side.tangents = Eigen::RowVector3d(0, 1, 0.5);
  floor.friction = side.friction = friction;
  return {Eigen::Vector3d(1, 1, 0.125).asDiagonal().toDenseMatrix(), {floor, side}, velocity};
}

// Impulses of 1e8 N·s, and a ledger 25 % off.
TEST(Gate, SlipShareInACorner) {
  expect_honest(disk_in_a_corner(1.9147211469303922, 1.0,
                                 Eigen::Vector3d(3.3130265939831602, -3.541836784016746, 0.0)),
                SlipShare{.restitution = 0.8});
}

// A normal of 1e10 beside tangents of 1: 4.43 m/s of approach left.
TEST(Gate, RegularWithALongNormal) {
  expect_honest(disk_in_a_corner(0.25, 1e10, Eigen::Vector3d(8, -4.43, 0)),
                Regular{.restitution = 0.46234});
}

}  // namespace
}  // namespace carom::test
