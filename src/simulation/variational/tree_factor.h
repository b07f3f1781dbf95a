// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Factorisation of M(q) + diag(d) by articulated bodies (Featherstone, Rigid Body Dynamics
// Algorithms, 2008, ch. 7), and x = (M + diag d)⁻¹ r by a pass up and a pass down; both linear in
// the number of joints. Velocity terms of the algorithm are not needed here.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "simulation/variational/tree_passes.h"

namespace carom::simulation {

class TreeFactor {
 public:
  explicit TreeFactor(const TreePasses& passes);

  /// At the places of `passes`, which are kept.
  void factorise(const TreePasses& passes, const double* diagonal);
  void solve(const double* r, double* x);

 private:
  using Matrix6d = Eigen::Matrix<double, 6, 6>;
  /// Force = A v + B ω, moment = Bᵀ v + C ω.
  struct Inertia {
    Matrix3d A, B, C;
  };
  /// A joint of one column, U = I s.
  struct Pivot {
    Place place = {};
    Spatial U = {};
    double inverse = 0.0;
    double u = 0.0;
  };
  /// A joint of several: columns of U and (sᵀU + d)⁻¹, the first `columns` of each.
  struct Block {
    int columns = 0;
    Matrix6d U, inverse;
    Eigen::Matrix<double, 6, 1> u;
  };

  void reduce_block(const TreeLink& link, const double* diagonal, Inertia& inertia, Block& block);

  const std::vector<TreeLink>& links_;
  std::vector<Pivot> pivots_;
  std::vector<Inertia> inertias_;
  std::vector<Spatial> force_, acceleration_;
  std::vector<int> block_of_;
  std::vector<Block> blocks_;
};

}  // namespace carom::simulation
