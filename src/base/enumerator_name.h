// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The name of an enumerator, and an enumerator from its name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "carom/error.h"

namespace carom::base {

/// For enumerations that count from 0. The name that stands where `value` does in its enumeration:
/// one for every enumerator, in order.
template <class Enum, std::size_t count>
std::string enumerator_name(Enum value, const char* const (&names)[count]) {
  const auto at = static_cast<std::size_t>(value);
  return at < count ? names[at] : "unknown";
}

/// The one of `values` whose to_string() is `name`. Throws InvalidInput that lists the names and
/// suggests the nearest; `what` is the setting.
template <class Enum>
Enum from_name(const std::string& what, std::string_view name, const std::vector<Enum>& values) {
  std::vector<std::string> names;
  for (const Enum value : values) {
    if (to_string(value) == name) return value;
    names.push_back(to_string(value));
  }
  throw InvalidInput(what + " = '" + std::string(name) + "'; expected one of " + join(names) +
                     did_you_mean(name, names));
}

}  // namespace carom::base
