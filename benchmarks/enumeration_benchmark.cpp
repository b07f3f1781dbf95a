// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Complete enumeration of the outcomes: distinct states per second and, for the large case, what
// ten million states take. The counter `states` is a rate.
#include <benchmark/benchmark.h>

#include "carom/carom.h"
#include "support/problems.h"

namespace {

using namespace carom;

void enumerate_random(benchmark::State& state) {
  const int contacts = int(state.range(0));
  const auto problem = test::random_problem(1, {.coordinates = contacts + 2, .contacts = contacts});
  EnumerationOptions options{.max_states = std::size_t(state.range(1))};
  std::size_t states = 0;
  for (auto _ : state) {
    const auto set = all_outcomes(problem, options);
    states = set.states;
    benchmark::DoNotOptimize(set.count);
  }
  state.counters["states"] =
      benchmark::Counter(double(states), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["distinct"] = double(states);
}
BENCHMARK(enumerate_random)
    ->Args({4, 10'000'000})
    ->Args({6, 10'000'000})
    ->Args({8, 10'000'000})
    ->Unit(benchmark::kMillisecond);

// Equal cradles: n! states, one outcome.
void enumerate_cradle(benchmark::State& state) {
  const auto n = std::size_t(state.range(0));
  std::vector<double> velocity(n);
  for (std::size_t i = 0; i < n; ++i) velocity[i] = double(n - i);
  const auto problem =
      make_scene("cradle", {{"masses", std::vector<double>(n, 1.0)}, {"velocity", velocity}});
  std::size_t states = 0;
  for (auto _ : state) states = all_outcomes(problem, {.max_states = 20'000'000}).states;
  state.counters["states"] =
      benchmark::Counter(double(states), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(enumerate_cradle)->Arg(8)->Arg(10)->Unit(benchmark::kMillisecond);

}  // namespace
