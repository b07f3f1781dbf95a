// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": everything that `carom analyze` says, in one pass.
// Input: a problem and the Newton coefficient the user believes in. Output: Analysis.
// The count of outcomes says little, their distance much: the practical verdict is the
// larger of two spreads relative to ‖p⁻‖, over orders of the sequential law (S0) at that
// coefficient and over stiffness ratios of the compliant law.
#include <optional>
#include <string>

#include "analysis/advice.h"
#include "analysis/blocks.h"
#include "analysis/stiffness_spread.h"
#include "carom/analysis.h"
#include "carom/error.h"
#include "carom/tolerance.h"
#include "solver/text.h"

namespace carom {
namespace {

constexpr double practically_one = 0.01;
constexpr double slight = 0.10;

std::optional<Analysis::Practical> judge(const OutcomeSet& set, double spread) {
  if (set.count == 0.0) {
    return std::nullopt;
  }
  if (spread < practically_one) {
    return Analysis::Practical::one;
  }
  return spread < slight ? Analysis::Practical::slight : Analysis::Practical::several;
}

void measure_spread(const ImpactProblem& problem, const AnalysisOptions& options,
                    Analysis& analysis) {
  OutcomeSet restituted;
  const bool elastic = options.restitution == 1.0;
  if (!elastic) {
    EnumerationOptions search = options.enumeration;
    search.minimal = false;
    search.max_branches = 0;
    search.restitution = Eigen::VectorXd::Constant(problem.contact_count(), options.restitution);
    restituted = all_outcomes(problem, search);
  }
  const OutcomeSet& set = elastic ? analysis.outcomes : restituted;
  analysis.restitution = options.restitution;
  analysis.spread_orders = set.indeterminacy;
  analysis.spread_complete = set.complete && set.indeterminacy_exact;
  analysis.spread_stiffness =
      analysis::stiffness_spread(problem, options.restitution, options.enumeration.seed);
  analysis.practical = judge(set, analysis.spread());
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
    throw InvalidInput("analysis: restitution = " + solver::number(options.restitution) +
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
  measure_spread(problem, options, analysis);
  const double energy = problem.kinetic_energy();
  analysis.constrained_energy_ratio =
      energy > 0.0 ? energy_split(problem, Rows::normals).constrained / energy : 0.0;
  analysis.split = energy_split(problem, Rows::all);
  analysis.sensitivity = pair_sensitivities(problem, options.restitution);
  analysis.impulses_unique = impulses_determined(problem);
  analysis.advice = analysis::advise(problem, analysis);
  return analysis;
}

}  // namespace carom
