// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot dropped from 0.1 m with its posture held, for 3 s in steps of 1 ms: what `carom run
// robot.urdf --drop 0.1 --hold --duration 3` takes per step without verdicts and files, beside
// MuJoCo's step on the same robot, the same points and the same gains (springs and dampers of its
// joints, which it takes implicitly as ours are; implicitfast). What this does not prove: MuJoCo's
// contact is soft and never an impact, its motors have no limits here, and each integrates its own
// motion. `real_time` is simulated over elapsed time; `base_z` where the base ends.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <string>

#include "benchmarks/peers/mujoco_robot.h"
#include "carom/simulation.h"
#include "carom/subject.h"

namespace {

using mujoco_robot::Data;

constexpr double duration = 3.0, step = 1e-3;

struct Robot {
  const char *name, *file;
};
constexpr std::array<Robot, 5> robots = {{
    {"Go2", "go2_description/urdf/go2.urdf"},
    {"A1", "a1_description/urdf/a1.urdf"},
    {"B1", "b1_description/urdf/b1.urdf"},
    {"Talos", "talos_data/robots/talos_reduced.urdf"},
    {"G1", "g1_description/urdf/g1_29dof_rev_1_0.urdf"},
}};

struct Drop {
  std::string file = {};
  carom::Subject subject = {};
  carom::SimulationOptions options = {};
};

std::optional<Drop> drop(benchmark::State& state) {
  const Robot& robot = robots[std::size_t(state.range(0))];
  state.SetLabel(robot.name);
  const char* folder = std::getenv("CAROM_ROBOTS");
  if (folder == nullptr) {
    state.SkipWithError("set CAROM_ROBOTS to the folder of example-robot-data's robots");
    return std::nullopt;
  }
  Drop result{.file = std::string(folder) + "/" + robot.file};
  carom::SubjectOptions opening{.use = carom::SubjectOptions::Use::run, .drop = 0.1};
  result.subject = carom::open_subject(result.file, opening);
  carom::RunChoice choice;
  choice.hold.emplace();
  choice.duration = duration;
  result.options.verdict = false;
  result.options.step = step;
  result.options.every = 10;
  result.options = carom::prepare_run(result.subject, choice, result.options);
  return result;
}

void count(benchmark::State& state, double base) {
  const double steps = duration / step * double(state.iterations());
  state.counters["per_step"] =
      benchmark::Counter(steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["real_time"] =
      benchmark::Counter(duration * double(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["base_z"] = base;
}

void carom_drop(benchmark::State& state) {
  const auto start = drop(state);
  if (!start) return;
  double base = 0.0;
  for (auto _ : state) {
    const carom::Trajectory run =
        carom::simulate(*start->subject.model, start->subject.state, start->options);
    if (run.status != carom::RunStatus::finished) state.SkipWithError(run.message.c_str());
    base = run.end.q[2];
  }
  count(state, base);
}
BENCHMARK(carom_drop)
    ->ArgName("robot")
    ->DenseRange(0, int(robots.size()) - 1)
    ->Unit(benchmark::kMillisecond);

/// The controller's gains as springs and dampers of the joints.
void hold(mjSpec* spec, const Drop& start) {
  const carom::Model& model = *start.subject.model;
  for (const carom::Joint& joint : model.joints()) {
    if (joint.q_size != 1 || joint.v_size != 1) continue;
    mjsJoint* held = mjs_asJoint(mjs_findElement(spec, mjOBJ_JOINT, joint.name.c_str()));
    if (held == nullptr) continue;
    held->stiffness[0] = start.options.controller.stiffness[joint.v];
    held->damping[0] = start.options.controller.damping[joint.v];
    held->springref = start.subject.state.q[joint.q];
  }
}

void mujoco_drop(benchmark::State& state) {
  const auto start = drop(state);
  if (!start) return;
  std::string error;
  const auto spec = mujoco_robot::read(start->file, *start->subject.model, error);
  if (spec) {
    hold(spec.get(), *start);
    spec->option.integrator = mjINT_IMPLICITFAST;
  }
  const auto model = spec ? mujoco_robot::compile(spec, error) : nullptr;
  if (!model) {
    state.SkipWithError(error.c_str());
    return;
  }
  const Data data(mj_makeData(model.get()));
  for (auto _ : state) {
    mujoco_robot::set_state(*model, *start->subject.model, start->subject.state, *data);
    for (int k = 0; k < int(duration / step); ++k) mj_step(model.get(), data.get());
    benchmark::DoNotOptimize(data->qvel);
  }
  count(state, data->qpos[2]);
}
BENCHMARK(mujoco_drop)
    ->ArgName("robot")
    ->DenseRange(0, int(robots.size()) - 1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
