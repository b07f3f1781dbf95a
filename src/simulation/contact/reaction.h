// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The shortest r with J M⁻¹ Wᵀ r = b, rows of J and W possibly dependent (64 points under one
// foot). Input: X = L⁻¹Jᵀ and Z = L⁻¹Wᵀ, one column per row of J, M = L Lᵀ. Method: an orthonormal
// basis
//   Xᵀ = Q S,   then the few equations (S Z) r = Qᵀ b, and their shortest solution by a second one.
// Cost: rows × velocities², so that many dependent rows stay cheap. Equations that contradict each
// other are met in the sense of least squares.
#pragma once

#include <Eigen/Core>

#include "solver/least_norm.h"
#include "solver/orthogonal_basis.h"

namespace carom::simulation {

/// Reusable: after the first call with a size, later ones allocate nothing.
class ShortestReaction {
 public:
  void solve(const Eigen::MatrixXd& X, const Eigen::MatrixXd& Z, const Eigen::VectorXd& b);
  const Eigen::VectorXd& r() const { return r_; }

 private:
  Eigen::MatrixXd Y_;          // Xᵀ
  Eigen::MatrixXd S_;          // Qᵀ Y
  Eigen::MatrixXd equations_;  // (S Z)ᵀ: one per column
  Eigen::MatrixXd square_;     // S Z, where its rows depend on each other
  Eigen::VectorXd left_;       // of each column of Y: squared length of what is new in it
  Eigen::VectorXd right_, inner_, r_;
  solver::OrthogonalBasis basis_, short_;
  solver::LeastNorm least_;
};

}  // namespace carom::simulation
