// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The matrix M = d(Q q + ε y, Σ l)/d(y, c) of a rate with a given pattern (rate.h), its factors,
// and whether the compliant layers settle on the rate. Near it they obey
//   δ dy/dP = −B (y − y*),  B = M_yy − M_yc M_cy / M_cc,
// so every eigenvalue of B must have a positive real part. A fold changes the sign of det M.
// The factors are of its own, by rows and with sums in pairs (scaled_points.h), beside DenseLu by
// columns: a rate is where an impact spends its time.
#pragma once

#include <vector>

#include "law/regular/rate/rate_members.h"

namespace carom::law {

class RateMatrix {
 public:
  void prepare(int rank);
  /// M of the pattern of the members.
  void assemble(const RateMembers& members, double epsilon);
  /// ε += by, of M alone: the factors stay.
  void add_compliance(double by);
  /// False when M is singular.
  bool factor();
  /// x ← M⁻¹ x by the factors.
  void solve(double* x) const;
  /// Entry `row` of M x.
  double times(int row, const double* x) const {
    return dot(matrix_.data() + row * size_, x, size_);
  }
  int size() const { return size_; }

  /// The layers settle on this rate: no growing direction of the compliant system near it. False
  /// at a fold and beyond.
  bool stable();
  /// The symmetric part of the layers' matrix is positive definite: nothing else is near.
  bool clearly_stable();

 private:
  void fill_layers();
  bool make_cayley();

  int size_ = 0;  // D + 1
  std::vector<double> matrix_, factors_, column_, layers_, power_, work_;
  std::vector<int> pivots_;
  double sign_ = 1.0;  // of det M
};

}  // namespace carom::law
