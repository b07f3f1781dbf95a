// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A walk as a trajectory: every tick the controller (control/walk_controller.h) sees the state and
// gives torques, the robot moves under them (walk_plant.h), feet land (walk_touchdown.h).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "control/walk/controller.h"
#include "simulation/engine.h"
#include "simulation/walk/landing_foot.h"
#include "simulation/walk/plant.h"

namespace carom {

struct Simulation::Engine::Walking : Simulation::Engine {
  Walking(Model moved, SimulationOptions chosen);
  void start(State state) override;
  void resume(SimulationCheckpoint checkpoint) override;
  bool advance(SimulationRecord& record) override;
  SimulationCheckpoint checkpoint() const override;

 protected:
  /// Forces are constant over a tick: a point that they do not carry yet falls by a few g h².
  double explained_depth() const override {
    return 10.0 * model.gravity().norm() * options.step * options.step;
  }

 private:
  void prepare(const State& from);
  double grid_time(std::int64_t index) const;
  bool tick(SimulationRecord& record);
  void add_pushes(Eigen::VectorXd& force);
  bool impact(double at, State& now, const std::vector<int>& closed, SimulationRecord& record);
  bool lands(const std::vector<int>& hit) const;
  bool fallen();
  void add_row(SimulationRecord& record, TrajectoryRow::Kind kind);
  void add_sample(SimulationRecord& record, bool row);

  std::optional<simulation::WalkPlant> plant_;
  std::optional<control::WalkController> controller_;
  simulation::TouchdownLog touchdowns_;
  State begin_;  // of the walk
  Workspace scratch_;
  int pelvis_ = 0;
  std::vector<bool> closed_;
  Eigen::VectorXd force_, torque_;
  Eigen::Matrix3Xd jacobian_;
  Eigen::MatrixXd row_;
  std::vector<ContactMemory> memory_;
  std::int64_t step_ = 0, steps_ = 0, impacts_ = 0, relaxed_ = 0, failed_ = 0;
  std::int64_t parts_ = 0;  // of ticks, before it was resumed
  bool begun_ = false;
};

}  // namespace carom
