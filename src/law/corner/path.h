// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The path of S1's corner impact: phases of constant ratios, contact velocities linear in p = p_n1,
//   ϑ(p) = ϑ₀ + G r(c₁, c₂) p   (S1 eq. 31),
// from the start to W_n = (1 − e²) W_nc (S1 eq. 30), with S1's W_n (eq. 28).
//
// The tie between the normal impulses (S1 eq. 3-7, 18-20, corrected). Four rows n₁ t₁ n₂ t₂ of one
// planar body depend on each other: a·ϑ = 0 with aᵀJ = 0 (S1 eq. 3). S1 postulates the same
// relation for impulses (eq. 5, 7), which has no solution for μ < 1. carom uses S1's (18), (20)
// with the sign that makes both contacts push:
//   p_n2 = |a_n1 + a_t1 c₁| / |a_n2 − a_t2 c₂| · p_n1,   cᵢ = p_ti/p_ni,
// which for the ball of S1 (a = 1, 1, 1, −1) is (1 + c₁)/(1 + c₂).
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "carom/laws/corner.h"

namespace carom::law {

/// Two planar contacts; rows ordered n₁ t₁ n₂ t₂.
struct CornerRows {
  Eigen::Matrix4d delassus;  ///< G
  Eigen::Matrix4d inverse;   ///< G⁺, Moore–Penrose: kinetic energy ½ ϑᵀG⁺ϑ (S1 eq. 25).
  Eigen::Vector4d relation;  ///< a with G a = 0.
  std::array<double, 2> friction, static_friction;

  /// Fills inverse and relation; false unless G has exactly one dependence.
  bool find_relation();
  /// p_n2 per unit p_n1; NaN where numerator and denominator vanish together.
  double tie(const std::array<double, 2>& ratio) const;
  /// Impulses per unit p_n1 with the ratios cᵢ = p_ti/p_ni.
  Eigen::Vector4d direction(const std::array<double, 2>& ratio) const;
  /// The ratio that keeps v_t of `contact` constant, the other contact's ratio given; nullopt: none
  /// with both contacts pushing.
  std::optional<double> sticking_ratio(int contact, const std::array<double, 2>& ratio) const;
  /// The ratios that keep both v_t constant.
  std::optional<std::array<double, 2>> both_sticking() const;
};

enum class CornerSlip { slips, sticks };

struct CornerPath {
  CornerRows rows;
  CornerMode mode = CornerMode::stick_tested;
  double restitution = 0.0;
  Eigen::Vector4d velocity;  ///< ϑ; start value set by the caller.
  Eigen::Vector4d impulse = Eigen::Vector4d::Zero();
  Eigen::Vector4d work = Eigen::Vector4d::Zero();    ///< ∫ v dp of each row.
  Eigen::Vector4d gained = Eigen::Vector4d::Zero();  ///< Its positive part.
  double normal_work = 0.0;                          ///< S1 eq. 28
  double compression_work = 0.0;                     ///< Its minimum, W_nc.
  std::array<double, 2> ratio = {0.0, 0.0};          ///< cᵢ
  std::array<CornerSlip, 2> slip = {CornerSlip::slips, CornerSlip::slips};
  bool falls_again = false;  ///< W_n fell again after the end of compression.

  /// Follows the impact; false: no end, `reason` says why.
  bool run(std::vector<Event>& events);
  std::string reason;

 private:
  double slope(const Eigen::Vector4d& rate) const;
  double curvature(const Eigen::Vector4d& rate) const;
  void begin(std::vector<Event>& events);
  void advance(const Eigen::Vector4d& direction, const Eigen::Vector4d& rate, double step);
  double time_to_stop(int contact, const Eigen::Vector4d& rate) const;
  bool watches(int contact) const;
  void stopped(int contact, std::vector<Event>& events);
  void stop_by_test(int contact, std::vector<Event>& events);
  void refresh_sticking(std::vector<Event>& events);
  void log(std::vector<Event>& events, Event::Kind kind, int contact) const;

  bool compressing_ = true;
  double speed_ = 0.0;
};

}  // namespace carom::law
