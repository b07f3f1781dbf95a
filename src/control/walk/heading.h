// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Angles about z, whatever turns they count.
#pragma once

#include <cmath>
#include <numbers>

namespace carom::control {

/// From one heading to another, in [−π, π].
inline double turned(double from, double to) {
  return std::remainder(to - from, 2.0 * std::numbers::pi);
}
/// Midway between two.
inline double mean_heading(double one, double other) { return one + 0.5 * turned(one, other); }

}  // namespace carom::control
