// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The impacts of a run, one after the other: which of them have no restitution, because they are
// slow or because chattering is captured (S3 VII).
// Chattering (Zeno): impacts of one contact that follow each other very fast. With intervals that
// shrink by a ratio ρ, the impacts end at t + Δ ρ/(1 − ρ), Δ the last interval.
#pragma once

#include <optional>
#include <vector>

#include "carom/model.h"
#include "carom/simulation.h"
#include "simulation/contact/node_contacts.h"

namespace carom::simulation {

struct Chatter {
  bool captured = false;               ///< The impact is to be plastic.
  std::optional<double> accumulation;  ///< When it would have ended.
};

/// What the memories say of an impact of `contacts` at `time`; they are not changed.
/// Captured: the last three intervals of a contact are below `limit`. It would have ended if they
/// shrink.
Chatter judge_chatter(const std::vector<ContactMemory>& memory, const std::vector<int>& contacts,
                      double time, double limit);
/// An impact at `time` in which `contacts` took an impulse.
void remember_impact(std::vector<ContactMemory>& memory, const std::vector<int>& contacts,
                     double time);

class ImpactSequence {
 public:
  /// Both must outlive it.
  ImpactSequence(const Model& model, const SimulationOptions& options)
      : model_(model), options_(options), memory_(model.contacts().size()) {}

  /// The impact of its contacts at the node, whose rates are known (NodeContacts::approaching):
  /// fills the outcome, plastic, captured, accumulation. `first`: of this instant; repeats at once
  /// are no chattering. False: it has no answer.
  bool resolve(const State& node, bool first, NodeContacts& contacts, ImpactRecord& impact);

  void begin_step() { in_step_ = 0; }  ///< Of the grid.
  int in_step() const { return in_step_; }
  const std::vector<ContactMemory>& memory() const { return memory_; }
  void resume(const SimulationCheckpoint& checkpoint);

 private:
  const Model& model_;
  const SimulationOptions& options_;
  std::vector<ContactMemory> memory_;
  Workspace scratch_;
  int in_step_ = 0;
};

}  // namespace carom::simulation
