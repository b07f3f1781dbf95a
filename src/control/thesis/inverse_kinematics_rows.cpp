// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "control/thesis/inverse_kinematics_rows.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"

namespace carom::control {
namespace {

using Eigen::Vector3d;
using Faults = std::vector<std::string>;

/// The rotation vector of R, angle up to π. By the quaternion, whose logarithm is exact near 0 and
/// near π.
Vector3d rotation_vector(const Eigen::Matrix3d& R) {
  Eigen::Quaterniond turn(R);
  if (turn.w() < 0.0) turn.coeffs() = -turn.coeffs();
  const double sine = turn.vec().norm();
  if (sine == 0.0) return Vector3d::Zero();
  return (2.0 * std::atan2(sine, turn.w()) / sine) * turn.vec();
}

int find_frame(const Model& model, const std::string& name, const std::string& frame,
               Faults& faults) {
  try {
    return model.frame(frame);
  } catch (const InvalidInput& error) {
    faults.push_back(fmt::format("inverse kinematics: {}: {}", name, error.what()));
    return 0;
  }
}

void check_finite(const std::string& name, const char* what, const Vector3d& value,
                  Faults& faults) {
  if (value.allFinite()) return;
  faults.push_back(fmt::format("inverse kinematics: {}: {} = {}, {}, {}; expected finite numbers",
                               name, what, base::number(value.x()), base::number(value.y()),
                               base::number(value.z())));
}

void check_rotation(const std::string& name, const Eigen::Matrix3d& R, Faults& faults) {
  // Of entries of RᵀR: matrices written with seven digits pass, and the angle is then wrong by 1e-6
  // rad at most. A matrix that is no rotation misses by far more.
  constexpr double allowed = 1e-6;
  const double off = (R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (off <= allowed && R.determinant() > 0.0) return;
  faults.push_back(fmt::format(
      "inverse kinematics: {}: orientation is off a rotation by {}; expected orthonormal columns, "
      "right-handed",
      name, base::number(R.determinant() > 0.0 || !(off <= allowed) ? off : 2.0)));
}

}  // namespace

void TargetRows::add(Part part, Faults& faults) {
  check_finite(part.name, "position", part.position, faults);
  check_finite(part.name, "point", part.point, faults);
  check_finite(part.name, "velocity", part.velocity, faults);
  check_finite(part.name, "acceleration", part.acceleration, faults);
  if (part.kind == Kind::orientation) check_rotation(part.name, part.orientation, faults);
  part.row = rows_;
  part.size = part.axes[0] + part.axes[1] + part.axes[2];
  rows_ += part.size;
  parts_.push_back(std::move(part));
}

void TargetRows::set(const Model& model, const KinematicTargets& targets, Faults& faults) {
  parts_.clear();
  rows_ = 0;
  for (const PointTarget& target : targets.points) {
    Part part{.kind = Kind::point, .name = target.name};
    if (part.name.empty()) part.name = "position of " + target.frame;
    part.frame = find_frame(model, part.name, target.frame, faults);
    part.point = target.point;
    part.position = target.position;
    part.velocity = target.velocity;
    part.acceleration = target.acceleration;
    part.axes = target.axes;
    add(std::move(part), faults);
  }
  for (const OrientationTarget& target : targets.orientations) {
    Part part{.kind = Kind::orientation, .name = target.name};
    if (part.name.empty()) part.name = "orientation of " + target.frame;
    part.frame = find_frame(model, part.name, target.frame, faults);
    part.orientation = target.orientation;
    part.velocity = target.velocity;
    part.acceleration = target.acceleration;
    add(std::move(part), faults);
  }
  if (targets.center_of_mass) {
    Part part{.kind = Kind::center_of_mass, .name = "centre of mass"};
    part.position = targets.center_of_mass->position;
    part.velocity = targets.center_of_mass->velocity;
    part.acceleration = targets.center_of_mass->acceleration;
    part.axes = targets.center_of_mass->axes;
    add(std::move(part), faults);
  }
  if (rows_ == 0) {
    faults.push_back(
        "inverse kinematics: no target; expected a point, an orientation or the centre of mass");
  }
  loop_row_ = -1;
}

void TargetRows::add_loops(const ModelWorkspace& at) {
  loop_row_ = rows_;
  loops_ = at.bilateral_count();
  for (Eigen::Index k = 0; k < loops_; ++k) {
    Part part{.kind = Kind::loop, .name = at.bilateral_names()[static_cast<std::size_t>(k)]};
    part.row = rows_++;
    part.size = 1;
    parts_.push_back(std::move(part));
  }
}

void TargetRows::store(const Part& part, const Vector3d& values, Eigen::VectorXd& to) const {
  Eigen::Index row = part.row;
  for (int axis = 0; axis < 3; ++axis) {
    if (part.axes[static_cast<std::size_t>(axis)]) to[row++] = values[axis];
  }
}

void TargetRows::store_block(const Part& part) {
  Eigen::Index row = part.row;
  for (int axis = 0; axis < 3; ++axis) {
    if (part.axes[static_cast<std::size_t>(axis)]) jacobian_.row(row++) = block_.row(axis);
  }
}

Vector3d TargetRows::left_to_do(const Part& part, const ModelWorkspace& at) const {
  switch (part.kind) {
    case Kind::point: return part.position - at.position(part.frame, part.point);
    case Kind::orientation:
      return rotation_vector(part.orientation * at.placement(part.frame).linear().transpose());
    default: return part.position - at.center_of_mass();
  }
}

void TargetRows::evaluate(const ModelWorkspace& at) {
  if (loop_row_ < 0) add_loops(at);
  const int n = at.model().velocity_size();
  block_.resize(3, n);
  jacobian_.resize(rows_, n);
  difference_.resize(rows_);
  for (const Part& part : parts_) {
    if (part.kind == Kind::loop) continue;
    if (part.kind == Kind::point) at.point_jacobian(part.frame, part.point, block_);
    if (part.kind == Kind::orientation) at.angular_jacobian(part.frame, block_);
    if (part.kind == Kind::center_of_mass) at.center_of_mass_jacobian(block_);
    store_block(part);
    store(part, left_to_do(part, at), difference_);
  }
  if (loops_ > 0) {
    at.bilateral_rows(jacobian_.bottomRows(loops_));
    at.bilateral_residual(difference_.tail(loops_));
    difference_.tail(loops_) *= -1.0;
  }
  for (int k = 0; k < n; ++k) {
    if (locked_[static_cast<std::size_t>(k)]) jacobian_.col(k).setZero();
  }
}

const Eigen::VectorXd& TargetRows::wanted_velocity() {
  wanted_.setZero(rows_);
  for (const Part& part : parts_) {
    if (part.kind != Kind::loop) store(part, part.velocity, wanted_);
  }
  return wanted_;
}

const Eigen::VectorXd& TargetRows::wanted_acceleration(ModelWorkspace& at,
                                                       const Eigen::VectorXd& v) {
  wanted_.setZero(rows_);
  for (const Part& part : parts_) {
    Vector3d drift = Vector3d::Zero();
    if (part.kind == Kind::loop) continue;
    if (part.kind == Kind::point) drift = at.point_drift(part.frame, part.point);
    if (part.kind == Kind::orientation) drift = at.angular_drift(part.frame);
    if (part.kind == Kind::center_of_mass) drift = at.center_of_mass_drift();
    store(part, part.acceleration - drift, wanted_);
  }
  if (loops_ > 0) subtract_loop_drift(at, v);
  return wanted_;
}

// J̇ v of loops and couplings by a central difference along v.
void TargetRows::subtract_loop_drift(ModelWorkspace& at, const Eigen::VectorXd& v) {
  // [s] Central differences: error step² ~ 1e-10 beside rounding 1e-16/step ~ 1e-11, for rows and
  // velocities of order 1.
  constexpr double step = 1e-5;
  const Model& model = at.model();
  const Eigen::VectorXd q = at.configuration();
  Eigen::MatrixXd forward(loops_, v.size()), backward(loops_, v.size());
  at.set_configuration(model.integrate(q, step * v));
  at.bilateral_rows(forward);
  at.set_configuration(model.integrate(q, -step * v));
  at.bilateral_rows(backward);
  wanted_.tail(loops_) -= (forward - backward) * v / (2.0 * step);
}

std::vector<TargetResidual> TargetRows::residuals() const {
  std::vector<TargetResidual> list;
  for (const Part& part : parts_) {
    list.push_back({part.name, difference_.segment(part.row, part.size).norm()});
  }
  return list;
}

std::string TargetRows::unit(std::size_t index) const {
  if (parts_[index].kind == Kind::loop) return "m or rad";
  return parts_[index].kind == Kind::orientation ? "rad" : "m";
}

}  // namespace carom::control
