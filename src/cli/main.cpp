// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The carom command: arguments in, exit code out, every failure as a message on standard error.
// Every mistake in the arguments becomes InvalidInput with one line; CLI11 itself prints nothing.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <exception>
#include <string>
#include <system_error>
#include <vector>

#include "base/text.h"
#include "carom/error.h"
#include "carom/subject.h"
#include "carom/version.h"
#include "cli/screen/output.h"
#include "cli/verbs/verbs.h"

namespace carom::cli {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  carom resolve cradle                                Newton's cradle\n"
    "  carom resolve three_balls.json --json               a problem of your own\n"
    "  carom compare cradle --set masses=[1,2,1]           every law, side by side\n"
    "  carom analyze billiards --set theta=90deg           is the outcome the only one?\n"
    "  carom analyze robot.urdf --contacts l_sole,r_sole   how does it land?\n"
    "  carom run bouncing_ball --duration 5                what happens then?\n"
    "  carom map rhex --plot rhex.png --critical           a measure over postures\n"
    "  carom design trex                                   a stance with one outcome\n"
    "  carom resolve many.jsonl > outcomes.jsonl           a batch, one outcome per line\n"
    "\n"
    "Exit codes: 0 an answer, 1 no answer (the outcome says why), 2 bad input.";

std::vector<std::string> verb_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* verb : command.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(verb->get_name());
  }
  return names;
}

void check_verb(const CLI::App& command, const std::vector<std::string>& arguments) {
  const std::vector<std::string> names = verb_names(command);
  if (arguments.empty()) {
    throw InvalidInput(
        fmt::format("no verb; expected one of {}; see 'carom --help'", base::join(names)));
  }
  const std::string& verb = arguments.front();
  if (verb.starts_with('-') || std::find(names.begin(), names.end(), verb) != names.end()) return;
  throw InvalidInput(fmt::format("verb '{}' is unknown; expected one of {}{}", verb,
                                 base::join(names), base::did_you_mean(verb, names)));
}

/// --branches takes a value only if it is one of its words, so that FILE may follow it. A run's is
/// a number.
void settle_branches(std::vector<std::string>& arguments) {
  if (arguments.front() == "run") return;
  const auto found = std::find(arguments.begin(), arguments.end(), "--branches");
  if (found == arguments.end()) return;
  const auto value = found + 1;
  const bool given = value != arguments.end() && (*value == "minimal" || *value == "all");
  *found += "=" + (given ? *value : "all");
  if (given) arguments.erase(value);
}

/// --hold takes a posture, but FILE may follow it: then it is moved behind everything.
void settle_hold(std::vector<std::string>& arguments) {
  const auto found = std::find(arguments.begin(), arguments.end(), "--hold");
  if (found == arguments.end() || found + 1 == arguments.end()) return;
  const FileKind next = file_kind(*(found + 1));
  if (next == FileKind::stream || next == FileKind::problem) return;
  arguments.erase(found);
  arguments.emplace_back("--hold");
}

/// "; did you mean '--json'?" for the first misspelt option.
std::string nearest_option(const CLI::App& verb, const std::vector<std::string>& arguments) {
  std::vector<std::string> known;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    const bool is_option = name.starts_with("--") && name.size() > 2;
    if (is_option && std::find(known.begin(), known.end(), name) == known.end()) {
      return base::did_you_mean(name, known);
    }
  }
  return "";
}

[[noreturn]] void refuse(const CLI::App& command, const std::vector<std::string>& arguments,
                         const CLI::ParseError& error) {
  std::string name = "carom", hint;
  for (const CLI::App* verb : command.get_subcommands()) {
    name += " " + verb->get_name();
    hint = nearest_option(*verb, arguments);
  }
  std::string what = error.what();
  std::replace(what.begin(), what.end(), '\n', ' ');
  throw InvalidInput(fmt::format("{}{} (see '{} --help')", what, hint, name));
}

/// `arguments`: without the name of the program. Throws InvalidInput for bad ones.
ExitCode run_command(std::vector<std::string> arguments) {
  CLI::App command("carom: what happens when everything hits at once", "carom");
  command.set_version_flag("--version", fmt::format("carom {}", version));
  command.require_subcommand(1);
  command.footer(examples);
  ExitCode code = ExitCode::answer;
  add_resolve(command, code);
  add_compare(command, code);
  add_analyze(command, code);
  add_run(command, code);
  add_map(command, code);
  add_design(command, code);
  add_reproduce(command, code);
  add_laws(command, code);
  add_scenes(command, code);

  check_verb(command, arguments);
  settle_branches(arguments);
  settle_hold(arguments);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    command.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    const auto chosen = command.get_subcommands();
    write_output(chosen.empty() ? command.help() : chosen.front()->help("carom"));
  } catch (const CLI::CallForVersion& request) {
    write_output(std::string(request.what()) + "\n");
  } catch (const CLI::ParseError& error) {
    refuse(command, arguments, error);
  }
  return code;
}

ExitCode run(std::vector<std::string> arguments) {
  try {
    const ExitCode code = run_command(std::move(arguments));
    flush_output();
    return code;
  } catch (const InvalidInput& error) {
    for (const std::string& fault : error.faults()) report_error(fault);
    return ExitCode::bad_input;
  } catch (const OutputClosed& closed) {
    if (closed.error_number != EPIPE) {
      const std::string reason = std::generic_category().message(closed.error_number);
      report_error(fmt::format("standard output cannot be written: {}", reason));
    }
    return ExitCode::no_answer;
  } catch (const std::exception& error) {
    report_error(fmt::format("internal error: {}; please report it", error.what()));
    return ExitCode::no_answer;
  }
}

}  // namespace
}  // namespace carom::cli

int main(int argc, char** argv) {
  return static_cast<int>(
      carom::cli::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc)));
}
