// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One buffer for everything that is printed; an error of the system is never lost.
#include "cli/screen/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

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

// ANSI colours, decided once per stream.

namespace {

bool variable_is(const char* name, std::string_view value) {
  const char* found = std::getenv(name);
  return found != nullptr && value == found;
}

bool shows_colour(Stream stream) {
  const char* refused = std::getenv("NO_COLOR");
  return is_terminal(stream) && (refused == nullptr || *refused == '\0') &&
         !variable_is("TERM", "dumb");
}

}  // namespace

bool is_terminal(Stream stream) {
  return isatty(stream == Stream::output ? STDOUT_FILENO : STDERR_FILENO) != 0;
}

std::string paint(Stream stream, Style style, std::string_view text) {
  static const std::array<bool, 2> colour = {shows_colour(Stream::output),
                                             shows_colour(Stream::error)};
  static constexpr const char* codes[] = {"", "1", "2", "32", "33", "31"};
  if (style == Style::plain || !colour[static_cast<std::size_t>(stream)]) return std::string(text);
  return std::string("\033[") + codes[static_cast<int>(style)] + "m" + std::string(text) +
         "\033[0m";
}

std::string paint_report(std::string_view text, std::initializer_list<LineStyle> lines) {
  const auto style_of = [&](std::string_view line) {
    for (const auto& [label, style] : lines) {
      if (line.starts_with(label)) return style;
    }
    return Style::plain;
  };
  std::string painted;
  for (bool title = true; !text.empty(); title = false) {
    const auto end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    painted += paint(Stream::output, title ? Style::strong : style_of(line), line);
    if (end == std::string_view::npos) break;
    painted += '\n';
    text.remove_prefix(end + 1);
  }
  return painted;
}

}  // namespace carom::cli
