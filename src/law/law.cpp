// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// solve(): sizes the outcome, runs the law, completes ledger and residuals, and lets pass as
// resolved only what holds (outcome/gate.h).
#include "carom/law.h"

#include "law/scratch.h"
#include "outcome/gate.h"
#include "outcome/ledger.h"

namespace carom {

Workspace::Workspace() : scratch_(std::make_unique<Scratch>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

void solve(const ImpactProblem& problem, const Law& law, Workspace& workspace, Outcome& outcome) {
  // Storage is kept from call to call: the outcome is emptied, not made anew, and the description
  // is shared with the law.
  outcome::prepare(problem, outcome);
  if (outcome.law != law.shared_description()) outcome.law = law.shared_description();
  law.solve(problem, workspace, outcome);
  // The order matters: energies and residuals are computed from impulses and velocity, whoever
  // filled them, and the gate judges these.
  const auto measures = outcome::complete(problem, outcome);
  const LawDescription& description = law.description();
  if (outcome.ok()) outcome::refuse_unless_it_holds(problem, description, measures, outcome);
  if (description.friction) outcome::note_mixed_units(problem, outcome);
}

// v⁺ = v⁻ + M⁻¹Jᵀp on the null space of the bilateral rows, so that the hinges hold after the
// impact as before. Zero impulses are skipped: a contact that takes none leaves every bit of v⁻.
void apply_impulses(const ImpactProblem& problem, Outcome& outcome) {
  const auto& response = problem.velocity_per_impulse();
  outcome.velocity_plus = problem.velocity();
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    const int row = problem.normal_row(i);
    if (impulse.normal != 0.0) outcome.velocity_plus += impulse.normal * response.col(row);
    for (int k = 0; k < impulse.tangent_count; ++k)
      outcome.velocity_plus +=
          impulse.tangential[static_cast<std::size_t>(k)] * response.col(row + 1 + k);
  }
}

}  // namespace carom
