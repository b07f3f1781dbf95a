// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/ticks/bilateral.h"

namespace carom::simulation {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {
// [m, rad] of the fastest: central differences of B err by h² = 1e-8 and by rounding 1e-16/h.
constexpr double along_motion = 1e-4;
// Rows that depend on each other leave rounding times the condition of M, 1e-12.
constexpr double dependent = 1e-10;
}  // namespace

Bilateral::Bilateral(const Model& model)
    : model_(model), shifted_(model), count_(shifted_.bilateral_count()) {
  rows_.setZero(count_, model.velocity_size());
  other_rows_ = rows_;
  right_.setZero(count_);
  moved_ = model.neutral();
}

void Bilateral::set(const ModelWorkspace& at, const VectorXd& v, const solver::Cholesky& mass,
                    double decay) {
  // b = Ḃv + 2ω Bv + ω² φ with ω = `decay` [1/s]: what is left of φ and of Bv decays, critically
  // damped, instead of adding up over the ticks.
  at.bilateral_rows(rows_);
  at.bilateral_residual(right_);
  right_ *= decay * decay;
  right_.noalias() += 2.0 * decay * (rows_ * v);
  // Ḃv, by differences along the motion.
  const double fastest = v.lpNorm<Eigen::Infinity>();
  if (fastest > 0.0) {
    // The shift moves the fastest coordinate by a fixed amount: the truncation is then the same
    // share at every speed.
    const double s = along_motion / fastest;
    for (const double side : {1.0, -1.0}) {
      model_.integrate(at.configuration(), side * s * v, moved_);
      shifted_.set_configuration(moved_);
      shifted_.bilateral_rows(other_rows_);
      right_.noalias() += side / (2.0 * s) * (other_rows_ * v);
    }
  }
  // C = L⁻¹Bᵀ, and Q of its span. Rows that depend on each other (a loop that others close
  // already) change neither Q nor y₀.
  columns_ = rows_.transpose();
  mass.solve_lower_columns(columns_);
  basis_ = solver::PivotedQr(columns_, dependent).span();
  // y₀, the shortest solution of Cᵀy = −b: it lies in the span of Q.
  solver::CompleteOrthogonal factors(dependent);
  factors.compute(columns_.transpose());
  shortest_ = factors.solve(-right_);
}

void Bilateral::hold(const ModelWorkspace& at, VectorXd& v) {
  at.bilateral_rows(rows_);
  columns_ = rows_.transpose();
  const solver::Cholesky mass(at.mass_matrix());
  mass.solve_lower_columns(columns_);
  basis_ = solver::PivotedQr(columns_, dependent).span();
  // In y = Lᵀv the kinetic energy is ½ ‖y‖². The nearest y with Cᵀy = 0 is y − QQᵀy: a plastic
  // impulse of the bilateral rows.
  VectorXd y = mass.upper_times(v);
  y -= (basis_ * (basis_.transpose() * y)).eval();
  mass.solve_upper(y);
  v = y;
}

void Bilateral::project(VectorXd& z) const {
  // Cᵀ(I − QQᵀ) = 0: forces cannot disturb Cᵀy = −b, which y₀ alone meets.
  z -= (basis_ * (basis_.transpose() * z)).eval();
  z += shortest_;
}

void Bilateral::project_columns(MatrixXd& A) const {
  A -= (basis_ * (basis_.transpose() * A)).eval();
}

}  // namespace carom::simulation
