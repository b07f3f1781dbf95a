// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// run --orders (S3 Fig. 8), printed: the same start, impacts resolved most violated contact first
// and least violated first, and how far the two trajectories diverge.
#pragma once

#include <string>

#include "carom/simulation.h"
#include "cli/input/options.h"

namespace carom::cli {

/// carom::require_orders(), with what to do about it here.
void refuse_without_orders(const Law& law);
/// A table of at most a screen, and what it says.
std::string orders_text(const std::string& title, const OrderRuns& runs);

}  // namespace carom::cli
