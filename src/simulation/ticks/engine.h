// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot under motors as a trajectory, tick by tick (plant.h): its controller is implicit over
// each tick, impacts are located and resolved by the law, and the run ends where a body that should
// not touch the ground does. Walks are such runs with a controller of their own (walk/engine.h).
// An impact slower than what a tick can tell from rest, 2 g h, is plastic. An impact without an
// answer under the law is resolved as a plastic one, then by complementarity (poisson), and a note
// says so.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "simulation/energy_watch.h"
#include "simulation/engine.h"
#include "simulation/ticks/plant.h"

namespace carom {

struct Simulation::Engine::Ticking : Simulation::Engine {
  Ticking(Model moved, SimulationOptions chosen);
  void start(State state) override;
  void resume(SimulationCheckpoint checkpoint) override;
  SimulationCheckpoint checkpoint() const override;

 protected:
  bool begin(SimulationRecord& record) override;
  void take_step(SimulationRecord& record) override;
  double explained_depth() const override;
  /// Slower impacts are plastic [m/s].
  virtual double plastic_below() const;
  /// Of an impact that has been resolved. `hit`: contacts that approached.
  virtual void note_impact(const ImpactRecord& impact, const std::vector<int>& hit,
                           double approach);
  bool impact(double at, State& now, const std::vector<int>& closed, SimulationRecord& record);
  void add_row(SimulationRecord& record, TrajectoryRow::Kind kind);

  std::optional<simulation::TickPlant> plant_;
  bool begun_ = false;

 private:
  void prepare();
  Outcome resolved(const State& now, const std::vector<int>& closed, bool plastic, double approach,
                   SimulationRecord& record);
  void note_limits(SimulationRecord& record);
  bool move_to(double until, const simulation::TickPlant::Impact& hit, SimulationRecord& record);
  bool energy_has_reason(double work);
  double energy();

  std::optional<simulation::TickMotors> motors_;
  simulation::EnergyWatch energy_;
  Workspace scratch_;
  Eigen::VectorXd none_;     // no constant force
  std::vector<bool> noted_;  // motors whose limits were noted
  SimulationOptions without_verdict_;
  double fastest_ = 0.0;  // approach of all impacts so far
  bool noted_fallback_ = false;
  std::vector<std::string> notes_;  // of the start
};

}  // namespace carom
