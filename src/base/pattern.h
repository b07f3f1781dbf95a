// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Patterns of names, in which * stands for any letters and ? for one.
#pragma once

#include <cstddef>
#include <string_view>

namespace carom::base {

inline bool is_pattern(std::string_view text) {
  return text.find_first_of("*?") != std::string_view::npos;
}

inline bool fits_pattern(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0;
  // The last * and the name's letters it has taken: where the rest does not fit, it takes one more.
  std::size_t star = std::string_view::npos, taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace carom::base
