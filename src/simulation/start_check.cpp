// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/start_check.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "carom/error.h"
#include "carom/robot.h"
#include "model/loop_tolerance.h"
#include "simulation/contact/held_dynamics.h"
#include "simulation/program/gain_check.h"

namespace carom::simulation {
namespace {

using Eigen::VectorXd;
using Faults = std::vector<std::string>;

// Of a loop's rate, relative to the largest velocity: files have seven digits or so; what is within
// is projected, what is beyond was not meant to hold.
constexpr double rate_tolerance = 1e-6;
constexpr double most_steps = 1e12;

void require(bool good, Faults& faults, std::string text) {
  if (!good) faults.push_back("simulation: " + std::move(text));
}

/// Deeper than `touching`, by index.
std::vector<int> penetrating(const Model& model, const VectorXd& q, double touching,
                             VectorXd& gaps) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  std::vector<int> deep;
  gaps.resize(static_cast<Eigen::Index>(model.contacts().size()));
  for (int k = 0; k < static_cast<int>(gaps.size()); ++k) {
    gaps[k] = workspace.gap(k);
    if (gaps[k] < -touching) deep.push_back(k);
  }
  return deep;
}

void project_out(const Model& model, const std::vector<int>& deep, State& state, double touching,
                 std::vector<std::string>& notes, Faults& faults) {
  PostureOptions posture;
  posture.tolerance = 0.1 * touching;
  for (const int k : deep) {
    posture.contacts.push_back(model.contacts()[static_cast<std::size_t>(k)].name);
  }
  const PostureResult result = solve_posture(model, state.q, posture);
  VectorXd gaps;
  if (!result.converged || !penetrating(model, result.q, touching, gaps).empty()) {
    faults.push_back(fmt::format(
        "{}: start: no posture nearby frees the contacts in penetration ({}); start higher",
        model.name(), result.message));
    return;
  }
  notes.push_back(fmt::format(
      "the start was moved by {:.3g} out of penetration: {} closed contact(s) now touch",
      result.change, deep.size()));
  state.q = result.q;
}

void check_contacts(const Model& model, const SimulationOptions& options, State& state,
                    std::vector<std::string>& notes, Faults& faults) {
  if (model.contacts().empty()) return;
  VectorXd gaps;
  const std::vector<int> deep = penetrating(model, state.q, options.touching, gaps);
  if (deep.empty()) return;
  if (options.project_start) {
    project_out(model, deep, state, options.touching, notes, faults);
    return;
  }
  for (const int k : deep) {
    faults.push_back(
        fmt::format("{}: start: contact '{}' is {:.6g} deep in what it touches; expected a gap >= "
                    "-{:.1g}; start "
                    "higher, or let the start be moved out (--project, project_start)",
                    model.name(), model.contacts()[static_cast<std::size_t>(k)].name, -gaps[k],
                    options.touching));
  }
}

void check_loops(const Model& model, State& state, std::vector<std::string>& notes,
                 Faults& faults) {
  if (model.parts().loops.empty() && model.parts().couplings.empty()) return;
  HeldDynamics loops(model, {});
  ModelWorkspace workspace(model);
  workspace.set_configuration(state.q);
  VectorXd residual(workspace.bilateral_count());
  workspace.bilateral_residual(residual);
  Eigen::MatrixXd rows(residual.size(), model.velocity_size());
  workspace.bilateral_rows(rows);
  const VectorXd rates = rows * state.v;
  const double scale = std::max(1.0, state.v.cwiseAbs().maxCoeff());
  for (Eigen::Index k = 0; k < residual.size(); ++k) {
    const std::string& name = workspace.bilateral_names()[static_cast<std::size_t>(k)];
    if (std::abs(residual[k]) > loop_tolerance) {
      faults.push_back(fmt::format(
          "{}: start: loop '{}' is open by {:.6g}; expected at most {:.0e}; close it with the "
          "posture (solve_posture)",
          model.name(), name, residual[k], loop_tolerance));
    } else if (std::abs(rates[k]) > rate_tolerance * scale) {
      faults.push_back(
          fmt::format("{}: start: velocity opens loop '{}' at {:.6g} per s; expected 0; project "
                      "the velocity on "
                      "the loops, or start at rest",
                      model.name(), name, rates[k]));
    }
  }
  if (!faults.empty()) return;
  // [m, rad] and per s: what a projection itself leaves; one more would move the start by rounding.
  if (residual.cwiseAbs().maxCoeff() <= 1e-13 && rates.cwiseAbs().maxCoeff() <= 1e-13) return;
  if (!loops.project(state)) {
    faults.push_back(
        fmt::format("{}: start: the loops cannot be closed: {}", model.name(), loops.trouble()));
    return;
  }
  notes.push_back("the start was moved by rounding to close its loops");
}

}  // namespace

void check_options(const SimulationOptions& options) {
  Faults faults;
  const auto positive = [](double x) { return std::isfinite(x) && x > 0.0; };
  require(positive(options.duration), faults,
          fmt::format("duration = {} s; expected a finite number > 0", options.duration));
  require(positive(options.step), faults,
          fmt::format("step = {} s; expected a finite number > 0, such as 0.001", options.step));
  if (positive(options.duration) && positive(options.step)) {
    require(options.duration / options.step <= most_steps, faults,
            fmt::format("step = {} s; expected at least {} s for this duration", options.step,
                        options.duration / most_steps));
  }
  constexpr double most_tick = 0.01;  // [s] Coarser ones throw robots up: 5 cm became 50 at 0.05.
  require(!(options.step > most_tick) || options.integrator != IntegratorKind::ticks, faults,
          fmt::format("step = {} s; expected at most {} s for ticks, which keep accelerations over "
                      "a step; or another integrator",
                      options.step, most_tick));
  require(options.every >= 1, faults,
          fmt::format("every = {}; expected a number of steps >= 1", options.every));
  require(positive(options.tolerance) && options.tolerance < 1.0, faults,
          fmt::format("tolerance = {}; expected 0 < tolerance < 1", options.tolerance));
  require(positive(options.touching), faults,
          fmt::format("touching = {}; expected a finite length > 0", options.touching));
  require(options.plastic_speed >= 0.0, faults,
          fmt::format("plastic_speed = {}; expected a speed >= 0", options.plastic_speed));
  require(options.chatter >= 0.0, faults,
          fmt::format("chatter = {} s; expected a time >= 0", options.chatter));
  require(options.max_impacts_per_step >= 1, faults,
          fmt::format("max_impacts_per_step = {}; expected >= 1", options.max_impacts_per_step));
  require(
      options.branches >= 1, faults,
      fmt::format("branches = {}; expected >= 1 (1: the law's outcome alone)", options.branches));
  require(options.branches <= 1 || options.integrator != IntegratorKind::ticks, faults,
          fmt::format("branches = {}: ticks follow one outcome; expected 1, or another integrator",
                      options.branches));
  require(!options.drive || !options.controller, faults,
          "controller: is set beside a motor program (drive); expected one of them");
  require(options.max_trajectories >= 1, faults,
          fmt::format("max_trajectories = {}; expected >= 1", options.max_trajectories));
  if (options.walk) {
    for (const std::string& name : unfit_for_walk(options)) {
      require(false, faults,
              fmt::format("{}: is set, and a walk has a controller and steps of its own; expected "
                          "its default, or no walk",
                          name));
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

State checked_start(const Model& model, State start, const SimulationOptions& options,
                    std::vector<std::string>& notes) {
  model.check(start);
  Faults faults;
  check_contacts(model, options, start, notes, faults);
  if (faults.empty()) check_loops(model, start, notes, faults);
  if (!faults.empty()) throw InvalidInput(faults);
  check_gains(model, start.q, options);
  return start;
}

}  // namespace carom::simulation

namespace carom {

std::vector<std::string> unfit_for_walk(const SimulationOptions& options) {
  const SimulationOptions defaults;
  const std::pair<const char*, bool> others[] = {
      {"integrator", options.integrator != defaults.integrator},
      {"tolerance", options.tolerance != defaults.tolerance},
      {"controller", static_cast<bool>(options.controller)},
      {"drive", options.drive.has_value()},
      {"project_start", options.project_start},
      {"branches", options.branches != defaults.branches}};
  std::vector<std::string> names;
  for (const auto& [name, unfit] : others) {
    if (unfit) names.emplace_back(name);
  }
  return names;
}

}  // namespace carom
