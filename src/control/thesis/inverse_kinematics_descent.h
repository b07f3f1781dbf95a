// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One attempt of the damped least squares of S2 (4.6)–(4.12), corrected:
//   dq = Jᵀ (J Jᵀ + λ²I)⁻¹ Δx,   q ← q ⊕ dq,   Δx and J anew in every iteration, end at ‖Δx‖ ≤ tol.
// The print has JᵀJ, which does not fit, λ for λ², Δx of the start for ever, and stops on ‖dq‖.
// λ² = boost · damping · ‖Δx‖ · mean diagonal of J Jᵀ: it vanishes with the error, so convergence
// is quadratic where J is regular, and also where targets repeat each other (Yamashita & Fukushima
// 2001). The boost falls to a quarter where the error fell nearly as foreseen, grows fourfold where
// it fell by far less or not at all (the step is then not taken).
// Joint limits: a coordinate on its limit that the step would push out leaves the step, which is
// solved again; the rest is clamped. With a large λ the step is the projected gradient, so a stop
// is a point where no allowed direction is better.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "control/thesis/inverse_kinematics_rows.h"

namespace carom::control {

class KinematicDescent {
 public:
  enum class End { reached, stuck, out_of_iterations };

  KinematicDescent(const Model& model, const InverseKinematicsOptions& options);

  /// Onto the limits, from outside.
  void clip(Eigen::VectorXd& q) const;
  /// From q to where it ends; `rows` and `at` are there then, too. Allocates only the first time.
  End run(ModelWorkspace& at, TargetRows& rows, Eigen::VectorXd& q);
  /// A random move of what may move, each velocity by about `size`; inside the limits.
  void shake(Eigen::VectorXd& q, double size, std::uint64_t seed);

  int iterations() const { return iterations_; }
  void reset_count() { iterations_ = 0; }
  const std::vector<char>& locked() const { return locked_; }
  /// Coordinates of q that are on a limit.
  std::vector<std::string> at_limit(const Eigen::VectorXd& q) const;

 private:
  void find_limits();
  void prepare(const TargetRows& rows);
  double slope(const TargetRows& rows, const Eigen::VectorXd& q);
  void solve(const TargetRows& rows, double lambda_square);
  bool drop_pushing_out(const Eigen::VectorXd& q);
  void shorten(const Eigen::VectorXd& q);
  double foreseen(const TargetRows& rows);

  const Model& model_;
  const InverseKinematicsOptions& options_;
  std::vector<char> locked_;
  std::vector<int> coordinate_;  ///< Of each velocity, where it has a limit; else −1.
  std::vector<char> out_;        ///< Of the step, by a limit.
  Eigen::MatrixXd used_, square_;
  Eigen::VectorXd step_, dual_, trial_, gradient_;
  int iterations_ = 0;
};

}  // namespace carom::control
