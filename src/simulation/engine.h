// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One trajectory, however it is computed: the grid of its steps, how it ends, what every checkpoint
// holds, and the deepest that a contact has been. event_engine.h: steps of an integrator, cut by
// events; walk/engine.h: ticks of a walk.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/simulation.h"
#include "simulation/program/program_driver.h"

namespace carom {

struct Simulation::Engine {
  struct ByEvents;  // event_engine.h
  struct Ticking;   // ticks/engine.h
  struct Walking;   // walk/engine.h

  static std::unique_ptr<Engine> make(Model model, SimulationOptions options);
  /// Throws InvalidInput with all faults of the options.
  Engine(Model moved, SimulationOptions chosen);
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual void start(State state) = 0;
  virtual void resume(SimulationCheckpoint checkpoint) = 0;
  virtual SimulationCheckpoint checkpoint() const = 0;
  bool advance(SimulationRecord& record);

  Model model;
  SimulationOptions options;
  State state;  ///< Of the node.
  double time = 0.0;
  RunStatus status = RunStatus::running;
  std::string message;

 protected:
  /// What stands before the first step in a record. False: the run has ended.
  virtual bool begin(SimulationRecord& record) = 0;
  /// To the next time of the grid, or to the end of the run.
  virtual void take_step(SimulationRecord& record) = 0;
  /// How deep a contact may be without anything being wrong.
  virtual double explained_depth() const = 0;

  void end(RunStatus how, std::string why);
  void end_if_over();
  void end_by_fall(const std::string& body, SimulationRecord& record);
  void end_without_answer(const Outcome& outcome);
  double grid_time(std::int64_t index) const;
  bool row_is_due() const;
  /// Of an impact at the node, as far as it is known before it is resolved.
  ImpactRecord impact_of(const State& before, const std::vector<int>& contacts,
                         const Eigen::VectorXd& gaps) const;
  /// Remembers the lowest.
  void note_gap(int contact, double gap);

  /// The parts of a checkpoint that are common to all; `memory` is to be filled.
  SimulationCheckpoint common_checkpoint() const;
  bool same_sizes(const SimulationCheckpoint& checkpoint) const;
  void go_on_from(const SimulationCheckpoint& checkpoint);

  /// Of runs with a motor program: what the torques are now.
  void put_torques(TrajectoryRow& row) const;

  std::optional<simulation::ProgramDriver> program_;  ///< The motors, where they have a program.
  std::int64_t step_ = 0, steps_ = 0;                 ///< Of the grid: done, and all.
  std::int64_t integration_steps_ = 0, impacts_ = 0;

 private:
  void set_lowest(const LowestGap& lowest);
  LowestGap lowest() const;
  /// Of a run that has just ended: what a reader must not miss.
  void conclude(SimulationRecord& record) const;
  bool advance_one(SimulationRecord& record);

  int lowest_ = -1;  // contact
  double lowest_gap_ = 0.0, lowest_time_ = 0.0;
};

}  // namespace carom
