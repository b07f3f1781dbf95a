// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// An enumerator from its name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "carom/error.h"

namespace carom::law {

/// The one of `values` whose to_string() is `name`. Throws InvalidInput that lists the names and
/// suggests the nearest; `what` is the setting.
template <class Enum>
Enum from_name(const std::string& what, std::string_view name, const std::vector<Enum>& values) {
  std::vector<std::string> names;
  for (const Enum value : values) {
    if (to_string(value) == name) return value;
    names.push_back(to_string(value));
  }
  throw InvalidInput(what + " = '" + std::string(name) + "'; expected one of " + base::join(names) +
                     base::did_you_mean(name, names));
}

}  // namespace carom::law
