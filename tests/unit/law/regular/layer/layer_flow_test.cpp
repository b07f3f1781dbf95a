// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The regular law through its compliant layer: the derivative of the layer, the block impacts of
// reproduce/data/block_impacts.h by stiff integration and by implicit increments, jamming,
// invariants.
#include "law/regular/layer/layer_flow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/invariants.h"
#include "carom/laws/regular.h"
#include "law/regular/layer/layer_system.h"
#include "reproduce/data/block_impacts.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

using testing::ElementsAre;
using testing::HasSubstr;

Regular by(Regular::Method method, double restitution, double tolerance = 1e-8) {
  return {.restitution = restitution,
          .tolerance = tolerance,
          .energy = Regular::Energy::group,
          .method = method};
}

// Block of 1 kg, 0.2 × 0.2 × 0.1 m, uniform; velocity of the centre, then angular, world axes.
ImpactProblem block_problem(const BlockImpact& block) {
  using Eigen::AngleAxisd, Eigen::Vector3d;
  const Eigen::Matrix3d R =
      (AngleAxisd(block.rpy[2], Vector3d::UnitZ()) * AngleAxisd(block.rpy[1], Vector3d::UnitY()) *
       AngleAxisd(block.rpy[0], Vector3d::UnitX()))
          .toRotationMatrix();
  Eigen::MatrixXd M = Eigen::MatrixXd::Identity(6, 6);
  M.bottomRightCorner(3, 3) =
      R * Vector3d(0.05 / 12, 0.05 / 12, 0.08 / 12).asDiagonal() * R.transpose();
  M = (0.5 * (M + M.transpose())).eval();
  std::vector<Contact> contacts;
  for (const auto& point : block.points) {
    const Vector3d r = R * Vector3d(point[0], point[1], point[2]);
    Eigen::MatrixXd rows(3, 6);
    for (int k = 0; k < 3; ++k)
      rows.row(k) << Vector3d::Unit((k + 2) % 3).transpose(),
          r.cross(Vector3d::Unit((k + 2) % 3)).transpose();
    contacts.push_back(
        {.normal = rows.row(0), .tangents = rows.bottomRows(2), .friction = block.friction});
  }
  return ImpactProblem(M, contacts, Eigen::Map<const Eigen::VectorXd>(block.velocity.data(), 6));
}

struct Errors {
  double velocity = 0.0, impulse = 0.0, work = 0.0;
};

Errors errors(const BlockImpact& block, const Outcome& outcome) {
  Errors worst;
  for (std::size_t i = 0; i < 6; ++i)
    worst.velocity = std::max(
        worst.velocity,
        std::abs(outcome.velocity_plus[static_cast<Eigen::Index>(i)] - block.velocity_plus[i]));
  double normal = 0.0, friction = 0.0;
  for (std::size_t j = 0; j < block.points.size(); ++j) {
    const auto& impulse = outcome.impulse[j];
    const auto& expected = block.point_impulses[j];
    worst.impulse = std::max({worst.impulse, std::abs(impulse.tangential[0] - expected[0]),
                              std::abs(impulse.tangential[1] - expected[1]),
                              std::abs(impulse.normal - expected[2])});
    normal += outcome.energy.contacts[j].normal_work;
    friction += outcome.energy.contacts[j].friction_work;
  }
  worst.work =
      std::max(std::abs(normal - block.normal_work), std::abs(friction - block.friction_work));
  return worst;
}

void expect_references(Regular::Method method, double tolerance, const Errors& most) {
  for (const auto& block : block_impacts()) {
    SCOPED_TRACE(block.id);
    const auto outcome = solve_once(block_problem(block), by(method, block.restitution, tolerance));
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    const auto found = errors(block, outcome);
    EXPECT_LT(found.velocity, most.velocity);
    EXPECT_LT(found.impulse, most.impulse);
    EXPECT_LT(found.work, most.work);
    EXPECT_LT(outcome.residuals.energy, 1e-12);
    EXPECT_EQ(outcome.residuals.friction_cone, 0.0);
  }
}

TEST(LayerFlow, MeetsTheBlockImpacts) {
  // Spin of some cases is in rad/s of a 0.2 m block: 1e-7 there is 1e-8 at the points.
  expect_references(Regular::Method::layer, 1e-8, {1e-7, 2e-8, 2e-8});
}

TEST(LayerFlow, ExtrapolatesTheComplianceForTighterTolerances) {
  expect_references(Regular::Method::layer, 1e-11, {5e-9, 2e-9, 2e-10});
}

TEST(LayerFlow, IncrementsMeetTheBlockImpacts) {
  expect_references(Regular::Method::increments, 1e-8, {2e-6, 1e-5, 1e-7});
}

TEST(LayerFlow, IncrementsTellTheirOwnError) {
  const auto& turning = block_impacts()[6];  // R12: one corner, slip turns
  const auto outcome = solve_once(block_problem(turning), by(Regular::Method::increments, 0.5));
  EXPECT_GT(outcome.residuals.law, 1e-6);
  EXPECT_LT(outcome.residuals.law, 1e-3);
}

TEST(LayerFlow, LogsItsTwoEvents) {
  const auto& drop = block_impacts()[0];  // m (v⁺ − v⁻) = 1 up to σ = 0, then 0.5
  const auto outcome = solve_once(block_problem(drop), by(Regular::Method::layer, 0.5));
  ASSERT_EQ(outcome.events.size(), 2u);
  EXPECT_EQ(outcome.events[0].kind, Event::Kind::compression_ends);
  EXPECT_NEAR(outcome.events[0].impulse, 1.0, 1e-12);
  EXPECT_EQ(outcome.events[1].kind, Event::Kind::ends);
  EXPECT_NEAR(outcome.events[1].impulse, 1.5, 1e-12);
  for (const auto& work : outcome.energy.contacts) EXPECT_NEAR(work.restitution.value(), 0.5, 1e-9);
}

TEST(LayerFlow, DerivativeOfTheLayerAgreesWithDifferences) {
  // Thick layer, so that the states visit carrying, open, resting and slipping points.
  const auto problem = block_problem(block_impacts()[4]);
  law::ReducedRows rows;
  rows.compute(problem);
  law::LayerSystem layer;
  const std::vector<int> all{0, 1, 2, 3};
  ASSERT_TRUE(layer.prepare(problem, all, 0.5, rows));
  layer.set_compliance(0.5);
  const std::vector<char> stored{1, 0, 0, 1};  // of the draws in release
  base::Random random(4);
  Eigen::VectorXd y(layer.size()), plus(layer.size()), minus(layer.size());
  Eigen::MatrixXd D(layer.size(), layer.states());
  for (int draw = 0; draw < 50; ++draw) {
    layer.start(y);
    layer.set_stored(draw % 2 == 0 ? std::vector<char>{} : stored);
    for (Eigen::Index i = 0; i < layer.states(); ++i) y[i] = 0.3 * random.normal();
    layer.jacobian(y.data(), D);
    for (Eigen::Index i = 0; i < layer.states(); ++i) {
      const double step = 1e-7, kept = y[i];
      y[i] = kept + step;
      layer.rate(y.data(), plus.data());
      y[i] = kept - step;
      layer.rate(y.data(), minus.data());
      y[i] = kept;
      EXPECT_LT(((plus - minus) / (2.0 * step) - D.col(i)).cwiseAbs().maxCoeff(), 1e-5)
          << draw << " " << i;
    }
  }
}

TEST(LayerFlow, WedgedBodyStopsWithoutRebound) {
  // A point mass driven straight into a slot with walls at ±10° and friction 1: it jams at once.
  const double half = 10.0 * std::numbers::pi / 180.0;
  std::vector<Contact> walls;
  for (const double side : {1.0, -1.0}) {
    Eigen::RowVector2d normal(side * std::cos(half), std::sin(half));
    Eigen::RowVector2d tangent(-side * std::sin(half), std::cos(half));
    walls.push_back({.normal = normal, .tangents = tangent, .friction = 1.0});
  }
  const ImpactProblem slot(Eigen::Matrix2d::Identity(), walls, Eigen::Vector2d(0.0, -1.0));
  const auto outcome = solve_once(slot, by(Regular::Method::layer, 0.8));
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_LT(outcome.velocity_plus.norm(), 1e-6) << show(outcome.velocity_plus);
  EXPECT_THAT(outcome.notes, ElementsAre(HasSubstr("contacts jam")));
}

TEST(LayerFlow, NothingHappensWithoutApproach) {
  auto block = block_impacts()[4];
  block.velocity = {0.3, 0.1, 0.2, 0.0, 0.0, 1.0};
  const auto problem = block_problem(block);
  for (const auto method : {Regular::Method::layer, Regular::Method::increments}) {
    const auto outcome = solve_once(problem, by(method, 0.5));
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(outcome.velocity_plus, problem.velocity());
    for (const auto& impulse : outcome.impulse) EXPECT_EQ(impulse.normal, 0.0);
  }
}

TEST(LayerFlow, KeepsTheInvariants) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const auto problem = random_problem(seed, {.coordinates = 6,
                                               .contacts = 1 + static_cast<int>(seed % 4),
                                               .tangents = static_cast<int>(seed % 3),
                                               .bilateral = static_cast<int>(seed % 2),
                                               .redundant = false});
    const auto violated = check_law_invariants(problem, by(Regular::Method::layer, 0.6), 1e-6);
    EXPECT_THAT(violated, testing::IsEmpty()) << seed;
  }
}

TEST(LayerFlow, StiffnessDecidesTheSharesOfRedundantPoints) {
  // A flat drop on a line of three points: the middle one takes k/(2 + k) of the impulse.
  std::vector<Contact> contacts;
  for (const double x : {-1.0, 0.0, 1.0})
    contacts.push_back({.normal = Eigen::RowVector2d(1.0, x), .stiffness = x == 0.0 ? 4.0 : 1.0});
  const ImpactProblem bar(Eigen::Matrix2d::Identity(), contacts, Eigen::Vector2d(-1.0, 0.0));
  const auto outcome = solve_once(bar, by(Regular::Method::layer, 0.0));
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_NEAR(outcome.impulse[1].normal, 4.0 / 6.0, 1e-9);
  EXPECT_NEAR(outcome.impulse[0].normal, 1.0 / 6.0, 1e-9);
}

}  // namespace
}  // namespace carom::test
