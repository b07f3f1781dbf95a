// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sweeps of RHex over hip and knee (S0 Fig. 3): postures per second for inner products alone, on
// one core and on two, beside the bare kinematics of the same postures (mass matrix and Jacobians),
// and beside making every problem anew, which is what a script around `make_scene` does.
#include <benchmark/benchmark.h>

#include <numbers>

#include "carom/carom.h"

namespace {

using namespace carom;
constexpr double pi = std::numbers::pi;

struct Sum : MapSink {
  void take(const MapRows& rows) override {
    for (const double value : rows.values) total += value;
  }
  double total = 0.0;
};

Map rhex_map(int threads, std::int64_t count, const std::string& measure) {
  return {Variation::of_scene("rhex", {}, {"phi_r", "gamma"}),
          {.axes = {{"phi_r", -pi, pi, count}, {"gamma", -pi / 2.0, pi / 2.0, count}},
           .measures = {measure},
           .threads = threads}};
}

void sweep(benchmark::State& state, const char* measure, std::int64_t count) {
  const Map map = rhex_map(static_cast<int>(state.range(0)), count, measure);
  for (auto _ : state) {
    Sum sum;
    map.run(sum);
    benchmark::DoNotOptimize(sum.total);
  }
  state.SetItemsProcessed(state.iterations() * map.point_count());
}

void bare_kinematics(benchmark::State& state) {
  const SceneModel scene = make_scene_model("rhex");
  ModelWorkspace workspace(scene.model);
  Eigen::VectorXd q = scene.state.q;
  for (auto _ : state) {
    q[3] += 1e-9;
    workspace.set_configuration(q);
    benchmark::DoNotOptimize(workspace.mass_matrix().data());
  }
  state.SetItemsProcessed(state.iterations());
}

void problems_anew(benchmark::State& state) {
  double phi = 0.0;
  for (auto _ : state) {
    phi += 1e-6;
    benchmark::DoNotOptimize(make_scene("rhex", {{"phi_r", phi}}).gram()(0, 1));
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(bare_kinematics);
BENCHMARK(problems_anew);
BENCHMARK_CAPTURE(sweep, inner_product_raw, "inner_product_raw", 1000)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep, indeterminacy, "indeterminacy", 100)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep, spread, "spread", 30)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
