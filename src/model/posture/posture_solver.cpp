// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// On a Lie group the second derivative of f(q ⊕ x) is the symmetric part of the derivative of the
// row ∂f/∂x along x, so the Hessian of the Lagrangian comes from differences of its gradient.
#include "model/posture/posture_solver.h"

#include <algorithm>
#include <cmath>

#include "model/posture/box_step.h"
#include "solver/decompositions.h"

namespace carom::posture {
namespace {

// A row this close to the others, relative, is redundant. A choice: far above the rounding of the
// rows (1e-15); multipliers, which are divided by what is left of a row, keep half their digits.
constexpr double dependent = 1e-8;
// Share of the slope that a step must gain (Armijo). The usual size: any share below 1/2 lets whole
// Newton steps pass, a small one refuses next to nothing but growth.
constexpr double sufficient = 1e-4;
// [rad, m] A step this small ends the descent. Differences leave the Hessian, not the gradient,
// with errors of 1e-10: a step is good to that share of itself. Gaps are closed to the same size.
constexpr double still = 1e-10;
constexpr double longest = 1.0;  // [rad, m] of one tangential step
// Of the reduced Hessian; flatter directions count as this. The Hessian of ½‖d‖² alone is 1: a
// choice, far below it and far above the 1e-10 of the differences.
constexpr double smallest_curve = 1e-3;
// Of ‖G‖²; below it the damping falls no further. Rows of unit normals on a base are about 1, those
// of joints about a lever in metres: levers of 1 cm and less count as 1 cm.
constexpr double smallest_row = 1e-4;
constexpr int restore_limit = 30;  // steps back to the constraints within one trial

Eigen::MatrixXd columns(const Eigen::MatrixXd& A, const std::vector<int>& which) {
  return A(Eigen::all, which);
}

}  // namespace

/// A step along the constraints, and what the reduced Hessian says about it.
struct Solver::Tangent {
  Eigen::VectorXd step;
  double slope = 0.0;        // gradientᵀ step
  double least_curve = 0.0;  // smallest eigenvalue
  Eigen::VectorXd flattest;  // its direction
};

Eigen::VectorXd Solver::normal_step(const Evaluation& at, const std::vector<char>& frozen,
                                    double boost) const {
  std::vector<int> used;
  for (int k = 0; k < target_.size(); ++k) {
    if (!frozen[static_cast<std::size_t>(k)]) used.push_back(k);
  }
  Eigen::VectorXd step = Eigen::VectorXd::Zero(target_.size());
  if (used.empty()) return step;
  const Eigen::MatrixXd G = columns(at.rows, used);
  const double size = std::max(G.squaredNorm(), smallest_row);
  // μ² ∝ ‖g‖² (Yamashita & Fukushima). From above: at gaps of 0.1 m and more the step is not
  // damped further, it would creep. From below: GGᵀ of dependent rows has rounding of 1e-16 ‖G‖²,
  // and 1e-11 keeps five digits of the solution.
  const double damping = boost * size * std::clamp(at.residual.squaredNorm(), 1e-11, 1e-2);
  // x₀ = −Gᵀ(GGᵀ + μ²)⁻¹ g
  const Eigen::MatrixXd normal =
      G * G.transpose() + damping * Eigen::MatrixXd::Identity(G.rows(), G.rows());
  Eigen::VectorXd dual = at.residual;
  solver::PivotedCholesky(normal).solve(dual);
  const Eigen::VectorXd wanted = -G.transpose() * dual;
  const auto n = static_cast<Eigen::Index>(used.size());
  const Eigen::MatrixXd H = G.transpose() * G + damping * Eigen::MatrixXd::Identity(n, n);
  step(used) =
      nearest_in_box(H, wanted, Eigen::MatrixXd::Identity(n, n), at.lower(used), at.upper(used));
  return step;
}

/// One step that lowers ‖g‖, with more damping until it does. False: there is none.
bool Solver::approach(Evaluation& at, const std::vector<char>& frozen, double& boost) {
  const double before = 0.5 * at.residual.squaredNorm();
  for (int trial = 0; trial < 14; ++trial) {
    const Eigen::VectorXd step = normal_step(at, frozen, boost);
    const double slope = at.residual.dot(at.rows * step);
    // Relative to ½‖g‖², which has rounding of 1e-15: a smaller fall cannot be seen.
    if (!(slope < -1e-14 * before)) return false;
    Evaluation next = target_.evaluate(target_.moved(at.q, step));
    if (0.5 * next.residual.squaredNorm() <= before + sufficient * slope) {
      at = std::move(next);
      if (trial == 0) boost = std::max(1.0, 0.1 * boost);
      return true;
    }
    boost *= 10.0;
  }
  return false;
}

bool Solver::restore(Evaluation& at, const std::vector<char>& frozen, int limit) {
  // Newton's method is quadratic here: one step more, and what is left of the gaps does not show
  // beside the tolerance when costs are compared.
  const double goal = 1e-3 * tolerance_;
  double boost = 1.0;
  int slow = 0;
  for (int k = 0; k < limit && slow < 40; ++k) {
    if (!at.residual.allFinite() || !at.rows.allFinite()) return false;
    if (at.largest() <= goal) return true;
    ++iterations_;
    const double before = at.residual.norm();
    if (!approach(at, frozen, boost)) break;
    slow = at.residual.norm() > 0.9 * before ? slow + 1 : 0;
  }
  return at.largest() <= tolerance_;
}

bool Solver::restore(Eigen::VectorXd& q) {
  Evaluation at = target_.evaluate(q);
  const bool done =
      restore(at, std::vector<char>(static_cast<std::size_t>(target_.size()), 0), limit_);
  q = at.q;
  return done;
}

Eigen::MatrixXd Solver::lagrangian_hessian(const Evaluation& at) {
  // Multipliers from the coordinates that are free to move: Gᵀλ = −gradient, least squares.
  const std::vector<char> bound = target_.at_limit(at.q);
  std::vector<int> loose;
  for (int k = 0; k < target_.size(); ++k) {
    if (!bound[static_cast<std::size_t>(k)]) loose.push_back(k);
  }
  Eigen::VectorXd multipliers = Eigen::VectorXd::Zero(at.rows.rows());
  if (!loose.empty() && at.rows.rows() > 0) {
    solver::CompleteOrthogonal rows(dependent);
    rows.compute(columns(at.rows, loose).transpose());
    multipliers = rows.solve(-at.gradient(loose));
  }
  // Central differences [rad, m]: truncation h² ~ 1e-10 balances rounding 1e-16/h ~ 1e-11.
  constexpr double step = 1e-5;
  const Eigen::Index n = target_.size();
  Eigen::MatrixXd H(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Eigen::VectorXd x = step * Eigen::VectorXd::Unit(n, k);
    H.col(k) = (target_.lagrangian_gradient(target_.displaced(at.q, x), multipliers) -
                target_.lagrangian_gradient(target_.displaced(at.q, -x), multipliers)) /
               (2.0 * step);
  }
  return 0.5 * (H + H.transpose());
}

Solver::Tangent Solver::tangent_step(const Evaluation& at) {
  Tangent tangent;
  const Eigen::Index n = target_.size();
  tangent.step = Eigen::VectorXd::Zero(n);
  if (n == 0) return tangent;
  Eigen::MatrixXd Z = Eigen::MatrixXd::Identity(n, n);
  if (at.rows.rows() > 0) Z = solver::PivotedQr(at.rows.transpose(), dependent).complement();
  if (Z.cols() == 0) return tangent;
  const solver::Eigensystem curves =
      solver::eigensystem(Z.transpose() * lagrangian_hessian(at) * Z);
  const Eigen::VectorXd sizes = curves.values.cwiseAbs().cwiseMax(smallest_curve);
  const Eigen::MatrixXd& V = curves.vectors;
  const Eigen::VectorXd wanted =
      -V * (V.transpose() * (Z.transpose() * at.gradient)).cwiseQuotient(sizes);
  tangent.step =
      Z * nearest_in_box(V * sizes.asDiagonal() * V.transpose(), wanted, Z, at.lower, at.upper);
  // Shortened here and not before: what the limits hold back is part of `wanted` to the end.
  if (tangent.step.norm() > longest) tangent.step *= longest / tangent.step.norm();
  tangent.slope = at.gradient.dot(tangent.step);
  tangent.least_curve = curves.values[0];
  tangent.flattest = Z * V.col(0);
  return tangent;
}

/// Restores q and accepts it if its cost is not above `below`.
bool Solver::try_point(const Eigen::VectorXd& q, double below, Evaluation& at) {
  // What came to a limit stays there while the constraints are restored: then the way back is
  // across the constraints within that face. If they cannot be met so, all may move.
  const Evaluation first = target_.evaluate(q);
  for (const bool hold : {true, false}) {
    Evaluation next = first;
    std::vector<char> frozen = target_.at_limit(q);
    if (!hold) std::fill(frozen.begin(), frozen.end(), char{0});
    if (restore(next, frozen, restore_limit) && next.cost <= below) {
      at = std::move(next);
      return true;
    }
  }
  return false;
}

bool Solver::take(Evaluation& at, const Eigen::VectorXd& step, double slope) {
  // Restored points differ in cost by rounding, 1e-16 times some tens of coordinates.
  const double rounding = 1e-14 * (1.0 + at.cost);
  // Twenty halvings. A step that fails so short has no descent in it.
  for (double share = 1.0; share > 1e-6; share *= 0.5) {
    if (try_point(target_.moved(at.q, share * step),
                  at.cost + sufficient * share * slope + rounding, at)) {
      return true;
    }
  }
  return false;
}

/// Where the gradient vanishes but the cost falls to both sides, e.g. at a straight knee.
bool Solver::leave_saddle(Evaluation& at, const Tangent& tangent) {
  // The cost has a curvature of 1. Differences give curvatures to 1e-10: less than this may be a
  // flat direction with error, where nothing is gained.
  if (tangent.flattest.size() == 0 || tangent.least_curve > -1e-6) return false;
  for (const double share : {0.3, -0.3, 0.03, -0.03}) {
    const double gain = 0.1 * share * share * tangent.least_curve;
    if (try_point(target_.moved(at.q, share * tangent.flattest), at.cost + gain, at)) {
      return true;
    }
  }
  return false;
}

bool Solver::descend(Eigen::VectorXd& q) {
  Evaluation at = target_.evaluate(q);
  bool done = false;
  for (int k = 0; k < limit_ && !done; ++k) {
    ++iterations_;
    const Tangent tangent = tangent_step(at);
    if (tangent.step.size() == 0 || tangent.step.cwiseAbs().maxCoeff() <= still) {
      done = !leave_saddle(at, tangent);
    } else if (!take(at, tangent.step, tangent.slope)) {
      break;
    }
  }
  q = at.q;
  return done;
}

}  // namespace carom::posture
