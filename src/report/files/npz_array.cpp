// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "report/files/npz_array.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace carom::report {
namespace {

constexpr std::string_view magic = "\x93NUMPY\x01";
constexpr std::uint64_t nan_bits = 0x7FF8000000000000;

void put_character(std::string& text, std::uint32_t code) {
  const auto byte = [&](std::uint32_t value) { text += static_cast<char>(value); };
  const auto tail = [&](int shift) { byte(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    byte(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace

std::string array_header(std::string_view kind, const std::vector<std::int64_t>& shape) {
  std::string sizes;
  for (const std::int64_t size : shape) sizes += fmt::format("{}, ", size);
  if (!shape.empty()) sizes.erase(sizes.size() - (shape.size() == 1 ? 1 : 2));  // (3,) or (3, 4)
  std::string body =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", kind, sizes);
  const std::size_t start = magic.size() + 3;  // minor version, two bytes of length
  const std::size_t whole = (start + body.size() + 1 + 63) / 64 * 64;
  body.resize(whole - start - 1, ' ');
  body += '\n';
  std::string text(magic);
  text += '\0';
  text += static_cast<char>(body.size() & 0xFF);
  text += static_cast<char>(body.size() >> 8);
  return text + body;
}

std::size_t array_header_size(std::string_view bytes) {
  if (bytes.size() < magic.size() + 3 || !bytes.starts_with(magic)) return 0;
  return magic.size() + 3 + static_cast<unsigned char>(bytes[8]) +
         256 * static_cast<std::size_t>(static_cast<unsigned char>(bytes[9]));
}

char* put_double(char* at, double value) {
  const std::uint64_t bits = std::isnan(value) ? nan_bits : std::bit_cast<std::uint64_t>(value);
  for (int k = 0; k < 8; ++k) at[k] = static_cast<char>(bits >> (8 * k) & 0xFF);
  return at + 8;
}

double get_double(const char* at) {
  std::uint64_t bits = 0;
  for (int k = 0; k < 8; ++k) {
    bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(at[k])) << (8 * k);
  }
  return std::bit_cast<double>(bits);
}

std::string wide_text(std::string_view text) {
  std::string wide;
  wide.reserve(4 * text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0;
    std::uint32_t code = more == 0 ? lead : lead & (0x3Fu >> more);
    for (; more > 0 && i < text.size(); --more) {
      code = code << 6 | (static_cast<unsigned char>(text[i++]) & 0x3F);
    }
    for (int k = 0; k < 4; ++k) wide += static_cast<char>(code >> (8 * k) & 0xFF);
  }
  return wide;
}

std::string narrow_text(std::string_view wide) {
  std::string text;
  for (std::size_t i = 0; i + 4 <= wide.size(); i += 4) {
    std::uint32_t code = 0;
    for (std::size_t k = 4; k-- > 0;) {
      code = code << 8 | static_cast<unsigned char>(wide[i + k]);
    }
    if (code != 0) put_character(text, code);
  }
  return text;
}

std::vector<std::string> array_names(const MapSettings& settings) {
  std::vector<std::string> names = {"settings"};
  for (const MapColumn& column : settings.columns) {
    std::string name = column.name;
    std::replace(name.begin(), name.end(), '/', '_');
    const std::string stem = name;
    for (int k = 2; std::find(names.begin(), names.end(), name) != names.end(); ++k) {
      name = fmt::format("{}_{}", stem, k);
    }
    names.push_back(name);
  }
  std::rotate(names.begin(), names.begin() + 1, names.end());
  return names;
}

}  // namespace carom::report
