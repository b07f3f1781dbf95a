// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bounds come first: the size of the text, and the length of dotted names, because each dot nests a
// table and the library takes those apart by recursion. Nested lists it bounds by itself.
#include "model/scene_file/toml_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "carom/error.h"

#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 16
#include <toml++/toml.h>

namespace carom {
namespace {

constexpr int longest_name = 32;  // dots in one dotted name

/// Position after the string that starts at `i`: of one line, or of several ("""…""").
std::size_t after_string(std::string_view text, std::size_t i) {
  const char quote = text[i];
  const std::string fence(3, quote);
  const bool several = text.substr(i, 3) == fence;
  for (i += several ? 3 : 1; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (several && text.substr(i, 3) == fence) {
      i += 3;
      // Up to two more quotes belong to the string.
      for (int more = 0; more < 2 && i < text.size() && text[i] == quote; ++more) ++i;
      return i;
    } else if (!several && (text[i] == quote || text[i] == '\n')) {
      return i + 1;
    }
  }
  return i;
}

/// A position inside a name with too many dots, or npos.
std::size_t find_long_name(std::string_view text) {
  int dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = after_string(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == '.' && ++dots > longest_name) return i;
    if (std::string_view("\n=,[{").find(c) != std::string_view::npos) dots = 0;
    ++i;
  }
  return std::string_view::npos;
}

TomlNode converted(const toml::node& node) {
  TomlNode result;
  result.line = static_cast<int>(node.source().begin.line);
  result.column = static_cast<int>(node.source().begin.column);
  if (const auto* flag = node.as_boolean()) {
    result.kind = TomlNode::Kind::boolean;
    result.flag = flag->get();
  } else if (const auto* integer = node.as_integer()) {
    result.kind = TomlNode::Kind::integer;
    result.integer = integer->get();
    result.number = static_cast<double>(integer->get());
  } else if (const auto* number = node.as_floating_point()) {
    result.kind = TomlNode::Kind::number;
    result.number = number->get();
  } else if (const auto* text = node.as_string()) {
    result.kind = TomlNode::Kind::text;
    result.text = text->get();
  } else if (const auto* list = node.as_array()) {
    result.kind = TomlNode::Kind::list;
    result.items.reserve(list->size());
    for (const toml::node& item : *list) result.items.push_back(converted(item));
  } else if (const auto* table = node.as_table()) {
    result.kind = TomlNode::Kind::table;
    for (const auto& [key, value] : *table) {
      TomlNode item = converted(value);
      item.key = std::string(key.str());
      item.line = static_cast<int>(key.source().begin.line);
      item.column = static_cast<int>(key.source().begin.column);
      result.items.push_back(std::move(item));
    }
    std::stable_sort(result.items.begin(), result.items.end(), [](const auto& a, const auto& b) {
      return a.line != b.line ? a.line < b.line : a.column < b.column;
    });
  } else {
    result.kind = TomlNode::Kind::time;
  }
  return result;
}

}  // namespace

const TomlNode* TomlNode::find(std::string_view name) const {
  for (const TomlNode& item : items) {
    if (item.key == name) return &item;
  }
  return nullptr;
}

TomlNode parse_toml(std::string_view text, std::string_view where) {
  if (text.size() > largest_toml) {
    throw InvalidInput(fmt::format("{}: the text has {} bytes; expected at most {} (16 MiB)", where,
                                   text.size(), largest_toml));
  }
  if (const std::size_t found = find_long_name(text); found != std::string_view::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(found), '\n');
    throw InvalidInput(fmt::format("{}:{}: a name with more than {} dots; expected shorter names",
                                   where, line, longest_name));
  }
  const toml::parse_result result = toml::parse(text);
  if (!result) {
    const toml::parse_error& error = result.error();
    throw InvalidInput(fmt::format("{}:{}:{}: not TOML: {}", where, error.source().begin.line,
                                   error.source().begin.column, error.description()));
  }
  return converted(result.table());
}

std::string shown(const TomlNode& node) {
  switch (node.kind) {
    case TomlNode::Kind::boolean: return node.flag ? "true" : "false";
    case TomlNode::Kind::integer: return std::to_string(node.integer);
    case TomlNode::Kind::number: return fmt::format("{}", node.number);
    case TomlNode::Kind::text: {
      constexpr std::size_t longest = 60;
      std::size_t size = std::min(node.text.size(), longest);
      while (size < node.text.size() && (node.text[size] & 0xC0) == 0x80) --size;  // whole letters
      std::string text = node.text.substr(0, size);
      for (char& c : text) c = std::iscntrl(static_cast<unsigned char>(c)) ? ' ' : c;
      return fmt::format("\"{}{}\"", text, node.text.size() > longest ? "…" : "");
    }
    case TomlNode::Kind::list: return fmt::format("a list of {}", node.items.size());
    case TomlNode::Kind::table: return "a table";
    case TomlNode::Kind::time: return "a date or time";
  }
  return {};
}

}  // namespace carom
