// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What an action is refused for. Input: the action. Output: the faults of its InvalidInput.
#pragma once

#include <string>
#include <vector>

#include "carom/error.h"

namespace carom::test {

/// Empty: nothing was refused.
template <class Action>
std::vector<std::string> faults_of(const Action& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.faults();
  }
  return {};
}

/// All faults as one text.
template <class Action>
std::string refusal_of(const Action& action) {
  try {
    action();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "nothing was refused";
}

}  // namespace carom::test
