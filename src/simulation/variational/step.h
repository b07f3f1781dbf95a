// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One step of the variational midpoint integrator, free motion, in time linear in the number of
// joints (S3 eqs. 28-30; docs/simulation.md): see step.cpp.
// All vectors are in the model's own coordinates (a coordinate map is inside).
#pragma once

#include <Eigen/Core>
#include <string>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/simulation.h"
#include "simulation/variational/step_solver.h"

namespace carom::simulation {

class VariationalStep {
 public:
  VariationalStep(const Model& model, const Controller& controller);
  VariationalStep(const VariationalStep&) = delete;
  VariationalStep& operator=(const VariationalStep&) = delete;

  /// A new node, momentum p = M(q) v; forgets the velocities that steps are guessed from.
  void set_node(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v);
  const VectorXd& q();  ///< Of the node.
  const VectorXd& p();  ///< Of the node: M(q) v, tangent coordinates.

  /// A trial step of size h (0 is allowed) from the node at `time`, with `impulse` (momentum,
  /// empty: none) added to p first. False: did not converge (restart from M⁻¹p, then dense
  /// Newton, tried inside) or something is not finite.
  bool step(double time, double h, const Ref<const VectorXd>& impulse);
  // Of the last trial step that converged:
  const VectorXd& middle_q();
  const VectorXd& middle_v();
  const VectorXd& end_q();
  const VectorXd& end_p();
  int iterations() const { return iterations_; }  ///< Residuals evaluated in it.
  const std::string& trouble() const { return trouble_; }

  /// The node moves to the end of the last trial step, `impulse` (empty: none) added to its
  /// momentum. What was computed there becomes the guess of the next step.
  void commit(const Ref<const VectorXd>& impulse);

  /// v = M(q)⁻¹ p and p = M(q) v, linear in the number of joints.
  void velocity(const Ref<const VectorXd>& q, const Ref<const VectorXd>& p, Ref<VectorXd> v) {
    tree_.velocity(q, p, v);
  }
  void momentum(const Ref<const VectorXd>& q, const Ref<const VectorXd>& v, Ref<VectorXd> p) {
    tree_.momentum(q, v, p);
  }
  /// Kinetic, of gravity and of springs, linear in the number of joints.
  double energy(const Ref<const VectorXd>& q, const Ref<const VectorXd>& p);
  double gravity_energy(const Ref<const VectorXd>& q);  ///< Of gravity alone.
  /// Placements of frames at q, kinematics alone; valid until the next call of anything but const.
  const FramePlacements& placements(const Ref<const VectorXd>& q);

  /// The node's own numbers beyond (q, p) and the guess, for a checkpoint: set_node and then
  /// set_memory(memory()) goes on with the same bits. Its `reaction` is not ours.
  VariationalMemory memory() const;
  /// False: it is of another model.
  [[nodiscard]] bool set_memory(const VariationalMemory& memory);

 private:
  using Past = VariationalMemory::Past;
  void forget() { trial_.known = last_.known = older_.known = false; }
  void guess();
  void place_middle();

  VariationalTree tree_;
  VariationalForces forces_;
  VariationalRule rule_;
  VariationalSolver solver_;
  VariationalNode node_, start_, end_;
  double h_ = 0.0;  ///< Of the trial step.
  Past trial_, last_, older_;
  VectorXd x_, middle_q_, middle_v_, velocity_, configuration_;
  bool middle_known_ = false;
  int iterations_ = 0;
  std::string trouble_;
};

}  // namespace carom::simulation
