// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// TOML text as a plain tree in which every value knows its line. Only toml_document.cpp includes
// the library that parses, because its header is slow to compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

struct TomlNode {
  enum class Kind { boolean, integer, number, text, list, table, time };
  Kind kind = Kind::table;
  std::string key = {};  ///< In a table; empty in a list.
  bool flag = false;
  std::int64_t integer = 0;
  double number = 0.0;  ///< Of integers too.
  std::string text = {};
  std::vector<TomlNode> items = {};  ///< Of a list, or of a table in the order of the file.
  int line = 0;                      ///< From 1; 0: not of the file.
  int column = 0;

  bool is_number() const { return kind == Kind::integer || kind == Kind::number; }
  /// The value of a key, or null.
  const TomlNode* find(std::string_view name) const;
};

/// The largest text accepted [bytes].
constexpr std::size_t largest_toml = std::size_t{16} << 20;

/// Throws InvalidInput "where:line:column: …".
TomlNode parse_toml(std::string_view text, std::string_view where);

/// The value as messages show it: short, strings in quotes.
std::string shown(const TomlNode& node);

}  // namespace carom
