// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// With P = L Lᵀ and Lᵀ x = s d − L⁻¹ q the program is the nearest point of a polyhedron to the
// origin: minimise ½ ‖d‖² over l ≤ Nᵀ d ≤ u, columns of N of length 1 and the largest violation at
// d = 0 equal to 1. An active-set method solves it where few constraints matter
// (NearestPoint); ProxQP (Bambade et al. 2022: proximal augmented Lagrangian with a
// semismooth Newton method inside) where that gives up. An answer counts only if the conditions of
// optimality hold here, whoever gave it; else other penalties are tried.
// The only file that includes ProxSuite.
#include "control/whole_body/quadratic_program.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <proxsuite/proxqp/dense/dense.hpp>
#include <utility>

#include "solver/decompositions.h"

namespace carom::control {
namespace {

using Eigen::Index;

// Of a violation, where the largest is 1 and normals have length 1: rounding of the products is
// 1e-15; the caller asks for 1e-10 (`exact`).
constexpr double tolerance = 1e-12;
// Of the part of a normal across the others: two passes leave 1e-16 to 1e-15 of it, and multipliers
// then are at most 1e10 times the bounds, with six digits.
constexpr double dependence = 1e-10;
// Of rates of multipliers, most of them about 1: rounding 1e-16 times a condition of up to 1e3. A
// rate that is rounding would let the wrong constraint leave, after an endless step.
constexpr double rounding = 1e-13;
constexpr int most_steps = 100;
constexpr double never = std::numeric_limits<double>::infinity();

}  // namespace

// The point of a polyhedron nearest to the origin: minimise ½ ‖d‖² over lower ≤ normalsᵀ d ≤ upper.
// Input: normals of length 1, one per column, and bounds, the largest violation at d = 0 about 1.
// Output: d, multipliers. The dual active-set method of Goldfarb & Idnani (1983): constraints enter
// one by one, the worst first, and leave when their multipliers reach zero. Fast where few of them
// matter; redundant ones are harmless.
// The normals of the active constraints are kept as Q R. A constraint n enters along z, the part of
// n across Q: d + t z moves towards it, and the multipliers of the others fall by t R⁻¹ Qᵀ n. The
// step ends where the constraint holds, or where a multiplier reaches zero and its constraint
// leaves. At the end d and the multipliers follow once more from the active set alone.
/// Reusable: after the first call with a size, later ones allocate nothing.
class NearestPoint {
 public:
  /// False: no point found.
  bool solve(const Eigen::MatrixXd& normals, const Eigen::VectorXd& lower,
             const Eigen::VectorXd& upper) {
    const Index size = normals.rows();
    point_.setZero(size);
    multipliers_.setZero(normals.cols());
    along_.resize(size);
    active_.clear();
    active_.reserve(static_cast<std::size_t>(size + 1));
    overlap_.resize(size);
    Q_.resize(size, size);
    R_.resize(size, size);
    steps_ = 0;
    for (;;) {
      const Active entering = worst(normals, lower, upper);
      if (entering.constraint < 0) break;
      if (!enter(normals, entering)) return false;
    }
    finish();
    return true;
  }

  const Eigen::VectorXd& point() const { return point_; }
  /// Of d + normals · multipliers = 0: positive at an upper bound, negative at a lower one.
  const Eigen::VectorXd& multipliers() const { return multipliers_; }
  int steps() const { return steps_; }

 private:
  struct Active {
    Eigen::Index constraint = 0;
    double sign = 1.0;   // +1: at its lower bound, −1: at its upper
    double bound = 0.0;  // sign · normal · d ≥ bound
    double push = 0.0;   // its multiplier, ≥ 0
  };

  Active worst(const Eigen::MatrixXd& normals, const Eigen::VectorXd& lower,
               const Eigen::VectorXd& upper) {
    value_.noalias() = normals.transpose() * point_;
    for (const Active& one : active_) value_[one.constraint] = one.sign * one.bound;
    Active most{.constraint = -1};
    double largest = tolerance;
    for (Index k = 0; k < value_.size(); ++k) {
      const double below = lower[k] - value_[k], above = value_[k] - upper[k];
      if (std::max(below, above) <= largest) continue;
      largest = std::max(below, above);
      const bool low = below > above;
      most = {k, low ? 1.0 : -1.0, low ? lower[k] : -upper[k], 0.0};
    }
    return most;
  }

  bool enter(const Eigen::MatrixXd& normals, Active entering) {
    normal_ = entering.sign * normals.col(entering.constraint);
    while (++steps_ <= most_steps) {
      project();
      std::size_t first = 0;
      double until_zero = never;
      for (std::size_t i = 0; i < active_.size(); ++i) {
        const double rate = along_[static_cast<Index>(i)];
        if (rate <= rounding || active_[i].push / rate >= until_zero) continue;
        until_zero = active_[i].push / rate;
        first = i;
      }
      const double square = across_.squaredNorm();
      const double until_held = square > dependence * dependence
                                    ? (entering.bound - normal_.dot(point_)) / square
                                    : never;
      const double step = std::min(until_zero, until_held);
      if (!(step < never)) return false;
      if (until_held < never) point_ += step * across_;
      for (std::size_t i = 0; i < active_.size(); ++i) {
        active_[i].push -= step * along_[static_cast<Index>(i)];
      }
      entering.push += step;
      if (until_held <= until_zero) {
        append(entering, std::sqrt(square));
        return true;
      }
      leave(first);
    }
    return false;
  }

  void project() {
    const auto size = static_cast<Index>(active_.size());
    const Index rows = normal_.size();
    across_ = normal_;
    overlap_.setZero();
    for (int pass = 0; pass < 2; ++pass) {  // once more against rounding
      for (Index i = 0; i < size; ++i) {
        const double* const q = Q_.data() + i * rows;
        double part = 0.0;
        for (Index k = 0; k < rows; ++k) part += q[k] * across_[k];
        for (Index k = 0; k < rows; ++k) across_[k] -= part * q[k];
        overlap_[i] += part;
      }
    }
    along_.head(size) = overlap_.head(size);
    for (Index j = size - 1; j >= 0; --j) {
      along_[j] /= R_(j, j);
      for (Index i = 0; i < j; ++i) along_[i] -= R_(i, j) * along_[j];
    }
  }

  void append(const Active& entering, double length) {
    const auto size = static_cast<Index>(active_.size());
    R_.col(size).head(size) = overlap_.head(size);
    R_(size, size) = length;
    Q_.col(size) = across_ / length;
    active_.push_back(entering);
  }

  /// Without its column R is triangular but for one diagonal, which rotations remove.
  void leave(std::size_t position) {
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(position));
    const auto size = static_cast<Index>(active_.size());
    for (Index j = static_cast<Index>(position); j < size; ++j) {
      for (Index i = 0; i <= j + 1; ++i) R_(i, j) = R_(i, j + 1);
    }
    for (Index k = static_cast<Index>(position); k < size; ++k) {
      const double length = std::hypot(R_(k, k), R_(k + 1, k));
      const double c = R_(k, k) / length, s = R_(k + 1, k) / length;
      for (Index j = k; j < size; ++j) {
        const double one = R_(k, j), other = R_(k + 1, j);
        R_(k, j) = c * one + s * other;
        R_(k + 1, j) = c * other - s * one;
      }
      for (Index i = 0; i < Q_.rows(); ++i) {
        const double one = Q_(i, k), other = Q_(i, k + 1);
        Q_(i, k) = c * one + s * other;
        Q_(i, k + 1) = c * other - s * one;
      }
    }
  }

  /// Rᵀ y = bounds, d = Q y, R push = y.
  void finish() {
    const auto size = static_cast<Index>(active_.size());
    point_.setZero();
    for (Index i = 0; i < size; ++i) {
      double value = active_[static_cast<std::size_t>(i)].bound;
      for (Index j = 0; j < i; ++j) value -= R_(j, i) * along_[j];
      along_[i] = value / R_(i, i);
      point_ += along_[i] * Q_.col(i);
    }
    for (Index i = size - 1; i >= 0; --i) {
      for (Index j = i + 1; j < size; ++j) along_[i] -= R_(i, j) * along_[j];
      along_[i] /= R_(i, i);
      const Active& one = active_[static_cast<std::size_t>(i)];
      multipliers_[one.constraint] = -one.sign * along_[i];
    }
  }

  Eigen::VectorXd point_, multipliers_, value_, normal_;
  Eigen::VectorXd across_, overlap_, along_;  // of normal_: what Q leaves, Qᵀ of it, R⁻¹ of that
  Eigen::MatrixXd Q_, R_;                     // as many columns as are active
  std::vector<Active> active_;
  int steps_ = 0;
};

namespace {

namespace proxqp = proxsuite::proxqp;
using Eigen::Index;
using Solver = proxqp::dense::QP<double>;

// Faults of the conditions of optimality, where the largest violation at the start is 1. `accuracy`
// is asked of ProxQP: two decades below `acceptable`, since its measure is not quite ours. `exact`,
// of the active-set method: the right set leaves rounding times the condition of its normals, 1e-12
// mostly, a wrong set far more. `acceptable`, of whoever: forces are then off by 1e-8 of what the
// constraints change in them, below all that a motor gives.
constexpr double accuracy = 1e-10;
constexpr double exact = 1e-10;
constexpr double acceptable = 1e-8;
constexpr double no_bound = 1e20;  // ProxQP's infinity
// Shorter rows, against the longest, are zero: H is regularised to 1e-10 (whole_body.cpp), so that
// L has a condition of up to 1e5 and rounding of the whitened rows is up to 1e-11.
constexpr double largest_row = 1e-9;

/// Penalties of one attempt: of constraints, of steps.
struct Attempt {
  // ProxQP's own defaults.
  double mu = 1e-1, rho = 1e-6;
  int iterations = 200;
};
// Then constraints pressed a hundred times harder, for those that are met too slowly; then steps
// damped a thousand times more, for those that do not settle. Choices, each with more iterations.
constexpr Attempt attempts[] = {{}, {1e-3, 1e-6, 1000}, {1e-1, 1e-3, 10000}};

}  // namespace

struct QuadraticProgram::Work {
  Method method = Method::automatic;
  bool proximal = false;
  Eigen::VectorXd x, multipliers;
  double residual = std::numeric_limits<double>::quiet_NaN();
  int iterations = 0;

  solver::Cholesky factor;
  Eigen::MatrixXd normals;  // N: a column per constraint, of length 1
  Eigen::MatrixXd rows;     // its transpose, as ProxQP takes it
  Eigen::VectorXd center;   // −L⁻¹ q
  Eigen::VectorXd length;   // of the columns before
  Eigen::VectorXd lower, upper, value, dual, sum;
  double scale = 1.0;
  NearestPoint nearest;
  Eigen::MatrixXd identity;
  Eigen::VectorXd zero;
  std::map<std::pair<Index, Index>, std::unique_ptr<Solver>> solvers;  // by size

  void whiten(const Eigen::Ref<const Eigen::VectorXd>& gradient,
              const Eigen::Ref<const Eigen::MatrixXd>& given,
              const Eigen::Ref<const Eigen::VectorXd>& low,
              const Eigen::Ref<const Eigen::VectorXd>& high) {
    center = -gradient;
    factor.solve_lower(center);
    normals = given;
    factor.solve_lower_columns(normals);
    length = normals.colwise().norm();
    const double longest = length.size() > 0 ? length.maxCoeff() : 0.0;
    value.noalias() = normals.transpose() * center;
    lower = low - value;
    upper = high - value;
    scale = 0.0;
    for (Index k = 0; k < length.size(); ++k) {
      if (length[k] <= largest_row * longest) length[k] = longest > 0.0 ? longest : 1.0;
      lower[k] /= length[k];
      upper[k] /= length[k];
      normals.col(k) /= length[k];
      scale = std::max({scale, lower[k], -upper[k]});
    }
    if (scale <= 0.0) return;
    for (double& bound : lower) bound = std::max(bound / scale, -no_bound);
    for (double& bound : upper) bound = std::min(bound / scale, no_bound);
  }

  /// d in x, multipliers in dual.
  bool search() {
    if (method == Method::automatic) {
      const bool found = nearest.solve(normals, lower, upper);
      iterations += nearest.steps();
      if (found) {
        residual = optimality(nearest.point(), nearest.multipliers());
        if (residual <= exact) {
          x = nearest.point();
          dual = nearest.multipliers();
          return true;
        }
      }
    }
    return search_proximal();
  }

  bool search_proximal() {
    proximal = true;
    const Index size = normals.rows();
    if (zero.size() != size) {
      zero.setZero(size);
      identity.setIdentity(size, size);
    }
    rows = normals.transpose();
    for (const Attempt& settings : attempts) {
      if (!attempt(settings)) continue;
      residual = optimality(x, dual);
      if (residual <= acceptable) return true;
    }
    return false;
  }

  bool attempt(const Attempt& settings) {
    Solver& one = solver();
    one.settings.max_iter = settings.iterations;
    one.cleanup();
    one.init(identity, zero, proxsuite::nullopt, proxsuite::nullopt, rows, lower, upper, false,
             settings.rho, proxsuite::nullopt, settings.mu);
    one.solve();
    iterations += static_cast<int>(one.results.info.iter);
    if (one.results.info.status != proxqp::QPSolverOutput::PROXQP_SOLVED) return false;
    x = one.results.x;
    dual = one.results.z;
    return true;
  }

  /// Largest fault of l ≤ Nᵀ d ≤ u, d + N z = 0, and z ≠ 0 only at its bound.
  double optimality(const Eigen::VectorXd& d, const Eigen::VectorXd& z) {
    value.noalias() = normals.transpose() * d;
    double worst = 0.0;
    for (Index k = 0; k < z.size(); ++k) {
      worst = std::max({worst, lower[k] - value[k], value[k] - upper[k]});
      const double room = z[k] > 0.0 ? upper[k] - value[k] : value[k] - lower[k];
      worst = std::max(worst, std::min(std::abs(z[k]), std::abs(room)));
    }
    sum = d;
    sum.noalias() += normals * z;
    // Large multipliers of nearly dependent normals cancel: their rounding is no fault.
    const double largest = z.size() > 0 ? z.lpNorm<Eigen::Infinity>() : 0.0;
    worst = std::max(worst, sum.lpNorm<Eigen::Infinity>() / std::max(1.0, largest));
    return std::isfinite(worst) && d.allFinite() ? worst : std::numeric_limits<double>::infinity();
  }

  Solver& solver() {
    const Index size = normals.rows(), constraints = normals.cols();
    auto& one = solvers[{size, constraints}];
    if (one) return *one;
    one = std::make_unique<Solver>(size, 0, constraints, false, proxqp::HessianType::Diagonal,
                                   proxqp::DenseBackend::PrimalDualLDLT);
    one->settings.eps_abs = accuracy;
    one->settings.eps_rel = 0.0;
    one->settings.initial_guess = proxqp::InitialGuessStatus::NO_INITIAL_GUESS;
    return *one;
  }
};

QuadraticProgram::QuadraticProgram(Method method) : work_(std::make_unique<Work>()) {
  work_->method = method;
}
QuadraticProgram::~QuadraticProgram() = default;
QuadraticProgram::QuadraticProgram(QuadraticProgram&&) noexcept = default;
QuadraticProgram& QuadraticProgram::operator=(QuadraticProgram&&) noexcept = default;

const Eigen::VectorXd& QuadraticProgram::x() const { return work_->x; }
const Eigen::VectorXd& QuadraticProgram::multipliers() const { return work_->multipliers; }
double QuadraticProgram::residual() const { return work_->residual; }
int QuadraticProgram::iterations() const { return work_->iterations; }
bool QuadraticProgram::proximal() const { return work_->proximal; }

bool QuadraticProgram::solve(const Eigen::Ref<const Eigen::MatrixXd>& hessian,
                             const Eigen::Ref<const Eigen::VectorXd>& gradient,
                             const Eigen::Ref<const Eigen::MatrixXd>& normals,
                             const Eigen::Ref<const Eigen::VectorXd>& lower,
                             const Eigen::Ref<const Eigen::VectorXd>& upper) {
  Work& work = *work_;
  work.iterations = 0;
  work.proximal = false;
  work.residual = std::numeric_limits<double>::infinity();
  if (!work.factor.compute(hessian)) return false;
  work.whiten(gradient, normals, lower, upper);
  const bool finite = work.center.allFinite() && work.normals.allFinite();
  if (!finite || !std::isfinite(work.scale)) return false;
  work.multipliers.setZero(normals.cols());
  work.x = work.center;
  if (work.scale > 0.0) {
    if (!work.search()) return false;
    work.multipliers = work.scale * work.dual.cwiseQuotient(work.length);
    work.x = work.center + work.scale * work.x;
  } else {
    work.residual = 0.0;
  }
  work.factor.solve_upper(work.x);
  return true;
}

}  // namespace carom::control
