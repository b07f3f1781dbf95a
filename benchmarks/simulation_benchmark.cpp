// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What motion costs: one variational step of 1 ms in free motion, on chains of rods and on a
// humanoid in flight, beside pinocchio::aba of the same tree (one acceleration, the least any
// integrator computes per step); beside a plain dense Newton solution of the same midpoint rule;
// and whole runs with their impacts. `per_link`: time of a step over the number of links, which
// does not grow where a step is linear. Beyond 128 links there is no aba: pinocchio::Data takes
// memory with the cube of the velocities.
#include <Eigen/LU>
#include <cmath>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/parsers/urdf.hpp>
#include <random>

#include "benchmarks/humanoid.h"
#include "carom/simulation.h"
#include "simulation/variational/step.h"

namespace {

using namespace carom;
using Eigen::VectorXd;
using simulation::VariationalStep;

constexpr double h = 1e-3;
constexpr int steps_per_start = 200;  // so that what is timed does not depend on how often

VectorXd random_vector(Eigen::Index size, double largest) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> entry(-largest, largest);
  return VectorXd::NullaryExpr(size, [&](Eigen::Index) { return entry(generator); });
}

/// At rest, rods of 1 m and 1 kg.
SceneModel chain(std::int64_t links) {
  SceneModel scene = make_scene_model("chain", {{"links", double(links)}, {"length", 1.0}});
  scene.state.q = random_vector(links, 0.1);
  return scene;
}

pinocchio::Model bare_chain(std::int64_t links) {
  pinocchio::Model model;
  const Eigen::Vector3d moments(1.0 / 12.0, 1.0 / 12.0, 1e-4);
  const pinocchio::Inertia rod(1.0, Eigen::Vector3d(0.0, 0.0, -0.5), moments.asDiagonal());
  pinocchio::SE3 place = pinocchio::SE3::Identity();
  pinocchio::JointIndex parent = 0;
  for (std::int64_t k = 0; k < links; ++k) {
    parent = model.addJoint(parent, pinocchio::JointModelRY(), place, std::to_string(k));
    model.appendBodyToJoint(parent, rod, pinocchio::SE3::Identity());
    place.translation().z() = -1.0;
  }
  return model;
}

/// In flight: turns at 1 rad/s, joints at up to 1 rad/s.
State flight(const Model& robot) {
  State state = humanoid::landing(robot, humanoid::impacts[0]);
  state.q[2] += 1.0;
  state.v = random_vector(robot.velocity_size(), 1.0);
  return state;
}

void time_steps(benchmark::State& state, const Model& model, const State& start) {
  VariationalStep step(model, {});
  const VectorXd none;
  std::int64_t count = 0, evaluations = 0;
  for (auto _ : state) {
    if (count++ % steps_per_start == 0) step.set_node(start.q, start.v);
    if (!step.step(0.0, h, none)) {
      state.SkipWithError(step.trouble().c_str());
      return;
    }
    evaluations += step.iterations();
    step.commit(none);
  }
  state.counters["evaluations"] = double(evaluations) / double(count);
}

/// `reached`: the velocity after a step from there; `differs`: from aba's, O(h).
void time_aba(benchmark::State& state, const pinocchio::Model& model, const State& start,
              const VectorXd& reached) {
  pinocchio::Data data(model);
  const VectorXd torque = VectorXd::Zero(model.nv);
  for (auto _ : state) {
    pinocchio::aba(model, data, start.q, start.v, torque, pinocchio::Convention::LOCAL);
    benchmark::DoNotOptimize(data.ddq.data());
  }
  state.counters["differs"] = ((reached - start.v) / h - data.ddq).norm() / data.ddq.norm();
}

VectorXd velocity_after_step(const Model& model, const State& start) {
  VariationalStep step(model, {});
  step.set_node(start.q, start.v);
  step.step(0.0, h, VectorXd());
  VectorXd v(start.v.size());
  step.velocity(step.end_q(), step.end_p(), v);
  return v;
}

void per_link(benchmark::State& state) {
  using benchmark::Counter;
  state.counters["per_link"] =
      Counter(double(state.range(0)),
              Counter::Flags(Counter::kIsIterationInvariantRate | Counter::kInvert));
}

void chain_step(benchmark::State& state) {
  const SceneModel scene = chain(state.range(0));
  time_steps(state, scene.model, scene.state);
  per_link(state);
}
BENCHMARK(chain_step)
    ->ArgName("links")
    ->Arg(8)
    ->Arg(32)
    ->Arg(128)
    ->Arg(512)
    ->Unit(benchmark::kMicrosecond);

void chain_aba(benchmark::State& state) {
  const SceneModel scene = chain(state.range(0));
  time_aba(state, bare_chain(state.range(0)), scene.state,
           velocity_after_step(scene.model, scene.state));
  per_link(state);
}
BENCHMARK(chain_aba)->ArgName("links")->Arg(8)->Arg(32)->Arg(128)->Unit(benchmark::kMicrosecond);

/// The midpoint rule as one would write it down: dense mass matrix M and Coriolis matrix C, of
/// which ∂T/∂q = Cᵀ v, Newton with a Jacobian by differences, Eigen's LU. A stand-in for a dense
/// variational integrator. Joints of one coordinate only.
class DenseStep {
 public:
  explicit DenseStep(pinocchio::Model model) : model_(std::move(model)), data_(model_) {}

  VectorXd momentum(const VectorXd& q, const VectorXd& v) {
    pinocchio::crba(model_, data_, q, pinocchio::Convention::WORLD);
    return data_.M.selfadjointView<Eigen::Upper>() * v;
  }
  /// v: the velocity of the step, from a guess. Returns how many Jacobians it took.
  int solve(const VectorXd& q, const VectorXd& p, VectorXd& v) {
    Eigen::MatrixXd jacobian(v.size(), v.size());
    for (int iteration = 1;; ++iteration) {
      const VectorXd r = residual(q, p, v);
      for (Eigen::Index k = 0; k < v.size(); ++k) {
        VectorXd moved = v;
        moved[k] += 1e-6;
        jacobian.col(k) = (residual(q, p, moved) - r) / 1e-6;
      }
      const VectorXd dv = jacobian.partialPivLu().solve(r);
      v -= dv;
      if (dv.norm() <= 1e-7 * v.norm() || iteration == 20) return iteration;
    }
  }

 private:
  VectorXd residual(const VectorXd& q, const VectorXd& p, const VectorXd& v) {
    const VectorXd middle = q + 0.5 * h * v;
    pinocchio::computeCoriolisMatrix(model_, data_, middle, v);
    pinocchio::computeGeneralizedGravity(model_, data_, middle);
    const VectorXd force = data_.C.transpose() * v - data_.g;
    return momentum(middle, v) - p - 0.5 * h * force;
  }

  pinocchio::Model model_;
  pinocchio::Data data_;
};

void chain_dense_newton(benchmark::State& state) {
  const SceneModel scene = chain(state.range(0));
  const State& start = scene.state;
  DenseStep step(bare_chain(state.range(0)));
  const VectorXd p = step.momentum(start.q, start.v);
  VectorXd v;
  int iterations = 0;
  for (auto _ : state) {
    v = start.v;
    iterations = step.solve(start.q, p, v);
  }
  VariationalStep ours(scene.model, {});
  ours.set_node(start.q, start.v);
  ours.step(0.0, h, VectorXd());
  state.counters["iterations"] = iterations;
  state.counters["differs"] = (ours.middle_v() - v).norm() / v.norm();
  per_link(state);
}
BENCHMARK(chain_dense_newton)
    ->ArgName("links")
    ->Arg(8)
    ->Arg(32)
    ->Arg(128)
    ->Unit(benchmark::kMicrosecond);

void humanoid_step(benchmark::State& state) {
  if (!humanoid::available(state)) return;
  const Model robot = humanoid::model(0.0);
  time_steps(state, robot, flight(robot));
}
BENCHMARK(humanoid_step)->Unit(benchmark::kMicrosecond);

void humanoid_aba(benchmark::State& state) {
  if (!humanoid::available(state)) return;
  const Model robot = humanoid::model(0.0);
  const State start = flight(robot);
  pinocchio::Model bare;
  pinocchio::urdf::buildModel(humanoid::file(), pinocchio::JointModelFreeFlyer(), bare);
  time_aba(state, bare, start, velocity_after_step(robot, start));
}
BENCHMARK(humanoid_aba)->Unit(benchmark::kMicrosecond);

/// With and without the verdict on every impact.
void whole_run(benchmark::State& state, const SceneModel& scene, SimulationOptions options) {
  options.verdict = state.range(0) != 0;
  std::size_t impacts = 0;
  for (auto _ : state) {
    const Trajectory run = simulate(scene.model, scene.state, options);
    if (run.status != RunStatus::finished) {
      state.SkipWithError(run.message.c_str());
      return;
    }
    impacts = run.record.impacts.size();
  }
  state.counters["impacts"] = double(impacts);
  state.SetItemsProcessed(state.iterations() * std::int64_t(impacts));
}

void rocking_block(benchmark::State& state) {
  whole_run(state, make_scene_start("block", {{"tilt", 0.17453292519943295}, {"height", 0.05}}),
            {.law = Regular{}, .duration = 0.3, .plastic_speed = 0.02});
}
BENCHMARK(rocking_block)->ArgName("verdict")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void pendulum_cradle(benchmark::State& state) {
  whole_run(state, make_scene_start("pendulum_cradle"), {.duration = 10.0});
}
BENCHMARK(pendulum_cradle)->ArgName("verdict")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// TREX drives for 10 s with friction (S3 VII-B), by tolerance 10^-digits. `real_time`: seconds of
/// motion per second.
void trex_drive(benchmark::State& state) {
  const SceneModel scene = make_scene_start("trex", {{"friction", 0.8}});
  SimulationOptions options{.duration = 10.0, .integrator = IntegratorKind::runge_kutta};
  options.tolerance = std::pow(10.0, -static_cast<double>(state.range(0)));
  options.verdict = false;
  options.drive =
      drive_motors(scene.model, scene.state.q, find_program(find_scene("trex"), "drive").program);
  std::size_t impacts = 0;
  for (auto _ : state) {
    const Trajectory run = simulate(scene.model, scene.state, options);
    if (run.status != RunStatus::finished) {
      state.SkipWithError(run.message.c_str());
      return;
    }
    impacts = run.record.impacts.size();
  }
  state.counters["impacts"] = double(impacts);
  state.counters["real_time"] =
      benchmark::Counter(10.0, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(trex_drive)->ArgName("digits")->Arg(6)->Arg(10)->Unit(benchmark::kMillisecond);

}  // namespace
