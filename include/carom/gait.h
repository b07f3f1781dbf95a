// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "control": the geometric walk of S2 4.2, corrected. Input: strides, times, where the feet
// stand. Output: position, velocity and acceleration of both feet and of the centre of mass at any
// time. Geometry alone: nothing here balances (docs/thesis_control.md); to walk, see walking.h.
#pragma once

#include <Eigen/Core>

#include "carom/walking.h"

namespace carom {

/// How a point moves at one time; world [m, m/s, m/s²].
struct GaitPoint {
  Eigen::Vector3d position = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero(),
                  acceleration = Eigen::Vector3d::Zero();
};

/// Where the feet are at the start and at the end of one step: x_wpi and x_wpf of S2 (4.3).
struct GaitWaypoints {
  Eigen::Vector3d left_from = Eigen::Vector3d::Zero(), left_to = Eigen::Vector3d::Zero(),
                  right_from = Eigen::Vector3d::Zero(), right_to = Eigen::Vector3d::Zero();
};

struct GaitMoment {
  bool moving = false;      ///< False: before the first step and after the last.
  int step = 0;             ///< Counted from 0: under way, or last made; −1 before the first.
  Side swing = Side::left;  ///< The foot that moves, or moved last.
  double progress = 0.0;    ///< Share of the swing's way that is done, 0 to 1.
  GaitPoint left = {}, right = {}, center_of_mass = {};
};

/// Steps of equal time, on a straight path, feet and trunk not turning.
struct ThesisGait {
  int steps = 4;
  /// From a foothold of a foot to its next one, x and y [m].
  Eigen::Vector2d stride_left = {0.2, 0.0}, stride_right = {0.2, 0.0};
  /// Share of its stride that the first step makes, and the last one (of several): halves start
  /// and end with the feet side by side.
  double first_share = 0.5, last_share = 0.5;
  double step_time = 0.8;  ///< T [s]
  double apex = 0.05;      ///< z_max, over the ground [m].
  Side first = Side::right;
  /// Points of the feet at time 0, each at the height of its ground [m].
  Eigen::Vector3d left = {0.0, 0.1, 0.0}, right = {0.0, -0.1, 0.0};
  double height = 0.8;  ///< Of the centre of mass, world z [m].
  /// Of the centre of mass from the middle of the two points [m].
  Eigen::Vector2d offset = {0.0, 0.0};

  /// Throws InvalidInput with all faults.
  void check() const;
  [[nodiscard]] double end() const;  ///< steps · step_time [s]
  /// 0 ≤ step < steps; others are taken as the first or last.
  [[nodiscard]] GaitWaypoints waypoints(int step) const;
  /// At the end of a step: the beginning of the next. Accelerations jump there, positions and
  /// velocities do not. Throws InvalidInput as check() does, and for a time that is not finite.
  [[nodiscard]] GaitMoment at(double time) const;
};

}  // namespace carom
