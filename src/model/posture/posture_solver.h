// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The nearest posture on its contacts: minimise ½‖difference(start, q)‖² over g(q) = 0 and
// lower ≤ q ≤ upper, on the manifold. Two parts:
//   restore   Levenberg–Marquardt on g inside the limits, min ‖Gx + g‖² + μ²‖x‖² with μ ∝ ‖g‖
//             (more where a step fails): quadratic also where rows depend on each other (Yamashita
//             & Fukushima 2001).
//   descend   Newton's method on the Lagrangian function along G x = 0 inside the limits, every
//             trial restored before it is compared: so the cost falls among postures that touch,
//             and no penalty has to be chosen.
// The answer is a local minimum: of several stances, the one downhill from `start`.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "model/posture/posture_target.h"

namespace carom::posture {

class Solver {
 public:
  Solver(Target& target, double tolerance, int iterations)
      : target_(target), tolerance_(tolerance), limit_(iterations) {}

  /// Brings q on the constraints. False: stuck, or the limit is reached; q is then the best found.
  bool restore(Eigen::VectorXd& q);
  /// From a q on the constraints to the nearest one. False: the limit was reached.
  bool descend(Eigen::VectorXd& q);
  int iterations() const { return iterations_; }

 private:
  struct Tangent;
  bool restore(Evaluation& at, const std::vector<char>& frozen, int limit);
  bool approach(Evaluation& at, const std::vector<char>& frozen, double& boost);
  Eigen::VectorXd normal_step(const Evaluation& at, const std::vector<char>& frozen,
                              double boost) const;
  Tangent tangent_step(const Evaluation& at);
  Eigen::MatrixXd lagrangian_hessian(const Evaluation& at);
  bool take(Evaluation& at, const Eigen::VectorXd& step, double slope);
  bool leave_saddle(Evaluation& at, const Tangent& tangent);
  bool try_point(const Eigen::VectorXd& q, double below, Evaluation& at);

  Target& target_;
  double tolerance_;
  int limit_;
  int iterations_ = 0;
};

}  // namespace carom::posture
