// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Dense decompositions of Eigen's for matrices of any size. Each costs the compiler seconds in
// every file that instantiates it, so it is instantiated once, in decompositions.cpp, and others
// call it from here (check_tree.py sees to it). Cholesky, PivotedCholesky and PivotedLu keep their
// storage: they allocate nothing from the second matrix of a size on, while Eigen's blocks fit the
// stack. One right-hand side and several are different functions: Eigen's sums differ in the last
// bit.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/QR>
#include <optional>

namespace carom::solver {

using ConstMatrix = Eigen::Ref<const Eigen::MatrixXd>;
using ConstVector = Eigen::Ref<const Eigen::VectorXd>;
using MatrixInPlace = Eigen::Ref<Eigen::MatrixXd>;
using VectorInPlace = Eigen::Ref<Eigen::VectorXd>;

/// Puts L of A = L Lᵀ in the lower triangle of A; what is above the diagonal stays. False: A is not
/// positive definite.
bool cholesky_in_place(MatrixInPlace A);
/// x ← L⁻¹ x, by the lower triangle of L.
void solve_lower(const ConstMatrix& L, VectorInPlace x);
/// x ← L⁻ᵀ x, by the lower triangle of L.
void solve_lower_transposed(const ConstMatrix& L, VectorInPlace x);

/// A = L Lᵀ, A symmetric and positive definite; its lower triangle is read.
class Cholesky {
 public:
  Cholesky() = default;
  explicit Cholesky(const ConstMatrix& A) { compute(A); }
  /// False: A is not positive definite.
  bool compute(const ConstMatrix& A);
  void solve(VectorInPlace x) const;                            ///< x ← A⁻¹ x
  void solve_columns(MatrixInPlace X) const;                    ///< X ← A⁻¹ X
  void solve_lower(VectorInPlace x) const;                      ///< x ← L⁻¹ x
  void solve_lower_columns(MatrixInPlace X) const;              ///< X ← L⁻¹ X
  void solve_upper(VectorInPlace x) const;                      ///< x ← L⁻ᵀ x
  Eigen::VectorXd upper_times(const Eigen::VectorXd& x) const;  ///< Lᵀ x

 private:
  Eigen::MatrixXd factor_;
};

/// A = Pᵀ L D Lᵀ P, A symmetric; its lower triangle is read.
class PivotedCholesky {
 public:
  PivotedCholesky() = default;
  explicit PivotedCholesky(const ConstMatrix& A) { compute(A); }
  void compute(const ConstMatrix& A);
  void solve(VectorInPlace x) const;  ///< x ← A⁻¹ x

 private:
  Eigen::LDLT<Eigen::MatrixXd> factors_;
};

/// P A = L U with row pivoting, A regular.
class PivotedLu {
 public:
  PivotedLu() = default;
  explicit PivotedLu(const ConstMatrix& A) { compute(A); }
  void compute(const ConstMatrix& A);
  void solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) const;  ///< x = A⁻¹ b

 private:
  Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
};

/// By LU with full pivoting: whether A is regular, to rounding.
bool is_invertible(const ConstMatrix& A);
/// A⁻¹ b; none if A is not regular.
std::optional<Eigen::VectorXd> solve_invertible(const ConstMatrix& A, const Eigen::VectorXd& b);

/// A P = Q R with column pivoting; a pivot up to `threshold` times the largest counts as zero.
class PivotedQr {
 public:
  PivotedQr(const ConstMatrix& A, double threshold);
  Eigen::Index rank() const;
  /// Orthonormal bases of the span of A's columns, and of what is orthogonal to it.
  Eigen::MatrixXd span() const;
  Eigen::MatrixXd complement() const;
  /// Q, square: its first rank() columns are a basis of the span, too.
  Eigen::MatrixXd Q() const;

 private:
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors_;
};

/// Q of A = Q R, square, without pivoting: the columns beyond A's are orthogonal to its span.
Eigen::MatrixXd orthogonal_factor(const ConstMatrix& A);

/// The shortest x that minimises ‖A x − b‖, by a complete orthogonal decomposition.
class CompleteOrthogonal {
 public:
  CompleteOrthogonal() = default;
  /// A pivot up to `threshold` times the largest counts as zero; else rounding decides.
  explicit CompleteOrthogonal(double threshold) { factors_.setThreshold(threshold); }
  explicit CompleteOrthogonal(const ConstMatrix& A) { compute(A); }
  void compute(const ConstMatrix& A);
  Eigen::Index rank() const;
  Eigen::VectorXd solve(const ConstVector& b) const;
  Eigen::MatrixXd pseudo_inverse() const;

 private:
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors_;
};

/// Of a symmetric matrix, of which the lower triangle is read: ascending.
Eigen::VectorXd eigenvalues(const ConstMatrix& A);
struct Eigensystem {
  Eigen::VectorXd values;   ///< Ascending.
  Eigen::MatrixXd vectors;  ///< Orthonormal columns.
};
Eigensystem eigensystem(const ConstMatrix& A);

/// A = U diag(values) Vᵀ; U and V have as many columns as there are values.
struct SingularValues {
  Eigen::MatrixXd U, V;
  Eigen::VectorXd values;  ///< Descending.
};
SingularValues singular_values(const Eigen::MatrixXd& A);

}  // namespace carom::solver
