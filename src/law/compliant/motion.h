// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Power series in time of the compliant impact, between events:
//   ζ̇ = X f,  u = Xᵀζ,  δ̇ = −u_n,  f_n = k′(δ − δᵣ)ⁿ,  f_t = −μ f_n u_t/|u_t| or what keeps u_t.
// Every coefficient follows from the lower ones, so a step is exact to the order of the series and
// the series itself is the dense output for events. For linear springs without turning slip the
// equations are linear and the series converges everywhere.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include "law/compliant/holding.h"

namespace carom::law {

/// One contact: its spring, its friction, and what it is doing.
///   loading    f = k δⁿ
///   unloading  f = k′ (δ − δᵣ)ⁿ,  δₘ − δᵣ = e² δₘ,  k′ = k e⁻²ⁿ: returns e² of k δₘⁿ⁺¹/(n+1)
///   held       e = 0 and δ̇ = 0: any force between 0 and k δₘⁿ, the limit of the steep line above
struct CompliantContact {
  enum class Normal { open, loading, unloading, closed, held };
  /// kicked: friction at its limit in a fixed direction, slip still zero; slips: against the slip.
  enum class Slip { none, sticks, kicked, slips };

  int row = 0;
  int tangents = 0;
  double stiffness = 1.0, restitution = 0.0, friction = 0.0, static_friction = 0.0;
  double cut = 0.0;  ///< Compression below which a spring that is not linear counts as zero.

  Normal normal = Normal::open;
  Slip slip = Slip::none;
  double peak = 0.0, residual = 0.0;                    ///< δₘ, δᵣ
  Eigen::Vector2d direction = Eigen::Vector2d::Zero();  ///< of the slip
  double taken = 0.0, returned = 0.0, friction_work = 0.0;
  bool touched = false;   ///< It carried at some time.
  bool released = false;  ///< A held force that vanished: not to be tried again at once.
  bool pressed = false;   ///< A closed contact that began to approach: to be held.
  bool forced = false;    ///< Held because it was pressed, though no force of its kind holds it.
  bool stopped = false;   ///< Its slip has just come to rest.

  bool springs() const { return normal == Normal::loading || normal == Normal::unloading; }
  bool carries() const { return springs() || normal == Normal::held; }
  bool slides() const { return slip == Slip::slips || slip == Slip::kicked; }
  double origin() const { return normal == Normal::unloading ? residual : 0.0; }
  double line_stiffness(double exponent) const {
    if (normal != Normal::unloading) return stiffness;
    return stiffness * std::pow(restitution, -2.0 * exponent);
  }
  double peak_force(double exponent) const { return stiffness * std::pow(peak, exponent); }
  /// Where the line that it is on, or will join, begins to carry.
  double edge() const {
    return peak > 0.0 && normal != Normal::loading ? restitution * restitution * cut : cut;
  }
  /// Force and stored energy at a compression, on the line it is on.
  double force(double compression, double exponent) const {
    const double z = compression - origin();
    return springs() && z > 0.0 ? line_stiffness(exponent) * std::pow(z, exponent) : 0.0;
  }
  double stored(double compression, double exponent) const {
    const double z = std::max(compression - origin(), edge());
    const double whole = std::pow(z, exponent + 1.0) - std::pow(edge(), exponent + 1.0);
    return springs() ? line_stiffness(exponent) * whole / (exponent + 1.0) : 0.0;
  }
};

struct CompliantMotion {
  /// Of the series: fewer terms take more steps, further ones fall below the rounding of the first.
  static constexpr int order = 18;

  double exponent = 1.0;
  std::vector<CompliantContact> contacts;
  Eigen::MatrixXd rows;   ///< X: whitened rows of the contacts, one column each, scaled.
  Eigen::VectorXd speed;  ///< ζ: whitened velocity, scaled.
  Eigen::VectorXd compression, impulse;

  void resize();
  /// Takes out what is left of the speed of held rows, by the impulses that do it. Both are false
  /// where held forces are not determined.
  bool stop_held();
  bool expand();
  /// Step that keeps the truncation below `tolerance`.
  double step_size(double tolerance) const;
  /// Moves to time h after the expansion; adds impulses and works.
  void advance(double h);
  /// The same while nothing carries, however long.
  void fly(double h);

  /// Of ζ, and of all forces that make it, at the last expansion.
  double acceleration() const { return speed_.col(1).norm(); }
  double largest_force() const { return force_.col(0).cwiseAbs().maxCoeff(); }
  double contact_speed(int row, double t) const { return value(contact_speed_, row, t, order); }
  double compression_at(int contact, double t) const {
    return value(compression_, contact, t, order);
  }
  double force(int row, double t) const { return value(force_, row, t, order - 1); }
  Eigen::Vector2d slip(const CompliantContact& contact, double t) const;
  /// Speeds of a contact's rows now, without an expansion.
  double normal_speed(const CompliantContact& contact) const {
    return rows.col(contact.row).dot(speed);
  }
  Eigen::Vector2d slip_now(const CompliantContact& contact) const;
  Eigen::Vector2d friction(const CompliantContact& contact, double t) const;

 private:
  static double value(const Eigen::MatrixXd& series, Eigen::Index row, double t, int degree);
  /// With `kicked`, also the tangents of contacts that are about to slip.
  bool prepare_held(bool kicked);
  void spring_force(int contact, int k);
  void slip_direction(int contact, int k);
  void slip_friction(int contact, int k);
  void held_forces(int k);
  void add_works(int contact, double h);

  Eigen::MatrixXd speed_, contact_speed_, compression_, force_, slip_speed_, direction_;
  Eigen::VectorXd drive_, column_;
  HeldRows held_;
};

}  // namespace carom::law
