// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The public face of the engine, names, and the law of a run where neither the user nor the scene
// names one.
#include "carom/simulation.h"

#include <algorithm>
#include <utility>

#include "base/enumerator_name.h"
#include "simulation/engine.h"

namespace carom {

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

bool Simulation::advance(SimulationRecord& record) { return engine_->advance(record); }
const Model& Simulation::model() const { return engine_->model; }
double Simulation::time() const { return engine_->time; }
const State& Simulation::state() const { return engine_->state; }
RunStatus Simulation::status() const { return engine_->status; }
const std::string& Simulation::message() const { return engine_->message; }
SimulationCheckpoint Simulation::checkpoint() const { return engine_->checkpoint(); }

std::string to_string(RunStatus status) {
  return base::enumerator_name(status, {"running", "finished", "fell", "stopped", "diverged"});
}

std::string to_string(ContactEvent::Kind kind) {
  return base::enumerator_name(kind, {"closes", "opens", "sticks", "slips"});
}

std::string to_string(IntegratorKind kind) {
  return base::enumerator_name(kind, {"variational", "runge_kutta", "ticks"});
}

std::string usual_run_law(const Model& model, bool is_robot, const LawSettings& given) {
  const auto& contacts = model.contacts();
  const bool friction = std::any_of(contacts.begin(), contacts.end(),
                                    [](const auto& contact) { return contact.friction > 0.0; });
  if (friction) return "regular";
  return is_robot && !given.restitution && !given.policy ? "plastic" : "propagative";
}

}  // namespace carom
