// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Small dense quadratic programs: minimise ½ xᵀ P x + qᵀ x over lower ≤ normalsᵀ x ≤ upper, P
// positive definite. Input: P, q, normals (one column per constraint), bounds (may be infinite).
// Output: x, multipliers, how well the conditions of optimality hold.
// Always from a cold start: the same input gives the same bits, whatever was solved before.
#pragma once

#include <Eigen/Core>
#include <memory>

namespace carom::control {

class QuadraticProgram {
 public:
  /// An active-set method, and ProxQP where that does not convince; or ProxQP alone.
  enum class Method { automatic, proximal };
  explicit QuadraticProgram(Method method = Method::automatic);
  ~QuadraticProgram();
  QuadraticProgram(QuadraticProgram&&) noexcept;
  QuadraticProgram& operator=(QuadraticProgram&&) noexcept;

  /// False: no answer (P is not positive definite, bounds contradict each other, something is not
  /// finite, or no convergence).
  bool solve(const Eigen::Ref<const Eigen::MatrixXd>& hessian,
             const Eigen::Ref<const Eigen::VectorXd>& gradient,
             const Eigen::Ref<const Eigen::MatrixXd>& normals,
             const Eigen::Ref<const Eigen::VectorXd>& lower,
             const Eigen::Ref<const Eigen::VectorXd>& upper);

  const Eigen::VectorXd& x() const;
  /// Of P x + q + normals · multipliers = 0: positive at an upper bound, negative at a lower one.
  const Eigen::VectorXd& multipliers() const;
  /// Largest fault of feasibility, stationarity and complementarity, in units of the largest
  /// violation of the minimiser without constraints, in the metric of P.
  double residual() const;
  int iterations() const;
  bool proximal() const;  ///< ProxQP gave the answer.

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace carom::control
