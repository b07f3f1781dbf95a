// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/compliant/holding.h"

#include <algorithm>
#include <cmath>

namespace carom::law {
namespace {

// Residual over the drive. The answer decides who holds and is never integrated: the forces that
// are come from the series. Newton's method ends at 1e-14 where it can; at kinks of the cones it
// cannot.
constexpr double close_enough = 3e-7;

// A += scale · a bᵀ without a temporary.
template <class A, class B>
void add_outer(Eigen::MatrixXd& sum, double scale, const A& a, const B& b) {
  for (Eigen::Index j = 0; j < b.size(); ++j)
    for (Eigen::Index i = 0; i < a.size(); ++i) sum(i, j) += scale * a[i] * b[j];
}

}  // namespace

// P A = L U: L below the diagonal (its own diagonal is one), U on and above it.
bool factor_in_place(Eigen::MatrixXd& A, Eigen::Index n, std::vector<Eigen::Index>& pivot) {
  pivot.resize(static_cast<std::size_t>(n));
  double scale = 0.0;
  for (Eigen::Index j = 0; j < n; ++j)
    scale = std::max(scale, A.col(j).head(n).cwiseAbs().maxCoeff());
  // Column by column: the largest entry on or below the diagonal is the pivot, so that no factor in
  // L exceeds one; a small pivot would blow up the rounding of all later rows.
  for (Eigen::Index j = 0; j < n; ++j) {
    Eigen::Index best = j;
    for (Eigen::Index i = j + 1; i < n; ++i)
      if (std::abs(A(i, j)) > std::abs(A(best, j))) best = i;
    // Of the largest entry: half a unit of rounding. A smaller pivot is a cancelled sum; a row
    // that depends on others only nearly is still solved.
    if (!(std::abs(A(best, j)) > 1e-16 * scale)) return false;
    pivot[static_cast<std::size_t>(j)] = best;
    // Whole rows are exchanged, the part of L included: solve_in_place may then apply all exchanges
    // first.
    if (best != j)
      for (Eigen::Index c = 0; c < n; ++c) std::swap(A(j, c), A(best, c));
    for (Eigen::Index i = j + 1; i < n; ++i) {
      A(i, j) /= A(j, j);
      for (Eigen::Index c = j + 1; c < n; ++c) A(i, c) -= A(i, j) * A(j, c);
    }
  }
  return true;
}

// x ← A⁻¹x: exchanges, then L z = P x from the top and U x = z from the bottom.
void solve_in_place(const Eigen::MatrixXd& A, Eigen::Index n,
                    const std::vector<Eigen::Index>& pivot, Eigen::VectorXd& x) {
  for (Eigen::Index j = 0; j < n; ++j) std::swap(x[j], x[pivot[static_cast<std::size_t>(j)]]);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < i; ++j) x[i] -= A(i, j) * x[j];
  // U from the bottom; its diagonal passed the pivot test.
  for (Eigen::Index i = n - 1; i >= 0; --i) {
    for (Eigen::Index j = i + 1; j < n; ++j) x[i] -= A(i, j) * x[j];
    x[i] /= A(i, i);
  }
}

// Sizes depend on the impact only, not on who is held: nothing is allocated from step to step.
void HeldRows::clear(Eigen::Index dimension, Eigen::Index capacity) {
  count_ = 0;
  rows_.resize(dimension, capacity);
  columns_.resize(dimension, capacity);
  inner_rows_.resize(dimension, capacity);
  inner_columns_.resize(dimension, capacity);
  matrix_.resize(dimension, dimension);
  weight_.resize(capacity);
  force_.resize(capacity);
  y_.resize(dimension);
  basis_.reset(dimension, std::min(dimension, capacity));
}

void HeldRows::add(const Eigen::Ref<const Eigen::VectorXd>& row,
                   const Eigen::Ref<const Eigen::VectorXd>& column, double weight) {
  rows_.col(count_) = row;
  columns_.col(count_) = column;
  weight_[count_++] = weight;
  // A row that depends on those before adds nothing to the span, yet takes its share of the force.
  // Once the basis spans the space no row can add to it.
  if (basis_.size() < row.size()) basis_.append(row);
}

// With f_i = k_i r_i·y and y in the span Q of the rows r, the conditions r_j·(w + Σ c_i f_i) = 0
// for all j are
//   Qᵀ(w + Σ k_i c_i r_iᵀ y) = 0,
// as many equations as the rows have rank. A = Σ k_i (Qᵀc_i)(Qᵀr_i)ᵀ is positive definite where
// every column c is its row; slip friction may make it singular.
bool HeldRows::factor() {
  const Eigen::Index d = basis_.size();
  if (d == 0) return true;
  const auto Q = basis_.Q();
  auto A = matrix_.topLeftCorner(d, d);
  A.setZero();
  for (Eigen::Index i = 0; i < count_; ++i) {
    inner_rows_.col(i).head(d).noalias() = Q.transpose() * rows_.col(i);
    inner_columns_.col(i).head(d).noalias() = Q.transpose() * columns_.col(i);
    add_outer(matrix_, weight_[i], inner_columns_.col(i).head(d), inner_rows_.col(i).head(d));
  }
  return factor_in_place(matrix_, d, pivot_);
}

// A y = −Qᵀw, then f_i = k_i r_i·y: forces of least Σ f²/k where columns are rows.
void HeldRows::solve(const Eigen::Ref<const Eigen::VectorXd>& drive) {
  const Eigen::Index d = basis_.size();
  for (Eigen::Index j = 0; j < d; ++j) y_[j] = -basis_.Q().col(j).dot(drive);
  if (d > 0) solve_in_place(matrix_, d, pivot_, y_);
  for (Eigen::Index i = 0; i < count_; ++i)
    force_[i] = d == 0 ? 0.0 : weight_[i] * inner_rows_.col(i).head(d).dot(y_.head(d));
}

// Solves in the span of the rows at rest: a force found there is the same, and directions in which
// nothing holds would keep y = −w/ε, which grows without bound as ε falls.
void RestProblem::project(const Eigen::MatrixXd& rows, const Eigen::VectorXd& drive) {
  basis_.reset(rows.rows(), std::min(rows.rows(), rows.cols()));
  const auto append = [&](int row) {
    if (basis_.size() < rows.rows()) basis_.append(rows.col(row));
  };
  for (const auto& point : points) {
    if (point.plastic) append(point.row);
    for (int k = 0; k < point.tangents && point.rests; ++k) append(point.row + 1 + k);
  }
  // Full size, zero beyond the basis: then no size ever changes.
  const Eigen::Index d = basis_.size();
  // Rows, drive and y in coordinates of the basis: inner products of them are those of the rows.
  inner_.setZero(rows.rows(), rows.cols());
  // Slipping tangents are projected too: they add no row to the span, but the friction of a held
  // normal acts along them.
  for (const auto& point : points)
    for (int k = 0; k <= point.tangents; ++k)
      inner_.col(point.row + k).head(d).noalias() =
          basis_.Q().transpose() * rows.col(point.row + k);
  drive_.setZero(rows.rows());
  drive_.head(d).noalias() = basis_.Q().transpose() * drive;
  slope_.resize(rows.rows(), rows.rows());
  for (auto* vector : {&y_, &trial_, &value_, &step_, &start_}) vector->resize(rows.rows());
}

// Adds the forces of one point to value_, and their derivative to slope_.
void RestProblem::add_point(Point& point, const Eigen::VectorXd& y, bool derivative) {
  const auto& rows = inner_;
  const auto normal = rows.col(point.row);
  // The normal force k n·y, clipped to what the contact can carry; in between it has a slope.
  // free_normal: strictly between the bounds, where f_n = k n·y depends on y.
  bool free_normal = false;
  if (point.plastic) {
    const double wanted = point.weight * normal.dot(y);
    point.normal_force = std::clamp(wanted, 0.0, point.largest);
    free_normal = wanted > 0.0 && wanted < point.largest;
    value_ += point.normal_force * normal;
    if (derivative && free_normal) add_outer(slope_, point.weight, normal, normal);
  }
  // In slip friction is at its limit against the direction, and follows the normal force.
  const double radius = point.friction * point.normal_force;
  if (!point.rests) {
    // Slip friction of a spring is known: the caller has it in the drive.
    if (!point.plastic) return;
    for (int k = 0; k < point.tangents; ++k) {
      value_ -= radius * point.direction[k] * rows.col(point.row + 1 + k);
      if (derivative && free_normal)
        add_outer(slope_, -point.friction * point.weight * point.direction[k],
                  rows.col(point.row + 1 + k), normal);
    }
    return;
  }
  for (int k = 0; k < point.tangents; ++k)
    point.wanted[k] = point.weight * rows.col(point.row + 1 + k).dot(y);
  // At rest: k Tᵀy inside the disk, else its projection on the edge, whose derivative is k r/|g|
  // (I − d dᵀ) and, with a free normal, μ k d nᵀ.
  const double length = point.wanted.norm();
  const bool limited = length > radius;
  const double share = limited ? radius / length : 1.0;
  for (int k = 0; k < point.tangents; ++k) {
    const auto tangent = rows.col(point.row + 1 + k);
    value_ += share * point.wanted[k] * tangent;
    if (!derivative) continue;
    add_outer(slope_, point.weight * share, tangent, tangent);
    if (!limited) continue;
    for (int l = 0; l < point.tangents; ++l)
      add_outer(slope_,
                -point.weight * share * (point.wanted[k] / length) * (point.wanted[l] / length),
                tangent, rows.col(point.row + 1 + l));
    if (free_normal)
      add_outer(slope_, point.friction * point.weight * (point.wanted[k] / length), tangent,
                normal);
  }
}

// F(y) = ε y + w + Σ x_n f_n + Σ X_t f_t in value_, its derivative in slope_. ε on the whole
// diagonal keeps slope_ regular beyond the basis, where F and y are zero.
double RestProblem::residual(double epsilon, const Eigen::VectorXd& y, bool derivative) {
  value_ = epsilon * y + drive_;
  if (derivative) {
    slope_.setZero();
    slope_.diagonal().setConstant(epsilon);
  }
  for (auto& point : points) add_point(point, y, derivative);
  return value_.norm();
}

// Newton's method on F(y) = 0 at fixed ε, halving steps until ‖F‖ falls. F has kinks where a force
// reaches the edge of its cone; there slope_ is that of one side and a full step may overshoot.
bool RestProblem::improve(double epsilon) {
  double size = residual(epsilon, y_, true);
  for (int iteration = 0; iteration < 60; ++iteration) {
    // Of the drive, which has unit length: fifty units of rounding, what a sum of forces leaves.
    if (size <= 1e-14) return true;
    // y ← y − length · F′⁻¹F. A factor that fails, or no length that helps, ends the search where
    // it is; the last line judges what was reached.
    step_ = value_;
    if (!factor_in_place(slope_, slope_.rows(), pivot_)) break;
    solve_in_place(slope_, slope_.rows(), pivot_, step_);
    // Shorter steps need no new derivative: only the value is formed.
    double length = 1.0, next = size;
    for (int half = 0; half < 30; ++half, length *= 0.5) {
      trial_ = y_ - length * step_;
      next = residual(epsilon, trial_, false);
      // Armijo's usual share of the predicted decrease: any small one proves progress.
      if (next < (1.0 - 1e-4 * length) * size) break;
    }
    if (!(next < size)) break;
    y_ = trial_;
    size = residual(epsilon, y_, true);
  }
  return size <= close_enough;
}

// As ε falls, points that friction can hold keep y bounded and their acceleration −ε y goes to
// zero. At the others y grows like 1/ε, friction reaches the edge of its disk and −ε y is the
// acceleration that is left.
bool RestProblem::solve(const Eigen::MatrixXd& rows, const Eigen::VectorXd& drive) {
  project(rows, drive);
  if (basis_.size() == 0) return true;
  // Continuation: ε = 1 is nearly linear; a failure halves the (logarithmic) step.
  // The compliance that is left moves forces by 1e-8, below close_enough.
  constexpr double last = 1e-8;
  // Each ε starts from the solution of the one before; a success doubles the logarithmic step
  // again, to a decade at most.
  y_.setZero();
  bool solved = improve(1.0);
  double epsilon = 1.0, factor = 0.1;
  for (int tries = 0; solved && epsilon > last && tries < 200; ++tries) {
    start_ = y_;
    const double next = std::max(last, factor * epsilon);
    if (improve(next)) {
      epsilon = next;
      factor = std::max(0.1, factor * factor);
    } else {
      y_ = start_;
      factor = std::sqrt(factor);
    }
  }
  solved = solved && epsilon <= last;
  // The last trial may have been at another y: forces and wanted friction of every point are
  // written anew at the y that is kept. F = 0 makes −ε y the sum of drive and forces.
  residual(epsilon, y_, false);
  for (auto& point : points)
    for (int k = 0; k < point.tangents; ++k)
      point.acceleration[k] = -epsilon * inner_.col(point.row + 1 + k).dot(y_);
  return solved;
}

}  // namespace carom::law
