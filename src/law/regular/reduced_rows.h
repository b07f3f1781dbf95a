// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contact rows in as few coordinates as they span: J M⁻¹ Jᵀ = K Kᵀ, with one row of K per row of
// J and r = rank columns (6 under one foot, 12 under two, however many points), and the state ζ
// with u = K ζ for the contact velocities u = J v. An impulse λ on the rows changes ζ by Kᵀλ.
// Bilateral rows are already projected out of the problem's rows.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/problem.h"

namespace carom::law {

class ReducedRows {
 public:
  /// A row whose new part has a squared length below this share of the longest adds no dimension.
  /// It lies between the two shares of reduced_rows.cpp, so that both ways to choose agree; as a
  /// length it is 3e-7, and Gram–Schmidt leaves rounding of 1e-15 of one.
  static constexpr double dependence = 1e-13;

  /// Allocates only when the problem is larger than any before.
  void compute(const ImpactProblem& problem);

  Eigen::Index rank() const { return rank_; }
  /// Kᵀ: rank() × number of rows; column i belongs to row i of contact_jacobian().
  const Eigen::MatrixXd& columns() const { return columns_; }
  /// ζ of the velocity before the impact.
  const Eigen::VectorXd& start() const { return start_; }

 private:
  void gather(const Eigen::MatrixXd& X, const Eigen::VectorXd& velocity);
  bool choose(const Eigen::MatrixXd& products);
  void choose_carefully();
  void append(const double* column);
  void project();

  Eigen::MatrixXd columns_, basis_, rows_, rest_;
  Eigen::VectorXd start_, lengths_, velocity_;
  std::vector<Eigen::Index> moved_;   // coordinates in which some row is not zero
  std::vector<Eigen::Index> chosen_;  // rows that span all of them, longest rest first
  Eigen::Index rank_ = 0;
};

}  // namespace carom::law
