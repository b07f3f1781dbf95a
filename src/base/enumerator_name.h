// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The name of an enumerator, for enumerations that count from 0.
#pragma once

#include <cstddef>
#include <string>

namespace carom::base {

/// The name that stands where `value` does in its enumeration: one for every enumerator, in order.
template <class Enum, std::size_t count>
std::string enumerator_name(Enum value, const char* const (&names)[count]) {
  const auto at = static_cast<std::size_t>(value);
  return at < count ? names[at] : "unknown";
}

}  // namespace carom::base
