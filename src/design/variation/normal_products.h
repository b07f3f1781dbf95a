// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// n_i M⁻¹ n_jᵀ of some contacts' normals at a posture, without a problem: with M = L Lᵀ, the
// products of the columns of L⁻¹Nᵀ. The least that a map of inner products needs.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/model.h"

namespace carom::design {

class NormalProducts {
 public:
  /// `contacts`: indices in model.contacts().
  NormalProducts(const Model& model, std::vector<int> contacts);

  /// At the workspace's configuration; the model has no loops. Nothing is allocated. NaN where the
  /// mass matrix is not positive definite.
  const Eigen::MatrixXd& at(const ModelWorkspace& workspace);

 private:
  std::vector<int> contacts_;
  Eigen::MatrixXd rows_, factor_, columns_, products_;
};

}  // namespace carom::design
