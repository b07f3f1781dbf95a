// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Base64 (RFC 4648, with padding) of the values' bytes, least significant first on every machine.
#include "report/page/arrays.h"

#include <bit>
#include <string>
#include <type_traits>

namespace carom::report {
namespace {

constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Three bytes become four letters.
class Letters {
 public:
  explicit Letters(std::size_t bytes) { text_.reserve((bytes + 2) / 3 * 4); }

  void put(std::uint8_t byte) {
    bits_ = bits_ << 8U | byte;
    if (++held_ < 3) return;
    for (const unsigned shift : {18U, 12U, 6U, 0U}) text_ += letters[bits_ >> shift & 63U];
    bits_ = 0;
    held_ = 0;
  }

  std::string finish() {
    if (held_ == 1) {
      text_ += {letters[bits_ >> 2U & 63U], letters[bits_ << 4U & 63U], '=', '='};
    } else if (held_ == 2) {
      text_ += {letters[bits_ >> 10U & 63U], letters[bits_ >> 4U & 63U], letters[bits_ << 2U & 63U],
                '='};
    }
    return std::move(text_);
  }

 private:
  std::string text_;
  std::uint32_t bits_ = 0;
  int held_ = 0;
};

template <class Unsigned, class Value>
Json packed_as(const char* key, const std::vector<Value>& values) {
  Letters text(values.size() * sizeof(Value));
  for (const Value value : values) {
    const auto bits = std::bit_cast<Unsigned>(value);
    for (unsigned k = 0; k < sizeof(Value); ++k) {
      text.put(static_cast<std::uint8_t>(bits >> (8U * k) & 255U));
    }
  }
  return {{key, text.finish()}};
}

}  // namespace

Json packed(const std::vector<float>& values) { return packed_as<std::uint32_t>("f32", values); }
Json packed(const std::vector<double>& values) { return packed_as<std::uint64_t>("f64", values); }
Json packed(const std::vector<std::uint8_t>& values) {
  return packed_as<std::uint8_t>("u8", values);
}
Json packed(const std::vector<std::uint32_t>& values) {
  return packed_as<std::uint32_t>("u32", values);
}

}  // namespace carom::report
