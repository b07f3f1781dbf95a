// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Files that are read as a whole, and files that others name.
#include <fmt/format.h>

#include <array>
#include <fstream>

#include "model/scene_file/scene_file_kinds.h"

namespace carom {

namespace fs = std::filesystem;

std::string read_text_file(const fs::path& file, std::string_view kind) {
  const std::string where = file.string();
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (!fs::exists(status)) {
    throw InvalidInput(fmt::format("{}: the file does not exist; expected {}", where, kind));
  }
  if (fs::is_directory(status)) {
    throw InvalidInput(fmt::format("{}: is a directory; expected {}", where, kind));
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  std::array<char, 65536> piece;
  while (stream && text.size() <= largest_toml) {
    stream.read(piece.data(), piece.size());
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
  }
  if (text.size() > largest_toml) {
    throw InvalidInput(
        fmt::format("{}: more than {} bytes; expected at most 16 MiB", where, largest_toml));
  }
  if (!stream.eof()) {
    throw InvalidInput(fmt::format("{}: cannot be read; expected {}", where, kind));
  }
  return text;
}

fs::path read_path(SceneFileReader& reader, const FilePart& part, std::string_view key,
                   const FileRoot& root) {
  const auto text = reader.text(part, key);
  if (!text) return {};
  const TomlNode& node = *part.table.find(key);
  const fs::path relative = fs::path(*text).lexically_normal();
  const bool leads_out =
      relative.is_absolute() || relative.has_root_path() || *relative.begin() == "..";
  if (root.folder && leads_out) {
    reader.add(node, part,
               fmt::format("{} = {}; expected a path relative to {}, in its folder or below; put "
                           "or link the file there",
                           key, shown(node), root.of));
    return {};
  }
  const fs::path path = root.folder ? *root.folder / relative : relative;
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) {
    reader.add(node, part,
               fmt::format("{} = {}; there is no such file; expected {}", key, shown(node),
                           root.folder ? fmt::format("a file beside or below {}", root.of)
                                       : "the path of a file"));
    return {};
  }
  return path;
}

}  // namespace carom
