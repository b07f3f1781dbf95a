// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The regular law with a small compliance δ (docs/laws/regular.md): in the total normal impulse P,
// with u = K ζ the velocities of the points and s a level common to all,
//   l_j = k_j [s − u_nj]₊/δ in compression and, in release, where the point still holds energy,
//   l_j = k_j [min(s, 0) − u_nj]₊/δ in release where it is empty,  Σ l_j = 1;
//   f_j = projection of −k_j u_tj/δ on the disk of radius μ_j l_j;  dζ/dP = Kᵀ(l, f).
// Scaled: velocities by the approach speed −σ₀, impulses by −σ₀/g with g the largest squared length
// of a normal in the mass metric. Entries of y: ζ, impulse per row, normal work and friction work
// per contact. A function of ζ and of which points are empty; no modes.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "carom/problem.h"
#include "law/regular/reduced_rows.h"

namespace carom::law {

class LayerSystem {
 public:
  /// One contact that can carry; its rows are columns row, row + 1, … of columns().
  struct Point {
    int contact = 0;   ///< Index in the problem.
    int row = 0;       ///< Of the normal.
    int tangents = 0;  ///< 0 without friction.
    double mu = 0.0;   ///< Friction.
    double k = 1.0;    ///< Stiffness, relative to the largest.
  };

  /// Of these contacts. False when none of them approaches.
  bool prepare(const ImpactProblem& problem, std::span<const int> contacts,
               const std::optional<double>& coefficient, const ReducedRows& rows);
  /// Release: which points still hold energy. Empty: compression, all points alike.
  void set_stored(std::span<const char> stored) { stored_.assign(stored.begin(), stored.end()); }
  const std::vector<double>& restitution() const { return restitution_; }
  void set_compliance(double delta) { delta_ = delta; }
  double compliance() const { return delta_; }

  const std::vector<Point>& points() const { return points_; }
  const Eigen::MatrixXd& columns() const { return columns_; }
  Eigen::Index states() const { return columns_.rows(); }
  Eigen::Index size() const { return states() + columns_.cols() + 2 * point_count(); }
  Eigen::Index impulse_at() const { return states(); }
  Eigen::Index normal_work_at() const { return states() + columns_.cols(); }
  Eigen::Index friction_work_at() const { return normal_work_at() + point_count(); }
  Eigen::Index point_count() const { return static_cast<Eigen::Index>(points_.size()); }
  double velocity_unit() const { return velocity_unit_; }
  double impulse_unit() const { return impulse_unit_; }
  /// y before the impact.
  void start(Eigen::VectorXd& y) const;

  /// dy/dP, and its derivative by ζ (size() × states()).
  void rate(const double* y, double* f);
  void jacobian(const double* y, Eigen::MatrixXd& D);
  /// σ = Σ l_j u_nj/Σ l_j over the points whose level is s.
  double sigma(const Eigen::VectorXd& y);
  /// σ of the last evaluation.
  double last_sigma() const;
  /// Velocity of a row.
  double velocity(const double* y, Eigen::Index row) const;
  /// Forces of the last evaluation, by row.
  const Eigen::VectorXd& force() const { return force_; }
  /// l and f at y, by row, into force().
  void evaluate(const double* y);

 private:
  void share();
  double fill(double capacity, bool stored_only);
  bool at_zero(std::size_t point) const { return capped_ && !stored_[point]; }
  void add_row_derivative(Eigen::Index row, Eigen::MatrixXd& D) const;
  void friction_derivative(const Point& point, Eigen::Index index, Eigen::MatrixXd& D);

  std::vector<Point> points_;
  std::vector<double> restitution_;
  std::vector<char> stored_;
  std::vector<int> order_;
  Eigen::MatrixXd columns_;
  Eigen::VectorXd start_, velocity_, force_, lowest_row_;
  // δ until set_compliance() gives that of the run: as layer_flow.cpp begins.
  double delta_ = 1e-8, velocity_unit_ = 1.0, impulse_unit_ = 1.0;
  double reference_ = 0.0;  // velocity from which the level was last counted
  bool capped_ = false;     // s > 0 in release: the level of empty points is 0
};

}  // namespace carom::law
