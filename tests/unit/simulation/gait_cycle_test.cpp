// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Gaits from records that no simulation made: RHex glides on at 2 m/s while its height comes to
// rest as a geometric series, its legs turn once per period, and its feet touch in turn.
#include "carom/gait_cycle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/error.h"
#include "carom/scene.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double period = 0.1, decay = 20.0, speed = 2.0;

MotorEntry clock_of(double length, const char* name = "clock") {
  return {.name = name, .joints = {"phiL", "phiR"}, .motion = MotorClock{.period = length}};
}

struct Glide {
  SceneModel scene = make_scene_start("rhex");
  MotorDrive drive = drive_motors(scene.model, scene.state.q,
                                  {.name = "glide", .summary = {}, .entries = {clock_of(period)}});

  /// At any time, with whole turns of the legs.
  State at(double time) const {
    State state = scene.state;
    state.v.setZero();
    state.q[0] = speed * time;
    state.v[0] = speed;
    state.q[1] = 0.2 + 0.05 * std::exp(-decay * time);
    state.v[1] = -decay * 0.05 * std::exp(-decay * time);
    for (const int leg : {3, 5}) {
      state.v[leg] = -2.0 * std::numbers::pi / period;
      state.q[leg] += state.v[leg] * time;
    }
    return state;
  }
  SimulationRecord rows(double from, double to, double step) const {
    SimulationRecord record;
    const auto count = std::lround((to - from) / step);
    for (long k = 0; k <= count; ++k) {
      const double time = from + step * static_cast<double>(k);
      TrajectoryRow& row = record.rows.emplace_back();
      row.time = time;
      row.state = at(time);
    }
    return record;
  }
  /// A foot hits the ground and stays there for half of each period.
  void step_with(int foot, double after, double until, SimulationRecord& record) const {
    for (double time = after; time < until; time += period) {
      ImpactRecord impact;
      impact.time = time;
      impact.contacts = {foot};
      impact.q = scene.state.q;
      impact.velocity_minus = Eigen::VectorXd::Zero(7);
      impact.velocity_minus[1] = -0.5;
      impact.outcome.status = Outcome::Status::resolved;
      impact.outcome.impulse = {{.normal = 1.0}};
      impact.outcome.energy.lost = 0.25;
      impact.outcome.practical = PracticalVerdict{.orders = 0.02};
      record.impacts.push_back(impact);
      record.events.push_back({ContactEvent::Kind::closes, time, foot});
      record.events.push_back({ContactEvent::Kind::opens, time + 0.5 * period, foot});
    }
  }
};

TEST(GaitCycle, ThePeriodIsTheLongestThatTheOthersFitInto) {
  const auto of = [](std::vector<MotorEntry> entries) {
    return gait_period({.name = "p", .summary = {}, .entries = std::move(entries)});
  };
  EXPECT_EQ(of({clock_of(0.5)}), 0.5);
  EXPECT_EQ(of({clock_of(0.25), clock_of(0.5)}), 0.5);
  EXPECT_EQ(of({clock_of(0.3), clock_of(0.5)}), std::nullopt);
  EXPECT_EQ(of({MotorEntry{.joints = {"phiL"}}}), std::nullopt);
  MotorTable table{.times = Eigen::Vector2d(0.0, 0.4), .positions = Eigen::Vector2d::Zero()};
  EXPECT_EQ(of({MotorEntry{.joints = {"phiL"}, .motion = table}}), std::nullopt);
  table.repeats = true;
  EXPECT_EQ(of({MotorEntry{.joints = {"phiL"}, .motion = table}}), 0.4);
}

TEST(GaitCycle, AProgramThatDoesNotRepeatIsRefused) {
  Glide glide;
  glide.drive.program.entries = {MotorEntry{.joints = {"phiL"}}};
  EXPECT_THAT(faults_of([&] { GaitWatch(glide.scene.model, glide.drive); }),
              ElementsAre(HasSubstr("'glide' does not repeat itself")));
}

/// |Δy| = 0.05 e^(−20 k T) (1 − e^(−2)), |Δẏ| twenty times that.
TEST(GaitCycle, TheReturnMapLeavesOutPlacesAndTurns) {
  const Glide glide;
  const GaitCycle gait = gait_cycle(glide.scene.model, glide.drive, glide.rows(0.0, 1.0, 1e-3));
  EXPECT_EQ(gait.strides, 10);
  ASSERT_EQ(gait.changes.size(), 9u);
  const double ratio = std::exp(-decay * period);
  for (int k = 0; k < 9; ++k) {
    EXPECT_NEAR(gait.changes[static_cast<std::size_t>(k)],
                decay * 0.05 * std::pow(ratio, k + 1) * (1.0 - ratio), 1e-9);
  }
  EXPECT_NEAR(gait.contraction, ratio, 1e-6);
  // 0.8647 · 0.1353^(k+1) is below 1e-3 from k = 3 on.
  EXPECT_EQ(gait.settled_after, 4);
  EXPECT_EQ(gait.counted, 6);
  EXPECT_NEAR(gait.speed(), speed, 1e-9);
  EXPECT_NEAR(gait.travel.x(), speed * period, 1e-9);
}

/// Rows of 7 ms never lie on a section: Hermite's cubic leaves h⁴ y⁗/384 = 5e-8 of y.
TEST(GaitCycle, BetweenRowsTheStateIsInterpolated) {
  const Glide glide;
  const GaitCycle gait = gait_cycle(glide.scene.model, glide.drive, glide.rows(0.0, 1.001, 7e-3));
  EXPECT_EQ(gait.strides, 10);
  EXPECT_NEAR(gait.changes.front(), 0.117, 1e-3);
  EXPECT_NEAR(gait.speed(), speed, 1e-6);
}

TEST(GaitCycle, FeetImpactsAndTouchdowns) {
  const Glide glide;
  SimulationRecord record = glide.rows(0.0, 1.0, 1e-3);
  glide.step_with(0, 0.02, 1.0, record);
  const GaitCycle gait = gait_cycle(glide.scene.model, glide.drive, record);
  EXPECT_EQ(gait.contacts.at(0).name, "left");
  EXPECT_NEAR(gait.contacts.at(0).duty, 0.5, 1e-9);
  EXPECT_NEAR(gait.contacts.at(0).touchdowns, 1.0, 1e-12);
  EXPECT_EQ(gait.contacts.at(1).duty, 0.0);
  EXPECT_NEAR(gait.impacts, 1.0, 1e-12);
  EXPECT_EQ(gait.simultaneous, 0.0);
  EXPECT_NEAR(gait.loss, 0.25, 1e-12);
  EXPECT_EQ(gait.graded, gait.counted);
  EXPECT_NEAR(gait.spread_mean, 0.02, 1e-12);
  ASSERT_EQ(gait.touchdowns.size(), 1u);
  EXPECT_NEAR(gait.touchdowns[0].time, 0.92, 1e-9);
  EXPECT_TRUE(gait.touchdowns[0].impact);
  EXPECT_EQ(gait.touchdowns[0].q, glide.scene.state.q);
}

/// Time on the ground is shared out where a stride ends.
TEST(GaitCycle, AFootMayStandOverTheEndOfAStride) {
  const Glide glide;
  SimulationRecord record = glide.rows(0.0, 1.0, 1e-3);
  glide.step_with(1, 0.08, 1.0, record);
  const GaitCycle gait = gait_cycle(glide.scene.model, glide.drive, record);
  EXPECT_NEAR(gait.contacts.at(1).duty, 0.5, 1e-9);
}

TEST(GaitCycle, TwoFeetThatHitAtOnceAreSimultaneous) {
  const Glide glide;
  SimulationRecord record = glide.rows(0.0, 1.0, 1e-3);
  glide.step_with(0, 0.02, 1.0, record);
  for (std::size_t k = 1; k < record.impacts.size(); k += 2) {
    record.impacts[k].contacts = {0, 1};
    record.impacts[k].outcome.impulse = {{.normal = 1.0}, {.normal = 0.5}};
  }
  const GaitCycle gait = gait_cycle(glide.scene.model, glide.drive, record);
  EXPECT_NEAR(gait.simultaneous, 0.5, 1e-12);
  EXPECT_NEAR(gait.shared, 0.5, 1e-12);
}

TEST(GaitCycle, PiecesOfARecordSayTheSame) {
  const Glide glide;
  SimulationRecord whole = glide.rows(0.0, 1.0, 1e-3);
  glide.step_with(0, 0.0205, 1.0, whole);
  GaitWatch watch(glide.scene.model, glide.drive);
  std::size_t impact = 0, event = 0;
  for (const TrajectoryRow& row : whole.rows) {
    SimulationRecord piece;
    piece.rows = {row};
    for (; impact < whole.impacts.size() && whole.impacts[impact].time <= row.time; ++impact) {
      piece.impacts.push_back(whole.impacts[impact]);
    }
    for (; event < whole.events.size() && whole.events[event].time <= row.time; ++event) {
      piece.events.push_back(whole.events[event]);
    }
    watch.take(piece);
  }
  const GaitCycle pieces = watch.cycle();
  const GaitCycle all = gait_cycle(glide.scene.model, glide.drive, whole);
  EXPECT_EQ(pieces.changes, all.changes);
  EXPECT_EQ(pieces.contacts.at(0).duty, all.contacts.at(0).duty);
  EXPECT_EQ(pieces.impacts, all.impacts);
}

TEST(GaitCycle, WithoutAWholeStrideNothingIsSaid) {
  const Glide glide;
  const GaitCycle gait = gait_cycle(glide.scene.model, glide.drive, glide.rows(0.0, 0.05, 1e-3));
  EXPECT_EQ(gait.strides, 0);
  EXPECT_FALSE(gait.settled());
  EXPECT_EQ(gait.counted, 0);
}

}  // namespace
}  // namespace carom::test
