// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/variation/stay_closed.h"

#include <numeric>

#include "carom/robot.h"
#include "design/landing/spread.h"

namespace carom::design {
namespace {

/// Contacts and loops within this are closed [m, rad]: as PostureOptions::tolerance, so that a
/// posture which solve_posture() found is left as it is.
constexpr double closed_within = 1e-10;

}  // namespace

std::vector<int> contact_indices(const Model& model, const std::vector<std::string>& names) {
  std::vector<int> indices;
  for (const std::string& name : names) indices.push_back(model.contact(name));
  return indices;
}

Eigen::VectorXd opened(const ModelWorkspace& workspace, const std::vector<std::string>& contacts) {
  const auto count = static_cast<Eigen::Index>(contacts.size());
  Eigen::VectorXd residual(count + workspace.bilateral_count());
  for (Eigen::Index k = 0; k < count; ++k) {
    residual[k] = workspace.gap(workspace.model().contact(contacts[static_cast<std::size_t>(k)]));
  }
  if (workspace.bilateral_count() > 0) {
    workspace.bilateral_residual(residual.tail(workspace.bilateral_count()));
  }
  return residual;
}

Eigen::VectorXd carried_velocity(const Model& model, const State& start, const Eigen::VectorXd& q) {
  Eigen::VectorXd v = start.v;
  std::vector<int> all(static_cast<std::size_t>(model.velocity_size()));
  std::iota(all.begin(), all.end(), 0);
  const auto before = find_base(model, start.q, all), after = find_base(model, q, all);
  if (before && after) {
    const Eigen::Matrix3d turn = after->axes.transpose() * before->axes;
    for (const Eigen::Index part : {before->start, before->start + 3}) {
      v.segment<3>(part) = turn * start.v.segment<3>(part);
    }
  }
  return v;
}

std::string stay_closed(ModelWorkspace& workspace, const std::vector<std::string>& contacts,
                        const std::vector<std::string>& held, State& state) {
  workspace.set_configuration(state.q);
  const Eigen::VectorXd residual = opened(workspace, contacts);
  if (residual.size() == 0 || residual.cwiseAbs().maxCoeff() <= closed_within) return {};
  const PostureResult found =
      solve_posture(workspace.model(), state.q, {.contacts = contacts, .held = held});
  if (!found.converged) return found.message;
  state.v = carried_velocity(workspace.model(), state, found.q);
  state.q = found.q;
  workspace.set_configuration(state.q);
  return {};
}

}  // namespace carom::design
