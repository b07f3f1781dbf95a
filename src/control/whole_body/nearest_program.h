// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The point of a polyhedron nearest to the origin: minimise ½ ‖d‖² over lower ≤ normalsᵀ d ≤ upper.
// Input: normals of length 1, one per column, and bounds, the largest violation at d = 0 about 1.
// Output: d, multipliers. The dual active-set method of Goldfarb & Idnani (1983): constraints enter
// one by one, the worst first, and leave when their multipliers reach zero. Fast where few of them
// matter; redundant ones are harmless.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace carom::control {

/// Reusable: after the first call with a size, later ones allocate nothing.
class NearestPoint {
 public:
  /// False: no point found.
  bool solve(const Eigen::MatrixXd& normals, const Eigen::VectorXd& lower,
             const Eigen::VectorXd& upper);

  const Eigen::VectorXd& point() const { return point_; }
  /// Of d + normals · multipliers = 0: positive at an upper bound, negative at a lower one.
  const Eigen::VectorXd& multipliers() const { return multipliers_; }
  int steps() const { return steps_; }

 private:
  struct Active {
    Eigen::Index constraint = 0;
    double sign = 1.0;   // +1: at its lower bound, −1: at its upper
    double bound = 0.0;  // sign · normal · d ≥ bound
    double push = 0.0;   // its multiplier, ≥ 0
  };
  Active worst(const Eigen::MatrixXd& normals, const Eigen::VectorXd& lower,
               const Eigen::VectorXd& upper);
  bool enter(const Eigen::MatrixXd& normals, Active entering);
  void project();
  void append(const Active& entering, double length);
  void leave(std::size_t position);
  void finish();

  Eigen::VectorXd point_, multipliers_, value_, normal_;
  Eigen::VectorXd across_, overlap_, along_;  // of normal_: what Q leaves, Qᵀ of it, R⁻¹ of that
  Eigen::MatrixXd Q_, R_;                     // as many columns as are active
  std::vector<Active> active_;
  int steps_ = 0;
};

}  // namespace carom::control
