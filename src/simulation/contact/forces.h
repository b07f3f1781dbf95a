// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Forces of active contacts at a row of a trajectory. Input: the sustained contacts, the row's time
// and state. Output: its normal and friction forces. Method: the reactions of HeldDynamics, the
// shortest that give the accelerations. Where contacts are redundant (four corners of a foot) the
// shortest may pull; then the same total is shared among forces that push, within their friction
// cones (solver/cone_complementarity.h). A function of time, state and sustained contacts alone.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/model.h"
#include "carom/simulation.h"
#include "simulation/contact/held_dynamics.h"
#include "solver/cone_complementarity.h"
#include "solver/decompositions.h"

namespace carom::simulation {

/// Reusable: after the first call with a number of contacts, later ones allocate the row's memory
/// alone.
class ContactForces {
 public:
  /// Fills forces and friction. Not finite there: NaN. None sustained: nothing is computed.
  void put(const Model& model, HeldDynamics& held, TrajectoryRow& row);

 private:
  void set_cones(const Model& model, const HeldDynamics& held);
  bool within_cones() const;
  void share(const HeldDynamics& held);

  solver::ConeComplementarity cone_;
  std::vector<solver::ConeContact> contacts_;  // one per sustained contact
  Eigen::VectorXd reaction_;                   // of sustained contacts
  solver::Cholesky mass_;
  Eigen::MatrixXd columns_;  // L⁻¹Wᵀ of sustained contacts, M = L Lᵀ
  Eigen::VectorXd total_, right_;
};

}  // namespace carom::simulation
