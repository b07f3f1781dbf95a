// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Loops and coupled joints of a robot by ticks: B a + Ḃv + 2ζω Bv + ω² φ = 0 with ζ = 1, in the
// metric of M = L Lᵀ: C = L⁻¹Bᵀ, y = Lᵀa, so Cᵀ y = −b. With Q a basis of C's span and y₀ the
// shortest y of these equations, all others are y₀ + (I − QQᵀ) z: what acts on the robot is
// projected, and rows of contacts see their columns projected.
#pragma once

#include <Eigen/Core>

#include "carom/model.h"
#include "solver/decompositions.h"

namespace carom::simulation {

class Bilateral {
 public:
  explicit Bilateral(const Model& model);
  bool empty() const { return count_ == 0; }
  /// At the workspace's configuration, whose mass matrix is factored in `mass`.
  void set(const ModelWorkspace& at, const Eigen::VectorXd& v, const solver::Cholesky& mass,
           double decay);
  /// v ← the nearest velocity, in the mass metric, that keeps them.
  void hold(const ModelWorkspace& at, Eigen::VectorXd& v);
  /// z ← y₀ + (I − QQᵀ) z.
  void project(Eigen::VectorXd& z) const;
  /// A ← (I − QQᵀ) A.
  void project_columns(Eigen::MatrixXd& A) const;

 private:
  Model model_;
  ModelWorkspace shifted_;
  Eigen::Index count_ = 0;
  Eigen::MatrixXd rows_, other_rows_, columns_, basis_;
  Eigen::VectorXd right_, shortest_, moved_;
};

}  // namespace carom::simulation
