// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Names, help and checks of the options that several verbs share.
#include "cli/input/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>

#include "base/text.h"
#include "carom/error.h"
#include "carom/laws/policy.h"
#include "cli/screen/output.h"

namespace carom::cli {
namespace {

std::string policy_names() {
  std::vector<std::string> names;
  for (const Policy policy : all_policies()) names.push_back(to_string(policy));
  return base::join(names);
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

void InputOptions::declare(CLI::App& verb, const char* what) {
  verb.add_option("FILE", file, what)->required();
  verb.add_option("--set", settings, "NAME=VALUE: override a parameter of a scene (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  robot.declare(verb);
}

SubjectOptions InputOptions::subject_options(SubjectOptions::Use use) const {
  SubjectOptions options{.use = use, .settings = settings};
  robot.add_to(options);
  options.stance.warn = warn;
  return options;
}

Input InputOptions::open(bool with_model) const {
  SubjectOptions options = subject_options(SubjectOptions::Use::impact);
  options.with_model = with_model;
  return open_input(file, options);
}

Subject InputOptions::open_varied() const {
  return open_subject(file, subject_options(SubjectOptions::Use::variation));
}

Subject InputOptions::open_run(const std::optional<double>& drop,
                               const std::optional<std::string>& ground) const {
  return open_subject(file, run_options(drop, ground));
}

SubjectOptions InputOptions::run_options(const std::optional<double>& drop,
                                         const std::optional<std::string>& ground) const {
  SubjectOptions options = subject_options(SubjectOptions::Use::run);
  options.drop = drop;
  options.ground = ground;
  options.program = program;
  options.motors = motors;
  return options;
}

std::vector<std::pair<std::string, std::string>> InputOptions::facts() const {
  std::vector<std::pair<std::string, std::string>> facts;
  facts.emplace_back("from", file == "-" ? "standard input" : file);
  if (!settings.empty()) facts.emplace_back("set", base::join(settings));
  const RobotArguments& told = robot;
  const auto add = [&](const char* name, const std::optional<std::string>& value) {
    if (value) facts.emplace_back(name, *value);
  };
  add("contacts", told.contacts);
  add("posture", told.posture);
  add("velocity", told.velocity);
  add("rotor inertia", told.armature);
  add("locked", told.lock);
  if (told.drop) facts.emplace_back("drop", base::number(*told.drop));
  return facts;
}

void SolveOptions::declare_law(CLI::App& verb, const std::string& meaning) {
  verb.add_option("--law", name, meaning)->type_name("NAME");
}

void SolveOptions::declare_restitution(CLI::App& verb, const std::string& meaning) {
  verb.add_option("--restitution", settings.restitution, meaning)->type_name("R");
}

void SolveOptions::declare_friction(CLI::App& verb) {
  verb.add_option("--friction", friction,
                  "coefficient of friction of every contact, static and dynamic")
      ->type_name("MU");
}

void SolveOptions::declare_law_settings(CLI::App& verb) {
  verb.add_option(
          "--policy", settings.policy,
          "propagative, sequential: which approaching contact is reflected next: " + policy_names())
      ->type_name("P");
  verb.add_option("--mode", settings.mode, "corner: published_table, literal or stick_tested")
      ->type_name("MODE");
  verb.add_option("--exponent", settings.exponent,
                  "compliant: force grows with compression to this power (1 linear, 1.5 Hertz)")
      ->type_name("N");
  verb.add_option("--energy", settings.energy,
                  "regular: what comes back is stored per contact (default) or per coupled group")
      ->type_name("NAME");
  verb.add_option("--method", settings.method, "regular: automatic, events, layer or increments")
      ->type_name("M");
  verb.add_option("--tolerance", settings.tolerance,
                  "local error of laws that integrate, relative to the approach speed")
      ->type_name("T");
}

void SolveOptions::declare_search(CLI::App& verb) {
  verb.add_option("--seed", settings.seed, "of policy random and of random samples")
      ->type_name("N")
      ->check(whole_number(0));
  verb.add_option("--max-nodes", max_nodes,
                  "states visited in the search for other outcomes; beyond it, sampling")
      ->type_name("N")
      ->check(whole_number(1));
}

void SolveOptions::declare_draws(CLI::App& verb) {
  verb.add_option("--draws", draws,
                  "outcomes compared for the verdict with friction (default: 64; 0: no verdict)")
      ->type_name("N")
      ->check(whole_number(0))
      ->check(CLI::Range(0, 1'000'000));
}

void SolveOptions::check() const {
  std::vector<std::string> faults;
  if (settings.restitution && !(*settings.restitution >= 0.0 && *settings.restitution <= 1.0)) {
    faults.push_back(fmt::format("--restitution = {}; expected 0 <= restitution <= 1",
                                 base::number(*settings.restitution)));
  }
  if (friction && !(std::isfinite(*friction) && *friction >= 0.0)) {
    faults.push_back(
        fmt::format("--friction = {}; expected friction >= 0", base::number(*friction)));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

ResolveOptions SolveOptions::resolve_options() const {
  ResolveOptions options;
  options.max_states = max_nodes.value_or(options.max_states);
  options.seed = settings.seed;
  options.draws = draws.value_or(options.draws);
  return options;
}

namespace {

/// At commas, without the blanks around them; empty words stay.
std::vector<std::string> split(const std::optional<std::string>& text) {
  std::vector<std::string> words;
  if (!text) return words;
  for (std::size_t start = 0; start <= text->size();) {
    const std::size_t end = std::min(text->find(',', start), text->size());
    std::string word = text->substr(start, end - start);
    word.erase(0, word.find_first_not_of(' '));
    word.erase(word.find_last_not_of(' ') + 1);
    words.push_back(std::move(word));
    start = end + 1;
  }
  return words;
}

}  // namespace

void RobotArguments::declare(CLI::App& verb) {
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    verb.add_option(name, value, help)->type_name(type)->group("Robot files");
  };
  add("--contacts", contacts,
      "what lands: frames, points of frames FRAME[x,y,z], LINK:corners, LINK:lowest or LINK:sole, "
      "auto "
      "for the feet that are found, separated by commas (default: auto)",
      "LIST");
  add("--posture", posture,
      "a posture of the SRDF or MJCF by name, or JSON (a file, or written out)", "NAME|FILE");
  add("--drop", drop, "height of the fall [m] (default: whatever gives 1 m/s)", "H");
  add("--velocity", velocity, "velocity before the impact instead: a JSON list, or its file",
      "LIST");
  add("--armature", armature, "rotor inertia [kg m²]: of all joints, or joint=value,…", "A");
  add("--lock", lock, "joints held rigid: all, or their names separated by commas", "JOINTS");
  add("--base", base, "free or fixed (default: as the file; a URDF's is free)", "KIND");
  verb.add_flag("--stand", stand,
                "move the joints, as little as it takes, until all contacts touch")
      ->group("Robot files");
  add("--touch", touch,
      "height above the lowest contact within which others count as closed [m] "
      "(default: 0.005)",
      "D");
  add("--srdf", srdf, "postures and rotor inertia (default: the one beside the URDF)", "FILE");
  verb.add_option("--packages", packages, "folder in which package:// names are looked for")
      ->type_name("DIR")
      ->allow_extra_args(false)
      ->group("Robot files");
}

void RobotArguments::add_to(SubjectOptions& options) const {
  options.base = base;
  options.velocity = velocity;
  options.robot.package_folders.assign(packages.begin(), packages.end());
  if (srdf) options.robot.srdf = *srdf;
  StanceOptions& stance = options.stance;
  if (contacts) stance.contacts = split_contact_words(*contacts);
  if (contacts && stance.contacts.empty()) stance.contacts = {""};  // given, and nothing in it
  stance.posture = posture;
  stance.drop = drop;
  stance.armature = split(armature);
  stance.locked = split(lock);
  stance.stand = stand;
  stance.watch_all = watch_all;
  stance.touch = touch;
}

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
