// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The page of published numbers. Input: the numbers, computed again. Output: the page's document
// (format.ts, ReproducePart).
#pragma once

#include <string>
#include <vector>

#include "carom/report.h"
#include "report/json/json_text.h"

namespace carom::report {

[[nodiscard]] Json reproduce_page(const std::vector<Reproduction>& items);

/// Name of the law whose page explains the number: that of its source; empty: none.
[[nodiscard]] std::string explaining_law(const Reproduction& item);

}  // namespace carom::report
