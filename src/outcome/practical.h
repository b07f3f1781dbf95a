// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The words of practical verdicts: the same in every report, table and page.
#pragma once

#include <optional>
#include <string>

#include "carom/outcome.h"

namespace carom::outcome {

/// "practically one outcome", "slightly different outcomes", "several outcomes", "no outcome".
std::string practical_words(const std::optional<Practical>& practical);

/// "at restitution 0.3, with friction".
std::string circumstances(const PracticalVerdict& verdict);

/// What the verdict's number is the distance of: "over orders of closing 2.19 %, over stiffness
/// ratios 0.1 to 10 of the contacts 1.92 %".
std::string distances(const PracticalVerdict& verdict);

/// The sentence on a line, and the distances on the next one, where there are any.
std::string lines(const PracticalVerdict& verdict, const std::string& indent);

/// Of a law's own verdict `not_checked`, what was done: "64 draws agree", "orders tried agree",
/// which prove nothing; else "not checked".
std::string undecided_words(const Uniqueness& uniqueness);

}  // namespace carom::outcome
