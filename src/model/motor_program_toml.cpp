// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Motor programs as files of programs.
#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "carom/motor_program.h"

namespace carom {
namespace {

/// A basic string of TOML.
std::string toml_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') {
      quoted += '\\';
      quoted += letter;
    } else if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f) {
      quoted += fmt::format("\\u{:04X}", static_cast<int>(letter));
    } else {
      quoted += letter;
    }
  }
  return quoted + "\"";
}

/// The shortest text that is read as the same number; "inf" too.
std::string toml_number(double value) { return fmt::format("{}", value); }

template <class Values>
std::string toml_list(const Values& values) {
  std::vector<std::string> words;
  for (const double value : values) words.push_back(toml_number(value));
  return "[" + base::join(words) + "]";
}

/// A column as a list, more as a list of rows.
std::string toml_rows(const Eigen::MatrixXd& rows) {
  if (rows.cols() == 1) return toml_list(rows.col(0));
  std::vector<std::string> words;
  for (const auto& row : rows.rowwise()) words.push_back(toml_list(row));
  return "[" + base::join(words) + "]";
}

std::string toml_motion(const MotorHold& hold) {
  return "hold = " + (hold.position ? toml_number(*hold.position) : toml_text("start"));
}

std::string toml_motion(const MotorSpin& spin) { return "spin = " + toml_number(spin.rate); }

std::string toml_motion(const MotorClock& clock) {
  const bool one = clock.phases.size() == 1;
  return fmt::format(
      "clock = {{period = {}, duty = {}, sweep = {}, middle = {}, phase = {}, clockwise = {}}}",
      clock.period, clock.duty, clock.sweep, clock.middle,
      one ? toml_number(clock.phases.front()) : toml_list(clock.phases), clock.clockwise);
}

std::string toml_motion(const MotorTable& table) {
  return fmt::format("table = {{time = {}, position = {}, repeat = {}, smooth = {}}}",
                     toml_list(table.times), toml_rows(table.positions), table.repeats,
                     table.smooth);
}

std::string toml_motion(const MotorTorque& torque) {
  const bool constant = torque.torques.size() == 1 && torque.repeats && torque.times[0] == 0.0;
  if (constant) return "torque = " + toml_number(torque.torques(0, 0));
  return fmt::format("torque = {{time = {}, torque = {}, repeat = {}}}", toml_list(torque.times),
                     toml_rows(torque.torques), torque.repeats);
}

std::string toml_trigger(const MotorTrigger& trigger) {
  using Kind = MotorTrigger::Kind;
  const std::string delay = toml_number(trigger.delay);
  if (trigger.kind == Kind::start)
    return trigger.delay == 0.0 ? "" : fmt::format("at = {}\n", delay);
  std::string text = "at = " + toml_text(trigger.kind == Kind::touch ? "touch " + trigger.contact
                                                                     : "first impact");
  text += "\n";
  if (trigger.delay != 0.0) text += fmt::format("delay = {}\n", delay);
  return text;
}

}  // namespace

std::string to_toml(const MotorProgram& program) {
  const std::string name = program.name.empty() ? "program" : program.name;
  std::string text = "format = \"carom-motors/1\"\n";
  for (std::size_t k = 0; k < program.entries.size(); ++k) {
    const MotorEntry& entry = program.entries[k];
    text += fmt::format("\n[[motors.{}]]\n", toml_text(name));
    if (k == 0 && !program.summary.empty()) {
      text += fmt::format("summary = {}\n", toml_text(program.summary));
    }
    if (!entry.name.empty()) text += fmt::format("name = {}\n", toml_text(entry.name));
    std::vector<std::string> joints;
    for (const std::string& joint : entry.joints) joints.push_back(toml_text(joint));
    text += fmt::format("joints = [{}]\n", base::join(joints));
    text += std::visit([](const auto& motion) { return toml_motion(motion); }, entry.motion) + "\n";
    text += toml_trigger(entry.at);
    const auto add = [&](const char* key, const std::optional<double>& value) {
      if (value) text += fmt::format("{} = {}\n", key, toml_number(*value));
    };
    add("stiffness", entry.stiffness);
    add("damping", entry.damping);
    add("frequency", entry.frequency);
    add("limit", entry.limit);
  }
  return text;
}

}  // namespace carom
