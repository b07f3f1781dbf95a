// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": what a walk is, as plain data: the feet, the gait, gains, pushes, the ground.
// Scenes and scene files give it (docs/scene_files.md); the stage "control" walks
// (carom/walking.h). A member is known to scenes, files, checks and docs through one line of
// src/model/walk_parameters.cpp.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

namespace carom {

enum class Side { left, right };
[[nodiscard]] constexpr Side other(Side side) {
  return side == Side::left ? Side::right : Side::left;
}

/// What of a robot walks. Frames of the model, by name; the foot's frame has x forward, y left, z
/// up when the robot stands.
struct WalkRobot {
  std::string left_foot = {}, right_foot = {};
  std::string pelvis = {};
  std::string torso = {};  ///< Empty: its attitude is no task.
  /// Rectangle of the sole in the foot's frame [m]: x from back to front, y from right to left (of
  /// the left foot; mirrored for the right), at height `sole`.
  double back = -0.1, front = 0.1, right = -0.05, left = 0.05, sole = 0.0;
};

enum class WalkMotion { stand, walk };

/// A gait. Values are those of Atlas v1 in docs/walking.md.
struct WalkGait {
  WalkMotion motion = WalkMotion::walk;
  int steps = 30;
  double length = 0.20;      ///< From a foothold to the next of the other foot, along the path [m].
  double width = 0.0;        ///< Between the feet's centre lines [m]; 0: as it stands.
  double turn = 0.0;         ///< Change of heading over all steps, left positive [rad].
  Side first = Side::right;  ///< Foot that swings first.
  double single_support = 0.8, double_support = 0.25;  ///< [s]
  double shift = 1.5;                   ///< Before the first step, and after the last [s].
  double apex = 0.05;                   ///< Height of the swing [m].
  double touchdown_speed = 0.05;        ///< Downwards at the planned touch-down [m/s].
  double touchdown_acceleration = 2.0;  ///< Beyond it, downwards until contact [m/s²].
  double landing_pitch = 0.0;  ///< Of the landing sole, toes up positive: heel first [rad].
  /// Heights of the footholds to come that the plan knows [m]; fewer than steps: then 0.
  std::vector<double> heights = {};
  bool adjust = true;            ///< Footholds follow errors of the DCM.
  double max_adjustment = 0.3;   ///< From the planned foothold, forwards and outwards [m].
  double shortest_swing = 0.35;  ///< Adjustment may hasten a landing to this [s].
};

/// Gains and weights. Values as in docs/walking.md.
struct WalkControl {
  double dcm_gain = 3.0;       ///< k of p = p_ref + (1 + k/ω)(ξ − ξ_ref) [1/s].
  double zmp_inset = 0.005;    ///< p stays so far inside the support polygon [m], but:
  double zmp_overreach = 0.1;  ///< it may lie so far beyond, and the body turns to make it so [m].
  double height_gain = 40.0;   ///< [1/s²], of the centre of mass.
  double swing_gain = 200.0, attitude_gain = 100.0, posture_gain = 40.0;
  double stance_damping = 30.0;  ///< [1/s]
  // Weights of the tasks are tuned; the posture takes what the others leave, three decades below.
  double com_weight = 1.0, stance_weight = 100.0, swing_weight = 1.0, attitude_weight = 0.1,
         posture_weight = 1e-3;
  double friction = 0.5;      ///< Of the pyramids; below the ground's.
  double effort_scale = 1.0;  ///< Of the motors' limits.
  double force_weight = 0.01;
};

/// An impulse at the pelvis, as a constant force for a while.
struct Push {
  double time = 0.0;                                  ///< [s]
  double duration = 0.1;                              ///< [s]
  Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< World [N s].
};

/// A walk of one robot.
struct Walk {
  WalkRobot robot = {};
  WalkGait gait = {};
  WalkControl control = {};
  std::vector<Push> pushes = {};
  /// Real heights of the ground under the footholds to come [m]; fewer than steps: then 0. A foot
  /// is over the ground of the planned foothold of its side that is nearest.
  std::vector<double> ground = {};
};

}  // namespace carom
