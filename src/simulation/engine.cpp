// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From a time of the grid to the next (S3 VI; S2 appendix B). A trial step covers what is left; the
// first event in it cuts it:
//   a contact closes                 (closing_scan.h, then an impact or rest: engine_contacts.cpp);
//   a slip turns back                root of slip · its direction at the node;
//   a held contact pulls, or leaves its friction cone: the modes at the state change (halving).
// A trial that does not converge is halved, six times at most; then the run has diverged, and the
// node is its last good state. So has one whose energy cannot be explained at the end of a step of
// the grid (energy_watch.h); that step is forgotten, with all that was recorded in it.
#include "simulation/engine.h"

#include <fmt/format.h>

#include <utility>

#include "simulation/bracket.h"

namespace carom {

using simulation::find_change;
using simulation::find_crossing;

namespace {
constexpr int most_halvings = 6;
constexpr int most_parts = 5000;  // of one step of the grid
constexpr double pull = 1e-9;     // of the largest reaction: a held contact does not pull yet

struct NoState {};  // an inner step did not converge
}  // namespace

double Simulation::Engine::ByEvents::grid_time(std::int64_t index) const {
  return index >= steps_ ? options.duration : static_cast<double>(index) * options.step;
}

void Simulation::Engine::ByEvents::add_row(SimulationRecord& record, TrajectoryRow::Kind kind) {
  TrajectoryRow row;
  row.kind = kind;
  row.time = time;
  row.state = state;
  row.energy = energy();
  row.gaps = gaps_;
  row.forces.setZero(gaps_.size());
  row.friction.setZero(gaps_.size());
  record.rows.push_back(std::move(row));
}

double Simulation::Engine::ByEvents::energy() {
  momentum_.resize(state.v.size());
  tree_.momentum(state.q, state.v, momentum_);
  return tree_.energy(state.q, momentum_);
}

/// At the node [W].
double Simulation::Engine::ByEvents::motor_power() {
  if (!options.controller) return 0.0;
  motors_.setZero(state.v.size());
  options.controller.add_force(time, state.q, state.v, motors_);
  return motors_.dot(state.v);
}

/// At the end of a step of the grid. False: the run has ended.
bool Simulation::Engine::ByEvents::energy_has_reason() {
  const double work = (time - step_start_.time) * motor_power();
  const double now = energy();
  if (energy_.take(now, tree_.gravity_energy(state.q), work)) return true;
  const bool explicit_one = options.integrator == IntegratorKind::runge_kutta;
  end(RunStatus::diverged,
      fmt::format(
          "the energy left all reason in the step from t = {:.9g} s: it came to {:.3g} J, "
          "where start, weight and motors give no more than {:.3g} J to move with; the step "
          "of {:.3g} s is too coarse for the springs, dampers or speeds of the model; use a "
          "smaller --step{}",
          step_start_.time, now, energy_.available(), options.step,
          explicit_one ? " or --tolerance" : ", or --integrator runge_kutta"));
  return false;
}

void Simulation::Engine::ByEvents::forget_step(const StepStart& from, SimulationRecord& record) {
  state = from.state;
  time = from.time;
  impacts_ = from.impacts;
  record.rows.resize(from.rows);
  record.impacts.resize(from.impact_records);
  record.events.resize(from.events);
  record.forks.resize(from.forks);
}

/// The first row; who carries there is known once the node is settled. False: the run has ended.
bool Simulation::Engine::ByEvents::begin(TrajectoryRow::Kind kind, SimulationRecord& record) {
  measure();
  add_row(record, kind);
  const std::size_t rows = record.rows.size();
  if (!settle(record)) return false;
  if (record.rows.size() == rows) forces_.put(model, held_, record.rows.back());
  return true;
}

bool Simulation::Engine::ByEvents::advance(SimulationRecord& record) {
  if (status != RunStatus::running) return false;
  if (!begun_) {
    begun_ = true;
    record.notes.insert(record.notes.end(), notes.begin(), notes.end());
    if (!begin(TrajectoryRow::Kind::step, record)) return false;
  } else if (unsettled_) {
    if (!begin(TrajectoryRow::Kind::after_impact, record)) return false;
  }
  unsettled_ = false;
  if (options.stop && options.stop()) {
    end(RunStatus::stopped, "stopped on request");
    return false;
  }
  step_start_ = {state,
                 time,
                 impacts_,
                 record.rows.size(),
                 record.impacts.size(),
                 record.events.size(),
                 record.forks.size()};
  const double until = grid_time(step_ + 1);
  for (int parts = 0; time < until; ++parts) {
    if (parts == most_parts) {
      end(RunStatus::diverged,
          fmt::format(
              "contacts change without end at t = {:.9g} s: {} events within one step; use a "
              "smaller --step, another law, or other friction",
              time, parts));
      return false;
    }
    if (!part_of_step(until - time, record)) return false;
  }
  if (!energy_has_reason()) {
    forget_step(step_start_, record);
    return false;
  }
  ++step_;
  impacts_in_step_ = 0;
  turns_.assign(model.contacts().size(), 0);
  if (step_ % options.every == 0 || step_ >= steps_) {
    add_row(record, TrajectoryRow::Kind::step);
    forces_.put(model, held_, record.rows.back());
  }
  if (step_ >= steps_) end(RunStatus::finished, "the duration is over");
  return status == RunStatus::running;
}

bool Simulation::Engine::ByEvents::accept(double s) {
  const double until = grid_time(step_ + 1);
  const bool whole = s == until - time;
  if (!integrator_->accept(s)) return false;
  state = integrator_->node();
  time = whole ? until : integrator_->time();
  integrator_->set_time(time);
  ++integration_steps_;
  return true;
}

/// One trial step of at most `size`, up to its first event. False: the run has ended.
bool Simulation::Engine::ByEvents::part_of_step(double size, SimulationRecord& record) {
  std::optional<double> event;
  for (int k = 0;; ++k) {
    bool done = integrator_->step(size);
    if (done) {
      try {
        event = first_event(size);
      } catch (const NoState&) {
        done = false;
      }
    }
    if (done && accept(event.value_or(size))) break;
    if (k == most_halvings) {
      const bool explicit_one = options.integrator == IntegratorKind::runge_kutta;
      end(RunStatus::diverged,
          fmt::format(
              "no convergence at t = {:.9g} s even with a step of {:.3g} s: {}; use a smaller "
              "--step, softer springs and controllers{}",
              time, size, integrator_->trouble(),
              explicit_one ? ", or --integrator variational" : ""));
      return false;
    }
    size *= 0.5;
    ++halvings_;
  }
  if (!event) {
    if (!touches_nothing()) measure();
    if (ignoring_) watch();
    if (!held_.held().empty()) held_.mark_node(time, state.q, state.v);
    return true;
  }
  const std::int64_t impacts = impacts_;
  const std::size_t events = record.events.size();
  if (!settle(record)) return false;
  // An event at once that changes nothing would repeat for ever: its contacts are not watched until
  // the next step.
  if (*event == 0.0 && impacts == impacts_ && events == record.events.size()) {
    for (const int k : closed_contacts()) watched_[static_cast<std::size_t>(k)] = false;
    ignoring_ = true;
  }
  return true;
}

/// All contacts but the held ones.
void Simulation::Engine::ByEvents::watch() {
  ignoring_ = false;
  watched_.assign(static_cast<std::size_t>(gaps_.size()), true);
  for (const HeldContact& held : held_.held()) {
    watched_[static_cast<std::size_t>(held.contact)] = false;
  }
}

/// The first event in (0, size]; none: no value.
std::optional<double> Simulation::Engine::ByEvents::first_event(double size) {
  if (touches_nothing()) return std::nullopt;
  bool failed = false;
  std::optional<double> when =
      scan_.first(*integrator_, size, gaps_, watched_, options.touching, failed);
  if (failed) throw NoState{};
  turning_ = -1;
  if (held_.held().empty()) return when;
  const std::optional<double> other = held_event(when.value_or(size));
  return other && (!when || *other < *when) ? other : when;
}

/// Slip of a held contact at s, along its slip at the node.
double Simulation::Engine::ByEvents::slip_along(double s, std::size_t contact) {
  State there;
  if (!integrator_->at(s, there)) throw NoState{};
  return slip(there, held_.held()[contact].contact).dot(slip_[contact]);
}

std::optional<double> Simulation::Engine::ByEvents::held_event(double size) {
  std::optional<double> when;
  turning_ = -1;
  // Slips that turn back.
  for (std::size_t k = 0; k < held_.held().size(); ++k) {
    if (held_.held()[k].sticks || slip_[k].norm() <= rest_speed()) continue;
    const double right = when.value_or(size);
    const double at_right = slip_along(right, k);
    if (at_right > 0.0) continue;
    const auto value = [&](double s) { return slip_along(s, k); };
    turning_ = held_.held()[k].contact;
    turning_from_ = slip_[k].norm();
    when = find_crossing(value, 0.0, right, slip_[k].squaredNorm(), at_right, size);
  }
  const double right = when.value_or(size);
  if (!modes_change(right)) return when;
  turning_ = -1;
  return find_change([&](double s) { return modes_change(s); }, 0.0, right, size);
}

/// Whether some held contact would open or slip at s. A cheap look at the reactions first; where
/// points are redundant their signs mean nothing, and the modes themselves decide.
bool Simulation::Engine::ByEvents::modes_change(double s) {
  State there;
  if (!integrator_->at(s, there)) throw NoState{};
  if (!held_.set_state(time + s, there.q, there.v)) throw NoState{};
  const Eigen::VectorXd& r = held_.reaction();
  const auto places = held_.places();
  const double scale = r.tail(r.size() - places.front().row).cwiseAbs().maxCoeff();
  bool suspect = false;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto [row, count, anchored] = places[k];
    const int contact = held_.held()[k].contact;
    const auto& candidate = model.contacts()[static_cast<std::size_t>(contact)];
    const double friction = candidate.static_friction.value_or(candidate.friction);
    suspect = suspect || r[row] < -pull * scale ||
              r.segment(row + 1, count).norm() > friction * r[row] + pull * scale;
  }
  if (!suspect) return false;
  const std::vector<HeldContact> now = held_.held();
  const bool found = choose_modes(time + s, there);
  const std::vector<HeldContact> then = modes().held();
  held_.hold(now);
  held_.mark_node(time, state.q, state.v);
  if (!found) return true;
  if (then.size() != now.size()) return true;
  for (std::size_t k = 0; k < now.size(); ++k) {
    if (now[k].sticks != then[k].sticks) return true;
  }
  return false;
}

}  // namespace carom
