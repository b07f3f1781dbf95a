// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Words that several reports share.
#pragma once

#include <string>

#include "base/text.h"
#include "carom/tolerance.h"

namespace carom::base {

/// A share with three digits; rounding noise is 0.
inline std::string percent(double value) {
  return number(value < zero_tolerance ? 0.0 : 100.0 * value, 3) + " %";
}

/// "1 contact", "2 contacts".
inline std::string plural(double count, const std::string& word) {
  return number(count, 12) + " " + word + (count == 1.0 ? "" : "s");
}

}  // namespace carom::base
