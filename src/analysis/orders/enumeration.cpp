// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": every outcome over greedy orders (S3 Section III; corrected: all closed
// contacts, each only while it approaches). Input: a problem. Output: OutcomeSet. Each block of
// coupled contacts is searched by itself: complete enumeration, or sampling beyond the cap;
// combine() multiplies them. The shortest products come first without forming them all: two sorted
// lists are merged by a heap over pairs of indices, block after block.
//   ξ = max ‖p⁺ₐ − p⁺_b‖ / ‖p⁻‖ in the mass metric; per block from orthonormal coordinates of c.
#include "analysis/orders/enumeration.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <string>
#include <tuple>
#include <utility>

#include "analysis/orders/enumerator.h"
#include "analysis/orders/minimal.h"
#include "analysis/orders/pair.h"
#include "analysis/orders/sampling.h"
#include "base/random.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/tolerance.h"
#include "solver/farthest_pair.h"

namespace carom {
namespace analysis {
namespace {

/// Work of the search for minimal sequences, over the cap of the enumeration.
constexpr std::size_t minimal_work = 16;
/// Length of the single order that stands for all of them.
constexpr std::size_t max_steps_of_one = 100'000;

using State = Enumerator::State;

/// Ends that the tolerance of outcomes does not separate, the first found of each.
std::vector<State> distinct(const Enumerator& search, const ContactBlock& block,
                            const std::vector<State>& ends) {
  // Elastic ends are apart already: the search merges at the same tolerance.
  if (block.elastic() || ends.size() < 2) {
    return ends;
  }
  // An outcome where sequences are infinite is known to outcome_tolerance alone: ends that are
  // nearer are one.
  StateSet set;
  set.reset(block.size(), outcome_tolerance(block), true);
  std::vector<State> kept;
  for (const State end : ends) {
    if (set.insert(search.c(end)).second) {
      kept.push_back(end);
    }
  }
  return kept;
}

/// The farthest two ends: the part of ξ of this block, not yet over ‖p⁻‖.
void measure(const ImpactProblem& problem, const Enumerator& search, const std::vector<State>& ends,
             BlockOutcomes& outcomes) {
  if (ends.empty()) {
    return;
  }
  solver::FarthestPair pair;
  if (ends.size() > 1) {
    Eigen::MatrixXd c(outcomes.block.size(), static_cast<Eigen::Index>(ends.size()));
    for (std::size_t k = 0; k < ends.size(); ++k) {
      c.col(static_cast<Eigen::Index>(k)) = Eigen::VectorXd::Map(search.c(ends[k]), c.rows());
    }
    // Normals are not orthogonal: distances of c are not those of momenta. In coordinates z of
    // their span they are.
    const SpanCoordinates span(problem, outcomes.block.contacts);
    pair = solver::farthest_pair(span.to_z * c);
  }
  outcomes.distance_exact = pair.exact;
  set_farthest(problem, outcomes, search.multipliers(ends[static_cast<std::size_t>(pair.first)]),
               search.multipliers(ends[static_cast<std::size_t>(pair.second)]));
}

/// -1 at any end (a cycle within the tolerance) leaves the longest unknown.
void set_lengths(const std::vector<int>& shortest, const std::vector<int>& longest,
                 BlockOutcomes& outcomes) {
  if (shortest.empty()) {
    return;
  }
  outcomes.shortest = *std::min_element(shortest.begin(), shortest.end());
  const bool known = std::find(longest.begin(), longest.end(), -1) == longest.end();
  outcomes.longest = known ? *std::max_element(longest.begin(), longest.end()) : -1;
}

/// Momentum along the normals given by a sequence that need not be the one of the enumeration.
Eigen::VectorXd replay(const ContactBlock& block, const std::vector<int>& sequence) {
  Eigen::VectorXd c = block.c, given = Eigen::VectorXd::Zero(block.size());
  for (const int i : sequence) {
    // λᵢ = −κᵢ cᵢ along uᵢ: cⱼ gains λᵢ Wⱼᵢ.
    const double step = -block.kappa(i) * c(i);
    given(i) += step;
    c += step * block.W.col(i);
  }
  return given;
}

/// Every end of the graph is an outcome. States are numbered breadth first, so that ends come with
/// ascending length: the first ones listed are the shortest.
void fill_all(const ImpactProblem& problem, const Enumerator& search, std::size_t max_branches,
              BlockOutcomes& outcomes) {
  const std::vector<State> ends = distinct(search, outcomes.block, search.terminals());
  const std::vector<int> longest_paths = search.longest_paths();
  outcomes.count = ends.size();
  // Lengths per end, shortest from the level and longest from the graph.
  std::vector<int> shortest, longest;
  for (const State end : ends) {
    shortest.push_back(search.depth(end));
    longest.push_back(longest_paths[end]);
    if (outcomes.listed.size() < max_branches) {
      outcomes.listed.push_back(
          {search.multipliers(end), search.path(end), shortest.back(), longest.back()});
    }
  }
  set_lengths(shortest, longest, outcomes);
  measure(problem, search, ends, outcomes);
}

/// Only ends of minimal sequences are outcomes (S3 Definition 1, minimal.h). The graph gives all
/// that the search for them asks; its own work has a cap too.
void fill_minimal(const ImpactProblem& problem, const Enumerator& search,
                  const EnumerationOptions& options, BlockOutcomes& outcomes) {
  // Work in states compared, in proportion to the cap on states.
  const MinimalOutcomes minimal =
      minimal_outcomes(search, outcomes.block.size(), minimal_work * options.max_states);
  outcomes.complete = minimal.complete;
  std::vector<State> ends;
  for (const MinimalOutcome& kept : minimal.kept) {
    ends.push_back(kept.terminal);
  }
  ends = distinct(search, outcomes.block, ends);
  outcomes.count = ends.size();
  std::vector<int> shortest, longest;
  for (const MinimalOutcome& kept : minimal.kept) {  // `ends` is in the same order, or part of it.
    if (shortest.size() == ends.size() || ends[shortest.size()] != kept.terminal) {
      continue;
    }
    shortest.push_back(kept.shortest);
    // A search that was cut may not have met the longest one.
    longest.push_back(minimal.complete ? kept.longest : -1);
    if (outcomes.listed.size() < options.max_branches) {
      outcomes.listed.push_back(
          {replay(outcomes.block, kept.sequence), kept.sequence, shortest.back(), longest.back()});
    }
  }
  set_lengths(shortest, longest, outcomes);
  measure(problem, search, ends, outcomes);
  // Outcomes that were not met could be farther apart.
  outcomes.distance_exact = outcomes.distance_exact && minimal.complete;
}

/// The one outcome of a block that is known to have no other, by one order. Its length is that of
/// every order if the group is finite; sequences of the plastic kind are infinite and cut.
bool fill_one(const ImpactProblem& problem, OrderFree kind, BlockOutcomes& outcomes) {
  // A fixed seed: every order has this outcome, and every run has these bits.
  base::Random random(0);
  // A draw that does not end leaves the block to the search.
  RandomOrder order;
  if (!order.draw(outcomes.block, random, max_steps_of_one)) {
    return false;
  }
  const int steps = static_cast<int>(order.sequence.size());
  outcomes.count = 1;
  outcomes.states += order.sequence.size() + 1;
  // More than one contact and one outcome: there were orders to choose from.
  outcomes.had_choice = true;
  outcomes.shortest = steps;
  outcomes.longest = kind == OrderFree::coxeter ? steps : -1;
  outcomes.listed.push_back({order.multipliers, order.sequence, steps, outcomes.longest});
  set_farthest(problem, outcomes, order.multipliers, order.multipliers);
  return true;
}

BlockOutcomes block_outcomes(const ImpactProblem& problem, ContactBlock block, Enumerator& search,
                             const EnumerationOptions& options) {
  BlockOutcomes outcomes{.block = std::move(block)};
  const OrderFree kind = order_free(outcomes.block);
  // One outcome by a theorem (pair.cpp), and infinite sequences: one is followed to where its
  // steps fall below the threshold.
  if (kind == OrderFree::plastic && fill_one(problem, kind, outcomes)) {
    return outcomes;
  }
  // At Coxeter angles the group may be finite and its graph is searched for the lengths; beyond
  // the cap the theorem says that one order is enough. Without a theorem: random orders, and a
  // bound on what they have not seen.
  if (!search.run(outcomes.block, options.max_states)) {
    if (kind == OrderFree::coxeter && fill_one(problem, kind, outcomes)) {
      return outcomes;
    }
    return sample_block(problem, outcomes.block, search, options.samples, options.max_branches,
                        options.seed);
  }
  // From here on the graph is complete: what follows is exact but for merging.
  outcomes.states = search.state_count();
  outcomes.had_choice = search.had_choice();
  if (options.minimal) {
    fill_minimal(problem, search, options, outcomes);
  } else {
    fill_all(problem, search, options.max_branches, outcomes);
  }
  return outcomes;
}

/// All faults at once, by the names of the contacts.
void check(const ImpactProblem& problem, const EnumerationOptions& options) {
  const Eigen::VectorXd& r = options.restitution;
  std::vector<std::string> faults;
  if (r.size() != 0 && r.size() != problem.contact_count()) {
    faults.push_back("enumeration: restitution has " + std::to_string(r.size()) +
                     " entries; expected none, or one per contact (" +
                     std::to_string(problem.contact_count()) + ")");
  } else {
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      // κ = 1 + r beyond 2 would gain energy; a NaN fails here too.
      if (!(r(i) >= 0.0 && r(i) <= 1.0)) {
        faults.push_back("enumeration: restitution of contact '" +
                         problem.labels()->contacts[static_cast<std::size_t>(i)] +
                         "' = " + base::number(r(i)) + "; expected 0 <= restitution <= 1");
      }
    }
  }
  if (!faults.empty()) {
    throw InvalidInput(std::move(faults));
  }
}

constexpr double risk = 0.05;  // Of the statement about unseen outcomes, over all blocks.

/// One outcome per block, by index in `listed`.
struct Choice {
  std::vector<std::size_t> index;
  int shortest = 0;
};

/// The first `limit` pairs in the order of their steps, then of the left, then of the right index.
std::vector<Choice> product(const std::vector<Choice>& left, const std::vector<BlockOutcome>& right,
                            std::size_t limit) {
  // (steps, i, j): the tuple's order is the order that is promised.
  using Entry = std::tuple<int, std::size_t, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto push = [&](std::size_t i, std::size_t j) {
    if (i < left.size() && j < right.size()) {
      open.emplace(left[i].shortest + right[j].shortest, i, j);
    }
  };
  std::vector<Choice> result;
  push(0, 0);
  // Both lists ascend in steps: the least pair that is left is in the heap. (i, j) opens (i, j +
  // 1), and (i, 0) opens row i + 1: each pair is pushed once.
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

/// v + Σ λₖ M⁻¹uₖᵀ.
void add_response(const ImpactProblem& problem, const ContactBlock& block,
                  const Eigen::VectorXd& multipliers, Eigen::VectorXd& velocity) {
  for (int k = 0; k < block.size(); ++k) {
    velocity +=
        multipliers(k) * problem.unit_response().col(block.contacts[static_cast<std::size_t>(k)]);
  }
}

/// Blocks do not see each other: their responses add, and their sequences may stand one after the
/// other, as any other mixture has the same outcome.
Branch make_branch(const ImpactProblem& problem, const std::vector<BlockOutcomes>& blocks,
                   const Choice& choice) {
  Branch branch{.velocity_plus = problem.velocity(), .sequence = {}};
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    // Lengths add; one that is unknown makes the sum unknown.
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

void list_products(const ImpactProblem& problem, const std::vector<BlockOutcomes>& blocks,
                   std::size_t max_branches, OutcomeSet& set) {
  if (set.count == 0.0 || max_branches == 0) {
    return;
  }
  // One empty choice: the unit of the product.
  std::vector<Choice> choices(1);
  // Cut after every block: a pair whose left part is beyond the cut has as many pairs before it,
  // those with the same right part.
  for (const BlockOutcomes& block : blocks) {
    choices = product(choices, block.listed, max_branches);
  }
  for (const Choice& choice : choices) {
    set.branches.push_back(make_branch(problem, blocks, choice));
  }
}

/// An outcome of the product is unseen if it is in some block: probabilities add (union bound),
/// and each sampled block gets its share of the risk.
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
  // The sum of bounds may exceed what a probability can be.
  set.unseen_probability = std::min(1.0, set.unseen_probability);
}

/// Counts multiply, steps add, squared distances add; branches in the order of their steps.
OutcomeSet combine(const ImpactProblem& problem, const std::vector<BlockOutcomes>& blocks,
                   std::size_t max_branches) {
  OutcomeSet set;
  double squared = 0.0;
  set.farthest = {problem.velocity(), problem.velocity()};
  for (const BlockOutcomes& block : blocks) {
    // A double: counts of many blocks exceed any integer.
    set.count *= static_cast<double>(block.count);
    set.states += block.states;
    set.complete = set.complete && block.complete;
    set.had_choice = set.had_choice || block.had_choice;
    set.indeterminacy_exact = set.indeterminacy_exact && block.distance_exact;
    set.shortest += block.shortest;
    set.longest = set.longest < 0 || block.longest < 0 ? -1 : set.longest + block.longest;
    set.samples += block.samples;
    // Blocks are orthogonal in the mass metric: squared distances add, and the farthest two of all
    // are the farthest two of every block.
    squared += block.distance * block.distance;
    if (block.count > 0) {
      add_response(problem, block.block, block.farthest_first, set.farthest.first);
      add_response(problem, block.block, block.farthest_second, set.farthest.second);
    }
  }
  // A block without an outcome leaves none of the product.
  if (set.count == 0.0) {
    set.farthest = {};
    squared = 0.0;
  }
  // ξ = √(Σ squared distances)/‖p⁻‖.
  set.indeterminacy = squared > 0.0 ? std::sqrt(squared) / problem.momentum_norm() : 0.0;
  add_unseen(blocks, set);
  list_products(problem, blocks, max_branches, set);
  return set;
}

}  // namespace

double outcome_tolerance(const ContactBlock& block) {
  return block.elastic() ? block.threshold : 100.0 * block.threshold;
}

void set_farthest(const ImpactProblem& problem, BlockOutcomes& outcomes, Eigen::VectorXd first,
                  Eigen::VectorXd second) {
  // ‖U (λₐ − λ_b)‖ in whitened coordinates: the distance of the two momenta.
  const Eigen::VectorXd given = first - second;
  outcomes.distance = (normals_of(problem, outcomes.block.contacts) * given).norm();
  outcomes.farthest_first = std::move(first);
  outcomes.farthest_second = std::move(second);
}

}  // namespace analysis

OutcomeSet all_outcomes(const ImpactProblem& problem, const EnumerationOptions& options) {
  using namespace analysis;
  check(problem, options);
  Enumerator search;
  std::vector<BlockOutcomes> blocks;
  for (auto& contacts : coupled_blocks(problem.gram(), zero_tolerance)) {
    // A block that does not approach keeps its momentum: one outcome, no steps.
    if (approaches(problem, contacts)) {
      blocks.push_back(
          block_outcomes(problem, ContactBlock(problem, std::move(contacts), options.restitution),
                         search, options));
    }
  }
  return combine(problem, blocks, options.max_branches);
}

}  // namespace carom
