// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Slip-share law where friction locks the points: disks in a corner, μ ≥ 1.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "carom/laws/slip_share.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using testing::HasSubstr;

// A disk in a corner, in units of our choice.
ImpactProblem disk_in_corner(double mu, double mass, double radius, const Eigen::Vector3d& v) {
  std::vector<Contact> contacts{
      {.normal = Eigen::RowVector3d(0, 1, 0), .tangents = Eigen::RowVector3d(1, 0, radius)},
      {.normal = Eigen::RowVector3d(-1, 0, 0), .tangents = Eigen::RowVector3d(0, 1, radius)}};
  for (auto& contact : contacts) contact.friction = mu;
  return {Eigen::Vector3d(mass, mass, 0.5 * mass * radius * radius).asDiagonal(), contacts, v};
}

// μ = 1: both slips and both approaches stop at the same instant, p_n = μ p_n = 1.5 at each. Then
// friction locks the points: what further impulse does at one, it undoes at the other.
TEST(SlipShareJam, DiskStopsInTheCorner) {
  for (const double e : {0.0, 0.5, 1.0}) {
    const auto outcome =
        solve_once(disk_in_corner(1.0, 1.0, 0.5, {3, -3, 0}), SlipShare{.restitution = e});
    ASSERT_TRUE(outcome.ok()) << outcome.message;
    EXPECT_LE(outcome.velocity_plus.norm(), 1e-14);
    for (const auto& impulse : outcome.impulse) {
      EXPECT_NEAR(impulse.normal, 1.5, 1e-14);
      EXPECT_NEAR(std::abs(impulse.tangential[0]), 1.5, 1e-14);
    }
    EXPECT_LE(outcome.residuals.energy, 1e-14);
    EXPECT_THAT(outcome.notes, testing::Contains(HasSubstr("the points jam")));
  }
}

// Once 1.3e8 N·s with the ledger off by a quarter, and no answer in other units of mass.
TEST(SlipShareJam, DisksFoundBySearch) {
  const auto rebound = solve_once(
      disk_in_corner(1.9147211469303922, 1.0, 0.5, {3.3130265939831602, -3.541836784016746, 0}),
      SlipShare{.restitution = 0.8});
  ASSERT_TRUE(rebound.ok()) << rebound.message;
  EXPECT_NEAR(rebound.impulse[0].normal, 1.346518, 1e-6);
  EXPECT_NEAR(rebound.impulse[1].normal, 1.189248, 1e-6);
  EXPECT_LE(rebound.residuals.energy, 1e-9);
  const Eigen::Vector3d spinning(2.9032614903911926, -4.911180919913056, 16.0351971804367);
  for (const double mass : {0.1, 0.3, 700.0}) {
    const auto plastic = solve_once(disk_in_corner(1.8488349134595599, mass, 0.5, spinning),
                                    SlipShare{.restitution = 0.0});
    ASSERT_TRUE(plastic.ok()) << plastic.message;
    EXPECT_NEAR(plastic.impulse[0].normal / mass, 4.0078329, 1e-6);
    EXPECT_NEAR(plastic.impulse[1].normal / mass, 0.7687047, 1e-6);
    EXPECT_LE(plastic.residuals.energy, 1e-9);
  }
}

// Units of mass, speed and length change nothing, the ledger balances, and no impulse is above ten
// times the momentum (it was 1e8 times).
TEST(SlipShareJam, FourHundredDisksInAnyUnits) {
  base::Random random(7);
  int jams = 0, resolved = 0;
  for (int k = 0; k < 400; ++k) {
    const double mu = k % 7 ? random.uniform(1.0, 2.5) : 1.0, mass = random.uniform(0.2, 3.0);
    const double radius = random.uniform(0.1, 1.0);
    Eigen::Vector3d v(random.uniform(0.5, 5), 0, 0);
    v[1] = -random.uniform(0.5, 5);
    if (k % 3 == 1) v[2] = random.uniform(-20, 20);
    if (k % 11 == 0) v[1] = -v[0];
    const SlipShare law{.restitution = std::array{0.0, 0.3, 0.5, 0.8, 1.0}[std::size_t(k % 5)]};
    const auto outcome = solve_once(disk_in_corner(mu, mass, radius, v), law);
    resolved += outcome.ok() ? 1 : 0;
    const double momentum = mass * (v.head(2).norm() + std::abs(v[2]) * radius);
    EXPECT_LE(outcome.residuals.energy, 1e-9) << k;
    for (const auto& impulse : outcome.impulse) EXPECT_LE(impulse.normal, 10.0 * momentum) << k;
    jams += outcome.notes.size() == 2 ? 1 : 0;
    for (const auto& unit : {Eigen::Vector3d(3, 1, 1), {1, 1.7, 1}, {1, 1, 0.3}, {3, 1.7, 0.3}}) {
      const double m = unit[0], s = unit[1], l = unit[2];
      const auto scaled = solve_once(
          disk_in_corner(mu, m * mass, l * radius, {s * v[0], s * v[1], s / l * v[2]}), law);
      ASSERT_EQ(scaled.status, outcome.status) << k << ": " << scaled.message;
      if (!outcome.ok()) continue;
      const Eigen::Vector3d back = scaled.velocity_plus.cwiseProduct(Eigen::Vector3d(1, 1, l)) / s;
      EXPECT_LE((back - outcome.velocity_plus).norm(), 1e-9 * momentum / mass) << k;
      for (std::size_t i = 0; i < 2; ++i)
        EXPECT_NEAR(scaled.impulse[i].normal / (m * s), outcome.impulse[i].normal, 1e-9 * momentum)
            << k;
    }
  }
  EXPECT_GT(jams, 300);
  EXPECT_GE(resolved, 398);  // μ = 1 can lock a slip that does work for ever: too many steps
}

}  // namespace
}  // namespace carom::test
