// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a page costs, beside the run that it shows: a folder with its page, and the same run alone.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>

#include "carom/carom.h"
#include "humanoid.h"

namespace {

using namespace carom;
namespace fs = std::filesystem;

struct Case {
  SceneModel scene;
  SimulationOptions options;
};

Case block() {
  return {make_scene_start("block", {{"tilt", 0.17453292519943295}, {"height", 0.05}}),
          {.law = Regular{}, .duration = 0.3, .plastic_speed = 0.02, .verdict = false}};
}

/// A robot in flight: many bodies, one frame per step.
Case humanoid_flight() {
  const Model robot = humanoid::model(0.0);
  State start{robot.neutral(), Eigen::VectorXd::Constant(robot.velocity_size(), 0.1)};
  start.q[2] = 100.0;
  return {{robot, start}, {.duration = 3.0, .verdict = false}};
}

void alone(benchmark::State& state, const Case& what) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(simulate(what.scene.model, what.scene.state, what.options));
  }
}

void folder(benchmark::State& state, const Case& what) {
  const fs::path where = fs::temp_directory_path() / ("carom-page-" + std::to_string(getpid()));
  for (auto _ : state) {
    fs::remove_all(where);
    run_to_folder(where, what.scene.model, what.scene.state, what.options);
  }
  state.counters["page_kB"] = double(fs::file_size(where / "report.html")) / 1e3;
  fs::remove_all(where);
}

void block_alone(benchmark::State& state) { alone(state, block()); }
void block_with_page(benchmark::State& state) { folder(state, block()); }
void humanoid_alone(benchmark::State& state) {
  if (humanoid::available(state)) alone(state, humanoid_flight());
}
void humanoid_with_page(benchmark::State& state) {
  if (humanoid::available(state)) folder(state, humanoid_flight());
}
void one_impact_page(benchmark::State& state) {
  const SceneModel scene = make_scene_model("cradle");
  const ImpactProblem problem = make_problem(scene.model, scene.state);
  const Outcome outcome = resolve(problem, Propagative{});
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        to_html(outcome, problem, {.model = &scene.model, .state = scene.state}));
  }
}
BENCHMARK(block_alone)->Unit(benchmark::kMillisecond);
BENCHMARK(block_with_page)->Unit(benchmark::kMillisecond);
BENCHMARK(humanoid_alone)->Unit(benchmark::kMillisecond);
BENCHMARK(humanoid_with_page)->Unit(benchmark::kMillisecond);
BENCHMARK(one_impact_page)->Unit(benchmark::kMillisecond);

}  // namespace
