// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A walk's controller at its start: finds the feet, refuses what cannot walk, and remembers itself
// for a run that goes on later.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "carom/error.h"
#include "control/motors.h"
#include "control/walk/controller.h"
#include "control/walk/heading.h"
#include "control/walk/reach.h"
#include "model/multibody.h"
#include "model/names.h"

namespace carom::control {

using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

constexpr double stands_within = 1e-6;  // gaps of the feet's points at the start [m]
constexpr Index foot_numbers = 7;       // of a foot, in memory()

using Faults = std::vector<std::string>;

/// Of a frame that a walk names; −1 and a fault where there is none.
int frame_of(const Model& model, const char* what, const std::string& name, Faults& faults) {
  if (name.empty()) {
    faults.push_back(
        fmt::format("walk: {} is not given; expected a frame of {}", what, model.name()));
    return -1;
  }
  try {
    return model.frame(name);
  } catch (const InvalidInput& error) {
    faults.push_back(fmt::format("walk: {}: {}", what, error.what()));
    return -1;
  }
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
  const int n = model.velocity_size();
  ModelWorkspace at(model);
  at.set_configuration(start.q);
  VectorXd bias = VectorXd::Zero(n);
  at.bias(start.v, bias);
  std::vector<bool> closed(model.contacts().size(), false);
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
  for (std::size_t k = 0; k < 2; ++k) {
    support_feet_[k].name = to_string(feet_[k].side) + " foot";
    support_feet_[k].frame = feet_[k].frame;
    support_feet_[k].corners = feet_[k].corners;
    support_feet_[k].friction = walk.control.friction;
  }
  jacobian_.setZero(3, n);
  angular_.setZero(3, n);
  torque_.setZero(n);
  error_.setZero(n);
  const auto add_task = [&](std::string name, double weight, Index rows) {
    MotionTask task{.name = std::move(name), .weight = weight};
    task.rows.setZero(rows, n);
    task.drift.setZero(rows);
    task.target.setZero(rows);
    tasks_.push_back(std::move(task));
  };
  add_task("centre of mass", walk.control.com_weight, 3);
  add_task("left foot", walk.control.stance_weight, 6);
  add_task("right foot", walk.control.stance_weight, 6);
  add_task("pelvis", walk.control.attitude_weight, 3);
  if (torso_ >= 0) add_task("torso", walk.control.attitude_weight, 3);
  add_task("posture", walk.control.posture_weight, n - 6);
  tasks_.back().rows.rightCols(n - 6).setIdentity();

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
