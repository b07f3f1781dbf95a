// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Friction at points whose slip is zero, with given normal shares: the point sticks if friction can
// hold it, else it begins to slip against the greatest friction. Both follow from
//   minimise ½ fᵀA f + bᵀf  over  |f_j| ≤ radius_j,   A = G on the rest rows, b the rates without
//   f,
// a convex problem, so that the rates A f + b are unique (f itself need not be).
// S2 (2.24)–(2.26), corrected, is its solution inside the disks; (2.27), corrected, the one
// outside.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/decompositions.h"

namespace carom::law {

struct RestPoint {
  int point = 0;                ///< Index in the caller's list.
  int row = 0;                  ///< First tangent row.
  int count = 0;                ///< 1 or 2 tangent rows.
  double static_radius = 0.0;   ///< Greatest friction while it sticks.
  double dynamic_radius = 0.0;  ///< Friction once it slips.
  bool sticks = true;           ///< Result.
};

class RestFriction {
 public:
  /// Writes the friction of `points` into q and returns the largest violation of the conditions
  /// above, relative to the drive. `rate` holds the rates of all rows without this friction.
  double solve(const Eigen::MatrixXd& G, std::vector<RestPoint>& points,
               const Eigen::VectorXd& rate, Eigen::VectorXd& q);

 private:
  void gather(const Eigen::MatrixXd& G, const std::vector<RestPoint>& points,
              const Eigen::VectorXd& rate);
  bool stick_everywhere(const std::vector<RestPoint>& points);
  double relax(std::vector<RestPoint>& points);
  void choose_radii(const std::vector<RestPoint>& points);

  Eigen::MatrixXd A_, damped_;
  Eigen::VectorXd b_, f_, rest_, step_, radius_;
  solver::Cholesky factor_;
};

}  // namespace carom::law
