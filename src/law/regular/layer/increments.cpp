// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/layer/increments.h"

namespace carom::law {
namespace {

// δ over the length of an increment, which is also the error of first order: the compliance is not
// seen beside it. Rounding in the layer is 1e-16 over this, 1e-11.
constexpr double compliance_per_increment = 1e-5;
constexpr int increments_per_unit = 500;
/// Two first-order results this far apart, scaled, did not take the same way: their increments
/// differ by 1e-3, which this exceeds ten times.
constexpr double branch_change = 1e-2;

}  // namespace

FlowEnd run_increments(const ImpactProblem& problem, std::span<const int> contacts,
                       const Regular& settings, LayerFlow& scratch, Outcome& outcome) {
  if (!scratch.prepare(problem, contacts, settings)) return FlowEnd::finished;
  const double coarse = 1.0 / increments_per_unit;
  if (!scratch.follow_increments(compliance_per_increment * coarse, coarse))
    return scratch.report_failure(problem, outcome);
  scratch.keep_as_coarse();
  const double fine = 0.5 * coarse;
  if (!scratch.follow_increments(compliance_per_increment * fine, fine))
    return scratch.report_failure(problem, outcome);
  outcome.residuals.law = scratch.extrapolate(branch_change);
  write_result(problem, scratch.system(), scratch.state(), scratch.exchange(), outcome);
  scratch.report_events(outcome);
  return FlowEnd::finished;
}

}  // namespace carom::law
