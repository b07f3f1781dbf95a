// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every state that greedy orders of reflections reach in one block, breadth first, duplicates
// merged:
//   c ← c − κᵢ cᵢ W.col(i),  allowed only while cᵢ < −threshold  (S3 Section III, corrected: λ >
//   0).
// States without an allowed reflection are the outcomes. S3 lists sequences; merging states instead
// turns a tree of sequences (n! and worse) into a graph that fits in memory.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/orders/blocks.h"
#include "analysis/orders/state_set.h"

namespace carom::analysis {

/// Reusable: keeps its memory from run to run.
class Enumerator {
 public:
  using State = std::uint32_t;
  static constexpr State none = StateSet::none;

  /// Visits everything reachable from `block.c`. False: stopped at `max_states`, at its equivalent
  /// in work (blocks of hundreds of contacts) or at 3 GiB, with what was found so far.
  bool run(const ContactBlock& block, std::size_t max_states);

  std::size_t state_count() const { return states_.size(); }
  /// Some state allowed more than one reflection.
  bool had_choice() const { return had_choice_; }
  const double* c(State state) const { return states_[state]; }
  /// Outcomes in the order found: fewest reflections first.
  const std::vector<State>& terminals() const { return terminals_; }
  bool is_terminal(State state) const { return edge_begin_[state] == edge_begin_[state + 1]; }

  /// Where reflecting contact `contact` of `state` leads; none if it is not allowed.
  State target(State state, int contact) const;
  /// Fewest reflections to a state that is expanded, as terminals are.
  int depth(State state) const;
  /// A shortest sequence to `state`, contacts of the block.
  std::vector<int> path(State state) const;
  /// Momentum along each unit normal given by that sequence.
  Eigen::VectorXd multipliers(State state) const;
  /// Longest sequence to every state; -1 where there is none (a cycle within the tolerance).
  std::vector<int> longest_paths() const;

 private:
  void prepare(const ContactBlock& block);
  void expand(State state);

  std::size_t size_ = 0;
  double threshold_ = 0.0;
  std::vector<double> columns_;  // κᵢ W.col(i), contiguous.
  std::vector<double> kappa_;
  std::vector<double> next_;  // Successors of the state in hand.
  std::vector<StateSet::Key> keys_;
  std::vector<std::uint16_t> allowed_;
  StateSet states_;
  std::vector<State> parent_;
  std::vector<std::uint16_t> contact_;
  ChunkedArray<State, 65536> targets_;     // By state, then by contact, ascending.
  std::vector<std::uint32_t> edge_begin_;  // In targets_, one more than states expanded.
  std::vector<State> level_begin_;         // First state of every depth.
  std::vector<State> terminals_;
  bool had_choice_ = false;
};

}  // namespace carom::analysis
