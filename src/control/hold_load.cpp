// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What motors that hold a posture carry while the robot stands, by how much it sinks, and which of
// them are too weak. Equations: standing.h.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "carom/control.h"
#include "carom/error.h"
#include "control/standing.h"

namespace carom {
namespace {

bool slides(const Model& model, Eigen::Index v) {
  for (const Joint& joint : model.joints()) {
    if (v < joint.v || v >= joint.v + joint.v_size) continue;
    return joint.kind == JointKind::prismatic || joint.kind == JointKind::translation;
  }
  return false;
}

}  // namespace

HoldLoad hold_load(const Model& model, const Eigen::VectorXd& posture,
                   const Controller& controller) {
  model.check({posture, Eigen::VectorXd::Zero(model.velocity_size())});
  if (controller.stiffness.size() != model.velocity_size()) {
    throw InvalidInput(fmt::format(
        "hold_load: controller '{}' has {} stiffnesses; expected {}, one per velocity of {}",
        controller.name, controller.stiffness.size(), model.velocity_size(), model.name()));
  }
  ModelWorkspace workspace(model);
  workspace.set_configuration(posture);
  const control::StaticLoad found = control::static_load(workspace, controller.stiffness);
  std::vector<Eigen::Index> held;
  for (Eigen::Index v = 0; v < controller.stiffness.size(); ++v) {
    if (controller.stiffness[v] > 0.0) held.push_back(v);
  }
  HoldLoad load{.torque = found.torque(held), .sag = found.sag, .leg_length = found.leg_length};
  load.limit =
      Eigen::VectorXd::Constant(load.torque.size(), std::numeric_limits<double>::infinity());
  if (controller.limit.size() > 0) load.limit = controller.limit(held);
  for (std::size_t k = 0; k < held.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    load.joints.push_back(model.velocity_names()[static_cast<std::size_t>(held[k])]);
    const double needed = std::abs(load.torque[at]);
    if (needed <= load.limit[at]) continue;
    const char* unit = slides(model, held[k]) ? "N" : "N m";
    load.too_weak.push_back(fmt::format("{}: needs {:.3g} {}, its motor has {:.3g} {}",
                                        load.joints.back(), needed, unit, load.limit[at], unit));
  }
  return load;
}

}  // namespace carom
