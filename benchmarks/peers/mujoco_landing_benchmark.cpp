// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The landing of benchmarks/humanoid.h by MuJoCo beside carom's, in one run. MuJoCo reads the same
// URDF without its meshes; only the eight spheres under the soles and the ground can touch,
// friction as in the impact. One step of 1 ms from the same state (mj_step: kinematics, mass
// matrix, collisions, soft contacts, integration) against carom's mass matrix, Jacobians, factor
// and law. What this does not prove: MuJoCo's contact is soft and does not end the approach within
// a step, and its step also moves the robot.
#include "benchmarks/humanoid.h"
#include "benchmarks/peers/mujoco_robot.h"

namespace {

using mujoco_robot::Data;

void mujoco_landing(benchmark::State& state) {
  const auto& impact = humanoid::impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  if (!humanoid::available(state)) return;
  std::string error;
  const carom::Model robot = humanoid::model(impact.friction);
  const auto spec = mujoco_robot::read(humanoid::file(), robot, error);
  const auto model = spec ? mujoco_robot::compile(spec, error) : nullptr;
  if (!model) {
    state.SkipWithError(error.c_str());
    return;
  }
  const carom::State start = humanoid::landing(robot, impact);
  const Data first(mj_makeData(model.get())), data(mj_makeData(model.get()));
  mujoco_robot::set_state(*model, robot, start, *first);
  for (auto _ : state) {
    std::copy_n(first->qpos, model->nq, data->qpos);
    std::copy_n(first->qvel, model->nv, data->qvel);
    std::fill_n(data->qacc_warmstart, model->nv, 0.0);
    mj_step(model.get(), data.get());
    benchmark::DoNotOptimize(data->qvel);
  }
  state.counters["nv"] = double(model->nv);
  state.counters["contacts"] = double(data->ncon);
  state.counters["iterations"] = double(data->solver_niter[0]);
  state.counters["base_z"] = data->qvel[2];
}
BENCHMARK(mujoco_landing)->ArgName("impact")->DenseRange(0, 3)->Unit(benchmark::kMicrosecond);

void carom_landing(benchmark::State& state) { humanoid::carom_landing(state); }
BENCHMARK(carom_landing)->ArgName("impact")->DenseRange(0, 3)->Unit(benchmark::kMicrosecond);

}  // namespace
