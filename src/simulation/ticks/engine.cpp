// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Ticks of a robot (engine.h).
#include "simulation/ticks/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "carom/error.h"
#include "carom/laws/poisson.h"
#include "simulation/contact/impact.h"
#include "simulation/start_check.h"

namespace carom {

using Eigen::Index;
using Eigen::VectorXd;
using simulation::TickPoint;

namespace {

// Of the fastest contact of an impact: one that approaches so much hits. Contacts at rest keep what
// the stabilisation leaves, some 1e-5 m/s; landing is at 1e-2 and more.
constexpr double hits = 1e-3;
// Of the fastest impact so far: a slower one has less than a thousandth of its energy, and how many
// outcomes it has moves nobody. Ten times less asks half of a thousand patters of a heavy robot's
// soles, which takes ten times as long as the motion.
constexpr double judged = 0.03;

}  // namespace

Simulation::Engine::Ticking::Ticking(Model moved, SimulationOptions chosen)
    : Engine(std::move(moved), std::move(chosen)) {}

/// What start and resume have in common.
void Simulation::Engine::Ticking::prepare() {
  plant_.emplace(model, simulation::TickOptions{.watch_falls = options.fall_check});
  motors_.emplace(model, options.controller);
  none_.setZero(model.velocity_size());
  without_verdict_ = options;
  without_verdict_.verdict = false;
  noted_.assign(static_cast<std::size_t>(model.velocity_size()), false);
}

void Simulation::Engine::Ticking::start(State from) {
  prepare();
  state = simulation::checked_start(model, std::move(from), options, notes_);
  // [m] Stances of files and of inverse kinematics are good to 1e-7: what stands does not fall
  // first.
  plant_->start(state, std::max(options.touching, 1e-6));
  // The least energy that the run resolves: of the weight that falls for a step.
  const double fall = model.gravity().norm() * options.step;
  energy_.start(energy(), plant_->workspace().potential_energy(),
                0.5 * model.total_mass() * fall * fall);
  if (!program_) return;
  std::vector<int> closed;
  for (std::size_t k = 0; k < plant_->points().size(); ++k) {
    if (plant_->points()[k].closed) closed.push_back(static_cast<int>(k));
  }
  program_->start();
  program_->touch(0.0, closed, false);
  program_->arrive(0.0, state.q);
  program_->work().start = energy();
}

/// Kinetic and potential, at the plant's state [J].
double Simulation::Engine::Ticking::energy() {
  ModelWorkspace& at = plant_->workspace();
  return at.kinetic_energy(plant_->state().v) + at.potential_energy();
}

/// At the end of a step. False: the run has ended.
bool Simulation::Engine::Ticking::energy_has_reason(double work) {
  // `work` is that of the motors [J]. A step that ends with more energy than start, weight and
  // motors give has diverged, even where every number is finite.
  const double now = energy();
  if (energy_.take(now, plant_->workspace().potential_energy(), work)) return true;
  end(RunStatus::diverged,
      fmt::format(
          "the energy left all reason in the step from t = {:.9g} s: it came to {:.3g} J, "
          "where start, weight and motors give no more than {:.3g} J to move with; links "
          "without inertia (--armature 0.01 helps), elastic stops (--limits plastic) or the "
          "step of {:.3g} s (--step) may be the cause",
          time, now, energy_.available(), options.step));
  return false;
}

void Simulation::Engine::Ticking::resume(SimulationCheckpoint from) {
  // A checkpoint of another model or engine is refused as a whole, before anything changes.
  const auto* memory = std::get_if<TickMemory>(&from.memory);
  if (memory == nullptr || !same_sizes(from) || memory->points.size() != model.contacts().size() ||
      memory->slid.size() != memory->points.size() ||
      std::any_of(memory->limited.begin(), memory->limited.end(),
                  [&](int v) { return v < 0 || v >= model.velocity_size(); })) {
    throw InvalidInput(fmt::format(
        "{}: checkpoint of {} coordinates and {} velocities; expected {} and {}, of a run by "
        "ticks; it is of another run",
        model.name(), from.q.size(), from.v.size(), model.configuration_size(),
        model.velocity_size()));
  }
  prepare();
  go_on_from(from);
  plant_->resume(state, memory->points, memory->slid);
  for (const int v : memory->limited) noted_.at(static_cast<std::size_t>(v)) = true;
  noted_fallback_ = memory->fell_back;
  // The watch and the choice of which impacts are judged go on from the whole run, not from the
  // checkpoint: a run that is resumed is the run that was not stopped.
  energy_.set_memory(memory->energy);
  fastest_ = memory->closing_speed;
  begun_ = from.step > 0;
  end_if_over();
}

SimulationCheckpoint Simulation::Engine::Ticking::checkpoint() const {
  SimulationCheckpoint result = common_checkpoint();
  result.integration_steps += plant_->parts();
  result.contacts.assign(model.contacts().size(), {});
  TickMemory memory{.points = plant_->memory(),
                    .fell_back = noted_fallback_,
                    .closing_speed = fastest_,
                    .energy = energy_.memory()};
  // `carried`: the share of the ground's forces that acts against gravity [N]. Contacts between
  // bodies of the robot are left out: their forces cancel in pairs.
  const double gravity = model.gravity().norm();
  for (std::size_t k = 0; k < plant_->points().size(); ++k) {
    const TickPoint& point = plant_->points()[k];
    // Slid ways go on over a checkpoint: they are sums since the start [m].
    memory.slid.push_back(point.slid);
    if (gravity == 0.0 || model.contacts()[k].is_internal()) continue;
    memory.carried -= point.force.dot(model.gravity()) / gravity;
  }
  for (std::size_t v = 0; v < noted_.size(); ++v) {
    if (noted_[v]) memory.limited.push_back(static_cast<int>(v));
  }
  result.memory = std::move(memory);
  return result;
}

/// Of the plant's state; at an impact its velocity is v⁻ before and v⁺ after the law.
void Simulation::Engine::Ticking::add_row(SimulationRecord& record, TrajectoryRow::Kind kind) {
  TrajectoryRow row;
  row.kind = kind;
  row.time = time;
  row.state = plant_->state();
  ModelWorkspace& at = plant_->workspace();
  row.kinetic = at.kinetic_energy(row.state.v);
  row.energy = row.kinetic + at.potential_energy();
  // Forces are those of the last part of a tick, constant over it [N]; of a stop [N m].
  const auto count = static_cast<Index>(plant_->points().size());
  row.gaps.setZero(count);
  row.forces.setZero(count);
  row.friction.setZero(count);
  for (Index k = 0; k < count; ++k) {
    const TickPoint& point = plant_->points()[static_cast<std::size_t>(k)];
    row.gaps[k] = point.gap;
    row.forces[k] = point.load;
    row.friction[k] = point.friction;
  }
  put_torques(row);
  // What the motors gave in the last part of a tick, rather than what they would give now.
  if (program_ && plant_->parts() > 0) row.torque = motors_->torque()(program_->drive().driven);
  record.rows.push_back(std::move(row));
}

/// 2 g h [m/s]: weight alone gives a point that much within two ticks, so that a bounce below it
/// cannot be told from rest.
double Simulation::Engine::Ticking::plastic_below() const {
  return std::max(options.plastic_speed, 2.0 * model.gravity().norm() * options.step);
}

/// Walks override it; other runs by ticks note nothing.
void Simulation::Engine::Ticking::note_impact(const ImpactRecord&, const std::vector<int>&,
                                              double) {}

/// Under the law; where it has no answer, as plastic, then by complementarity.
Outcome Simulation::Engine::Ticking::resolved(const State& now, const std::vector<int>& closed,
                                              bool plastic, double approach,
                                              SimulationRecord& record) {
  fastest_ = std::max(fastest_, approach);
  // Whether other outcomes exist is asked of every impact of a walk, else only of those that are
  // not slow beside the fastest so far: asking costs much more than the impact.
  const bool judges = options.walk || approach >= judged * fastest_;
  const SimulationOptions& asked = judges ? options : without_verdict_;
  const auto solve = [&](bool as_plastic, const SimulationOptions& how) {
    Outcome outcome = simulation::resolve_impact(model, now, closed, as_plastic, how,
                                                 plant_->workspace(), scratch_);
    if (!judges && options.verdict) {
      outcome.uniqueness.reason = fmt::format(
          "not asked: slower than {:.0f} % of the fastest impact before it", 100.0 * judged);
    }
    return outcome;
  };
  Outcome outcome = solve(plastic, asked);
  if (outcome.ok() || options.walk) return outcome;
  // Restitution 0 under the same law first, then complementarity with restitution 0. If neither
  // answers, the first failure is reported: it is about the law that was asked for. Walks take no
  // other law than theirs.
  Outcome instead = plastic ? outcome : solve(true, asked);
  if (!instead.ok()) {
    SimulationOptions other = asked;
    other.law = Poisson{.restitution = 0.0};
    instead = solve(true, other);
  }
  if (!instead.ok()) return outcome;
  if (!std::exchange(noted_fallback_, true)) {
    record.notes.push_back(
        fmt::format("t = {:.6g} s: law '{}' has no answer ({}); this impact is plastic, by law "
                    "'{}'; further ones likewise",
                    time, options.law.description().name, outcome.message, instead.law->name));
  }
  return instead;
}

bool Simulation::Engine::Ticking::impact(double at, State& now, const std::vector<int>& closed,
                                         SimulationRecord& record) {
  // The impact may be inside a tick: `time` stands at it for its rows and goes back after it.
  const double node_time = std::exchange(time, at);
  add_row(record, TrajectoryRow::Kind::before_impact);
  ImpactRecord impact = impact_of(now, closed, record.rows.back().gaps);
  // J_n v⁻ of the closed contacts [m/s]. Those that approach at a share of the fastest hit; the
  // others take part in the impact because they touch.
  VectorXd rates(static_cast<Index>(closed.size()));
  std::vector<int> hit;
  Eigen::MatrixXd row(1, model.velocity_size());
  for (std::size_t i = 0; i < closed.size(); ++i) {
    plant_->workspace().contact_rows(closed[i], row);
    rates[static_cast<Index>(i)] = row.row(0).dot(now.v);
  }
  const double approach = -rates.minCoeff();
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (rates[static_cast<Index>(i)] < -hits * approach) hit.push_back(closed[i]);
  }
  // `hit` and not `closed`: feet at rest do not make the impact of a joint's stop one of the
  // ground.
  impact.at_stop = simulation::are_stops(model, hit);
  impact.plastic = approach < plastic_below();
  impact.outcome = resolved(now, closed, impact.plastic, approach, record);
  const bool good = impact.outcome.ok();
  // An impact without an answer is recorded too: its rows say where the law failed.
  if (good) {
    now.v = impact.outcome.velocity_plus;
    note_impact(impact, hit, approach);
    if (program_) {
      ModelWorkspace& here = plant_->workspace();
      program_->work().impacts +=
          here.kinetic_energy(now.v) - here.kinetic_energy(impact.velocity_minus);
      program_->touch(at, closed, true);
      program_->arrive(at, now.q);
    }
    ++impacts_;
  } else {
    end_without_answer(impact.outcome);
  }
  record.impacts.push_back(std::move(impact));
  if (good) add_row(record, TrajectoryRow::Kind::after_impact);
  time = node_time;
  return good;
}

/// The first time that a motor is at its limit.
void Simulation::Engine::Ticking::note_limits(SimulationRecord& record) {
  for (std::size_t v = 0; v < noted_.size(); ++v) {
    if (!motors_->at_limit()[v] || noted_[v]) continue;
    noted_[v] = true;
    record.limits.push_back({.joint = model.velocity_names()[v],
                             .limit = std::abs(motors_->torque()[static_cast<Index>(v)]),
                             .time = time});
  }
}

/// A run that goes on from a checkpoint has its first row already.
bool Simulation::Engine::Ticking::begin(SimulationRecord& record) {
  if (!std::exchange(begun_, true)) {
    record.notes.insert(record.notes.end(), notes_.begin(), notes_.end());
    add_row(record, TrajectoryRow::Kind::step);
  }
  return true;
}

/// To the end of a tick, in parts that end where a motor program changes its course. False: as
/// TickPlant::step.
bool Simulation::Engine::Ticking::move_to(double until, const simulation::TickPlant::Impact& hit,
                                          SimulationRecord& record) {
  bool moved = true;
  for (double at = time; moved && at < until;) {
    const double goal = program_ ? std::min(until, program_->next_break(at)) : until;
    moved = plant_->step(at, goal - at, {none_, &*motors_}, hit, record.events);
    at = goal;
    if (!program_) continue;
    const WorkMemory done = plant_->take_work();
    WorkMemory& work = program_->work();
    work.motors += done.motors;
    work.drawn += done.drawn;
    work.friction += done.friction;
    work.dampers += done.dampers;
    if (moved) program_->arrive(at, plant_->state().q);
  }
  return moved;
}

void Simulation::Engine::Ticking::take_step(SimulationRecord& record) {
  const double until = grid_time(step_ + 1);
  const auto hit = [&](double at, State& now, const std::vector<int>& closed) {
    return impact(at, now, closed, record);
  };
  // A step whose energy has no reason leaves no rows, impacts or events: back to these sizes.
  const std::size_t rows = record.rows.size(), impacts = record.impacts.size(),
                    events = record.events.size(), notes = record.notes.size();
  const WorkMemory before = program_ ? program_->work() : WorkMemory{};
  const bool moved = move_to(until, hit, record);
  // Torque and speed at the end, over the whole step [J]: the watch needs no better.
  const double work = (until - time) * motors_->torque().dot(plant_->state().v);
  if (status == RunStatus::running && !energy_has_reason(work)) {
    const std::size_t counted = record.impacts.size() - impacts;
    record.rows.resize(rows);
    record.impacts.resize(impacts);
    record.events.resize(events);
    record.notes.resize(notes);
    impacts_ -= static_cast<std::int64_t>(counted);
    if (program_) program_->work() = before;
    return;
  }
  state = plant_->state();
  note_limits(record);
  if (program_) program_->note_limits(until, until - time, state.q, state.v);
  // A fall ends the run at its own instant, within the tick.
  if (!moved && status == RunStatus::running && plant_->fallen()) {
    time = plant_->time();
    add_row(record, TrajectoryRow::Kind::step);
    return end_by_fall(*plant_->fallen(), record);
  }
  // An impact without an answer has ended the run already; all else is divergence.
  if (!moved) {
    if (status == RunStatus::running) {
      end(RunStatus::diverged, fmt::format("t = {:.9g} s: {}", time, plant_->trouble()));
    }
    return;
  }
  // The time is that of the grid, not a sum of parts: rounding does not add up.
  ++step_;
  time = until;
  // The depth of gaps is judged at ends of ticks, against explained_depth().
  for (std::size_t k = 0; k < plant_->points().size(); ++k) {
    note_gap(static_cast<int>(k), plant_->points()[k].gap);
  }
  if (row_is_due()) add_row(record, TrajectoryRow::Kind::step);
  end_if_over();
}

/// Forces are constant over a tick: a point that they do not support yet falls by a few g h² in a
/// walk. Legs of a robot that lands give way at several g: up to 13 g h² were seen.
double Simulation::Engine::Ticking::explained_depth() const {
  const double fall = model.gravity().norm() * options.step * options.step;
  if (options.walk) return 10.0 * fall;
  // [m] What impacts at fine steps leave, and what a person would call a fault.
  constexpr double least = 2e-5, most = 1e-3;
  return std::clamp(50.0 * fall, least, most);
}

}  // namespace carom
