// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The parts of the report of an analysis, for reports that say more.
#pragma once

#include <optional>
#include <string>

#include "carom/analysis.h"

namespace carom::analysis {

const std::string& contact_name(const Analysis& analysis, int contact);

/// "label       text", on a line of its own.
std::string report_line(const std::string& label, const std::string& text);

/// "practically one outcome", "slightly different outcomes", "several outcomes", "no outcome".
std::string practical_words(const std::optional<Analysis::Practical>& practical);
std::string practical_text(const Analysis& analysis);
std::string worst_pair_text(const Analysis& analysis);
std::string energy_text(const Analysis& analysis);
/// Elastic outcomes, worst case, certificate, margin, blocks.
std::string certificate_lines(const Analysis& analysis);
std::string pair_table(const Analysis& analysis);

}  // namespace carom::analysis
