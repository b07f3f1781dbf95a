// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/rate/rate_matrix.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom::law {

// For the largest mode, D = rank: no rate allocates.
void RateMatrix::prepare(int rank) {
  const auto size = static_cast<std::size_t>(rank) + 1;
  for (auto* square : {&matrix_, &factors_, &layers_, &power_, &work_}) square->resize(size * size);
  column_.resize(size);
  pivots_.resize(size);
}

// An active point adds k b (a, 1), with a = Q n and b the projected row along which its share acts;
// a sustained one k b (a, 0), since c is not its level.
void RateMatrix::assemble(const RateMembers& members, double epsilon) {
  const ScaledPoints& points = members.points();
  const int D = members.dimension(), size = D + 1;
  size_ = size;
  // Rows 0 … D−1 are d(Q q + ε y), the last row is d(Σ l); columns are y, then c. Everything is
  // homogeneous of degree one in (y, c), so M x is also the value: a Newton step needs no residual.
  double* M = matrix_.data();
  std::fill(M, M + size * size, 0.0);
  for (int d = 0; d < D; ++d) M[d * size + d] = epsilon;
  double* b = column_.data();
  for (std::size_t i = 0; i < members.list().size(); ++i) {
    const RateMember& m = members.list()[i];
    // Clipped at zero, a point has l = 0 and no derivative.
    if (!m.carries) continue;
    const auto at = static_cast<std::size_t>(m.point);
    const double k = points.stiffness[at], mu = points.friction[at];
    const double* a = members.projected(i);
    const double *first = a + D, *second = first + D;
    // Friction at the cone grows with the share: against the slip, or along the clipped direction.
    const double pull = m.rests ? (m.clipped ? mu : 0.0) : -mu;
    const double by_first = pull * m.direction[0], by_second = pull * m.direction[1];
    // dl = k (dc + a·dy): b in the column of c, k a in the row of Σ l. Σ l sums tied and sustained
    // points alike; only tied ones know c.
    for (int d = 0; d < D; ++d) {
      b[d] = k * (a[d] + by_first * first[d] + by_second * second[d]);
      if (!m.held) M[d * size + D] += b[d];
      M[D * size + d] += k * a[d];
    }
    if (!m.held) M[D * size + D] += k;
    // The block of y: b aᵀ, as the share carries its friction with it, and what rest friction adds.
    // It is not symmetric once friction is at its cone: hence LU.
    if (!m.rests) {
      for (int d = 0; d < D; ++d) add_scaled(M + d * size, b[d], a, D);
    } else if (!m.clipped) {  // inside the cone: k T Tᵀ
      for (int d = 0; d < D; ++d)
        add_scaled(M + d * size, b[d], a, k * first[d], first, k * second[d], second, D);
    } else {  // the same across the direction, times μl/|g|
      const double x = -m.direction[1], y = m.direction[0];
      for (int d = 0; d < D; ++d) {
        const double across = m.ratio * (x * first[d] + y * second[d]);
        double* row = M + d * size;
        for (int e = 0; e < D; ++e) row[e] += b[d] * a[e] + across * (x * first[e] + y * second[e]);
      }
    }
  }
}

// The last row has no ε: Σ l = 1 holds exactly.
void RateMatrix::add_compliance(double by) {
  for (int d = 0; d + 1 < size_; ++d) matrix_[static_cast<std::size_t>(d * size_ + d)] += by;
}

// LU with row pivoting, by rows.
bool RateMatrix::factor() {
  const int size = size_;
  double* A = factors_.data();
  std::copy(matrix_.data(), matrix_.data() + size * size, A);
  // det M by its sign only: each exchange and each negative pivot turns it.
  sign_ = 1.0;
  for (int k = 0; k < size; ++k) {
    // The largest entry of the column: rows that ε alone holds are many digits smaller than the
    // others.
    int best = k;
    for (int i = k + 1; i < size; ++i)
      if (std::abs(A[i * size + k]) > std::abs(A[best * size + k])) best = i;
    pivots_[static_cast<std::size_t>(k)] = best;
    const double pivot = A[best * size + k];
    // Only an exact zero is refused: ε makes small pivots on purpose, and they are meant.
    if (!(std::abs(pivot) > 0.0) || !std::isfinite(pivot)) return false;
    if (best != k) {
      sign_ = -sign_;
      for (int j = 0; j < size; ++j) std::swap(A[k * size + j], A[best * size + j]);
    }
    if (pivot < 0.0) sign_ = -sign_;
    for (int i = k + 1; i < size; ++i) {
      const double factor = A[i * size + k] / pivot;
      // L below the diagonal, in place. Exchanges above move whole rows, L included, so that
      // solve() may do all of them first.
      A[i * size + k] = factor;
      if (factor == 0.0) continue;
      for (int j = k + 1; j < size; ++j) A[i * size + j] -= factor * A[k * size + j];
    }
  }
  return true;
}

// By the last factor(), which need not be of the present matrix_ (add_compliance).
void RateMatrix::solve(double* x) const {
  const int size = size_;
  const double* A = factors_.data();
  for (int k = 0; k < size; ++k) std::swap(x[k], x[pivots_[static_cast<std::size_t>(k)]]);
  // Forwards with L, whose diagonal is one, then backwards with U, in place.
  for (int i = 1; i < size; ++i) x[i] -= dot(A + i * size, x, i);
  for (int i = size; i-- > 0;) {
    for (int j = i + 1; j < size; ++j) x[i] -= A[i * size + j] * x[j];
    x[i] /= A[i * size + i];
  }
}

// B: c follows y at once, since Σ l = 1 holds within the layers too.
void RateMatrix::fill_layers() {
  const int size = size_, D = size - 1;
  // M_cc = Σ k over the tied points that carry, above zero as newton() of rate.cpp asks for one.
  const double* M = matrix_.data();
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j)
      layers_[static_cast<std::size_t>(i * D + j)] =
          M[i * size + j] - M[i * size + D] * M[D * size + j] / M[D * size + D];
}

// det M = M_cc det B: a negative sign is a real eigenvalue of B below zero, a fold that was passed.
// Beyond that, xᵀB x > 0 for all x puts every eigenvalue on the right.
bool RateMatrix::clearly_stable() {
  if (sign_ < 0.0) return false;
  fill_layers();
  const int D = size_ - 1;
  // The symmetric part of B, lower half; it is positive definite exactly when Cholesky finds every
  // pivot above zero.
  double* S = power_.data();
  for (int i = 0; i < D; ++i)
    for (int j = 0; j <= i; ++j)
      S[i * D + j] = 0.5 * (layers_[static_cast<std::size_t>(i * D + j)] +
                            layers_[static_cast<std::size_t>(j * D + i)]);
  for (int j = 0; j < D; ++j) {  // Cholesky
    double pivot = S[j * D + j];
    for (int k = 0; k < j; ++k) pivot -= S[j * D + k] * S[j * D + k];
    if (!(pivot > 0.0)) return false;
    pivot = std::sqrt(pivot);
    S[j * D + j] = pivot;
    for (int i = j + 1; i < D; ++i) {
      // Below the diagonal S becomes its factor, in place.
      double entry = S[i * D + j];
      for (int k = 0; k < j; ++k) entry -= S[i * D + k] * S[j * D + k];
      S[i * D + j] = entry / pivot;
    }
  }
  return true;
}

// C = (I − τB)(I + τB)⁻¹ = 2(I + τB)⁻¹ − I into power_, with τ = 1/max|B|, by Gauss–Jordan on
// A C = 2 I. False: I + τB is singular, so that B has an eigenvalue far on the left.
bool RateMatrix::make_cayley() {
  const int D = size_ - 1;
  // τ scales B to entries of at most one, so that the result does not depend on the unit of
  // stiffness.
  double norm = 0.0;
  for (int i = 0; i < D * D; ++i) norm = std::max(norm, std::abs(layers_[std::size_t(i)]));
  double *A = work_.data(), *C = power_.data();
  for (int i = 0; i < D * D; ++i)
    A[i] = norm > 0.0 ? layers_[static_cast<std::size_t>(i)] / norm : 0.0, C[i] = 0.0;
  // I + τB, and the right side 2 I.
  for (int i = 0; i < D; ++i) A[i * D + i] += 1.0, C[i * D + i] = 2.0;
  for (int k = 0; k < D; ++k) {
    int best = k;
    for (int i = k + 1; i < D; ++i)
      if (std::abs(A[i * D + k]) > std::abs(A[best * D + k])) best = i;
    // The entries of I + τB are at most two: a pivot this small is rounding of the elimination.
    if (!(std::abs(A[best * D + k]) > 1e-14)) return false;
    for (int j = 0; j < D && best != k; ++j)
      std::swap(A[k * D + j], A[best * D + j]), std::swap(C[k * D + j], C[best * D + j]);
    // Row k scaled to a pivot of one.
    const double pivot = 1.0 / A[k * D + k];
    for (int j = 0; j < D; ++j) A[k * D + j] *= pivot, C[k * D + j] *= pivot;
    for (int i = 0; i < D; ++i) {
      const double factor = A[i * D + k];
      // Above and below the pivot: A becomes I, and C the solution.
      if (i == k || factor == 0.0) continue;
      for (int j = 0; j < D; ++j)
        A[i * D + j] -= factor * A[k * D + j], C[i * D + j] -= factor * C[k * D + j];
    }
  }
  for (int i = 0; i < D; ++i) C[i * D + i] -= 1.0;
  return true;
}

// C has all its eigenvalues inside the unit circle exactly when those of B are on the right;
// squared again and again it then does not grow. B = 0 gives C = I, which does not either.
bool RateMatrix::stable() {
  if (clearly_stable()) return true;
  if (sign_ < 0.0) return false;
  const int D = size_ - 1;
  // An eigenvalue β of B becomes (1 − τβ)/(1 + τβ) of C. Powers of C tell whether one of these is
  // outside the unit circle, without any eigenvalue. B is in layers_ since clearly_stable().
  if (!make_cayley()) return false;
  double *A = work_.data(), *C = power_.data();
  // 24 squarings are the power 1.7e7: beyond 1e8 shows an eigenvalue outside the circle by 1.1e-6
  // or more; what is nearer counts as inside, as does C = I.
  for (int squaring = 0; squaring < 24; ++squaring) {
    double largest = 0.0;
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) {
        double sum = 0.0;
        for (int k = 0; k < D; ++k) sum += C[i * D + k] * C[k * D + j];
        // C² into A; C is needed until all of it is there.
        A[i * D + j] = sum;
        largest = std::max(largest, std::abs(sum));
      }
    std::copy(A, A + D * D, C);
    if (largest > 1e8) return false;
    // Every eigenvalue of the power is at most D times this, below one for any D below 1000.
    if (largest < 1e-3) return true;
  }
  return true;
}

}  // namespace carom::law
