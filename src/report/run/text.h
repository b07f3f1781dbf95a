// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The records of a run as text: rows of trajectory.csv and events.csv, entries of impacts.json
// (CONTRACT.md, "Files of a run"). Numbers are the shortest text that reads back to the same bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/scene.h"
#include "carom/simulation.h"
#include "report/files/csv.h"
#include "report/json/json_text.h"
#include "report/page/document.h"
#include "report/run/walk.h"

namespace carom::report {

/// What all texts of one run need to know.
struct RunNames {
  std::string energy_unit, length_unit, force_unit, moment_unit;
  std::vector<Column> q, v;
  std::vector<std::string> contacts;
  std::vector<std::size_t> turning = {};  ///< Of them, stops of joints that turn.
  WalkMotors motors = {};
  // Of a motor program:
  std::vector<int> driven = {};        ///< Velocities with torques; empty: there is no program.
  Eigen::VectorXd torque_limits = {};  ///< The largest of each in any entry; infinite: none.
  /// time, q, v, energy, gaps, forces, friction, torques and motor work: as in the CSV.
  std::vector<Column> columns() const;
  /// Of the torque at a velocity; `prefix` before its name.
  Column torque_column(int velocity, const std::string& prefix = "torque_") const;
};
/// `drive`: of a run with a motor program.
[[nodiscard]] RunNames names_of(const Model& model, const Scene::Units& units,
                                const std::optional<MotorDrive>& drive = {});

[[nodiscard]] std::string trajectory_header(const RunNames& names);
/// Appends a line.
void put_row(const TrajectoryRow& row, std::string& text);
[[nodiscard]] std::string events_header();
void put_event(const ContactEvent& event, const RunNames& names, std::string& text);
/// carom-outcome/1 with when and where.
[[nodiscard]] Json impact_document(const ImpactRecord& impact, const RunNames& names);

}  // namespace carom::report
