// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Words that several reports share.
#pragma once

#include <string>

#include "base/text.h"

namespace carom::base {

/// Shares of a momentum or an energy below this are rounding: enumerations leave 1e-12, infinite
/// sequences are cut off at 1e-10 (reflections.cpp). Ten times more would hide what integrating
/// laws resolve, 1e-8; ten times less shows noise as figures.
inline constexpr double no_share = 1e-9;

/// A share with three digits; rounding noise is 0.
inline std::string percent(double value) {
  return number(value < no_share ? 0.0 : 100.0 * value, 3) + " %";
}

/// "1 contact", "2 contacts".
inline std::string plural(double count, const std::string& word) {
  return number(count, 12) + " " + word + (count == 1.0 ? "" : "s");
}

}  // namespace carom::base
