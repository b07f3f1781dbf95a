// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// run --orders (S3 Fig. 8): the same start, impacts resolved most violated contact first and least
// violated first, and how far the two trajectories part.
#pragma once

#include <string>

#include "carom/simulation.h"
#include "cli/input/options.h"

namespace carom::cli {

inline constexpr const char* first_order = "most_violated";
inline constexpr const char* other_order = "least_violated";

/// Throws InvalidInput unless the law has orders.
void require_orders(const Law& law);
/// A table of at most a screen, and what it says.
std::string orders_text(const std::string& title, const Parting& parting, const Trajectory& a,
                        const Trajectory& b);
std::string orders_json(const std::string& title, const Parting& parting, const Trajectory& a,
                        const Trajectory& b, int indent);
/// parting.csv. Throws InvalidInput where it cannot be written.
void write_orders(const std::string& folder, const Parting& parting);

}  // namespace carom::cli
