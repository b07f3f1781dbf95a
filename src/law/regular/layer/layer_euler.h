// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One implicit increment of the compliant layer, ζ₁ = ζ₀ + h Kᵀλ(ζ₁), by a semismooth Newton
// method with line search, then continuation in the compliance. The works use the mean velocity of
// the increment, which balances the energy exactly.
#pragma once

#include <Eigen/Core>
#include <array>

#include "law/regular/layer/layer_system.h"
#include "solver/dense_lu.h"

namespace carom::law {

class LayerEuler {
 public:
  void resize(const LayerSystem& system);
  /// From y by h into result. False: no solution found.
  [[nodiscard]] bool step(LayerSystem& system, const Eigen::VectorXd& y, double h,
                          Eigen::VectorXd& result);
  /// True when I − h ∂f/∂ζ has a negative determinant at the state of y: a mode grows faster than
  /// 1/h, which an implicit step of that length would suppress.
  [[nodiscard]] bool hides_growth(LayerSystem& system, const Eigen::VectorXd& y, double h);
  /// Difference of the two best results of an extrapolation.
  struct ExtrapolationError {
    double state = 0.0, impulse = 0.0;
  };
  static constexpr int highest_order = 4;
  /// Extrapolated from 1, 2, …, order equal increments; 2 ≤ order ≤ highest_order.
  [[nodiscard]] bool extrapolated_step(LayerSystem& system, const Eigen::VectorXd& y, double h,
                                       int order, Eigen::VectorXd& result,
                                       ExtrapolationError& error);

 private:
  bool factor_derivative(LayerSystem& system, double h);
  bool continuation(LayerSystem& system, const Eigen::VectorXd& y, double h);
  bool newton(LayerSystem& system, const Eigen::VectorXd& y, double h);
  double residual(LayerSystem& system, const Eigen::VectorXd& y, double h,
                  const Eigen::VectorXd& state, Eigen::VectorXd& out);

  Eigen::VectorXd state_, trial_, residual_, trial_residual_, correction_, next_correction_;
  Eigen::VectorXd newer_, older_, rate_, half_;
  std::array<Eigen::VectorXd, highest_order> table_;
  Eigen::MatrixXd derivative_;
  solver::DenseLu lu_;
};

}  // namespace carom::law
