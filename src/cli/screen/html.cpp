// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/screen/html.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "carom/error.h"
#include "cli/screen/output.h"

namespace carom::cli {

void HtmlOption::declare(CLI::App& verb) {
  verb.add_option("--html", file,
                  "write a page to FILE (*.html): opens in any browser, needs no other file")
      ->type_name("FILE")
      ->check([](const std::string& text) {
        return text.empty() ? "expected a file *.html" : std::string();
      });
}

void HtmlOption::check() const {
  if (!wanted()) return;
  namespace fs = std::filesystem;
  if (!has_viewer()) {
    throw InvalidInput(
        fmt::format("--html {}: this carom was built without its viewer; expected one built with "
                    "CAROM_VIEWER=ON",
                    file));
  }
  if (!file.ends_with(".html") && !file.ends_with(".htm")) {
    throw InvalidInput(fmt::format("--html {}: expected a file *.html", file));
  }
  if (const std::string fault = folder_fault("--html", file); !fault.empty()) {
    throw InvalidInput(fault);
  }
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw InvalidInput(fmt::format(
        "--html {}: is there and no file; expected a name that is free, or a file to replace",
        file));
  }
}

void HtmlOption::refuse_batch(const std::string& where) const {
  if (!wanted()) return;
  throw InvalidInput(
      fmt::format("--html {}: {} is a batch; expected one problem: a page shows one; take the line "
                  "you want into a file *.json",
                  file, where));
}

PageContext HtmlOption::context(const InputOptions& input, const Subject& subject) const {
  PageContext context;
  if (subject.model) {
    context.model = &*subject.model;
    context.state = subject.state;
    context.locked = subject.options.locked;
  }
  context.units = subject.units;
  if (!subject.model && !subject.scene.empty()) {
    context.notes.emplace_back(
        "Nothing is drawn: this scene's problem has other coordinates than its model.");
  }
  context.facts = input.facts();
  return context;
}

void HtmlOption::write(std::string_view html, const OutputOptions& output) const {
  write_page(file, html);
  if (!output.wants_json()) write_output(fmt::format("\nPage: {}\n", file));
}

}  // namespace carom::cli
