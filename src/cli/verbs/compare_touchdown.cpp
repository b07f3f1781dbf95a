// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/verbs/compare_touchdown.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <utility>

#include "carom/error.h"
#include "carom/law_by_name.h"
#include "carom/page.h"
#include "carom/report.h"
#include "carom/touchdown.h"
#include "cli/screen/interrupt.h"
#include "cli/screen/output.h"
#include "cli/screen/progress.h"
#include "cli/screen/terminal.h"

namespace carom::cli {
namespace {

/// Counted from 1, as people do.
int step_of(const TouchdownArguments& told) {
  if (told.step.empty() || told.step.front().empty()) return TouchdownOptions().step + 1;
  const std::string& text = told.step.front();
  int step = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), step);
  if (error == std::errc() && end == text.data() + text.size() && step >= 1) return step;
  throw InvalidInput(
      fmt::format("--touchdown = '{}'; expected the number of a step, counted from 1", text));
}

Subject open_walk(const InputOptions& input) {
  Subject subject = input.open_run({});
  if (subject.walk) return subject;
  throw InvalidInput(fmt::format(
      "--touchdown: {} does not walk; expected atlas, or a robot's scene file with [walk]",
      subject.title));
}

TouchdownOptions options_of(const TouchdownArguments& told, const TouchdownCall& call,
                            const LawChoice& choice) {
  TouchdownOptions options;
  options.step = step_of(told) - 1;
  if (!told.points.empty()) options.points = told.points;
  options.laws = laws_by_name(call.laws, choice.settings);
  options.resolve = call.solving.resolve_options();
  options.verdict = !told.no_verdict;
  options.stop = &Interrupt::asked;
  return options;
}

/// The page shows all laws at one impact: that of the first number of points.
void write_page_of(const TouchdownComparison& touchdown, const Subject& subject,
                   const TouchdownCall& call) {
  PageContext context;
  context.title = fmt::format("{}: touch-down of step {}", subject.title, touchdown.step + 1);
  context.model = &touchdown.models.front();
  context.state = touchdown.state;
  context.units = subject.units;
  context.facts = call.input.facts();
  context.notes.push_back(
      fmt::format("All points of both feet in one impact, {} under each foot; the table of the "
                  "command has other numbers of points and the sequences in time.",
                  touchdown.rows.front().points));
  call.html.write(to_html(touchdown.at_points(0), touchdown.problems.front(), context),
                  call.output);
}

}  // namespace

void TouchdownArguments::declare(CLI::App& app) {
  app.add_option("--touchdown", step,
                 "one landing of a walk (default: the third), with several numbers of points under "
                 "each foot: all at once, and as it happens")
      ->type_name("[STEP]")
      ->expected(0, 1)
      ->group("Walks");
  app.add_option("--points", points, "with --touchdown: under each foot (default: 4,8,16)")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Walks");
  app.add_flag("--no-verdict", no_verdict,
               "with --touchdown: do not ask whether outcomes are the only ones: faster")
      ->group("Walks");
}

void TouchdownArguments::check() const {
  std::vector<std::string> faults;
  const std::pair<const char*, bool> others[] = {{"--points", !points.empty()},
                                                 {"--no-verdict", no_verdict}};
  for (const auto& [name, given] : others) {
    if (given && !wanted) {
      faults.push_back(fmt::format("{}: is of touch-downs; expected --touchdown too", name));
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
  step_of(*this);
}

ExitCode compare_touchdowns(const TouchdownArguments& told, const TouchdownCall& call) {
  Subject subject = open_walk(call.input);
  const LawChoice choice = subject.completed(call.solving);
  if (choice.friction) subject.model = with_friction(*subject.model, *choice.friction);
  TouchdownOptions options = options_of(told, call, choice);
  TouchdownComparison touchdown;
  {
    const Interrupt interrupt;
    Progress progress("rows", false);
    options.progress = [&](int done, int all) {
      const auto count = static_cast<std::uint64_t>(done);
      progress.update(count, count, static_cast<std::uint64_t>(all));
    };
    touchdown = compare_touchdown(*subject.model, subject.state, *subject.walk, options);
  }
  if (call.output.wants_json()) {
    write_output(to_json(touchdown, call.output.json_indent()) + "\n");
  } else {
    write_output(paint_report(subject.title + ", " + touchdown.report()));
  }
  if (call.html.wanted() && !touchdown.rows.empty()) write_page_of(touchdown, subject, call);
  if (!touchdown.complete) {
    warn("stopped; the rows that were done are shown");
    return ExitCode::no_answer;
  }
  return touchdown.rows.empty() ? ExitCode::no_answer : ExitCode::answer;
}

}  // namespace carom::cli
