// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Random greedy orders. What was not seen is bounded by McAllester & Schapire (2000), Theorem 9:
// with probability 1 − δ, unseen ≤ n₁/N + (2√2 + √3) √(ln(3/δ)/N), n₁ the number of outcomes seen
// once. If every draw gave the outcome of the first, the other N − 1 agree with probability
// (1−x)^(N−1).
#include "analysis/orders/sampling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "analysis/orders/state_set.h"
#include "solver/farthest_pair.h"

namespace carom::analysis {
namespace {

/// A draw longer than this is dropped: elastic sequences of a well separated block have tens of
/// reflections, hundreds for the narrowest.
constexpr std::size_t max_steps = 100'000;
/// Draws in a row without an end after which the block is given up.
constexpr std::size_t max_endless = 3;
/// Multiplications after which no further draw starts (seconds).
constexpr std::size_t max_work = 1'000'000'000;

/// Distinct outcomes with a sequence and multipliers for each.
class Collection {
 public:
  Collection(const ContactBlock& block, std::size_t max_listed)
      : size_(static_cast<std::size_t>(block.size())), max_listed_(max_listed) {
    ends_.reset(block.size(), outcome_tolerance(block), !block.elastic());
  }

  /// Keeps the shortest way to each outcome.
  void add(const double* c, const Eigen::VectorXd& multipliers, const std::vector<int>& sequence,
           bool drawn) {
    const auto [index, is_new] = ends_.insert(c);
    if (is_new) {
      length_.push_back(static_cast<int>(sequence.size()));
      draws_.push_back(0);
      multipliers_.insert(multipliers_.end(), multipliers.begin(), multipliers.end());
      if (index < max_listed_) {
        sequences_.push_back(sequence);
      }
    } else if (static_cast<int>(sequence.size()) < length_[index]) {
      length_[index] = static_cast<int>(sequence.size());
      // The same end by fewer steps: its sequence and multipliers stand for it.
      std::copy(multipliers.begin(), multipliers.end(), &multipliers_[index * size_]);
      if (index < max_listed_) {
        sequences_[index] = sequence;
      }
    }
    // Draws are counted per outcome: n₁ is read off them.
    draws_[index] += drawn ? 1 : 0;
  }

  std::size_t size() const { return ends_.size(); }
  const StateSet& ends() const { return ends_; }
  const std::vector<int>& length() const { return length_; }
  const std::vector<std::size_t>& draws() const { return draws_; }
  const std::vector<int>& sequence(std::size_t k) const { return sequences_[k]; }
  Eigen::VectorXd multipliers(std::size_t k) const {
    return Eigen::VectorXd::Map(&multipliers_[k * size_], static_cast<Eigen::Index>(size_));
  }

 private:
  std::size_t size_, max_listed_;
  StateSet ends_;
  std::vector<int> length_;
  std::vector<std::size_t> draws_;
  std::vector<double> multipliers_;
  std::vector<std::vector<int>> sequences_;
};

/// Shortest first; of equal lengths the first found.
void list(const Collection& found, std::size_t max_branches, BlockOutcomes& outcomes) {
  std::vector<std::size_t> order(std::min(found.size(), max_branches));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return found.length()[a] < found.length()[b];
  });
  for (const std::size_t k : order) {
    outcomes.listed.push_back({found.multipliers(k), found.sequence(k), found.length()[k], -1});
  }
}

/// The farthest two of those found: ξ of all outcomes may be larger.
void measure(const ImpactProblem& problem, const Collection& found, BlockOutcomes& outcomes) {
  const auto count = static_cast<Eigen::Index>(found.size());
  Eigen::MatrixXd c(outcomes.block.size(), count);
  for (Eigen::Index k = 0; k < count; ++k) {
    c.col(k) = Eigen::VectorXd::Map(found.ends()[static_cast<std::uint32_t>(k)], c.rows());
  }
  const SpanCoordinates span(problem, outcomes.block.contacts);
  const auto pair = solver::farthest_pair(span.to_z * c);
  set_farthest(problem, outcomes, found.multipliers(static_cast<std::size_t>(pair.first)),
               found.multipliers(static_cast<std::size_t>(pair.second)));
}

}  // namespace

bool RandomOrder::draw(const ContactBlock& block, base::Random& random, std::size_t limit) {
  c = block.c;
  multipliers.setZero(block.size());
  sequence.clear();
  while (true) {
    // Greedy: a contact is used only while it approaches. None left: feasible.
    allowed_.clear();
    for (int i = 0; i < block.size(); ++i) {
      if (c(i) < -block.threshold) {
        allowed_.push_back(i);
      }
    }
    if (allowed_.empty()) {
      return true;
    }
    // Sequences of collapsing blocks are infinite: cut, and not an outcome.
    if (sequence.size() == limit) {
      return false;
    }
    const int i = allowed_[random.below(allowed_.size())];
    // λᵢ = −κᵢ cᵢ, c ← c + λᵢ W.col(i).
    const double given = -block.kappa(i) * c(i);
    multipliers(i) += given;
    c += given * block.W.col(i);
    sequence.push_back(i);
  }
}

BlockOutcomes sample_block(const ImpactProblem& problem, const ContactBlock& block,
                           const Enumerator& partial, std::size_t draws, std::size_t max_branches,
                           std::uint64_t seed) {
  // Outcomes are told apart at outcome_tolerance, as in the enumeration.
  Collection found(block, max_branches);
  // What the search found before its cap are outcomes, but no draws: the bound on unseen ones is
  // about independent draws alone.
  for (const auto terminal : partial.terminals()) {
    found.add(partial.c(terminal), partial.multipliers(terminal), partial.path(terminal), false);
  }
  BlockOutcomes outcomes{.block = block};
  // What holds for every order is unknown: longest sequence, largest distance, count.
  outcomes.complete = false;
  outcomes.distance_exact = false;
  outcomes.had_choice = partial.had_choice();
  outcomes.states = partial.state_count();
  outcomes.longest = -1;

  // Seeded: the same block and options give the same draws.
  base::Random random(seed);
  RandomOrder order;
  // Draws end at their number, at the work, or where order after order does not end.
  std::size_t work = 0, endless = 0;
  for (std::size_t k = 0; k < draws && work < max_work && endless < max_endless; ++k) {
    if (order.draw(block, random, max_steps)) {
      found.add(order.c.data(), order.multipliers, order.sequence, true);
      ++outcomes.samples;
      endless = 0;
    } else {
      ++endless;
    }
    // Two passes over the contacts per step: which approach, and the new c.
    work += order.sequence.size() * 2 * static_cast<std::size_t>(block.size());
  }

  outcomes.count = found.size();
  // n₁ and the number of distinct outcomes, of draws alone.
  outcomes.seen = static_cast<std::size_t>(std::count_if(found.draws().begin(), found.draws().end(),
                                                         [](std::size_t n) { return n > 0; }));
  outcomes.seen_once = static_cast<std::size_t>(
      std::count(found.draws().begin(), found.draws().end(), std::size_t{1}));
  // Without any order that ends there is nothing to list or to measure.
  if (found.size() > 0) {
    outcomes.shortest = *std::min_element(found.length().begin(), found.length().end());
    list(found, max_branches, outcomes);
    measure(problem, found, outcomes);
  }
  return outcomes;
}

double unseen_probability(std::size_t draws, std::size_t seen, std::size_t seen_once, double risk) {
  const auto n = static_cast<double>(draws);
  // Too few draws say nothing: the trivial bound.
  if (draws < 2) {
    return 1.0;
  }
  // x with (1 − x)^(N−1) = risk, sharper than the theorem here.
  if (seen == 1) {
    return 1.0 - std::pow(risk, 1.0 / (n - 1.0));
  }
  // Good–Turing n₁/N, and the deviation of Theorem 9 at δ = risk.
  const double deviation =
      (2.0 * std::sqrt(2.0) + std::sqrt(3.0)) * std::sqrt(std::log(3.0 / risk) / n);
  return std::min(1.0, static_cast<double>(seen_once) / n + deviation);
}

}  // namespace carom::analysis
