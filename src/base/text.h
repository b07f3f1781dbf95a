// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Numbers and lists as short text, and the nearest of some names: what messages are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom::base {

/// Shortest form with at most `digits` significant digits; "nan" and "infinity" by name.
std::string number(double value, int digits = 6);
/// Filled with blanks to `width` characters; continuation bytes of UTF-8 take no room.
std::string pad(const std::string& text, std::size_t width, bool right = true);
/// "a, b, c".
std::string join(const std::vector<std::string>& items, std::string_view separator = ", ");
/// The candidate with the fewest edits from `name`, or empty if none is close.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);
/// "; did you mean 'x'?" or "".
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace carom::base
