// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a design seeks, as functions of the parameters: contacts closed, residuals, an objective.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "carom/design.h"
#include "design/map/measures.h"

namespace carom::design {

class DesignTarget {
 public:
  DesignTarget(const Variation& variation, const DesignOptions& options, DesignOptions::Goal goal);

  /// Gaps of contacts and loops; NaN where nothing stands. Empty: they hold by themselves.
  Eigen::VectorXd closed(const Eigen::VectorXd& x);
  /// Zero at a solution, for the goals that are roots; `level`: of Goal::practical.
  Eigen::VectorXd residual(const Eigen::VectorXd& x, double level);
  /// Least at a solution, for the others; |residual| for roots.
  double objective(const Eigen::VectorXd& x);
  /// Spread over orders at the restitution, and T_c/T over the normals: the two of a front.
  double indeterminacy(const Eigen::VectorXd& x);
  double energy_ratio(const Eigen::VectorXd& x);
  /// Everything about a place.
  DesignPoint describe(const Eigen::VectorXd& x);

  /// In words.
  std::string words() const;

 private:
  bool go(const Eigen::VectorXd& x);
  void find_opening_rows(const Eigen::VectorXd& start);
  void describe_impact(DesignPoint& place);
  /// Null: nothing stands there, or there is no impact.
  const ImpactProblem* problem_at(const Eigen::VectorXd& x);
  Eigen::MatrixXd gram();
  double largest_product();
  double term_value(const Eigen::VectorXd& x);

  const Variation& variation_;
  const DesignOptions& options_;
  DesignOptions::Goal goal_;
  MeasurePlan plan_;
  MeasureProbe probe_;
  Eigen::VectorXd at_;  // Where the point stands.
  bool stands_ = false;
  std::vector<Eigen::Index> opening_;  // Rows of opened() that some parameter moves.
  std::vector<double> coxeter_;        // −cos(π/m) of every pair, nearest at the start.
};

}  // namespace carom::design
