// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A tick of a walk's controller: modes of the feet, the plan, tasks, torques (walk_controller.h).
// A foot is lifted when its single support begins and both feet stand. It stands when the closed
// points span 0.4 of its sole, as three corners do, or 0.1 s after its first touch; until then a
// sole that landed on its heel or toes is laid flat. Before it is lifted, what it may carry falls
// to 1 N over the last half of the double support.
#include "control/walk/controller.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "control/walk/heading.h"
#include "model/multibody.h"

namespace carom::control {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double flat_share = 0.4;    // of the sole's area
constexpr double landing_time = 0.1;  // after the first touch at most [s]
constexpr double flattening = 0.08;   // time in which a sole that touches is laid flat [s]
constexpr double last_load = 1.0;     // of a foot that leaves [N]

double heading_of(const Matrix3d& axes) { return std::atan2(axes(1, 0), axes(0, 0)); }

/// log of R_wanted Rᵀ, in world axes.
Vector3d turn_to(const Matrix3d& wanted, const Matrix3d& now) {
  const Eigen::AngleAxisd turn(wanted * now.transpose());
  return turn.angle() * turn.axis();
}

/// The sole touched the ground a while ago: its pitch goes to zero.
void lay_flat(double since, SwingMoment& swing) {
  const double s = std::clamp(since / flattening, 0.0, 1.0), pitch = swing.pitch;
  swing.pitch = pitch * (1.0 - s * s * (3.0 - 2.0 * s));
  swing.pitch_rate = s < 1.0 ? -pitch * 6.0 * s * (1.0 - s) / flattening : 0.0;
  swing.pitch_acceleration = s < 1.0 ? -pitch * (6.0 - 12.0 * s) / (flattening * flattening) : 0.0;
}

double area_of(const std::vector<Vector2d>& hull) {
  double sum = 0.0;
  for (std::size_t k = 0; k < hull.size(); ++k) {
    const Vector2d &a = hull[k], &b = hull[(k + 1) % hull.size()];
    sum += 0.5 * (a.x() * b.y() - a.y() * b.x());
  }
  return sum;
}

}  // namespace

Foothold WalkController::measure(const WalkFoot& foot, const ModelWorkspace& at) const {
  const Eigen::Isometry3d pose = at.placement(foot.frame);
  return {.side = foot.side, .center = pose * foot.center, .heading = heading_of(pose.linear())};
}

double WalkController::tilt(const ModelWorkspace& at) const {
  const Matrix3d turn = at.placement(pelvis_).linear() * pelvis_upright_.transpose();
  return std::acos(std::clamp(turn(2, 2), -1.0, 1.0));
}

void WalkController::set_state(const ModelWorkspace& at, const State& state) {
  com_ = at.center_of_mass();
  at.center_of_mass_jacobian(jacobian_);
  com_velocity_.noalias() = jacobian_ * state.v;
  dcm_ = com_.head<2>() + com_velocity_.head<2>() / plan_->omega();
}

bool WalkController::stands_flat(const WalkFoot& foot, const ModelWorkspace& at,
                                 const std::vector<bool>& closed) const {
  SupportPolygon touched;
  for (const int contact : foot.contacts) {
    if (closed[static_cast<std::size_t>(contact)]) {
      touched.add(at.contact_point(contact).head<2>());
    }
  }
  touched.close();
  return area_of(touched.hull()) > flat_share * 4.0 * foot.half_length * foot.half_width;
}

void WalkController::change_modes(double time, const ModelWorkspace& at,
                                  const std::vector<bool>& closed) {
  landing_.reset();
  const auto any_closed = [&](const WalkFoot& foot) {
    return std::any_of(foot.contacts.begin(), foot.contacts.end(),
                       [&](int k) { return closed[static_cast<std::size_t>(k)]; });
  };
  for (WalkFoot& foot : feet_) {
    if (foot.mode != WalkFoot::Mode::swing) continue;
    const bool touches = any_closed(foot);
    foot.airborne = foot.airborne || !touches;
    if (!foot.airborne || (!touches && !foot.touched)) continue;
    if (!foot.touched) foot.touched = time;
    if (!touches || (!stands_flat(foot, at, closed) && time < *foot.touched + landing_time)) {
      continue;
    }
    foot.mode = WalkFoot::Mode::stance;
    const Foothold planned = plan_->footholds()[static_cast<std::size_t>(lifted_)];
    foot.stands = measure(foot, at);
    landed_ = lifted_;
    plan_->landed(landed_, foot.stands);
    landing_ = {.step = landed_,
                .side = foot.side,
                .planned = planned,
                .foothold = foot.stands,
                .touched = *foot.touched};
  }
  moment_ = plan_->at(time);
  if (moment_.phase != WalkPhase::single_support || moment_.step <= lifted_) return;
  const bool both =
      feet_[0].mode == WalkFoot::Mode::stance && feet_[1].mode == WalkFoot::Mode::stance;
  if (!both) return;
  WalkFoot& swing = foot(moment_.swing);
  swing.mode = WalkFoot::Mode::swing;
  swing.airborne = false;
  swing.touched.reset();
  swing.stands = measure(swing, at);
  lifted_ = moment_.step;
  plan_->lifted(lifted_, swing.stands);
  moment_ = plan_->at(time);
}

void WalkController::set_support(const ModelWorkspace& at) {
  support_.clear();
  for (const WalkFoot& foot : feet_) {
    if (foot.mode != WalkFoot::Mode::stance) continue;
    const Eigen::Isometry3d pose = at.placement(foot.frame);
    for (const Vector3d& corner : foot.corners) support_.add((pose * corner).head<2>());
  }
  support_.close();
}

/// Feet that may carry, and how much.
void WalkController::set_feet(double time) {
  standing_.clear();
  const bool both =
      feet_[0].mode == WalkFoot::Mode::stance && feet_[1].mode == WalkFoot::Mode::stance;
  const bool leaves = both && moment_.phase != WalkPhase::single_support &&
                      moment_.phase != WalkPhase::stand &&
                      moment_.step + 1 < static_cast<int>(plan_->footholds().size());
  for (std::size_t k = 0; k < feet_.size(); ++k) {
    if (feet_[k].mode != WalkFoot::Mode::stance) continue;
    SupportFoot& support = support_feet_[k];
    support.max_normal_force = std::numeric_limits<double>::infinity();
    const double middle = 0.5 * (moment_.begin + moment_.end);
    if (leaves && feet_[k].side == moment_.swing && time > middle) {
      const double share = std::clamp((moment_.end - time) / (moment_.end - middle), 0.0, 1.0);
      support.max_normal_force = last_load + share * (weight_ - last_load);
    }
    standing_.push_back(support);
  }
}

/// In the air, and with both feet on the ground before a foot is lifted; not while it lands.
bool WalkController::may_adjust() const {
  if (!walk_.gait.adjust || moment_.phase == WalkPhase::stand) return false;
  const WalkFoot& swing = feet_[moment_.swing == Side::left ? 0 : 1];
  const WalkFoot& stance = feet_[moment_.swing == Side::left ? 1 : 0];
  if (stance.mode != WalkFoot::Mode::stance) return false;
  if (moment_.phase != WalkPhase::single_support) return swing.mode == WalkFoot::Mode::stance;
  return swing.mode == WalkFoot::Mode::swing && lifted_ == moment_.step && !swing.touched;
}

const VectorXd& WalkController::update(double time, const ModelWorkspace& at, const VectorXd& bias,
                                       const State& state, const std::vector<bool>& closed) {
  set_state(at, state);
  change_modes(time, at, closed);
  if (may_adjust()) {
    const WalkFoot& stance = foot(other(moment_.swing));
    const SupportReach reach{.center = stance.stands.center.head<2>(),
                             .heading = stance.stands.heading,
                             .half_length = stance.half_length - walk_.control.zmp_inset,
                             .half_width = stance.half_width - walk_.control.zmp_inset};
    if (plan_->adjust(time, dcm_, reach)) moment_ = plan_->at(time);
  }
  set_support(at);
  set_feet(time);
  set_tasks(time, at, state);
  result_ = &solver_.solve(at, bias, tasks_, standing_);
  if (result_->status == WholeBodyResult::Status::failed) {
    ++failures_;  // the last torques go on
    return torque_;
  }
  failures_ = 0;
  torque_ = result_->torque.cwiseMin(limit_).cwiseMax(-limit_);
  return torque_;
}

void WalkController::set_com_task(const ModelWorkspace& at) {
  MotionTask& task = tasks_[0];
  const WalkControl& gains = walk_.control;
  const double omega = plan_->omega();
  const Vector2d wanted = moment_.zmp + (1.0 + gains.dcm_gain / omega) * (dcm_ - moment_.dcm);
  Vector2d zmp = support_.inside(wanted, gains.zmp_inset);
  // What the soles cannot give, trunk and arms may, by turning: so far p may lie outside.
  const Vector2d more = wanted - zmp;
  if (const double length = more.norm(); length > 0.0) {
    zmp += more * std::min(1.0, gains.zmp_overreach / length);
  }
  task.rows = jacobian_;
  task.drift = at.center_of_mass_drift();
  task.target.head<2>() = omega * omega * (com_.head<2>() - zmp);
  const double damping = 2.0 * std::sqrt(gains.height_gain);
  task.target[2] = gains.height_gain * (moment_.ground + height_ - com_.z()) +
                   damping * (moment_.ground_rate - com_velocity_.z());
}

void WalkController::set_foot_task(double time, WalkFoot& foot, MotionTask& task,
                                   const ModelWorkspace& at, const VectorXd& v) {
  at.point_jacobian(foot.frame, foot.center, jacobian_);
  at.angular_jacobian(foot.frame, angular_);
  task.rows.topRows<3>() = jacobian_;
  task.rows.bottomRows<3>() = angular_;
  task.drift.head<3>() = at.point_drift(foot.frame, foot.center);
  task.drift.tail<3>() = at.angular_drift(foot.frame);
  const Vector3d velocity = jacobian_ * v, turning = angular_ * v;
  const WalkControl& gains = walk_.control;
  foot.heading_rate = 0.0;
  if (foot.mode == WalkFoot::Mode::stance) {
    foot.heading = foot.stands.heading;
    task.weight = gains.stance_weight;
    task.target.head<3>() = -gains.stance_damping * velocity;
    task.target.tail<3>() = -gains.stance_damping * turning;
    return;
  }
  SwingMoment swing = plan_->swing(time);
  if (foot.touched) lay_flat(time - *foot.touched, swing);
  foot.heading = swing.heading;
  foot.heading_rate = swing.heading_rate;
  task.weight = gains.swing_weight;
  const double stiffness = gains.swing_gain, damping = 2.0 * std::sqrt(stiffness);
  const Eigen::Isometry3d pose = at.placement(foot.frame);
  task.target.head<3>() = swing.acceleration + damping * (swing.velocity - velocity) +
                          stiffness * (swing.position - pose * foot.center);
  const Eigen::AngleAxisd yaw(swing.heading, Vector3d::UnitZ());
  // Toes up is a turn about −y.
  const Vector3d across = yaw * Vector3d::UnitY();
  const Matrix3d wanted =
      (yaw * Eigen::AngleAxisd(-swing.pitch, Vector3d::UnitY())).toRotationMatrix();
  const Vector3d rate = swing.heading_rate * Vector3d::UnitZ() - swing.pitch_rate * across;
  task.target.tail<3>() = swing.heading_acceleration * Vector3d::UnitZ() -
                          swing.pitch_acceleration * across + damping * (rate - turning) +
                          stiffness * turn_to(wanted, pose.linear());
}

void WalkController::set_attitude_task(int frame, const Matrix3d& upright, double yaw,
                                       double yaw_rate, MotionTask& task, const ModelWorkspace& at,
                                       const VectorXd& v) {
  at.angular_jacobian(frame, angular_);
  task.rows = angular_;
  task.drift = at.angular_drift(frame);
  const Matrix3d wanted = Eigen::AngleAxisd(yaw, Vector3d::UnitZ()) * upright;
  const double stiffness = walk_.control.attitude_gain, damping = 2.0 * std::sqrt(stiffness);
  task.target = stiffness * turn_to(wanted, at.placement(frame).linear()) +
                damping * (yaw_rate * Vector3d::UnitZ() - angular_ * v);
}

void WalkController::set_posture_task(const State& state) {
  MotionTask& task = tasks_.back();
  model_.bodies().difference(state.q, posture_, error_);
  const double stiffness = walk_.control.posture_gain, damping = 2.0 * std::sqrt(stiffness);
  const auto joints = error_.size() - 6;
  task.target = stiffness * error_.tail(joints) - damping * state.v.tail(joints);
}

void WalkController::set_tasks(double time, const ModelWorkspace& at, const State& state) {
  at.center_of_mass_jacobian(jacobian_);
  set_com_task(at);
  for (std::size_t k = 0; k < 2; ++k) set_foot_task(time, feet_[k], tasks_[1 + k], at, state.v);
  // The pelvis looks where the feet point, both together.
  const double yaw = mean_heading(feet_[0].heading, feet_[1].heading);
  const double rate = 0.5 * (feet_[0].heading_rate + feet_[1].heading_rate);
  const double turn = yaw - start_heading_;
  set_attitude_task(pelvis_, pelvis_upright_, turn, rate, tasks_[3], at, state.v);
  if (torso_ >= 0) set_attitude_task(torso_, torso_upright_, turn, rate, tasks_[4], at, state.v);
  set_posture_task(state);
}

}  // namespace carom::control
