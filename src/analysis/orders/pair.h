// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the angle between two unit normals decides: ⟨u,v⟩ = −cos 2γ, the feasible wedge opens by 2γ;
// and blocks of contacts whose angles alone say that every order has the same outcome.
#pragma once

#include <optional>
#include <string>

#include "analysis/orders/blocks.h"
#include "carom/analysis.h"
#include "carom/problem.h"

namespace carom::analysis {

/// m with w = −cos(π/m) within zero_tolerance; 1 for w = 1, none for opposite normals.
std::optional<int> coxeter_order(double w);

/// Everything about contacts `first` and `second`.
ContactPair describe_pair(const ImpactProblem& problem, int first, int second);

/// "-cos(pi/3) = -0.5"; for m = 1 and 2 just the number.
std::string coxeter_text(int order);
/// Where w, not a Coxeter value, lies: "between -cos(pi/3) = -0.5 and -cos(pi/4) = -0.707".
std::string coxeter_interval(double w);

/// Whether the outcome of a block is known to be the same for every order, without a search.
enum class OrderFree {
  no,         ///< Not known: search.
  decoupled,  ///< One contact.
  coxeter,    ///< Elastic, every pair at a Coxeter angle.
  plastic,    ///< Restitution 0, no positive inner product.
};
OrderFree order_free(const ContactBlock& block);

}  // namespace carom::analysis
