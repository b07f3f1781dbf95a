// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Outcomes of independent blocks multiply. The shortest products come first without forming them
// all: two sorted lists are merged by a heap over pairs of indices, block after block.
#include <cmath>
#include <queue>
#include <tuple>
#include <utility>

#include "analysis/orders/enumeration.h"
#include "analysis/orders/sampling.h"

namespace carom::analysis {
namespace {

constexpr double risk = 0.05;  // Of the statement about unseen outcomes, over all blocks.

/// One outcome per block, by index in `listed`.
struct Choice {
  std::vector<std::size_t> index;
  int shortest = 0;
};

/// The first `limit` pairs in the order of their steps, then of the left, then of the right index.
std::vector<Choice> product(const std::vector<Choice>& left, const std::vector<BlockOutcome>& right,
                            std::size_t limit) {
  using Entry = std::tuple<int, std::size_t, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto push = [&](std::size_t i, std::size_t j) {
    if (i < left.size() && j < right.size()) {
      open.emplace(left[i].shortest + right[j].shortest, i, j);
    }
  };
  std::vector<Choice> result;
  push(0, 0);
  while (!open.empty() && result.size() < limit) {
    const auto [steps, i, j] = open.top();
    open.pop();
    result.push_back(left[i]);
    result.back().index.push_back(j);
    result.back().shortest = steps;
    push(i, j + 1);
    if (j == 0) {
      push(i + 1, 0);
    }
  }
  return result;
}

void add_response(const ImpactProblem& problem, const ContactBlock& block,
                  const Eigen::VectorXd& multipliers, Eigen::VectorXd& velocity) {
  for (int k = 0; k < block.size(); ++k) {
    velocity +=
        multipliers(k) * problem.unit_response().col(block.contacts[static_cast<std::size_t>(k)]);
  }
}

Branch make_branch(const ImpactProblem& problem, const std::vector<BlockOutcomes>& blocks,
                   const Choice& choice) {
  Branch branch{.velocity_plus = problem.velocity(), .sequence = {}};
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const BlockOutcome& outcome = blocks[b].listed[choice.index[b]];
    add_response(problem, blocks[b].block, outcome.multipliers, branch.velocity_plus);
    branch.shortest += outcome.shortest;
    branch.longest =
        branch.longest < 0 || outcome.longest < 0 ? -1 : branch.longest + outcome.longest;
    for (const int i : outcome.sequence) {
      branch.sequence.push_back(blocks[b].block.contacts[static_cast<std::size_t>(i)]);
    }
  }
  return branch;
}

void list(const ImpactProblem& problem, const std::vector<BlockOutcomes>& blocks,
          std::size_t max_branches, OutcomeSet& set) {
  if (set.count == 0.0 || max_branches == 0) {
    return;
  }
  std::vector<Choice> choices(1);
  for (const BlockOutcomes& block : blocks) {
    choices = product(choices, block.listed, max_branches);
  }
  for (const Choice& choice : choices) {
    set.branches.push_back(make_branch(problem, blocks, choice));
  }
}

void add_unseen(const std::vector<BlockOutcomes>& blocks, OutcomeSet& set) {
  std::size_t sampled = 0;
  for (const BlockOutcomes& block : blocks) {
    sampled += block.samples > 0 ? 1 : 0;
  }
  for (const BlockOutcomes& block : blocks) {
    if (block.samples > 0) {
      set.unseen_probability += unseen_probability(block.samples, block.seen, block.seen_once,
                                                   risk / static_cast<double>(sampled));
    }
  }
  set.unseen_probability = std::min(1.0, set.unseen_probability);
}

}  // namespace

OutcomeSet combine(const ImpactProblem& problem, const std::vector<BlockOutcomes>& blocks,
                   std::size_t max_branches) {
  OutcomeSet set;
  double squared = 0.0;
  set.farthest = {problem.velocity(), problem.velocity()};
  for (const BlockOutcomes& block : blocks) {
    set.count *= static_cast<double>(block.count);
    set.states += block.states;
    set.complete = set.complete && block.complete;
    set.had_choice = set.had_choice || block.had_choice;
    set.indeterminacy_exact = set.indeterminacy_exact && block.distance_exact;
    set.shortest += block.shortest;
    set.longest = set.longest < 0 || block.longest < 0 ? -1 : set.longest + block.longest;
    set.samples += block.samples;
    squared += block.distance * block.distance;
    if (block.count > 0) {
      add_response(problem, block.block, block.farthest_first, set.farthest.first);
      add_response(problem, block.block, block.farthest_second, set.farthest.second);
    }
  }
  if (set.count == 0.0) {
    set.farthest = {};
    squared = 0.0;
  }
  set.indeterminacy = squared > 0.0 ? std::sqrt(squared) / problem.momentum_norm() : 0.0;
  add_unseen(blocks, set);
  list(problem, blocks, max_branches, set);
  return set;
}

}  // namespace carom::analysis
