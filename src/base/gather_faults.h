// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// All faults of several checks at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "carom/error.h"

namespace carom::base {

/// Runs `part`; its faults, each after `where`, join the others.
template <class Part>
void gather(std::vector<std::string>& faults, Part part, std::string_view where = {}) {
  try {
    part();
  } catch (const InvalidInput& error) {
    for (const std::string& fault : error.faults()) faults.push_back(std::string(where) + fault);
  }
}

}  // namespace carom::base
