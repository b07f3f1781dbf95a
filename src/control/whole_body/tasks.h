// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Rows and drift of the tasks of a whole-body controller. Input: a workspace after
// set_configuration(q) and bias(v). Output: task.rows, task.drift; target gets its size, the caller
// writes it. Nothing allocates after the first call with a task.
#pragma once

#include "carom/whole_body.h"

namespace carom::control {

/// Centre of mass [world]: 3 rows.
void fill_com_task(const ModelWorkspace& at, MotionTask& task);
/// A point of a frame, then the frame's turning [world]: 6 rows.
void fill_frame_task(const ModelWorkspace& at, int frame, const Eigen::Vector3d& point,
                     MotionTask& task);
/// A frame's turning [world]: 3 rows.
void fill_attitude_task(const ModelWorkspace& at, int frame, MotionTask& task);
/// Every velocity beside the base: identity.
void fill_posture_task(const ModelWorkspace& at, MotionTask& task);

}  // namespace carom::control
