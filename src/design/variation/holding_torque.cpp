// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/variation/holding_torque.h"

#include <algorithm>
#include <limits>

#include "design/variation/stay_closed.h"
#include "solver/decompositions.h"

namespace carom::design {
namespace {

Eigen::MatrixXd contact_jacobian(const ModelWorkspace& workspace,
                                 const std::vector<int>& contacts) {
  const Model& model = workspace.model();
  Eigen::MatrixXd rows(0, model.velocity_size());
  for (const int contact : contacts) {
    const int size = 1 + model.contacts()[static_cast<std::size_t>(contact)].tangents;
    rows.conservativeResize(rows.rows() + size, Eigen::NoChange);
    workspace.contact_rows(contact, rows.bottomRows(size));
  }
  return rows;
}

bool has_actuator(const Model& model, const Joint& joint) {
  const auto& actuators = model.parts().actuators;
  return std::any_of(actuators.begin(), actuators.end(),
                     [&](const Actuator& actuator) { return actuator.joint == joint.name; });
}

/// Whether the joint moves every contact.
bool carries_all(const Model& model, const std::vector<int>& contacts, const Eigen::MatrixXd& J,
                 const Joint& joint) {
  Eigen::Index row = 0;
  for (const int contact : contacts) {
    const int size = 1 + model.contacts()[static_cast<std::size_t>(contact)].tangents;
    if (J.block(row, joint.v, size, joint.v_size).isZero(0.0)) return false;
    row += size;
  }
  return !contacts.empty();
}

/// Velocities that no motor acts on.
std::vector<int> without_motor(const Model& model, const std::vector<int>& contacts,
                               const Eigen::MatrixXd& J) {
  std::vector<int> result;
  for (const Joint& joint : model.joints()) {
    const bool base = joint.kind == JointKind::free && joint.parent < 0;
    const bool idle = !model.parts().actuators.empty() && !has_actuator(model, joint) &&
                      carries_all(model, contacts, J, joint);
    if (!base && !idle) continue;
    for (int k = 0; k < joint.v_size; ++k) result.push_back(joint.v + k);
  }
  return result;
}

}  // namespace

Eigen::VectorXd holding_torques(ModelWorkspace& workspace, const State& state,
                                const std::vector<std::string>& contacts) {
  const Model& model = workspace.model();
  workspace.set_configuration(state.q);
  const std::vector<int> indices = contact_indices(model, contacts);
  const Eigen::MatrixXd J = contact_jacobian(workspace, indices);
  Eigen::VectorXd torque(model.velocity_size());
  workspace.bias(Eigen::VectorXd::Zero(model.velocity_size()), torque);
  const std::vector<int> bare = without_motor(model, indices, J);
  if (bare.empty()) return torque;
  const Eigen::MatrixXd rows = J(Eigen::all, bare).transpose();
  const Eigen::VectorXd weight = torque(bare);
  Eigen::VectorXd force(rows.cols());
  if (rows.cols() > 0) force = solver::CompleteOrthogonal(rows).solve(weight);
  // Of the weight: least squares leave 1e-16 times the condition of the rows where the contacts can
  // carry it, and a share that can be seen where they cannot. A choice between.
  constexpr double balanced = 1e-9;
  if ((rows * force - weight).norm() > balanced * std::max(1.0, weight.norm())) {
    torque.setConstant(std::numeric_limits<double>::quiet_NaN());
    return torque;
  }
  torque -= J.transpose() * force;
  torque(bare).setZero();
  return torque;
}

double holding_torque(ModelWorkspace& workspace, const State& state,
                      const std::vector<std::string>& contacts) {
  const Eigen::VectorXd torques = holding_torques(workspace, state, contacts);
  return torques.hasNaN() ? std::numeric_limits<double>::quiet_NaN()
                          : torques.cwiseAbs().maxCoeff();
}

}  // namespace carom::design
