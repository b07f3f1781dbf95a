// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's method on the constraints with steps of least norm, in scales, within the bounds:
// from anywhere (`find_root`), and back to the constraints after a small move (`Constraints`).
#pragma once

#include <Eigen/Core>

#include "design/optimise/space.h"

namespace carom::design::optimise {

/// Singular values, pivots and row norms below this share of the largest count as zero; the
/// differences are good to about 1e-10.
constexpr double rank_tolerance = 1e-8;

/// The constraints linearised at x, each row divided by its norm.
class Constraints {
 public:
  Constraints(Space& space, const Eigen::VectorXd& x);

  const Eigen::MatrixXd& jacobian() const { return jacobian_; }  ///< Of the divided rows.
  /// The same, each row divided by the norm it has in `other`.
  Eigen::MatrixXd divided_as(const Constraints& other) const {
    return other.weights_.cwiseQuotient(weights_).asDiagonal() * jacobian_;
  }
  /// Norm of the divided rows: what the steps lessen. NaN where a row has no value.
  double size(const Eigen::VectorXd& rows) const { return rows.cwiseProduct(weights_).norm(); }
  /// The least step, in scales, that takes the linearised rows to zero, or nearest to it, within
  /// the bounds. `held`: what is at a bound stays.
  Eigen::VectorXd step(const Eigen::VectorXd& x, const Eigen::VectorXd& rows, bool held) const;
  /// The least step from `origin` to the rows linearised at x, within the bounds.
  Eigen::VectorXd step_from(const Eigen::VectorXd& origin, const Eigen::VectorXd& x,
                            const Eigen::VectorXd& rows) const;
  /// Steps with this linearisation until rounding; true if x then solves. x changes only if true.
  bool settle(Eigen::VectorXd& x) const;

 private:
  bool settle(Eigen::VectorXd& x, bool held) const;

  Space& space_;
  Eigen::VectorXd weights_;
  Eigen::MatrixXd jacobian_;
};

/// Moves x towards a root, to where no step helps. True if it solves. `x` is valid throughout, also
/// if interrupted.
bool find_root(Space& space, Eigen::VectorXd& x);

}  // namespace carom::design::optimise
