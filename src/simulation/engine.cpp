// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What all trajectories share (engine.h).
#include "simulation/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/error.h"
#include "simulation/event_engine.h"
#include "simulation/start_check.h"
#include "simulation/ticks/engine.h"
#include "simulation/walk/engine.h"

namespace carom {
namespace {
// Of the number of steps. duration / step is off by a few 1e-16 of itself, so that 0.07 / 0.01
// would make an eighth step of nothing but rounding. Ten times smaller also does; with 1e-10 a step
// that was asked for would be dropped in runs of 1e10 steps, of the 1e12 that are allowed.
constexpr double rounding_of_steps = 1e-12;
}  // namespace

std::unique_ptr<Simulation::Engine> Simulation::Engine::make(Model model,
                                                             SimulationOptions options) {
  if (options.walk) return std::make_unique<Walking>(std::move(model), std::move(options));
  if (options.integrator == IntegratorKind::ticks) {
    return std::make_unique<Ticking>(std::move(model), std::move(options));
  }
  return std::make_unique<ByEvents>(std::move(model), std::move(options));
}

Simulation::Engine::Engine(Model moved, SimulationOptions chosen)
    : model(std::move(moved)), options(std::move(chosen)) {
  simulation::check_options(options);
  if (options.drive) {
    program_.emplace(model, *options.drive);
    options.controller = program_->controller();  // before whoever drives the motion copies it
  }
  steps_ = static_cast<std::int64_t>(
      std::ceil(options.duration / options.step * (1.0 - rounding_of_steps)));
}

bool Simulation::Engine::advance(SimulationRecord& record) {
  if (status != RunStatus::running) return false;
  if (advance_one(record)) return true;
  conclude(record);
  return false;
}

bool Simulation::Engine::advance_one(SimulationRecord& record) {
  if (!begin(record)) return false;
  if (options.stop && options.stop()) {
    end(RunStatus::stopped, "stopped on request");
    return false;
  }
  take_step(record);
  return status == RunStatus::running;
}

void Simulation::Engine::end(RunStatus how, std::string why) {
  status = how;
  message = std::move(why);
}

void Simulation::Engine::end_by_fall(const std::string& body, SimulationRecord& record) {
  record.fall = Fall{.time = time, .body = body};
  end(RunStatus::fell,
      fmt::format("the robot fell: '{}' touched the ground at t = {:.4g} s", body, time));
}

void Simulation::Engine::end_if_over() {
  if (step_ >= steps_) end(RunStatus::finished, "the duration is over");
}

void Simulation::Engine::end_without_answer(const Outcome& outcome) {
  end(RunStatus::diverged,
      fmt::format("the impact at t = {:.9g} s has no answer: {}", time, outcome.message));
}

double Simulation::Engine::grid_time(std::int64_t index) const {
  return index >= steps_ ? options.duration : static_cast<double>(index) * options.step;
}

bool Simulation::Engine::row_is_due() const {
  return step_ % options.every == 0 || step_ >= steps_;
}

ImpactRecord Simulation::Engine::impact_of(const State& before, const std::vector<int>& contacts,
                                           const Eigen::VectorXd& gaps) const {
  ImpactRecord impact;
  impact.time = time;
  impact.step = step_;
  impact.contacts = contacts;
  impact.gaps = gaps;
  impact.q = before.q;
  impact.velocity_minus = before.v;
  return impact;
}

SimulationCheckpoint Simulation::Engine::common_checkpoint() const {
  SimulationCheckpoint result;
  result.time = time;
  result.step = step_;
  result.integration_steps = integration_steps_;
  result.impacts = impacts_;
  result.q = state.q;
  result.v = state.v;
  result.lowest_gap = lowest();
  if (program_) result.program = program_->memory();
  return result;
}

bool Simulation::Engine::same_sizes(const SimulationCheckpoint& checkpoint) const {
  return checkpoint.q.size() == model.configuration_size() &&
         checkpoint.v.size() == model.velocity_size() &&
         checkpoint.contacts.size() == model.contacts().size();
}

void Simulation::Engine::go_on_from(const SimulationCheckpoint& checkpoint) {
  state = {checkpoint.q, checkpoint.v};
  model.check(state);
  time = checkpoint.time;
  step_ = checkpoint.step;
  integration_steps_ = checkpoint.integration_steps;
  impacts_ = checkpoint.impacts;
  set_lowest(checkpoint.lowest_gap);
  if (program_.has_value() != checkpoint.program.has_value() ||
      (program_ && !program_->resume(*checkpoint.program, time))) {
    throw InvalidInput(fmt::format(
        "{}: checkpoint of {} motor program; expected one of the run's own; it is of another run",
        model.name(), checkpoint.program ? "another" : "no"));
  }
}

void Simulation::Engine::put_torques(TrajectoryRow& row) const {
  if (!program_) return;
  row.torque.resize(static_cast<Eigen::Index>(program_->drive().driven.size()));
  program_->torques(row.time, row.state.q, row.state.v, row.torque);
  row.motor_work = program_->memory().work.motors;
}

void Simulation::Engine::note_gap(int contact, double gap) {
  if (lowest_ >= 0 && !(gap < lowest_gap_)) return;
  lowest_ = contact;
  lowest_gap_ = gap;
  lowest_time_ = time;
}

void Simulation::Engine::set_lowest(const LowestGap& lowest) {
  const auto& contacts = model.contacts();
  const auto found = std::find_if(contacts.begin(), contacts.end(), [&](const auto& contact) {
    return contact.name == lowest.contact;
  });
  if (found == contacts.end()) return;
  lowest_ = static_cast<int>(found - contacts.begin());
  lowest_gap_ = lowest.gap;
  lowest_time_ = lowest.time;
}

LowestGap Simulation::Engine::lowest() const {
  if (lowest_ < 0) return {};
  return {model.contacts()[static_cast<std::size_t>(lowest_)].name, lowest_gap_, lowest_time_};
}

void Simulation::Engine::conclude(SimulationRecord& record) const {
  if (status == RunStatus::stopped) return;  // it may go on
  if (program_) {
    for (std::string& note : program_->notes()) record.notes.push_back(std::move(note));
  }
  const double explained = explained_depth();
  if (lowest_ < 0 || lowest_gap_ >= -explained) return;
  record.notes.push_back(fmt::format(
      "contact '{}' was {:.3g} inside its surface at t = {:.6g} s (gap, in the model's length), "
      "where tolerances explain {:.1g}: it closed within a step unseen; use a --step below {:.3g} "
      "s",
      lowest().contact, -lowest_gap_, lowest_time_, explained, options.step));
}

}  // namespace carom
