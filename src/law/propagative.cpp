// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Propagative law (S3 III): p⁺ = p⁻ Γ(w₁)Γ(w₂)…, Γ(u) = I − 2 M⁻¹uᵀu/‖u‖² (eq. 7, 14), over all
// closed contacts, each used only while it approaches; then, for R < 1, the blend (eq. 17)
//   p⁺ = p_p + α (p_e − p_p),   α = [−c + √(c² + R² D (D + 2c))]/D,
//   c = ⟨p_p, p_e − p_p⟩,   D = ‖p_e − p_p‖²   (α = R when c = 0),
// so that the loss is (1 − R²) of the plastic loss (eq. 16 with E_p = ½(‖p⁻‖² − ‖p_p‖²)), in each
// group of coupled contacts by itself: groups are impacts of their own, and their losses add up.
// Departures from the print: all closed contacts instead of the approaching ones, α = R instead of
// √(1−R²), p_p on the cone instead of the bilateral subspace (docs/laws/propagative.md).
// Ledger: each contact loses (1 − R²) of what it would lose plastically.
// R = 0: α = 0 whatever p_e is, so that no sequence is run and the outcome is the plastic law's.
#include "carom/laws/propagative.h"

#include <span>

#include "carom/error.h"
#include "carom/laws/plastic.h"
#include "law/coefficient.h"
#include "law/sequence/reflections.h"

namespace carom {
namespace {

// The share α of the elastic outcome in one group, from contact space: p_e − p_p = Σ Δλᵢuᵢ.
double blend(const ImpactProblem& problem, double R, std::span<const int> group,
             const Workspace::Scratch& scratch) {
  const auto& difference = scratch.difference;
  // c = Σ ⟨p_p,uⱼ⟩ Δλⱼ and D = Σ Δλᵢ Wᵢⱼ Δλⱼ, both of this group alone: W is zero between groups,
  // so that the shares of different groups do not meet.
  double c = 0.0, D = 0.0;
  for (const int j : group) {
    c += scratch.plastic_approach[j] * difference[j];
    for (const int i : group) D += difference[j] * problem.gram()(i, j) * difference[i];
  }
  return law::elastic_share(R, c, D);
}

// The blend: scratch.lambda comes in as that of p_e and goes out as that of p_p + α (p_e − p_p).
// Both λ are ≥ 0 and 0 ≤ α ≤ 1, so that the blend does not pull; p_p and p_e are feasible, and so
// is what lies between them.
void apply_restitution(const ImpactProblem& problem, double R, Workspace::Scratch& scratch,
                       Outcome& outcome) {
  if (!law::project_on_cone(problem, scratch)) {
    outcome.status = Outcome::Status::not_converged;
    outcome.message = "the projection on the feasible cone did not converge";
    return;
  }
  const auto& plastic = scratch.projection.x();
  scratch.difference = scratch.lambda - plastic;
  scratch.lambda = plastic;
  scratch.groups.find(problem, law::no_tangents);
  for (int g = 0; g < scratch.groups.count(); ++g) {
    const auto group = scratch.groups.group(g);
    const double alpha = blend(problem, R, group, scratch);
    for (const int i : group) scratch.lambda[i] += alpha * scratch.difference[i];
  }
  for (int i = 0; i < problem.contact_count(); ++i) {
    // ½λᵢcᵢ⁻ is the plastic work of contact i, as λᵢ⟨p_p,uᵢ⟩ = 0; their sum is minus E_p.
    outcome.energy.contacts[static_cast<std::size_t>(i)].normal_work =
        (1.0 - R * R) * 0.5 * plastic[i] * problem.approach()[i];
  }
}

}  // namespace

LawDescription Propagative::describe() const {
  return {
      .name = "propagative",
      .parameters = law::parameters(restitution, policy, seed),
      .coefficient = "energetic, of each coupled group: 1 - R^2 of the plastic loss is lost",
      .summary = "energy-keeping reflections in sequence, then a blend with the plastic outcome",
      .source = "S3 III, eq. 7, 14, 16, 17, corrected",
      .depends_on_order = true,
      .multiplicity = Multiplicity::elastic_orders};
}

void Propagative::check() const { law::check_restitution("propagative", restitution); }

void Propagative::solve(const ImpactProblem& problem, Workspace& workspace,
                        Outcome& outcome) const {
  const auto R = law::common_restitution(problem, restitution);
  if (!R) {
    throw InvalidInput(
        "law 'propagative': restitution differs between contacts; expected one value for the whole "
        "impact; give the law its own restitution, or use the law 'sequential'");
  }
  outcome.restitution = R;
  if (*R == 0.0) return Plastic{}.solve(problem, workspace, outcome);
  auto& scratch = workspace.scratch();
  // The elastic outcome p_e: κ = 2 at every contact, so that reflections keep ‖p‖ and do no work.
  scratch.factor.setConstant(problem.contact_count(), 2.0);
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0};
  const auto end = law::run_reflections(problem, {policy, seed}, scratch, outcome.sequence,
                                        outcome.energy.contacts);
  if (end != law::ReflectionEnd::feasible)
    return law::explain_failure(problem, end, policy, outcome);
  outcome.status = Outcome::Status::resolved;
  // R = 1 is p_e itself. Without a reflection nothing approaches by more than grazing, and p_e = p⁻
  // stays.
  if (*R < 1.0 && !outcome.sequence.empty()) apply_restitution(problem, *R, scratch, outcome);
  law::apply_lambda(problem, scratch.lambda, outcome);
}

}  // namespace carom
