// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Bytes of files and contents of folders.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace carom::test {

namespace fs = std::filesystem;

/// Where scenes/ is; relative where the compiler was given a relative name (run from build/PRESET).
inline const fs::path project_root = fs::path(__FILE__).parent_path().parent_path().parent_path();

inline std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void put_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}
/// All files below a folder, by their names in it.
inline std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    files[name] = entry.is_directory() ? "/" : bytes_of(entry.path());
  }
  return files;
}
inline std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files_in(folder)) names.push_back(name);
  return names;
}

}  // namespace carom::test
