// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the angle between two unit normals decides: ⟨u,v⟩ = −cos 2γ, the feasible wedge opens by 2γ.
#pragma once

#include <optional>
#include <string>

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

}  // namespace carom::analysis
