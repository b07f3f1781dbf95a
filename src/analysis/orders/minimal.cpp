// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Minimal sequences, level by level. A node is a prefix: the state f it reaches and the set S of
// states that its proper greedy subsequences reach. Adding contact w:
//   S ← S ∪ {f} ∪ {reflection of s at w : s ∈ S, w approaching at s},   f ← reflection of f at w.
// Once S holds a feasible state no longer sequence is minimal. Prefixes of a length with equal (f,
// S) have the same future and are merged.
#include "analysis/orders/minimal.h"

#include <algorithm>
#include <map>
#include <utility>

namespace carom::analysis {
namespace {

using State = Enumerator::State;

/// How a prefix arose, to write its sequence down at the end.
struct Step {
  std::size_t before;
  int contact;
};

/// Key: f, then S in ascending order. Value: index of the prefix's last step.
using Level = std::map<std::vector<State>, std::size_t>;

class Search {
 public:
  Search(const Enumerator& graph, int contact_count, std::size_t max_work)
      : graph_(graph), contact_count_(contact_count), work_left_(max_work) {}

  MinimalOutcomes run() {
    steps_.push_back({0, -1});
    // The empty prefix: f is the start, S is empty.
    Level level{{{State{0}}, 0}};
    for (int length = 1; !level.empty() && result_.complete; ++length) {
      Level next;
      for (const auto& [prefix, step] : level) {
        extend(prefix, step, length, next);
      }
      level = std::move(next);
    }
    return std::move(result_);
  }

 private:
  void extend(const std::vector<State>& prefix, std::size_t step, int length, Level& next) {
    for (int w = 0; w < contact_count_; ++w) {
      // w must approach at f, and no proper subsequence may end feasible.
      const State full = graph_.target(prefix[0], w);
      if (full == Enumerator::none || !subsequences(prefix, w)) {
        continue;
      }
      if (!result_.complete) {
        return;
      }
      // Feasible at last, and no proper subsequence was: minimal.
      if (graph_.is_terminal(full)) {
        keep(full, step, w, length);
        continue;
      }
      child_[0] = full;
      // Equal (f, S) at equal length: the first stands for all.
      if (const auto [at, is_new] = next.try_emplace(child_, steps_.size()); is_new) {
        steps_.push_back({step, w});
      }
    }
  }

  /// S of the prefix extended by w, into child_[1…]. False: a proper subsequence ends feasible.
  bool subsequences(const std::vector<State>& prefix, int w) {
    if (prefix.size() > work_left_) {
      result_.complete = false;
      return true;
    }
    // Work is counted in states: prefixes grow with S.
    work_left_ -= prefix.size();
    child_ = prefix;  // Its first entry, f, joins S now; the new f is put before it.
    child_.insert(child_.begin(), State{0});
    // Subsequences that end with w: each state of S where w approaches, reflected. Those without w
    // are S itself and f.
    for (std::size_t k = 1; k < prefix.size(); ++k) {
      const State to = graph_.target(prefix[k], w);
      if (to == Enumerator::none) {
        continue;
      }
      // A proper subsequence is feasible: nothing longer is minimal.
      if (graph_.is_terminal(to)) {
        return false;
      }
      child_.push_back(to);
    }
    // A set, in the form of a key.
    std::sort(child_.begin() + 1, child_.end());
    child_.erase(std::unique(child_.begin() + 1, child_.end()), child_.end());
    return true;
  }

  /// Levels come by length: the first sequence to an end is a shortest one, the last the longest.
  void keep(State terminal, std::size_t step, int contact, int length) {
    const auto [at, is_new] = kept_.try_emplace(terminal, result_.kept.size());
    if (is_new) {
      std::vector<int> sequence{contact};
      // Back over the steps to the empty prefix, whose contact is -1.
      for (; steps_[step].contact >= 0; step = steps_[step].before) {
        sequence.push_back(steps_[step].contact);
      }
      std::reverse(sequence.begin(), sequence.end());
      result_.kept.push_back({terminal, length, length, std::move(sequence)});
    }
    result_.kept[at->second].longest = length;
  }

  const Enumerator& graph_;
  const int contact_count_;
  std::size_t work_left_;
  std::vector<Step> steps_;
  std::vector<State> child_;
  std::map<State, std::size_t> kept_;
  MinimalOutcomes result_;
};

}  // namespace

MinimalOutcomes minimal_outcomes(const Enumerator& search, int contact_count,
                                 std::size_t max_work) {
  if (search.is_terminal(0)) {
    return {{MinimalOutcome{}}, true};  // Nothing approaches: the empty sequence.
  }
  return Search(search, contact_count, max_work).run();
}

}  // namespace carom::analysis
