// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The scene `pantograph` (S4 Example 2): a loop of four links. Expected: the two-coordinate
// elimination that S4 uses, written out by hand (its end effector's mass matrix also from an
// independent reference, published/reproduce/data/pantograph.h); directions of all and of no loss;
// redundant loops; every fault.
#include "reproduce/data/pantograph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "carom/analysis.h"
#include "carom/laws/inert.h"
#include "carom/scene.h"
#include "support/constants.h"
#include "support/faults.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::VectorXd;
using testing::HasSubstr;

using std::numbers::pi;
constexpr double l_1 = 0.1449, l_2 = 0.1984, a_1 = 0.0519, a_2 = 0.1081, m_1 = 0.1202, m_2 = 0.1084;
constexpr double m_EE = 0.3144, I_1 = 0.0004, I_2 = 0.0007;

Vector2d across(double angle) { return {-std::sin(angle), std::cos(angle)}; }

/// Angle of the end effector's velocity in the plane, from links 1 and 2 [deg].
double direction(const VectorXd& q, const VectorXd& v) {
  const Vector2d end = l_1 * v[0] * across(q[0]) + l_2 * v[1] * across(q[1]);
  return std::atan2(end.y(), end.x()) / degree;
}

/// Kinetic energy of the end effector moving at e, all rates eliminated: ½ eᵀ Λ e.
Matrix2d eliminated_mass(const VectorXd& q) {
  Matrix2d mass = m_EE * Matrix2d::Identity();
  for (const int k : {0, 2}) {
    Matrix2d jacobian, center;
    jacobian << l_1 * across(q[k]), l_2 * across(q[k + 1]);
    const Matrix2d rates = jacobian.inverse();
    center << l_1 * across(q[k]), a_2 * across(q[k + 1]);
    const Matrix2d outer = center * rates;
    const Vector2d first = rates.row(0), second = rates.row(1);
    mass += m_2 * outer.transpose() * outer + (m_1 * a_1 * a_1 + I_1) * first * first.transpose() +
            I_2 * second * second.transpose();
  }
  return mass;
}

TEST(Pantograph, TheLoopModelHasTheMassOfTheElimination) {
  const SceneModel scene = make_scene_model("pantograph");
  ModelParts parts = scene.model.parts();
  parts.contacts[0].tangents = 1;
  const ImpactProblem problem = make_problem(scene.model.with(parts), scene.state);
  ASSERT_EQ(problem.bilateral_count(), 2);
  EXPECT_TRUE(problem.bilateral_independent());
  Matrix2d rows = problem.delassus().inverse();  // over −y and x of the end effector
  const Matrix2d hand = eliminated_mass(scene.state.q);
  EXPECT_NEAR(rows(1, 1), hand(0, 0), 1e-12);
  EXPECT_NEAR(rows(0, 1), -hand(0, 1), 1e-12);
  EXPECT_NEAR(rows(0, 0), hand(1, 1), 1e-12);
  EXPECT_NEAR(hand(0, 0), pantograph_mass[0], 1e-9);
  EXPECT_NEAR(hand(0, 1), pantograph_mass[1], 1e-9);
  EXPECT_NEAR(hand(1, 1), pantograph_mass[2], 1e-9);
  EXPECT_NEAR(1.0 / make_scene("pantograph").delassus()(0, 0), pantograph_normal_mass, 1e-9);
}

TEST(Pantograph, StandsAndMovesAsTold) {
  for (const double gamma : {-170.0, -20.0, 0.0, 33.0, 90.0, 97.58, 180.0}) {
    const SceneModel scene =
        make_scene_model("pantograph", {{"gamma", gamma * degree}, {"energy", 0.3}});
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR(scene.state.q[k] / degree, pantograph_angles[k], 1e-9);
    }
    EXPECT_NEAR(std::remainder(direction(scene.state.q, scene.state.v) - gamma, 360.0), 0.0, 1e-10);
    EXPECT_NEAR(make_problem(scene.model, scene.state).kinetic_energy(), 0.3, 1e-14);
  }
}

TEST(Pantograph, OtherPositionsToo) {
  for (const Vector2d& at : {Vector2d(0.0, 0.25), Vector2d(-0.1, 0.2), Vector2d(0.05, -0.2)}) {
    const SceneModel scene =
        make_scene_model("pantograph", {{"position", std::vector<double>{at.x(), at.y()}}});
    const ImpactProblem problem = make_problem(scene.model, scene.state);
    const Matrix2d mass = eliminated_mass(scene.state.q);
    EXPECT_NEAR(1.0 / problem.delassus()(0, 0), mass(1, 1) - mass(0, 1) * mass(0, 1) / mass(0, 0),
                1e-11);
  }
}

TEST(Pantograph, OneContactWithoutTangents) {
  const ImpactProblem problem = make_scene("pantograph");
  ASSERT_EQ(problem.contact_count(), 1);
  EXPECT_EQ(problem.contacts()[0].name, "wall");
  EXPECT_EQ(problem.contacts()[0].tangents.rows(), 0);
  EXPECT_EQ(problem.coordinate_count(), 4);
  EXPECT_NEAR(problem.contacts()[0].normal.dot(problem.velocity()), -0.192057947385, 1e-10);
}

TEST(Pantograph, InertKeepsTheLoopClosedAndLosesTheConstrainedEnergy) {
  const SceneModel scene = make_scene_model("pantograph", {{"gamma", 60.0 * degree}});
  const ImpactProblem problem = make_problem(scene.model, scene.state);
  const Outcome outcome = solve_once(problem, Inert{});
  for (const BilateralConstraint& loop : problem.bilateral()) {
    EXPECT_NEAR(loop.row.dot(outcome.velocity_plus), 0.0, 1e-15);
  }
  EXPECT_NEAR(problem.contacts()[0].normal.dot(outcome.velocity_plus), 0.0, 1e-15);
  EXPECT_NEAR(outcome.energy.lost, energy_split(problem).constrained, 1e-16);
  EXPECT_NEAR(outcome.energy.after, energy_split(problem).admissible, 1e-16);
  EXPECT_TRUE(outcome.uniqueness.impulses_unique);
  EXPECT_GT(outcome.bilateral_impulse.norm(), 1e-3) << "the loop carries a part";
  EXPECT_LE(outcome.residuals.momentum, 1e-12);
  // The end effector, all masses eliminated, takes the whole impulse along y.
  const Vector2d before = 0.181242086443 * Vector2d(0.5, std::sqrt(0.75));
  const Vector2d after =
      before - eliminated_mass(scene.state.q).inverse() * Vector2d(0.0, outcome.impulse[0].normal);
  const VectorXd& v = outcome.velocity_plus;
  const VectorXd& q = scene.state.q;
  EXPECT_LE((l_1 * v[0] * across(q[0]) + l_2 * v[1] * across(q[1]) - after).norm(), 1e-10);
}

TEST(Pantograph, DirectionsOfAllAndOfNoLoss) {
  const SceneModel scene = make_scene_model("pantograph");
  const ImpactProblem problem = make_problem(scene.model, scene.state);
  const EnergyDirections directions = energy_directions(problem);
  ASSERT_EQ(directions.rank(), 1);
  ASSERT_EQ(directions.admissible.cols(), 1) << "two of four coordinates are held by the loop";
  const double all = direction(scene.state.q, directions.constrained.col(0));
  const double none = direction(scene.state.q, directions.admissible.col(0));
  EXPECT_NEAR(std::remainder(all - pantograph_full_loss, 180.0), 0.0, 1e-9);
  EXPECT_NEAR(std::remainder(all - 97.58, 180.0), 0.0, 0.5e-2);  // S4 Example 2
  EXPECT_NEAR(std::remainder(none, 180.0), 0.0, 1e-9) << "along the wall";
  for (const PantographCase& row : pantograph_cases) {
    const SceneModel at = make_scene_model("pantograph", {{"gamma", row.gamma * degree}});
    EXPECT_NEAR(directions.share(at.state.v), 0.1 * row.reference_constrained, 1e-10);
  }
}

TEST(Pantograph, ARedundantLoopChangesNoVelocity) {
  const SceneModel scene = make_scene_model("pantograph", {{"gamma", 60.0 * degree}});
  ModelParts parts = scene.model.parts();
  parts.loops.push_back(parts.loops[0]);
  parts.loops[1].name = "again";
  const ImpactProblem once = make_problem(scene.model, scene.state);
  const ImpactProblem twice = make_problem(scene.model.with(parts), scene.state);
  ASSERT_EQ(twice.bilateral_count(), 4);
  EXPECT_FALSE(twice.bilateral_independent());
  const Outcome a = solve_once(once, Inert{}), b = solve_once(twice, Inert{});
  EXPECT_LE((a.velocity_plus - b.velocity_plus).norm(), 1e-14);
  EXPECT_NEAR(a.impulse[0].normal, b.impulse[0].normal, 1e-14);
  EXPECT_FALSE(b.uniqueness.impulses_unique);
  EXPECT_LE((b.bilateral_impulse.head(2) - 0.5 * a.bilateral_impulse).norm(), 1e-13);
  EXPECT_LE((b.bilateral_impulse.tail(2) - 0.5 * a.bilateral_impulse).norm(), 1e-13);
  EXPECT_EQ(energy_directions(twice).admissible.cols(), 1);
}

TEST(Pantograph, AtRestNothingHappens) {
  const ImpactProblem problem = make_scene("pantograph", {{"energy", 0.0}});
  EXPECT_EQ(problem.kinetic_energy(), 0.0);
  EXPECT_EQ(solve_once(problem, Inert{}).impulse[0].normal, 0.0);
}

std::string pantograph_refusal(const SceneSettings& settings) {
  return refusal_of([&] { static_cast<void>(make_scene("pantograph", settings)); });
}

TEST(Pantograph, EveryFault) {
  const auto at = [](double x, double y) {
    return pantograph_refusal({{"position", std::vector<double>{x, y}}});
  };
  EXPECT_THAT(pantograph_refusal({{"gamma", INFINITY}}),
              HasSubstr("gamma = inf rad; expected finite"));
  EXPECT_THAT(pantograph_refusal({{"energy", -1.0}}),
              HasSubstr("energy = -1 J; expected >= 0 and finite"));
  EXPECT_THAT(at(NAN, 0.2), HasSubstr("position[0] = nan; expected a finite number"));
  EXPECT_THAT(pantograph_refusal({{"position", std::vector<double>{0.2}}}),
              HasSubstr("position has 1 entries; expected 2, (x, y) of the end effector"));
  EXPECT_THAT(at(0.4, 0.2),
              HasSubstr("position is 0.467221 m from the motor of links 1 and 2; expected 0.0535 "
                        "to 0.3433 m, the limits excluded: there the links are in line"));
  EXPECT_THAT(at(0.4, 0.2), HasSubstr("the motor of links 3 and 4"));
  EXPECT_THAT(at(-0.02225, 0.0), HasSubstr("position is 0 m from the motor of links 1 and 2"));
  EXPECT_THAT(at(0.3433 - 0.02225, 0.0), HasSubstr("the links are in line"));
}

}  // namespace
}  // namespace carom::test
