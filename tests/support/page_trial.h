// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Reading a page and its arrays back.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "report/json/json_text.h"

namespace carom::test {

/// The document inside a page.
inline report::Json page_data(const std::string& html) {
  const std::string begin = R"(id="carom-page">)";
  const auto at = html.find(begin) + begin.size();
  return report::Json::parse(html.substr(at, html.find("</script>", at) - at));
}

inline std::string from_base64(const std::string& text) {
  static const std::string letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int held = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = (bits << 6U | static_cast<unsigned>(letters.find(letter))) & 0xffffffU;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(held) & 255U);
  }
  return bytes;
}

template <class Value>
std::vector<Value> unpacked(const report::Json& document) {
  const std::string bytes = from_base64(document.front().get<std::string>());
  std::vector<Value> values(bytes.size() / sizeof(Value));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
  return values;
}
inline std::vector<float> floats(const report::Json& document) { return unpacked<float>(document); }
inline std::vector<double> doubles(const report::Json& document) {
  return unpacked<double>(document);
}
inline std::vector<std::uint8_t> bytes(const report::Json& document) {
  return unpacked<std::uint8_t>(document);
}

}  // namespace carom::test
