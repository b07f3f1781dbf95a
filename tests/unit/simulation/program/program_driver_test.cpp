// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A motor program at work: the torques of each motion, triggers, and what a checkpoint remembers.
// Expected numbers are those of the formulas in motor_program.h and program_driver.cpp by hand.
#include "simulation/program/program_driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/scene.h"

namespace carom::simulation {
namespace {

using Eigen::VectorXd;
using std::numbers::pi;
using testing::ElementsAre;
using testing::HasSubstr;

/// TREX: its stance hip (3) and knee (4) are driven here; contact 0 is the stance foot.
const SceneModel& trex() {
  static const SceneModel scene = make_scene_start("trex");
  return scene;
}

MotorEntry entry_for(std::size_t joint, decltype(MotorEntry::motion) motion) {
  MotorEntry entry;
  entry.joints = {joint == 0 ? "pS" : "gS"};
  entry.motion = std::move(motion);
  entry.stiffness = 10.0;
  entry.damping = 2.0;
  return entry;
}

ProgramDriver driver_of(std::vector<MotorEntry> entries) {
  const MotorProgram program{.name = "p", .summary = {}, .entries = std::move(entries)};
  return {trex().model, drive_motors(trex().model, trex().state.q, program)};
}

/// At rest, at this angle of the first rod.
double torque_at(ProgramDriver& driver, double time, double angle, double rate = 0.0) {
  VectorXd q = VectorXd::Zero(8), v = VectorXd::Zero(8), out(driver.drive().driven.size());
  q[3] = angle;
  v[3] = rate;
  driver.torques(time, q, v, out);
  return out[0];
}

VectorXd at_angle(double angle) { return angle * VectorXd::Unit(8, 3); }

TEST(ProgramDriver, HoldsWhereItIsOrWhereItIsTold) {
  ProgramDriver own = driver_of({entry_for(0, MotorHold{})});
  own.start();
  EXPECT_TRUE(own.arrive(0.0, at_angle(0.3)));
  EXPECT_DOUBLE_EQ(torque_at(own, 0.5, 0.1, 0.25), 10.0 * 0.2 - 2.0 * 0.25);
  ProgramDriver told = driver_of({entry_for(0, MotorHold{.position = 1.0})});
  told.start();
  told.arrive(0.0, at_angle(0.3));
  EXPECT_DOUBLE_EQ(torque_at(told, 0.5, 0.1), 10.0 * 0.9);
}

TEST(ProgramDriver, SpinsWhereverItIs) {
  MotorEntry entry = entry_for(0, MotorSpin{.rate = 7.0});
  entry.stiffness.reset();
  ProgramDriver driver = driver_of({entry});
  driver.start();
  driver.arrive(0.0, at_angle(0.0));
  EXPECT_DOUBLE_EQ(torque_at(driver, 0.5, 100.0, 4.0), 2.0 * 3.0);
}

TEST(ProgramDriver, ClipsAtTheLimit) {
  MotorEntry entry = entry_for(0, MotorHold{.position = 1.0});
  entry.limit = 4.0;
  ProgramDriver driver = driver_of({entry});
  driver.start();
  driver.arrive(0.0, at_angle(0.0));
  EXPECT_EQ(torque_at(driver, 0.0, 0.0), 4.0);
  EXPECT_EQ(torque_at(driver, 0.0, 2.0), -4.0);
}

/// T = 2 s, slow for half of it through 1 rad about 0.25 rad; the other half through 2π − 1.
TEST(ProgramDriver, TheClockGoesAroundInEachPeriod) {
  const MotorClock clock{.period = 2.0, .duty = 0.5, .sweep = 1.0, .middle = 0.25};
  ProgramDriver driver = driver_of({entry_for(0, clock)});
  driver.start();
  const double fast = 2.0 * pi - 1.0;
  // At rest at 0 the torque is k r + d ṙ.
  const auto expect = [&](double time, double position, double rate) {
    EXPECT_NEAR(torque_at(driver, time, 0.0), 10.0 * position + 2.0 * rate, 1e-9) << time;
  };
  driver.arrive(0.0, at_angle(0.0));
  EXPECT_DOUBLE_EQ(driver.next_break(0.0), 1.0);
  expect(0.5, 0.25, 1.0);
  EXPECT_TRUE(driver.arrive(1.0, at_angle(0.0)));
  EXPECT_DOUBLE_EQ(driver.next_break(1.0), 2.0);
  expect(1.0, 0.75, fast);
  expect(1.5, 0.75 + 0.5 * fast, fast);
  EXPECT_FALSE(driver.arrive(1.5, at_angle(0.0)));
  EXPECT_TRUE(driver.arrive(2.0, at_angle(0.0)));
  expect(2.5, 0.25 + 2.0 * pi, 1.0);
}

TEST(ProgramDriver, ALegGoesToItsClockTheShorterWayRound) {
  const MotorClock clock{.period = 2.0, .duty = 0.5, .sweep = 1.0, .middle = 0.0, .phases = {0.25}};
  ProgramDriver driver = driver_of({entry_for(0, clock)});
  driver.start();
  driver.arrive(0.0, at_angle(6.0 * pi + 0.1));                    // three turns, and a little
  EXPECT_NEAR(torque_at(driver, 0.0, 6.0 * pi), 2.0 * 1.0, 1e-9);  // in the middle of the slow part
}

TEST(ProgramDriver, TablesPassThroughTheirKnots) {
  MotorTable table{.times = Eigen::Vector3d(1.0, 2.0, 4.0), .positions = Eigen::Vector3d(1, 3, -1)};
  for (const bool smooth : {false, true}) {
    table.smooth = smooth;
    ProgramDriver driver = driver_of({entry_for(0, table)});
    driver.start();
    double time = 0.0, last_rate = 0.0;
    std::vector<double> breaks;
    for (int k = 0; k < 5 && std::isfinite(time); ++k) {
      driver.arrive(time, at_angle(0.0));
      // k r + d ṙ at rest at 0, and k (r − 1) + d ṙ at 1: both r and ṙ.
      const double position = (torque_at(driver, time, 0.0) - torque_at(driver, time, 1.0)) / 10.0;
      EXPECT_DOUBLE_EQ(position, 1.0);
      const double expected = time < 2.0 ? 1.0 : time < 4.0 ? 3.0 : -1.0;
      const double rate = (torque_at(driver, time, expected)) / 2.0;
      if (!smooth && time == 1.0) {
        EXPECT_DOUBLE_EQ(rate, 2.0);
      }
      if (smooth && time != 2.0) {
        EXPECT_NEAR(rate, 0.0, 1e-12);
      }
      last_rate = rate;
      time = driver.next_break(time);
      breaks.push_back(time);
    }
    EXPECT_THAT(breaks, ElementsAre(1.0, 2.0, 4.0, INFINITY));
    EXPECT_NEAR(last_rate, 0.0, 1e-12);  // it stays
  }
}

TEST(ProgramDriver, SmoothTablesThatRepeatHaveContinuousRates) {
  const MotorTable table{.times = Eigen::Vector4d(0.0, 0.3, 0.7, 1.0),
                         .positions = Eigen::Vector4d(0.0, 1.0, -0.5, 0.0),
                         .repeats = true};
  ProgramDriver driver = driver_of({entry_for(0, table)});
  driver.start();
  double time = 0.0;
  driver.arrive(time, at_angle(0.0));
  for (int k = 0; k < 12; ++k) {
    time = driver.next_break(time);
    const double before = torque_at(driver, time, 0.0);
    driver.arrive(time, at_angle(0.0));
    EXPECT_NEAR(torque_at(driver, time, 0.0), before, 1e-9) << time;
  }
  EXPECT_NEAR(time, 4.0, 1e-9);
}

TEST(ProgramDriver, TorquesAreLinearBetweenKnotsAndNothingOutside) {
  MotorEntry entry = entry_for(
      0, MotorTorque{.times = Eigen::Vector2d(1.0, 3.0), .torques = Eigen::Vector2d(2.0, 6.0)});
  entry.stiffness.reset();
  entry.damping.reset();
  ProgramDriver driver = driver_of({entry});
  driver.start();
  driver.arrive(0.0, at_angle(0.0));
  EXPECT_EQ(torque_at(driver, 0.5, 3.0), 0.0);
  driver.arrive(1.0, at_angle(0.0));
  EXPECT_DOUBLE_EQ(torque_at(driver, 2.0, 3.0, 1.0), 4.0);
  driver.arrive(3.0, at_angle(0.0));
  EXPECT_EQ(torque_at(driver, 3.5, 3.0), 0.0);
}

/// hold from the start, spin from the first impact, hold again 0.2 s after the foot has touched.
TEST(ProgramDriver, TheEntryThatBeganLastDrives) {
  MotorEntry spin = entry_for(0, MotorSpin{.rate = 5.0}), again = entry_for(0, MotorHold{});
  spin.stiffness.reset();
  spin.at.kind = MotorTrigger::Kind::first_impact;
  again.at = {.kind = MotorTrigger::Kind::touch,
              .contact = trex().model.contacts().at(0).name,
              .delay = 0.2};
  ProgramDriver driver = driver_of({entry_for(0, MotorHold{}), spin, again});
  driver.start();
  driver.arrive(0.0, at_angle(0.1));
  EXPECT_DOUBLE_EQ(torque_at(driver, 0.0, 0.0), 1.0);
  EXPECT_EQ(driver.notes().size(), 2u);
  EXPECT_THAT(driver.notes().front(), HasSubstr("spin of"));
  EXPECT_TRUE(driver.touch(0.5, {0}, true));
  EXPECT_TRUE(driver.arrive(0.5, at_angle(0.4)));
  EXPECT_DOUBLE_EQ(torque_at(driver, 0.5, 0.4), 2.0 * 5.0);
  EXPECT_DOUBLE_EQ(driver.next_break(0.5), 0.7);
  EXPECT_FALSE(driver.touch(0.6, {0}, true)) << "once";
  EXPECT_TRUE(driver.arrive(0.7, at_angle(0.9)));
  EXPECT_DOUBLE_EQ(torque_at(driver, 0.7, 0.4), 10.0 * 0.5);
  EXPECT_TRUE(driver.notes().empty());
}

TEST(ProgramDriver, GoesOnFromItsMemoryWithTheSameBits) {
  const MotorClock clock{.period = 0.37, .duty = 0.4, .sweep = 1.1, .middle = 0.2, .phases = {0.3}};
  ProgramDriver one = driver_of({entry_for(0, clock)}), other = driver_of({entry_for(0, clock)});
  one.start();
  double time = 0.0;
  one.arrive(time, at_angle(2.9));
  for (int k = 0; k < 7; ++k) one.arrive(time = one.next_break(time), at_angle(0.0));
  one.arrive(time + 0.01, at_angle(0.0));
  ASSERT_TRUE(other.resume(one.memory(), time + 0.01));
  EXPECT_EQ(torque_at(one, time + 0.02, 0.3), torque_at(other, time + 0.02, 0.3));
  EXPECT_EQ(one.next_break(time + 0.01), other.next_break(time + 0.01));
  EXPECT_FALSE(other.resume({}, 0.0));
}

TEST(ProgramDriver, SaysWhatIsAtItsLimitAllTheTime) {
  MotorEntry entry = entry_for(0, MotorHold{.position = 1.0});
  entry.limit = 0.5;
  ProgramDriver driver = driver_of({entry});
  driver.start();
  driver.arrive(0.0, at_angle(0.0));
  for (int k = 0; k < 10; ++k) driver.note_limits(0.1 * k, 0.1, at_angle(0.0), at_angle(0.0));
  ASSERT_EQ(driver.notes().size(), 1u);
  EXPECT_THAT(driver.notes().front(), HasSubstr("was at its limit 100 % of the time"));
}

TEST(ProgramDriver, PowerIsTorqueTimesRate) {
  ProgramDriver driver = driver_of(
      {entry_for(0, MotorHold{.position = 1.0}), entry_for(1, MotorHold{.position = -1.0})});
  driver.start();
  driver.arrive(0.0, at_angle(0.0));
  const VectorXd v = VectorXd::Ones(8);  // torques 10 − 2 and −10 − 2
  const auto power = driver.power(0.0, at_angle(0.0), v);
  EXPECT_DOUBLE_EQ(power.all, 8.0 - 12.0);
  EXPECT_DOUBLE_EQ(power.drawn, 8.0);
}

}  // namespace
}  // namespace carom::simulation
