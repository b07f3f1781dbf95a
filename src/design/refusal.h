// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A sweep or a search asks about points where nothing can stand: a length below zero, a foot that
// does not reach the ground, a loop that is open, a law that does not fit. The checks of scenes,
// problems and laws refuse those with InvalidInput; here, and nowhere else in this room, that
// becomes the status of the point.
#pragma once

#include <string>
#include <utility>

#include "carom/error.h"

namespace carom::design {

/// Calls `make`. Why it was refused; empty: it was not.
template <class Make>
[[nodiscard]] std::string refusal(Make&& make) {
  try {
    std::forward<Make>(make)();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return {};
}

}  // namespace carom::design
