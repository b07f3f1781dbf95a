// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Tells that a file is another one.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace carom::cli {

/// FNV-1a, 64 bits.
inline std::string fingerprint(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const unsigned char byte : text) hash = (hash ^ byte) * 1099511628211ULL;
  return fmt::format("{:016x}", hash);
}

}  // namespace carom::cli
