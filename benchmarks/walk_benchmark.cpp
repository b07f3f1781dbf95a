// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a walk costs. `walk`: four steps of Atlas at 1 kHz, controller and impacts included, no
// verdicts; `real_time` is simulated over elapsed time. `tick`: where the time of a tick goes, on
// the same walk: rigid-body dynamics (kinematics, mass matrix, bias), complementarity and motion,
// and the controller with its quadratic program. `program`: a program of the controller's size
// (eight corner forces in pyramids), by the active-set method and by ProxQP alone.
#include <benchmark/benchmark.h>

#include <chrono>
#include <random>

#include "carom/laws/regular.h"
#include "carom/scene_walk.h"
#include "carom/simulation.h"
#include "control/walk/controller.h"
#include "control/whole_body/quadratic_program.h"
#include "simulation/contact/impact.h"
#include "simulation/ticks/plant.h"

namespace {

using namespace carom;
using Clock = std::chrono::steady_clock;
using control::QuadraticProgram;

constexpr double tick = 1e-3;

SceneSettings settings_of(std::int64_t points) {
  return {{"steps", 4.0}, {"points_per_foot", static_cast<double>(points)}};
}

void walk(benchmark::State& state) {
  const SceneSettings settings = settings_of(state.range(0));
  const SceneModel scene = make_scene_start("atlas", settings);
  SimulationOptions options;
  options.law = Regular{};
  options.walk = make_walk("atlas", settings);
  options.duration = walk_duration(options.walk->gait);
  options.verdict = false;
  options.every = 10;
  for (auto _ : state) {
    const Trajectory run = simulate(scene.model, scene.state, options);
    if (run.status != RunStatus::finished) state.SkipWithError(run.message.c_str());
    state.counters["impacts"] = static_cast<double>(run.record.impacts.size());
  }
  state.counters["real_time"] = benchmark::Counter(
      options.duration * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(walk)->ArgName("points")->Arg(4)->Arg(8)->Arg(16)->Unit(benchmark::kMillisecond);

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void tick_split(benchmark::State& state) {
  const SceneSettings settings = settings_of(state.range(0));
  const SceneModel scene = make_scene_start("atlas", settings);
  const Walk walk = *make_walk("atlas", settings);
  SimulationOptions options;
  options.law = Regular{};
  options.verdict = false;
  double dynamics = 0.0, rest = 0.0, controller_time = 0.0, ticks = 0.0;
  for (auto _ : state) {
    control::WalkController controller(scene.model, walk, scene.state);
    simulation::TickPlant plant(scene.model, {.quick_slips = false});
    plant.start(scene.state, 1e-6);
    ModelWorkspace twin(scene.model);
    Workspace scratch;
    Eigen::VectorXd bias = Eigen::VectorXd::Zero(scene.model.velocity_size());
    std::vector<ContactEvent> events;
    std::vector<bool> closed(scene.model.contacts().size());
    const auto hit = [&](double, State& now, const std::vector<int>& contacts) {
      now.v = simulation::resolve_impact(scene.model, now, contacts, false, options,
                                         plant.workspace(), scratch)
                  .velocity_plus;
      return true;
    };
    const auto count = static_cast<int>(walk_duration(walk.gait) / tick);
    for (int k = 0; k < count; ++k, ++ticks) {
      for (std::size_t i = 0; i < closed.size(); ++i) closed[i] = plant.points()[i].closed;
      auto start = Clock::now();
      const Eigen::VectorXd torque =
          controller.update(k * tick, plant.workspace(), plant.bias(), plant.state(), closed);
      controller_time += seconds_since(start);
      start = Clock::now();
      plant.step(k * tick, tick, {torque}, hit, events);
      rest += seconds_since(start);
      start = Clock::now();
      twin.set_configuration(plant.state().q);
      twin.bias(plant.state().v, bias);
      benchmark::DoNotOptimize(bias);
      dynamics += seconds_since(start);
      events.clear();
    }
  }
  state.counters["dynamics_us"] = 1e6 * dynamics / ticks;
  state.counters["complementarity_us"] = 1e6 * (rest - dynamics) / ticks;
  state.counters["controller_us"] = 1e6 * controller_time / ticks;
}
BENCHMARK(tick_split)->ArgName("points")->Arg(4)->Arg(8)->Unit(benchmark::kMillisecond);

/// Forces of eight corners that want to pull at one and slide at another.
void program(benchmark::State& state, QuadraticProgram::Method method) {
  constexpr int corners = 8, size = 3 * corners;
  constexpr double friction = 0.5;
  std::mt19937 generator(3);
  std::normal_distribution<double> entry;
  const Eigen::MatrixXd A =
      Eigen::MatrixXd::NullaryExpr(6, size, [&](auto, auto) { return entry(generator); });
  const Eigen::MatrixXd hessian = A.transpose() * A + 0.01 * Eigen::MatrixXd::Identity(size, size);
  Eigen::VectorXd wanted =
      Eigen::VectorXd::NullaryExpr(size, [&](auto) { return 0.03 * entry(generator); });
  for (int k = 0; k < corners; ++k) wanted[3 * k + 2] = k == 0 ? -0.02 : 0.125;
  const Eigen::VectorXd gradient = -hessian * wanted;
  Eigen::MatrixXd normals = Eigen::MatrixXd::Zero(size, 4 * corners);
  for (int k = 0; k < corners; ++k) {
    for (int side = 0; side < 4; ++side) {
      normals(3 * k + side / 2, 4 * k + side) = side % 2 == 0 ? 1.0 : -1.0;
      normals(3 * k + 2, 4 * k + side) = friction;
    }
  }
  const Eigen::VectorXd lower = Eigen::VectorXd::Zero(4 * corners);
  const Eigen::VectorXd upper =
      Eigen::VectorXd::Constant(4 * corners, std::numeric_limits<double>::infinity());
  QuadraticProgram solver(method);
  for (auto _ : state) {
    if (!solver.solve(hessian, gradient, normals, lower, upper)) state.SkipWithError("no answer");
    benchmark::DoNotOptimize(solver.x());
  }
  state.counters["residual"] = solver.residual();
}
BENCHMARK_CAPTURE(program, active_set, QuadraticProgram::Method::automatic);
BENCHMARK_CAPTURE(program, proxqp, QuadraticProgram::Method::proximal);

}  // namespace
