// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Inert law (S4 eq. 1–5): every row A of every contact, tangents included, is zero after the
// impact,
//   A v⁺ = 0,  M(v⁺ − v⁻) = Aᵀ p,  v⁺ = P_a v⁻,  K⁺ = T_a,
// by the projector P_a = I − M⁻¹Aᵀ(A M⁻¹Aᵀ)⁻¹A (eq. 3). Departure: dependent rows are allowed, and
// then the shortest impulses are given. Bilateral: impulses may pull, which the outcome reports.
#include "carom/laws/inert.h"

#include "base/text.h"
#include "law/scratch.h"

namespace carom {
namespace {

// Contacts whose normal impulse is negative beyond rounding, with their impulses [N·s].
void flag_pulling(const ImpactProblem& problem, double scale, Outcome& outcome) {
  for (int i = 0; i < problem.contact_count(); ++i) {
    const double normal = outcome.impulse[static_cast<std::size_t>(i)].normal;
    // A momentum, of that before the impact: the shortest impulses have rounding of 1e-16 times
    // the condition of the rows, for which this leaves 1e4. Beyond that a pull may be rounding;
    // its size is in the message.
    if (normal * problem.normal_length()[i] >= -1e-12 * scale) continue;
    // Piece by piece, into the storage of the message: no temporary strings in a hot path.
    outcome.message += outcome.message.empty() ? "pulls at " : ", ";
    outcome.message += problem.labels()->contacts[static_cast<std::size_t>(i)];
    outcome.message += " (";
    outcome.message += base::number(normal);
    outcome.message += " N·s)";
  }
  if (!outcome.message.empty()) outcome.message += ": only a bilateral joint could do that";
}

void flag_redundant_bilateral(const ImpactProblem& problem, Outcome& outcome) {
  if (problem.bilateral_independent()) return;
  if (!outcome.message.empty()) outcome.message += "; ";
  outcome.message += "bilateral rows are redundant: their impulses are the shortest of many";
}

}  // namespace

LawDescription Inert::describe() const {
  return {.name = "inert",
          .coefficient = "none: every contact row is zero after the impact",
          .summary = "bilateral projection on all contact rows, tangents included; may pull",
          .source = "S4 eq. 1-5",
          .pulls = true,
          .multiplicity = Multiplicity::one};
}

void Inert::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  auto& scratch = workspace.scratch();
  // In the ordinary metric the columns are L⁻¹Aᵀ and p minimises ‖Lᵀv⁻ + L⁻¹Aᵀp‖. What is left is
  // Lᵀv⁺; it is orthogonal to every column, which is A v⁺ = 0, and P_a v⁻ = v⁺.
  scratch.target = -problem.whitened_velocity();
  scratch.least_norm.solve(problem.balanced_rows(), scratch.target);
  // Along balanced rows p is the shortest; along the rows as given the impulse is factor times it.
  const auto& p = scratch.least_norm.x();
  for (int i = 0; i < problem.contact_count(); ++i) {
    auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    const int row = problem.normal_row(i);
    const double factor = problem.row_factor()[i];
    impulse.normal = factor * p[row];
    for (int k = 0; k < impulse.tangent_count; ++k)
      impulse.tangential[static_cast<std::size_t>(k)] = factor * p[row + 1 + k];
  }
  outcome.status = Outcome::Status::resolved;
  apply_impulses(problem, outcome);
  // Dependent rows: v⁺ is the same, p is one of many.
  outcome.uniqueness.impulses_unique =
      scratch.least_norm.rank() == problem.contact_jacobian().rows() &&
      problem.bilateral_independent();
  flag_pulling(problem, problem.momentum_norm(), outcome);
  flag_redundant_bilateral(problem, outcome);
}

}  // namespace carom
