// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Levenberg–Marquardt inside a box, on a manifold: brings g(q) to zero, or ‖g‖ as low as the
// neighbourhood of q allows, with lower ≤ q ≤ upper. A step minimises ‖G x + g‖² + μ²‖x‖² inside
// the limits. μ falls with ‖g‖, so convergence is quadratic also where rows depend on each other
// (Yamashita & Fukushima 2001); where a step does not lower ‖g‖ enough (Armijo), μ² grows tenfold.
// Postures on contacts (posture_solver.h) and the inverse kinematics of the thesis
// (control/thesis) each bring rows of their own.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "model/posture/box_step.h"
#include "solver/decompositions.h"

namespace carom::posture {

/// What is to vanish, at one configuration.
struct Point {
  Eigen::VectorXd q;
  Eigen::VectorXd residual;      ///< g
  Eigen::MatrixXd rows;          ///< G = ∂g/∂x at q ⊕ x, only the columns that may move.
  Eigen::VectorXd lower, upper;  ///< Room to the limits, lower ≤ 0 ≤ upper; ±infinity.

  double largest() const { return residual.size() > 0 ? residual.cwiseAbs().maxCoeff() : 0.0; }
};

class LeastSquares {
 public:
  LeastSquares() = default;
  virtual ~LeastSquares() = default;
  LeastSquares(const LeastSquares&) = delete;
  LeastSquares& operator=(const LeastSquares&) = delete;

  /// Fills all of `at`.
  virtual void evaluate(const Eigen::VectorXd& q, Point& at) = 0;
  /// q ⊕ x, inside the limits.
  virtual void move(const Eigen::VectorXd& q, const Eigen::VectorXd& x, Eigen::VectorXd& to) = 0;
  /// What is compared with the goal.
  virtual double distance(const Point& at) const = 0;
  /// μ², `boost` times what it is as long as steps succeed; `rows`: the columns in use.
  virtual double damping(const Point& at, const Eigen::MatrixXd& rows, double boost) const = 0;
};

/// Reusable: no iteration allocates after the first with a size.
class LevenbergMarquardt {
 public:
  enum class End {
    reached,
    stuck,  ///< No step lowers ‖g‖, or it falls too slowly, or it is not finite.
    out_of_iterations
  };
  struct Options {
    double goal = 0.0;  ///< Of the distance.
    int iterations = 0;
    /// Steps in a row that lower ‖g‖ by less than a tenth, and end the search.
    int most_slow = std::numeric_limits<int>::max();
    double longest = std::numeric_limits<double>::infinity();  ///< Of any entry of a step.
  };

  /// From at.q, where `problem` has been evaluated, to the end; `at` is there then. Entries of the
  /// step that are `frozen` stay; empty: none.
  End run(LeastSquares& problem, const Options& options, const std::vector<char>& frozen,
          Point& at);
  /// Of all runs.
  int iterations() const { return iterations_; }
  void reset_count() { iterations_ = 0; }

 private:
  bool approach(LeastSquares& problem, const Options& options, Point& at);
  void find_step(const LeastSquares& problem, const Options& options, const Point& at);

  int iterations_ = 0;
  double boost_ = 1.0;
  std::vector<int> used_;  // columns
  Eigen::MatrixXd G_, normal_, hessian_, identity_;
  Eigen::VectorXd dual_, wanted_, lower_, upper_, step_, image_, to_;
  solver::PivotedCholesky factors_;
  BoxStep box_;
  Point next_;
};

}  // namespace carom::posture
