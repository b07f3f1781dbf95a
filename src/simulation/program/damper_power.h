// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the dampers of a model take, of joints and between points: Σ f_d v <= 0 [W].
#pragma once

#include <Eigen/Core>
#include <memory>
#include <utility>
#include <vector>

#include "carom/model.h"

namespace carom::simulation {

class DamperPower {
 public:
  explicit DamperPower(const Model& model);
  /// At a state (not checked).
  double operator()(const Eigen::Ref<const Eigen::VectorXd>& q,
                    const Eigen::Ref<const Eigen::VectorXd>& v);

 private:
  std::vector<std::pair<int, double>> joints_;  // velocity and damping
  /// Where dampers stand between points; none: nowhere.
  std::unique_ptr<ModelWorkspace> workspace_;
  Eigen::VectorXd still_, with_, without_;
};

}  // namespace carom::simulation
