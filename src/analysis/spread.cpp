// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The count of outcomes says little, their distance much: the practical verdict is the larger of
// two spreads relative to ‖p⁻‖, over orders of closing at a coefficient and over stiffness ratios
// of the compliant law.
// Stiffness kᵢ = 10^x, x in [−½, ½]: every ratio is between 0.1 and 10, the range of real feet on
// real ground. Without friction orders are those of the sequential law (S0), enumerated; with it
// contacts close one after the other, each alone under the regular law.
// All of it happens among contacts that are coupled with one that approaches: the rest of the
// motion goes on unchanged, so that a far contact changes nothing and a solve costs what the
// contacts cost, not what the robot does.
#include "analysis/spread.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "analysis/friction/sampled_verdict.h"
#include "analysis/orders/blocks.h"
#include "base/random.h"
#include "base/words.h"
#include "carom/error.h"
#include "carom/law.h"
#include "carom/laws/compliant.h"
#include "carom/laws/regular.h"
#include "carom/tolerance.h"
#include "solver/farthest_pair.h"

namespace carom::analysis {
namespace {

constexpr int most_contacts = 64;
// Springs with friction at eight points of soles take a second a draw, and do not always end; four
// take milliseconds.
constexpr int most_with_friction = 4;
constexpr int grid = 9, draws = 32;
// With friction a draw takes ten milliseconds instead of a tenth of one.
constexpr int draws_with_friction = 12;
// Of the approach speed, per step of the integration: the verdict looks at hundredths, and some
// hundred steps leave 1e-4 at most. Smaller ones only cost time.
constexpr double tolerance = 1e-6, tolerance_with_friction = 1e-5;
// Of ‖p⁻‖: laws that integrate at these tolerances differ by so much between two runs of the same
// impact. Ten times smaller: a decoupled pair shows a spread. Larger: 0.01 % is lost.
constexpr double integration_noise = 1e-5;
// Closings of single contacts with friction that are tried one by one: all orders of four feet are
// some hundred. Ten times more is seconds for eight corners, whose orders are sampled then.
constexpr int most_closings = 1000;
constexpr int order_draws = 32;

double without_noise(double share, double noise) { return share < noise ? 0.0 : share; }

/// A group of coupled contacts as an impact of its own: coordinates z of the momentum in the span
/// of its rows, masses 1.
class Group {
 public:
  Group(const ImpactProblem& problem, std::vector<int> members, const SpreadQuestion& question,
        bool friction)
      : members_(std::move(members)),
        friction_(friction),
        span_(friction ? SpanCoordinates(rows_of(problem)) : SpanCoordinates(problem, members_)),
        z_(span_.Q.transpose() * problem.whitened_velocity()),
        masses_(Eigen::MatrixXd::Identity(span_.Q.cols(), span_.Q.cols())) {
    contacts_.resize(members_.size());
    Eigen::Index row = 0;
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const int member = members_[k];
      const Contact& given = problem.contacts()[static_cast<std::size_t>(member)];
      Contact& own = contacts_[k];
      own.restitution = question.restitution[member];
      if (!friction) {
        own.normal =
            problem.normal_length()[member] * span_.from_z.row(static_cast<Eigen::Index>(k));
        continue;
      }
      own.normal = span_.from_z.row(row);
      own.tangents = span_.from_z.middleRows(row + 1, given.tangents.rows());
      own.friction = given.friction;
      own.static_friction = given.static_friction;
      row += 1 + given.tangents.rows();
    }
  }

  int size() const { return static_cast<int>(members_.size()); }
  const Eigen::MatrixXd& Q() const { return span_.Q; }
  ImpactProblem problem() const { return {masses_, contacts_, z_}; }

  /// Columns: changes of z under the compliant law. Empty: an outcome is not to be had.
  std::optional<Eigen::MatrixXd> vary_stiffness(std::uint64_t seed) {
    if (size() > (friction_ ? most_with_friction : most_contacts)) return std::nullopt;
    const int count = size() == 1   ? 1
                      : size() == 2 ? grid
                      : friction_   ? draws_with_friction
                                    : draws;
    Eigen::MatrixXd changes(z_.size(), count);
    const Law law = Compliant{.tolerance = friction_ ? tolerance_with_friction : tolerance};
    base::Random random(seed);
    Workspace workspace;
    Outcome outcome;
    for (int draw = 0; draw < count; ++draw) {
      draw_stiffness(draw, random);
      solve(problem(), law, workspace, outcome);
      if (!outcome.ok()) return std::nullopt;
      changes.col(draw) = outcome.velocity_plus - z_;
    }
    return changes;
  }

  /// The same over orders of closing, each contact alone under the regular law.
  ClosingDraws vary_order(std::uint64_t seed) const {
    const ImpactProblem whole = problem();
    ClosingDraws orders = every_order(whole, Regular{}, most_closings);
    if (!orders.complete) {
      const ClosingDraws random = draw_orders(whole, Regular{}, order_draws, seed);
      orders.velocities.insert(orders.velocities.end(), random.velocities.begin(),
                               random.velocities.end());
      orders.unfinished += random.unfinished;
    }
    for (Eigen::VectorXd& z : orders.velocities) z -= z_;
    return orders;
  }

 private:
  /// Columns: all rows of the members, where the mass metric is the ordinary one.
  Eigen::MatrixXd rows_of(const ImpactProblem& problem) const {
    std::vector<int> columns;
    for (const int member : members_) {
      const auto tangents = problem.contacts()[static_cast<std::size_t>(member)].tangents.rows();
      for (Eigen::Index t = 0; t <= tangents; ++t) {
        columns.push_back(problem.normal_row(member) + static_cast<int>(t));
      }
    }
    return problem.whitened_rows()(Eigen::all, columns);
  }

  void draw_stiffness(int draw, base::Random& random) {
    if (size() == 2) {
      const double exponent = static_cast<double>(draw) / (grid - 1) - 0.5;
      contacts_[0].stiffness = std::pow(10.0, exponent);
      contacts_[1].stiffness = std::pow(10.0, -exponent);
      return;
    }
    for (Contact& contact : contacts_) {
      contact.stiffness = std::pow(10.0, random.uniform(-0.5, 0.5));
    }
  }

  std::vector<int> members_;
  bool friction_;
  SpanCoordinates span_;
  Eigen::VectorXd z_;
  Eigen::MatrixXd masses_;
  std::vector<Contact> contacts_;
};

/// The groups that an impact changes.
std::vector<Group> groups_of(const ImpactProblem& problem, const SpreadQuestion& question,
                             bool friction) {
  std::vector<Group> groups;
  for (auto& members : friction ? coupled_contacts(problem, true)
                                : coupled_blocks(problem.gram(), zero_tolerance)) {
    std::erase_if(members, [&](int i) { return problem.normal_length()[i] == 0.0; });
    if (!approaches(problem, members)) continue;
    groups.emplace_back(problem, std::move(members), question, friction);
  }
  return groups;
}

/// Outcomes of the groups together; a group with fewer of them begins anew.
Eigen::MatrixXd together(const ImpactProblem& problem, const std::vector<Group>& groups,
                         const std::vector<Eigen::MatrixXd>& changes) {
  Eigen::Index count = 0;
  for (const Eigen::MatrixXd& of_group : changes) count = std::max(count, of_group.cols());
  Eigen::MatrixXd ends(problem.coordinate_count(), count);
  for (Eigen::Index k = 0; k < count; ++k) {
    Eigen::VectorXd momentum = problem.whitened_velocity();
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (changes[g].cols() == 0) continue;
      momentum += groups[g].Q() * changes[g].col(k % changes[g].cols());
    }
    ends.col(k) = problem.unwhiten(momentum);
  }
  return ends;
}

double spread_of(const ImpactProblem& problem, const std::vector<Eigen::MatrixXd>& changes) {
  double square = 0.0;
  for (const Eigen::MatrixXd& of_group : changes) {
    if (of_group.cols() < 2) continue;
    const double distance = solver::farthest_pair(of_group).distance;
    square += distance * distance;
  }
  return square == 0.0 ? 0.0 : std::sqrt(square) / problem.momentum_norm();
}

/// Single contacts leave nothing to choose.
bool can_vary(const std::vector<Group>& groups) {
  return std::any_of(groups.begin(), groups.end(), [](const Group& g) { return g.size() > 1; });
}

StiffnessOutcomes outcomes_of(const ImpactProblem& problem, const std::vector<Group>& groups,
                              const std::vector<Eigen::MatrixXd>& changes) {
  return {together(problem, groups, changes), spread_of(problem, changes)};
}

std::optional<StiffnessOutcomes> vary_stiffness(const ImpactProblem& problem,
                                                std::vector<Group>& groups, std::uint64_t seed) {
  if (!can_vary(groups)) {
    return StiffnessOutcomes{Eigen::MatrixXd(problem.coordinate_count(), 0), 0.0};
  }
  std::vector<Eigen::MatrixXd> changes;
  for (Group& group : groups) {
    auto of_group = group.vary_stiffness(seed);
    if (!of_group) return std::nullopt;
    changes.push_back(std::move(*of_group));
  }
  return outcomes_of(problem, groups, changes);
}

/// The outcomes listed, the two farthest apart, and those of the springs.
Eigen::MatrixXd columns_of(const ImpactProblem& problem, const OutcomeSet& orders,
                           const std::optional<StiffnessOutcomes>& springs) {
  const auto listed = static_cast<Eigen::Index>(orders.branches.size());
  const Eigen::Index far = orders.farthest.first.size() > 0 ? 2 : 0;
  const Eigen::Index soft = springs ? springs->velocities.cols() : 0;
  Eigen::MatrixXd columns(problem.coordinate_count(), listed + far + soft);
  for (Eigen::Index k = 0; k < listed; ++k) {
    columns.col(k) = orders.branches[static_cast<std::size_t>(k)].velocity_plus;
  }
  if (far > 0) {
    columns.col(listed) = orders.farthest.first;
    columns.col(listed + 1) = orders.farthest.second;
  }
  if (soft > 0) columns.rightCols(soft) = springs->velocities;
  return columns;
}

Spread friction_spread(const ImpactProblem& problem, const SpreadQuestion& question) {
  Spread spread;
  spread.restitution = common_value(question.restitution);
  spread.friction = true;
  std::vector<Group> groups = groups_of(problem, question, true);
  const auto springs = vary_stiffness(problem, groups, question.seed);
  spread.velocities.resize(problem.coordinate_count(), 0);
  if (!can_vary(groups)) {
    spread.stiffness = 0.0;
    return spread;
  }
  std::vector<Eigen::MatrixXd> changes;
  for (const Group& group : groups) {
    const ClosingDraws orders = group.vary_order(question.seed);
    spread.complete = spread.complete && orders.complete && orders.unfinished == 0;
    // Not one order ended: no verdict, as without friction.
    spread.ends = spread.ends && !orders.velocities.empty();
    auto& of_group = changes.emplace_back(group.Q().cols(), std::ssize(orders.velocities));
    for (std::size_t k = 0; k < orders.velocities.size(); ++k) {
      of_group.col(static_cast<Eigen::Index>(k)) = orders.velocities[k];
    }
  }
  spread.orders = without_noise(spread_of(problem, changes), integration_noise);
  if (springs) spread.stiffness = without_noise(springs->spread, integration_noise);
  const StiffnessOutcomes closed = outcomes_of(problem, groups, changes);
  const Eigen::Index soft = springs ? springs->velocities.cols() : 0;
  spread.velocities.resize(problem.coordinate_count(), closed.velocities.cols() + soft);
  spread.velocities.leftCols(closed.velocities.cols()) = closed.velocities;
  if (soft > 0) spread.velocities.rightCols(soft) = springs->velocities;
  spread.velocities_complete = spread.complete && groups.size() < 2;
  return spread;
}

}  // namespace

Eigen::VectorXd practical_coefficients(const ImpactProblem& problem, const Outcome& outcome) {
  if (outcome.restitution) {
    return Eigen::VectorXd::Constant(problem.contact_count(), *outcome.restitution);
  }
  return own_coefficients(problem, outcome.law->coefficient.starts_with("none") ? 0.0 : 1.0);
}

Eigen::VectorXd own_coefficients(const ImpactProblem& problem, double otherwise) {
  Eigen::VectorXd e(problem.contact_count());
  for (int i = 0; i < problem.contact_count(); ++i) {
    e[i] = problem.contacts()[static_cast<std::size_t>(i)].restitution.value_or(otherwise);
  }
  return e;
}

bool coefficients_differ(const ImpactProblem& problem) {
  const auto& contacts = problem.contacts();
  return !common_restitution(problem) &&
         std::ranges::any_of(contacts, [](const Contact& c) { return c.restitution.has_value(); });
}

bool has_friction(const ImpactProblem& problem) {
  const auto& contacts = problem.contacts();
  return std::any_of(contacts.begin(), contacts.end(), [](const Contact& contact) {
    return contact.tangents.rows() > 0 &&
           std::max(contact.friction, contact.static_friction.value_or(0.0)) > 0.0;
  });
}

double common_value(const Eigen::VectorXd& restitution) {
  if (restitution.size() == 0) return 1.0;
  return (restitution.array() == restitution[0]).all() ? restitution[0]
                                                       : std::numeric_limits<double>::quiet_NaN();
}

std::optional<StiffnessOutcomes> stiffness_outcomes(const ImpactProblem& problem,
                                                    const SpreadQuestion& question) {
  if (problem.momentum_norm() == 0.0) {
    return StiffnessOutcomes{Eigen::MatrixXd(problem.coordinate_count(), 0), 0.0};
  }
  const bool friction = question.friction && has_friction(problem);
  std::vector<Group> groups = groups_of(problem, question, friction);
  return vary_stiffness(problem, groups, question.seed);
}

Spread spread_over(const ImpactProblem& problem, const SpreadQuestion& question,
                   const OutcomeSet& orders) {
  SpreadQuestion smooth = question;
  smooth.friction = false;
  const auto springs = stiffness_outcomes(problem, smooth);
  Spread spread;
  spread.restitution = common_value(question.restitution);
  spread.orders = without_noise(orders.indeterminacy, base::no_share);
  spread.complete = orders.complete && orders.indeterminacy_exact;
  spread.ends = orders.count > 0.0;
  if (springs) spread.stiffness = without_noise(springs->spread, base::no_share);
  spread.velocities = columns_of(problem, orders, springs);
  spread.velocities_complete =
      orders.complete && static_cast<double>(orders.branches.size()) == orders.count;
  return spread;
}

Spread spread_of(const ImpactProblem& problem, const SpreadQuestion& question,
                 const EnumerationOptions& options) {
  if (question.friction && has_friction(problem) && problem.momentum_norm() > 0.0) {
    return friction_spread(problem, question);
  }
  EnumerationOptions search = options;
  search.minimal = false;
  search.restitution = {};
  if ((question.restitution.array() != 1.0).any()) search.restitution = question.restitution;
  return spread_over(problem, question, all_outcomes(problem, search));
}

}  // namespace carom::analysis

namespace carom {

Spread measure_spread(const ImpactProblem& problem, double restitution,
                      const EnumerationOptions& options) {
  return analysis::spread_of(
      problem,
      {.restitution = Eigen::VectorXd::Constant(problem.contact_count(), restitution),
       .seed = options.seed},
      options);
}

PracticalVerdict practical_spread(const ImpactProblem& problem, const Eigen::VectorXd& restitution,
                                  bool friction, std::uint64_t seed) {
  if (restitution.size() != problem.contact_count()) {
    throw InvalidInput("practical_spread: restitution has " + std::to_string(restitution.size()) +
                       " entries; expected one for each of the " +
                       std::to_string(problem.contact_count()) + " contacts");
  }
  // An impact of a run, not the only question of a command: a tenth of the states and of the
  // samples that analyze() has, which settle up to eight contacts.
  const EnumerationOptions quick{
      .max_states = 100'000, .max_branches = 0, .samples = 1'000, .seed = seed};
  return analysis::spread_of(
      problem, {.restitution = restitution, .friction = friction, .seed = seed}, quick);
}

std::optional<Analysis::Practical> practical_verdict(const Spread& spread) {
  return spread.grade();
}

}  // namespace carom
