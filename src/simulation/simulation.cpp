// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The public face of the engine: start, checkpoint, going on.
#include "carom/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/error.h"
#include "simulation/engine.h"
#include "simulation/start_check.h"
#include "simulation/walk/engine.h"

namespace carom {
namespace {
constexpr int own_numbers = 2 + simulation::EnergyWatch::remembered;  // of a checkpoint's memory
}  // namespace

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
  const double explained = explained_depth();
  if (lowest_ < 0 || lowest_gap_ >= -explained) return;
  record.notes.push_back(fmt::format(
      "contact '{}' was {:.3g} inside its surface at t = {:.6g} s (gap, in the model's length), "
      "where tolerances explain {:.1g}: it closed within a step unseen; use a --step below {:.3g} "
      "s",
      lowest().contact, -lowest_gap_, lowest_time_, explained, options.step));
}

Simulation::Engine::ByEvents::ByEvents(Model moved, SimulationOptions chosen)
    : Engine(std::move(moved), std::move(chosen)),
      held_(model, options.controller),
      tree_(model, {}),
      geometry_(model) {
  simulation::check_options(options);
  integrator_ = options.integrator == IntegratorKind::variational
                    ? simulation::make_variational(model, options, held_)
                    : simulation::make_runge_kutta(model, options, held_);
  // A last step that is rounding alone is none.
  steps_ = static_cast<std::int64_t>(std::ceil(options.duration / options.step * (1.0 - 1e-12)));
  memory_.assign(model.contacts().size(), {});
  turns_.assign(model.contacts().size(), 0);
  gaps_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(model.contacts().size()));
  watch();
}

void Simulation::Engine::ByEvents::start(State from) {
  state = simulation::checked_start(model, std::move(from), options, notes);
  integrator_->restart(0.0, state);
  // The energy of moving by `touching` within a step, every coordinate.
  const double least = std::max(options.touching, 1e-9) / options.step;
  momentum_.resize(state.v.size());
  tree_.momentum(state.q, Eigen::VectorXd::Constant(state.v.size(), least), momentum_);
  const double resolved = 0.5 * least * momentum_.sum();
  energy_.start(energy(), tree_.gravity_energy(state.q), resolved);
}

void Simulation::Engine::ByEvents::resume(SimulationCheckpoint from) {
  if (from.q.size() != model.configuration_size() || from.v.size() != model.velocity_size() ||
      from.contacts.size() != model.contacts().size() || from.memory.empty() ||
      from.memory.front().size() != own_numbers) {
    throw InvalidInput(fmt::format(
        "{}: checkpoint of {} coordinates, {} velocities and {} contacts; expected {}, {} and {}; "
        "it is of another model",
        model.name(), from.q.size(), from.v.size(), from.contacts.size(),
        model.configuration_size(), model.velocity_size(), model.contacts().size()));
  }
  state = {from.q, from.v};
  model.check(state);
  time = from.time;
  step_ = from.step;
  integration_steps_ = from.integration_steps;
  halvings_ = from.halvings;
  impacts_ = from.impacts;
  impacts_in_step_ = from.impacts_in_step;
  memory_ = std::move(from.contacts);
  speed_ = from.memory.front()[0];
  slipping_speed_ = from.memory.front()[1];
  energy_.set_memory(from.memory.front().tail<simulation::EnergyWatch::remembered>());
  set_lowest(from.lowest_gap);
  held_.hold(from.held);
  watch();
  integrator_->restart(time, state);
  begun_ = true;
  unsettled_ = from.memory.size() == 1;
  if (!unsettled_) {
    integrator_->set_memory({from.memory.begin() + 1, from.memory.end()});
    measure();
    if (!from.held.empty()) held_.mark_node(time, state.q, state.v);
  }
  if (step_ >= steps_) end(RunStatus::finished, "the duration is over");
}

SimulationCheckpoint Simulation::Engine::ByEvents::checkpoint() const {
  SimulationCheckpoint result;
  result.time = time;
  result.step = step_;
  result.integration_steps = integration_steps_;
  result.halvings = halvings_;
  result.impacts = impacts_;
  result.impacts_in_step = impacts_in_step_;
  result.q = state.q;
  result.v = state.v;
  result.held = held_.held();
  result.contacts = memory_;
  result.memory = integrator_->memory();
  result.lowest_gap = lowest();
  Eigen::VectorXd own(own_numbers);
  own << speed_, slipping_speed_, energy_.memory();
  result.memory.insert(result.memory.begin(), std::move(own));
  if (!begun_ || unsettled_) result.memory.resize(1);  // contacts are still to be looked at
  return result;
}

std::unique_ptr<Simulation::Engine> Simulation::Engine::make(Model model,
                                                             SimulationOptions options) {
  if (options.walk) return std::make_unique<Walking>(std::move(model), std::move(options));
  return std::make_unique<ByEvents>(std::move(model), std::move(options));
}

Simulation::Simulation(Model model, State start, SimulationOptions options)
    : engine_(Engine::make(std::move(model), std::move(options))) {
  engine_->start(std::move(start));
}

Simulation::Simulation(Model model, SimulationCheckpoint checkpoint, SimulationOptions options)
    : engine_(Engine::make(std::move(model), std::move(options))) {
  engine_->resume(std::move(checkpoint));
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

bool Simulation::advance(SimulationRecord& record) {
  const bool going = engine_->status == RunStatus::running;
  const bool more = engine_->advance(record);
  if (going && !more) engine_->conclude(record);
  return more;
}
const Model& Simulation::model() const { return engine_->model; }
double Simulation::time() const { return engine_->time; }
const State& Simulation::state() const { return engine_->state; }
RunStatus Simulation::status() const { return engine_->status; }
const std::string& Simulation::message() const { return engine_->message; }
SimulationCheckpoint Simulation::checkpoint() const { return engine_->checkpoint(); }

std::string to_string(RunStatus status) {
  switch (status) {
    case RunStatus::running: return "running";
    case RunStatus::finished: return "finished";
    case RunStatus::fell: return "fell";
    case RunStatus::stopped: return "stopped";
    default: return "diverged";
  }
}

std::string to_string(ContactEvent::Kind kind) {
  switch (kind) {
    case ContactEvent::Kind::closes: return "closes";
    case ContactEvent::Kind::opens: return "opens";
    case ContactEvent::Kind::sticks: return "sticks";
    default: return "slips";
  }
}

std::string to_string(IntegratorKind kind) {
  return kind == IntegratorKind::variational ? "variational" : "runge_kutta";
}

}  // namespace carom
