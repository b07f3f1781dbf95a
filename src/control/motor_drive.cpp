// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A motor program on the joints of a model: which joints its names mean, and the gains of each
// motor. Gains that are not given are those of hold_posture() (its equations), so that a program
// that holds is the controller that holds. A spin has no stiffness; torques have no gains.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/gather_faults.h"
#include "base/pattern.h"
#include "base/text.h"
#include "carom/control.h"
#include "carom/error.h"
#include "control/motors.h"
#include "model/multibody.h"

namespace carom {
namespace {

using Faults = std::vector<std::string>;
using Motor = MotorDrive::Motor;

/// A joint and what a program may call it by: its name, and those of its actuators.
struct Drivable {
  int joint = 0;
  std::vector<std::string> names = {};
};

/// Joints of one velocity that a motor can turn, in the order of the model.
std::vector<Drivable> drivable_joints(const Model& model) {
  std::vector<Drivable> all;
  for (int k = 0; k < static_cast<int>(model.joints().size()); ++k) {
    const Joint& joint = model.joints()[static_cast<std::size_t>(k)];
    const bool own = model.bodies().joint_is_coordinate[static_cast<std::size_t>(k)];
    if (control::is_base(joint) || joint.v_size != 1 || !own) continue;
    Drivable one{.joint = k, .names = {joint.name}};
    for (const Actuator& actuator : model.parts().actuators) {
      if (actuator.joint == joint.name) one.names.push_back(actuator.name);
    }
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<std::string> shown_names(const std::vector<Drivable>& known) {
  std::vector<std::string> names;
  for (const Drivable& one : known) names.push_back(one.names.front());
  return names;
}

/// Joints of an entry, each once, in the order of its names and of the model within a pattern.
std::vector<int> joints_of(const MotorEntry& entry, const std::string& where,
                           const std::vector<Drivable>& known, Faults& faults) {
  std::vector<int> joints;
  for (const std::string& name : entry.joints) {
    bool found = false;
    for (const Drivable& one : known) {
      if (std::none_of(one.names.begin(), one.names.end(), [&](const std::string& known_name) {
            return base::fits_pattern(name, known_name);
          })) {
        continue;
      }
      found = true;
      if (std::find(joints.begin(), joints.end(), one.joint) == joints.end()) {
        joints.push_back(one.joint);
      }
    }
    if (found) continue;
    const std::vector<std::string> names = shown_names(known);
    faults.push_back(fmt::format(
        "{}: joint '{}' is no joint or actuator that a motor can turn; expected one of {}{}", where,
        name, base::join(names), base::did_you_mean(name, names)));
  }
  return joints;
}

void check_trigger(const Model& model, const MotorEntry& entry, const std::string& where,
                   Faults& faults) {
  if (entry.at.kind != MotorTrigger::Kind::touch) return;
  base::gather(
      faults, [&] { static_cast<void>(model.contact(entry.at.contact)); },
      where + ": at = \"touch " + entry.at.contact + "\": ");
}

/// Columns of a table, torques or phases: one for all joints, or one for each.
void check_columns(const MotorEntry& entry, const std::string& where, std::size_t joints,
                   Faults& faults) {
  const auto check = [&](const char* what, std::size_t columns) {
    if (columns == 1 || columns == joints) return;
    faults.push_back(fmt::format("{}: {} of {} joints for {}; expected one for all, or one each",
                                 where, what, columns, joints));
  };
  if (const auto* table = std::get_if<MotorTable>(&entry.motion)) {
    check("positions", static_cast<std::size_t>(table->positions.cols()));
  } else if (const auto* torque = std::get_if<MotorTorque>(&entry.motion)) {
    check("torques", static_cast<std::size_t>(torque->torques.cols()));
  } else if (const auto* clock = std::get_if<MotorClock>(&entry.motion)) {
    check("phases", clock->phases.size());
  }
}

std::size_t columns_of(const MotorEntry& entry) {
  if (const auto* table = std::get_if<MotorTable>(&entry.motion)) {
    return static_cast<std::size_t>(table->positions.cols());
  }
  if (const auto* torque = std::get_if<MotorTorque>(&entry.motion)) {
    return static_cast<std::size_t>(torque->torques.cols());
  }
  const auto* clock = std::get_if<MotorClock>(&entry.motion);
  return clock != nullptr ? clock->phases.size() : 1;
}

/// The motors of an entry with their gains.
std::vector<Motor> motors_of_entry(const Model& model, const Eigen::VectorXd& posture,
                                   const MotorEntry& entry, const std::vector<int>& joints,
                                   HoldOptions gains) {
  const bool stiff = !std::holds_alternative<MotorSpin>(entry.motion);
  const bool gained = !std::holds_alternative<MotorTorque>(entry.motion);
  gains.joints.clear();
  for (const int k : joints) {
    gains.joints.push_back(model.joints()[static_cast<std::size_t>(k)].name);
  }
  gains.stiffness = entry.stiffness;
  gains.damping = entry.damping;
  if (entry.frequency) gains.frequency = entry.frequency;
  Controller usual;
  // Where both are given nothing of the model is asked for.
  if (gained) usual = hold_posture(model, posture, gains);
  const Eigen::VectorXd limits = control::motor_limits(model);
  std::vector<Motor> motors;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint& joint = model.joints()[static_cast<std::size_t>(joints[i])];
    Motor motor{.q = joint.q, .v = joint.v, .turns = joint.q_size == 2};
    motor.column = columns_of(entry) > 1 ? static_cast<int>(i) : 0;
    if (gained) {
      motor.stiffness = stiff ? usual.stiffness[joint.v] : 0.0;
      motor.damping = usual.damping[joint.v];
    }
    motor.limit = entry.limit.value_or(limits[joint.v]);
    motors.push_back(motor);
  }
  return motors;
}

}  // namespace

MotorDrive drive_motors(const Model& model, const Eigen::VectorXd& posture,
                        const MotorProgram& program, const HoldOptions& gains) {
  check_program(program);
  MotorDrive drive{.program = program};
  const std::vector<Drivable> known = drivable_joints(model);
  Faults faults;
  base::gather(
      faults, [&] { model.check({posture, Eigen::VectorXd::Zero(model.velocity_size())}); },
      "drive_motors: ");
  std::vector<std::vector<int>> joints;
  for (std::size_t k = 0; k < program.entries.size(); ++k) {
    const MotorEntry& entry = program.entries[k];
    const std::string where =
        fmt::format("program '{}': {} {}", program.name, motion_word(entry),
                    entry.name.empty() ? std::to_string(k + 1) : "'" + entry.name + "'");
    joints.push_back(joints_of(entry, where, known, faults));
    check_trigger(model, entry, where, faults);
    check_columns(entry, where, joints.back().size(), faults);
  }
  if (!faults.empty()) throw InvalidInput(faults);
  std::vector<bool> driven(static_cast<std::size_t>(model.velocity_size()), false);
  for (std::size_t k = 0; k < program.entries.size(); ++k) {
    drive.motors.push_back(motors_of_entry(model, posture, program.entries[k], joints[k], gains));
    for (const Motor& motor : drive.motors.back()) {
      driven[static_cast<std::size_t>(motor.v)] = true;
    }
  }
  for (std::size_t v = 0; v < driven.size(); ++v) {
    if (driven[v]) drive.driven.push_back(static_cast<int>(v));
  }
  return drive;
}

}  // namespace carom
