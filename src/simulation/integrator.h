// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the event machinery asks of an integrator: a trial step from a node, the state anywhere in
// it, and to move the node. Sustained contacts and loops are kept by the shared HeldDynamics, whose
// set changes only between steps.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/simulation.h"

namespace carom::simulation {

class HeldDynamics;
class ProgramDriver;

class Integrator {
 public:
  virtual ~Integrator() = default;
  /// A new node; what was remembered of steps before is forgotten.
  virtual void restart(double time, const State& state) = 0;
  /// A trial step of size h > 0 from the node. False: no convergence, or something not finite.
  virtual bool step(double h) = 0;
  /// The state at 0 <= s <= h of the trial step. False as above.
  virtual bool at(double s, State& state) = 0;
  /// Gaps at the same s without velocities, cheaper where that is possible: fills one per contact.
  virtual bool gaps_at(double s, Eigen::VectorXd& gaps) = 0;
  /// The same near s, for a first look: the variational integrator has its midpoint at hand.
  virtual bool gaps_near(double s, Eigen::VectorXd& gaps) { return gaps_at(s, gaps); }
  /// Where inner steps of the trial step end, but for the last: the motion between two is resolved.
  virtual void inner_ends(std::vector<double>& ends) const { ends.clear(); }
  /// The node moves to s of the trial step.
  virtual bool accept(double s) = 0;
  virtual double time() const = 0;
  /// The node's time, without the rounding of its steps.
  virtual void set_time(double time) = 0;
  virtual const State& node() const = 0;
  /// What it remembers, so that another one goes on with the same bits after restart().
  virtual IntegratorMemory memory() const = 0;
  /// False: it is of another integrator or of another model.
  [[nodiscard]] virtual bool set_memory(const IntegratorMemory& memory) = 0;
  /// Why the last step failed.
  virtual std::string trouble() const = 0;
};

/// `held` and `program` (none: no motor program) must outlive the integrator. `options` are those
/// of the simulation. accept() adds to the program's account of motors, friction and dampers.
std::unique_ptr<Integrator> make_variational(const Model& model, const SimulationOptions& options,
                                             HeldDynamics& held, ProgramDriver* program);
std::unique_ptr<Integrator> make_runge_kutta(const Model& model, const SimulationOptions& options,
                                             HeldDynamics& held, ProgramDriver* program);

}  // namespace carom::simulation
