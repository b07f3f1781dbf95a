// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "model/posture/levenberg_marquardt.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace carom::posture {
namespace {

constexpr double enough_fall = 1e-4;  // share of the slope that a step must gain (Armijo)
constexpr double flat = 1e-14;        // of ½‖g‖²: a foreseen fall that rounding hides
constexpr int most_trials = 14;       // of one iteration, each with ten times the damping
constexpr double slow = 0.9;          // of ‖g‖ before a step; more left than this is slow

}  // namespace

void LevenbergMarquardt::find_step(const LeastSquares& problem, const Options& options,
                                   const Point& at) {
  step_.setZero(at.rows.cols());
  if (used_.empty()) return;
  const auto n = static_cast<Eigen::Index>(used_.size());
  const double damping = problem.damping(at, G_, boost_);
  // Without limits x = −Gᵀ(GGᵀ + μ²)⁻¹ g: rows are fewer than columns.
  normal_.noalias() = G_ * G_.transpose();
  normal_.diagonal().array() += damping;
  dual_ = at.residual;
  factors_.compute(normal_);
  factors_.solve(dual_);
  wanted_.noalias() = -G_.transpose() * dual_;
  lower_ = at.lower(used_);
  upper_ = at.upper(used_);
  if ((wanted_.array() >= lower_.array()).all() && (wanted_.array() <= upper_.array()).all()) {
    step_(used_) = wanted_;
  } else {
    // The minimum of the same quadratic function inside the box: its Hessian is GᵀG + μ².
    hessian_.noalias() = G_.transpose() * G_;
    hessian_.diagonal().array() += damping;
    if (identity_.rows() != n) identity_.setIdentity(n, n);
    box_.solve(hessian_, wanted_, identity_, lower_, upper_);
    step_(used_) = box_.z();
  }
  // The box is convex and holds 0: a shortened step is inside, too.
  const double size = step_.cwiseAbs().maxCoeff();
  if (size > options.longest) step_ *= options.longest / size;
}

/// One step that lowers ‖g‖, with more damping until it does. False: there is none.
bool LevenbergMarquardt::approach(LeastSquares& problem, const Options& options, Point& at) {
  const double before = 0.5 * at.residual.squaredNorm();
  for (int trial = 0; trial < most_trials; ++trial) {
    find_step(problem, options, at);
    image_.noalias() = at.rows * step_;
    const double slope = at.residual.dot(image_);
    if (!(slope < -flat * before)) return false;
    problem.move(at.q, step_, to_);
    problem.evaluate(to_, next_);
    if (0.5 * next_.residual.squaredNorm() <= before + enough_fall * slope) {
      std::swap(at, next_);
      // Only a step that needed no second trial says that less damping would do.
      if (trial == 0) boost_ = std::max(1.0, 0.1 * boost_);
      return true;
    }
    boost_ *= 10.0;
  }
  return false;
}

LevenbergMarquardt::End LevenbergMarquardt::run(LeastSquares& problem, const Options& options,
                                                const std::vector<char>& frozen, Point& at) {
  used_.clear();
  for (int k = 0; k < at.rows.cols(); ++k) {
    if (frozen.empty() || !frozen[static_cast<std::size_t>(k)]) used_.push_back(k);
  }
  boost_ = 1.0;
  int slow_steps = 0;
  for (int k = 0; k < options.iterations; ++k) {
    if (!at.residual.allFinite() || !at.rows.allFinite()) return End::stuck;
    if (problem.distance(at) <= options.goal) return End::reached;
    if (slow_steps >= options.most_slow) return End::stuck;
    ++iterations_;
    const double before = at.residual.norm();
    G_ = at.rows(Eigen::all, used_);
    if (!approach(problem, options, at)) return End::stuck;
    slow_steps = at.residual.norm() > slow * before ? slow_steps + 1 : 0;
  }
  return problem.distance(at) <= options.goal ? End::reached : End::out_of_iterations;
}

}  // namespace carom::posture
