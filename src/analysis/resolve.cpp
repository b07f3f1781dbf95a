// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One call for users: solve, then say whether the outcome is the only one.
// What decides is the law's multiplicity. Orders of elastic reflections: theorem (Coxeter angles)
// or enumeration; for R < 1 every elastic outcome p_e is blended with the plastic one p_p (S3
// III-A, corrected): p = p_p + α(p_e − p_p) in each coupled group, so outcomes coincide iff the
// elastic ones do. Orders
// of restituted reflections (S0): enumeration with κ = 1 + r. Verdict over every greedy order;
// `minimal` only selects the branches that are listed.
#include "carom/resolve.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/friction/sampled_verdict.h"
#include "analysis/orders/blocks.h"
#include "analysis/orders/pair.h"
#include "analysis/spread.h"
#include "base/text.h"
#include "carom/analysis.h"
#include "carom/laws/plastic.h"
#include "carom/tolerance.h"
#include "law/rows/coupled_groups.h"
#include "law/sequence/reflections.h"
#include "solver/farthest_pair.h"
#include "solver/orthogonal_basis.h"

namespace carom {
namespace {

using analysis::ContactBlock;
using analysis::OrderFree;
using base::number;
using Verdict = Uniqueness::Verdict;

std::vector<ContactBlock> approaching_blocks(const ImpactProblem& problem,
                                             const Eigen::VectorXd& restitution) {
  std::vector<ContactBlock> blocks;
  for (auto& contacts : analysis::coupled_blocks(problem.gram(), zero_tolerance)) {
    if (analysis::approaches(problem, contacts)) {
      blocks.emplace_back(problem, std::move(contacts), restitution);
    }
  }
  return blocks;
}

bool normals_independent(const ImpactProblem& problem, const std::vector<ContactBlock>& blocks) {
  return std::all_of(blocks.begin(), blocks.end(), [&](const ContactBlock& block) {
    return analysis::independent_count(problem, block.contacts) == block.size();
  });
}

/// Newton coefficients of every contact, as the sequential law takes them; empty: all elastic.
Eigen::VectorXd coefficients(const ImpactProblem& problem, const Outcome& outcome) {
  Eigen::VectorXd r(problem.contact_count());
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& own = problem.contacts()[static_cast<std::size_t>(i)].restitution;
    r(i) = outcome.restitution ? *outcome.restitution : own.value_or(1.0);
  }
  return (r.array() == 1.0).all() ? Eigen::VectorXd() : r;
}

/// Why no order matters, if theorems alone say so; else empty.
std::string theorem(const std::vector<ContactBlock>& blocks) {
  bool coxeter = false, plastic = false;
  for (const ContactBlock& block : blocks) {
    const OrderFree kind = analysis::order_free(block);
    if (kind == OrderFree::no) {
      return "";
    }
    coxeter = coxeter || kind == OrderFree::coxeter;
    plastic = plastic || kind == OrderFree::plastic;
  }
  if (blocks.empty()) {
    return "no contact approaches: the velocity stays as it is";
  }
  if (coxeter) {
    return "the contacts meet at Coxeter angles: every order of elastic reflections gives this "
           "outcome, at every velocity; springs of different stiffness may still disagree";
  }
  if (plastic) {
    return "without bounce, and with no positive inner product between contacts, every order tends "
           "to this outcome";
  }
  return "no contact changes the approach of another: order and stiffness do not matter";
}

/// Replaces elastic velocities by those of coefficient R, each group of coupled contacts by itself
/// as the propagative law does; `plastic` is the velocity for R = 0.
class Blend {
 public:
  Blend(const ImpactProblem& problem, double R) : problem_(problem), R_(R), needed_(R < 1.0) {
    if (!needed_) return;
    Workspace workspace;
    Outcome outcome;
    solve(problem, Plastic{}, workspace, outcome);
    plastic_ = problem.whiten(outcome.velocity_plus);
    law::CoupledGroups groups;
    groups.find(problem, law::no_tangents);
    for (int g = 0; g < groups.count(); ++g) {
      auto& basis = spans_.emplace_back();
      basis.reset(problem.coordinate_count(), std::ssize(groups.group(g)));
      for (const int i : groups.group(g)) basis.append(problem.unit_normals().col(i));
    }
  }

  bool needed() const { return needed_; }

  /// In coordinates of the ordinary metric.
  Eigen::VectorXd operator()(const Eigen::VectorXd& elastic) const {
    if (!needed_) {
      return problem_.whiten(elastic);
    }
    const Eigen::VectorXd difference = problem_.whiten(elastic) - plastic_;
    Eigen::VectorXd blended = plastic_;
    for (const auto& span : spans_) {
      const Eigen::VectorXd part = span.Q() * (span.Q().transpose() * difference);
      blended += law::elastic_share(R_, plastic_.dot(part), part.squaredNorm()) * part;
    }
    return blended;
  }

 private:
  const ImpactProblem& problem_;
  double R_;
  bool needed_;
  Eigen::VectorXd plastic_;
  std::vector<solver::OrthogonalBasis> spans_;  // of the groups, orthogonal to each other
};

/// ξ of the blended outcomes that are listed.
double blended_indeterminacy(const ImpactProblem& problem, const Blend& blend,
                             const std::vector<Branch>& branches) {
  Eigen::MatrixXd ends(problem.coordinate_count(), static_cast<Eigen::Index>(branches.size()));
  for (std::size_t k = 0; k < branches.size(); ++k) {
    ends.col(static_cast<Eigen::Index>(k)) = blend(branches[k].velocity_plus);
  }
  return solver::farthest_pair(ends).distance / problem.momentum_norm();
}

std::string several_reason(const OutcomeSet& set, double indeterminacy, bool exact) {
  return (set.complete ? "" : "at least ") + number(set.count) +
         " outcomes over the orders of reflections; the farthest two differ by " +
         (exact ? "" : "at least ") + number(100.0 * indeterminacy, 3) + " % of the momentum" +
         (exact ? analysis::negligible_words(indeterminacy) : "");
}

void judge_set(const OutcomeSet& set, bool exact, Uniqueness& uniqueness) {
  uniqueness.outcomes = set.count;
  uniqueness.complete = set.complete;
  if (set.count > 1.0) {
    uniqueness.verdict = Verdict::several;
    uniqueness.reason = several_reason(set, uniqueness.indeterminacy, exact);
  } else if (set.count < 1.0) {
    uniqueness.verdict = Verdict::not_checked;
    uniqueness.reason = "no order was found to end";
  } else if (!set.complete) {
    uniqueness.verdict = Verdict::not_checked;
    uniqueness.reason = "too many orders to try them all: " + std::to_string(set.samples) +
                        " random ones gave one outcome, so that with 95 % confidence at most " +
                        number(100.0 * set.unseen_probability, 3) + " % of them give another";
  } else {
    uniqueness.verdict = Verdict::unique;
    uniqueness.reason = set.had_choice ? "every order that ends gives this outcome at this velocity"
                                       : "only one order is possible at this velocity";
    uniqueness.reason += "; other velocities may have several";
  }
}

void list_branches(const ImpactProblem& problem, const Blend& blend, EnumerationOptions search,
                   const ResolveOptions& options, Outcome& outcome) {
  search.minimal = options.branches == ResolveOptions::Branches::minimal;
  search.max_branches = options.max_branches;
  OutcomeSet set = all_outcomes(problem, search);
  if (blend.needed()) {
    for (Branch& branch : set.branches) {
      branch.velocity_plus = problem.unwhiten(blend(branch.velocity_plus));
    }
  }
  outcome.branches = std::move(set.branches);
  if (search.minimal) {
    outcome.uniqueness.reason += "; listed: " + number(set.count) +
                                 " from minimal sequences (S3 Definition 1)" +
                                 (set.complete ? "" : ", search not complete");
    outcome.uniqueness.complete = outcome.uniqueness.complete && set.complete;
  }
}

/// Laws whose outcomes are orders of reflections.
void judge_orders(const ImpactProblem& problem, const ResolveOptions& options, Outcome& outcome) {
  const bool global = outcome.law->multiplicity == Multiplicity::elastic_orders;
  const double R = global ? outcome.restitution.value_or(1.0) : 1.0;
  Uniqueness& uniqueness = outcome.uniqueness;
  EnumerationOptions search;
  search.max_states = options.max_states;
  search.seed = options.seed;
  search.restitution = global ? Eigen::VectorXd() : coefficients(problem, outcome);

  const auto blocks = approaching_blocks(problem, search.restitution);
  uniqueness.impulses_unique = normals_independent(problem, blocks);
  const std::string proof = R == 0.0 ? "restitution 0: the plastic outcome, a projection with one "
                                       "answer, for exact simultaneity"
                                     : theorem(blocks);
  const Blend blend(problem, R);
  if (!proof.empty()) {
    uniqueness.verdict = Verdict::unique;
    uniqueness.outcomes = 1.0;
    uniqueness.reason = proof;
  } else {
    search.max_branches = blend.needed() ? options.max_branches : 0;
    const OutcomeSet set = all_outcomes(problem, search);
    uniqueness.indeterminacy =
        blend.needed() ? blended_indeterminacy(problem, blend, set.branches) : set.indeterminacy;
    const bool all_listed =
        !blend.needed() || static_cast<double>(set.branches.size()) == set.count;
    judge_set(set, set.indeterminacy_exact && all_listed, uniqueness);
    if (set.count < 1.0 && !outcome.collapsed.empty()) {  // law/collapse.cpp: the limit
      uniqueness.outcomes = 1.0;
      uniqueness.reason =
          "no order was found to end (inelastic collapse); orders that use the same contacts for "
          "ever have this limit, others were not followed";
    }
  }
  if (options.branches != ResolveOptions::Branches::none && R == 0.0) {
    outcome.branches.push_back({outcome.velocity_plus, 0, 0, {}});  // no order leads elsewhere
  } else if (options.branches != ResolveOptions::Branches::none) {
    list_branches(problem, blend, search, options, outcome);
  }
}

}  // namespace

Outcome resolve(const ImpactProblem& problem, const Law& law, const ResolveOptions& options) {
  Outcome outcome;
  Workspace workspace;
  solve(problem, law, workspace, outcome);
  Uniqueness& uniqueness = outcome.uniqueness;
  if (!outcome.ok()) {
    uniqueness.reason = "there is no outcome to compare";
    return outcome;
  }
  if (options.practical) {
    outcome.practical =
        practical_spread(problem, analysis::practical_coefficients(problem, outcome),
                         options.practical_friction, options.seed);
  }
  switch (law.description().multiplicity) {
    case Multiplicity::unknown:
      uniqueness.reason = "the law does not say how many outcomes it can have";
      break;
    case Multiplicity::one:
      uniqueness.verdict = Verdict::unique;
      uniqueness.outcomes = 1.0;
      uniqueness.reason =
          "a projection has one answer, for exact simultaneity; contacts that close one after the "
          "other may end elsewhere";
      if (options.branches != ResolveOptions::Branches::none) {
        outcome.branches.push_back({outcome.velocity_plus, 0, 0, {}});
      }
      break;
    case Multiplicity::elastic_orders:
    case Multiplicity::restituted_orders: judge_orders(problem, options, outcome); break;
    case Multiplicity::sampled: analysis::judge_by_sampling(problem, law, options, outcome); break;
  }
  return outcome;
}

}  // namespace carom
