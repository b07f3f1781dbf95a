// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// With P = L Lᵀ and Lᵀ x = s d − L⁻¹ q the program is the nearest point of a polyhedron to the
// origin: minimise ½ ‖d‖² over l ≤ Nᵀ d ≤ u, columns of N of length 1 and the largest violation at
// d = 0 equal to 1. An active-set method solves it where few constraints matter
// (nearest_program.h); ProxQP (Bambade et al. 2022: proximal augmented Lagrangian with a
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

#include "control/whole_body/nearest_program.h"
#include "solver/decompositions.h"

namespace carom::control {
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
// Shorter rows, against the longest, are zero: H is regularised to 1e-10 (condensed.cpp), so that L
// has a condition of up to 1e5 and rounding of the whitened rows is up to 1e-11.
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
              const Eigen::Ref<const Eigen::VectorXd>& high);
  bool search();
  bool search_proximal();
  bool attempt(const Attempt& settings);
  double optimality(const Eigen::VectorXd& d, const Eigen::VectorXd& z);
  Solver& solver();
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

void QuadraticProgram::Work::whiten(const Eigen::Ref<const Eigen::VectorXd>& gradient,
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

Solver& QuadraticProgram::Work::solver() {
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

// Largest fault of l ≤ Nᵀ d ≤ u, d + N z = 0, and z ≠ 0 only at its bound.
double QuadraticProgram::Work::optimality(const Eigen::VectorXd& d, const Eigen::VectorXd& z) {
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

bool QuadraticProgram::Work::attempt(const Attempt& settings) {
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

bool QuadraticProgram::Work::search_proximal() {
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

// d in x, multipliers in dual.
bool QuadraticProgram::Work::search() {
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
