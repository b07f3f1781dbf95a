// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Numbers that many tests name.
#pragma once

#include <limits>
#include <numbers>

namespace carom::test {

inline constexpr double degree = std::numbers::pi / 180.0;  ///< [rad]
inline constexpr double earth_gravity = 9.81;               ///< [m/s²], as the scenes have it.
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace carom::test
