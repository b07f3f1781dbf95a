// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Do the velocities determine the impulses? Exact, by rank: v⁺ − v⁻ = M⁻¹Jᵀp has one solution p
// when the columns along which the contacts can push are independent.
#pragma once

#include <vector>

#include "carom/outcome.h"
#include "carom/problem.h"

namespace carom::analysis {

/// Contacts that carry, or are closed at the end and so could carry. One that slipped in one
/// direction throughout (‖p_t‖ = μ p_n) pushes along one column, every other along all of its rows.
bool impulses_determined(const ImpactProblem& problem, bool friction, const Outcome& outcome);

/// Contacts coupled by normals or, with friction, by tangents; blocked contacts are left out.
std::vector<std::vector<int>> coupled_contacts(const ImpactProblem& problem, bool friction);

}  // namespace carom::analysis
