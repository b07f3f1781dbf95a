// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The parts of the report of an analysis, for reports that say more.
#pragma once

#include <optional>
#include <string>

#include "carom/analysis.h"
#include "outcome/practical.h"

namespace carom::analysis {

const std::string& contact_name(const Analysis& analysis, int contact);

/// "label       text", on a line of its own.
std::string report_line(const std::string& label, const std::string& text);

using outcome::practical_words;
std::string practical_text(const Analysis& analysis);
/// The same as the first lines of a report, with what the number is the distance of.
std::string verdict_lines(const Analysis& analysis);
std::string worst_pair_text(const Analysis& analysis);
std::string energy_text(const Analysis& analysis);
/// Elastic outcomes, worst case, certificate, margin, blocks.
std::string certificate_lines(const Analysis& analysis);
std::string pair_table(const Analysis& analysis);

}  // namespace carom::analysis
