// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "base/whole_file.h"

#include <array>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "carom/error.h"

namespace carom::base {

std::string whole_file(const std::string& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  std::array<char, 1 << 16> piece;
  while (stream) {
    stream.read(piece.data(), piece.size());
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.eof() && !stream.bad()) return text;
  throw InvalidInput(file + ": cannot be read: " + std::generic_category().message(errno) +
                     "; expected a readable file");
}

}  // namespace carom::base
