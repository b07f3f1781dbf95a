// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Rows that are held at rest, and whether they can be: friction of points without slip, force of
// plastic contacts without rebound.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solver/orthogonal_basis.h"

namespace carom::law {

/// Finds f with rows·(w + columns f) = 0, f = weight · row·y: the distribution of small equal
/// compliance when the rows depend on each other. Rows and columns differ where a held normal
/// carries slip friction along.
class HeldRows {
 public:
  void clear(Eigen::Index dimension, Eigen::Index capacity);
  void add(const Eigen::Ref<const Eigen::VectorXd>& row,
           const Eigen::Ref<const Eigen::VectorXd>& column, double weight);
  Eigen::Index size() const { return count_; }
  /// After the last add; false: the held forces are not determined (rows lose rank with friction).
  bool factor();
  /// Forces in force() for the drive w.
  void solve(const Eigen::Ref<const Eigen::VectorXd>& drive);
  double force(Eigen::Index i) const { return force_[i]; }

 private:
  solver::OrthogonalBasis basis_;
  Eigen::MatrixXd rows_, columns_, inner_rows_, inner_columns_, matrix_;
  Eigen::VectorXd weight_, y_, force_;
  std::vector<Eigen::Index> pivot_;
  Eigen::Index count_ = 0;
};

/// In-place LU with partial pivoting of the leading n × n block; false when singular.
bool factor_in_place(Eigen::MatrixXd& A, Eigen::Index n, std::vector<Eigen::Index>& pivot);
void solve_in_place(const Eigen::MatrixXd& A, Eigen::Index n,
                    const std::vector<Eigen::Index>& pivot, Eigen::VectorXd& x);

/// Which rest points hold: solves, by continuation in ε and Newton's method,
///   ε y + w + Σ x_n f_n + Σ X_t f_t = 0,  f_n = k [x_n·y]₊,  f_t = disk_{μ f_n}(k X_tᵀy),
/// whose acceleration is −ε y. With known normal forces it is the optimality condition of a convex
/// problem, so the acceleration is unique; only e = 0 contacts make it more general.
class RestProblem {
 public:
  struct Point {
    int row = 0, tangents = 0;
    double weight = 1.0, friction = 0.0;
    double normal_force = 0.0;  ///< Given, or found when `plastic`.
    double largest = 0.0;       ///< Of a plastic point's normal force.
    bool plastic = false, rests = true;
    Eigen::Vector2d direction = Eigen::Vector2d::Zero();  ///< of the slip, unless it rests
    Eigen::Vector2d wanted = Eigen::Vector2d::Zero();     ///< k X_tᵀy
    Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();
    bool limited() const { return wanted.norm() > friction * normal_force; }
  };
  std::vector<Point> points;

  /// `drive` is w, of unit length. False: no solution found.
  bool solve(const Eigen::MatrixXd& rows, const Eigen::VectorXd& drive);

 private:
  double residual(double epsilon, const Eigen::VectorXd& y, bool derivative);
  void add_point(Point& point, const Eigen::VectorXd& y, bool derivative);

  bool improve(double epsilon);
  void project(const Eigen::MatrixXd& rows, const Eigen::VectorXd& drive);

  // In the span of the rows at rest: other directions accelerate freely and only cost digits.
  solver::OrthogonalBasis basis_;
  Eigen::MatrixXd inner_;
  Eigen::VectorXd drive_, y_, trial_, value_, step_, start_;
  Eigen::MatrixXd slope_;
  std::vector<Eigen::Index> pivot_;
};

}  // namespace carom::law
