// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's law in Moreau's form: one complementarity problem for all closed contacts,
//   0 ≤ p_n ⊥ c_n⁺ + e c_n⁻ ≥ 0,   ‖p_t‖ ≤ μ p_n,   c_t⁺ = 0 or p_t = −μ p_n c_t⁺/‖c_t⁺‖
// (Moreau 1988; Glocker & Pfeiffer 1995; no restitution along the tangents). Departure: a contact
// that was separating has e = 0 here, else c_n⁺ ≥ −e c_n⁻ would let it approach afterwards. The law
// does not follow the impact: the works are those of a straight line from v⁻ to v⁺.
#include "carom/laws/newton.h"

#include "law/coefficient.h"
#include "law/rows/complementarity_rows.h"

namespace carom {

LawDescription Newton::describe() const {
  return {.name = "newton",
          .parameters = law::parameters(restitution),
          .coefficient = "kinematic (Newton), of each contact: separation over approach",
          .summary = "every pressed contact separates at its coefficient times its approach",
          .source = "Moreau 1988; Glocker & Pfeiffer 1995",
          .gains_energy = true,
          .several_with_friction = true,
          .friction = true,
          .requires_restitution = true,
          .multiplicity = Multiplicity::sampled};
}

void Newton::check() const { law::check_restitution("newton", restitution); }

// c⁺ = c⁻ + G p, so that c_n⁺ + e c_n⁻ is the normal part of G p plus (1 + e) c_n⁻: the law is one
// complementarity problem, that of e = 0 with (1 + e) c_n⁻ for the normal speeds. Tangents keep
// b = c_t⁻, as Coulomb's law holds for c_t⁺ itself.
void Newton::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  law::require_restitution("newton", problem, restitution);
  outcome.restitution = law::common_restitution(problem, restitution);
  outcome.status = Outcome::Status::resolved;
  // No contact approaches: p = 0 satisfies the law, and the velocity stays as it is.
  if (!law::approaches(problem)) return;
  auto& scratch = law::complementarity_rows(problem, workspace);
  scratch.b = scratch.before;
  for (std::size_t i = 0; i < scratch.rows.size(); ++i) {
    const int k = scratch.contact[i];
    const double e =
        law::restitution_at(problem.contacts()[static_cast<std::size_t>(k)], restitution);
    double& normal = scratch.b[scratch.rows[i].row];
    // The departure: e = 0 where the contact separates.
    if (normal >= 0.0) continue;
    normal *= 1.0 + e;
    // The rigid solver takes the state p⁻ with its own approach, so that only e c_n⁻ is left to
    // add, along unit normals.
    scratch.shift[k] = e * problem.approach()[k];
  }
  // One phase is the whole impact.
  const bool solved = law::solve_phase(problem, scratch);
  scratch.impulse = scratch.phase;
  if (!solved) return law::report_no_solution(problem, scratch, "law 'newton'", outcome);
  outcome.residuals.law = scratch.residual;
  law::store_impulses(problem, scratch, outcome);
  outcome.uniqueness.impulses_unique = scratch.unique;
  // ΔK = ½ p·(J v⁻ + J v⁺) (Thomson & Tait), exact whatever path the impact takes.
  scratch.after.noalias() = problem.contact_jacobian() * outcome.velocity_plus;
  law::balance(problem, scratch.after);
  law::note_energy_gain(
      problem, 0.5 * scratch.impulse.dot(scratch.before + scratch.after),
      "a kinematic coefficient allows it, with friction (Kane) or where coupled contacts restitute "
      "differently, as one that was separating does (Glocker)",
      outcome);
  law::note_static_friction(problem, "newton", outcome);
}

}  // namespace carom
