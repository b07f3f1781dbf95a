// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom run: motion between impacts, and impacts where they happen; onto the screen, or into a
// folder as well.
#include "carom/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/text.h"
#include "base/whole_file.h"
#include "carom/error.h"
#include "carom/report.h"
#include "carom/simulation.h"
#include "cli/screen/interrupt.h"
#include "cli/screen/output.h"
#include "cli/screen/progress.h"
#include "cli/screen/run_table.h"
#include "cli/screen/terminal.h"
#include "cli/screen/touchdown_table.h"
#include "cli/verbs/run_options.h"
#include "cli/verbs/run_orders.h"
#include "cli/verbs/verbs.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

struct RunVerb : RunArguments {
  ExitCode run() const;

 private:
  SimulationOptions simulation_options(Subject& subject) const;
  RunFolderOptions folder_options(const Subject& subject) const;
  ExitCode run_orders() const;
  Subject open() const;
  ExitCode finish(const RunResult& result, double wanted) const;
};

SimulationOptions RunVerb::simulation_options(Subject& subject) const {
  SimulationOptions simulation = options;
  simulation.fall_check = !no_fall_check;
  simulation.tolerance = tolerance.value_or(simulation.tolerance);
  simulation.verdict = !no_verdict;
  simulation.resolve = solving.resolve_options();
  simulation.stop = &Interrupt::asked;
  RunChoice choice{.law = solving,
                   .duration = duration,
                   .limits = limits,
                   .self_collision = self_collision,
                   .orders = orders,
                   .warn = warn};
  for (const IntegratorKind kind : integrators) {
    if (integrator == to_string(kind)) choice.integrator = kind;
  }
  if (holds) {
    choice.hold = hold;
    if (!hold_words.empty()) choice.hold->posture = hold_words.front();
  }
  return prepare_run(subject, choice, simulation);
}

RunFolderOptions RunVerb::folder_options(const Subject& subject) const {
  RunFolderOptions how;
  how.subject = subject.identity;
  how.title = subject.title;
  how.units = subject.units;
  how.resume = resume;
  how.npz = npz;
  how.mcap = mcap;
  return how;
}

ExitCode RunVerb::finish(const RunResult& result, double wanted) const {
  if (result.status == RunStatus::finished) return ExitCode::answer;
  if (result.status == RunStatus::diverged || result.status == RunStatus::fell) {
    report_error(result.message);
    if (!folder.empty()) {
      warn(fmt::format("the last {}state is in {}", result.status == RunStatus::fell ? "" : "good ",
                       folder));
    }
    return ExitCode::no_answer;
  }
  double time = 0.0;
  for (const RunTrajectory& trajectory : result.trajectories) {
    if (trajectory.status == RunStatus::stopped) time = trajectory.time;
  }
  const bool told = !result.message.empty() && !Interrupt::asked();
  warn(told ? result.message
            : fmt::format("stopped at t = {} s of {} s{}", base::number(time, 9),
                          base::number(wanted, 9),
                          folder.empty() ? "" : "; the same command with --resume goes on"));
  return ExitCode::no_answer;
}

Subject RunVerb::open() const {
  InputOptions opened = input;
  const std::optional<double> drop = std::exchange(opened.robot.drop, std::nullopt);
  opened.robot.watch_all = no_fall_check;
  return opened.open_run(drop, ground);
}

ExitCode RunVerb::run_orders() const {
  const Interrupt interrupt;
  Subject subject = open();
  const SimulationOptions simulation = simulation_options(subject);
  refuse_without_orders(simulation.law);
  const OrderRuns runs = simulate_orders(*subject.model, subject.state, simulation);
  if (!folder.empty()) write_divergence(folder, runs.divergence);
  write_output(output.wants_json() ? to_json(runs, subject.title, output.json_indent()) + "\n"
                                   : orders_text(subject.title, runs));
  for (const Trajectory* run : {&runs.first, &runs.other}) {
    if (run->status == RunStatus::finished) continue;
    report_error(run->message);
    return ExitCode::no_answer;
  }
  return ExitCode::answer;
}

ExitCode RunVerb::run() const {
  check();
  if (orders) return run_orders();
  Subject subject = open();
  const SimulationOptions simulation = simulation_options(subject);
  const bool json = output.wants_json();

  RunTable table(*subject.model, subject.units, simulation.branches > 1);
  TouchdownTable touchdowns;
  RunTexts texts;
  RunResult& result = texts.result;
  {
    const Interrupt interrupt;
    Progress progress("steps", false);
    const auto steps = static_cast<std::uint64_t>(std::ceil(simulation.duration / simulation.step));
    std::uint64_t calls = 0;
    const auto advance = [&](int trajectory, double time) {
      const auto done = static_cast<std::uint64_t>(time / options.step);
      const bool only = trajectory == 0;  // how many others come is not known
      progress.update(++calls, done, only ? std::optional(steps) : std::nullopt);
    };
    const auto observe = [&](int trajectory, const SimulationRecord& record) {
      if (json) return;
      if (simulation.walk) {
        touchdowns.add(record);
      } else {
        table.add(trajectory, record);
      }
    };
    RunFolderOptions how = folder_options(subject);
    how.page = !folder.empty() || html.wanted();
    how.progress = advance;
    how.observe = observe;
    const std::optional<int> indent = json ? std::optional(output.json_indent()) : std::nullopt;
    if (!folder.empty()) {
      result = run_to_folder(folder, *subject.model, subject.state, simulation, how);
      if (json) texts.json = read_run_with_impacts(folder, *indent);
    } else if (json || html.wanted()) {
      texts = run_to_texts(*subject.model, subject.state, simulation, how, indent);
    } else {
      result = run_in_memory(*subject.model, subject.state, simulation, {advance, observe});
    }
  }
  if (json) {
    write_output(texts.json);
  } else {
    write_output(simulation.walk ? touchdowns.text(folder) : table.text(folder));
    write_output("\n" + paint_report(run_summary(subject.title, *subject.model, result, simulation,
                                                 subject.units, folder)));
  }
  if (html.wanted() && !folder.empty()) {
    texts.page = base::whole_file((fs::path(folder) / "report.html").string());
  }
  if (html.wanted()) html.write(texts.page, output);
  return finish(result, simulation.duration);
}

}  // namespace

void add_run(CLI::App& command, ExitCode& code) {
  auto verb = std::make_shared<RunVerb>();
  CLI::App& app = *command.add_subcommand("run", "simulate: motion, and impacts where they happen");
  verb->declare(app);
  app.footer(
      "Without -o nothing is written: a table of impacts and events, and a summary.\n"
      "A walk (atlas, or [walk] of a scene file) shows its touch-downs instead.\n"
      "A robot's contacts are its feet, found in its file; where another body touches the ground, "
      "it\n"
      "fell. Exit codes: 0 finished, 1 fell, stopped or diverged (what is done is kept), 2 bad "
      "input.\n"
      "\n"
      "Examples:\n"
      "  carom run bouncing_ball --duration 5\n"
      "  carom run pendulum_cradle --duration 10 -o cradle\n"
      "  carom run block --set height=0.05 --set tilt=10deg --plastic-speed 0.02 -o block\n"
      "  carom run trex --hold --branches 2 -o trex\n"
      "  carom run pendulum_cradle --duration 5 --html cradle.html\n"
      "  carom run trex --hold --orders\n"
      "  carom run atlas --set steps=10 -o walk\n"
      "  carom run robot.urdf --drop 0.2 --hold -o landing\n"
      "  carom run robot.urdf --contacts l_sole,r_sole --drop 0.2 --hold crouch --ground "
      "slope=5deg");
  app.callback([verb, &app, &code] {
    verb->holds = app.count("--hold") > 0;
    code = verb->run();
  });
}

}  // namespace carom::cli
