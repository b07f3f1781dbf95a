// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The space of constrained motion (S4), shared by energy_split and energy_directions.
#pragma once

#include "carom/analysis.h"
#include "solver/orthogonal_basis.h"

namespace carom::analysis {

/// Orthonormal basis of the rows, in coordinates where the mass metric is the ordinary one.
/// Redundant rows, and rows that the bilateral constraints hold fast, add nothing.
solver::OrthogonalBasis constrained_basis(const ImpactProblem& problem, Rows rows);

}  // namespace carom::analysis
