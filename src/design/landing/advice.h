// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sentences for the person who designs the landing.
#pragma once

#include <string>
#include <vector>

#include "carom/landing.h"

namespace carom::design {

/// From a landing that is complete but for its advice; the analysis' own advice comes last.
std::vector<std::string> advise(const Model& model, const ImpactProblem& problem,
                                const Landing& landing);

/// "3.2 %, base 0.01 m/s and 0.4 rad/s of roll": a spread and what it does to the base.
std::string spread_text(const LandingSpread& spread);
/// "0.01 m/s and 0.4 rad/s of roll"; only where there is a base.
std::string base_text(const LandingSpread& spread);
/// "outcomes differ by up to 0.0055 m/s and 0.08 rad/s of roll", or by at least.
std::string base_line(const LandingSpread& spread);
/// A speed with two digits; rounding is 0.
std::string rate_text(double value);
/// "left_knee +0.1, right_knee +0.1 rad": the largest entries, at most `most`.
std::string motion_text(const Landing& landing, const Eigen::VectorXd& change, std::size_t most);

}  // namespace carom::design
