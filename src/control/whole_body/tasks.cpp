// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Rows are velocities per generalised velocity, drifts the accelerations that remain where
// generalised accelerations are zero; all in world axes.
#include "control/whole_body/tasks.h"

namespace carom::control {
namespace {

/// True: new, and zero.
bool resize(const ModelWorkspace& at, Eigen::Index rows, MotionTask& task) {
  const Eigen::Index columns = at.model().velocity_size();
  if (task.target.size() != rows) task.target.setZero(rows);
  if (task.rows.rows() == rows && task.rows.cols() == columns && task.drift.size() == rows) {
    return false;
  }
  task.rows.setZero(rows, columns);
  task.drift.setZero(rows);
  return true;
}

/// Jacobians come as matrices of three rows, tasks may have more.
Eigen::Matrix3Xd& three_rows(const ModelWorkspace& at) {
  thread_local Eigen::Matrix3Xd rows;
  rows.resize(3, at.model().velocity_size());
  return rows;
}

}  // namespace

void fill_com_task(const ModelWorkspace& at, MotionTask& task) {
  resize(at, 3, task);
  Eigen::Matrix3Xd& rows = three_rows(at);
  at.center_of_mass_jacobian(rows);
  task.rows = rows;
  task.drift = at.center_of_mass_drift();
}

void fill_frame_task(const ModelWorkspace& at, int frame, const Eigen::Vector3d& point,
                     MotionTask& task) {
  resize(at, 6, task);
  Eigen::Matrix3Xd& rows = three_rows(at);
  at.point_jacobian(frame, point, rows);
  task.rows.topRows<3>() = rows;
  at.angular_jacobian(frame, rows);
  task.rows.bottomRows<3>() = rows;
  task.drift.head<3>() = at.point_drift(frame, point);
  task.drift.tail<3>() = at.angular_drift(frame);
}

void fill_attitude_task(const ModelWorkspace& at, int frame, MotionTask& task) {
  resize(at, 3, task);
  Eigen::Matrix3Xd& rows = three_rows(at);
  at.angular_jacobian(frame, rows);
  task.rows = rows;
  task.drift = at.angular_drift(frame);
}

void fill_posture_task(const ModelWorkspace& at, MotionTask& task) {
  constexpr Eigen::Index base = 6;
  const Eigen::Index joints = at.model().velocity_size() - base;
  if (resize(at, joints, task)) task.rows.rightCols(joints).setIdentity();
}

}  // namespace carom::control
