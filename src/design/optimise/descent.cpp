// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Reduced gradients with a quasi-Newton metric: with L = f + λᵀr, the step is −P H P ∇f, P the
// projection on the constraints and the bounds that press, H the BFGS inverse of the Hessian of L
// (Nocedal & Wright, Numerical Optimization, 2006, eq. 6.17 and ch. 18.3), halved until f falls;
// each trial is put back on the constraints by Newton steps. Near the end, where f no longer tells
// points apart, a step counts if it halves the reduced gradient.
// Descent of a symmetric function from a symmetric start stays symmetric, and may end where another
// direction leads down. A seeded push along the constraints, then descent again: back to the same
// value from a minimum, to a lower one from a saddle.
#include "design/optimise/descent.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/random.h"
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

// A tangent. With V a basis of the rows of J and N the outward normals of the bounds at x, both
// projected:
//   w = (1 − VVᵀ)(G a + N m),  a ≥ 0, Σa = 1, m ≥ 0,  of least norm,
// as nonnegative least squares (Lawson & Hanson 1974, ch. 23.4). For one gradient, w = 0 is the
// Karush–Kuhn–Tucker condition; for gradients sampled around x it is that of Burke, Lewis & Overton
// (SIAM J. Optim. 15, 2005).
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

namespace {

// Reduced gradient, relative to the largest gradient or f: ten times the error of the differences
// (1e-10, space.h); below it the direction is rounding.
constexpr double stationary = 1e-9;

/// A point on the constraints with what belongs to it.
struct Place {
  Place(Space& space, const Descending& function, const Eigen::VectorXd& at, double value_there)
      : x(at),
        value(value_there),
        constraints(space, x),
        tangent(space, constraints, x),
        gradient(function.gradient(x, difference_step)),
        downhill(tangent.steepest(gradient)) {}

  Eigen::VectorXd x;
  double value;
  Constraints constraints;
  Tangent tangent;
  Eigen::VectorXd gradient, downhill;
};

/// λ: least squares of ∇f + Jᵀλ = 0.
Eigen::VectorXd multipliers(const Place& place) {
  if (place.constraints.jacobian().rows() == 0) return {};
  solver::CompleteOrthogonal decomposition(rank_tolerance);
  decomposition.compute(place.constraints.jacobian().transpose());
  return decomposition.solve(-place.gradient);
}

class Metric {
 public:
  explicit Metric(double first_step) : first_step_(first_step) {}
  bool fresh() const { return H_.size() == 0; }
  void forget() { H_.resize(0, 0); }

  /// A direction of descent.
  Eigen::VectorXd direction(const Place& place) {
    const double length = place.downhill.norm();
    if (!fresh()) {
      const Eigen::VectorXd step = place.tangent.along_face(H_ * place.downhill);
      // Cosine to the steepest descent. A choice: a metric that turns the step farther has a
      // condition near 1e12, of which gradients good to 1e-10 say nothing.
      constexpr double askew = 1e-6;
      if (step.dot(place.gradient) < -askew * step.norm() * length) return step;
      forget();
    }
    return first_step_ > 0.0 ? Eigen::VectorXd(place.downhill * (first_step_ / length))
                             : place.downhill;
  }

  void update(const Space& space, const Place& from, const Place& to) {
    const Eigen::VectorXd s = space.difference(from.x, to.x);
    Eigen::VectorXd y = to.gradient - from.gradient;
    const Eigen::VectorXd lambda = multipliers(to);
    // The rows are divided by their norms, which differ from place to place.
    if (lambda.size() > 0) {
      y += to.constraints.jacobian().transpose() * lambda -
           from.constraints.divided_as(to.constraints).transpose() * lambda;
    }
    // BFGS of the inverse, H ← (1 − s yᵀ/sᵀy) H (1 − y sᵀ/sᵀy) + s sᵀ/sᵀy.
    const double sy = s.dot(y);
    // Cosine of s and y: differences are good to about this, so below it not even the sign is
    // known.
    constexpr double curved = 1e-10;
    if (!(sy > curved * s.norm() * y.norm())) return forget();
    const auto n = s.size();
    const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(n, n);
    if (fresh()) H_ = (sy / y.squaredNorm()) * identity;
    const Eigen::MatrixXd A = identity - (s / sy) * y.transpose();
    H_ = A * H_ * A.transpose() + (s / sy) * s.transpose();
  }

 private:
  double first_step_;
  Eigen::MatrixXd H_;
};

bool is_stationary(const Place& place, double largest_gradient) {
  return place.downhill.norm() <= stationary * std::max(largest_gradient, std::abs(place.value));
}

/// The next place, or nothing if no trial is lower.
std::optional<Place> lower(Space& space, const Descending& function, const Place& place,
                           const Eigen::VectorXd& direction) {
  constexpr int halvings = 40;
  // Enough: of the slope, the usual value (Nocedal & Wright, ch. 3.1). Rounding: of f; 1e-16 times
  // the thousand operations of an impact. Within it values do not tell points apart.
  constexpr double enough = 1e-4, rounding = 1e-13;
  const Eigen::VectorXd step = share_within(space, place.x, direction) * direction;
  const double slope = step.dot(place.gradient);
  double share = 1.0;
  for (int half = 0; half < halvings; ++half, share /= 2.0) {
    Eigen::VectorXd x = space.moved(place.x, share * step);
    if (x == place.x) break;
    if (!place.constraints.settle(x)) continue;
    const double value = function.value(x);
    if (value <= place.value + enough * share * slope && value < place.value) {
      return Place(space, function, x, value);
    }
    if (half == 0 && value <= place.value + rounding * std::abs(place.value)) {
      Place there(space, function, x, value);
      if (there.downhill.norm() < place.downhill.norm() / 2.0) return there;
    }
  }
  return std::nullopt;
}

/// x pushed along the constraints; false if there is nowhere to go.
bool push(Space& space, Eigen::VectorXd& x, std::uint64_t seed) {
  // Scales. A choice: far above the step of the differences (6e-6), so that the slope of a saddle
  // shows, and far below 1, a natural change, so that a minimum is not left.
  constexpr double length = 1e-3;
  const Constraints constraints(space, x);
  const Tangent tangent(space, constraints, x);
  if (tangent.dimension() == 0) return false;
  base::Random random(seed);
  Eigen::VectorXd direction(x.size());
  for (Eigen::Index i = 0; i < direction.size(); ++i) direction[i] = random.normal();
  direction = tangent.projected(direction);
  if (!(direction.norm() > 0.0)) return false;
  Eigen::VectorXd pushed = space.moved(x, direction * (length / direction.norm()));
  if (!constraints.settle(pushed)) return false;
  x = pushed;
  return true;
}

}  // namespace

double share_within(const Space& space, const Eigen::VectorXd& x, const Eigen::VectorXd& step) {
  const Eigen::VectorXd below = space.room_below(x), above = space.room_above(x);
  double share = 1.0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (step[i] > 0.0) share = std::min(share, above[i] / step[i]);
    if (step[i] < 0.0) share = std::min(share, below[i] / step[i]);
  }
  return share;
}

Ended descend(Space& space, const Descending& function, Eigen::VectorXd& x) {
  Metric metric(function.first_step);
  std::optional<Place> place;
  place.emplace(space, function, x, function.value(x));
  double largest_gradient = place->gradient.norm();
  for (int iteration = 0; iteration < space.options().iterations; ++iteration) {
    if (is_stationary(*place, largest_gradient)) return Ended::stationary;
    space.count_iteration();
    const Eigen::VectorXd direction = metric.direction(*place);
    std::optional<Place> next = lower(space, function, *place, direction);
    // The metric may be wrong: once more along the plain gradient before giving up.
    if (!next) {
      if (metric.fresh()) return Ended::no_descent;
      metric.forget();
      continue;
    }
    metric.update(space, *place, *next);
    place.emplace(*std::move(next));
    x = place->x;
    largest_gradient = std::max(largest_gradient, place->gradient.norm());
  }
  return is_stationary(*place, largest_gradient) ? Ended::stationary : Ended::iterations;
}

Ended descend_past_saddles(Space& space, const Descending& function, Eigen::VectorXd& x) {
  // Gain: relative to the function; its rounding is 1e-13. Share: of what the push itself changed.
  // A descent back to the minimum ends within far less of it; one from a saddle gains more than
  // the push, as it goes on beyond. Choices between these limits.
  constexpr double gain = 1e-10;
  constexpr double share = 1e-3;
  constexpr int pushes = 4;
  Ended ended = descend(space, function, x);
  for (int k = 0; k < pushes && ended == Ended::stationary; ++k) {
    Eigen::VectorXd other = x;
    if (!push(space, other, static_cast<std::uint64_t>(k))) break;
    const double before = function.value(x), pushed = function.value(other);
    if (!std::isfinite(pushed)) break;
    const Ended other_ended = descend(space, function, other);
    const double least = gain * std::abs(before) + share * std::abs(pushed - before);
    if (!(function.value(other) < before - least)) break;
    x = other;
    ended = other_ended;
  }
  return ended;
}

}  // namespace carom::design::optimise
