// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The multi-contact Routh inclusion (Halm & Posa 2021): at any instant the impulse may go to any
// convex combination l of the contacts that still approach, Coulomb friction at each,
//   dv/dP ∈ M⁻¹ Σ (nᵀ l_i + Tᵀ f_i),  l_i > 0 only where n·v < 0,  until no contact approaches.
// Every simultaneous, sequential or interleaved impact without bounce is a path of it. Sampled here
// by random pieces of constant l. Departure, for restitution e > 0: each sampled compression is
// followed by e times its impulses (kinetic, Poisson), scaled back where that would return more
// than e² of the energy that was taken, and the inclusion goes on if something approaches then.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/analysis.h"
#include "carom/outcome.h"
#include "carom/problem.h"
#include "carom/resolve.h"

namespace carom::analysis {

/// The outcomes that are extreme along the first six coordinates and along both senses of every
/// principal direction of the cloud in the mass metric; no two alike.
[[nodiscard]] std::vector<Branch> extreme_outcomes(const ImpactProblem& problem,
                                                   const RouthSample& sample);

/// Puts the extreme outcomes into outcome.branches and says so in the reason.
void list_routh_branches(const ImpactProblem& problem, const ResolveOptions& options,
                         Outcome& outcome);

}  // namespace carom::analysis
