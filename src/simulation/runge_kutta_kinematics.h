// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The rate of a model's raw coordinates, q̇ from (q, v), joint by joint:
//   free: position R v, quaternion ½ (quaternion)(0, ω); spherical: the same quaternion;
//   planar: position R v, (cos, sin)' = ω (−sin, cos); continuous the same; as many coordinates as
//   velocities: q̇ = v; others (composites of those above): central differences of q ⊕ s v.
// A quaternion may have drifted off length 1; its rate is then that of the same motion, scaled.
#pragma once

#include <Eigen/Core>

#include "carom/model.h"

namespace carom::simulation {

class RawKinematics {
 public:
  explicit RawKinematics(const Model& model);
  /// Quaternions and (cos, sin) pairs to length 1.
  void normalise(Eigen::Ref<Eigen::VectorXd> q);
  void rate(const Eigen::Ref<const Eigen::VectorXd>& q, const Eigen::Ref<const Eigen::VectorXd>& v,
            Eigen::Ref<Eigen::VectorXd> rate);

 private:
  void difference(const Eigen::Ref<const Eigen::VectorXd>& q,
                  const Eigen::Ref<const Eigen::VectorXd>& v);

  Model model_;
  bool differences_ = false;  // some joint needs them
  Eigen::VectorXd move_, moved_, differenced_;
};

}  // namespace carom::simulation
