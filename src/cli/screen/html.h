// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// --html FILE: the page of a result.
#pragma once

#include <string>
#include <string_view>

#include "carom/page.h"
#include "cli/input/options.h"

namespace carom::cli {

struct HtmlOption {
  std::string file;

  void declare(CLI::App& verb);
  bool wanted() const { return !file.empty(); }
  /// Before any work. Throws InvalidInput unless the file can be made or replaced.
  void check() const;
  /// Throws InvalidInput if the page was asked for: it shows one problem.
  void refuse_batch(const std::string& where) const;
  /// What moves in `subject`, which must outlive it, and what was asked.
  PageContext context(const InputOptions& input, const Subject& subject) const;
  /// Says where it is, unless standard output is for JSON.
  void write(std::string_view html, const OutputOptions& output) const;
};

}  // namespace carom::cli
