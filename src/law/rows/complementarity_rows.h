// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What `newton` and `poisson` share: the rows of a problem as the complementarity solvers take
// them, and their answer as an outcome. Rows are the problem's balanced_rows(), so that their
// lengths do not matter. Without friction, and where the impulses are determined, the problem is
// solved rigidly (solver/normal_complementarity.h): mass ratios of 1e8 and more cost no digits.
// Else by contacts that yield less and less (solver/cone_complementarity.h), which also says how
// contacts share what rigid mechanics leaves open.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "law/rows/coupled_groups.h"
#include "law/scratch.h"
#include "solver/cone_complementarity.h"
#include "solver/normal_complementarity.h"

namespace carom::law {

struct NewtonScratch {
  solver::ConeComplementarity cone;
  solver::NormalComplementarity smooth;
  std::vector<solver::ConeContact> rows;  ///< Contacts that can carry; blocked ones are left out.
  std::vector<int> contact;               ///< Index in the problem of each of `rows`.
  bool rough = false;                     ///< A contact has friction.
  CoupledGroups groups;
  std::vector<solver::ConeContact> part;  ///< Of the group at hand.
  Eigen::VectorXd sum, change;            ///< Impulses and momentum of the groups so far.
  // Per balanced row:
  Eigen::VectorXd before;   ///< Velocities J v⁻
  Eigen::VectorXd b;        ///< Right-hand side of the complementarity problem
  Eigen::VectorXd middle;   ///< Velocities at the end of compression
  Eigen::VectorXd after;    ///< Velocities J v⁺
  Eigen::VectorXd impulse;  ///< Of the whole impact
  // Of the last phase that was solved:
  Eigen::VectorXd phase;     ///< Impulses per balanced row
  Eigen::VectorXd velocity;  ///< Per balanced row, b plus what the impulses add
  Eigen::VectorXd state;     ///< Momentum at its end, in the ordinary metric
  double residual = 0.0;
  bool unique = true;  ///< Its impulses are determined.
  bool rigid = true;   ///< `state` is more exact than what impulses give.
  // Of the next one:
  Eigen::VectorXd lift;   ///< Momentum that the floors of `rows` add
  Eigen::VectorXd shift;  ///< Per contact, along unit normals: what b has beyond the state's
};

/// Velocities along the rows as given become those along balanced rows.
void balance(const ImpactProblem& problem, Eigen::VectorXd& rates);

/// The scratch of this workspace with `rows`, `contact` and `before` of the problem; `state` is the
/// momentum before the impact.
NewtonScratch& complementarity_rows(const ImpactProblem& problem, Workspace& workspace);

/// True if a contact approaches by more than rounding.
bool approaches(const ImpactProblem& problem);

/// Floors of the expansion: the coefficient at each contact (the law's `own`, else the contact's;
/// `common` where they are one) times scratch.impulse, that of compression.
void set_floors(const ImpactProblem& problem, const std::optional<double>& common,
                const std::optional<double>& own, NewtonScratch& scratch);

/// One phase, from `state`, with `b`, `shift` and the floors in `rows`. False: no impulses found;
/// `phase` is then the best met.
bool solve_phase(const ImpactProblem& problem, NewtonScratch& scratch);

/// Puts scratch.impulse in the outcome, with the velocity after.
void store_impulses(const ImpactProblem& problem, const NewtonScratch& scratch, Outcome& outcome);

/// Sum of the normal impulses along the rows as given [N·s].
double normal_sum(const ImpactProblem& problem, const NewtonScratch& scratch);

/// No answer: status, message, residual and the velocity of scratch.impulse as the last one.
void report_no_solution(const ImpactProblem& problem, const NewtonScratch& scratch,
                        const std::string& where, Outcome& outcome);

/// Notes that kinetic energy grew (work > 0 [J]), and that static friction is not used.
void note_energy_gain(const ImpactProblem& problem, double work, const char* reason,
                      Outcome& outcome);
void note_static_friction(const ImpactProblem& problem, const char* law, Outcome& outcome);

}  // namespace carom::law
