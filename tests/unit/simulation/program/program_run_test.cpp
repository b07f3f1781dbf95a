// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Runs under motor programs: the account of energy, triggers in all three integrators, checkpoints,
// and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "carom/control.h"
#include "carom/laws/propagative.h"
#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::HasSubstr;

/// TREX dropped on ground with friction, hips held, then spun from the first impact.
struct Driven {
  SceneModel scene = make_scene_start("trex", {{"friction", 0.8}});
  SimulationOptions options = {};

  explicit Driven(IntegratorKind integrator) {
    const Scene& trex = find_scene("trex");
    options.integrator = integrator;
    options.law = Propagative{};
    options.verdict = false;
    options.duration = 0.4;
    if (integrator == IntegratorKind::variational) options.step = 2.5e-4;  // for S3's damping
    options.drive = drive_motors(scene.model, scene.state.q, find_program(trex, "drive").program);
  }
  Trajectory run() const { return simulate(scene.model, scene.state, options); }
};

/// What of the change of energy is in no account, over all that went in and out.
double unexplained(const Trajectory& run) {
  const WorkMemory& work = run.end.program->work;
  const double change = run.record.rows.back().energy - work.start;
  const double all = work.drawn - work.impacts - work.friction - work.dampers;
  return std::abs(change - work.motors - work.impacts - work.friction - work.dampers) / all;
}

TEST(ProgramRun, TheAccountOfEnergyClosesToTheToleranceOfRungeKutta) {
  const Trajectory run = Driven(IntegratorKind::runge_kutta).run();
  ASSERT_EQ(run.status, RunStatus::finished) << run.message;
  const WorkMemory& work = run.end.program->work;
  EXPECT_GT(work.motors, 0.0);
  EXPECT_GE(work.drawn, work.motors);
  EXPECT_LT(work.dampers, 0.0);
  EXPECT_LT(work.friction, 0.0);
  EXPECT_LE(work.impacts, 0.0);
  EXPECT_LT(unexplained(run), 1e-6);
}

/// Second order: a step of a quarter leaves about a sixteenth.
TEST(ProgramRun, TheAccountOfEnergyClosesWithTheStepOfTheVariationalIntegrator) {
  Driven coarse(IntegratorKind::variational), fine(IntegratorKind::variational);
  coarse.options.duration = fine.options.duration = 0.3;
  coarse.options.step = 2.5e-4;
  fine.options.step = 6.25e-5;
  const Trajectory a = coarse.run(), b = fine.run();
  ASSERT_EQ(a.status, RunStatus::finished) << a.message;
  ASSERT_EQ(b.status, RunStatus::finished) << b.message;
  EXPECT_LT(unexplained(a), 2e-2);
  EXPECT_LT(unexplained(b), 0.1 * unexplained(a) + 1e-6);
}

TEST(ProgramRun, TheSpinBeginsWithTheFirstImpact) {
  const double falls = std::sqrt(2.0 * 17.0 / 981.0);
  for (const IntegratorKind kind : {IntegratorKind::variational, IntegratorKind::runge_kutta}) {
    const Trajectory run = Driven(kind).run();
    EXPECT_NEAR(run.end.program->begins.at(1), falls, 1e-9) << to_string(kind);
    EXPECT_NEAR(run.end.program->from.at(0), 5.13, 1e-12);
    EXPECT_EQ(run.record.rows.front().torque.size(), 2);
    EXPECT_EQ(run.record.rows.back().motor_work, run.end.program->work.motors);
  }
}

TEST(ProgramRun, GoesOnFromACheckpointWithTheSameBits) {
  for (const IntegratorKind kind : {IntegratorKind::variational, IntegratorKind::runge_kutta}) {
    const Driven driven(kind);
    const Trajectory whole = driven.run();
    Simulation first(driven.scene.model, driven.scene.state, driven.options);
    SimulationRecord record;
    while (first.time() < 0.25) first.advance(record);
    Simulation second(driven.scene.model, first.checkpoint(), driven.options);
    while (second.advance(record)) {
    }
    EXPECT_EQ(second.state().q, whole.end.q) << to_string(kind);
    EXPECT_EQ(second.checkpoint().program->work.motors, whole.end.program->work.motors);
    EXPECT_EQ(second.checkpoint().program->work.drawn, whole.end.program->work.drawn);
    EXPECT_EQ(record.rows.back().torque, whole.record.rows.back().torque);
  }
}

/// A program that holds is the controller that holds, while nothing touches: events are found in
/// other steps under a program, and impacts tell the difference by and by.
TEST(ProgramRun, AProgramThatHoldsIsTheControllerThatHolds) {
  Driven driven(IntegratorKind::variational);
  driven.options.drive = drive_motors(
      driven.scene.model, driven.scene.state.q,
      {.name = "hold", .summary = {}, .entries = {MotorEntry{.joints = {"pS", "pW"}}}});
  SimulationOptions held = driven.options;
  held.drive.reset();
  held.controller =
      hold_posture(driven.scene.model, driven.scene.state.q, {.joints = {"pS", "pW"}});
  driven.scene.state.v[3] = 2.0;  // rad/s: the motor has something to do
  driven.options.duration = held.duration = 0.15;
  const Trajectory a = driven.run(), b = simulate(driven.scene.model, driven.scene.state, held);
  ASSERT_TRUE(a.record.impacts.empty());
  EXPECT_GT(std::abs(a.end.program->work.motors), 0.0);
  EXPECT_LT((a.end.q - b.end.q).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(ProgramRun, SaysWhatNeverBegan) {
  Driven driven(IntegratorKind::variational);
  driven.options.duration = 0.05;  // still in the air
  const Trajectory run = driven.run();
  ASSERT_FALSE(run.record.notes.empty());
  EXPECT_THAT(run.record.notes.back(),
              HasSubstr("program 'drive': spin of pS, pW never began: it was to "
                        "begin at the first impact"));
}

TEST(ProgramRunRefuses, GainsThatTheStepDoesNotResolve) {
  Driven driven(IntegratorKind::variational);
  driven.options.step = 0.01;
  EXPECT_THAT(refusal_of([&] { driven.run(); }),
              HasSubstr("program 'drive': hold of 'pS': damping = 9.80665e+06; expected at most"));
}

TEST(ProgramRunRefuses, AControllerBesideAProgram) {
  Driven driven(IntegratorKind::variational);
  driven.options.controller = hold_posture(driven.scene.model, driven.scene.state.q);
  EXPECT_THAT(refusal_of([&] { driven.run(); }),
              HasSubstr("controller: is set beside a motor program (drive); expected one of them"));
}

TEST(ProgramRunRefuses, ACheckpointOfAnotherProgram) {
  Driven driven(IntegratorKind::variational);
  Simulation first(driven.scene.model, driven.scene.state, driven.options);
  SimulationRecord record;
  first.advance(record);
  driven.options.drive.reset();
  EXPECT_THAT(
      refusal_of([&] { Simulation(driven.scene.model, first.checkpoint(), driven.options); }),
      HasSubstr("checkpoint of another motor program; expected one of the run's own"));
}

}  // namespace
}  // namespace carom::test
