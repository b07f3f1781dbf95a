// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A trajectory from event to event (S3 VI; S2 appendix B): steps of an integrator, cut where
// contacts close, open, stick or slip (contact/event_search.h). A trial step covers what is left of
// a step of the grid; the first event in it cuts it. At the node there,
//   1. while some closed contact approaches: an impact of all closed contacts, sustained ones too
//      (contact/impact_sequence.h), again and again for laws that leave approach;
//   2. of the contacts that then neither approach nor leave, the active ones are sustained
//      (contact/node_contacts.h); the others are free.
// A trial that does not converge is halved, six times at most; then the run has diverged, and the
// node is its last good state. So has one whose energy cannot be explained at the end of a step of
// the grid (energy_watch.h); that step is forgotten, with all that was recorded in it.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "simulation/contact/event_search.h"
#include "simulation/contact/forces.h"
#include "simulation/contact/impact_sequence.h"
#include "simulation/contact/node_contacts.h"
#include "simulation/energy_watch.h"
#include "simulation/engine.h"
#include "simulation/integrator.h"
#include "simulation/ticks/fall_watch.h"
#include "simulation/variational/step.h"

namespace carom {

struct Simulation::Engine::ByEvents : Simulation::Engine {
  ByEvents(Model moved, SimulationOptions chosen);
  void start(State state) override;
  void resume(SimulationCheckpoint checkpoint) override;
  SimulationCheckpoint checkpoint() const override;

 protected:
  bool begin(SimulationRecord& record) override;
  void take_step(SimulationRecord& record) override;
  double explained_depth() const override;

 private:
  /// Where a step of the grid began: what stands if it comes to nothing.
  struct StepStart {
    State state;
    double time = 0.0;
    std::int64_t impacts = 0;
    std::size_t rows = 0, impact_records = 0, events = 0, forks = 0;
    WorkMemory work;
  };
  bool first_row(TrajectoryRow::Kind kind, SimulationRecord& record);
  bool part_of_step(double size, SimulationRecord& record);
  bool accept(double s);
  void note_jam(const State& before, SimulationRecord& record);
  void note_lost(const ImpactRecord& impact);
  bool settle(const simulation::SlipTurn& turn, SimulationRecord& record);
  bool impact(const std::vector<int>& closed, bool first, SimulationRecord& record);
  void fork(ImpactRecord& impact, SimulationRecord& record);
  void measure();
  void add_row(SimulationRecord& record, TrajectoryRow::Kind kind);
  void add_forces(SimulationRecord& record);
  double energy();
  double motor_power();
  bool energy_has_reason();
  bool fallen(SimulationRecord& record);
  void mark_step(const SimulationRecord& record);
  void forget_step(SimulationRecord& record);

  std::vector<std::string> notes_;  // of the start, for the first record
  simulation::NodeContacts contacts_;
  std::unique_ptr<simulation::Integrator> integrator_;
  simulation::EventSearch search_;
  simulation::ImpactSequence sequence_;
  simulation::VariationalStep tree_;  // kinematics and energy, linear in the number of joints
  simulation::ContactForces forces_;
  simulation::EnergyWatch energy_;
  simulation::FallWatch watch_;
  ModelWorkspace watched_;  // at the state, where bodies are watched
  StepStart step_start_;
  Eigen::VectorXd momentum_, motors_;
  std::int64_t halvings_ = 0;
  double goal_ = 0.0;   ///< Of the parts of a step under way: its end, or a break before it [s].
  double reach_ = 0.0;  ///< Longest trial of the next part, under a motor program [s].
  bool begun_ = false, unsettled_ = false, jam_noted_ = false;
};

}  // namespace carom
