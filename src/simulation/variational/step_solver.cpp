// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// See step_solver.h. Stop tests: e ρ ≤ 1e-12 max|v̄|, e = max|Δv̄|,
// ρ = e/e_previous (1 at first); or every row within rounding of the size of what it sums, 1e-12
// once the change no longer falls: M of a long chain is so ill-conditioned that Δv̄ never becomes
// small.
#include "simulation/variational/step_solver.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace carom::simulation {

VariationalSolver::VariationalSolver(VariationalRule& rule) : rule_(rule) {
  const Eigen::Index n = rule.unknowns();
  step_ = start_ = trial_ = base_ = last_x_ = last_f_ = VectorXd::Zero(n);
  dx_ = df_ = Eigen::MatrixXd::Zero(n, window);
}

/// Counted: an evaluation is the unit of cost of a step.
bool VariationalSolver::evaluate(const VectorXd& x) {
  ++evaluations_;
  return rule_.evaluate(x);
}

/// |rᵢ| ≤ limit · scaleᵢ, the scale being the sum of sizes of what rᵢ sums.
bool VariationalSolver::rows_vanish(double limit) const {
  for (Eigen::Index k = 0; k < rule_.residual.size(); ++k) {
    if (!(std::abs(rule_.residual[k]) <= limit * rule_.scale[k])) return false;
  }
  return true;
}

bool VariationalSolver::small(const VectorXd& x, const VectorXd& dx, double ratio) const {
  const Eigen::Index n = rule_.velocities(), rest = x.size() - n;
  const auto below = [&](double change, double size) { return change * ratio <= tolerance * size; };
  if (n > 0 && !below(dx.head(n).cwiseAbs().maxCoeff(), x.head(n).cwiseAbs().maxCoeff())) {
    return false;
  }
  return rest == 0 ||
         below(dx.tail(rest).cwiseAbs().maxCoeff(), x.tail(rest).cwiseAbs().maxCoeff());
}

// x_next = x + f − Σ γ_j (Δx_j + Δf_j), γ the least squares solution of f ≈ Σ γ_j Δf_j.
void VariationalSolver::accelerate(int k, const VectorXd& x, VectorXd& f) {
  if (k > 0) {
    const int slot = (k - 1) % window;
    dx_.col(slot) = x - last_x_;
    df_.col(slot) = f - last_f_;
  }
  last_x_ = x;
  last_f_ = f;
  // Normal equations with columns of length 1. They square the condition of a QR factorisation, and
  // need no memory: the step is a guess that the next evaluation corrects.
  const int count = std::min(k, window);
  if (count == 0) return;
  Eigen::Matrix<double, window, window> gram = Eigen::Matrix<double, window, window>::Identity();
  Eigen::Matrix<double, window, 1> right = Eigen::Matrix<double, window, 1>::Zero(), length;
  for (int j = 0; j < count; ++j) {
    length[j] = df_.col(j).norm();
    if (!(length[j] > 0.0)) return;
  }
  constexpr double regular = 1e-12;  // columns may be parallel
  for (int j = 0; j < count; ++j) {
    right[j] = df_.col(j).dot(f) / length[j];
    for (int i = 0; i < j; ++i) {
      gram(i, j) = gram(j, i) = df_.col(i).dot(df_.col(j)) / (length[i] * length[j]);
    }
    gram(j, j) = 1.0 + regular;
  }
  const Eigen::Matrix<double, window, 1> weight =
      Eigen::LDLT<Eigen::Matrix<double, window, window>>(gram).solve(right);
  for (int j = 0; j < count; ++j) f -= (weight[j] / length[j]) * (dx_.col(j) + df_.col(j));
}

VariationalSolver::Result VariationalSolver::quasi_newton(VectorXd& x) {
  double first = 0.0, before = 0.0;
  int slow = 0;
  for (int k = 0; k < most_iterations; ++k) {
    if (!evaluate(x)) return Result::bad_force;
    if (k == 0) rule_.factorise();
    // A residual of 1e-12 each step adds up to a drift of energy: taken only where Δv̄ stalls, and
    // for long chains, where it does.
    if (rows_vanish(slow > 0 || x.size() > dense_limit ? tolerance : rounding)) {
      return Result::solved;
    }
    // Δv̄ = (M + ¼h²K + ½hD)⁻¹ r, with the factor of the first iterate throughout.
    rule_.precondition(step_);
    accelerate(k, x, step_);
    const double change = step_.cwiseAbs().maxCoeff();
    if (!std::isfinite(change)) return Result::stalled;
    x += step_;
    if (k == 0) first = change;
    const double ratio = k == 0 ? 1.0 : change / before;
    // Once more: the forces of the step are those at its solution. With those of the iterate
    // before, p₁ would be off by h f_v Δv̄, always to the same side.
    if (small(x, step_, ratio)) {
      return x.size() > dense_limit || evaluate(x) ? Result::solved : Result::bad_force;
    }
    slow = ratio >= 0.5 && k > 0 ? slow + 1 : slow;
    if (slow >= 8 || change > 1e3 * first) return Result::stalled;
    before = change;
  }
  return Result::stalled;
}

/// ‖r‖², which the line search of Newton's method lowers.
double VariationalSolver::merit() const {
  double sum = 0.0;
  for (Eigen::Index k = 0; k < rule_.residual.size(); ++k) {
    sum += rule_.residual[k] * rule_.residual[k];
  }
  return sum;
}

VariationalSolver::Result VariationalSolver::newton(VectorXd& x) {
  const Eigen::Index n = x.size();
  jacobian_.resize(n, n);
  for (int k = 0; k < most_newton_iterations; ++k) {
    if (!evaluate(x)) return Result::bad_force;
    if (rows_vanish(tolerance)) return Result::solved;
    base_ = rule_.residual;
    const double from = merit();
    if (!std::isfinite(from)) return Result::stalled;
    trial_ = x;
    // Forward differences: the error h of the slope and rounding 1e-16/h of it balance at 1e-8; the
    // residual sums many terms, so that h is ten times that. A step at rest has no size of its own:
    // below 1e-3 (m/s, rad/s) the difference would be rounding.
    const double size = std::max(x.cwiseAbs().maxCoeff(), 1e-3);
    for (Eigen::Index j = 0; j < n; ++j) {
      const double move = 1e-7 * size;
      trial_[j] = x[j] + move;
      if (!evaluate(trial_)) return Result::bad_force;
      jacobian_.col(j) = (rule_.residual - base_) / (trial_[j] - x[j]);
      trial_[j] = x[j];
    }
    // A full step if it lowers ‖r‖², else halves of it; the last is taken as it is, to leave a
    // place where the merit has a minimum that is no zero.
    lu_.compute(jacobian_);
    lu_.solve(base_, step_);
    if (!step_.allFinite()) return Result::stalled;
    double factor = 1.0;
    for (;; factor *= 0.5) {
      trial_ = x - factor * step_;
      if (!evaluate(trial_)) return Result::bad_force;
      // Ten halvings: a shorter step in a direction of descent is a Jacobian that is wrong, and the
      // next round makes it anew.
      if (merit() < from || factor < 1e-3) break;
    }
    step_ *= factor;
    x = trial_;
    // A whole step of Newton of 1e-5 leaves its square, 1e-10, times the error 1e-7 of the Jacobian
    // beside it: at the tolerance of what is then left.
    if (factor == 1.0 && (rows_vanish(tolerance) || small(x, step_, 1e-5))) return Result::solved;
  }
  return Result::stalled;
}

VariationalSolver::Result VariationalSolver::solve(VectorXd& x) {
  evaluations_ = 0;
  Result result = quasi_newton(x);
  if (result != Result::stalled) return result;
  // From M⁻¹p₀, never from the x that failed: it may be far off or not finite.
  rule_.guess_from_momentum(start_);
  x = start_;
  result = quasi_newton(x);
  if (result != Result::stalled || x.size() > dense_limit) return result;
  x = start_;
  return newton(x);
}

}  // namespace carom::simulation
