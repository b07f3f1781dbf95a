// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Forces of the variational integrator beside weight: springs and dampers of joints and between
// points, and the controller. All are evaluated at the middle of a step.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"
#include "simulation/variational/tree.h"

namespace carom::simulation {

class VariationalForces {
 public:
  VariationalForces(const Model& model, const Controller& controller);

  bool none() const { return joints_.empty() && points_.empty() && !controller_; }
  /// Whether any depends on where a floating tree is.
  bool see_places() const { return !points_.empty() || controller_; }

  /// Those of a controller whose slopes change, for the steps that begin now.
  void set_slopes();
  /// Sets the rows of the model; the passes stand at q and v, floating roots apart, whose places
  /// are taken from q and whose drift (world velocity of the centre of mass, one per link) is added
  /// here. False: the controller's force is not finite.
  bool evaluate(double time, const VectorXd& q, const VectorXd& v,
                const std::vector<Vector3d>& drift, VariationalTree& tree, VectorXd& force);
  double energy(const VectorXd& q, VariationalTree& tree) const;  ///< Of springs.

  /// −∂force/∂q and −∂force/∂v of every joint by itself, as far as known.
  VectorXd stiffness, damping;

 private:
  struct JointPart {
    int q = 0, v = 0;
    double stiffness = 0.0, rest = 0.0, damping = 0.0;
  };
  struct End {
    int link = -1;
    Vector3d point = Vector3d::Zero();  ///< In the link, or the world.
  };
  struct PointPart {
    End ends[2];
    double stiffness = 0.0, length = 0.0, damping = 0.0;
  };

  void add_points(const std::vector<Vector3d>& drift, VariationalTree& tree, VectorXd& force);

  Controller controller_;
  std::vector<JointPart> joints_;
  std::vector<PointPart> points_;
  std::vector<Spatial> wrench_;
  VectorXd joint_rows_, rows_;
  VectorXd own_stiffness_, own_damping_;  // of the model's springs and dampers
};

}  // namespace carom::simulation
