// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The block of S2 chapter 3 on flat ground under the regular law: drop, slide, spin, edge, corner,
// rocking. Reference figures in reproduce/data/block_impacts.h, of the first definition: one store
// of energy for the block (energy = group). By default 1e-6 (point impulses 1e-5); at tolerance
// 1e-11 the accuracy of the reference itself, 1e-10.
#include "reproduce/data/block_impacts.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "carom/laws/regular.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using namespace published;

ImpactProblem problem_of(const BlockImpact& block) {
  using Eigen::AngleAxisd;
  using Eigen::Vector3d;
  const Eigen::Matrix3d R =
      (AngleAxisd(block.rpy[2], Vector3d::UnitZ()) * AngleAxisd(block.rpy[1], Vector3d::UnitY()) *
       AngleAxisd(block.rpy[0], Vector3d::UnitX()))
          .toRotationMatrix();
  const Vector3d inertia(0.05 / 12, 0.05 / 12, 0.08 / 12);  // 1 kg, 0.2 × 0.2 × 0.1 m
  Eigen::MatrixXd M = Eigen::MatrixXd::Identity(6, 6);
  M.bottomRightCorner(3, 3) = R * inertia.asDiagonal() * R.transpose();
  M = (0.5 * (M + M.transpose())).eval();
  std::vector<Contact> contacts;
  for (const auto& point : block.points) {
    const Vector3d r = R * Vector3d(point[0], point[1], point[2]);
    const auto row = [&](const Vector3d& d) {
      Eigen::RowVectorXd full(6);
      full << d.transpose(), r.cross(d).transpose();
      return full;
    };
    Contact contact{.normal = row(Vector3d::UnitZ()), .friction = block.friction};
    contact.tangents.resize(2, 6);
    contact.tangents << row(Vector3d::UnitX()), row(Vector3d::UnitY());
    contacts.push_back(contact);
  }
  return ImpactProblem(M, contacts, Eigen::Map<const Eigen::VectorXd>(block.velocity.data(), 6));
}

void expect_reference(const BlockImpact& block, const Regular& law, double accuracy,
                      double point_accuracy) {
  SCOPED_TRACE(block.id);
  const auto outcome = solve_once(problem_of(block), law);
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_TRUE(outcome.notes.empty());
  double normal_work = 0.0, friction_work = 0.0;
  Eigen::Vector3d net = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(outcome.velocity_plus[Eigen::Index(i)], block.velocity_plus[i], accuracy) << i;
  for (std::size_t j = 0; j < block.points.size(); ++j) {
    const auto& impulse = outcome.impulse[j];
    const auto& expected = block.point_impulses[j];
    EXPECT_NEAR(impulse.tangential[0], expected[0], point_accuracy);
    EXPECT_NEAR(impulse.tangential[1], expected[1], point_accuracy);
    EXPECT_NEAR(impulse.normal, expected[2], point_accuracy);
    net += Eigen::Vector3d(impulse.tangential[0], impulse.tangential[1], impulse.normal);
    normal_work += outcome.energy.contacts[j].normal_work;
    friction_work += outcome.energy.contacts[j].friction_work;
  }
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(net[Eigen::Index(k)], block.net_impulse[k], accuracy);
  EXPECT_NEAR(net[2], block.total_normal_impulse, accuracy);
  EXPECT_NEAR(normal_work, block.normal_work, accuracy);
  EXPECT_NEAR(friction_work, block.friction_work, accuracy);
  EXPECT_LE(outcome.residuals.energy, 1e-12);
  EXPECT_LE(outcome.residuals.law, 1e-9);
}

Regular law_of(const BlockImpact& block, double tolerance) {
  return {.restitution = block.restitution,
          .tolerance = tolerance,
          .energy = Regular::Energy::group,
          .method = Regular::Method::events};
}

TEST(BlockImpacts, ByDefault) {
  for (const auto& block : block_impacts())
    expect_reference(block, law_of(block, 1e-8), 1e-6, 1e-5);
}

TEST(BlockImpacts, OnRequest) {
  for (const auto& block : block_impacts())
    expect_reference(block, law_of(block, 1e-11), 1e-10, 1e-10);
}

}  // namespace
}  // namespace carom::test
