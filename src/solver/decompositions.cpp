// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The one place where Eigen's dense decompositions of dynamic matrices are instantiated.
#include "solver/decompositions.h"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace carom::solver {

bool cholesky_in_place(MatrixInPlace A) {
  // LLT of a Ref works in the storage of A itself: no copy, and L stays there when LLT is gone.
  return Eigen::LLT<MatrixInPlace>(A).info() == Eigen::Success;
}

void solve_lower(const ConstMatrix& L, VectorInPlace x) {
  L.triangularView<Eigen::Lower>().solveInPlace(x);
}

void solve_lower_transposed(const ConstMatrix& L, VectorInPlace x) {
  L.triangularView<Eigen::Lower>().transpose().solveInPlace(x);
}

bool Cholesky::compute(const ConstMatrix& A) {
  // The copy is the factor's storage: assigning to a matrix of the same size allocates nothing.
  factor_ = A;
  return cholesky_in_place(factor_);
}

void Cholesky::solve(VectorInPlace x) const {
  // A⁻¹ = L⁻ᵀ L⁻¹.
  solve_lower(x);
  solve_upper(x);
}

void Cholesky::solve_columns(MatrixInPlace X) const {
  solve_lower_columns(X);
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(X);
}

void Cholesky::solve_lower(VectorInPlace x) const { solver::solve_lower(factor_, x); }

void Cholesky::solve_lower_columns(MatrixInPlace X) const {
  factor_.triangularView<Eigen::Lower>().solveInPlace(X);
}

void Cholesky::solve_upper(VectorInPlace x) const { solve_lower_transposed(factor_, x); }

Eigen::VectorXd Cholesky::upper_times(const Eigen::VectorXd& x) const {
  // The view keeps what is above the diagonal of A, which LLT leaves there, out of the product.
  return factor_.triangularView<Eigen::Lower>().transpose() * x;
}

void PivotedCholesky::compute(const ConstMatrix& A) { factors_.compute(A); }

void PivotedCholesky::solve(VectorInPlace x) const { factors_.solveInPlace(x); }

void PivotedLu::compute(const ConstMatrix& A) { factors_.compute(A); }

void PivotedLu::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x) const { x = factors_.solve(b); }

// Full pivoting tells the rank; the partial pivoting of PivotedLu does not, and divides by what it
// finds.
bool is_invertible(const ConstMatrix& A) {
  return Eigen::FullPivLU<Eigen::MatrixXd>(A).isInvertible();
}

std::optional<Eigen::VectorXd> solve_invertible(const ConstMatrix& A, const Eigen::VectorXd& b) {
  const Eigen::FullPivLU<Eigen::MatrixXd> factors(A);
  // Without this, solve() would return one solution of many, or what is no solution at all.
  if (!factors.isInvertible()) return std::nullopt;
  return Eigen::VectorXd(factors.solve(b));
}

PivotedQr::PivotedQr(const ConstMatrix& A, double threshold) {
  // Only rank() reads the threshold; the factors are those of A whatever it is.
  factors_.setThreshold(threshold);
  factors_.compute(A);
}

Eigen::Index PivotedQr::rank() const { return factors_.rank(); }

Eigen::MatrixXd PivotedQr::span() const {
  // Column pivoting puts independent columns first, so that the first rank() columns of Q span A.
  // The product with the thin identity forms these alone.
  return factors_.householderQ() * Eigen::MatrixXd::Identity(factors_.rows(), rank());
}

Eigen::MatrixXd PivotedQr::complement() const {
  // The remaining columns of the square Q: Q is orthogonal, so they are orthogonal to the span.
  const Eigen::Index n = factors_.rows();
  return (factors_.householderQ() * Eigen::MatrixXd::Identity(n, n)).rightCols(n - rank());
}

Eigen::MatrixXd PivotedQr::Q() const { return factors_.householderQ(); }

Eigen::MatrixXd orthogonal_factor(const ConstMatrix& A) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(A).householderQ();
}

void CompleteOrthogonal::compute(const ConstMatrix& A) { factors_.compute(A); }

Eigen::Index CompleteOrthogonal::rank() const { return factors_.rank(); }

Eigen::VectorXd CompleteOrthogonal::solve(const ConstVector& b) const { return factors_.solve(b); }

Eigen::MatrixXd CompleteOrthogonal::pseudo_inverse() const { return factors_.pseudoInverse(); }

// Without vectors: the rotations are then not accumulated.
Eigen::VectorXd eigenvalues(const ConstMatrix& A) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigensystem eigensystem(const ConstMatrix& A) {
  // A = V diag(values) Vᵀ, by the lower triangle of A.
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> system(A);
  return {system.eigenvalues(), system.eigenvectors()};
}

SingularValues singular_values(const Eigen::MatrixXd& A) {
  // Thin: the columns of U and V beyond the values multiply zeros.
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.matrixV(), svd.singularValues()};
}

}  // namespace carom::solver
