// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What one resolved impact costs, on a prepared problem with reused storage, and with the verdict.
#include <benchmark/benchmark.h>

#include "carom/carom.h"

namespace {

using namespace carom;

ImpactProblem cradle(int balls) {
  return make_scene("cradle", {{"masses", std::vector<double>(std::size_t(balls), 1.0)}});
}

void solve_law(benchmark::State& state, const Law& law) {
  auto problem = cradle(int(state.range(0)));
  const Eigen::VectorXd velocity = problem.velocity();
  Workspace workspace;
  Outcome outcome;
  for (auto _ : state) {
    problem.set_velocity(velocity);
    solve(problem, law, workspace, outcome);
    benchmark::DoNotOptimize(outcome.velocity_plus.data());
  }
}

BENCHMARK_CAPTURE(solve_law, propagative, Law(Propagative{}))->Arg(3)->Arg(5)->Arg(16);
BENCHMARK_CAPTURE(solve_law, propagative_half, Law(Propagative{.restitution = 0.5}))
    ->Arg(3)
    ->Arg(16);
BENCHMARK_CAPTURE(solve_law, sequential, Law(Sequential{.restitution = 0.5}))->Arg(3)->Arg(16);
BENCHMARK_CAPTURE(solve_law, plastic, Law(Plastic{}))->Arg(3)->Arg(16);
BENCHMARK_CAPTURE(solve_law, inert, Law(Inert{}))->Arg(3)->Arg(16);

void resolve_with_verdict(benchmark::State& state) {
  const auto problem = cradle(int(state.range(0)));
  const Law law = Propagative{};
  for (auto _ : state) benchmark::DoNotOptimize(resolve(problem, law).velocity_plus.data());
}
BENCHMARK(resolve_with_verdict)->Arg(3)->Arg(5)->Arg(8);

void build_problem(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(cradle(int(state.range(0))).gram().data());
}
BENCHMARK(build_problem)->Arg(3)->Arg(16);

}  // namespace
