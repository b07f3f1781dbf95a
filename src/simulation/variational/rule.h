// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The equations of one step of the midpoint rule on the configuration group (docs/simulation.md;
// S3 eqs. 28-30 on vector spaces). Unknown x: the velocity v̄ of the step, relative to the
// centre of mass for floating trees, and of each of these u = (P₀ + P₁)/(2m).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "simulation/variational/forces.h"
#include "simulation/variational/tree.h"

namespace carom::simulation {

class VariationalRule {
 public:
  VariationalRule(VariationalTree& tree, VariationalForces& forces);

  void begin(const VariationalNode& start, double time, double h);
  /// M⁻¹p at the start.
  void guess_from_momentum(VectorXd& x);
  /// u without forces; the rest of x is given.
  void guess_drift(VectorXd& x) const;

  /// Sets `residual` and `scale`. False: a force is not finite.
  bool evaluate(const VectorXd& x);
  /// (M + diag(armature + ¼h²K + ½hD)) at the configuration of the last evaluation.
  void factorise();
  /// With it: the quasi-Newton step for `residual`.
  void precondition(VectorXd& dx);

  /// The end of the step with x, and the forces of the last evaluation.
  void finish(const VectorXd& x, VariationalNode& end);
  /// Configuration (roots placed) and velocity in the middle.
  void middle(const VectorXd& x, VectorXd& q, VectorXd& v);

  Eigen::Index velocities() const { return n_; }
  Eigen::Index unknowns() const {
    return n_ + 3 * static_cast<Eigen::Index>(tree_.floating.size());
  }

  VectorXd residual;
  VectorXd scale;  ///< Of what is summed in each row.

 private:
  void drift_rows(const VectorXd& x);
  bool apply_forces(const VectorXd& x);
  void group_residuals();
  void group_ends(VariationalNode& end);
  bool floats(std::size_t link) const { return float_of_[link] >= 0; }

  VariationalTree& tree_;
  VariationalForces& forces_;
  Eigen::Index n_;
  bool moments_;  ///< Whether an evaluation needs moments of mass.
  const VariationalNode* start_ = nullptr;
  double time_ = 0.0, h_ = 0.0;
  VectorXd q_, v_, full_v_;  ///< In the middle; full: with the drift.
  VectorXd p_joint_, force_joint_, size_p_joint_, size_force_joint_;
  VectorXd p_, force_, tau_, work_, diagonal_;
  std::vector<Vector3d> pull_, drift_;  ///< Per link; those on the world count.
  std::vector<Vector3d> outer_;         ///< F of each floating tree.
  std::vector<int> groups_;             ///< Links that are spherical, or free or planar.
  std::vector<int> float_of_;
};

}  // namespace carom::simulation
