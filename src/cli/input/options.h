// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Options that several verbs share, each declared once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/law_by_name.h"
#include "carom/page.h"
#include "carom/problem.h"
#include "carom/resolve.h"
#include "carom/subject.h"
#include "cli/input/input.h"

namespace CLI {
class App;
}

namespace carom::cli {

struct RobotArguments {
  std::optional<std::string> contacts, posture, velocity, armature, lock, base, srdf;
  std::optional<double> drop, touch;
  bool stand = false, watch_all = false;
  std::vector<std::string> packages;

  void declare(CLI::App& verb);
  /// The words, split.
  void add_to(SubjectOptions& options) const;
};

}  // namespace carom::cli
// Options that several verbs share, each declared once.

namespace CLI {
class App;
}

namespace carom::cli {

/// --json, --indent N.
struct OutputOptions {
  bool json = false;
  std::optional<int> indent;

  void declare(CLI::App& verb);
  bool wants_json() const { return json || indent.has_value(); }
  int json_indent() const { return std::min(indent.value_or(-1), 32); }
};

inline constexpr const char* any_file_help =
    "problem (*.json), batch (*.jsonl), - for standard input, scene (its name, or *.toml), or "
    "robot "
    "(*.urdf, *.xml)";
inline constexpr const char* moving_file_help =
    "scene (its name, or *.toml), or robot (*.urdf, *.xml)";

/// FILE, --set, and what robot files need.
struct InputOptions {
  std::string file;
  std::vector<std::string> settings;
  RobotArguments robot;
  // Of runs, declared by their verb:
  std::optional<std::string> program;
  std::vector<std::string> motors;

  /// `what`: the kinds of FILE, for the help.
  void declare(CLI::App& verb, const char* what = any_file_help);
  /// Of impacts. `with_model`: what moves is wanted too, where there is one.
  Input open(bool with_model = false) const;
  /// What `map` and `design` vary.
  Subject open_varied() const;
  /// What `run` sets in motion; `drop`: from there, instead of from where the scene says; `ground`:
  /// in the words of terrain_from_words().
  Subject open_run(const std::optional<double>& drop,
                   const std::optional<std::string>& ground = {}) const;
  /// The same before it is opened.
  SubjectOptions run_options(const std::optional<double>& drop,
                             const std::optional<std::string>& ground = {}) const;
  /// FILE and what was set, for the facts of a page.
  std::vector<std::pair<std::string, std::string>> facts() const;

 private:
  SubjectOptions subject_options(SubjectOptions::Use use) const;
};

/// --law, --restitution, --friction, --policy, --seed, --max-nodes, --draws, and what single laws
/// can be told.
struct SolveOptions : LawChoice {
  std::optional<std::size_t> max_nodes;
  std::optional<int> draws;

  /// `meaning`: of the law or the coefficient, for the help.
  void declare_law(CLI::App& verb, const std::string& meaning);
  void declare_restitution(CLI::App& verb, const std::string& meaning);
  void declare_friction(CLI::App& verb);
  /// --policy, --mode, --exponent, --method, --tolerance.
  void declare_law_settings(CLI::App& verb);
  void declare_search(CLI::App& verb);
  void declare_draws(CLI::App& verb);
  /// Throws InvalidInput unless the coefficients are in their ranges.
  void check() const;
  /// --seed, --max-nodes and --draws.
  ResolveOptions resolve_options() const;
};

}  // namespace carom::cli
namespace carom::cli {

// --html FILE: the page of a result.

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
