// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One trajectory: steps of an integrator, cut where contacts close, open, stick or slip; or a walk
// (walk_engine.h).
// engine.cpp: steps and what cuts them; engine_contacts.cpp: what happens at a node;
// engine_forces.h: what contacts carry, for the rows.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/simulation.h"
#include "model/contact_geometry.h"
#include "simulation/contact/closing_scan.h"
#include "simulation/contact/held_dynamics.h"
#include "simulation/contact/modes.h"
#include "simulation/energy_watch.h"
#include "simulation/engine_forces.h"
#include "simulation/integrator.h"
#include "simulation/variational/step.h"

namespace carom {

/// One trajectory, however it is computed.
struct Simulation::Engine {
  struct ByEvents;
  struct Walking;  // walk_engine.h

  static std::unique_ptr<Engine> make(Model model, SimulationOptions options);
  Engine(Model moved, SimulationOptions chosen)
      : model(std::move(moved)), options(std::move(chosen)) {}
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual void start(State state) = 0;
  virtual void resume(SimulationCheckpoint checkpoint) = 0;
  virtual bool advance(SimulationRecord& record) = 0;
  virtual SimulationCheckpoint checkpoint() const = 0;
  /// Of a run that has just ended: what a reader must not miss.
  void conclude(SimulationRecord& record) const;

  Model model;
  SimulationOptions options;
  State state;  ///< Of the node.
  double time = 0.0;
  RunStatus status = RunStatus::running;
  std::string message;

 protected:
  void end(RunStatus how, std::string why) {
    status = how;
    message = std::move(why);
  }
  /// How deep a contact may be without anything being wrong. Contacts close and are kept within
  /// `touching`; ten times that is no rounding any more.
  virtual double explained_depth() const { return 10.0 * std::max(options.touching, 1e-9); }
  /// Of all contacts at this instant; remembers the lowest.
  void note_gap(int contact, double gap) {
    if (lowest_ >= 0 && !(gap < lowest_gap_)) return;
    lowest_ = contact;
    lowest_gap_ = gap;
    lowest_time_ = time;
  }
  void set_lowest(const LowestGap& lowest);
  LowestGap lowest() const;

 private:
  int lowest_ = -1;  // contact
  double lowest_gap_ = 0.0, lowest_time_ = 0.0;
};

/// Steps of an integrator, cut where something happens.
struct Simulation::Engine::ByEvents : Simulation::Engine {
  ByEvents(Model moved, SimulationOptions chosen);
  void start(State state) override;
  void resume(SimulationCheckpoint checkpoint) override;
  bool advance(SimulationRecord& record) override;
  SimulationCheckpoint checkpoint() const override;

 private:
  /// Where a step of the grid began: what stands if it comes to nothing.
  struct StepStart {
    State state;
    double time = 0.0;
    std::int64_t impacts = 0;
    std::size_t rows = 0, impact_records = 0, events = 0, forks = 0;
  };
  // engine.cpp
  bool begin(TrajectoryRow::Kind kind, SimulationRecord& record);
  double grid_time(std::int64_t index) const;
  bool part_of_step(double size, SimulationRecord& record);
  std::optional<double> first_event(double size);
  std::optional<double> held_event(double size);
  bool modes_change(double s);
  double slip_along(double s, std::size_t contact);
  bool accept(double s);
  void watch();
  void add_row(SimulationRecord& record, TrajectoryRow::Kind kind);
  double energy();
  double motor_power();
  bool energy_has_reason();
  void forget_step(const StepStart& from, SimulationRecord& record);

  // engine_contacts.cpp
  bool settle(SimulationRecord& record);
  void measure();
  std::vector<int> closed_contacts() const;
  bool approaching(const std::vector<int>& closed);
  bool impact(const std::vector<int>& closed, bool first, SimulationRecord& record);
  void fork(const Outcome& outcome, ImpactRecord& impact, SimulationRecord& record);
  bool choose_modes(double at, const State& there);
  bool find_held(const std::vector<int>& closed, SimulationRecord& record);
  Eigen::Vector2d slip(const State& there, int contact);
  double rest_speed() const;
  bool comes_to_rest(int contact, double slipping);
  void note_changes(const std::vector<HeldContact>& before, SimulationRecord& record) const;
  ModelWorkspace& workspace();
  simulation::ContactModes& modes();

  bool touches_nothing() const { return model.contacts().empty(); }

  std::vector<std::string> notes;  ///< Of the start, for the first record.
  simulation::HeldDynamics held_;
  std::unique_ptr<simulation::Integrator> integrator_;
  simulation::VariationalStep tree_;  // kinematics and energy, linear in the number of joints
  simulation::ClosingScan scan_;
  std::unique_ptr<ModelWorkspace> workspace_;  // dense; made when first needed
  std::unique_ptr<simulation::ContactModes> modes_;
  simulation::ContactForces forces_;
  Workspace scratch_;
  simulation::EnergyWatch energy_;
  StepStart step_start_;
  Eigen::VectorXd gaps_, momentum_, motors_;
  Eigen::MatrixXd rows_;
  ContactGeometry geometry_;
  Eigen::VectorXd rates_;              // of gaps; valid after measure()
  std::vector<bool> watched_;          // contacts that are not held
  std::vector<Eigen::Vector2d> slip_;  // of each held contact at the node
  int turning_ = -1;                   // contact whose slip ended the last part of a step
  double turning_from_ = 0.0;          // its slip at the node before
  std::vector<int> turns_;             // of each contact within this step
  std::vector<ContactMemory> memory_;
  double speed_ = 0.0,
         slipping_speed_ =
             0.0;  // largest of a contact seen: along the normal as a sum of sizes, and slip
  std::int64_t step_ = 0, steps_ = 0, integration_steps_ = 0, halvings_ = 0, impacts_ = 0;
  int impacts_in_step_ = 0;
  bool begun_ = false, unsettled_ = false, ignoring_ = false;
};

}  // namespace carom
