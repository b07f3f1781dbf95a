// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A walk as text: rows of walk.csv, entries of touchdowns.json, the walk itself for run.json, and
// the sums of a walk. Input: samples and touch-downs of a simulation. Output: text that reads back
// to the same bits.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "carom/model.h"
#include "carom/run.h"
#include "carom/walking.h"
#include "report/json/json_text.h"

namespace carom::report {

/// What has torques: velocities with an actuator; without any, all but those of a free base.
struct WalkMotors {
  std::vector<int> velocities = {};
  std::vector<std::string> names = {};  ///< Of the velocities.
  Eigen::VectorXd limits = {};          ///< Largest torque; infinite where there is none.
};
[[nodiscard]] WalkMotors motors_of(const Model& model);

/// Of a motor [N m]; NaN: the sample has none.
[[nodiscard]] double motor_torque(const WalkSample& sample, const WalkMotors& motors,
                                  std::size_t motor);

[[nodiscard]] std::string walk_header(const WalkMotors& motors);
/// Appends a line.
void put_walk(const WalkSample& sample, const WalkMotors& motors, std::string& text);
/// An entry of touchdowns.json; NaN is null.
[[nodiscard]] Json touchdown_document(const Touchdown& touchdown);
/// Robot, gait, control, pushes, ground.
[[nodiscard]] Json walk_document(const Walk& walk);

/// Nothing counted yet.
[[nodiscard]] WalkSums empty_walk_sums();
void count_walk(const WalkSample& sample, const WalkMotors& motors, WalkSums& sums);
void count_touchdown(const Touchdown& touchdown, WalkSums& sums);

/// What "summary" of run.json says of a walk beside the rest.
[[nodiscard]] Json walk_summary(const WalkSums& sums);
/// The same back. Throws nlohmann's exceptions.
[[nodiscard]] WalkSums walk_sums_from(const Json& summary);

}  // namespace carom::report
