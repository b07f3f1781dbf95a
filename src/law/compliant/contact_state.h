// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One contact of the compliant law: its spring, its friction, and what it is doing.
//   loading    f = k δⁿ
//   unloading  f = k′ (δ − δᵣ)ⁿ,  δₘ − δᵣ = e² δₘ,  k′ = k e⁻²ⁿ: returns e² of k δₘⁿ⁺¹/(n+1)
//   held       e = 0 and δ̇ = 0: any force between 0 and k δₘⁿ, the limit of the steep line above
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace carom::law {

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

}  // namespace carom::law
