// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// All faults of several checks at once.
#pragma once

#include <string>
#include <vector>

#include "carom/error.h"

namespace carom::base {

/// Runs `part`; its faults join the others.
template <class Part>
void gather(std::vector<std::string>& faults, Part part) {
  try {
    part();
  } catch (const InvalidInput& error) {
    faults.insert(faults.end(), error.faults().begin(), error.faults().end());
  }
}

}  // namespace carom::base
