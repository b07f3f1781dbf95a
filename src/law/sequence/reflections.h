// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sequences of reflections, shared by the propagative and the sequential law. In contact space:
//   cᵢ = ⟨p,uᵢ⟩,  a reflection at i:  p ← p − κᵢ cᵢ uᵢ,  c ← c − κᵢ cᵢ W eᵢ,  λᵢ ← λᵢ − κᵢ cᵢ
// with W the Gram matrix; κ = 2 keeps the energy (S3 eq. 7), κ = 1 + r is S0's map (eq. 9).
// A contact is used only while it approaches, so every λ grows (ERRATA, S3 Def. 1).
// And the plastic outcome, which the plastic law gives and the propagative one blends with.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "carom/laws/policy.h"
#include "carom/problem.h"
#include "law/scratch.h"
#include "solver/hull_distance.h"

namespace carom::law {

struct ReflectionSettings {
  Policy policy = Policy::most_violated;
  std::uint64_t seed = 0;
};

enum class ReflectionEnd {
  feasible,     ///< No contact approaches any more.
  collapse,     ///< It never ends; what is filled in is its limit (collapse.h).
  no_feasible,  ///< No velocity separates every contact, and the sequence did not end by luck.
  step_limit,
};

/// The contact to reflect next at the approaches c, or -1 if none approaches by more than
/// `threshold`. Values within the threshold of each other tie, and ties go to the lowest index.
/// `last`: the contact before, for round_robin; `random`: for that policy.
int next_contact(const Eigen::VectorXd& c, double threshold, Policy policy, int last,
                 base::Random* random = nullptr);

/// Runs from the problem's velocity with scratch.factor = κ. Fills scratch.approach, scratch.lambda
/// and `sequence`; adds the work of each reflection to `works`.
ReflectionEnd run_reflections(const ImpactProblem& problem, const ReflectionSettings& settings,
                              Workspace::Scratch& scratch, std::vector<int>& sequence,
                              std::vector<ContactWork>& works);

/// Distance of 0 to the hull of the unit normals, weights by contact. Contacts that hinges hold
/// fast never approach and take no part; with nothing else the distance is infinite.
solver::HullDistance hull_of_normals(const ImpactProblem& problem);

/// Fills status, message and certificate for a sequence that did not end.
void explain_failure(const ImpactProblem& problem, ReflectionEnd end, Policy policy,
                     Outcome& outcome);

/// The plastic outcome as momenta along unit normals,
///   λ = argmin ‖p⁻ + Σ λᵢuᵢ‖,  λ ≥ 0   (projection of p⁻ on the feasible cone),
/// into scratch.projection.x(), and scratch.plastic_approach = ⟨p⁺,uᵢ⟩. False: no convergence.
bool project_on_cone(const ImpactProblem& problem, Workspace::Scratch& scratch);

/// The share α of the elastic outcome in p⁺ = p_p + α (p_e − p_p) for which (1 − R²) of the plastic
/// loss is lost (S3 eq. 16, 17, corrected):
///   α = [−c + √(c² + R² D (D + 2c))]/D,   c = ⟨p_p, p_e − p_p⟩ ≥ 0,   D = ‖p_e − p_p‖².
double elastic_share(double R, double c, double D);

/// Normal impulses from momenta along unit normals, pᵢ = λᵢ/‖nᵢ‖, and the velocity after.
void apply_lambda(const ImpactProblem& problem, const Eigen::VectorXd& lambda, Outcome& outcome);

}  // namespace carom::law
