// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// With V a basis of the rows of J and N the outward normals of the bounds at x, both projected:
//   w = (1 − VVᵀ)(G a + N m),  a ≥ 0, Σa = 1, m ≥ 0,  of least norm,
// as nonnegative least squares (Lawson & Hanson 1974, ch. 23.4). For one gradient, w = 0 is the
// Karush–Kuhn–Tucker condition; for gradients sampled around x it is that of Burke, Lewis & Overton
// (SIAM J. Optim. 15, 2005).
#include "design/optimise/tangent.h"

#include <algorithm>

#include "solver/decompositions.h"
#include "solver/nonnegative_least_squares.h"

namespace carom::design::optimise {
namespace {

/// Orthonormal basis of the span of the columns.
Eigen::MatrixXd span(const Eigen::MatrixXd& columns) {
  if (columns.cols() == 0) return Eigen::MatrixXd(columns.rows(), 0);
  return solver::PivotedQr(columns, rank_tolerance).span();
}

Eigen::MatrixXd with_units(const Eigen::MatrixXd& columns, const std::vector<Eigen::Index>& units) {
  const auto extra = static_cast<Eigen::Index>(units.size());
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(columns.rows(), columns.cols() + extra);
  result.leftCols(columns.cols()) = columns;
  for (Eigen::Index k = 0; k < extra; ++k)
    result(units[static_cast<std::size_t>(k)], columns.cols() + k) = 1.0;
  return result;
}

}  // namespace

Tangent::Tangent(const Space& space, const Constraints& constraints, const Eigen::VectorXd& x) {
  std::vector<Eigen::Index> fixed;
  const OptimisationProblem& problem = space.problem();
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const bool low = x[i] == problem.lower[i], high = x[i] == problem.upper[i];
    if (low && high) fixed.push_back(i);
    if (low == high) continue;
    bounds_.push_back(i);
    outward_.push_back(low ? -1.0 : 1.0);
  }
  presses_.assign(bounds_.size(), 0);
  basis_ = span(with_units(constraints.jacobian().transpose(), fixed));
}

Eigen::VectorXd Tangent::projected(const Eigen::VectorXd& direction) const {
  return direction - basis_ * (basis_.transpose() * direction);
}

Eigen::VectorXd Tangent::steepest(const Eigen::MatrixXd& gradients) {
  const Eigen::Index n = basis_.rows(), count = gradients.cols();
  Eigen::MatrixXd E =
      Eigen::MatrixXd::Zero(n + 1, count + static_cast<Eigen::Index>(bounds_.size()));
  for (Eigen::Index j = 0; j < count; ++j) E.col(j).head(n) = projected(gradients.col(j));
  // Columns: gradients, then outward normals of the bounds, both along the constraints. A last row
  // asks for Σa = 1: least squares of (w, Σa − 1) scale to the wanted w by one division.
  const double weight = E.leftCols(count).colwise().norm().maxCoeff();
  shares_ = Eigen::VectorXd::Constant(count, 1.0 / static_cast<double>(count));
  if (!(weight > 0.0)) return Eigen::VectorXd::Zero(n);
  E.row(n).head(count).setConstant(weight);
  for (std::size_t k = 0; k < bounds_.size(); ++k) {
    const Eigen::VectorXd normal = projected(outward_[k] * Eigen::VectorXd::Unit(n, bounds_[k]));
    // Else the constraints alone hold this variable.
    if (normal.norm() > rank_tolerance) {
      E.col(count + static_cast<Eigen::Index>(k)).head(n) = weight * normal;
    }
  }
  Eigen::VectorXd f = Eigen::VectorXd::Zero(n + 1);
  f[n] = weight;
  solver::NonnegativeLeastSquares least;
  least.solve(E, f);
  const Eigen::VectorXd a = least.x() / least.x().head(count).sum();
  shares_ = a.head(count);
  Eigen::VectorXd direction = -(E.topRows(n) * a);
  for (std::size_t k = 0; k < bounds_.size(); ++k) {
    presses_[k] = a[count + static_cast<Eigen::Index>(k)] > 0.0;
    double& component = direction[bounds_[k]];
    if (outward_[k] * component > 0.0) component = 0.0;  // rounding
  }
  return direction;
}

Eigen::VectorXd Tangent::along(const Eigen::VectorXd& direction,
                               const std::vector<Eigen::Index>& fixed) const {
  const Eigen::MatrixXd normals = span(with_units(basis_, fixed));
  Eigen::VectorXd result = direction - normals * (normals.transpose() * direction);
  for (const Eigen::Index i : fixed) result[i] = 0.0;
  return result;
}

Eigen::VectorXd Tangent::within_face(const Eigen::VectorXd& direction) const {
  return along(direction, bounds_);
}

Eigen::VectorXd Tangent::along_face(const Eigen::VectorXd& direction) const {
  // A bound that the direction would leave joins the face; none is ever let go, so this ends.
  std::vector<char> held = presses_;
  for (;;) {
    std::vector<Eigen::Index> fixed;
    for (std::size_t k = 0; k < bounds_.size(); ++k)
      if (held[k]) fixed.push_back(bounds_[k]);
    const Eigen::VectorXd result = along(direction, fixed);
    bool leaves = false;
    for (std::size_t k = 0; k < bounds_.size(); ++k) {
      if (held[k] || !(outward_[k] * result[bounds_[k]] > 0.0)) continue;
      held[k] = 1;
      leaves = true;
    }
    if (!leaves) return result;
  }
}

}  // namespace carom::design::optimise
