// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// An orthonormal basis grown column by column, A = Q R, by Gram–Schmidt done twice. Tells dependent
// columns from independent ones; allocates only when it must grow.
#pragma once

#include <Eigen/Core>

namespace carom::solver {

class OrthogonalBasis {
 public:
  /// A column whose new part is below this share of its length depends on those already in. Two
  /// passes leave rounding of 1e-16 to 1e-15 of it; columns at an angle of 1e-8, of mass ratios of
  /// 1e16, must still count as independent. R⁻¹ is then at most 1e10 and keeps six digits.
  static constexpr double dependence = 1e-10;

  /// Empties the basis; room for `capacity` columns.
  void reset(Eigen::Index rows, Eigen::Index capacity);
  /// Adds a column; false, and nothing happens, if it depends on those already in.
  bool append(const Eigen::Ref<const Eigen::VectorXd>& column);
  Eigen::Index size() const { return size_; }
  auto Q() const { return Q_.leftCols(size_); }
  double R(Eigen::Index i, Eigen::Index j) const { return R_(i, j); }
  /// x with Q R x = Qᵀ b, in the first size() entries of `x`.
  void solve(const Eigen::Ref<const Eigen::VectorXd>& b, Eigen::VectorXd& x) const;

 private:
  Eigen::MatrixXd Q_, R_;
  Eigen::VectorXd rest_;
  Eigen::Index size_ = 0;
};

}  // namespace carom::solver
