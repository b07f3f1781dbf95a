// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/input/hold_options.h"

#include <fmt/format.h>

#include "carom/error.h"
#include "carom/robot.h"

namespace carom::cli {
namespace {

Eigen::VectorXd held_posture(const Model& model, const State& start,
                             const std::optional<std::string>& words) {
  if (!words || words->empty()) return start.q;
  try {
    return posture_from_words(model, *words, "--hold").q;
  } catch (const InvalidInput& error) {
    // Faults of JSON say where it is; an unknown name has the model's alone.
    const std::string fault = error.what();
    if (!fault.starts_with(fmt::format("{}: no posture", model.name()))) throw;
    throw InvalidInput("--hold: " + fault);
  }
}

std::vector<std::string> held_joints(const Model& model, const std::string& what,
                                     const State& start) {
  const auto joints = motor_joints(model, start.q);
  if (joints) return *joints;
  throw InvalidInput(
      fmt::format("--hold: {} has no motors, and its base is on sliders; expected --hold-joints "
                  "with the joints to hold, such as --hold-joints {}",
                  what, model.joints().back().name));
}

/// hold_posture names its settings by themselves; here they are options.
std::string as_option(std::string fault) {
  constexpr std::string_view start = "hold_posture: ";
  if (!fault.starts_with(start)) return fault;
  fault.erase(0, start.size());
  for (const char* name : {"stiffness", "damping", "frequency"}) {
    if (fault.starts_with(fmt::format("{} =", name))) return "--hold-" + fault;
  }
  return "--hold: " + fault;
}

}  // namespace

Controller make_hold(const Model& model, const std::string& what, const State& start,
                     const HoldArguments& arguments) {
  HoldOptions options;
  options.stiffness = arguments.stiffness;
  options.damping = arguments.damping;
  options.frequency = arguments.frequency.value_or(options.frequency);
  const Eigen::VectorXd posture = held_posture(model, start, arguments.posture);
  options.joints = arguments.joints.empty() ? held_joints(model, what, start) : arguments.joints;
  try {
    return hold_posture(model, posture, options);
  } catch (const InvalidInput& error) {
    std::vector<std::string> faults;
    for (const std::string& fault : error.faults()) faults.push_back(as_option(fault));
    throw InvalidInput(faults);
  }
}

}  // namespace carom::cli
