// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/ticks/motors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/names.h"

namespace carom::simulation {

using Eigen::Index;
using Eigen::VectorXd;

namespace {
// Of a limit: the controller has clipped there itself, to rounding.
constexpr double clipped_to = 1e-12;
}  // namespace

TickMotors::TickMotors(const Model& model, Controller controller)
    : controller_(std::move(controller)) {
  const Index n = model.velocity_size();
  for (VectorXd* vector : {&stiffness_, &damping_, &spring_stiffness_, &spring_damping_, &velocity_,
                           &given_, &clipped_, &torque_, &force_, &diagonal_}) {
    vector->setZero(n);
  }
  if (controller_.stiffness.size() == n) stiffness_ = controller_.stiffness;
  if (controller_.damping.size() == n) damping_ = controller_.damping;
  limit_ = controller_.limit;
  if (limit_.size() != n) limit_.setConstant(n, std::numeric_limits<double>::infinity());
  // Springs of the joints are implicit as the motors are; they have no limit.
  for (const JointSpring& spring : model.parts().joint_springs) {
    const int joint = find_joint(model.bodies(), spring.joint);
    const Index v = model.joints()[static_cast<std::size_t>(joint)].v;
    spring_stiffness_[v] += spring.stiffness;
    spring_damping_[v] += spring.damping;
  }
  at_limit_.assign(static_cast<std::size_t>(n), false);
}

/// Of a controller whose slopes change.
void TickMotors::set_slopes() {
  stiffness_ = controller_.now->stiffness;
  damping_ = controller_.now->damping;
  limit_ = controller_.now->limit;
}

bool TickMotors::set(double time, const State& state, double size) {
  size_ = size;
  if (controller_.now) set_slopes();
  velocity_ = state.v;
  given_.setZero();
  at_limit_.assign(at_limit_.size(), false);
  // f(0) of f(h) = f(0) − K (h v + ½ h² a) − D h a (motors.h). A controller that says its force
  // without limits is clipped in clip(), by the force at the end of the part. Of another one only
  // the clipped force is known: a motor that it has clipped stays at its limit.
  if (controller_.add_unclipped) {
    controller_.add_unclipped(time, state.q, state.v, given_);
  } else if (controller_) {
    controller_.add_force(time, state.q, state.v, given_);
    for (Index i = 0; i < given_.size(); ++i) {
      at_limit_[static_cast<std::size_t>(i)] =
          std::abs(given_[i]) >= (1.0 - clipped_to) * limit_[i] && std::isfinite(limit_[i]);
      clipped_[i] = given_[i];
    }
  }
  // Forces and diagonal for the first round of accelerations, before any clipping.
  fill();
  return given_.allFinite();
}

void TickMotors::fill() {
  // What of f(h) is known joins the forces, f(0) − K h v. What multiplies the unknown a joins the
  // diagonal of M, ½ h² K + h D. A motor at its limit has a constant force and no slope.
  const double h = size_;
  for (Index i = 0; i < given_.size(); ++i) {
    const bool fixed = at_limit_[static_cast<std::size_t>(i)];
    const double k = spring_stiffness_[i] + (fixed ? 0.0 : stiffness_[i]);
    const double d = spring_damping_[i] + (fixed ? 0.0 : damping_[i]);
    // At the limit only the springs have slopes.
    force_[i] = (fixed ? clipped_[i] : given_[i]) - h * k * velocity_[i];
    diagonal_[i] = 0.5 * h * h * k + h * d;
  }
}

bool TickMotors::clip(const VectorXd& acceleration) {
  const double h = size_;
  // One round of the search for the motors at their limits. A round that changes none has found
  // them; the caller bounds the number of rounds.
  bool again = false;
  for (Index i = 0; i < given_.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    // What it would give at the end of the part, were it not for its limit.
    const double wanted = given_[i] -
                          stiffness_[i] * (h * velocity_[i] + 0.5 * h * h * acceleration[i]) -
                          damping_[i] * h * acceleration[i];
    // As wide as what a controller that clips by itself is allowed.
    const bool over = std::abs(wanted) > (1.0 + clipped_to) * limit_[i];
    const double clipped = over ? std::copysign(limit_[i], wanted) : 0.0;
    // What records show: the torque at the end of the part [N, N m].
    torque_[i] = at_limit_[k] ? clipped_[i] : wanted;
    // One that only its own clipped force is known of stays there.
    if (!controller_.add_unclipped && at_limit_[k]) continue;
    // Within the limit as before, or at the same side of it as before.
    if (over == at_limit_[k] && (!over || clipped == clipped_[i])) continue;
    at_limit_[k] = over;
    clipped_[i] = clipped;
    again = true;
  }
  if (again) fill();
  return again;
}

}  // namespace carom::simulation
