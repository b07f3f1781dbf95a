// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/layer/layer_euler.h"

#include <algorithm>
#include <cmath>

namespace carom::law {
namespace {

// Limits, not tolerances: what fails within them is left to continuation, and that to a shorter
// step.
constexpr int newton_limit = 60;
constexpr int halvings = 14;
constexpr int continuation_limit = 80;

}  // namespace

void LayerEuler::resize(const LayerSystem& system) {
  const Eigen::Index r = system.states();
  for (auto* v : {&state_, &trial_, &residual_, &trial_residual_, &correction_, &next_correction_,
                  &newer_, &older_})
    v->resize(r);
  for (auto* v : {&rate_, &half_}) v->resize(system.size());
  for (auto& entry : table_) entry.resize(system.size());
  derivative_.resize(system.size(), r);
  lu_.matrix().resize(r, r);
}

// F(x) = x − ζ₀ − h Kᵀλ(x) into `out`, and its length. Only ζ is unknown: impulses and works follow
// from the rate at the end.
double LayerEuler::residual(LayerSystem& system, const Eigen::VectorXd& y, double h,
                            const Eigen::VectorXd& state, Eigen::VectorXd& out) {
  system.rate(state.data(), rate_.data());
  double sum = 0.0;
  for (Eigen::Index i = 0; i < state.size(); ++i) {
    out[i] = state[i] - y[i] - h * rate_[i];
    sum += out[i] * out[i];
  }
  return std::sqrt(sum);
}

// The size of a correction, not of the residual, tells convergence: in the layer rounding alone
// gives residuals of 1e-16 h/δ. A step is accepted when the next correction with the same matrix,
// or the residual, gets smaller.
bool LayerEuler::newton(LayerSystem& system, const Eigen::VectorXd& y, double h) {
  const Eigen::Index r = state_.size();
  const double scale = std::max(1.0, y.head(r).cwiseAbs().maxCoeff());
  // A few units in the last place of the largest entry: no correction is known better.
  const double rounding = 1e-15 * scale;
  // F is piecewise smooth: Newton with the derivative of the piece at hand (semismooth).
  double size = residual(system, y, h, state_, residual_);
  for (int iteration = 0; iteration < newton_limit; ++iteration) {
    if (size <= rounding) return true;
    // The correction (I − h ∂f/∂ζ)⁻¹ F.
    if (!factor_derivative(system, h)) return false;
    correction_ = residual_;
    lu_.solve(correction_.data());
    const double length = correction_.norm();
    if (!std::isfinite(length)) return false;
    if (length <= 4.0 * rounding) return true;
    // Line search: half the step until the next correction, or the residual, is smaller: the first
    // by a quarter of the fraction taken, the second by Armijo's usual constant, which asks for any
    // fall beyond rounding.
    double reached = 0.0, fraction = 1.0;
    bool better = false;
    for (int k = 0; k < halvings && !better; ++k, fraction *= 0.5) {
      trial_ = state_ - fraction * correction_;
      reached = residual(system, y, h, trial_, trial_residual_);
      next_correction_ = trial_residual_;
      lu_.solve(next_correction_.data());
      better = next_correction_.norm() <= (1.0 - 0.25 * fraction) * length ||
               // Armijo, as above.
               reached <= (1.0 - 1e-4 * fraction) * size;
    }
    // No fraction helps. Close to rounding that is convergence, elsewhere a failure.
    if (!better) return length <= 100.0 * rounding;
    state_ = trial_;
    residual_ = trial_residual_;
    size = reached;
  }
  return false;
}

bool LayerEuler::factor_derivative(LayerSystem& system, double h) {
  const Eigen::Index r = state_.size();
  // I − h ∂f/∂ζ. ∂f/∂ζ is of order 1/δ, so that in a step much longer than δ the identity is the
  // small part; it keeps the directions that no force sees.
  system.jacobian(state_.data(), derivative_);
  auto& E = lu_.matrix();
  for (Eigen::Index j = 0; j < r; ++j) {
    for (Eigen::Index i = 0; i < r; ++i) E(i, j) = -h * derivative_(i, j);
    E(j, j) += 1.0;
  }
  return lu_.factor();
}

bool LayerEuler::hides_growth(LayerSystem& system, const Eigen::VectorXd& y, double h) {
  state_ = y.head(state_.size());
  // det(I − hD) is the product of 1 − hν over the eigenvalues ν of D = ∂f/∂ζ: negative means an odd
  // number of real ν > 1/h.
  return factor_derivative(system, h) && lu_.negative_determinant();
}

// From a compliance of the size of the increment down to the wanted one, with the state
// extrapolated in δ; the factor is chosen by success.
bool LayerEuler::continuation(LayerSystem& system, const Eigen::VectorXd& y, double h) {
  const double target = system.compliance();
  // With δ as large as h, h ∂f/∂ζ is of order one: the equation is well conditioned there.
  double delta = std::max(h, target), factor = 0.1, last = 0.0, before = 0.0;
  state_ = y.head(state_.size());
  bool solved = false;
  for (int tries = 0; tries < continuation_limit; ++tries) {
    system.set_compliance(delta);
    if (newton(system, y, h)) {
      solved = delta <= target;
      if (solved) break;
      // Solved: keep the last two for the extrapolation, and go down faster next time.
      older_.swap(newer_);
      newer_ = state_;
      before = last;
      last = delta;
      factor = std::max(0.03, factor * factor);
    } else if (last == 0.0) {
      break;
    } else {
      // Missed: half as far, on a logarithmic scale, from the last one solved.
      factor = std::sqrt(factor);
    }
    // The next compliance, and the state extrapolated to it through the last two.
    delta = std::max(factor * last, target);
    state_ = newer_;
    if (before > 0.0) state_ += (newer_ - older_) * ((delta - last) / (last - before));
  }
  // Whatever happened, the system keeps its δ.
  system.set_compliance(target);
  return solved;
}

bool LayerEuler::step(LayerSystem& system, const Eigen::VectorXd& y, double h,
                      Eigen::VectorXd& result) {
  const Eigen::Index r = state_.size();
  state_ = y.head(r);
  // Backward Euler: x = ζ₀ + h Kᵀλ(x).
  if (!newton(system, y, h) && !continuation(system, y, h)) return false;
  // The state by the rate at the end, not by the iterate: the two agree to rounding, and so do then
  // state and impulses.
  system.rate(state_.data(), rate_.data());
  result = y;
  for (Eigen::Index i = 0; i < r; ++i) result[i] += h * rate_[i];
  // Impulses by the same rate, works by the mean velocity of the increment.
  const Eigen::Index first = system.impulse_at();
  for (Eigen::Index i = 0; i < system.columns().cols(); ++i)
    result[first + i] += h * rate_[first + i];
  for (Eigen::Index j = 0; j < system.point_count(); ++j) {
    const auto& point = system.points()[static_cast<std::size_t>(j)];
    for (int k = 0; k <= point.tangents; ++k) {
      const Eigen::Index row = point.row + k;
      // Δp (u + u⁺)/2, summed over the rows, is the change of kinetic energy of the increment
      // exactly, since u⁺ − u = K Kᵀ Δp.
      const double mean =
          0.5 * (system.velocity(y.data(), row) + system.velocity(result.data(), row));
      const Eigen::Index work = k == 0 ? system.normal_work_at() : system.friction_work_at();
      result[work + j] += h * rate_[first + row] * mean;
    }
  }
  return result.allFinite();
}

// Aitken–Neville with 1, 2, …, order increments.
bool LayerEuler::extrapolated_step(LayerSystem& system, const Eigen::VectorXd& y, double h,
                                   int order, Eigen::VectorXd& result, ExtrapolationError& error) {
  const Eigen::Index r = state_.size(), rows = system.columns().cols();
  for (int level = 0; level < order; ++level) {
    const auto last = static_cast<std::size_t>(level);
    // level + 1 increments of h/(level + 1). Their error is a series in the length of one.
    const double part = h / (level + 1);
    if (!step(system, y, part, table_[last])) return false;
    for (int k = 0; k < level; ++k) {
      half_ = table_[last];
      if (!step(system, half_, part, table_[last])) return false;
    }
    for (int k = level; k-- > 0;) {
      // table_[k] becomes the combination of levels k … level.
      const auto at = static_cast<std::size_t>(k);
      const double ratio = static_cast<double>(level + 1) / (k + 1) - 1.0;
      table_[at] = table_[at + 1] + (table_[at + 1] - table_[at]) / ratio;
    }
  }
  // All entries are combined with the same weights, so ζ still is ζ₀ + KᵀΛ. Works are not linear in
  // the impulses: their balance holds to the error of the step only.
  result = table_[0];
  const auto& lower = table_[1];
  // table_[1] leaves out the coarsest level: one order lower.
  error.state = (result.head(r) - lower.head(r)).cwiseAbs().maxCoeff();
  error.impulse = (result.segment(r, rows) - lower.segment(r, rows)).cwiseAbs().maxCoeff();
  return true;
}

}  // namespace carom::law
