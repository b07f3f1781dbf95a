// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Unilateral contact without friction, rigid: find x with
//   0 ≤ x ⊥ c ≥ 0,   c = Aᵀ(w + A x) + d,   columns of A of unit length (or zero, and then unused).
// The conditions of the convex program min ½‖w + A x‖² + d·x over x ≥ 0, solved by Lawson &
// Hanson's active set (1974, ch. 23), with two departures: the linear term d (their problem has
// none), and columns that depend on the active ones enter by an exchange where d asks for it. On
// active columns A_F = Q R the solution is
//   x_F = −R⁻¹(Qᵀw + R⁻ᵀd_F),   w + A x = w − Q(Qᵀw + R⁻ᵀd_F).
// Nothing is squared: AᵀA is never formed, so that columns at an angle of 1e-8, as mass ratios of
// 1e16 make them, keep their digits, and w + A x has no share in the cancellation of large x.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/active_set.h"
#include "solver/orthogonal_basis.h"

namespace carom::solver {

/// Reusable: after the first call with a size, later ones allocate nothing.
class NormalComplementarity {
 public:
  /// A residual up to this is an answer: the c that a column may have which depends on the active
  /// ones (OrthogonalBasis::dependence), where other columns have rounding, 1e-14.
  static constexpr double acceptable = 1e-10;

  /// False: there is no such x (no w + A x satisfies c ≥ 0), or it was not found.
  bool solve(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& w,
             const Eigen::Ref<const Eigen::VectorXd>& d);

  const Eigen::VectorXd& x() const { return set_.x(); }
  /// w + A x.
  const Eigen::VectorXd& state() const { return state_; }
  /// The largest |min(x, c)|, relative to ‖w‖ + max |d|.
  double residual() const { return residual_; }
  /// True if the columns with c = 0 are independent, so that x is the only answer.
  bool unique(const Eigen::Ref<const Eigen::MatrixXd>& A);

 private:
  using Columns = Eigen::Ref<const Eigen::MatrixXd>;
  using Vector = Eigen::Ref<const Eigen::VectorXd>;
  void prepare(const Columns& A, const Vector& w, const Vector& d);
  int steepest(const Columns& A, const Vector& d);
  bool exchange(const Columns& A, int column);
  void find_candidate(const Vector& w, const Vector& d);
  void measure(const Columns& A, const Vector& d);

  ActiveSet set_;
  Eigen::VectorXd state_, c_, shift_, turned_, along_;
  OrthogonalBasis closed_;    // of unique()
  std::vector<char> barred_;  // active, or refused since the last change of the active set
  double scale_ = 0.0;        // ‖w‖ + max |d|
  double reach_ = 0.0;        // the same with the parts that cancel in c
  double residual_ = 0.0;
};

}  // namespace carom::solver
