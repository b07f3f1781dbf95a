// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Step adjustment: where and when the swinging foot should land, from the measured DCM.
#pragma once

#include "carom/walking.h"
#include "control/walk/plan_timeline.h"

namespace carom::control {

/// Of the step that swings: what differs from the plan of its gait.
struct StepChange {
  Eigen::Vector2d shift = Eigen::Vector2d::Zero();  ///< Of its foothold [m], world.
  double single_end = 0.0;                          ///< [s]
  double double_support = 0.0;                      ///< After it [s].
  bool change = false;                              ///< False: nothing needs to change.
};

/// What is known when a change is asked for.
struct StepState {
  int step = 0;
  double time = 0.0;                                ///< In its single support.
  Eigen::Vector2d dcm = Eigen::Vector2d::Zero();    ///< Measured.
  SwingMoment foot = {};                            ///< As it swings.
  Eigen::Vector2d shift = Eigen::Vector2d::Zero();  ///< In force already.
};

StepChange adjust_step(const WalkTimeline& line, const WalkGait& gait, const StepState& state,
                       const SupportReach& reach);
/// In a double support, or the first shift: when it should end instead [s]; 0: as it is.
double longer_double_support(const WalkTimeline& line, double time, const Eigen::Vector2d& dcm,
                             const SupportReach& reach);

}  // namespace carom::control
