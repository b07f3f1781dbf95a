// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What happens at a node where something touches:
//   1. some closed contact approaches: an impact of all closed contacts, held ones too, and again
//      while one approaches (laws that leave approach; S2 appendix B);
//   2. of those that then neither approach nor leave, the ones that carry are held
//      (contact_modes.h); the others are free.
// Slow impacts, and those of captured chattering (chatter.h), have no restitution; so S3 VII.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "simulation/contact/chatter.h"
#include "simulation/contact/impact.h"
#include "simulation/engine.h"

namespace carom {

using Eigen::Index;
using Eigen::VectorXd;

namespace {
constexpr double rest = 1e-9;      // of the largest speed seen: a contact neither closes nor opens
constexpr int most_repeats = 100;  // impacts at one instant
constexpr double chatter_share = 0.01;  // of the largest speed seen: chatter, not a bounce
constexpr double stops = 1e-3;          // of a slip: what is left where it turns back is none
constexpr int most_turns = 3;           // of a slip within one step; then it has come to rest
}  // namespace

ModelWorkspace& Simulation::Engine::ByEvents::workspace() {
  if (!workspace_) workspace_ = std::make_unique<ModelWorkspace>(model);
  return *workspace_;
}

simulation::ContactModes& Simulation::Engine::ByEvents::modes() {
  if (!modes_) modes_ = std::make_unique<simulation::ContactModes>(model);
  return *modes_;
}

/// A fall of one step counts as a speed too, for starts at rest.
double Simulation::Engine::ByEvents::rest_speed() const {
  return rest * std::max({speed_, slipping_speed_, options.step * model.gravity().norm()});
}

/// Gaps at the node.
void Simulation::Engine::ByEvents::measure() {
  geometry_.gaps(tree_.placements(state.q), gaps_);
  for (int k = 0; k < static_cast<int>(gaps_.size()); ++k) note_gap(k, gaps_[k]);
  slip_.assign(held_.held().size(), Eigen::Vector2d::Zero());
  for (std::size_t k = 0; k < slip_.size(); ++k) {
    if (!held_.held()[k].sticks) slip_[k] = slip(state, held_.held()[k].contact);
    slipping_speed_ = std::max(slipping_speed_, slip_[k].norm());
  }
}

/// Along the contact's tangents.
Eigen::Vector2d Simulation::Engine::ByEvents::slip(const State& there, int contact) {
  const int count = model.contacts()[static_cast<std::size_t>(contact)].tangents;
  workspace().set_configuration(there.q);
  rows_.resize(3, model.velocity_size());
  workspace().contact_rows(contact, rows_.topRows(1 + count));
  Eigen::Vector2d result = Eigen::Vector2d::Zero();
  for (int k = 0; k < count; ++k) result[k] = rows_.row(1 + k).dot(there.v);
  return result;
}

/// Those within `touching`, and those held.
std::vector<int> Simulation::Engine::ByEvents::closed_contacts() const {
  std::vector<int> closed;
  for (int k = 0; k < static_cast<int>(gaps_.size()); ++k) {
    const bool kept = std::any_of(held_.held().begin(), held_.held().end(),
                                  [&](const HeldContact& held) { return held.contact == k; });
    if (kept || gaps_[k] <= options.touching) closed.push_back(k);
  }
  return closed;
}

/// Rates of the closed contacts; whether one approaches.
bool Simulation::Engine::ByEvents::approaching(const std::vector<int>& closed) {
  workspace().set_configuration(state.q);
  rates_ = VectorXd::Zero(gaps_.size());
  rows_.resize(3, model.velocity_size());
  double lowest = 0.0;
  for (const int k : closed) {
    workspace().contact_rows(k, rows_.topRows(1));
    rates_[k] = rows_.row(0).dot(state.v);
    speed_ = std::max(speed_, rows_.row(0).cwiseAbs().dot(state.v.cwiseAbs()));
    lowest = std::min(lowest, rates_[k]);
  }
  return lowest < -rest_speed();
}

/// The node after a cut: impacts, then who carries. False: the run has ended.
bool Simulation::Engine::ByEvents::settle(SimulationRecord& record) {
  measure();
  const std::vector<HeldContact> before = held_.held();
  const std::vector<int> closed = closed_contacts();
  const std::size_t rows = record.rows.size();
  watch();
  if (closed.empty()) return true;
  for (int repeat = 0; approaching(closed); ++repeat) {
    if (repeat == most_repeats) {
      end(RunStatus::diverged,
          fmt::format("the law leaves contacts approaching at t = {:.9g} s after {} impacts at one "
                      "instant; use another law",
                      time, repeat));
      return false;
    }
    if (!impact(closed, repeat == 0, record)) return false;
  }
  if (!find_held(closed, record)) return false;
  if (record.rows.size() > rows) forces_.put(model, held_, record.rows.back());
  note_changes(before, record);
  integrator_->restart(time, state);
  return true;
}

/// `first`: of this instant; repeats at once are no chattering.
bool Simulation::Engine::ByEvents::impact(const std::vector<int>& closed, bool first,
                                          SimulationRecord& record) {
  add_row(record, TrajectoryRow::Kind::before_impact);
  if (first) forces_.put(model, held_, record.rows.back());  // between repeats nothing carries
  ImpactRecord impact;
  impact.time = time;
  impact.step = step_;
  impact.contacts = closed;
  impact.gaps = gaps_;
  impact.q = state.q;
  impact.velocity_minus = state.v;
  const double approach = -rates_.minCoeff();
  std::vector<int> hit;
  for (const int k : closed) {
    if (rates_[k] < -rest_speed()) hit.push_back(k);
  }
  impact.captured = impacts_in_step_ >= options.max_impacts_per_step;
  impact.plastic = impact.captured || approach < options.plastic_speed;
  const auto resolve = [&] {
    impact.outcome = simulation::resolve_impact(model, state, closed, impact.plastic, options,
                                                workspace(), scratch_);
  };
  resolve();
  if (first) {
    // Elastic chatter need not end; it is over where it is slow beside what came before.
    const bool elastic = impact.outcome.restitution == 1.0 && approach < chatter_share * speed_;
    const simulation::Chatter chatter = simulation::judge_chatter(
        memory_, hit, time, elastic ? std::max(options.chatter, options.step) : options.chatter);
    impact.accumulation = chatter.accumulation;
    if (chatter.captured) {
      impact.captured = true;
      if (!std::exchange(impact.plastic, true)) resolve();
    }
  }
  if (!impact.outcome.ok()) {
    const std::string why = impact.outcome.message;
    record.impacts.push_back(std::move(impact));
    end(RunStatus::diverged,
        fmt::format("the impact at t = {:.9g} s has no answer: {}", time, why));
    return false;
  }
  if (first) simulation::remember_impact(memory_, hit, time);
  ++impacts_;
  ++impacts_in_step_;
  state.v = impact.outcome.velocity_plus;
  fork(impact.outcome, impact, record);
  record.impacts.push_back(std::move(impact));
  add_row(record, TrajectoryRow::Kind::after_impact);
  return true;
}

/// Checkpoints right after the impact, one for each other outcome that is to be followed.
void Simulation::Engine::ByEvents::fork(const Outcome& outcome, ImpactRecord& impact,
                                        SimulationRecord& record) {
  if (options.branches < 2 || outcome.uniqueness.verdict != Uniqueness::Verdict::several) return;
  impact.alternatives =
      simulation::most_different(outcome, workspace().mass_matrix(), options.branches - 1);
  for (const VectorXd& velocity : impact.alternatives) {
    SimulationCheckpoint other = checkpoint();
    other.v = velocity;
    other.memory.resize(1);
    other.lowest_gap = {};  // the parent's counts for the parent
    record.forks.push_back(std::move(other));
  }
}

bool Simulation::Engine::ByEvents::choose_modes(double at, const State& there) {
  std::vector<simulation::ContactModes::Candidate> candidates;
  for (const HeldContact& held : held_.held()) {
    candidates.push_back({.contact = held.contact, .rests = held.sticks, .anchor = held.anchor});
  }
  return modes().resolve(at, there, candidates, held_);
}

/// Whether a slip is over: it is zero; or it has turned back, with next to nothing across its old
/// direction. In space a slip that ends turns ever faster around zero: it may not do so for ever.
bool Simulation::Engine::ByEvents::comes_to_rest(int contact, double slipping) {
  if (slipping <= rest_speed()) return true;
  if (contact != turning_) return false;
  return slipping <= stops * turning_from_ ||
         ++turns_[static_cast<std::size_t>(contact)] >= most_turns;
}

/// Of the closed contacts without rate, those that carry.
bool Simulation::Engine::ByEvents::find_held(const std::vector<int>& closed, SimulationRecord&) {
  workspace().set_configuration(state.q);
  std::vector<simulation::ContactModes::Candidate> candidates;
  for (const int k : closed) {
    if (std::abs(rates_[k]) > rest_speed()) continue;
    simulation::ContactModes::Candidate candidate;
    candidate.contact = k;
    const Eigen::Vector2d slipping = slip(state, k);
    slipping_speed_ = std::max(slipping_speed_, slipping.norm());
    candidate.rests = comes_to_rest(k, slipping.norm());
    candidate.anchor = workspace().contact_point(k);
    for (const HeldContact& held : held_.held()) {
      if (held.contact == k && held.sticks && candidate.rests) candidate.anchor = held.anchor;
    }
    candidates.push_back(candidate);
  }
  if (!modes().resolve(time, state, candidates, held_)) {
    end(RunStatus::diverged, fmt::format("t = {:.9g} s: {}", time, modes().trouble()));
    return false;
  }
  if (!held_.held().empty() && !held_.project(state)) {
    end(RunStatus::diverged, fmt::format("t = {:.9g} s: held contacts cannot be kept together: {}",
                                         time, held_.trouble()));
    return false;
  }
  watch();
  measure();
  if (held_.held().empty() || held_.mark_node(time, state.q, state.v)) return true;
  end(RunStatus::diverged, fmt::format("t = {:.9g} s: {}", time, held_.trouble()));
  return false;
}

void Simulation::Engine::ByEvents::note_changes(const std::vector<HeldContact>& before,
                                                SimulationRecord& record) const {
  const auto find = [](const std::vector<HeldContact>& list, int contact) {
    const auto found = std::find_if(
        list.begin(), list.end(), [&](const HeldContact& held) { return held.contact == contact; });
    return found == list.end() ? nullptr : &*found;
  };
  const auto add = [&](ContactEvent::Kind kind, int contact) {
    record.events.push_back({.kind = kind, .time = time, .contact = contact});
  };
  for (int k = 0; k < static_cast<int>(gaps_.size()); ++k) {
    const HeldContact* was = find(before, k);
    const HeldContact* is = find(held_.held(), k);
    if (was != nullptr && is == nullptr) add(ContactEvent::Kind::opens, k);
    if (is == nullptr) continue;
    if (was == nullptr) add(ContactEvent::Kind::closes, k);
    const bool rough = model.contacts()[static_cast<std::size_t>(k)].friction > 0.0;
    if (rough && (was == nullptr || was->sticks != is->sticks)) {
      add(is->sticks ? ContactEvent::Kind::sticks : ContactEvent::Kind::slips, k);
    }
  }
}

}  // namespace carom
