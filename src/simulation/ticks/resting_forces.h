// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Forces x of closed contacts with y = AᵀA x + c,
//   0 ≤ x_n ⊥ y_n ≥ 0,  ‖x_t‖ ≤ μ x_n,  y_t = 0 or x_t = −μ x_n y_t/‖y_t‖.
// Rest on many points is redundant: all points at rest, less those that would pull, is tried first,
// G = AᵀA softened by 1e-6 of its mean diagonal; where points slide: solver/cone_complementarity.h.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "solver/cone_complementarity.h"
#include "solver/decompositions.h"

namespace carom::simulation {

class RestingForces {
 public:
  /// How often each way was gone: for reports.
  struct Counts {
    std::int64_t sticking = 0, sliding = 0, unsolved = 0;
  };

  void solve(const Eigen::MatrixXd& columns, const Eigen::VectorXd& right,
             const std::vector<solver::ConeContact>& cones);
  const Eigen::VectorXd& forces() const { return forces_; }
  const Counts& counts() const { return counts_; }

 private:
  bool sticks(const Eigen::MatrixXd& columns, const std::vector<solver::ConeContact>& cones);
  void soften(const std::vector<solver::ConeContact>& cones);
  void solve_kept(const std::vector<solver::ConeContact>& cones);
  bool inside_cones(const std::vector<solver::ConeContact>& cones) const;
  bool shares_friction(const std::vector<solver::ConeContact>& cones);

  solver::ConeComplementarity cone_;
  solver::PivotedCholesky gram_factor_;
  Eigen::MatrixXd gram_, part_;
  Eigen::VectorXd right_, forces_, part_forces_;
  std::vector<bool> kept_;  // of the closed points: they are active
  std::vector<Eigen::Index> kept_rows_;
  std::vector<double> more_;  // of their tangential rows' softness
  double softness_ = 0.0;
  Counts counts_;
};

}  // namespace carom::simulation
