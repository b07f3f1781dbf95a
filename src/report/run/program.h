// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is left of a run under a motor program as a whole: where its energy came from and went, how
// far it travelled and at what cost. Input: impacts, and checkpoints of the simulation. Output:
// ProgramSums; the program and its sums as JSON.
#pragma once

#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/run.h"
#include "carom/simulation.h"
#include "report/json/json_text.h"

namespace carom::report {

/// Sums of one run, of whichever of its trajectories. The model must outlive it.
class ProgramBook {
 public:
  ProgramBook(const Model& model, const MotorDrive& drive);

  /// Nothing done yet.
  [[nodiscard]] ProgramSums begin(const State& start);
  /// Of a branch: it goes on with the account of its parent; impacts are its own.
  [[nodiscard]] static ProgramSums branch(const ProgramSums& parent);
  /// Where the simulation is; impacts were counted before.
  void settle(const SimulationCheckpoint& at, ProgramSums& sums);

 private:
  std::string name_;
  std::vector<std::string> joints_;  // driven velocities, by name
  Eigen::Vector3d up_ = Eigen::Vector3d::Zero();
  double weight_ = 0.0;
  ModelWorkspace workspace_;
};

/// Simultaneous is an impact in which two contacts or more had a normal impulse: those that
/// approached, and those that were closed already and took part.
void count_program(const ImpactRecord& impact, ProgramSums& sums);

/// The program with the gains that its motors got, for "settings" of run.json.
[[nodiscard]] Json program_document(const Model& model, const MotorDrive& drive);
/// "drive: hold hip_1, hip_2 at the start; …": of the document above, for people.
[[nodiscard]] std::string motor_words(const Json& program);

/// "program" of the summary of a trajectory in run.json.
[[nodiscard]] Json program_summary(const ProgramSums& sums);
/// The same back. Throws nlohmann's exceptions.
[[nodiscard]] ProgramSums program_sums_from(const Json& program);

}  // namespace carom::report
