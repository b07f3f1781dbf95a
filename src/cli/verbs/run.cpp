// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom run: motion between impacts, and impacts where they happen; onto the screen, or into a
// folder as well.
#include "carom/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/text.h"
#include "carom/error.h"
#include "carom/scene_walk.h"
#include "carom/simulation.h"
#include "cli/input/line_reader.h"
#include "cli/screen/interrupt.h"
#include "cli/screen/output.h"
#include "cli/screen/progress.h"
#include "cli/screen/run_table.h"
#include "cli/screen/terminal.h"
#include "cli/screen/touchdown_table.h"
#include "cli/verbs/run_loop.h"
#include "cli/verbs/run_options.h"
#include "cli/verbs/run_orders.h"
#include "cli/verbs/verbs.h"
#include "report/json/json_text.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;
using report::Json;

/// A folder that is gone afterwards.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / fmt::format("carom-run-{}", getpid())) {}
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct RunVerb : RunArguments {
  ExitCode run() const;

 private:
  void set_law(Subject& subject, SimulationOptions& simulation) const;
  std::string default_law(const Subject& subject) const;
  SimulationOptions simulation_options(Subject& subject) const;
  RunFolderOptions folder_options(const Subject& subject) const;
  ExitCode run_orders() const;
  Trajectory run_order(const char* order, std::optional<Subject>& subject) const;
  ExitCode finish(const RunResult& result, double duration) const;
  void print_json(const fs::path& where) const;
};

/// A run is another one under another law, friction or motors too.
void add_identity(Subject& subject, const char* name, Json value) {
  Json identity = report::parse_json(subject.identity, {.where = "identity"});
  identity[name] = std::move(value);
  subject.identity = report::dump_json(identity, -1);
}

/// Friction needs a law that has it. Else robots, whose feet do not bounce, land plastically.
std::string RunVerb::default_law(const Subject& subject) const {
  for (const ContactCandidate& contact : subject.model->contacts()) {
    if (contact.friction > 0.0) return "regular";
  }
  const bool told = solving.law.restitution || solving.law.policy;
  return subject.is_robot && !told ? "plastic" : "propagative";
}

/// The law, and the coefficients of the contacts.
void RunVerb::set_law(Subject& subject, SimulationOptions& simulation) const {
  const SolveOptions told = solving.with_settings(subject.law_settings);
  ModelParts parts = subject.model->parts();
  for (ContactCandidate& contact : parts.contacts) {
    if (told.friction) {
      contact.friction = *told.friction;
      contact.static_friction.reset();
    }
    if (!contact.restitution) contact.restitution = subject.is_robot ? 0.0 : 1.0;
  }
  subject.model = subject.model->with(std::move(parts));
  const std::string name = law ? *law : subject.law.value_or(default_law(subject));
  refuse_unused(name, solving.law);
  simulation.law = choose_law(name, told.law);
  if (solving.friction.value_or(0.0) > 0.0 && !simulation.law.description().friction) {
    warn(
        fmt::format("--friction {}: law '{}' has no friction; contacts that carry do, impacts do "
                    "not",
                    *solving.friction, name));
  }
  Json law_json{{"name", name}};
  if (told.law.restitution) law_json["restitution"] = *told.law.restitution;
  if (told.law.policy) law_json["policy"] = *told.law.policy;
  if (told.law.mode) law_json["mode"] = *told.law.mode;
  if (told.law.exponent) law_json["exponent"] = *told.law.exponent;
  if (told.law.energy) law_json["energy"] = *told.law.energy;
  if (told.law.method) law_json["method"] = *told.law.method;
  if (told.law.tolerance) law_json["tolerance"] = *told.law.tolerance;
  if (told.law.seed != 0) law_json["seed"] = told.law.seed;
  add_identity(subject, "law", std::move(law_json));
  if (told.friction) add_identity(subject, "friction", *told.friction);
}

SimulationOptions RunVerb::simulation_options(Subject& subject) const {
  SimulationOptions simulation = options;
  set_law(subject, simulation);
  simulation.integrator = integrator == to_string(IntegratorKind::runge_kutta)
                              ? IntegratorKind::runge_kutta
                              : IntegratorKind::variational;
  simulation.tolerance = tolerance.value_or(simulation.tolerance);
  simulation.verdict = !no_verdict;
  simulation.resolve.seed = solving.law.seed;
  simulation.resolve.max_states = solving.max_nodes.value_or(simulation.resolve.max_states);
  simulation.resolve.draws = solving.draws.value_or(simulation.resolve.draws);
  simulation.stop = &Interrupt::asked;
  if (subject.walk) {
    check_walk(subject.title);
    simulation.walk = subject.walk;
    if (!lasts) simulation.duration = walk_duration(subject.walk->gait);
  }
  if (holds) {
    HoldArguments arguments = hold;
    if (!hold_words.empty()) arguments.posture = hold_words.front();
    simulation.controller = make_hold(*subject.model, subject.title, subject.state, arguments);
    const auto entries = [](const Eigen::VectorXd& values) {
      return std::vector<double>(values.data(), values.data() + values.size());
    };
    add_identity(subject, "hold",
                 Json{{"posture", arguments.posture.value_or("start")},
                      {"stiffness", entries(simulation.controller.stiffness)},
                      {"damping", entries(simulation.controller.damping)}});
  }
  return simulation;
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

/// run.json with its impacts; those of other trajectories stand with them.
void RunVerb::print_json(const fs::path& where) const {
  Json document = report::parse_json(read_run(where), {.where = "run.json"});
  const auto impacts = [&](const fs::path& place) {
    return report::parse_json(LineReader((place / "impacts.json").string()).rest(),
                              {.where = "impacts.json"});
  };
  document["impacts"] = impacts(where);
  Json& trajectories = document.at("trajectories");
  for (std::size_t k = 1; k < trajectories.size(); ++k) {
    trajectories[k]["impacts"] = impacts(where / fmt::format("branch_{}", k));
  }
  write_output(report::dump_json(document, output.json_indent()) + "\n");
}

ExitCode RunVerb::finish(const RunResult& result, double duration) const {
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
                          base::number(duration, 9),
                          folder.empty() ? "" : "; the same command with --resume goes on"));
  return ExitCode::no_answer;
}

/// The whole trajectory with its impacts in one order.
Trajectory RunVerb::run_order(const char* order, std::optional<Subject>& subject) const {
  RunVerb with = *this;
  InputOptions opened = input;
  const std::optional<double> drop = std::exchange(opened.robot.drop, std::nullopt);
  subject = opened.open_run(drop);
  require_orders(with.simulation_options(*subject).law);
  with.solving.law.policy = order;
  const SimulationOptions simulation = with.simulation_options(*subject);
  return simulate(*subject->model, subject->state, simulation);
}

ExitCode RunVerb::run_orders() const {
  const Interrupt interrupt;
  std::optional<Subject> subject;
  const Trajectory a = run_order(first_order, subject);
  const Trajectory b = run_order(other_order, subject);
  const Parting parting = part(*subject->model, a.record, b.record);
  if (!folder.empty()) write_orders(folder, parting);
  write_output(output.wants_json()
                   ? orders_json(subject->title, parting, a, b, output.json_indent()) + "\n"
                   : orders_text(subject->title, parting, a, b));
  for (const Trajectory* run : {&a, &b}) {
    if (run->status == RunStatus::finished) continue;
    report_error(run->message);
    return ExitCode::no_answer;
  }
  return ExitCode::answer;
}

ExitCode RunVerb::run() const {
  check();
  if (orders) return run_orders();
  InputOptions opened = input;
  const std::optional<double> drop = std::exchange(opened.robot.drop, std::nullopt);
  Subject subject = opened.open_run(drop);
  const SimulationOptions simulation = simulation_options(subject);
  const bool json = output.wants_json();

  RunTable table(*subject.model, subject.units, simulation.branches > 1);
  TouchdownTable touchdowns;
  RunResult result;
  std::optional<TemporaryFolder> temporary;
  if ((json || html.wanted()) && folder.empty()) temporary.emplace();
  const fs::path where = temporary ? temporary->path() : fs::path(folder);
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
    if (where.empty()) {
      result = run_in_memory(*subject.model, subject.state, simulation, {advance, observe});
    } else {
      RunFolderOptions how = folder_options(subject);
      how.page = !temporary || html.wanted();
      how.progress = advance;
      how.observe = observe;
      result = run_to_folder(where, *subject.model, subject.state, simulation, how);
    }
  }
  if (json) {
    print_json(where);
  } else {
    write_output(simulation.walk ? touchdowns.text(folder) : table.text(folder));
    write_output(
        "\n" + paint_report(run_summary(subject.title, result, simulation, subject.units, folder)));
  }
  if (html.wanted()) html.write(LineReader((where / "report.html").string()).rest(), output);
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
      "Exit codes: 0 finished, 1 fell, stopped or diverged (what is done is kept), 2 bad input.\n"
      "\n"
      "Examples:\n"
      "  carom run bouncing_ball --duration 5\n"
      "  carom run pendulum_cradle --duration 10 -o cradle\n"
      "  carom run block --set height=0.05 --set tilt=10deg --plastic-speed 0.02 -o block\n"
      "  carom run trex --hold --branches 2 -o trex\n"
      "  carom run pendulum_cradle --duration 5 --html cradle.html\n"
      "  carom run trex --hold --orders\n"
      "  carom run atlas --set steps=10 -o walk\n"
      "  carom run robot.urdf --contacts l_sole,r_sole --drop 0.2 --hold crouch -o landing");
  app.callback([verb, &app, &code] {
    verb->holds = app.count("--hold") > 0;
    verb->lasts = app.count("--duration") > 0;
    code = verb->run();
  });
}

}  // namespace carom::cli
