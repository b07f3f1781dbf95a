// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One buffer for everything that is printed; an error of the system is never lost.
#include "cli/screen/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>

#include "cli/screen/terminal.h"

namespace carom::cli {
namespace {

constexpr std::size_t buffer_size = 1 << 20;

std::string& buffer() {
  static std::string text;
  return text;
}

void say(Style style, std::string_view message) {
  fmt::print(stderr, "{} {}\n", paint(Stream::error, style, "carom:"), message);
}

}  // namespace

void flush_output() {
  std::string& text = buffer();
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  text.clear();
  if (!written || std::fflush(stdout) != 0) throw OutputClosed{errno};
}

void write_output(std::string_view text) {
  buffer() += text;
  if (buffer().size() >= buffer_size) flush_output();
}

std::string folder_fault(std::string_view what, const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::error_code ignored;
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) return {};
  return fmt::format("{} {}: the folder '{}' does not exist; make it first", what, file,
                     folder.string());
}

void warn(std::string_view message) { say(Style::warning, message); }
void report_error(std::string_view message) { say(Style::bad, message); }

}  // namespace carom::cli
