// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A grid of values, in units of its steps, and where on it a critical point may be.
// Input: axes and values. Output: candidates, in the order of the nodes. Three signs are read:
// a node no higher (lower) than all 3ⁿ − 1 neighbours; a node whose parabola, −H⁻¹g by differences
// on the grid, has its vertex within about one step (of several nodes that see the same, the
// nearest counts); a cell at whose corners each component of the gradient changes sign, and where
// the linear field fitted to those is zero nearby.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "design/map/critical_points.h"

namespace carom::design {

/// Up to four indices, on the stack.
using Node = Eigen::Matrix<int, Eigen::Dynamic, 1, 0, 4, 1>;

/// Position u: node k of axis i is at u_i = k.
class Grid {
 public:
  /// Throws InvalidInput, with every fault; `where` opens the messages.
  Grid(const std::string& where, const std::vector<GridAxis>& axes, const Eigen::VectorXd& values,
       int least_count);

  int dimensions() const { return static_cast<int>(axes_.size()); }
  int count(int axis) const { return axes_[static_cast<std::size_t>(axis)].count; }
  Eigen::Index size() const { return values_.size(); }
  double step(int axis) const { return steps_[axis]; }
  const Eigen::VectorXd& steps() const { return steps_; }
  Node node(Eigen::Index index) const;
  /// NaN outside the grid, and where the value is infinite.
  double value(const Node& node) const;
  /// In the axes' units.
  Eigen::VectorXd place(const Eigen::VectorXd& u) const;
  /// The field as a function of u.
  ScalarField in_steps(const ScalarField& field) const;
  /// Largest |value|.
  double largest() const;

 private:
  std::vector<GridAxis> axes_;
  Eigen::VectorXd steps_, values_;
};

struct Candidate {
  Eigen::VectorXd start;  ///< In steps.
  Eigen::VectorXd node;   ///< The node, or the centre of the cell, it was seen at.
  int sign = 0;           ///< +1: a minimum is expected, −1: a maximum, 0: anything.
  bool cell = false;      ///< Seen in a cell: of use only if nothing else is found there.
};

std::vector<Candidate> critical_candidates(const Grid& grid);

}  // namespace carom::design
