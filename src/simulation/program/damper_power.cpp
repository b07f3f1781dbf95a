// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Power of dampers (damper_power.h). Of points: the passive force at v less that at rest, which
// springs have too, times v.
#include "simulation/program/damper_power.h"

#include <algorithm>

namespace carom::simulation {

DamperPower::DamperPower(const Model& model) {
  for (const JointSpring& spring : model.parts().joint_springs) {
    if (spring.damping == 0.0) continue;
    const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(spring.joint))];
    joints_.emplace_back(joint.v, spring.damping);
  }
  const auto& points = model.parts().point_springs;
  if (std::none_of(points.begin(), points.end(), [](const auto& one) { return one.damping > 0; })) {
    return;
  }
  joints_.clear();  // the workspace's forces have those of joints too
  workspace_ = std::make_unique<ModelWorkspace>(model);
  still_ = with_ = without_ = Eigen::VectorXd::Zero(model.velocity_size());
}

double DamperPower::operator()(const Eigen::Ref<const Eigen::VectorXd>& q,
                               const Eigen::Ref<const Eigen::VectorXd>& v) {
  double power = 0.0;
  for (const auto& [at, damping] : joints_) power -= damping * v[at] * v[at];
  if (!workspace_) return power;
  workspace_->set_configuration(q);
  workspace_->passive_force(v, with_);
  workspace_->passive_force(still_, without_);
  return (with_ - without_).dot(v);
}

}  // namespace carom::simulation
