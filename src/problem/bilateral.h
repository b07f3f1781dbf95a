// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bilateral rows in whitened row space (square_root.h): an orthonormal basis of them, redundant
// ones dropped, the part of a contact row that they leave, and the impulses with which they answer.
// With rows b̂ᵢ of unit length, R x = c for b̂ = Rᵀ Q and c = Q a: the answer to a unit impulse along
// a is −x, of least norm where R has more columns than rows: R = T Z, x = Zᵀ T⁻¹ c.
#pragma once

#include "problem/square_root.h"

namespace carom::problem {

class Bilateral {
 public:
  /// What the rows need beside their own columns.
  static Eigen::Index extra_columns(Eigen::Index count) { return count > 0 ? 2 * count + 2 : 0; }

  /// Works in `storage`: whitened bilateral rows in its first `coordinates` columns, `count` rows
  /// from `first` on, scratch in the extra columns beside them.
  Bilateral(Eigen::MatrixXd& storage, Eigen::Index first, Eigen::Index count,
            Eigen::Index coordinates)
      : storage_(storage), first_(first), count_(count), n_(coordinates) {}

  /// Replaces the rows by an orthonormal basis; returns how many are independent.
  int orthonormalise();
  /// Takes the basis out of a contact row of `storage`; false if nothing but rounding is left, and
  /// the row is then exactly zero. `reaction`: impulses of the bilateral rows per unit of this one.
  bool project(Eigen::Index row, Eigen::Ref<Eigen::VectorXd> reaction);

 private:
  auto row(Eigen::Index i) { return storage_.row(i).head(n_); }
  auto basis(Eigen::Index k) { return row(first_ + k); }
  double& R(Eigen::Index k, Eigen::Index i) { return storage_(first_ + k, n_ + i); }
  double& T(Eigen::Index k, Eigen::Index l) { return storage_(first_ + k, n_ + count_ + l); }
  double& length(Eigen::Index i) { return storage_(first_ + i, n_ + 2 * count_); }
  double& coefficient(Eigen::Index k) { return storage_(first_ + k, n_ + 2 * count_ + 1); }
  void swap(Eigen::Index k, Eigen::Index other);
  void factor_reaction();

  Eigen::MatrixXd& storage_;
  Eigen::Index first_, count_, n_;
  Eigen::Index rank_ = 0;
};

}  // namespace carom::problem
