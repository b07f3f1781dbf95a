// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Plastic law: p⁺ = projection of p⁻ on the feasible cone { p : ⟨p,uᵢ⟩ ≥ 0 } in the mass metric,
//   p⁺ = p⁻ + Σ λᵢuᵢ,  λ ≥ 0,  ⟨p⁺,uᵢ⟩ ≥ 0,  λᵢ⟨p⁺,uᵢ⟩ = 0.
// S3 (10b), (11) ask for the bilateral projection together with λ ≥ 0, which often contradict each
// other; the cone keeps both physical conditions (docs/laws/plastic.md). Always one velocity.
#include "carom/laws/plastic.h"

#include "law/sequence/reflections.h"

namespace carom {
namespace {

// The impulses are determined when the normals of all contacts that stay closed are independent.
bool closed_normals_independent(const ImpactProblem& problem, Workspace::Scratch& scratch) {
  // A momentum: what leaves faster has separated. Closed contacts have up to the residual that
  // the projection may have, 1e-11 (solver/nonnegative_least_squares.cpp). One that leaves slower
  // is taken for closed: at the worst impulses are called undetermined that are not.
  const double closed = 1e-9 * problem.momentum_norm();
  scratch.basis.reset(problem.coordinate_count(), problem.contact_count());
  for (int i = 0; i < problem.contact_count(); ++i) {
    if (problem.normal_length()[i] == 0.0 || scratch.plastic_approach[i] > closed) continue;
    if (!scratch.basis.append(problem.unit_normals().col(i))) return false;
  }
  return true;
}

}  // namespace

LawDescription Plastic::describe() const {
  return {.name = "plastic",
          .coefficient = "none: contacts that are pressed stay closed",
          .summary = "projection of the momentum on the feasible cone; nothing pulls",
          .source = "S3 III, eq. 10-11, unilateral",
          .multiplicity = Multiplicity::one};
}

void Plastic::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  auto& scratch = workspace.scratch();
  if (!law::project_on_cone(problem, scratch)) {
    outcome.status = Outcome::Status::not_converged;
    outcome.message = "the projection on the feasible cone did not converge";
    return;
  }
  outcome.status = Outcome::Status::resolved;
  // λ ≥ 0 from the projection, hence no contact pulls, and scratch.plastic_approach has ⟨p⁺,uᵢ⟩.
  law::apply_lambda(problem, scratch.projection.x(), outcome);
  // Nothing pressed: λ = 0 is the only answer, as the shortest way to the cone has length 0.
  const bool pressed = !scratch.projection.active().empty();
  outcome.uniqueness.impulses_unique = !pressed || closed_normals_independent(problem, scratch);
}

}  // namespace carom
