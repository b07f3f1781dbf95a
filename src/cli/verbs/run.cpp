// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom run: motion between impacts, and impacts where they happen; onto the screen, or into a
// folder as well.

#include "carom/run.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

#include "base/gather_faults.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "carom/error.h"
#include "carom/report.h"
#include "carom/simulation.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/progress.h"
#include "cli/screen/run_table.h"
#include "cli/screen/table.h"
#include "cli/verbs/verbs.h"
#include "report/json/documents.h"
#include "report/plot/plot.h"
#include "report/subject/file_kind.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;
using Faults = std::vector<std::string>;

struct RunVerb {
  InputOptions input;
  OutputOptions output;
  HtmlOption html;
  SolveOptions solving;
  std::string folder;
  SimulationOptions options;  ///< Those that are options of the command under the same name.
  std::optional<std::string> integrator, limits, ground;
  std::optional<double> duration, step, tolerance;
  std::vector<std::string> hold_words;
  HoldChoice hold;
  bool holds = false;   ///< --hold is given, with or without a posture.
  bool orders = false;  ///< Both orders, and how far they part.
  bool self_collision = false;
  bool no_fall_check = false;
  bool no_verdict = false, npz = false, mcap = false, resume = false;
  std::vector<std::string> beside;
  std::vector<std::string> plots;  ///< Of --orders.

  void declare(CLI::App& app);
  ExitCode run() const;

 private:
  /// Throws InvalidInput with all faults, before anything is read.
  void check() const;
  SimulationOptions simulation_options(Subject& subject) const;
  RunFolderOptions folder_options(const Subject& subject) const;
  ExitCode run_orders() const;
  Subject open() const;
  ExitCode finish(const RunResult& result, double wanted) const;
};

void check_numbers(const RunVerb& told, Faults& faults) {
  const auto positive = [&](const char* name, double value, bool may_be_zero = false) {
    if (std::isfinite(value) && (value > 0.0 || (may_be_zero && value == 0.0))) return;
    faults.push_back(fmt::format("--{} = {}; expected {} {}", name, base::number(value), name,
                                 may_be_zero ? ">= 0" : "> 0"));
  };
  const auto at_least_one = [&](const char* name, int value) {
    if (value >= 1) return;
    faults.push_back(fmt::format("--{} = {}; expected a whole number >= 1", name, value));
  };
  if (told.duration) positive("duration", *told.duration);
  if (told.step) positive("step", *told.step);
  at_least_one("every", told.options.every);
  if (told.tolerance) positive("tolerance", *told.tolerance);
  positive("plastic-speed", told.options.plastic_speed, true);
  positive("chatter", told.options.chatter, true);
  at_least_one("branches", told.options.branches);
  at_least_one("max-trajectories", told.options.max_trajectories);
}

/// What does not go together.
void check_words(const RunVerb& told, Faults& faults) {
  std::vector<std::string> kinds;
  for (const IntegratorKind kind : integrators) kinds.push_back(to_string(kind));
  if (told.integrator && std::find(kinds.begin(), kinds.end(), *told.integrator) == kinds.end()) {
    faults.push_back(fmt::format("--integrator = '{}'; expected one of {}{}", *told.integrator,
                                 base::join(kinds), base::did_you_mean(*told.integrator, kinds)));
  }
  // Programs run by runge_kutta unless somebody says otherwise.
  const bool programmed = told.input.program || !told.input.motors.empty();
  if (told.tolerance && told.integrator != to_string(IntegratorKind::runge_kutta) &&
      (told.integrator || !programmed)) {
    faults.push_back("--tolerance: is for --integrator runge_kutta; variational takes --step");
  }
  if (told.no_verdict && told.options.branches > 1) {
    faults.push_back("--branches: needs the verdict on every impact; leave --no-verdict out");
  }
  const std::pair<const char*, bool> for_folders[] = {
      {"--resume", told.resume}, {"--npz", told.npz}, {"--mcap", told.mcap}};
  for (const auto& [name, given] : for_folders) {
    if (given && told.folder.empty()) {
      faults.push_back(fmt::format("{}: no folder; expected -o DIR too", name));
    }
  }
  if (!told.beside.empty() && told.folder.empty() && !told.html.wanted()) {
    faults.push_back("--beside: no page; expected -o DIR or --html FILE too");
  }
  const HoldChoice& hold = told.hold;
  const std::pair<const char*, bool> for_hold[] = {
      {"--hold-joints", !hold.joints.empty()},
      {"--hold-stiffness", hold.stiffness.has_value()},
      {"--hold-damping", hold.damping.has_value()},
      {"--hold-frequency", hold.frequency.has_value()}};
  for (const auto& [name, given] : for_hold) {
    if (given && !told.holds) {
      faults.push_back(fmt::format("{}: nothing is held; expected --hold too", name));
    }
  }
}

void declare_motion(CLI::App& app, RunVerb& verb) {
  const auto add = [&](const char* name, auto& value, const std::string& help, const char* type) {
    return app.add_option(name, value, help)->type_name(type)->group("Motion");
  };
  add("--duration", verb.duration, "[s] (default: 1; walks: until it stands again)", "T");
  add("--step", verb.step, "of the grid on which rows lie [s] (default: 0.001)", "H");
  add("--every", verb.options.every, "a row every so many steps (default: 1)", "N");
  add("--integrator", verb.integrator,
      "variational (momentum exact, energy without drift; default of scenes), runge_kutta (steps "
      "by error control) or ticks (motors and many contacts at rest; default of robots)",
      "NAME");
  add("--tolerance", verb.tolerance, "of runge_kutta (default: a program's own, else 1e-10)", "E");
  add("--hold", verb.hold_words,
      "motors hold a posture: by name, JSON, or its file; alone: the one it starts in. Joints: "
      "those with actuators, else all but the base",
      "[POSTURE]")
      ->expected(0, 1);
  add("--hold-joints", verb.hold.joints, "only these, separated by commas", "LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  add("--hold-stiffness", verb.hold.stiffness, "of each motor [N m/rad] (default: by frequency)",
      "K");
  add("--hold-damping", verb.hold.damping, "of each motor [N m s/rad] (default: critical)", "D");
  add("--program", verb.input.program,
      "what the motors do: a motor program of the scene or scene file ('carom scenes' lists them), "
      "or a file of programs, FILE.toml or FILE.toml:NAME",
      "NAME");
  add("--motor", verb.input.motors,
      "a further entry of the program, such as 'joint = \"hip_*\", spin = 12, at = \"first "
      "impact\"' (repeatable)",
      "ENTRY")
      ->allow_extra_args(false);
  add("--limits", verb.limits,
      "stops at the ends of joints' ranges: plastic (default of robots), elastic, a restitution, "
      "or off",
      "HOW");
  add("--ground", verb.ground,
      "of robots: plane (default), slope=10deg, stairs=0.2x0.1 (depth x height), or a file with "
      "boxes or heights (*.toml)",
      "GROUND");
  app.add_flag("--self-collision", verb.self_collision,
               "of robots: their bodies may touch each other, by their collision shapes")
      ->group("Motion");
  app.add_flag("--no-fall-check", verb.no_fall_check,
               "of robots: go on where a body that is no foot touches the ground; all bodies may "
               "then touch")
      ->group("Motion");
  add("--hold-frequency", verb.hold.frequency,
      "of each joint by itself, others still [rad/s] (default: 60; robots, as they stand: what "
      "carries them, 30 to 180)",
      "W");
}

void declare_impacts(CLI::App& app, RunVerb& verb) {
  const auto add = [&](const char* name, auto& value, const std::string& help, const char* type) {
    return app.add_option(name, value, help)->type_name(type)->group("Impacts");
  };
  add("--law", verb.solving.name,
      "law of impact; 'carom laws' lists them (default: the scene's or its file's; else regular "
      "where a contact has friction; else plastic for robots, propagative for scenes)",
      "NAME");
  add("--restitution", verb.solving.settings.restitution,
      "coefficient of the law, 0 to 1 (default: the contacts', else 1; robots: 0)", "R");
  verb.solving.declare_friction(app);
  app.get_option("--friction")->group("Impacts");
  add("--policy", verb.solving.settings.policy,
      "propagative, sequential: which approaching contact is reflected next", "P");
  add("--mode", verb.solving.settings.mode, "corner: published_table, literal or stick_tested",
      "MODE");
  add("--exponent", verb.solving.settings.exponent,
      "compliant: force grows with compression to this power", "N");
  add("--energy", verb.solving.settings.energy,
      "regular: what comes back is stored per contact (default) or per coupled group", "NAME");
  add("--method", verb.solving.settings.method, "regular: automatic, events, layer or increments",
      "M");
  add("--law-tolerance", verb.solving.settings.tolerance,
      "local error of laws that integrate, relative to the approach speed", "T");
  add("--plastic-speed", verb.options.plastic_speed,
      "slower impacts are plastic [m/s, or the scene's units] (default: 0)", "V");
  add("--chatter", verb.options.chatter,
      "impacts of one contact that follow each other faster than this end in a plastic one [s] "
      "(default: 1e-6; elastic ones: at least the step)",
      "S");
  add("--branches", verb.options.branches,
      "where an impact has several outcomes, follow the K most different ones (default: 1)", "K");
  add("--max-trajectories", verb.options.max_trajectories, "of all branches (default: 16)", "N");
  app.add_flag("--orders", verb.orders,
               "run twice, most and least violated contact first, and say how far they part")
      ->group("Impacts");
  add("--plot", verb.plots,
      "with --orders: a picture of it over time, *.png, *.svg or *.pdf (repeatable)", "FILE")
      ->allow_extra_args(false);
  app.add_flag("--no-verdict", verb.no_verdict,
               "do not ask whether outcomes are the only ones: faster")
      ->group("Impacts");
  verb.solving.declare_search(app);
  verb.solving.declare_draws(app);
  app.add_flag("--project", verb.options.project_start,
               "move a start in penetration to the nearest posture that touches")
      ->group("Impacts");
}

void RunVerb::declare(CLI::App& app) {
  input.declare(app, moving_file_help);
  app.get_option("--drop")->description(
      "falls from this height of its lowest contact, at rest [m, or the scene's units]; scenes "
      "too");
  app.get_option("--contacts")
      ->description(
          "what may touch the ground: frames, points of frames FRAME[x,y,z], LINK:corners or "
          "LINK:lowest, separated by commas (default: frames at the ends of legs named like feet)");
  app.get_option("--velocity")->description("at the start: a JSON list, or its file (default: 0)");
  app.get_option("--lock")->description("not in a run: --hold holds joints by motors");
  declare_motion(app, *this);
  declare_impacts(app, *this);
  app.add_option(
         "-o,--output", folder,
         "write trajectory.csv, impacts.json, events.csv, run.json and report.html there; of "
         "walks walk.csv and touchdowns.json too")
      ->type_name("DIR");
  app.add_flag("--npz", npz, "with -o: trajectory.npz too (NumPy)");
  app.add_flag("--mcap", mcap, "with -o: trajectory.mcap too (Foxglove)");
  app.add_flag("--resume", resume, "with -o: go on with an unfinished run");
  app.add_option("--beside", beside,
                 "with -o or --html: show the run of this folder on the page too (repeatable)")
      ->type_name("DIR")
      ->allow_extra_args(false);
  output.declare(app);
  html.declare(app);
}

void RunVerb::check() const {
  Faults faults;
  base::gather(faults, [&] { solving.check(); });
  base::gather(faults, [&] { html.check(); });
  if (solving.name) {
    base::gather(faults, [&] {
      static_cast<void>(law_by_name(*solving.name, solving.settings));
      report::refuse_unused_options(*solving.name, solving.settings);
    });
  }
  if (orders &&
      (solving.settings.policy || options.branches > 1 || resume || npz || mcap || html.wanted())) {
    faults.emplace_back(
        "--orders: runs both orders by itself; expected it without --policy, --branches, --resume, "
        "--npz, --mcap and --html");
  }
  if (!plots.empty() && !orders) {
    faults.emplace_back("--plot: of a run shows how far two orders part; expected --orders too");
  }
  for (const std::string& plot : plots) {
    if (!report::is_plot_file(plot)) {
      faults.push_back(fmt::format("--plot {}: expected a file *.png, *.svg or *.pdf", plot));
    } else if (const std::string fault = folder_fault("--plot", plot); !fault.empty()) {
      faults.push_back(fault);
    }
  }
  check_numbers(*this, faults);
  check_words(*this, faults);
  if (!faults.empty()) throw InvalidInput(faults);
}

/// carom::require_orders(), with what to do about it here.
void refuse_without_orders(const Law& law) {
  try {
    require_orders(law);
  } catch (const InvalidInput& error) {
    throw InvalidInput(fmt::format("--orders: {}; add --law propagative", error.what()));
  }
}

/// A table of at most a screen, and what it says. --orders (S3 Fig. 8): the same start, impacts
/// resolved most violated contact first and least violated first, and how far the two trajectories
/// diverge.
std::string orders_text(const std::string& title, const OrderRuns& runs) {
  using report::several_outcomes;
  constexpr Eigen::Index lines = 20;  // of the table
  const auto& [a, b, apart] = runs;
  constexpr auto right = Table::Align::right;
  Table table({{"time [s]", right}, {"momentum apart", right}, {"coordinates apart", right}});
  const Eigen::Index count = apart.times.size();
  const Eigen::Index stride = std::max<Eigen::Index>(1, (count + lines - 1) / lines);
  for (Eigen::Index k = 0; k < count; k += stride) {
    table.add({{fmt::format("{:.6f}", apart.times[k])},
               {fmt::format("{:.3e}", apart.momentum[k])},
               {fmt::format("{:.3e}", apart.configuration[k])}});
  }
  std::string text = table.text();
  text += fmt::format(
      "\n{}: {} first ({} impacts, {} with several outcomes) against {} first ({}, {})\n", title,
      to_string(OrderRuns::first_policy), a.record.impacts.size(), several_outcomes(a),
      to_string(OrderRuns::other_policy), b.record.impacts.size(), several_outcomes(b));
  if (const auto when = apart.begins()) {
    text += fmt::format("they part from t = {:.6g} s on; at most by {:.3e} of the momentum\n",
                        *when, apart.momentum.maxCoeff());
  } else if (several_outcomes(a) + several_outcomes(b) > 0) {
    text +=
        "both orders take the same way (contacts equally violated); --branches 2 follows other "
        "outcomes\n";
  } else {
    text += "the order makes no difference: they never part\n";
  }
  return text;
}

SimulationOptions RunVerb::simulation_options(Subject& subject) const {
  SimulationOptions simulation = options;
  simulation.fall_check = !no_fall_check;
  simulation.verdict = !no_verdict;
  simulation.resolve = solving.resolve_options();
  simulation.stop = &Interrupt::asked;
  RunChoice choice{.law = solving,
                   .duration = duration,
                   .step = step,
                   .tolerance = tolerance,
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
  how.beside.assign(beside.begin(), beside.end());
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
  for (const std::string& plot : plots) write_picture(plot, runs.divergence, subject.title);
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
      const auto done = static_cast<std::uint64_t>(time / simulation.step);
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
