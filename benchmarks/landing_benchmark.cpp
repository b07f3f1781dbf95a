// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a landing of a humanoid costs, in one run with the floor that no program on Pinocchio can
// go below: mass matrix, its factor and the Jacobians of eight frames. "floor" factors as most
// do, by the dense Cholesky of Eigen; "floor_sparse" by Pinocchio's own, for the branches of a
// tree.
#include <Eigen/Cholesky>
#include <pinocchio/algorithm/cholesky.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/parsers/urdf.hpp>

#include "benchmarks/humanoid.h"

namespace {

using namespace carom;

pinocchio::Model bare_model() {
  pinocchio::Model model;
  pinocchio::urdf::buildModel(humanoid::file(), pinocchio::JointModelFreeFlyer(), model);
  for (const char* side : humanoid::sides) {
    const auto foot = model.frames[model.getFrameId(humanoid::ankle(side))];
    for (const auto& center : humanoid::centers) {
      const pinocchio::SE3 offset(Eigen::Matrix3d::Identity(),
                                  Eigen::Vector3d(center[0], center[1], center[2]));
      model.addFrame(pinocchio::Frame("contact " + std::to_string(model.nframes), foot.parentJoint,
                                      0, foot.placement * offset, pinocchio::OP_FRAME));
    }
  }
  return model;
}

enum class Factor { none, dense, sparse };

void floor(benchmark::State& state, Factor kind) {
  if (!humanoid::available(state)) return;
  const pinocchio::Model model = bare_model();
  pinocchio::Data data(model);
  const Eigen::VectorXd q = humanoid::landing(humanoid::model(0.0), humanoid::impacts[0]).q;
  Eigen::LLT<Eigen::MatrixXd> factor(model.nv);
  std::vector<Eigen::MatrixXd> jacobians(8, Eigen::MatrixXd::Zero(6, model.nv));
  const auto first = static_cast<pinocchio::FrameIndex>(model.nframes - 8);
  for (auto _ : state) {
    // In the world convention the joint Jacobians come with the mass matrix.
    pinocchio::crba(model, data, q, pinocchio::Convention::WORLD);
    if (kind == Factor::dense) {
      data.M.triangularView<Eigen::StrictlyLower>() =
          data.M.transpose().triangularView<Eigen::StrictlyLower>();
      factor.compute(data.M);
    } else if (kind == Factor::sparse) {
      pinocchio::cholesky::decompose(model, data);
    }
    for (std::size_t k = 0; k < jacobians.size(); ++k) {
      pinocchio::updateFramePlacement(model, data, first + k);
      jacobians[k].setZero();
      pinocchio::getFrameJacobian(model, data, first + k, pinocchio::LOCAL_WORLD_ALIGNED,
                                  jacobians[k]);
    }
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(floor, dense_factor, Factor::dense)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(floor, sparse_factor, Factor::sparse)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(floor, without_factor, Factor::none)->Unit(benchmark::kMicrosecond);

void make_problem_fresh(benchmark::State& state) {
  if (!humanoid::available(state)) return;
  const Model robot = humanoid::model(0.8);
  const State start = humanoid::landing(robot, humanoid::impacts[0]);
  ModelWorkspace workspace(robot);
  for (auto _ : state)
    benchmark::DoNotOptimize(make_problem(robot, start, {}, workspace).gram().data());
}
BENCHMARK(make_problem_fresh)->Unit(benchmark::kMicrosecond);

/// update_problem, then what `use` does with it.
template <class Use>
void after_update(benchmark::State& state, bool points, Use use) {
  if (!humanoid::available(state)) return;
  const Model robot = humanoid::model(points ? 0.8 : 0.0, points);
  const State start = humanoid::landing(robot, humanoid::impacts[0]);
  ModelWorkspace workspace(robot);
  ImpactProblem problem = make_problem(robot, start, {}, workspace);
  for (auto _ : state) {
    update_problem(robot, start, workspace, problem);
    use(problem);
    benchmark::ClobberMemory();
  }
}

void update_only(benchmark::State& state) {
  after_update(state, true, [](const ImpactProblem&) {});
}
BENCHMARK(update_only)->Unit(benchmark::kMicrosecond);

void update_and_certify(benchmark::State& state) {
  after_update(state, state.range(0) == 8, [](const ImpactProblem& problem) {
    benchmark::DoNotOptimize(certify(problem).verdict);
  });
}
BENCHMARK(update_and_certify)->ArgName("points")->Arg(2)->Arg(8)->Unit(benchmark::kMicrosecond);

void update_and_analyze(benchmark::State& state) {
  after_update(state, state.range(0) == 8, [](const ImpactProblem& problem) {
    benchmark::DoNotOptimize(analyze(problem, {.restitution = 0.3}).worst.indeterminacy);
  });
}
BENCHMARK(update_and_analyze)->ArgName("points")->Arg(2)->Arg(8)->Unit(benchmark::kMicrosecond);

void landing(benchmark::State& state) { humanoid::carom_landing(state); }
BENCHMARK(landing)->ArgName("impact")->DenseRange(0, 3)->Unit(benchmark::kMicrosecond);

}  // namespace
