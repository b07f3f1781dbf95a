// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// XML as a plain tree in which every element knows its file and line. Files are bounded in size,
// depth and count of elements; document types and entities are refused (no robot needs them, and
// they can grow without bound); included files stay below the folder of the main file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace carom::xml {

constexpr std::size_t largest_file = std::size_t{64} << 20;  // [bytes]
constexpr std::size_t most_elements = 200'000;
constexpr std::size_t most_includes = 256;

struct Element {
  std::string name = {};
  std::vector<std::pair<std::string, std::string>> attributes = {};
  std::vector<Element> children = {};
  std::string text = {};  ///< Of the first text below it; blanks at the ends removed.
  std::shared_ptr<const std::string> file = {};
  int line = 0;

  /// The value of an attribute, or null.
  const std::string* find(std::string_view attribute) const;
  /// The value of an attribute, or "".
  std::string get(std::string_view attribute) const;
  /// The first child of that name, or null.
  const Element* child(std::string_view child_name) const;
  /// "file:line".
  std::string where() const;
};

/// The root element. Throws InvalidInput: no such file, a folder, too large, not XML (with the
/// line), a document type.
Element read(const std::filesystem::path& file);

/// Puts the content of the files that <include file="…"/> names in the place of the include, as
/// MuJoCo does: relative to the folder of the main file, each file once. Throws InvalidInput.
void expand_includes(Element& root, const std::filesystem::path& main_file);

/// True if `path`, links resolved, lies in `folder` or below it.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace carom::xml
