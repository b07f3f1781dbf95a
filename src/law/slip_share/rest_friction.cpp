// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// First the friction that holds every point (least norm, by a damped Cholesky factor with
// refinement: A is singular under a rigid sole); if it leaves a disk, projected block relaxation.
#include "law/slip_share/rest_friction.h"

#include <algorithm>
#include <cmath>

namespace carom::law {
namespace {

// Of the largest diagonal entry, so that a singular A has a factor. Refinement takes it out again,
// a factor of 1e9 each time where A is regular; ten times smaller nears the rounding of the factor.
constexpr double damping = 1e-9;
// A rate below this share of the drive is none: the damping leaves as much in directions that A
// barely resists.
constexpr double at_rest = 1e-9;
// Of the relaxation: a bound on time alone; whoever meets it is refused, not believed.
constexpr int max_sweeps = 20'000;
// Change of a sweep, relative to the largest radius: fifty times the rounding of one force.
constexpr double stationary = 1e-14;

// The nearest point of the disk |f| ≤ radius.
void project(Eigen::Ref<Eigen::VectorXd> f, double radius) {
  const double length = f.norm();
  if (length > radius) f *= radius / length;
}

}  // namespace

// A = G on the tangent rows at rest, b their rates without this friction, packed point by point.
void RestFriction::gather(const Eigen::MatrixXd& G, const std::vector<RestPoint>& points,
                          const Eigen::VectorXd& rate) {
  Eigen::Index size = 0;
  for (const auto& point : points) size += point.count;
  A_.resize(size, size);
  b_.resize(size);
  f_.setZero(size);
  rest_.resize(size);
  step_.resize(size);
  radius_.resize(static_cast<Eigen::Index>(points.size()));
  Eigen::Index a = 0;
  for (const auto& left : points) {
    b_.segment(a, left.count) = rate.segment(left.row, left.count);
    Eigen::Index c = 0;
    for (const auto& right : points) {
      A_.block(a, c, left.count, right.count) =
          G.block(left.row, right.row, left.count, right.count);
      c += right.count;
    }
    a += left.count;
  }
}

// Rates zero at all points: A f = −b. False where that friction leaves a disk. Redundant points
// leave f a choice: the damped factor started from zero takes it near its least norm. Where that
// one leaves a disk another may not, and the convex problem decides.
bool RestFriction::stick_everywhere(const std::vector<RestPoint>& points) {
  damped_ = A_;
  damped_.diagonal().array() += damping * A_.diagonal().maxCoeff();
  factor_.compute(damped_);
  const double scale = b_.lpNorm<Eigen::Infinity>();
  // f ← f − (A + damping)⁻¹ (A f + b): the fixed point has no damping in it.
  for (int k = 0; k < 8; ++k) {
    rest_ = b_;
    rest_.noalias() += A_ * f_;
    // Of the drive: below half a unit of its last place, so that only what cannot be improved ends
    // the refinement early.
    if (rest_.lpNorm<Eigen::Infinity>() <= 1e-16 * scale) break;
    factor_.solve(rest_);
    f_ -= rest_;
  }
  Eigen::Index a = 0;
  for (const auto& point : points) {
    // Friction is known to about 1e-14, so that a force on the edge of its disk counts as inside;
    // the second term is rounding of forces of order one, for a disk of radius zero.
    if (f_.segment(a, point.count).norm() > point.static_radius * (1.0 + 1e-12) + 1e-15)
      return false;
    a += point.count;
  }
  return true;
}

void RestFriction::choose_radii(const std::vector<RestPoint>& points) {
  for (std::size_t k = 0; k < points.size(); ++k)
    radius_[static_cast<Eigen::Index>(k)] =
        points[k].sticks ? points[k].static_radius : points[k].dynamic_radius;
}

// Projected block relaxation; leaves the rates in rest_. Returns the last change of f, relative.
// Each step of a point is f_j ← disk(f_j − (A f + b)_j / tr A_jj). The trace is at least the
// largest eigenvalue of the block, so that ½ fᵀA f + bᵀf never grows. The fixed points are the
// minima: zero rate inside a disk, a rate against the friction on its edge.
double RestFriction::relax(std::vector<RestPoint>& points) {
  // No disk has a radius: nothing is divided by zero, and the change, zero, ends the first sweep.
  const double largest = std::max(radius_.maxCoeff(), 1e-300);
  rest_ = b_;
  rest_.noalias() += A_ * f_;
  double change = 0.0;
  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    change = 0.0;
    Eigen::Index a = 0;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const int count = points[k].count;
      const double stiffness = A_.diagonal().segment(a, count).sum();
      if (stiffness <= 0.0) {  // blocked by bilateral rows
        a += count;
        continue;
      }
      auto f = f_.segment(a, count);
      auto before = step_.head(count);
      before = f;
      f -= rest_.segment(a, count) / stiffness;
      project(f, radius_[static_cast<Eigen::Index>(k)]);
      // A f + b follows every change of f at the price of one column, so that the next point sees
      // it in the same sweep.
      for (int i = 0; i < count; ++i) {
        const double moved = f[i] - before[i];
        if (moved == 0.0) continue;
        change = std::max(change, std::abs(moved));
        rest_ += moved * A_.col(a + i);
      }
      a += count;
    }
    if (change <= stationary * largest) break;
  }
  // The rates anew: thousands of small updates leave their rounding in the sum.
  rest_ = b_;
  rest_.noalias() += A_ * f_;
  return change / largest;
}

// Sticking everywhere is tried first: it needs one factor and no iteration over disks. Only where a
// disk is left the convex problem is solved, whose rates are unique whatever f it ends at.
double RestFriction::solve(const Eigen::MatrixXd& G, std::vector<RestPoint>& points,
                           const Eigen::VectorXd& rate, Eigen::VectorXd& q) {
  gather(G, points, rate);
  const double scale = b_.lpNorm<Eigen::Infinity>();
  double residual = 0.0;
  for (auto& point : points) point.sticks = true;
  if (scale > 0.0 && !stick_everywhere(points)) {
    f_.setZero();
    // A point that slips has the dynamic friction; lowering it may set others slipping.
    // f is kept from round to round: the last solution, cut to the smaller disks, is near the next.
    for (std::size_t round = 0; round <= points.size(); ++round) {
      choose_radii(points);
      residual = relax(points);
      bool settled = true;
      Eigen::Index a = 0;
      for (auto& point : points) {
        const bool slips = rest_.segment(a, point.count).norm() > at_rest * scale;
        // A point that moves has the smaller disk, and the problem changes with it. Points only
        // ever leave the sticking ones, so that the rounds end.
        if (slips && point.sticks) {
          point.sticks = false;
          settled = settled && point.static_radius == point.dynamic_radius;
        }
        a += point.count;
      }
      if (settled) break;
    }
  }
  Eigen::Index a = 0;
  for (const auto& point : points) {
    q.segment(point.row, point.count) = f_.segment(a, point.count);
    a += point.count;
  }
  return residual;
}

}  // namespace carom::law
