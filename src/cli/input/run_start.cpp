// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Raising a model: the least velocity whose frames all move up at 1 and do not turn, by least
// squares over the Jacobians of the frames. It exists for a free or planar base, for sliders and
// for maps of coordinates alike, and for nothing that is held by the world.
#include "cli/input/run_start.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "base/text.h"
#include "carom/error.h"
#include "carom/robot.h"
#include "cli/input/line_reader.h"
#include "model/multibody.h"
#include "solver/decompositions.h"

namespace carom::cli {
namespace {

constexpr double rising_tolerance = 1e-9;

Eigen::Vector3d upwards(const Model& model) { return -model.gravity().normalized(); }

/// Contacts that open as the model rises: with what it lands on.
double lowest_gap(const ModelWorkspace& workspace, const Eigen::VectorXd& rise) {
  double lowest = std::numeric_limits<double>::infinity();
  Eigen::MatrixXd row(1, rise.size());
  for (int k = 0; k < static_cast<int>(workspace.model().contacts().size()); ++k) {
    workspace.contact_rows(k, row);
    const double rate = row.row(0).dot(rise);
    if (rate < 0.5) continue;
    lowest = std::min(lowest, workspace.gap(k) / rate);
  }
  return lowest;
}

Eigen::VectorXd checked_rising(const Model& model, const std::string& what,
                               const Eigen::VectorXd& q) {
  if (model.gravity().norm() == 0.0) {
    throw InvalidInput(
        fmt::format("--drop: {} has no gravity; expected something that falls", what));
  }
  const auto rise = rising(model, q);
  if (rise) return *rise;
  throw InvalidInput(
      fmt::format("--drop: {} cannot be raised, some of it is fixed to the world; expected a robot "
                  "or scene with a free, planar or sliding base; leave --drop out",
                  what));
}

bool names_file(const std::string& text) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(text, ignored);
}

Eigen::VectorXd held_posture(const Model& model, const State& start,
                             const std::optional<std::string>& words) {
  if (!words || words->empty()) return start.q;
  if (words->starts_with('[') || words->starts_with('{')) {
    return posture_from_json(model, *words, "--hold");
  }
  if (names_file(*words)) return posture_from_json(model, LineReader(*words).rest(), *words);
  try {
    return find_posture(model, *words);
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("--hold: {}", error.what()));
  }
}

/// Empty: all but a free or planar base.
std::vector<std::string> joints_to_hold(const Model& model, const std::string& what,
                                        const State& start) {
  std::vector<std::string> names;
  for (const Actuator& actuator : model.parts().actuators) names.push_back(actuator.joint);
  if (!names.empty()) return names;
  const bool base = !model.joints().empty() && (model.joints().front().kind == JointKind::free ||
                                                model.joints().front().kind == JointKind::planar);
  if (base || !rising(model, start.q)) return names;
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

std::optional<Eigen::VectorXd> rising(const Model& model, const Eigen::VectorXd& q) {
  if (model.gravity().norm() == 0.0) return std::nullopt;
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  const BodyTree tree = model.bodies().tree();
  std::vector<int> frames;
  for (int k = 0; k < static_cast<int>(model.frame_names().size()); ++k) {
    // A slider without mass (x before y) need not rise.
    const int joint = tree.frames[static_cast<std::size_t>(k)].joint;
    if (joint >= 0 && tree.joints[static_cast<std::size_t>(joint)].mass > 0.0) frames.push_back(k);
  }
  const auto rows = static_cast<Eigen::Index>(6 * frames.size());
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(rows, model.velocity_size());
  Eigen::VectorXd wanted = Eigen::VectorXd::Zero(rows);
  Eigen::Matrix3Xd part(3, model.velocity_size());
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(6 * k);
    workspace.point_jacobian(frames[k], Eigen::Vector3d::Zero(), part);
    jacobian.middleRows<3>(row) = part;
    workspace.angular_jacobian(frames[k], part);
    jacobian.middleRows<3>(row + 3) = part;
    wanted.segment<3>(row) = upwards(model);
  }
  const Eigen::VectorXd rise = solver::CompleteOrthogonal(jacobian).solve(wanted);
  if (!((jacobian * rise - wanted).cwiseAbs().maxCoeff() <= rising_tolerance)) return std::nullopt;
  return rise;
}

void raise(const Model& model, const std::string& what, double height, State& state) {
  const Eigen::VectorXd rise = checked_rising(model, what, state.q);
  state.q = model.integrate(state.q, height * rise);
}

void put_at_height(const Model& model, const std::string& what, double height, State& state) {
  if (!(std::isfinite(height) && height >= 0.0)) {
    throw InvalidInput(fmt::format("--drop = {}; expected a height >= 0", base::number(height)));
  }
  const Eigen::VectorXd rise = checked_rising(model, what, state.q);
  ModelWorkspace workspace(model);
  workspace.set_configuration(state.q);
  const double lowest = lowest_gap(workspace, rise);
  if (!std::isfinite(lowest)) {
    throw InvalidInput(
        fmt::format("--drop: {} has no contact to land on; expected at least one", what));
  }
  state.q = model.integrate(state.q, (height - lowest) * rise);
}

Controller make_hold(const Model& model, const std::string& what, const State& start,
                     const HoldArguments& arguments) {
  HoldOptions options;
  options.stiffness = arguments.stiffness;
  options.damping = arguments.damping;
  options.frequency = arguments.frequency.value_or(options.frequency);
  const Eigen::VectorXd posture = held_posture(model, start, arguments.posture);
  options.joints = arguments.joints.empty() ? joints_to_hold(model, what, start) : arguments.joints;
  try {
    return hold_posture(model, posture, options);
  } catch (const InvalidInput& error) {
    std::vector<std::string> faults;
    for (const std::string& fault : error.faults()) faults.push_back(as_option(fault));
    throw InvalidInput(faults);
  }
}

}  // namespace carom::cli
