// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A walk's controller (controller.h): at its start it finds the feet and refuses what cannot walk;
// at each tick it sets modes of the feet, plan, tasks and torques; its memory lets a run go on
// later. A foot is lifted when its single support begins and both feet stand. It stands when the
// closed points span 0.4 of its sole, as three corners do, or 0.1 s after its first touch; until
// then a sole that landed on its heel or toes is laid flat. Before it is lifted, what it may carry
// falls to 1 N over the last half of the double support.
#include "control/walk/controller.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "control/motors.h"
#include "control/walk/heading.h"
#include "control/walk/reach.h"
#include "control/whole_body/tasks.h"
#include "model/multibody.h"
#include "model/names.h"

namespace carom::control {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

using Faults = std::vector<std::string>;

// Of the sole's area: three corners span half of it, two none. Above a half, three would not do;
// near zero, the points along one edge would.
constexpr double flat_share = 0.4;
// After the first touch at most [s]: an eighth of a step. A choice between `flattening`, below
// which a sole would count as stance on an edge, and a single support.
constexpr double landing_time = 0.1;
// Time in which a sole that touches is laid flat [s]: shorter than landing_time, so that it is flat
// when it counts as stance.
constexpr double flattening = 0.08;
// Of a foot that leaves [N]: a thousandth of the weight, so that lifting it changes no force by
// more.
constexpr double last_load = 1.0;
// Gaps of the feet's points at the start [m]: a foot that hangs higher would land with an impact of
// its own; from here it falls to 4 mm/s at most, √(2 g h). Postures are put on the ground to 1e-10.
constexpr double stands_within = 1e-6;
constexpr Index foot_numbers = 7;  // of a foot, in memory()

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

/// Of a frame that a walk names; −1 and a fault where there is none.
int frame_of(const Model& model, const char* what, const std::string& name, Faults& faults) {
  if (name.empty()) {
    faults.push_back(
        fmt::format("walk: {} is not given; expected a frame of {}", what, model.name()));
    return -1;
  }
  int frame = -1;
  base::gather(faults, [&] { frame = model.frame(name); }, fmt::format("walk: {}: ", what));
  return frame;
}

void check_robot(const Model& model, const WalkRobot& robot, Faults& faults) {
  if (!model.has_free_base()) {
    faults.push_back(fmt::format(
        "walk: {} has no free base; expected a robot that floats; load it with base = \"free\"",
        model.name()));
  }
  if (!(robot.front > robot.back) || !(robot.left > robot.right)) {
    faults.push_back(fmt::format(
        "walk: sole from {} to {} m along and {} to {} m across; expected back < front and right < "
        "left",
        base::number(robot.back), base::number(robot.front), base::number(robot.right),
        base::number(robot.left)));
  }
}

VectorXd limits_of(const Model& model, double scale) {
  VectorXd limits = scale * motor_limits(model);
  limits.head<6>().setZero();
  return limits;
}

WholeBodyOptions options_of(const WalkControl& control) {
  WholeBodyOptions options;
  options.force_weight = control.force_weight;
  options.effort_scale = control.effort_scale;
  return options;
}

const Model& checked(const Model& model, const WalkRobot& robot) {
  Faults faults;
  check_robot(model, robot, faults);
  if (!faults.empty()) throw InvalidInput(faults);
  return model;
}

}  // namespace

// ---- the start ----

/// Frames, corners and contacts of both feet.
void WalkController::find_feet(const Model& model, Faults& faults) {
  const WalkRobot& robot = walk_.robot;
  for (const Side side : {Side::left, Side::right}) {
    WalkFoot& one = foot(side);
    const bool left = side == Side::left;
    const std::string& name = left ? robot.left_foot : robot.right_foot;
    one.side = side;
    one.frame = frame_of(model, left ? "left_foot" : "right_foot", name, faults);
    if (one.frame < 0) continue;
    const double inner = left ? robot.right : -robot.left, outer = left ? robot.left : -robot.right;
    for (const double x : {robot.back, robot.front}) {
      for (const double y : {inner, outer}) one.corners.emplace_back(x, y, robot.sole);
    }
    one.center = {0.5 * (robot.back + robot.front), 0.5 * (inner + outer), robot.sole};
    one.half_length = 0.5 * (robot.front - robot.back);
    one.half_width = 0.5 * (robot.left - robot.right);
    const auto& joints = model.bodies().frame_joints;
    const int joint = joints[static_cast<std::size_t>(one.frame)];
    for (int k = 0; k < static_cast<int>(model.contacts().size()); ++k) {
      const auto& contact = model.contacts()[static_cast<std::size_t>(k)];
      const int frame = find_frame(model.bodies(), contact.sphere.body);
      if (joints[static_cast<std::size_t>(frame)] == joint) one.contacts.push_back(k);
    }
    if (one.contacts.empty()) {
      faults.push_back(
          fmt::format("walk: {} = {} has no contact; expected points under it, such as contacts = "
                      "[\"{}:corners\"]",
                      left ? "left_foot" : "right_foot", name, name));
    }
  }
  pelvis_ = frame_of(model, "pelvis", robot.pelvis, faults);
  if (!robot.torso.empty()) torso_ = frame_of(model, "torso", robot.torso, faults);
}

WalkController::WalkController(const Model& model, const Walk& walk, const State& start)
    : model_(checked(model, walk.robot)), walk_(walk), solver_(model, options_of(walk.control)) {
  Faults faults;
  find_feet(model, faults);
  if (!faults.empty()) throw InvalidInput(faults);
  ModelWorkspace at(model);
  at.set_configuration(start.q);
  VectorXd bias = VectorXd::Zero(model.velocity_size());
  at.bias(start.v, bias);
  const std::vector<bool> closed = stand_on_feet(at);

  start_heading_ = mean_heading(feet_[0].heading, feet_[1].heading);
  pelvis_upright_ = at.placement(pelvis_).linear();
  if (torso_ >= 0) torso_upright_ = at.placement(torso_).linear();
  posture_ = start.q;
  limit_ = limits_of(model, walk.control.effort_scale);
  weight_ = model.total_mass() * model.gravity().norm();
  height_ =
      at.center_of_mass().z() - 0.5 * (feet_[0].stands.center.z() + feet_[1].stands.center.z());
  plan_.emplace(walk.gait, feet_[0].stands, feet_[1].stands, height_, model.gravity().norm());
  const std::string reach =
      out_of_reach(model, walk.robot, *plan_,
                   {feet_[0].stands, feet_[1].stands, at.center_of_mass()}, start.q, height_);
  if (!reach.empty()) throw InvalidInput(reach);
  add_tasks();

  // One tick, taken back: the robot must be able to stand.
  const Eigen::VectorXd fresh = memory();
  update(0.0, at, bias, start, closed);
  if (result_->status != WholeBodyResult::Status::solved) {
    throw InvalidInput(fmt::format(
        "walk: {} cannot stand as it starts: {}; expected limits that carry it; use a larger "
        "effort_scale, or straighter knees",
        model.name(), result_->message));
  }
  set_memory(fresh);
}

/// Which contacts of the model are closed: those under both feet, which must be on the ground.
std::vector<bool> WalkController::stand_on_feet(const ModelWorkspace& at) {
  Faults faults;
  std::vector<bool> closed(model_.contacts().size(), false);
  for (WalkFoot& one : feet_) {
    one.stands = measure(one, at);
    one.heading = one.stands.heading;
    double highest = 0.0;
    for (const int k : one.contacts) {
      closed[static_cast<std::size_t>(k)] = true;
      highest = std::max(highest, std::abs(at.gap(k)));
    }
    if (highest > stands_within) {
      faults.push_back(fmt::format(
          "walk: the {} foot is up to {} m off the ground at the start; expected a robot "
          "that stands on its soles",
          to_string(one.side), base::number(highest)));
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return closed;
}

/// Feet that may be active, and the tasks in the order in which set_tasks() fills them.
void WalkController::add_tasks() {
  const Index n = model_.velocity_size();
  const WalkControl& gains = walk_.control;
  for (std::size_t k = 0; k < 2; ++k) {
    support_feet_[k].name = to_string(feet_[k].side) + " foot";
    support_feet_[k].frame = feet_[k].frame;
    support_feet_[k].corners = feet_[k].corners;
    support_feet_[k].friction = gains.friction;
  }
  jacobian_.setZero(3, n);
  torque_.setZero(n);
  error_.setZero(n);
  // Rows come with the first tick.
  const auto add_task = [&](const char* name, double weight) {
    tasks_.push_back({.name = name, .weight = weight});
  };
  add_task("centre of mass", gains.com_weight);
  add_task("left foot", gains.stance_weight);
  add_task("right foot", gains.stance_weight);
  add_task("pelvis", gains.attitude_weight);
  if (torso_ >= 0) add_task("torso", gains.attitude_weight);
  add_task("posture", gains.posture_weight);
}

// ---- a tick ----

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
  fill_com_task(at, task);
  task.target.head<2>() = omega * omega * (com_.head<2>() - zmp);
  const double damping = 2.0 * std::sqrt(gains.height_gain);
  task.target[2] = gains.height_gain * (moment_.ground + height_ - com_.z()) +
                   damping * (moment_.ground_rate - com_velocity_.z());
}

void WalkController::set_foot_task(double time, WalkFoot& foot, MotionTask& task,
                                   const ModelWorkspace& at, const VectorXd& v) {
  fill_frame_task(at, foot.frame, foot.center, task);
  const Vector3d velocity = task.rows.topRows<3>() * v, turning = task.rows.bottomRows<3>() * v;
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
  fill_attitude_task(at, frame, task);
  const Matrix3d wanted = Eigen::AngleAxisd(yaw, Vector3d::UnitZ()) * upright;
  const double stiffness = walk_.control.attitude_gain, damping = 2.0 * std::sqrt(stiffness);
  task.target = stiffness * turn_to(wanted, at.placement(frame).linear()) +
                damping * (yaw_rate * Vector3d::UnitZ() - task.rows * v);
}

void WalkController::set_posture_task(const ModelWorkspace& at, const State& state) {
  MotionTask& task = tasks_.back();
  fill_posture_task(at, task);
  model_.bodies().difference(state.q, posture_, error_);
  const double stiffness = walk_.control.posture_gain, damping = 2.0 * std::sqrt(stiffness);
  const auto joints = error_.size() - 6;
  task.target = stiffness * error_.tail(joints) - damping * state.v.tail(joints);
}

void WalkController::set_tasks(double time, const ModelWorkspace& at, const State& state) {
  set_com_task(at);
  for (std::size_t k = 0; k < 2; ++k) set_foot_task(time, feet_[k], tasks_[1 + k], at, state.v);
  // The pelvis looks where the feet point, both together.
  const double yaw = mean_heading(feet_[0].heading, feet_[1].heading);
  const double rate = 0.5 * (feet_[0].heading_rate + feet_[1].heading_rate);
  const double turn = yaw - start_heading_;
  set_attitude_task(pelvis_, pelvis_upright_, turn, rate, tasks_[3], at, state.v);
  if (torso_ >= 0) set_attitude_task(torso_, torso_upright_, turn, rate, tasks_[4], at, state.v);
  set_posture_task(at, state);
}

// ---- going on later ----

VectorXd WalkController::memory() const {
  const VectorXd plan = plan_->memory();
  VectorXd memory(2 * foot_numbers + 2 + torque_.size() + plan.size());
  Index at = 0;
  for (const WalkFoot& one : feet_) {
    memory[at] = one.mode == WalkFoot::Mode::swing ? 1.0 : 0.0;
    memory[at + 1] = one.airborne ? 1.0 : 0.0;
    memory[at + 2] = one.touched.value_or(std::numeric_limits<double>::quiet_NaN());
    memory.segment<3>(at + 3) = one.stands.center;
    memory[at + 6] = one.stands.heading;
    at += foot_numbers;
  }
  memory[at] = lifted_;
  memory[at + 1] = landed_;
  memory.segment(at + 2, torque_.size()) = torque_;
  memory.tail(plan.size()) = plan;
  return memory;
}

void WalkController::set_memory(const VectorXd& memory) {
  Index at = 0;
  for (WalkFoot& one : feet_) {
    one.mode = memory[at] != 0.0 ? WalkFoot::Mode::swing : WalkFoot::Mode::stance;
    one.airborne = memory[at + 1] != 0.0;
    one.touched.reset();
    if (!std::isnan(memory[at + 2])) one.touched = memory[at + 2];
    one.stands.center = memory.segment<3>(at + 3);
    one.stands.heading = memory[at + 6];
    at += foot_numbers;
  }
  lifted_ = static_cast<int>(memory[at]);
  landed_ = static_cast<int>(memory[at + 1]);
  torque_ = memory.segment(at + 2, torque_.size());
  plan_->set_memory(memory.tail(memory.size() - at - 2 - torque_.size()));
}

}  // namespace carom::control
