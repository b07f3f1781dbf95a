// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "model/posture/free_coordinates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/multibody.h"

namespace carom::posture {
namespace {

constexpr double on_limit = 1e-12;  // [rad, m] distance to a limit that is rounding

}  // namespace

FreeCoordinates::FreeCoordinates(const Model& model, std::vector<char> held, bool joint_limits)
    : model_(model), held_(std::move(held)) {
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    if (held_[j]) continue;
    const Joint& joint = model.joints()[j];
    for (int k = 0; k < joint.v_size; ++k) {
      // A limit can be kept where q ⊕ x adds numbers: not on a sphere, nor where one joint of a
      // robot file became several coordinates.
      const bool limited = joint_limits && joint.q_size == joint.v_size &&
                           model.bodies().joint_is_coordinate[j] &&
                           (std::isfinite(model.lower_limit()[joint.q + k]) ||
                            std::isfinite(model.upper_limit()[joint.q + k]));
      moving_.push_back(joint.v + k);
      joint_of_.push_back(static_cast<int>(j));
      coordinate_.push_back(limited ? joint.q + k : -1);
    }
  }
}

void FreeCoordinates::displace(const Eigen::VectorXd& q, const Eigen::VectorXd& x,
                               Eigen::VectorXd& to) {
  step_.setZero(model_.velocity_size());
  step_(moving_) = x;
  to.resize(q.size());
  model_.integrate(q, step_, to);
  // A step of zero can still change the last bit of a quaternion.
  for (std::size_t j = 0; j < held_.size(); ++j) {
    const Joint& joint = model_.joints()[j];
    if (held_[j]) to.segment(joint.q, joint.q_size) = q.segment(joint.q, joint.q_size);
  }
}

void FreeCoordinates::clip(Eigen::VectorXd& q) const {
  for (const int c : coordinate_) {
    if (c < 0) continue;
    const double lower = model_.lower_limit()[c], upper = model_.upper_limit()[c];
    if (q[c] < lower + on_limit) q[c] = lower;
    if (q[c] > upper - on_limit) q[c] = upper;
  }
}

void FreeCoordinates::room(const Eigen::VectorXd& q, Eigen::VectorXd& lower,
                           Eigen::VectorXd& upper) const {
  lower.setConstant(size(), -std::numeric_limits<double>::infinity());
  upper.setConstant(size(), std::numeric_limits<double>::infinity());
  for (Eigen::Index k = 0; k < size(); ++k) {
    const int c = coordinate_[static_cast<std::size_t>(k)];
    if (c < 0) continue;
    lower[k] = std::min(model_.lower_limit()[c] - q[c], 0.0);
    upper[k] = std::max(model_.upper_limit()[c] - q[c], 0.0);
  }
}

std::vector<char> FreeCoordinates::at_limit(const Eigen::VectorXd& q) const {
  std::vector<char> there(coordinate_.size(), 0);
  for (std::size_t k = 0; k < coordinate_.size(); ++k) {
    const int c = coordinate_[k];
    there[k] = c >= 0 && (q[c] <= model_.lower_limit()[c] || q[c] >= model_.upper_limit()[c]);
  }
  return there;
}

}  // namespace carom::posture
