// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Walks give the same bits each time, and going on from a checkpoint gives those of a walk that was
// not interrupted: in the middle of a swing, and in the middle of a landing.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "carom/simulation.h"
#include "support/walk_trial.h"

namespace carom::test {
namespace {

constexpr double duration = 3.8;  // [s] both feet have landed

/// NaN is like itself.
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
template <class Vector>
bool same_entries(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return same(x, y); });
}

void expect_same(const TrajectoryRow& a, const TrajectoryRow& b) {
  ASSERT_TRUE(same(a.time, b.time));
  EXPECT_EQ(a.kind, b.kind) << a.time;
  EXPECT_TRUE(same_entries(a.state.q, b.state.q)) << a.time;
  EXPECT_TRUE(same_entries(a.state.v, b.state.v)) << a.time;
  EXPECT_TRUE(same(a.energy, b.energy)) << a.time;
  EXPECT_TRUE(same_entries(a.gaps, b.gaps)) << a.time;
  EXPECT_TRUE(same_entries(a.forces, b.forces)) << a.time;
  EXPECT_TRUE(same_entries(a.friction, b.friction)) << a.time;
}

void expect_same(const WalkSample& a, const WalkSample& b) {
  ASSERT_TRUE(same(a.time, b.time));
  EXPECT_EQ(a.phase, b.phase) << a.time;
  EXPECT_EQ(a.step, b.step) << a.time;
  EXPECT_TRUE(same_entries(a.com, b.com)) << a.time;
  EXPECT_TRUE(same_entries(a.dcm, b.dcm)) << a.time;
  EXPECT_TRUE(same_entries(a.dcm_reference, b.dcm_reference)) << a.time;
  EXPECT_TRUE(same_entries(a.zmp, b.zmp)) << a.time;
  EXPECT_TRUE(same(a.margin, b.margin)) << a.time;
  EXPECT_TRUE(same(a.tilt, b.tilt)) << a.time;
  EXPECT_TRUE(same(a.slip, b.slip)) << a.time;
  EXPECT_TRUE(same_entries(a.torque, b.torque)) << a.time;
}

void expect_same(const Touchdown& a, const Touchdown& b) {
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.side, b.side);
  EXPECT_TRUE(same(a.time, b.time));
  EXPECT_TRUE(same(a.duration, b.duration));
  EXPECT_TRUE(same_entries(a.planned.center, b.planned.center));
  EXPECT_TRUE(same_entries(a.foothold.center, b.foothold.center));
  EXPECT_TRUE(same(a.foothold.heading, b.foothold.heading));
  EXPECT_TRUE(same(a.approach, b.approach));
  EXPECT_EQ(a.impacts, b.impacts);
  EXPECT_EQ(a.first_impact, b.first_impact);
  EXPECT_TRUE(same(a.energy_lost, b.energy_lost));
  EXPECT_EQ(a.points, b.points);
  EXPECT_TRUE(same(a.largest_jump, b.largest_jump));
  EXPECT_EQ(a.jump_joint, b.jump_joint);
  EXPECT_TRUE(same(a.indeterminacy, b.indeterminacy));
}

void expect_same(const ImpactRecord& a, const ImpactRecord& b) {
  EXPECT_TRUE(same(a.time, b.time));
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.contacts, b.contacts);
  EXPECT_TRUE(same_entries(a.velocity_minus, b.velocity_minus));
  EXPECT_TRUE(same_entries(a.outcome.velocity_plus, b.outcome.velocity_plus));
}

template <class Item>
void expect_same_lists(const std::vector<Item>& a, const std::vector<Item>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    expect_same(a[k], b[k]);
    if (testing::Test::HasFailure()) return;  // all later ones would differ too
  }
}

void expect_same(const SimulationRecord& a, const SimulationRecord& b) {
  expect_same_lists(a.rows, b.rows);
  expect_same_lists(a.walk, b.walk);
  expect_same_lists(a.impacts, b.impacts);
  expect_same_lists(a.touchdowns, b.touchdowns);
  EXPECT_EQ(a.events.size(), b.events.size());
}

/// All numbers that a run would need to go on.
void expect_same(const SimulationCheckpoint& a, const SimulationCheckpoint& b) {
  EXPECT_TRUE(same(a.time, b.time));
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.integration_steps, b.integration_steps);
  EXPECT_EQ(a.impacts, b.impacts);
  EXPECT_TRUE(same_entries(a.q, b.q));
  EXPECT_TRUE(same_entries(a.v, b.v));
  const auto &of_a = std::get<WalkMemory>(a.memory), &of_b = std::get<WalkMemory>(b.memory);
  EXPECT_EQ(of_a.relaxed, of_b.relaxed);
  EXPECT_EQ(of_a.failed, of_b.failed);
  EXPECT_TRUE(same_entries(of_a.start, of_b.start));
  ASSERT_EQ(of_a.points.size(), of_b.points.size());
  for (std::size_t k = 0; k < of_a.points.size(); ++k) {
    EXPECT_EQ(of_a.points[k].closed, of_b.points[k].closed) << k;
    EXPECT_TRUE(same(of_a.points[k].level, of_b.points[k].level)) << k;
    EXPECT_TRUE(same_entries(of_a.points[k].anchor, of_b.points[k].anchor)) << k;
  }
  EXPECT_TRUE(same_entries(of_a.controller, of_b.controller));
  EXPECT_TRUE(same_entries(of_a.landing, of_b.landing));
}

TEST(WalkDeterminism, WalksGiveTheSameBits) {
  const WalkTrial trial({{"steps", 2.0}});
  const Trajectory first = trial.run(duration), second = trial.run(duration);
  ASSERT_EQ(first.record.touchdowns.size(), 2u);
  expect_same(first.record, second.record);
  expect_same(first.end, second.end);
}

/// To the first time of the grid from `time` on.
void advance_to(double time, Simulation& simulation, SimulationRecord& record) {
  while (simulation.time() < time && simulation.advance(record)) {
  }
}

class WalkGoesOn : public testing::TestWithParam<double> {};

TEST_P(WalkGoesOn, WithTheSameBits) {
  WalkTrial trial({{"steps", 2.0}});
  trial.options.duration = duration;
  SimulationRecord before, whole, resumed;
  Simulation simulation(trial.scene.model, trial.scene.state, trial.options);
  advance_to(GetParam(), simulation, before);
  const SimulationCheckpoint checkpoint = simulation.checkpoint();
  ASSERT_NEAR(checkpoint.time, GetParam(), 2e-3);
  Simulation other(trial.scene.model, checkpoint, trial.options);
  expect_same(other.checkpoint(), checkpoint);
  advance_to(duration, simulation, whole);
  advance_to(duration, other, resumed);
  EXPECT_EQ(simulation.status(), RunStatus::finished) << simulation.message();
  EXPECT_EQ(other.status(), RunStatus::finished) << other.message();
  ASSERT_FALSE(whole.touchdowns.empty());
  expect_same(whole, resumed);
  expect_same(simulation.checkpoint(), other.checkpoint());
}

// Middle of the first swing; first foot down, its landing not over; double support; second swing.
INSTANTIATE_TEST_SUITE_P(Times, WalkGoesOn, testing::Values(1.9, 2.32, 2.5, 3.0),
                         [](const auto& time) {
                           return std::to_string(static_cast<int>(1e3 * time.param)) + "_ms";
                         });

}  // namespace
}  // namespace carom::test
