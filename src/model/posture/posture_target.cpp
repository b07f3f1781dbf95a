// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// D is the identity on joints whose coordinates are plain numbers, the derivative of the logarithm
// on spherical and free ones, and differenced on the rest (planar joints of robot files).
#include "model/posture/posture_target.h"

#include <algorithm>
#include <cmath>

#include "model/posture/group_logarithm.h"

namespace carom::posture {
namespace {

constexpr double smallest_rows = 1e-4;  // ‖G‖² below which the damping falls no further
constexpr double least_damping = 1e-11, most_damping = 1e-2;  // of ‖G‖², for any ‖g‖²

bool has_plain_coordinates(const Joint& joint) { return joint.q_size == joint.v_size; }

/// ∂ difference(start, q ⊕ x)/∂x of a joint, by central differences.
Eigen::MatrixXd differenced(const Model& model, const Eigen::VectorXd& start,
                            const Eigen::VectorXd& q, const Joint& joint) {
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

std::vector<char> marked(const std::vector<int>& indices, std::size_t count) {
  std::vector<char> marks(count, 0);
  for (const int index : indices) marks[static_cast<std::size_t>(index)] = 1;
  return marks;
}

}  // namespace

Target::Target(const Model& model, const Eigen::VectorXd& start, std::vector<int> contacts,
               const std::vector<int>& held_joints, bool joint_limits)
    : model_(model),
      free_(model, marked(held_joints, model.joints().size()), joint_limits),
      workspace_(model),
      start_(start),
      contacts_(std::move(contacts)) {
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
  gradient = full(free_.moving());
}

void Target::evaluate(const Eigen::VectorXd& q, Point& at) {
  at.q = q;
  workspace_.set_configuration(q);
  const auto contact_count = static_cast<Eigen::Index>(contacts_.size());
  const Eigen::Index count = contact_count + bilateral_rows_.rows();
  at.residual.resize(count);
  at.rows.resize(count, size());
  // Of a contact only the normal row: where it touches is free.
  for (Eigen::Index i = 0; i < contact_count; ++i) {
    const int contact = contacts_[static_cast<std::size_t>(i)];
    const int tangents = model_.contacts()[static_cast<std::size_t>(contact)].tangents;
    workspace_.contact_rows(contact, contact_rows_.topRows(1 + tangents));
    at.residual[i] = workspace_.gap(contact);
    at.rows.row(i) = contact_rows_(0, free_.moving());
  }
  if (bilateral_rows_.rows() > 0) {
    workspace_.bilateral_rows(bilateral_rows_);
    workspace_.bilateral_residual(at.residual.tail(bilateral_rows_.rows()));
    at.rows.bottomRows(bilateral_rows_.rows()) = bilateral_rows_(Eigen::all, free_.moving());
  }
  free_.room(q, at.lower, at.upper);
}

Evaluation Target::evaluate(const Eigen::VectorXd& q) {
  Evaluation at;
  evaluate(q, at);
  add_gradient(q, at.gradient, at.cost);
  return at;
}

Eigen::VectorXd Target::lagrangian_gradient(const Eigen::VectorXd& q,
                                            const Eigen::VectorXd& multipliers) {
  const Evaluation at = evaluate(q);
  return at.gradient + at.rows.transpose() * multipliers;
}

Eigen::VectorXd Target::displaced(const Eigen::VectorXd& q, const Eigen::VectorXd& x) {
  Eigen::VectorXd to;
  free_.displace(q, x, to);
  return to;
}

Eigen::VectorXd Target::moved(const Eigen::VectorXd& q, const Eigen::VectorXd& x) {
  Eigen::VectorXd to;
  move(q, x, to);
  return to;
}

void Target::move(const Eigen::VectorXd& q, const Eigen::VectorXd& x, Eigen::VectorXd& to) {
  free_.displace(q, x, to);
  free_.clip(to);
}

double Target::damping(const Point& at, const Eigen::MatrixXd& rows, double boost) const {
  const double size = std::max(rows.squaredNorm(), smallest_rows);
  return boost * size * std::clamp(at.residual.squaredNorm(), least_damping, most_damping);
}

}  // namespace carom::posture
