// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A controller over a part of a tick of length h, and the springs and dampers of joints, taken at
// its end, so that motors much stiffer than the leg that they move in the air stay stable:
//   f(h) = f(0) − K (h v + ½ h² a) − D h a,
// K and D the controller's own slopes. So K (½ h²) + D h joins the mass matrix's diagonal, −K h v
// the forces. A motor whose force at the end would pass its limit gives the limit instead, all of
// the part: which ones do is found by trying (a light foot on a strong motor would rattle between
// its limits if the force at the beginning decided).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"

namespace carom::simulation {

class TickMotors {
 public:
  TickMotors(const Model& model, Controller controller);

  /// At the node. False: a force is not finite.
  bool set(double time, const State& state, double size);
  /// What is added to the forces and to the diagonal of the mass matrix.
  const Eigen::VectorXd& force() const { return force_; }
  const Eigen::VectorXd& diagonal() const { return diagonal_; }
  /// With these accelerations over the part, some motor would pass its limit: it is set to the
  /// limit, and the accelerations are to be solved for again.
  bool clip(const Eigen::VectorXd& acceleration);
  /// Of the motors alone, at the end of the part [N, N m].
  const Eigen::VectorXd& torque() const { return torque_; }
  /// Whether the force of a velocity is at its limit in this part.
  const std::vector<bool>& at_limit() const { return at_limit_; }

 private:
  void fill();
  void set_slopes();

  Controller controller_;
  Eigen::VectorXd stiffness_, damping_, limit_;        // of the controller
  Eigen::VectorXd spring_stiffness_, spring_damping_;  // of the model's joints
  Eigen::VectorXd velocity_, given_, clipped_, torque_, force_, diagonal_;
  std::vector<bool> at_limit_;
  double size_ = 0.0;
};

}  // namespace carom::simulation
