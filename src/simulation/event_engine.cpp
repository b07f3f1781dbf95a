// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From a time of the grid to the next, event by event (event_engine.h).
#include "simulation/event_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "carom/error.h"
#include "simulation/contact/impact.h"
#include "simulation/start_check.h"

namespace carom {
namespace {

// Of a trial step: to 1/64, then the run says so and a user chooses the step (docs/simulation.md).
constexpr int most_halvings = 6;
// Events within one step of the grid. Above max_impacts_per_step (1000), after which impacts are
// plastic and end: what is left are contacts that open, stick and slip for ever.
constexpr int most_parts = 5000;
// A trial is at most so many times as long as the part before it, and no shorter than this share of
// the step: from one microsecond four parts reach a millisecond.
constexpr double most_growth = 8.0, least_reach = 1e-3;
// Impacts at one instant, of laws that leave approach (S2 appendix B); then the run ends.
constexpr int most_repeats = 100;

/// Both keep sustained contacts through `held`: the variational one by impulses at the nodes,
/// Runge–Kutta by accelerations and projection.
std::unique_ptr<simulation::Integrator> make_integrator(const Model& model,
                                                        const SimulationOptions& options,
                                                        simulation::HeldDynamics& held,
                                                        simulation::ProgramDriver* program) {
  return options.integrator == IntegratorKind::variational
             ? simulation::make_variational(model, options, held, program)
             : simulation::make_runge_kutta(model, options, held, program);
}

}  // namespace

Simulation::Engine::ByEvents::ByEvents(Model moved, SimulationOptions chosen)
    : Engine(std::move(moved), std::move(chosen)),
      contacts_(model, options),
      integrator_(
          make_integrator(model, options, contacts_.dynamics(), program_ ? &*program_ : nullptr)),
      search_(model, options, contacts_, *integrator_),
      sequence_(model, options),
      tree_(model, {}),
      watch_(model),
      watched_(model) {}

// --- Start and checkpoints -----------------------------------------------------------------------

void Simulation::Engine::ByEvents::start(State from) {
  state = simulation::checked_start(model, std::move(from), options, notes_);
  // Contacts of the first node are settled in begin(): some may approach.
  integrator_->restart(0.0, state);
  // The least energy that the run resolves: of moving by `touching` within a step, every
  // coordinate.
  const double least = std::max(options.touching, 1e-9) / options.step;
  momentum_.resize(state.v.size());
  tree_.momentum(state.q, Eigen::VectorXd::Constant(state.v.size(), least), momentum_);
  const double resolved = 0.5 * least * momentum_.sum();
  energy_.start(energy(), tree_.gravity_energy(state.q), resolved);
  if (!program_) return;
  program_->start();
  program_->arrive(0.0, state.q);
  program_->work().start = energy();
}

void Simulation::Engine::ByEvents::resume(SimulationCheckpoint from) {
  // Refused as a whole, before anything changes.
  const auto* memory = std::get_if<EventMemory>(&from.memory);
  if (memory == nullptr || !same_sizes(from)) {
    throw InvalidInput(fmt::format(
        "{}: checkpoint of {} coordinates, {} velocities and {} contacts; expected {}, {} and {}; "
        "it is of another model",
        model.name(), from.q.size(), from.v.size(), from.contacts.size(),
        model.configuration_size(), model.velocity_size(), model.contacts().size()));
  }
  go_on_from(from);
  halvings_ = from.halvings;
  energy_.set_memory(memory->energy);
  sequence_.resume(from);
  contacts_.resume(from, *memory);
  integrator_->restart(time, state);
  begun_ = true;
  // A fork stands right after an impact, without an integrator's memory: its node is settled
  // first. Any other checkpoint goes on with the bits it had.
  unsettled_ = std::holds_alternative<std::monostate>(memory->integrator);
  if (!unsettled_) {
    if (!integrator_->set_memory(memory->integrator)) {
      throw InvalidInput(fmt::format(
          "{}: checkpoint without what integrator {} remembers of this model; expected one of the "
          "same model and options; it is of another run",
          model.name(), to_string(options.integrator)));
    }
    // Gaps and directions of slip follow from the node; they are not stored.
    measure();
    contacts_.mark_node(time, state);
  }
  end_if_over();
}

SimulationCheckpoint Simulation::Engine::ByEvents::checkpoint() const {
  SimulationCheckpoint result = common_checkpoint();
  result.halvings = halvings_;
  result.impacts_in_step = sequence_.in_step();
  result.held = contacts_.held();
  result.contacts = sequence_.memory();
  EventMemory memory{.closing_speed = contacts_.closing_speed(),
                     .slipping_speed = contacts_.slipping_speed(),
                     .energy = energy_.memory()};
  // Before the node is settled its contacts are still to be looked at, and the integrator is to be
  // restarted.
  if (begun_ && !unsettled_) memory.integrator = integrator_->memory();
  result.memory = std::move(memory);
  return result;
}

// --- Steps of the grid ---------------------------------------------------------------------------

bool Simulation::Engine::ByEvents::begin(SimulationRecord& record) {
  if (!std::exchange(begun_, true)) {
    record.notes.insert(record.notes.end(), notes_.begin(), notes_.end());
    return first_row(TrajectoryRow::Kind::step, record);
  }
  if (unsettled_ && !first_row(TrajectoryRow::Kind::after_impact, record)) return false;
  unsettled_ = false;
  return true;
}

/// Its forces are known once the node is settled. False: the run has ended.
bool Simulation::Engine::ByEvents::first_row(TrajectoryRow::Kind kind, SimulationRecord& record) {
  measure();
  add_row(record, kind);
  const std::size_t rows = record.rows.size();
  if (!settle({}, record)) return false;
  if (record.rows.size() == rows) add_forces(record);
  return true;
}

void Simulation::Engine::ByEvents::take_step(SimulationRecord& record) {
  mark_step(record);
  const double until = grid_time(step_ + 1);
  reach_ = std::numeric_limits<double>::infinity();
  // Each part ends at an event or at the end of the step. Events at one instant do not advance the
  // time: the count ends them.
  for (int parts = 0; time < until; ++parts) {
    if (parts == most_parts) {
      return end(
          RunStatus::diverged,
          fmt::format("contacts change without end at t = {:.9g} s: {} events within one step; use "
                      "a smaller --step, another law, or other friction",
                      time, parts));
    }
    // A motor program changes its course at a node, not within a part.
    goal_ = program_ ? std::min({until, program_->next_break(time), time + reach_}) : until;
    const double from = time;
    if (!part_of_step(goal_ - time, record)) return;
    // Of chatter the next event is as near as the last one was: what a trial of the whole rest
    // computes beyond it is thrown away. Without program, parts are as they always were.
    if (program_) reach_ = std::max(most_growth * (time - from), least_reach * options.step);
    if (program_ && program_->arrive(time, state.q) && !settle({}, record)) return;
  }
  if (program_) program_->note_limits(time, time - step_start_.time, state.q, state.v);
  // Judged on the grid, for the whole step: a step without reason is taken back with all that it
  // recorded.
  if (!energy_has_reason()) return forget_step(record);
  ++step_;
  // Counts of impacts and of slips that turn are per step of the grid.
  sequence_.begin_step();
  contacts_.begin_step();
  // A fall has its row even where none is due.
  const bool fell = fallen(record);
  if (fell || row_is_due()) {
    add_row(record, TrajectoryRow::Kind::step);
    add_forces(record);
  }
  if (!fell) end_if_over();
}

/// A watched body is in the ground at the end of a step.
bool Simulation::Engine::ByEvents::fallen(SimulationRecord& record) {
  if (!options.fall_check || watch_.empty()) return false;
  watched_.set_configuration(state.q);
  // At the ends of steps alone: a fall is no event, its instant is that of the grid.
  const int body = watch_.deepest(watched_);
  if (body < 0) return false;
  end_by_fall(watch_.name(body), record);
  return true;
}

/// One trial step of at most `size`, up to its first event. False: the run has ended.
bool Simulation::Engine::ByEvents::part_of_step(double size, SimulationRecord& record) {
  // A trial over all of `size`. The integrator, the search (which asks for states in between) and
  // the acceptance (which projects) may each fail: all are answered by half the step.
  std::optional<simulation::EventSearch::Event> event;
  for (int k = 0;; ++k) {
    event.reset();
    if (integrator_->step(size)) event = search_.first(time, state, size);
    if (event && accept(event->at.value_or(size))) break;
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
  // No event: what is sustained stays sustained. Contacts that an event without effect had made
  // ignored are watched again from here on.
  if (!event->at) {
    if (!model.contacts().empty()) measure();
    if (contacts_.ignores()) contacts_.watch();
    contacts_.mark_node(time, state);
    return true;
  }
  const std::int64_t impacts = impacts_;
  const std::size_t events = record.events.size();
  if (!settle(event->turn, record)) return false;
  // An event at once that changes nothing would repeat for ever: its contacts are not watched until
  // the next step.
  if (*event->at == 0.0 && impacts == impacts_ && events == record.events.size()) {
    contacts_.ignore_closed();
  }
  return true;
}

/// The node moves to s of the trial step.
bool Simulation::Engine::ByEvents::accept(double s) {
  const bool whole = s == goal_ - time;
  if (!integrator_->accept(s)) return false;
  state = integrator_->node();
  time = whole ? goal_ : integrator_->time();  // times of the grid have no rounding of their own
  integrator_->set_time(time);
  // Parts of steps count as steps: they cost as much.
  ++integration_steps_;
  return true;
}

// --- Nodes where something touches ---------------------------------------------------------------

/// Gaps and slips at the node; each gap is noted for the run's deepest.
void Simulation::Engine::ByEvents::measure() {
  contacts_.measure(tree_.placements(state.q), state);
  const Eigen::VectorXd& gaps = contacts_.gaps();
  for (int k = 0; k < static_cast<int>(gaps.size()); ++k) note_gap(k, gaps[k]);
}

/// The node after a cut: impacts, then the sustained contacts. False: the run has ended.
bool Simulation::Engine::ByEvents::settle(const simulation::SlipTurn& turn,
                                          SimulationRecord& record) {
  measure();
  // What was sustained before the node: the events are the differences to it.
  const std::vector<HeldContact> before = contacts_.held();
  const std::vector<int> closed = contacts_.closed();
  const std::size_t rows = record.rows.size();
  contacts_.watch();
  if (closed.empty()) return true;
  // 1. Impacts, at one instant: a law may leave approach (S2 appendix B), and then the same
  // contacts hit again.
  for (int repeat = 0; contacts_.approaching(closed, state); ++repeat) {
    if (repeat == most_repeats) {
      end(RunStatus::diverged,
          fmt::format("the law leaves contacts approaching at t = {:.9g} s after {} impacts at one "
                      "instant; use another law",
                      time, repeat));
      return false;
    }
    if (!impact(closed, repeat == 0, record)) return false;
  }
  if (program_) {
    program_->touch(time, closed, false);
    program_->arrive(time, state.q);
  }
  // 2. No closed contact approaches any more. Which are sustained is a question of forces, and the
  // node is projected on them.
  const State before_jam = state;
  bool found = contacts_.sustain(time, closed, turn, state);
  if (found && contacts_.jammed() >= 0) note_jam(before_jam, record);
  if (found) {
    measure();  // projection has moved the node
    found = contacts_.mark_node(time, state);
  }
  if (!found) {
    end(RunStatus::diverged, fmt::format("t = {:.9g} s: {}", time, contacts_.trouble()));
    return false;
  }
  // The row after an impact shows the forces of what is sustained from here on.
  if (record.rows.size() > rows) add_forces(record);
  contacts_.note_changes(before, time, record.events);
  // v has jumped, or other rows are kept: what the integrator extrapolates from belongs to another
  // motion.
  integrator_->restart(time, state);
  return true;
}

/// `first`: of this instant.
bool Simulation::Engine::ByEvents::impact(const std::vector<int>& closed, bool first,
                                          SimulationRecord& record) {
  add_row(record, TrajectoryRow::Kind::before_impact);
  if (first) add_forces(record);  // between repeats no contact is sustained
  ImpactRecord impact = impact_of(state, closed, contacts_.gaps());
  // v⁺ from v⁻ on all closed contacts. Weight and reactions are finite forces: they do nothing
  // within an impact.
  if (!sequence_.resolve(state, first, contacts_, impact)) {
    end_without_answer(impact.outcome);
    record.impacts.push_back(std::move(impact));
    return false;
  }
  ++impacts_;
  state.v = impact.outcome.velocity_plus;
  if (program_) {
    note_lost(impact);
    program_->touch(time, closed, true);
  }
  fork(impact, record);
  record.impacts.push_back(std::move(impact));
  add_row(record, TrajectoryRow::Kind::after_impact);
  return true;
}

/// A slip has ended by impulses: friction's work, and a note the first time.
void Simulation::Engine::ByEvents::note_jam(const State& before, SimulationRecord& record) {
  if (program_) {
    ModelWorkspace& at = contacts_.workspace();
    at.set_configuration(before.q);
    program_->work().friction += at.kinetic_energy(state.v) - at.kinetic_energy(before.v);
  }
  if (std::exchange(jam_noted_, true)) return;
  record.notes.push_back(fmt::format(
      "contact '{}' jammed at t = {:.9g} s: Coulomb friction admits no finite force on its slip "
      "(Painlevé), which ended at once by an impulse; later ones are not listed",
      model.contacts()[static_cast<std::size_t>(contacts_.jammed())].name, time));
}

/// ½ v⁺ᵀM v⁺ − ½ v⁻ᵀM v⁻, and not what the law says of it.
void Simulation::Engine::ByEvents::note_lost(const ImpactRecord& impact) {
  ModelWorkspace& at = contacts_.workspace();
  at.set_configuration(impact.q);
  program_->work().impacts +=
      at.kinetic_energy(impact.outcome.velocity_plus) - at.kinetic_energy(impact.velocity_minus);
}

/// Checkpoints right after the impact, one for each other outcome that is to be followed.
void Simulation::Engine::ByEvents::fork(ImpactRecord& impact, SimulationRecord& record) {
  const Outcome& outcome = impact.outcome;
  if (options.branches < 2 || outcome.uniqueness.verdict != Uniqueness::Verdict::several) return;
  impact.alternatives = simulation::most_different(outcome, contacts_.workspace().mass_matrix(),
                                                   options.branches - 1);
  // The same node with another v⁺; it is settled when somebody resumes it.
  for (const Eigen::VectorXd& velocity : impact.alternatives) {
    SimulationCheckpoint other = checkpoint();
    other.v = velocity;
    if (other.program) {
      ModelWorkspace& at = contacts_.workspace();
      other.program->work.impacts += at.kinetic_energy(velocity) - at.kinetic_energy(state.v);
    }
    std::get<EventMemory>(other.memory).integrator = {};
    other.lowest_gap = {};  // the parent's counts for the parent
    record.forks.push_back(std::move(other));
  }
}

// --- Rows and energy -----------------------------------------------------------------------------

/// Forces are 0 until add_forces: they are known once the node is settled.
void Simulation::Engine::ByEvents::add_row(SimulationRecord& record, TrajectoryRow::Kind kind) {
  TrajectoryRow row;
  row.kind = kind;
  row.time = time;
  row.state = state;
  row.energy = energy();
  // ½ v·p [J], p that of energy() above.
  row.kinetic = 0.5 * state.v.dot(momentum_);
  row.gaps = contacts_.gaps();
  row.forces.setZero(row.gaps.size());
  row.friction.setZero(row.gaps.size());
  put_torques(row);
  record.rows.push_back(std::move(row));
}

/// Of the sustained contacts, to the last row.
void Simulation::Engine::ByEvents::add_forces(SimulationRecord& record) {
  forces_.put(model, contacts_.dynamics(), record.rows.back());
}

/// H(q, p) with p = M v, left in `momentum_`; linear in the number of joints [J].
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
  // Power at the end over the whole step [J]: the watch needs no better.
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

/// What forget_step goes back to.
void Simulation::Engine::ByEvents::mark_step(const SimulationRecord& record) {
  step_start_ = {state,
                 time,
                 impacts_,
                 record.rows.size(),
                 record.impacts.size(),
                 record.events.size(),
                 record.forks.size(),
                 program_ ? program_->work() : WorkMemory{}};
}

/// The run has ended: its record stops at the last step that had reason.
void Simulation::Engine::ByEvents::forget_step(SimulationRecord& record) {
  state = step_start_.state;
  time = step_start_.time;
  impacts_ = step_start_.impacts;
  record.rows.resize(step_start_.rows);
  record.impacts.resize(step_start_.impact_records);
  record.events.resize(step_start_.events);
  record.forks.resize(step_start_.forks);
  if (program_) program_->work() = step_start_.work;
}

/// Contacts close and are kept within `touching`; ten times that is no rounding any more.
double Simulation::Engine::ByEvents::explained_depth() const {
  return 10.0 * std::max(options.touching, 1e-9);
}

}  // namespace carom
