// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "control/thesis/inverse_kinematics_descent.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "control/base_joint.h"
#include "model/multibody.h"
#include "solver/decompositions.h"

namespace carom::control {
namespace {

// ‖gradient‖ over ‖J‖ ‖Δx‖ where nothing is better. A choice: rounding leaves 1e-15, a target
// within reach has 1e-3 and more; between them a descent creeps and would use up its iterations.
constexpr double flat = 1e-9;
// Of λ², which is 1e-3 ‖Δx‖ at first: steps are then Newton's to nine digits, and less damping
// would change nothing.
constexpr double least_boost = 1e-6;
constexpr double most_boost = 1e12;
// Of J Jᵀ's mean diagonal: keeps the Cholesky factor regular, whose rounding is 1e-16 times some
// hundred rows. Larger ones would slow the last steps.
constexpr double floor_share = 1e-13;

}  // namespace

KinematicDescent::KinematicDescent(const Model& model, const InverseKinematicsOptions& options)
    : model_(model),
      options_(options),
      locked_(static_cast<std::size_t>(model.velocity_size()), 0),
      coordinate_(locked_.size(), -1),
      out_(locked_.size(), 0) {
  for (const Joint& joint : model.joints()) {
    const auto& names = options.locked;
    const bool lock = (options.lock_base && is_base(joint)) ||
                      std::find(names.begin(), names.end(), joint.name) != names.end();
    std::fill_n(locked_.begin() + joint.v, joint.v_size, static_cast<char>(lock));
  }
  if (options.joint_limits) find_limits();
}

void KinematicDescent::find_limits() {
  for (std::size_t j = 0; j < model_.joints().size(); ++j) {
    const Joint& joint = model_.joints()[j];
    if (joint.q_size != joint.v_size || !model_.bodies().joint_is_coordinate[j]) continue;
    for (int k = 0; k < joint.v_size; ++k) {
      const bool limited = std::isfinite(model_.lower_limit()[joint.q + k]) ||
                           std::isfinite(model_.upper_limit()[joint.q + k]);
      const auto v = static_cast<std::size_t>(joint.v + k);
      if (limited && !locked_[v]) coordinate_[v] = joint.q + k;
    }
  }
}

void KinematicDescent::clip(Eigen::VectorXd& q) const {
  for (const int c : coordinate_) {
    if (c >= 0) q[c] = std::clamp(q[c], model_.lower_limit()[c], model_.upper_limit()[c]);
  }
}

std::vector<std::string> KinematicDescent::at_limit(const Eigen::VectorXd& q) const {
  std::vector<std::string> names;
  for (const int c : coordinate_) {
    if (c < 0 || (q[c] > model_.lower_limit()[c] && q[c] < model_.upper_limit()[c])) continue;
    names.push_back(model_.coordinate_names()[static_cast<std::size_t>(c)]);
  }
  return names;
}

void KinematicDescent::shake(Eigen::VectorXd& q, double size, std::uint64_t seed) {
  base::Random random(seed);
  step_.resize(model_.velocity_size());
  for (Eigen::Index k = 0; k < step_.size(); ++k) {
    const double move = size * random.normal();
    step_[k] = locked_[static_cast<std::size_t>(k)] ? 0.0 : move;
  }
  trial_ = q;
  model_.integrate(trial_, step_, q);
  clip(q);
}

void KinematicDescent::prepare(const TargetRows& rows) {
  const auto& J = rows.jacobian();
  used_.resize(J.rows(), J.cols());
  square_.resize(J.rows(), J.rows());
  step_.resize(J.cols());
  gradient_.resize(J.cols());
  dual_.resize(J.rows());
  trial_.resize(model_.configuration_size());
}

/// ‖JᵀΔx‖ without what a limit holds, over its largest possible value.
double KinematicDescent::slope(const TargetRows& rows, const Eigen::VectorXd& q) {
  gradient_.noalias() = rows.jacobian().transpose() * rows.difference();
  for (std::size_t v = 0; v < coordinate_.size(); ++v) {
    const int c = coordinate_[v];
    if (c < 0) continue;
    double& entry = gradient_[static_cast<Eigen::Index>(v)];
    if (q[c] <= model_.lower_limit()[c]) entry = std::max(entry, 0.0);
    if (q[c] >= model_.upper_limit()[c]) entry = std::min(entry, 0.0);
  }
  const double largest = rows.jacobian().norm() * rows.difference().norm();
  return largest > 0.0 ? gradient_.norm() / largest : 0.0;
}

void KinematicDescent::solve(const TargetRows& rows, double lambda_square) {
  used_ = rows.jacobian();
  for (std::size_t v = 0; v < out_.size(); ++v) {
    if (out_[v]) used_.col(static_cast<Eigen::Index>(v)).setZero();
  }
  // Lazy products: plain loops that need no temporary memory; the sizes are small.
  square_.noalias() = used_.lazyProduct(used_.transpose());
  square_.diagonal().array() += lambda_square;
  dual_ = rows.difference();
  solver::cholesky_in_place(square_);
  solver::solve_lower(square_, dual_);
  solver::solve_lower_transposed(square_, dual_);
  step_.noalias() = used_.transpose() * dual_;
}

bool KinematicDescent::drop_pushing_out(const Eigen::VectorXd& q) {
  bool dropped = false;
  for (std::size_t v = 0; v < coordinate_.size(); ++v) {
    const int c = coordinate_[v];
    if (c < 0 || out_[v]) continue;
    const double move = step_[static_cast<Eigen::Index>(v)];
    const bool pushes = (move < 0.0 && q[c] <= model_.lower_limit()[c]) ||
                        (move > 0.0 && q[c] >= model_.upper_limit()[c]);
    if (pushes) out_[v] = 1;
    dropped = dropped || pushes;
  }
  return dropped;
}

void KinematicDescent::shorten(const Eigen::VectorXd& q) {
  const double longest = step_.cwiseAbs().maxCoeff();
  if (longest > options_.largest_step) step_ *= options_.largest_step / longest;
  for (std::size_t v = 0; v < coordinate_.size(); ++v) {
    const int c = coordinate_[v];
    if (c < 0) continue;
    double& move = step_[static_cast<Eigen::Index>(v)];
    move = std::clamp(move, model_.lower_limit()[c] - q[c], model_.upper_limit()[c] - q[c]);
  }
}

/// By how much ½‖Δx‖² falls if J were constant.
double KinematicDescent::foreseen(const TargetRows& rows) {
  dual_.noalias() = rows.jacobian() * step_;
  return dual_.dot(rows.difference()) - 0.5 * dual_.squaredNorm();
}

KinematicDescent::End KinematicDescent::run(ModelWorkspace& at, TargetRows& rows,
                                            Eigen::VectorXd& q) {
  at.set_configuration(q);
  rows.evaluate(at);
  prepare(rows);
  double boost = 1.0;
  for (int k = 0; k < options_.iterations; ++k) {
    const double error = rows.difference().norm();
    if (error <= options_.tolerance) return End::reached;
    if (slope(rows, q) <= flat) return End::stuck;
    ++iterations_;
    const double diagonal =
        rows.jacobian().squaredNorm() / static_cast<double>(rows.jacobian().rows());
    const double lambda_square = (boost * options_.damping * error + floor_share) * diagonal;
    std::fill(out_.begin(), out_.end(), 0);
    do solve(rows, lambda_square);
    while (drop_pushing_out(q));
    shorten(q);
    const double expected = foreseen(rows);
    model_.integrate(q, step_, trial_);
    clip(trial_);
    at.set_configuration(trial_);
    rows.evaluate(at);
    const double fell = 0.5 * (error * error - rows.difference().squaredNorm());
    const double gain = expected > 0.0 ? fell / expected : -1.0;
    if (gain > 0.75) boost = std::max(least_boost, 0.25 * boost);
    if (!(gain >= 0.25)) boost *= 4.0;
    if (fell > 0.0) {
      q.swap(trial_);
      continue;
    }
    at.set_configuration(q);
    rows.evaluate(at);
    if (boost > most_boost) return End::stuck;
  }
  return rows.difference().norm() <= options_.tolerance ? End::reached : End::out_of_iterations;
}

}  // namespace carom::control
