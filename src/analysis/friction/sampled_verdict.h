// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The verdict on laws with friction: are the impulses determined (rank, exact), and does the
// outcome depend on the contacts' stiffness or on the order in which they close (sampled)?
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "carom/law.h"
#include "carom/resolve.h"

namespace carom::analysis {

/// Fills outcome.uniqueness, and outcome.branches if options ask for them.
void judge_by_sampling(const ImpactProblem& problem, const Law& law, const ResolveOptions& options,
                       Outcome& outcome);

// ---- do the velocities determine the impulses? Exact, by rank: v⁺ − v⁻ = M⁻¹Jᵀp has one solution
// p when the columns along which the contacts can push are independent ----

/// Contacts that carry, or are closed at the end and so could carry. One that slipped in one
/// direction throughout (‖p_t‖ = μ p_n) pushes along one column, every other along all of its rows.
bool impulses_determined(const ImpactProblem& problem, bool friction, const Outcome& outcome);

/// Contacts coupled by normals or, with friction, by tangents; blocked contacts are left out.
std::vector<std::vector<int>> coupled_contacts(const ImpactProblem& problem, bool friction);

// ---- what the same law would give if the contacts were a little different: other stiffness
// ratios, or closing one after the other instead of at once ----

struct ClosingDraws {
  std::vector<Eigen::VectorXd> velocities;  ///< After the impact, of the draws that ended.
  int unfinished = 0;                       ///< Draws without an outcome.
  bool refused = false;                     ///< The law does not take such problems; none drawn.
  bool complete = true;                     ///< Of every_order(): none was left out.
};

/// Every stiffness multiplied by a factor drawn log-uniformly from [0.1, 10].
ClosingDraws draw_stiffness(const ImpactProblem& problem, const Law& law, int count,
                            std::uint64_t seed);
/// One approaching contact after the other, in random order, each resolved alone by the law, until
/// none approaches.
ClosingDraws draw_orders(const ImpactProblem& problem, const Law& law, int count,
                         std::uint64_t seed);

/// The same in every order, until so many contacts were resolved in all; states that nobody can
/// tell apart (1e-6 of the momentum) are followed once.
ClosingDraws every_order(const ImpactProblem& problem, const Law& law, int most_closings);

}  // namespace carom::analysis
