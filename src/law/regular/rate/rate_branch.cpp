// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Is the rate the one on which the compliant layers settle? Near a solution they obey
//   δ dy/dP = −B (y − y*),  B = M_yy − M_yc M_cy / M_cc,
// so every eigenvalue of B must have a positive real part. A fold changes the sign of det M.
#include <algorithm>
#include <cmath>

#include "law/regular/rate/rate.h"

namespace carom::law {

void Rate::layers_matrix() {
  const int D = dimension_, size = D + 1;
  const double* M = matrix_.data();
  for (int i = 0; i < D; ++i)
    for (int j = 0; j < D; ++j)
      layers_[static_cast<std::size_t>(i * D + j)] =
          M[i * size + j] - M[i * size + D] * M[D * size + j] / M[D * size + D];
}

bool Rate::clearly_stable() {
  if (sign_ < 0.0) return false;
  layers_matrix();
  const int D = dimension_;
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
      double entry = S[i * D + j];
      for (int k = 0; k < j; ++k) entry -= S[i * D + k] * S[j * D + k];
      S[i * D + j] = entry / pivot;
    }
  }
  return true;
}

// C = (I − τB)(I + τB)⁻¹ = 2(I + τB)⁻¹ − I has all its eigenvalues inside the unit circle exactly
// when those of B are on the right; squared again and again it then does not grow.
bool Rate::stable() {
  if (clearly_stable()) return true;
  if (sign_ < 0.0) return false;
  const int D = dimension_;
  layers_matrix();
  double norm = 0.0;
  for (int i = 0; i < D * D; ++i) norm = std::max(norm, std::abs(layers_[std::size_t(i)]));
  if (!(norm > 0.0)) return true;
  double *A = work_.data(), *C = power_.data();
  for (int i = 0; i < D * D; ++i) A[i] = layers_[static_cast<std::size_t>(i)] / norm, C[i] = 0.0;
  for (int i = 0; i < D; ++i) A[i * D + i] += 1.0, C[i * D + i] = 2.0;
  for (int k = 0; k < D; ++k) {  // Gauss–Jordan, A C = 2 I
    int best = k;
    for (int i = k + 1; i < D; ++i)
      if (std::abs(A[i * D + k]) > std::abs(A[best * D + k])) best = i;
    if (!(std::abs(A[best * D + k]) > 1e-14)) return false;
    for (int j = 0; j < D && best != k; ++j)
      std::swap(A[k * D + j], A[best * D + j]), std::swap(C[k * D + j], C[best * D + j]);
    const double pivot = 1.0 / A[k * D + k];
    for (int j = 0; j < D; ++j) A[k * D + j] *= pivot, C[k * D + j] *= pivot;
    for (int i = 0; i < D; ++i) {
      const double factor = A[i * D + k];
      if (i == k || factor == 0.0) continue;
      for (int j = 0; j < D; ++j)
        A[i * D + j] -= factor * A[k * D + j], C[i * D + j] -= factor * C[k * D + j];
    }
  }
  for (int i = 0; i < D; ++i) C[i * D + i] -= 1.0;
  for (int squaring = 0; squaring < 24; ++squaring) {
    double largest = 0.0;
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) {
        double sum = 0.0;
        for (int k = 0; k < D; ++k) sum += C[i * D + k] * C[k * D + j];
        A[i * D + j] = sum;
        largest = std::max(largest, std::abs(sum));
      }
    std::copy(A, A + D * D, C);
    if (largest > 1e8) return false;
    if (largest < 1e-3) return true;
  }
  return true;
}

}  // namespace carom::law
