// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One step of the variational midpoint integrator, free motion, in time linear in the number of
// joints (S3 eqs. 28-30; docs/simulation.md): see step.cpp.
// All vectors are in the model's own coordinates (a coordinate map is inside).
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>

#include "carom/control.h"
#include "carom/model.h"
#include "carom/simulation.h"
#include "model/multibody.h"

namespace carom::simulation {

class VariationalStep {
 public:
  VariationalStep(const Model& model, const Controller& controller);
  ~VariationalStep();
  VariationalStep(const VariationalStep&) = delete;
  VariationalStep& operator=(const VariationalStep&) = delete;

  /// A new node, momentum p = M(q) v; forgets the velocities that steps are guessed from.
  void set_node(const Eigen::Ref<const Eigen::VectorXd>& q,
                const Eigen::Ref<const Eigen::VectorXd>& v);
  const Eigen::VectorXd& q() const;  ///< Of the node.
  const Eigen::VectorXd& p() const;  ///< Of the node: M(q) v, tangent coordinates.

  /// A trial step of size h (0 is allowed) from the node at `time`, with `impulse` (momentum,
  /// empty: none) added to p first. False: did not converge (restart from M⁻¹p, then damped or
  /// Newton-Krylov, tried inside) or something is not finite.
  bool step(double time, double h, const Eigen::Ref<const Eigen::VectorXd>& impulse);
  // Of the last trial step that converged:
  const Eigen::VectorXd& middle_q() const;
  const Eigen::VectorXd& middle_v() const;
  const Eigen::VectorXd& end_q() const;
  const Eigen::VectorXd& end_p() const;
  int iterations() const;  ///< Residuals evaluated in it.
  const std::string& trouble() const;

  /// The node moves to the end of the last trial step, `impulse` (empty: none) added to its
  /// momentum. What was computed there becomes the guess of the next step.
  void commit(const Eigen::Ref<const Eigen::VectorXd>& impulse);

  /// v = M(q)⁻¹ p and p = M(q) v, linear in the number of joints.
  void velocity(const Eigen::Ref<const Eigen::VectorXd>& q,
                const Eigen::Ref<const Eigen::VectorXd>& p, Eigen::Ref<Eigen::VectorXd> v);
  void momentum(const Eigen::Ref<const Eigen::VectorXd>& q,
                const Eigen::Ref<const Eigen::VectorXd>& v, Eigen::Ref<Eigen::VectorXd> p);
  /// Kinetic, of gravity and of springs, linear in the number of joints.
  double energy(const Eigen::Ref<const Eigen::VectorXd>& q,
                const Eigen::Ref<const Eigen::VectorXd>& p);
  double gravity_energy(const Eigen::Ref<const Eigen::VectorXd>& q);  ///< Of gravity alone.
  /// Placements of frames at q, kinematics alone; valid until the next call of anything but const.
  const FramePlacements& placements(const Eigen::Ref<const Eigen::VectorXd>& q);

  /// The node's own numbers beyond (q, p) and the guess, for a checkpoint: set_node and then
  /// set_memory(memory()) goes on with the same bits. Its `reaction` is not ours.
  VariationalMemory memory() const;
  /// False: it is of another model.
  [[nodiscard]] bool set_memory(const VariationalMemory& memory);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace carom::simulation
