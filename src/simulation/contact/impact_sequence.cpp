// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Impacts with chatter capture (impact_sequence.h).
#include "simulation/contact/impact_sequence.h"

#include <algorithm>
#include <utility>

#include "simulation/contact/impact.h"

namespace carom::simulation {
namespace {
// Of the largest speed seen: an elastic impact slower than this may be chatter. A ball that bounces
// without loss keeps its speed, and never is.
constexpr double chatter_share = 0.01;
}  // namespace

Chatter judge_chatter(const std::vector<ContactMemory>& memory, const std::vector<int>& contacts,
                      double time, double limit) {
  Chatter chatter;
  for (const int k : contacts) {
    const ContactMemory& contact = memory[static_cast<std::size_t>(k)];
    // The interval to this impact and the two before it: four impacts in all.
    if (contact.impacts < 3) continue;
    const double interval = time - contact.last;
    if (!(interval < limit && contact.interval < limit && contact.previous < limit)) continue;
    chatter.captured = true;
    // If intervals shrink by ρ each time, what is left is Δ (ρ + ρ² + …) = Δ ρ/(1 − ρ). Both pairs
    // must shrink: one short interval proves no ratio.
    const double ratio = interval / contact.interval;
    if (!(ratio < 1.0 && contact.interval < contact.previous)) continue;
    chatter.accumulation =
        std::max(chatter.accumulation.value_or(time), time + interval * ratio / (1.0 - ratio));
  }
  return chatter;
}

void remember_impact(std::vector<ContactMemory>& memory, const std::vector<int>& contacts,
                     double time) {
  for (const int k : contacts) {
    // Kept: the last instant and the last two intervals, all that judge_chatter needs.
    ContactMemory& contact = memory[static_cast<std::size_t>(k)];
    const double interval = time - contact.last;
    if (contact.impacts == 0) {
      contact = {.impacts = 1, .last = time, .interval = 0.0, .previous = 0.0};
      continue;
    }
    ++contact.impacts;
    contact.previous = contact.interval;
    contact.interval = interval;
    contact.last = time;
  }
}

void ImpactSequence::resume(const SimulationCheckpoint& checkpoint) {
  memory_ = checkpoint.contacts;
  in_step_ = checkpoint.impacts_in_step;
}

bool ImpactSequence::resolve(const State& node, bool first, NodeContacts& contacts,
                             ImpactRecord& impact) {
  // Rates are J_n v⁻ [m/s]. Contacts that approach are the ones whose rhythm counts: a foot at
  // rest takes part in each impact near it without chattering itself.
  const Eigen::VectorXd& rates = contacts.rates();
  const double approach = -rates.minCoeff();
  std::vector<int> hit;
  for (const int k : impact.contacts) {
    if (rates[k] < -contacts.rest_speed()) hit.push_back(k);
  }
  impact.at_stop = are_stops(model_, hit);
  // Too many impacts in one step of the grid are captured whatever their rhythm is.
  impact.captured = in_step_ >= options_.max_impacts_per_step;
  impact.plastic = impact.captured || approach < options_.plastic_speed;
  const auto resolve = [&] {
    impact.outcome = resolve_impact(model_, node, impact.contacts, impact.plastic, options_,
                                    contacts.workspace(), scratch_);
  };
  resolve();
  if (first) {
    // Elastic chatter need not end; it is over where it is slow beside what came before. Whether
    // the impact was elastic is known from its outcome alone: if captured it is resolved again.
    const bool elastic =
        impact.outcome.restitution == 1.0 && approach < chatter_share * contacts.closing_speed();
    const Chatter chatter =
        judge_chatter(memory_, hit, impact.time,
                      elastic ? std::max(options_.chatter, options_.step) : options_.chatter);
    // Recorded, not jumped to: the run goes on from the instant of capture.
    impact.accumulation = chatter.accumulation;
    if (chatter.captured) {
      impact.captured = true;
      if (!std::exchange(impact.plastic, true)) resolve();
    }
  }
  if (!impact.outcome.ok()) return false;
  // Repeats at one instant have interval 0 and would look like chatter.
  if (first) remember_impact(memory_, hit, impact.time);
  ++in_step_;
  return true;
}

}  // namespace carom::simulation
