// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where no contact that approaches is coupled with another, there is nothing to draw: one outcome,
// provided that the law agrees. That is looked at: the contacts one after the other, each alone, in
// one order (all are the same), must end where the law did. So the verdict at no coupling says what
// samples at a small one say, also of laws that let contacts share what the masses do not couple.
// Otherwise draws are compared in the mass metric: ξ = largest ‖Δp⁺‖
// over ‖p⁻‖, the outcome itself included. Several outcomes seen are a proof; one outcome seen is
// not, so that the verdict is then `not_checked`. Page: docs/verdict_with_friction.md.
#include "analysis/friction/sampled_verdict.h"

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/carrying_rank.h"
#include "analysis/friction/closing_draws.h"
#include "analysis/friction/routh.h"
#include "analysis/spread.h"
#include "base/text.h"
#include "solver/farthest_pair.h"

namespace carom::analysis {
namespace {

using base::number;
using Verdict = Uniqueness::Verdict;

// Of ‖p⁻‖: laws that integrate (regular, compliant) differ by their tolerances, about 1e-9, between
// draws. Ten times smaller: their rounding makes several outcomes. Larger: real ones are merged.
constexpr double same_sample = 1e-6;

// Why no sample is needed; empty: one is.
std::string proof(const ImpactProblem& problem, bool friction) {
  bool any = false;
  for (const auto& block : coupled_contacts(problem, friction)) {
    const bool approaches = std::any_of(block.begin(), block.end(), [&](int i) {
      return problem.approach()[i] < -problem.grazing_threshold();
    });
    if (approaches && block.size() > 1) return "";
    any = any || approaches;
  }
  return any ? "no contact that approaches is coupled with another: there is no order and no ratio "
               "of stiffness to choose"
             : "no contact approaches: the velocity stays as it is";
}

Eigen::MatrixXd whitened(const ImpactProblem& problem, const Eigen::VectorXd& own,
                         const std::vector<Eigen::VectorXd>& others) {
  Eigen::MatrixXd points(own.size(), static_cast<Eigen::Index>(others.size()) + 1);
  points.col(0) = problem.whiten(own);
  for (std::size_t k = 0; k < others.size(); ++k)
    points.col(static_cast<Eigen::Index>(k) + 1) = problem.whiten(others[k]);
  return points;
}

double spread(const ImpactProblem& problem, const Eigen::VectorXd& own,
              const std::vector<Eigen::VectorXd>& others) {
  return solver::farthest_pair(whitened(problem, own, others)).distance / problem.momentum_norm();
}

// Outcomes that differ by more than `same_outcome` from every one counted before.
int distinct(const ImpactProblem& problem, const Eigen::MatrixXd& points) {
  std::vector<Eigen::Index> kept;
  for (Eigen::Index k = 0; k < points.cols(); ++k) {
    const bool known = std::any_of(kept.begin(), kept.end(), [&](Eigen::Index other) {
      return (points.col(k) - points.col(other)).norm() <= same_sample * problem.momentum_norm();
    });
    if (!known) kept.push_back(k);
  }
  return static_cast<int>(kept.size());
}

std::string rounded_percent(double share) { return number(100.0 * share, 3) + " %"; }

// "largest difference of a velocity component 0.2 (coordinate 3)"
std::string largest_component(const Eigen::VectorXd& own,
                              const std::vector<Eigen::VectorXd>& others) {
  Eigen::VectorXd low = own, high = own;
  for (const auto& v : others) low = low.cwiseMin(v), high = high.cwiseMax(v);
  Eigen::Index at = 0;
  const double largest = (high - low).maxCoeff(&at);
  return "largest difference of a component of the velocity after the impact " +
         number(largest, 3) + " (coordinate " + std::to_string(at + 1) + ")";
}

std::string drawn(const ClosingDraws& stiffness, const ClosingDraws& orders) {
  const auto made = [](const ClosingDraws& closing) {
    return static_cast<int>(closing.velocities.size()) + closing.unfinished;
  };
  std::string text = "sampled, " + std::to_string(made(stiffness) + made(orders)) + " draws (" +
                     std::to_string(made(stiffness)) + " of stiffness, " +
                     std::to_string(made(orders)) + " orders of closing)";
  if (orders.refused) text += ", orders left out because the law does not take one contact alone";
  const int unfinished = stiffness.unfinished + orders.unfinished;
  if (unfinished > 0) text += ", " + std::to_string(unfinished) + " without an end";
  return text;
}

void judge_draws(const ImpactProblem& problem, const ClosingDraws& stiffness,
                 const ClosingDraws& orders, Outcome& outcome) {
  const Eigen::VectorXd& own = outcome.velocity_plus;
  std::vector<Eigen::VectorXd> all = stiffness.velocities;
  all.insert(all.end(), orders.velocities.begin(), orders.velocities.end());
  const Eigen::MatrixXd points = whitened(problem, own, all);
  const double xi = solver::farthest_pair(points).distance / problem.momentum_norm();
  const double by_stiffness = spread(problem, own, stiffness.velocities);
  const double by_order = spread(problem, own, orders.velocities);
  auto& uniqueness = outcome.uniqueness;
  uniqueness.draws = static_cast<int>(all.size()) + stiffness.unfinished + orders.unfinished;
  uniqueness.indeterminacy = xi;
  uniqueness.complete = false;
  uniqueness.outcomes = distinct(problem, points);
  uniqueness.reason = drawn(stiffness, orders);
  if (all.empty()) {
    uniqueness.reason += ": nothing to compare with";
  } else if (xi > same_sample) {
    uniqueness.verdict = Verdict::several;
    uniqueness.reason += ": outcomes differ by up to " + rounded_percent(xi) +
                         " of the momentum (stiffness " + rounded_percent(by_stiffness) +
                         ", order " + rounded_percent(by_order) + "); " +
                         largest_component(own, all) + negligible_words(xi);
  } else {
    uniqueness.reason += ": they agree within " + rounded_percent(xi) + " of the momentum; " +
                         largest_component(own, all) + "; a sample is no proof";
  }
}

// The proof holds for laws that leave alone what nothing couples: does this one?
void judge_decoupled(const ImpactProblem& problem, const Law& law, std::uint64_t seed,
                     Outcome& outcome) {
  auto& uniqueness = outcome.uniqueness;
  uniqueness.verdict = Verdict::unique;
  uniqueness.outcomes = 1.0;
  if (problem.contact_count() < 2 || problem.momentum_norm() == 0.0) return;
  const ClosingDraws alone = draw_orders(problem, law, 1, seed);
  if (alone.velocities.empty()) return;
  const double xi = spread(problem, outcome.velocity_plus, alone.velocities);
  if (!(xi > same_sample)) return;
  uniqueness.verdict = Verdict::several;
  uniqueness.outcomes = 2.0;
  uniqueness.complete = false;
  uniqueness.indeterminacy = xi;
  uniqueness.reason =
      "no contact that approaches is coupled with another, yet the law joins them: resolved one by "
      "one they end elsewhere, by " +
      rounded_percent(xi) + " of the momentum; " +
      largest_component(outcome.velocity_plus, alone.velocities) + negligible_words(xi);
}

}  // namespace

void judge_by_sampling(const ImpactProblem& problem, const Law& law, const ResolveOptions& options,
                       Outcome& outcome) {
  const bool friction = law.description().friction;
  auto& uniqueness = outcome.uniqueness;
  uniqueness.impulses_unique = impulses_determined(problem, friction, outcome);
  uniqueness.reason = proof(problem, friction);
  if (!uniqueness.reason.empty()) {
    judge_decoupled(problem, law, options.seed, outcome);
  } else {
    const int half = std::max(0, options.draws) / 2;
    const auto stiffness =
        draw_stiffness(problem, law, std::max(0, options.draws) - half, options.seed);
    judge_draws(problem, stiffness, draw_orders(problem, law, half, options.seed), outcome);
  }
  if (options.branches != ResolveOptions::Branches::none)
    list_routh_branches(problem, options, outcome);
}

}  // namespace carom::analysis
