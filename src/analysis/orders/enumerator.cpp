// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Breadth-first search over merged states; see enumerator.h.
#include "analysis/orders/enumerator.h"

#include <algorithm>

namespace carom::analysis {
namespace {

/// Memory of states alone; hash table, edges and longest paths stay below this once more.
constexpr std::size_t max_bytes = std::size_t{3} << 30;
constexpr std::size_t bytes_beside_state = 40;
/// Multiplications per allowed state after which the cap counts as reached: hardly ever below 24
/// contacts; with hundreds in one block a state costs as much as thousands elsewhere.
constexpr std::size_t work_per_state = 300;

}  // namespace

void Enumerator::prepare(const ContactBlock& block) {
  size_ = static_cast<std::size_t>(block.size());
  threshold_ = block.threshold;
  kappa_.assign(block.kappa.data(), block.kappa.data() + size_);
  // κᵢ W.col(i), contiguous: a step at i is c − cᵢ times this column.
  columns_.resize(size_ * size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < size_; ++j) {
      const auto row = static_cast<Eigen::Index>(j), column = static_cast<Eigen::Index>(i);
      columns_[i * size_ + j] = kappa_[i] * block.W(row, column);
    }
  }
  next_.resize(size_ * size_);
  keys_.resize(size_);
  allowed_.resize(size_);
  // Merging at the threshold. Not elastic: steps shrink, and states crowd.
  states_.reset(block.size(), threshold_, !block.elastic());
  targets_.clear();
  parent_.clear();
  contact_.clear();
  edge_begin_.assign(1, 0);
  level_begin_.assign(1, 0);
  terminals_.clear();
  had_choice_ = false;
}

bool Enumerator::run(const ContactBlock& block, std::size_t max_states) {
  prepare(block);
  // The cap is the least of what was asked for, what fits and what the work allows: an edge costs
  // as many multiplications as there are contacts.
  const std::size_t fitting = max_bytes / (8 * size_ + bytes_beside_state);
  max_states = std::max<std::size_t>(1, std::min(max_states, fitting));
  const std::size_t max_edges = max_states * work_per_state / size_ + size_;
  // State 0: c before the impact, without a parent.
  states_.insert(block.c.data());
  parent_.push_back(none);
  contact_.push_back(0);
  std::size_t level_end = 1;
  // States are expanded in the order in which they were found, which is breadth first: each depth
  // is one range of numbers, and ends at the number of states when it begins.
  for (State state = 0; state < states_.size(); ++state) {
    if (state == level_end) {
      level_begin_.push_back(state);
      level_end = states_.size();
    }
    expand(state);
    // What was found so far stays: sampling begins with it.
    if (states_.size() > max_states || targets_.size() > max_edges) {
      return false;
    }
  }
  return true;
}

void Enumerator::expand(State state) {
  const double* c = states_[state];
  std::size_t count = 0;
  // All successors are formed first, and the slots of their keys are fetched meanwhile: the
  // table of a large problem is beyond the caches.
  for (std::size_t i = 0; i < size_; ++i) {
    if (c[i] < -threshold_) {
      double* next = &next_[count * size_];
      const double* column = &columns_[i * size_];
      for (std::size_t j = 0; j < size_; ++j) {
        next[j] = c[j] - c[i] * column[j];
      }
      keys_[count] = states_.key(next);
      states_.prefetch(keys_[count]);
      allowed_[count++] = static_cast<std::uint16_t>(i);
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    // A state that another order has reached is the same node of the graph; its first parent
    // stays.
    const auto [target, is_new] = states_.insert(&next_[k * size_], keys_[k]);
    if (is_new) {
      parent_.push_back(state);
      contact_.push_back(allowed_[k]);
    }
    // By contact, ascending, one edge per contact that approaches.
    *targets_.append() = target;
  }
  // Nothing approaches: a feasible end.
  if (count == 0) {
    terminals_.push_back(state);
  }
  // Two contacts approach at once: the order is a choice.
  had_choice_ = had_choice_ || count > 1;
  edge_begin_.push_back(static_cast<std::uint32_t>(targets_.size()));
}

Enumerator::State Enumerator::target(State state, int contact) const {
  const double* c = states_[state];
  // Not greedy: no such edge.
  if (!(c[contact] < -threshold_)) {
    return none;
  }
  // Edges have no labels: the contact's rank among those that approach is its place.
  std::uint32_t edge = edge_begin_[state];
  for (int i = 0; i < contact; ++i) {
    edge += c[i] < -threshold_ ? 1 : 0;
  }
  return *targets_[edge];
}

/// The level whose range of numbers holds the state.
int Enumerator::depth(State state) const {
  const auto above = std::upper_bound(level_begin_.begin(), level_begin_.end(), state);
  return static_cast<int>(above - level_begin_.begin()) - 1;
}

/// Back along first parents: found breadth first, no way is shorter.
std::vector<int> Enumerator::path(State state) const {
  std::vector<int> contacts;
  for (; parent_[state] != none; state = parent_[state]) {
    contacts.push_back(contact_[state]);
  }
  std::reverse(contacts.begin(), contacts.end());
  return contacts;
}

/// λᵢ = −Σ κᵢ cᵢ over the steps at i of that path.
Eigen::VectorXd Enumerator::multipliers(State state) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(size_));
  for (; parent_[state] != none; state = parent_[state]) {
    const std::size_t i = contact_[state];
    sum(static_cast<Eigen::Index>(i)) -= kappa_[i] * states_[parent_[state]][i];
  }
  return sum;
}

std::vector<int> Enumerator::longest_paths() const {
  // Kahn's order: a state is finished once all that lead to it are.
  // Merging may close a cycle within the tolerance. States on it, or behind it, are never
  // finished: -1. States that a cut search found and did not expand have no edges.
  const std::size_t expanded = edge_begin_.size() - 1;
  std::vector<std::uint32_t> waiting(states_.size(), 0);
  for (std::size_t e = 0; e < targets_.size(); ++e) {
    ++waiting[*targets_[e]];
  }
  std::vector<int> longest(states_.size(), 0);
  std::vector<State> ready;
  if (waiting[0] == 0) {
    ready.push_back(0);
  }
  while (!ready.empty()) {
    const State state = ready.back();
    ready.pop_back();
    if (state >= expanded) {
      continue;
    }
    for (std::uint32_t e = edge_begin_[state]; e < edge_begin_[state + 1]; ++e) {
      const State to = *targets_[e];
      longest[to] = std::max(longest[to], longest[state] + 1);
      if (--waiting[to] == 0) {
        ready.push_back(to);
      }
    }
  }
  // Never ready: on a cycle, or behind one.
  for (std::size_t s = 0; s < longest.size(); ++s) {
    if (waiting[s] > 0) {
      longest[s] = -1;
    }
  }
  return longest;
}

}  // namespace carom::analysis
