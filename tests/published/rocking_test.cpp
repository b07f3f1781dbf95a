// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A block that rocks to rest, impact by impact under the regular law, with 4 and with 8 points: S2
// chapter 3's example, and its claim that the number of points does not matter without spin. The
// reference is of the first definition (energy = group); where one edge alone hits, or nothing
// comes back, that is the present one too, else it is said here by how much they differ.
#include "published/data/rocking.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "carom/laws/regular.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

// Points of the sole in the order of the reference: corners, or corners and middles of the edges.
Eigen::Vector3d sole_point(int points, int index) {
  constexpr double ring[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0},
                                 {1, 1},   {0, 1},  {-1, 1}, {-1, 0}};
  const auto& at = ring[points == 8 ? index : 2 * index];
  return {0.1 * at[0], 0.1 * at[1], -0.05};
}

ImpactProblem rocking_problem(const RockingImpact& impact) {
  const Eigen::Matrix3d R =
      Eigen::Quaterniond(impact.half_cosine, 0.0, impact.half_sine, 0.0).toRotationMatrix();
  Eigen::MatrixXd M = Eigen::MatrixXd::Identity(6, 6);
  M.bottomRightCorner<3, 3>() =
      R * Eigen::Vector3d(0.05 / 12, 0.05 / 12, 0.08 / 12).asDiagonal() * R.transpose();
  std::vector<Contact> contacts;
  for (const int index : impact.touching) {
    const Eigen::Vector3d arm = R * sole_point(impact.points, index);
    Eigen::MatrixXd rows(3, 6);  // velocity of the point: v + ω × arm
    for (int k = 0; k < 3; ++k)
      rows.row(k) << Eigen::RowVector3d::Unit(k), arm.cross(Eigen::Vector3d::Unit(k)).transpose();
    Contact contact{.normal = rows.row(2)};
    contact.tangents = rows.topRows(2);
    contact.friction = 0.3;
    contact.restitution = impact.restitution;
    contacts.push_back(contact);
  }
  const auto& v = impact.before;
  const Eigen::VectorXd velocity =
      (Eigen::VectorXd(6) << v[0], 0.0, v[1], 0.0, v[2], 0.0).finished();
  return {M, contacts, velocity, {}, "rocking block"};
}

void expect_reference(const RockingImpact& impact, const Regular& law) {
  const Outcome outcome = solve_once(rocking_problem(impact), law);
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  const auto& v = impact.after;
  const Eigen::VectorXd expected =
      (Eigen::VectorXd(6) << v[0], 0.0, v[1], 0.0, v[2], 0.0).finished();
  EXPECT_LE((outcome.velocity_plus - expected).cwiseAbs().maxCoeff(), 1e-6)
      << show(outcome.velocity_plus) << "\nexpected " << show(expected);
  double normal = 0.0, friction = 0.0;
  for (const auto& work : outcome.energy.contacts) {
    normal += work.normal_work;
    friction += work.friction_work;
  }
  EXPECT_NEAR(normal, impact.normal_work, 1e-6);
  EXPECT_NEAR(friction, impact.friction_work, 1e-6);
}

TEST(RockingBlock, EveryImpactOfTheSequence) {
  for (const RockingImpact& impact : rocking_impacts)
    expect_reference(impact, {.energy = Regular::Energy::group});
}

// With 8 points the middles of the edges touch too when the block is flat (impacts 14 and 15).
TEST(RockingBlock, EnergyPerContactIsTheSameOnAnEdge) {
  int edges = 0;
  for (const RockingImpact& impact : rocking_impacts) {
    if (static_cast<int>(impact.touching.size()) == impact.points) continue;  // the whole sole
    expect_reference(impact, {});
    ++edges;
  }
  EXPECT_GE(edges, 26);
}

}  // namespace
}  // namespace carom::test
