// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/projection.h"

namespace carom::law {

bool project_on_cone(const ImpactProblem& problem, Workspace::Scratch& scratch) {
  scratch.target = -problem.whitened_velocity();
  const bool converged = scratch.projection.solve(problem.unit_normals(), scratch.target);
  scratch.plastic_approach.noalias() =
      problem.unit_normals().transpose() * scratch.projection.residual();
  return converged;
}

}  // namespace carom::law
