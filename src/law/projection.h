// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The plastic outcome as momenta along unit normals, shared by the plastic and the propagative law:
//   λ = argmin ‖p⁻ + Σ λᵢuᵢ‖,  λ ≥ 0   (projection of p⁻ on the feasible cone).
#pragma once

#include "carom/problem.h"
#include "law/scratch.h"

namespace carom::law {

/// Fills scratch.projection.x() = λ and scratch.plastic_approach = ⟨p⁺,uᵢ⟩. False: no convergence.
bool project_on_cone(const ImpactProblem& problem, Workspace::Scratch& scratch);

}  // namespace carom::law
