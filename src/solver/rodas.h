// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// RODAS 4(3): Rosenbrock method of order 4 for stiff y' = f(y), six stages, stiffly accurate, with
// an error estimate of order 3 and dense output of order 3 (Hairer & Wanner, Solving Ordinary
// Differential Equations II, section IV.7). Stage i:
//   (I/(γh) − ∂f/∂y) kᵢ = f(y + Σ aᵢⱼkⱼ) + Σ cᵢⱼkⱼ/h.
// Here y = (state, quadratures): f depends on the state only, so that the matrix to factor has the
// size of the state, and integrals along the way cost a product each. The user controls the step.
#pragma once

#include <Eigen/Core>
#include <array>

#include "solver/dense_lu.h"

namespace carom::solver {

/// A System has
///   void rate(const double* y, double* f)            f of all entries, from y's first `states`;
///   void jacobian(const double* y, Eigen::MatrixXd& D)   D = ∂f/∂state, size × states, filled.
class Rodas {
 public:
  /// `states` entries that f depends on, followed by size − states quadratures.
  void resize(Eigen::Index states, Eigen::Index size);

  /// Evaluates f and its derivative at y: then any number of attempts from there.
  template <class System>
  void begin(System& system, const Eigen::VectorXd& y) {
    start_ = y;
    system.rate(start_.data(), first_rate_.data());
    system.jacobian(start_.data(), derivative_);
  }

  /// One step of size h from the state of begin(). False: the matrix is singular or the result is
  /// not finite; then a smaller h may do.
  template <class System>
  [[nodiscard]] bool attempt(System& system, double h) {
    if (!factor(h)) return false;
    for (int stage = 0; stage < stages; ++stage) {
      if (stage == 0) {
        rate_ = first_rate_;
      } else {
        form_argument(stage);
        system.rate(argument_.data(), rate_.data());
      }
      solve_stage(stage, h);
    }
    return finish();
  }

  /// Result of the last attempt, and its estimated error.
  const Eigen::VectorXd& result() const { return result_; }
  const Eigen::VectorXd& error() const { return k_[stages - 1]; }
  /// Dense output of the last attempt, one entry, at a fraction of the step in [0,1].
  double interpolate(double fraction, Eigen::Index entry) const {
    const double rest = 1.0 - fraction;
    return rest * start_[entry] +
           fraction * (result_[entry] + rest * (dense_a_[entry] + fraction * dense_b_[entry]));
  }

 private:
  static constexpr int stages = 6;
  bool factor(double h);
  void form_argument(int stage);
  void solve_stage(int stage, double h);
  bool finish();

  Eigen::Index states_ = 0, size_ = 0;
  Eigen::VectorXd start_, argument_, first_rate_, rate_, result_, dense_a_, dense_b_;
  std::array<Eigen::VectorXd, stages> k_;
  Eigen::MatrixXd derivative_;
  DenseLu lu_;
};

}  // namespace carom::solver
