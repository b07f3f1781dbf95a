// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// D is the identity on joints whose coordinates are plain numbers, the derivative of the logarithm
// on spherical and free ones, and differenced on the rest (planar joints of robot files).
#include "model/posture/posture_target.h"

#include <algorithm>
#include <cmath>

#include "model/multibody.h"
#include "model/posture/group_logarithm.h"

namespace carom::posture {
namespace {

// [rad, m] Distance to a limit that is rounding: coordinates of order 1 to 100 have 1e-16 to
// 1e-14, and sums over a few iterations a little more; nobody sees a joint that is so near to its
// limit.
constexpr double on_limit = 1e-12;

bool has_plain_coordinates(const Joint& joint) { return joint.q_size == joint.v_size; }

/// ∂ difference(start, q ⊕ x)/∂x of a joint, by central differences.
Eigen::MatrixXd differenced(const Model& model, const Eigen::VectorXd& start,
                            const Eigen::VectorXd& q, const Joint& joint) {
  // [rad, m] Central differences: truncation h² ~ 1e-10 balances rounding 1e-16/h ~ 1e-11.
  constexpr double step = 1e-5;
  Eigen::MatrixXd D(joint.v_size, joint.v_size);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.velocity_size());
  for (int k = 0; k < joint.v_size; ++k) {
    x[joint.v + k] = step;
    const Eigen::VectorXd forward = model.difference(start, model.integrate(q, x));
    const Eigen::VectorXd backward = model.difference(start, model.integrate(q, -x));
    D.col(k) = (forward - backward).segment(joint.v, joint.v_size) / (2.0 * step);
    x[joint.v + k] = 0.0;
  }
  return D;
}

Eigen::MatrixXd difference_derivative(const Model& model, const Eigen::VectorXd& start,
                                      const Eigen::VectorXd& q, const Joint& joint,
                                      const Eigen::Ref<const Eigen::VectorXd>& d) {
  if (has_plain_coordinates(joint) || joint.v_size == 1) {
    return Eigen::MatrixXd::Identity(joint.v_size, joint.v_size);
  }
  if (joint.kind == JointKind::spherical || joint.kind == JointKind::free) {
    return logarithm_derivative(d);
  }
  return differenced(model, start, q, joint);
}

}  // namespace

Target::Target(const Model& model, const Eigen::VectorXd& start, std::vector<int> contacts,
               const std::vector<int>& held_joints, bool joint_limits)
    : model_(model),
      workspace_(model),
      start_(start),
      contacts_(std::move(contacts)),
      held_(model.joints().size(), 0) {
  for (const int joint : held_joints) held_[static_cast<std::size_t>(joint)] = 1;
  for (std::size_t j = 0; j < model.joints().size(); ++j) {
    if (held_[j]) continue;
    const Joint& joint = model.joints()[j];
    for (int k = 0; k < joint.v_size; ++k) {
      const bool limited = joint_limits && has_plain_coordinates(joint) &&
                           model.bodies().joint_is_coordinate[j] &&
                           (std::isfinite(model.lower_limit()[joint.q + k]) ||
                            std::isfinite(model.upper_limit()[joint.q + k]));
      moving_.push_back(joint.v + k);
      joint_of_.push_back(static_cast<int>(j));
      coordinate_.push_back(limited ? joint.q + k : -1);
    }
  }
  int most_rows = 1;
  for (const ContactCandidate& contact : model.contacts()) {
    most_rows = std::max(most_rows, 1 + contact.tangents);
  }
  contact_rows_.resize(most_rows, model.velocity_size());
  bilateral_rows_.resize(workspace_.bilateral_count(), model.velocity_size());
}

void Target::add_gradient(const Eigen::VectorXd& q, Eigen::VectorXd& gradient, double& cost) const {
  const Eigen::VectorXd d = model_.difference(start_, q);
  cost = 0.5 * d.squaredNorm();
  Eigen::VectorXd full = d;
  for (const Joint& joint : model_.joints()) {
    if (joint.v_size == 0) continue;
    const auto part = d.segment(joint.v, joint.v_size);
    full.segment(joint.v, joint.v_size) =
        difference_derivative(model_, start_, q, joint, part).transpose() * part;
  }
  gradient = full(moving_);
}

Evaluation Target::evaluate(const Eigen::VectorXd& q) {
  Evaluation at;
  at.q = q;
  workspace_.set_configuration(q);
  const auto contact_count = static_cast<Eigen::Index>(contacts_.size());
  const Eigen::Index count = contact_count + bilateral_rows_.rows();
  at.residual.resize(count);
  at.rows.resize(count, size());
  for (Eigen::Index i = 0; i < contact_count; ++i) {
    const int contact = contacts_[static_cast<std::size_t>(i)];
    const int tangents = model_.contacts()[static_cast<std::size_t>(contact)].tangents;
    workspace_.contact_rows(contact, contact_rows_.topRows(1 + tangents));
    at.residual[i] = workspace_.gap(contact);
    at.rows.row(i) = contact_rows_(0, moving_);
  }
  if (bilateral_rows_.rows() > 0) {
    workspace_.bilateral_rows(bilateral_rows_);
    workspace_.bilateral_residual(at.residual.tail(bilateral_rows_.rows()));
    at.rows.bottomRows(bilateral_rows_.rows()) = bilateral_rows_(Eigen::all, moving_);
  }
  add_gradient(q, at.gradient, at.cost);
  at.lower.setConstant(size(), -std::numeric_limits<double>::infinity());
  at.upper.setConstant(size(), std::numeric_limits<double>::infinity());
  for (Eigen::Index k = 0; k < size(); ++k) {
    const int c = coordinate_[static_cast<std::size_t>(k)];
    if (c < 0) continue;
    at.lower[k] = std::min(model_.lower_limit()[c] - q[c], 0.0);
    at.upper[k] = std::max(model_.upper_limit()[c] - q[c], 0.0);
  }
  return at;
}

Eigen::VectorXd Target::lagrangian_gradient(const Eigen::VectorXd& q,
                                            const Eigen::VectorXd& multipliers) {
  const Evaluation at = evaluate(q);
  return at.gradient + at.rows.transpose() * multipliers;
}

Eigen::VectorXd Target::clipped(const Eigen::VectorXd& q) const {
  Eigen::VectorXd inside = q;
  for (const int c : coordinate_) {
    if (c < 0) continue;
    const double lower = model_.lower_limit()[c], upper = model_.upper_limit()[c];
    if (inside[c] < lower + on_limit) inside[c] = lower;
    if (inside[c] > upper - on_limit) inside[c] = upper;
  }
  return inside;
}

Eigen::VectorXd Target::displaced(const Eigen::VectorXd& q, const Eigen::VectorXd& x) const {
  Eigen::VectorXd step = Eigen::VectorXd::Zero(model_.velocity_size());
  step(moving_) = x;
  Eigen::VectorXd to = model_.integrate(q, step);
  for (std::size_t j = 0; j < held_.size(); ++j) {
    const Joint& joint = model_.joints()[j];
    if (held_[j]) to.segment(joint.q, joint.q_size) = start_.segment(joint.q, joint.q_size);
  }
  return to;
}

Eigen::VectorXd Target::moved(const Eigen::VectorXd& q, const Eigen::VectorXd& x) const {
  return clipped(displaced(q, x));
}

std::vector<char> Target::at_limit(const Eigen::VectorXd& q) const {
  std::vector<char> there(coordinate_.size(), 0);
  for (std::size_t k = 0; k < coordinate_.size(); ++k) {
    const int c = coordinate_[k];
    there[k] = c >= 0 && (q[c] <= model_.lower_limit()[c] || q[c] >= model_.upper_limit()[c]);
  }
  return there;
}

}  // namespace carom::posture
