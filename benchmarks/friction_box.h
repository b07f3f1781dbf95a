// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The impact that the benchmarks with friction share: a box of 1 kg, 0.2 x 0.2 x 0.1 m, lands on
// its sole at 1 m/s, friction 0.3, restitution 0.5. What differs is how it slides and turns.
#pragma once

#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "carom/carom.h"

namespace friction_box {

struct Impact {
  const char* name;
  std::array<double, 6> velocity;  ///< Centre of mass, then angular [m/s, rad/s].
};

inline constexpr std::array<Impact, 5> impacts = {{
    {"drop", {0.0, 0.0, -1.0, 0.0, 0.0, 0.0}},
    {"slide", {0.6, 0.3, -1.0, 0.0, 0.0, 0.0}},
    {"slide_then_stick", {0.2, 0.1, -1.0, 0.0, 0.0, 0.0}},
    {"slide_and_spin", {0.6, 0.3, -1.0, 0.0, 0.0, 4.0}},
    {"all_rates", {0.5, -0.2, -1.0, 0.7, 1.5, 3.0}},
}};

inline constexpr double mass = 1.0, friction = 0.3, restitution = 0.5;
inline constexpr std::array<double, 3> size = {0.2, 0.2, 0.1};
/// The corners of the sole from the centre of mass.
inline constexpr std::array<std::array<double, 3>, 4> corners = {
    {{-0.1, -0.1, -0.05}, {0.1, -0.1, -0.05}, {0.1, 0.1, -0.05}, {-0.1, 0.1, -0.05}}};

inline carom::ImpactProblem problem(const Impact& impact, int points = 4) {
  return carom::make_scene(
      "block", {{"points", double(points)},
                {"velocity", std::vector<double>(impact.velocity.begin(), impact.velocity.end())}});
}

/// The answer beside the time: forward, upward and turning velocity after the impact.
inline void show(benchmark::State& state, double x, double z, double turn) {
  state.counters["x"] = x;
  state.counters["z"] = z;
  state.counters["turn"] = turn;
}

/// A prepared problem met at its velocity again and again, with reused storage.
inline void solve(benchmark::State& state, carom::ImpactProblem problem, const carom::Law& law) {
  const Eigen::VectorXd velocity = problem.velocity();
  carom::Workspace workspace;
  carom::Outcome outcome;
  for (auto _ : state) {
    problem.set_velocity(velocity);
    carom::solve(problem, law, workspace, outcome);
    benchmark::DoNotOptimize(outcome.velocity_plus.data());
  }
  if (!outcome.ok()) {
    state.SkipWithError(outcome.message.c_str());
    return;
  }
  show(state, outcome.velocity_plus[0], outcome.velocity_plus[2], outcome.velocity_plus[5]);
}

/// carom beside a peer: the default accuracy, and an error below 1e-6 of the approach speed.
inline void carom_regular_at(benchmark::State& state, double tolerance) {
  const auto& impact = impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  solve(state, problem(impact), carom::Regular{.tolerance = tolerance});
}
inline void carom_regular(benchmark::State& state) {
  carom_regular_at(state, carom::Regular{}.tolerance);
}
inline void carom_regular_to_a_millionth(benchmark::State& state) { carom_regular_at(state, 3e-7); }

/// The same from the matrices: validation, factorisation and metric in every turn.
inline void build_and_solve(benchmark::State& state, const carom::ImpactProblem& given,
                            const carom::Law& law) {
  carom::Workspace workspace;
  carom::Outcome outcome;
  for (auto _ : state) {
    const carom::ImpactProblem problem(given.mass_matrix(), given.contacts(), given.velocity());
    carom::solve(problem, law, workspace, outcome);
    benchmark::DoNotOptimize(outcome.velocity_plus.data());
  }
}

}  // namespace friction_box
