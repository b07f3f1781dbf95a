// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A walk as a trajectory: every tick the controller (control/walk/controller.h) sees the state and
// gives torques, the robot moves under them (plant.h), feet land (landing_foot.h). A fall: the
// centre of mass is below 0.7 of its height over the ground, or the pelvis is tilted by more than
// 0.7 rad; the run ends there.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "control/walk/controller.h"
#include "simulation/ticks/engine.h"
#include "simulation/walk/landing_foot.h"

namespace carom {

struct Simulation::Engine::Walking : Simulation::Engine::Ticking {
  Walking(Model moved, SimulationOptions chosen);
  void start(State state) override;
  void resume(SimulationCheckpoint checkpoint) override;
  SimulationCheckpoint checkpoint() const override;

 protected:
  void take_step(SimulationRecord& record) override;
  double plastic_below() const override;
  void note_impact(const ImpactRecord& impact, const std::vector<int>& hit,
                   double approach) override;

 private:
  void prepare(const State& from);
  bool ask_controller(SimulationRecord& record);
  bool tick(SimulationRecord& record);
  void add_pushes(Eigen::VectorXd& force);
  bool lands(const std::vector<int>& hit) const;
  bool fallen();
  void add_sample(SimulationRecord& record, bool row);

  std::optional<control::WalkController> controller_;
  simulation::TouchdownLog touchdowns_;
  State begin_;  // of the walk
  int pelvis_ = 0;
  std::vector<bool> closed_;
  Eigen::VectorXd force_, torque_;
  Eigen::Matrix3Xd jacobian_;
  std::int64_t relaxed_ = 0, failed_ = 0;
};

}  // namespace carom
