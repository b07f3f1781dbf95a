// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Names, help and checks of the options that several verbs share.
#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>

#include "carom/error.h"
#include "carom/laws/policy.h"
#include "solver/text.h"

namespace carom::cli {
namespace {

std::string policy_names() {
  std::vector<std::string> names;
  for (const Policy policy : all_policies()) names.push_back(to_string(policy));
  return solver::join(names);
}

/// Whole numbers from `least` on; CLI11 itself lets a minus wrap around.
CLI::Validator whole_number(std::uint64_t least) {
  const auto check = [least](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool fine = error == std::errc{} && end == text.data() + text.size() && value >= least;
    return fine ? "" : fmt::format("'{}'; expected a whole number >= {}", text, least);
  };
  return CLI::Validator(check, "", "whole number");
}

}  // namespace

void OutputOptions::declare(CLI::App& verb) {
  verb.add_flag("--json", json, "print JSON, and nothing else on standard output");
  verb.add_option("--indent", indent,
                  "print JSON over several lines, indented by N (implies --json)")
      ->type_name("N")
      ->check(whole_number(0));
}

void InputOptions::declare(CLI::App& verb) {
  verb.add_option("FILE", file,
                  "problem (*.json), batch (*.jsonl), - for standard input, or the name of a scene")
      ->required();
  verb.add_option("--set", settings, "NAME=VALUE: override a parameter of a scene (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

void SolveOptions::declare_restitution(CLI::App& verb, const std::string& meaning) {
  verb.add_option("--restitution", law.restitution, meaning)->type_name("R");
}

void SolveOptions::declare_policy(CLI::App& verb) {
  verb.add_option("--policy", law.policy,
                  "which approaching contact is reflected next: " + policy_names())
      ->type_name("P");
}

void SolveOptions::declare_search(CLI::App& verb) {
  verb.add_option("--seed", law.seed, "of policy random and of random samples")
      ->type_name("N")
      ->check(whole_number(0));
  verb.add_option("--max-nodes", max_nodes,
                  "states visited in the search for other outcomes; beyond it, sampling")
      ->type_name("N")
      ->check(whole_number(1));
}

void SolveOptions::check() const {
  if (!law.restitution || (*law.restitution >= 0.0 && *law.restitution <= 1.0)) return;
  throw InvalidInput(fmt::format("--restitution = {}; expected 0 <= restitution <= 1",
                                 solver::number(*law.restitution)));
}

}  // namespace carom::cli
