// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What `newton` and `poisson` share: the rows of a problem as the complementarity solver takes
// them, and its answer as an outcome.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "law/scratch.h"
#include "solver/cone_complementarity.h"

namespace carom::law {

struct NewtonScratch {
  solver::ConeComplementarity cone;
  std::vector<solver::ConeContact> rows;  ///< Contacts that can carry; blocked ones are left out.
  std::vector<int> contact;               ///< Index in the problem of each of `rows`.
  Eigen::VectorXd before;                 ///< J v⁻
  Eigen::VectorXd b;                      ///< Right-hand side of the complementarity problem
  Eigen::VectorXd middle;                 ///< J v at the end of compression
  Eigen::VectorXd after;                  ///< J v⁺
  Eigen::VectorXd impulse;                ///< Per row of J
};

/// The scratch of this workspace with `rows`, `contact` and `before` of the problem.
NewtonScratch& complementarity_rows(const ImpactProblem& problem, Workspace& workspace);

/// True if a contact approaches by more than rounding.
bool approaches(const ImpactProblem& problem);

/// Puts scratch.impulse in the outcome, with the velocity after.
void store_impulses(const ImpactProblem& problem, const NewtonScratch& scratch, Outcome& outcome);

/// No answer: status, message, residual and the velocity of scratch.impulse as the last one.
void report_no_solution(const ImpactProblem& problem, const NewtonScratch& scratch,
                        const std::string& where, Outcome& outcome);

/// Notes that kinetic energy grew (work > 0 [J]), and that static friction is not used.
void note_energy_gain(const ImpactProblem& problem, double work, const char* reason,
                      Outcome& outcome);
void note_static_friction(const ImpactProblem& problem, const char* law, Outcome& outcome);

}  // namespace carom::law
