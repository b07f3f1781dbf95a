// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/verbs/run_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "report/subject/law_choice.h"

namespace carom::cli {
namespace {

using Faults = std::vector<std::string>;

void check_numbers(const RunArguments& told, Faults& faults) {
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
  positive("step", told.options.step);
  at_least_one("every", told.options.every);
  if (told.tolerance) positive("tolerance", *told.tolerance);
  positive("plastic-speed", told.options.plastic_speed, true);
  positive("chatter", told.options.chatter, true);
  at_least_one("branches", told.options.branches);
  at_least_one("max-trajectories", told.options.max_trajectories);
}

/// What does not go together.
void check_words(const RunArguments& told, Faults& faults) {
  std::vector<std::string> kinds;
  for (const IntegratorKind kind : integrators) kinds.push_back(to_string(kind));
  if (told.integrator && std::find(kinds.begin(), kinds.end(), *told.integrator) == kinds.end()) {
    faults.push_back(fmt::format("--integrator = '{}'; expected one of {}{}", *told.integrator,
                                 base::join(kinds), base::did_you_mean(*told.integrator, kinds)));
  }
  if (told.tolerance && told.integrator != to_string(IntegratorKind::runge_kutta)) {
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

void declare_motion(CLI::App& app, RunArguments& verb) {
  const auto add = [&](const char* name, auto& value, const std::string& help, const char* type) {
    return app.add_option(name, value, help)->type_name(type)->group("Motion");
  };
  add("--duration", verb.duration, "[s] (default: 1; walks: until it stands again)", "T");
  add("--step", verb.options.step, "of the grid on which rows lie [s] (default: 0.001)", "H");
  add("--every", verb.options.every, "a row every so many steps (default: 1)", "N");
  add("--integrator", verb.integrator,
      "variational (momentum exact, energy without drift; default of scenes), runge_kutta (steps "
      "by error control) or ticks (motors and many contacts at rest; default of robots)",
      "NAME");
  add("--tolerance", verb.tolerance, "of runge_kutta (default: 1e-10)", "E");
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

void declare_impacts(CLI::App& app, RunArguments& verb) {
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
  app.add_flag("--no-verdict", verb.no_verdict,
               "do not ask whether outcomes are the only ones: faster")
      ->group("Impacts");
  verb.solving.declare_search(app);
  verb.solving.declare_draws(app);
  app.add_flag("--project", verb.options.project_start,
               "move a start in penetration to the nearest posture that touches")
      ->group("Impacts");
}

}  // namespace

void RunArguments::declare(CLI::App& app) {
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
  output.declare(app);
  html.declare(app);
}

void RunArguments::check() const {
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
  check_numbers(*this, faults);
  check_words(*this, faults);
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace carom::cli
