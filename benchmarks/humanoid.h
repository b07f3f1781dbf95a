// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The landing that the benchmarks on a robot share: Unitree G1 of example-robot-data, 35
// velocities, knees bent by 0.6 rad, soles flat on the ground on the eight spheres that its file
// puts under them, coming down at 1 m/s with all joints still. What differs is how it slides and
// turns. The folder of robots is in the environment variable CAROM_ROBOTS.
#pragma once

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "carom/carom.h"

namespace humanoid {

struct Impact {
  const char* name;
  double friction, slide, twist;  ///< [-, m/s, rad/s] of the base.
};

inline constexpr std::array<Impact, 4> impacts = {{
    {"sticks", 0.8, 0.0, 0.0},
    {"slips_then_sticks", 0.8, 0.2, 0.0},
    {"slips", 0.3, 1.5, 0.0},
    {"twists", 0.3, 0.5, 2.0},
}};

inline constexpr double radius = 0.005;
/// Centres of the spheres in the frame of an ankle [m].
inline constexpr std::array<std::array<double, 3>, 4> centers = {
    {{-0.05, 0.025, -0.03}, {-0.05, -0.025, -0.03}, {0.12, 0.03, -0.03}, {0.12, -0.03, -0.03}}};
inline constexpr std::array<const char*, 2> sides = {"left", "right"};
inline const std::array<std::pair<const char*, double>, 3> bend = {
    {{"_hip_pitch_joint", -0.3}, {"_knee_joint", 0.6}, {"_ankle_pitch_joint", -0.3}}};

inline std::string ankle(const char* side) { return std::string(side) + "_ankle_roll_link"; }

/// Empty where the robots are not installed.
inline std::string file() {
  const char* folder = std::getenv("CAROM_ROBOTS");
  return folder ? std::string(folder) + "/g1_description/urdf/g1_29dof_rev_1_0.urdf" : "";
}

/// Eight points with friction, or (`points` false) one frictionless point in the middle of each
/// sole.
inline std::vector<carom::ContactCandidate> contacts(double friction, bool points = true) {
  std::vector<carom::ContactCandidate> list;
  for (const char* side : sides) {
    carom::ContactCandidate candidate;
    candidate.restitution = 0.0;
    if (!points) {
      candidate.name = std::string(side) + " sole";
      candidate.sphere = {ankle(side), {0.035, 0.0, -0.03}, radius};
      candidate.tangents = 0;
      list.push_back(candidate);
      continue;
    }
    candidate.friction = friction;
    for (const auto& center : centers) {
      candidate.name = std::string(side) + " " + std::to_string(list.size() + 1);
      candidate.sphere = {ankle(side), {center[0], center[1], center[2]}, radius};
      list.push_back(candidate);
    }
  }
  return list;
}

inline carom::Model model(double friction, bool points = true) {
  const carom::Model robot = carom::load_robot(file());
  carom::ModelParts parts = robot.parts();
  parts.contacts = contacts(friction, points);
  return robot.with(parts);
}

inline carom::State landing(const carom::Model& model, const Impact& impact) {
  carom::State state{model.neutral(), Eigen::VectorXd::Zero(model.velocity_size())};
  for (const char* side : sides) {
    for (const auto& [joint, angle] : bend) {
      const auto index = static_cast<std::size_t>(model.joint(std::string(side) + joint));
      state.q[model.joints()[index].q] = angle;
    }
  }
  carom::ModelWorkspace workspace(model);
  workspace.set_configuration(state.q);
  state.q[2] -= workspace.gap(0);
  state.v[0] = impact.slide;
  state.v[2] = -1.0;
  state.v[5] = impact.twist;
  return state;
}

/// False, and the benchmark says why, where there is no robot.
inline bool available(benchmark::State& state) {
  if (!file().empty()) return true;
  state.SkipWithError("set CAROM_ROBOTS to the folder of example-robot-data's robots");
  return false;
}

/// carom's whole landing: mass matrix, Jacobians, factor, metric, law, ledger.
inline void carom_landing(benchmark::State& state) {
  const Impact& impact = impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  if (!available(state)) return;
  const carom::Model robot = model(impact.friction);
  const carom::State start = landing(robot, impact);
  carom::ModelWorkspace workspace(robot);
  carom::ImpactProblem problem = carom::make_problem(robot, start, {}, workspace);
  const carom::Law law = carom::Regular{};
  carom::Workspace scratch;
  carom::Outcome outcome;
  for (auto _ : state) {
    carom::update_problem(robot, start, workspace, problem);
    carom::solve(problem, law, scratch, outcome);
    benchmark::DoNotOptimize(outcome.velocity_plus.data());
  }
  if (!outcome.ok()) {
    state.SkipWithError(outcome.message.c_str());
    return;
  }
  state.counters["lost"] = outcome.energy.lost;
  state.counters["base_z"] = outcome.velocity_plus[2];
}

}  // namespace humanoid
