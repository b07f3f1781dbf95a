// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/verbs/design_gait.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/gather_faults.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "carom/error.h"
#include "carom/gait_search.h"
#include "carom/report.h"
#include "cli/screen/progress.h"
#include "report/files/bytes.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* for_programs[] = {"--evaluations", "--population", "--threads",  "--duration",
                                        "--step",        "--integrator", "--friction", "--resume"};
constexpr const char* for_impacts[] = {"--scaling",      "--method",       "--starts",
                                       "--start-spread", "--always",       "--allow-penetration",
                                       "--asymmetric",   "--free-balance", "--html"};

/// A word of the shell.
std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_of(" '\"[]*?$&;()<>|\\`!#~{}") == word.npos;
  if (plain) return word;
  std::string text = "'";
  for (const char letter : word)
    text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

std::string setting_text(const ParameterValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  std::vector<std::string> items;
  for (const double one : std::get<std::vector<double>>(value))
    items.push_back(fmt::format("{}", one));
  return "[" + base::join(items, ",") + "]";
}

/// The search from what was said, to what is shown and written.
class GaitVerb {
 public:
  GaitVerb(const GaitRequest& request, const GaitWords& words) : request_(request), words_(words) {}

  ExitCode run() {
    check();
    GaitSearchOptions options = search_options();
    gait_ = open();
    if (!state_file_.empty()) take_state(options);
    GaitSearch found;
    {
      const Interrupt interrupt;
      Progress progress("runs", false);
      options.stop = &Interrupt::asked;
      options.progress = [&](const GaitProgress& now) { show(now, progress); };
      options.checkpoint = [&](const GaitSearchState& state) { write_state(state); };
      found = search(options);
    }
    return finish(found);
  }

 private:
  void check() {
    std::vector<std::string> faults;
    base::gather(faults, [&] { request_.solving.check(); });
    const auto positive = [&](const char* name, const std::optional<double>& value) {
      if (!value || (std::isfinite(*value) && *value > 0.0)) return;
      faults.push_back(fmt::format("--{} = {}; expected {} > 0", name, base::number(*value), name));
    };
    positive("duration", words_.duration);
    positive("step", words_.step);
    if (request_.front < 0) {
      faults.push_back(fmt::format("--front {}; expected rows >= 0", request_.front));
    }
    if (words_.integrator) {
      std::vector<std::string> kinds;
      for (const IntegratorKind kind : integrators) kinds.push_back(to_string(kind));
      if (std::find(kinds.begin(), kinds.end(), *words_.integrator) == kinds.end()) {
        faults.push_back(fmt::format("--integrator = '{}'; expected one of {}{}",
                                     *words_.integrator, base::join(kinds),
                                     base::did_you_mean(*words_.integrator, kinds)));
      }
    }
    const std::string& file = request_.file;
    if (words_.resume && file.empty()) {
      faults.push_back("--resume: no file; expected -o FILE.toml too");
    }
    if (!file.empty()) {
      if (!file.ends_with(".toml")) {
        faults.push_back(fmt::format("-o {}: expected a file *.toml: a motor program", file));
      }
      const std::string fault = folder_fault("-o", file);
      if (!fault.empty()) faults.push_back(fault);
      state_file_ = file + ".search.json";
    }
    if (!faults.empty()) throw InvalidInput(faults);
  }

  GaitSearchOptions search_options() const {
    GaitSearchOptions options;
    if (!request_.target.empty()) options.terms = parse_gait_target(request_.target);
    if (words_.evaluations) options.evaluations = *words_.evaluations;
    if (words_.population) options.population = *words_.population;
    if (words_.threads) options.threads = *words_.threads;
    options.seed = request_.solving.settings.seed;
    options.front = request_.front > 0;
    return options;
  }

  GaitSubject open() const {
    InputOptions input = request_.input;
    const std::optional<double> drop = std::exchange(input.robot.drop, std::nullopt);
    GaitChoice choice{.vary = request_.vary, .bounds = request_.bounds};
    std::erase(choice.vary, "");
    choice.run = {
        .law = request_.solving, .duration = words_.duration, .step = words_.step, .warn = warn};
    for (const IntegratorKind kind : integrators) {
      if (words_.integrator == to_string(kind)) choice.run.integrator = kind;
    }
    SimulationOptions run;
    run.resolve = request_.solving.resolve_options();
    return open_gait(input.file, input.run_options(drop), choice, run);
  }

  /// The state that is there goes on, or is in the way.
  void take_state(GaitSearchOptions& options) const {
    if (!fs::exists(state_file_)) {
      if (!words_.resume) return;
      throw InvalidInput(
          fmt::format("--resume: {} is not there; expected the state of a search, "
                      "which -o {} leaves",
                      state_file_, request_.file));
    }
    if (!words_.resume) {
      refuse_unfinished();
      return;
    }
    options.resume = gait_search_state_from_json(base::whole_file(state_file_), state_file_);
  }

  void refuse_unfinished() const {
    std::optional<GaitSearchState> state;
    try {
      state = gait_search_state_from_json(base::whole_file(state_file_), state_file_);
    } catch (const InvalidInput& error) {
      throw InvalidInput(fmt::format("{}; it would be replaced", error.what()));
    }
    if (state->finished) return;
    throw InvalidInput(
        fmt::format("-o {}: {} is an unfinished search of {} runs; expected --resume, which goes "
                    "on, or another "
                    "file",
                    request_.file, state_file_, state->points.size()));
  }

  GaitSearch search(const GaitSearchOptions& options) const {
    try {
      return search_gait(gait_.problem, options);
    } catch (const InvalidInput& error) {
      if (!options.resume) throw;
      std::vector<std::string> faults;
      for (const std::string& fault : error.faults()) {
        const bool of_state = fault.starts_with("the state ");
        faults.push_back(of_state ? fmt::format("--resume: {}: {}", state_file_, fault) : fault);
      }
      throw InvalidInput(faults);
    }
  }

  void show(const GaitProgress& now, Progress& progress) const {
    std::string note = fmt::format(", generation {}", now.generation);
    if (now.best && now.best->figures.end == GaitFigures::End::finished) {
      note += fmt::format(", best {} {}/s", base::number(now.best->figures.speed, 3),
                          gait_.problem.length_unit);
    }
    progress.note(note);
    const auto fresh = static_cast<std::uint64_t>(now.evaluations - now.resumed);
    progress.update(fresh, fresh, static_cast<std::uint64_t>(now.budget - now.resumed));
  }

  void write(const std::string& file, const std::string& text) const {
    try {
      report::replace_whole(file, text);
    } catch (const report::DiskFault& fault) {
      throw InvalidInput(fmt::format("-o {}: cannot be written: {}", file, fault.reason));
    }
  }
  void write_state(const GaitSearchState& state) const {
    if (!state_file_.empty()) write(state_file_, to_json(state) + "\n");
  }

  ExitCode finish(const GaitSearch& found) {
    using Status = GaitSearch::Status;
    const bool holds_out =
        !found.points.empty() && found.best.figures.end == GaitFigures::End::finished;
    const std::string text = found.report(request_.front);
    if (holds_out && !request_.file.empty()) {
      write(request_.file, program_text(found, text.substr(0, text.find('\n'))));
    }
    if (request_.output.wants_json()) {
      write_output(to_json(found, gait_.subject.title, request_.output.json_indent()) + "\n");
    } else {
      write_output(text);
      if (holds_out) write_output("\n" + next_words(found));
    }
    if (found.status == Status::stopped) {
      warn(found.message + (state_file_.empty() ? "; -o FILE.toml keeps what is done"
                                                : "; the same command with --resume goes on"));
    }
    const bool answer = found.status == Status::found || found.status == Status::unchanged;
    return answer ? ExitCode::answer : ExitCode::no_answer;
  }

  std::string program_text(const GaitSearch& found, const std::string& sentence) const {
    return fmt::format("# {}\n# {}\n{}", sentence, command(found),
                       to_toml(gait_.program(found.best.values)));
  }

  std::string next_words(const GaitSearch& found) const {
    std::string text = "Next: ";
    if (request_.file.empty()) {
      text += "the same with -o FILE.toml writes the program\n";
    } else {
      text += command(found) + "\n";
    }
    return text;
  }

  /// The run of the best numbers: what the scene's own program runs by is said, since a file of
  /// programs says nothing of it.
  std::string command(const GaitSearch& found) const {
    const InputOptions& input = request_.input;
    std::string text = fmt::format("carom run {} --program {}", quoted(input.file),
                                   quoted(request_.file.empty() ? "FILE.toml" : request_.file));
    const std::vector<std::string> best = gait_.settings(found.best.values);
    std::vector<std::string> settings = best;
    const auto is_set = [&](const std::string& name) {
      return std::any_of(settings.begin(), settings.end(),
                         [&](const std::string& one) { return one.starts_with(name + "="); });
    };
    for (const std::string& setting : input.settings) {
      const std::string name = setting.substr(0, setting.find('='));
      if (name.find('.') == name.npos && !is_set(name)) settings.push_back(setting);
    }
    const SceneProgram& program = *gait_.subject.program;
    for (const auto& [name, value] : program.settings) {
      if (!is_set(name)) settings.push_back(name + "=" + setting_text(value));
    }
    for (const std::string& setting : settings) text += " --set " + quoted(setting);
    return text + robot_words() + law_words() + run_words();
  }

  std::string robot_words() const {
    const RobotArguments& robot = request_.input.robot;
    std::string text;
    const std::pair<const char*, const std::optional<std::string>*> words[] = {
        {"contacts", &robot.contacts}, {"posture", &robot.posture}, {"velocity", &robot.velocity},
        {"armature", &robot.armature}, {"base", &robot.base},       {"srdf", &robot.srdf}};
    for (const auto& [name, value] : words) {
      if (*value) text += fmt::format(" --{} {}", name, quoted(**value));
    }
    if (robot.drop) text += fmt::format(" --drop {}", *robot.drop);
    if (robot.touch) text += fmt::format(" --touch {}", *robot.touch);
    if (robot.stand) text += " --stand";
    for (const std::string& folder : robot.packages) text += " --packages " + quoted(folder);
    return text;
  }

  std::string law_words() const {
    const SceneProgram& program = *gait_.subject.program;
    const SolveOptions& given = request_.solving;
    std::string text;
    if (given.name) {
      text += " --law " + *given.name;
    } else if (!program.law.empty()) {
      text += " --law " + program.law;
    }
    if (given.settings.restitution) {
      text += fmt::format(" --restitution {}", *given.settings.restitution);
    }
    for (const auto& [name, value] : program.law_settings) {
      if (name == "restitution" && given.settings.restitution) continue;
      text += fmt::format(" --{} {}", name, value);
    }
    if (given.friction) text += fmt::format(" --friction {}", *given.friction);
    return text;
  }

  std::string run_words() const {
    const SceneProgram& program = *gait_.subject.program;
    std::string text;
    const auto add = [&](const char* name, const std::optional<double>& given,
                         const std::optional<double>& own) {
      const std::optional<double> value = given ? given : own;
      if (value) text += fmt::format(" --{} {}", name, *value);
    };
    add("duration", words_.duration, program.duration);
    add("step", words_.step, program.step);
    if (words_.integrator) text += " --integrator " + *words_.integrator;
    const bool adapts = !words_.integrator || *words_.integrator == "runge_kutta";
    if (program.tolerance && adapts) text += fmt::format(" --tolerance {}", *program.tolerance);
    return text;
  }

  const GaitRequest& request_;
  const GaitWords& words_;
  std::string state_file_;
  GaitSubject gait_ = {};
};

}  // namespace

void GaitWords::declare(CLI::App& app, InputOptions& input) {
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    return app.add_option(name, value, help)->type_name(type)->group("Gaits");
  };
  add("--program", input.program,
      "search gaits: numbers of this motor program vary (--vary), a run is what they are judged "
      "by. "
      "A program of the scene or scene file, or a file of programs, FILE.toml or FILE.toml:NAME",
      "NAME");
  add("--motor", input.motors, "a further entry of the program, as of carom run (repeatable)",
      "ENTRY")
      ->allow_extra_args(false);
  add("--evaluations", evaluations, "runs at most (default: 200)", "N");
  add("--population", population, "runs of a generation (default: 4 + 3 ln n of n numbers)", "N");
  add("--threads", threads, "default: all cores; any number gives the same bits", "N");
  add("--duration", duration, "of each run [s] (default: the program's, else 1)", "T");
  add("--step", step, "of each run [s]", "H");
  add("--integrator", integrator, "of each run, as of carom run", "NAME");
  app.add_flag("--resume", resume, "with -o: go on with the search that FILE.search.json keeps")
      ->group("Gaits");
}

void refuse_apart(const CLI::App& app, bool program) {
  std::vector<std::string> faults;
  if (program) {
    for (const char* name : for_impacts) {
      if (app.count(name) == 0) continue;
      faults.push_back(fmt::format("{}: is for designs of impacts; expected no {} beside --program",
                                   name, name));
    }
  } else {
    for (const char* name : for_programs) {
      if (app.count(name) == 0) continue;
      faults.push_back(
          fmt::format("{}: is for searches of gaits; expected --program NAME too", name));
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

ExitCode search_gaits(const GaitRequest& request, const GaitWords& words) {
  return GaitVerb(request, words).run();
}

}  // namespace carom::cli
