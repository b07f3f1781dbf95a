// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "simulation/runge_kutta_kinematics.h"

#include <Eigen/Geometry>
#include <array>
#include <utility>

namespace carom::simulation {

using Eigen::Quaterniond;
using Eigen::Ref;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

bool is_plain(const Joint& joint) { return joint.q_size == joint.v_size; }

bool is_differenced(const Joint& joint) {
  return !is_plain(joint) && joint.kind != JointKind::free && joint.kind != JointKind::spherical &&
         joint.kind != JointKind::planar && joint.kind != JointKind::continuous;
}

/// Coefficients x, y, z, w.
Eigen::Vector4d quaternion_rate(const Eigen::Vector4d& quaternion, const Vector3d& turn) {
  const Quaterniond rate =
      Quaterniond(quaternion) * Quaterniond(0.0, 0.5 * turn.x(), 0.5 * turn.y(), 0.5 * turn.z());
  return rate.coeffs();
}

Vector2d turned_by(const Vector2d& direction, const Vector2d& v) {
  return {direction.x() * v.x() - direction.y() * v.y(),
          direction.y() * v.x() + direction.x() * v.y()};
}

}  // namespace

RawKinematics::RawKinematics(const Model& model)
    : model_(model), move_(model.velocity_size()), moved_(model.neutral()), differenced_(moved_) {
  for (const Joint& joint : model_.joints()) differences_ = differences_ || is_differenced(joint);
}

void RawKinematics::normalise(Ref<VectorXd> q) {
  for (const Joint& joint : model_.joints()) {
    if (is_plain(joint)) continue;
    switch (joint.kind) {
      case JointKind::free: q.segment<4>(joint.q + 3).normalize(); break;
      case JointKind::spherical: q.segment<4>(joint.q).normalize(); break;
      case JointKind::planar: q.segment<2>(joint.q + 2).normalize(); break;
      case JointKind::continuous: q.segment<2>(joint.q).normalize(); break;
      default: break;
    }
  }
  if (!differences_) return;
  move_.setZero();
  model_.integrate(q, move_, moved_);
  q = moved_;
}

void RawKinematics::difference(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v) {
  differenced_.setZero();
  const double fastest = v.lpNorm<Eigen::Infinity>();
  if (!(fastest > 0.0)) return;
  // Fourth order: the error h⁴ and rounding 1e-16/h balance near 1e-3 (m, rad).
  const double s = 1e-3 / fastest;
  constexpr std::array<std::pair<double, double>, 4> points = {
      {{-2.0, 1.0}, {-1.0, -8.0}, {1.0, 8.0}, {2.0, -1.0}}};
  for (const auto& [place, weight] : points) {
    move_ = (place * s) * v;
    model_.integrate(q, move_, moved_);
    differenced_ += (weight / (12.0 * s)) * moved_;
  }
}

void RawKinematics::rate(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v,
                         Ref<VectorXd> rate) {
  if (differences_) difference(q, v);
  for (const Joint& joint : model_.joints()) {
    if (is_plain(joint)) {
      rate.segment(joint.q, joint.q_size) = v.segment(joint.v, joint.v_size);
      continue;
    }
    switch (joint.kind) {
      case JointKind::free: {
        const Quaterniond turn = Quaterniond(q.segment<4>(joint.q + 3)).normalized();
        rate.segment<3>(joint.q) = turn * Vector3d(v.segment<3>(joint.v));
        rate.segment<4>(joint.q + 3) =
            quaternion_rate(q.segment<4>(joint.q + 3), v.segment<3>(joint.v + 3));
        break;
      }
      case JointKind::spherical:
        rate.segment<4>(joint.q) = quaternion_rate(q.segment<4>(joint.q), v.segment<3>(joint.v));
        break;
      case JointKind::planar: {
        const Vector2d direction = q.segment<2>(joint.q + 2);
        rate.segment<2>(joint.q) = turned_by(direction.normalized(), v.segment<2>(joint.v));
        rate.segment<2>(joint.q + 2) = turned_by(direction, {0.0, v[joint.v + 2]});
        break;
      }
      case JointKind::continuous:
        rate.segment<2>(joint.q) = turned_by(q.segment<2>(joint.q), {0.0, v[joint.v]});
        break;
      default:
        rate.segment(joint.q, joint.q_size) = differenced_.segment(joint.q, joint.q_size);
        break;
    }
  }
}

}  // namespace carom::simulation
