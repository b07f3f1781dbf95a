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
// Every draw has its own seed, so that its result depends on nothing but its number.
#include "analysis/friction/sampled_verdict.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "analysis/friction/routh.h"
#include "analysis/orders/blocks.h"
#include "analysis/spread.h"
#include "base/random.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/tolerance.h"
#include "law/rows/coupled_groups.h"
#include "solver/farthest_pair.h"
#include "solver/orthogonal_basis.h"

namespace carom::analysis {
namespace {

// Impulses and rates relative to ‖p⁻‖, friction relative to its limit. Laws of sums and projections
// leave 1e-12: three decades below. Laws that integrate leave 1e-8: such an impulse counts as
// carried and such a slip as stick, which adds rows and can only make the answer "not determined".
constexpr double small = 1e-9;

int friction_rows(const Contact& contact, bool friction) {
  const double mu = std::max(contact.friction, contact.static_friction.value_or(0.0));
  return friction && mu > 0.0 ? static_cast<int>(contact.tangents.rows()) : 0;
}

bool slipped_one_way(const Contact& contact, const ContactImpulse& impulse) {
  const double limit = contact.friction * impulse.normal;
  return limit > 0.0 &&
         std::hypot(impulse.tangential[0], impulse.tangential[1]) >= (1.0 - small) * limit;
}

constexpr int max_closings = 1000;  // of one draw; then it is given up
// Of ‖p⁻‖: an order ends when no contact approaches faster. Outcomes are compared at 1e-6 of it
// (same_sample), so that what is left is not seen; rounding of a closing is 1e-12.
constexpr double order_ends = 1e-9;

base::Random random_of(std::uint64_t seed, std::uint64_t kind, int draw) {
  base::Random mixer(seed + kind * 0x51ED270B0903CULL);
  return base::Random(mixer.bits() + static_cast<std::uint64_t>(draw) * 0xD1342543DE82EF95ULL);
}

// The contacts one by one, each the only contact of its problem.
std::vector<ImpactProblem> single_problems(const ImpactProblem& problem) {
  std::vector<ImpactProblem> singles;
  for (const auto& contact : problem.contacts())
    singles.emplace_back(problem.mass_matrix(), std::vector<Contact>{contact}, problem.velocity(),
                         problem.bilateral(), problem.name());
  return singles;
}

std::vector<int> approaching(const ImpactProblem& problem, const Eigen::VectorXd& velocity,
                             double ends = order_ends) {
  std::vector<int> result;
  for (int i = 0; i < problem.contact_count(); ++i) {
    const double length = problem.normal_length()[i];
    if (length == 0.0) continue;
    const double rate = problem.contacts()[static_cast<std::size_t>(i)].normal.dot(velocity);
    if (rate < -ends * problem.momentum_norm() * length) result.push_back(i);
  }
  return result;
}

using base::number;
using Verdict = Uniqueness::Verdict;

// Of ‖p⁻‖: laws that integrate (regular, compliant) differ by their tolerances, about 1e-9, between
// draws. Ten times smaller: their rounding makes several outcomes. Larger: real ones are merged.
constexpr double same_sample = 1e-6;

// Why no sample is needed; empty: one is.
std::string proof(const ImpactProblem& problem, bool friction) {
  bool any = false;
  for (const auto& block : coupled_contacts(problem, friction)) {
    const bool approaching = approaches(problem, block);
    if (approaching && block.size() > 1) return "";
    any = any || approaching;
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

// What is not told apart is nothing.
std::string rounded_percent(double share) {
  return share <= same_sample ? "0 %" : number(100.0 * share, 3) + " %";
}

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
    uniqueness.outcomes = 0.0;
    uniqueness.reason += ": nothing to compare with";
  } else if (xi > same_sample) {
    uniqueness.verdict = Verdict::several;
    uniqueness.reason += ": outcomes differ by up to " + rounded_percent(xi) +
                         " of the momentum (stiffness " + rounded_percent(by_stiffness) +
                         ", order " + rounded_percent(by_order) + "); " +
                         largest_component(own, all) + negligible_words(xi);
  } else {
    uniqueness.reason += ": they agree within " + number(100.0 * same_sample) +
                         " % of the momentum; a sample is no proof";
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

bool impulses_determined(const ImpactProblem& problem, bool friction, const Outcome& outcome) {
  const double scale = small * problem.momentum_norm();
  const auto& columns = problem.whitened_rows();
  solver::OrthogonalBasis basis;
  basis.reset(problem.coordinate_count(), columns.cols());
  bool carried = false, independent = true;
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const auto& contact = problem.contacts()[k];
    const auto& impulse = outcome.impulse[k];
    const double length = problem.normal_length()[i];
    if (length == 0.0) continue;
    const bool carries = std::abs(impulse.normal) * length > scale;
    const bool closed = contact.normal.dot(outcome.velocity_plus) <= scale * length;
    if (!carries && !closed) continue;
    carried = carried || carries;
    const int row = problem.normal_row(i), tangents = friction_rows(contact, friction);
    if (carries && tangents > 0 && slipped_one_way(contact, impulse)) {
      Eigen::VectorXd column = impulse.normal * columns.col(row);
      for (int t = 0; t < tangents; ++t)
        column += impulse.tangential[static_cast<std::size_t>(t)] * columns.col(row + 1 + t);
      independent = basis.append(column) && independent;
      continue;
    }
    for (int t = 0; t <= tangents; ++t)
      independent = basis.append(columns.col(row + t)) && independent;
  }
  return independent || !carried;
}

std::vector<std::vector<int>> coupled_contacts(const ImpactProblem& problem, bool friction) {
  const int n = problem.contact_count();
  const auto tangents = [&](int i) {
    return friction_rows(problem.contacts()[static_cast<std::size_t>(i)], friction);
  };
  Eigen::MatrixXd coupling = Eigen::MatrixXd::Zero(n, n);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      if (law::coupled(problem, a, tangents(a), b, tangents(b))) coupling(a, b) = 1.0;
  std::vector<std::vector<int>> blocks;
  for (auto& block : coupled_blocks(coupling, zero_tolerance)) {
    std::erase_if(block, [&](int i) { return problem.normal_length()[i] == 0.0; });
    if (!block.empty()) blocks.push_back(std::move(block));
  }
  return blocks;
}

ClosingDraws draw_stiffness(const ImpactProblem& problem, const Law& law, int count,
                            std::uint64_t seed) {
  ClosingDraws draws;
  Workspace workspace;
  Outcome outcome;
  for (int draw = 0; draw < count; ++draw) {
    base::Random random = random_of(seed, 1, draw);
    std::vector<Contact> contacts = problem.contacts();
    for (auto& contact : contacts) contact.stiffness *= std::pow(10.0, random.uniform(-1.0, 1.0));
    const ImpactProblem drawn(problem.mass_matrix(), std::move(contacts), problem.velocity(),
                              problem.bilateral(), problem.name());
    solve(drawn, law, workspace, outcome);
    if (outcome.ok())
      draws.velocities.push_back(outcome.velocity_plus);
    else
      ++draws.unfinished;
  }
  return draws;
}

ClosingDraws draw_orders(const ImpactProblem& problem, const Law& law, int count,
                         std::uint64_t seed) {
  ClosingDraws draws;
  Workspace workspace;
  Outcome outcome;
  auto singles = single_problems(problem);
  for (int draw = 0; draw < count; ++draw) {
    base::Random random = random_of(seed, 2, draw);
    Eigen::VectorXd velocity = problem.velocity();
    auto left = approaching(problem, velocity);
    int closings = 0;
    for (; !left.empty() && closings < max_closings; ++closings) {
      auto& single = singles[static_cast<std::size_t>(left[random.below(left.size())])];
      try {
        single.set_velocity(velocity);
        solve(single, law, workspace, outcome);
      } catch (const InvalidInput&) {
        // The law wants another number of contacts.
        return {.velocities = {}, .unfinished = 0, .refused = true};
      }
      if (!outcome.ok()) break;
      velocity = outcome.velocity_plus;
      left = approaching(problem, velocity);
    }
    if (left.empty())
      draws.velocities.push_back(velocity);
    else
      ++draws.unfinished;
  }
  return draws;
}

ClosingDraws every_order(const ImpactProblem& problem, const Law& law, int most_closings) {
  ClosingDraws draws;
  Workspace workspace;
  Outcome outcome;
  auto singles = single_problems(problem);
  // States that differ by less than what is told apart are one: orders of contacts that are hardly
  // coupled come together again, and a tree of thousands is a graph of some ten.
  const double same = same_sample * problem.momentum_norm();
  std::vector<Eigen::VectorXd> states = {problem.velocity()}, known = {problem.whitened_velocity()};
  const auto add = [&](const Eigen::VectorXd& velocity) {
    const Eigen::VectorXd momentum = problem.whiten(velocity);
    const bool met = std::any_of(known.begin(), known.end(), [&](const Eigen::VectorXd& other) {
      return (momentum - other).norm() <= same;
    });
    if (met) return;
    states.push_back(velocity);
    known.push_back(momentum);
  };
  for (std::size_t at = 0; at < states.size(); ++at) {
    const Eigen::VectorXd velocity = states[at];
    const std::vector<int> left = approaching(problem, velocity, same_sample);
    if (left.empty()) draws.velocities.push_back(velocity);
    for (const int contact : left) {
      if (most_closings-- <= 0) {
        draws.complete = false;
        return draws;
      }
      auto& single = singles[static_cast<std::size_t>(contact)];
      single.set_velocity(velocity);
      solve(single, law, workspace, outcome);
      if (outcome.ok()) {
        add(outcome.velocity_plus);
      } else {
        ++draws.unfinished;
      }
    }
  }
  return draws;
}

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
