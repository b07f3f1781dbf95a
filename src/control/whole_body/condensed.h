// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The whole-body problem with its accelerations eliminated. Input: mass matrix, bias, tasks, feet.
// Output: the forces that are best without limits, accelerations and torques of any forces, and
// the quadratic program in forces alone. With weights, H = Σ w JᵀJ and b = Σ w Jᵀ(target − drift):
//   minimise ½ aᵀ H a − bᵀ a + ½ w_f ‖f‖²  over  B a = G f − h_b,
// B and h_b: rows of the base, which has no motor; f: corner forces over the weight m g.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <span>
#include <vector>

#include "carom/whole_body.h"
#include "solver/decompositions.h"

namespace carom::control {

constexpr int base_size = 6;  ///< Velocities of a free joint, the first of the model.

/// One foot: generalised force = jacobianᵀ · wrench · f.
struct FootMap {
  Eigen::Matrix<double, 6, Eigen::Dynamic> jacobian = {};  ///< Velocity of its frame, then turning.
  Eigen::Matrix<double, 6, Eigen::Dynamic> wrench = {};    ///< About the frame's origin.
  int first = 0;                                           ///< Its first force.
};

class CondensedProblem {
 public:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  CondensedProblem(int velocities, double weight, double force_weight);

  /// False: not finite, or no mass.
  bool set(const ModelWorkspace& at, const Eigen::VectorXd& bias, std::span<const MotionTask> tasks,
           std::span<const SupportFoot> feet);

  int force_size() const { return forces_; }
  /// The best forces where nothing is limited, in units of the weight.
  void minimise(Eigen::VectorXd& forces);
  /// Accelerations and torques of forces. `pushes`: of the torques chosen below, else empty.
  void respond(const Eigen::VectorXd& forces, const Eigen::Ref<const Eigen::VectorXd>& pushes,
               Eigen::VectorXd& acceleration, Eigen::VectorXd& torque);

  // Torques that are limited act on the accelerations too: with multipliers u of their rows,
  // a = a(f) + Σ u_k z_k. Taking u as unknowns beside f keeps the small program exact.
  void choose(const std::vector<int>& velocities);
  int size() const { return forces_ + static_cast<int>(chosen_.size()); }
  /// ½ xᵀ P x + qᵀ x of x = (f, u).
  void cost(Eigen::Ref<Eigen::MatrixXd> hessian, Eigen::Ref<Eigen::VectorXd> gradient) const;
  /// Torque k of those chosen = constant + normal · x.
  double torque_row(int k, Eigen::Ref<Eigen::VectorXd> normal) const;

 private:
  void add_task(const MotionTask& task);
  void set_feet(const ModelWorkspace& at, std::span<const SupportFoot> feet);

  int velocities_ = 0, forces_ = 0;
  double weight_ = 1.0, force_weight_ = 0.01;
  const Eigen::MatrixXd* mass_ = nullptr;
  const Eigen::VectorXd* bias_ = nullptr;

  Eigen::MatrixXd hessian_;                        // H
  Eigen::VectorXd wanted_;                         // b
  solver::Cholesky factor_;                        // H = L Lᵀ
  Eigen::Matrix<double, Eigen::Dynamic, 6> base_;  // L⁻¹ Bᵀ
  Eigen::VectorXd start_, sum_;                    // L⁻¹ b
  Matrix6 schur_;                                  // B H⁻¹ Bᵀ
  Eigen::LLT<Matrix6> schur_factor_;
  Vector6 offset_;                                                  // h_b + B H⁻¹ b
  Eigen::Matrix<double, 6, Eigen::Dynamic> spread_;                 // G
  mutable Eigen::Matrix<double, 6, Eigen::Dynamic> scaled_spread_;  // over the root of S
  Vector6 pull_;                                                    // multipliers of the base rows
  std::vector<FootMap> feet_;
  int used_ = 0;  // of them
  Eigen::Matrix3Xd three_rows_;

  std::vector<int> chosen_;
  Eigen::MatrixXd rows_, pushes_;  // L⁻¹ Mᵀ of the chosen, and its part across the base rows
  Eigen::VectorXd lengths_;

  std::vector<int> nonzero_, columns_;  // of a task
  Eigen::MatrixXd packed_;
  Eigen::VectorXd error_;
};

}  // namespace carom::control
