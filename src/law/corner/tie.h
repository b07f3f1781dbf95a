// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The tie between the normal impulses of two planar contacts (S1 eq. 3-7, 18-20, corrected).
// Four rows n₁ t₁ n₂ t₂ of one planar body depend on each other: a·ϑ = 0 with aᵀJ = 0 (S1 eq. 3).
// S1 postulates the same relation for impulses (eq. 5, 7), which has no solution for μ < 1. carom
// uses S1's (18), (20) with the sign that makes both contacts push:
//   p_n2 = |a_n1 + a_t1 c₁| / |a_n2 − a_t2 c₂| · p_n1,   cᵢ = p_ti/p_ni,
// which for the ball of S1 (a = 1, 1, 1, −1) is (1 + c₁)/(1 + c₂).
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>

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

}  // namespace carom::law
