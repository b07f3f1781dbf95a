// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Unilateral contact with Coulomb friction: find impulses p with c = AᵀA p + b and, at each
// contact,
//   0 ≤ p_n − floor ⊥ c_n ≥ 0,   ‖p_t‖ ≤ μ p_n,   c_t = 0 or p_t = −μ p_n c_t/‖c_t‖.
// A holds one column per row (in a metric where the mass is one), possibly dependent. Method: small
// equal compliance ρ at every contact, made to vanish (cone_regularized.h); then its centre is
// moved until the rigid equations hold to rounding. So where the equations leave a choice, the
// answer is the limit of small compliance, near the shortest impulses, and no order of contacts
// matters. Speeds or accelerations alike; knows no mechanics.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/cone_regularized.h"
#include "solver/orthogonal_basis.h"

namespace carom::solver {

/// Reusable: after the first call with a size, later ones allocate nothing.
class ConeComplementarity {
 public:
  /// Residuals, relative to the largest |b| over its column's length: aimed at, at which the search
  /// ends, and accepted after it.
  // The sums of c have rounding of 1e-16 times some hundred terms: `aim` lies just above. Nearly
  // dependent columns make impulses of 1e3 and more that cancel: `good` leaves room for them.
  static constexpr double aim = 1e-13, good = 1e-10;
  // Two decades below the 1e-6 beyond which solve() refuses an outcome (residual_bound).
  static constexpr double acceptable = 1e-8;

  /// True if the residual is acceptable. Else impulse() is the best met: no answer.
  bool solve(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& b,
             const std::vector<ConeContact>& contacts);

  const Eigen::VectorXd& impulse() const { return impulse_; }
  /// AᵀA p + b.
  const Eigen::VectorXd& velocity() const { return velocity_; }
  /// A p.
  const Eigen::VectorXd& change() const { return change_; }
  /// How far the complementarity conditions are from satisfied, relative as above.
  double residual() const { return residual_; }
  int iterations() const { return cone_.iterations; }
  /// False when the rows of the contacts that stay closed depend on each other, so that impulses
  /// other than these give the same velocity.
  bool impulses_unique(const Eigen::Ref<const Eigen::MatrixXd>& A,
                       const std::vector<ConeContact>& contacts);

 private:
  void set_scale(const Eigen::Ref<const Eigen::MatrixXd>& A,
                 const Eigen::Ref<const Eigen::VectorXd>& b,
                 const std::vector<ConeContact>& contacts);
  void reduce(const Eigen::Ref<const Eigen::MatrixXd>& A);
  void search(int attempt, const std::vector<ConeContact>& contacts);
  bool follow(double& rho, double target);
  void freeze_and_follow(double rho, double radius, const std::vector<ConeContact>& contacts);
  void refine(double rho, const std::vector<ConeContact>& contacts);
  double measure(const std::vector<ConeContact>& contacts);
  double keep_best(const std::vector<ConeContact>& contacts);

  RegularizedCone cone_;
  OrthogonalBasis basis_;
  Eigen::MatrixXd reduced_, turned_;
  Eigen::VectorXd impulse_, velocity_, change_, start_, best_, column_, space_, inner_;
  double length_ = 0.0, speed_ = 0.0, residual_ = 0.0, folded_ = 1.0;
};

}  // namespace carom::solver
