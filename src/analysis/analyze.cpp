// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": everything that `carom analyze` says, in one pass.
// Input: a problem and the Newton coefficient the user believes in. Output: Analysis.
// The count of outcomes says little, their distance much: the practical verdict is the
// larger of two spreads relative to ‖p⁻‖, over orders of the sequential law (S0) at that
// coefficient and over stiffness ratios of the compliant law.

#include "analysis/advice.h"
#include "analysis/orders/blocks.h"
#include "analysis/spread.h"
#include "base/text.h"
#include "carom/analysis.h"
#include "carom/error.h"
#include "carom/tolerance.h"

namespace carom {
namespace {

/// Of the verdict, one for each contact.
Eigen::VectorXd coefficients(const ImpactProblem& problem, const AnalysisOptions& options) {
  if (options.own_restitution) return analysis::own_coefficients(problem, 1.0);
  return Eigen::VectorXd::Constant(problem.contact_count(), options.restitution);
}

/// Elastic outcomes are known already.
Spread spread_at(const ImpactProblem& problem, const AnalysisOptions& options,
                 const OutcomeSet& elastic) {
  const analysis::SpreadQuestion question{.restitution = coefficients(problem, options),
                                          .seed = options.enumeration.seed};
  if ((question.restitution.array() == 1.0).all() && !analysis::has_friction(problem)) {
    return analysis::spread_over(problem, question, elastic);
  }
  EnumerationOptions search = options.enumeration;
  search.max_branches = 0;
  return analysis::spread_of(problem, question, search);
}

void take(const Spread& spread, const Eigen::VectorXd& restitution, Analysis& analysis) {
  if (std::isnan(spread.restitution)) analysis.own_restitution = restitution;
  analysis.spread_orders = spread.orders;
  analysis.spread_complete = spread.complete;
  analysis.spread_stiffness = spread.stiffness;
  analysis.spread_friction = spread.friction;
  analysis.practical = practical_verdict(spread);
}

bool impulses_determined(const ImpactProblem& problem) {
  for (const auto& block : analysis::coupled_blocks(problem.gram(), zero_tolerance)) {
    if (analysis::approaches(problem, block) &&
        analysis::independent_count(problem, block) < static_cast<int>(block.size())) {
      return false;
    }
  }
  return true;
}

}  // namespace

Analysis analyze(const ImpactProblem& problem, const AnalysisOptions& options) {
  if (!(options.restitution >= 0.0 && options.restitution <= 1.0)) {
    throw InvalidInput("analysis: restitution = " + base::number(options.restitution) +
                       "; expected 0 <= restitution <= 1");
  }
  Analysis analysis;
  analysis.labels = problem.labels();
  analysis.gram = problem.gram();
  analysis.certificate = certify(problem, options.coupling);
  EnumerationOptions elastic = options.enumeration;
  elastic.restitution = {};
  analysis.outcomes = all_outcomes(problem, elastic);
  analysis.worst = worst_indeterminacy(problem, options.search);
  const Eigen::VectorXd restitution = coefficients(problem, options);
  analysis.restitution = restitution.size() == 0 ? options.restitution : restitution.maxCoeff();
  take(spread_at(problem, options, analysis.outcomes), restitution, analysis);
  const double energy = problem.kinetic_energy();
  analysis.normal_split = energy_split(problem, Rows::normals);
  analysis.constrained_energy_ratio =
      energy > 0.0 ? analysis.normal_split.constrained / energy : 0.0;
  analysis.split = energy_split(problem, Rows::all);
  analysis.sensitivity = pair_sensitivities(problem, analysis.restitution);
  analysis.impulses_unique = impulses_determined(problem);
  analysis.advice = analysis::advise(problem, analysis);
  return analysis;
}

}  // namespace carom
