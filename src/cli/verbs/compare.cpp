// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom compare: one impact under several laws, one row each; with --touchdown one touch-down of a
// walk, with several numbers of points under each foot.

#include "carom/compare.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include "analysis/analysis_report.h"
#include "analysis/spread.h"
#include "base/text.h"
#include "base/words.h"
#include "carom/error.h"
#include "carom/landing.h"
#include "carom/law_by_name.h"
#include "carom/page.h"
#include "carom/report.h"
#include "carom/touchdown.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/progress.h"
#include "cli/screen/table.h"
#include "cli/verbs/verbs.h"
#include "design/landing/advice.h"
#include "report/json/documents.h"

namespace carom::cli {
namespace {

using base::number;

struct TouchdownArguments {
  bool wanted = false;            ///< --touchdown is given, with or without a step.
  std::vector<std::string> step;  ///< Counted from 1; empty: the third.
  std::vector<int> points;        ///< Empty: 4, 8, 16.
  bool no_verdict = false;

  void declare(CLI::App& app);
  /// Throws InvalidInput for options that go with --touchdown alone.
  void check() const;
};

struct CompareVerb {
  InputOptions input;
  OutputOptions output;
  HtmlOption html;
  SolveOptions solving;
  std::vector<std::string> laws;
  TouchdownArguments touchdown;

  ExitCode run() const;
  ExitCode run_touchdown() const;
  ExitCode run_landing(const Input& opened) const;
  CompareOptions options_of(const LawChoice& told) const;
};

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

TouchdownOptions touchdown_options(const CompareVerb& call, const LawChoice& choice) {
  TouchdownOptions options;
  options.step = step_of(call.touchdown) - 1;
  if (!call.touchdown.points.empty()) options.points = call.touchdown.points;
  options.laws = laws_by_name(call.laws, choice.settings);
  options.resolve = call.solving.resolve_options();
  options.verdict = !call.touchdown.no_verdict;
  options.stop = &Interrupt::asked;
  return options;
}

/// The page shows all laws at one impact: that of the first number of points.
void write_page_of(const TouchdownComparison& touchdown, const Subject& subject,
                   const CompareVerb& call) {
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

ExitCode CompareVerb::run_touchdown() const {
  Subject subject = open_walk(input);
  const LawChoice choice = subject.completed(solving);
  if (choice.friction) subject.model = with_friction(*subject.model, *choice.friction);
  TouchdownOptions options = touchdown_options(*this, choice);
  TouchdownComparison compared;
  {
    const Interrupt interrupt;
    Progress progress("rows", false);
    options.progress = [&](int done, int all) {
      const auto count = static_cast<std::uint64_t>(done);
      progress.update(count, count, static_cast<std::uint64_t>(all));
    };
    compared = compare_touchdown(*subject.model, subject.state, *subject.walk, options);
  }
  if (output.wants_json()) {
    write_output(to_json(compared, output.json_indent()) + "\n");
  } else {
    write_output(paint_report(subject.title + ", " + compared.report()));
  }
  if (html.wanted() && !compared.rows.empty()) write_page_of(compared, subject, *this);
  if (!compared.complete) {
    warn("stopped; the rows that were done are shown");
    return ExitCode::no_answer;
  }
  return compared.rows.empty() ? ExitCode::no_answer : ExitCode::answer;
}

CompareOptions CompareVerb::options_of(const LawChoice& told) const {
  CompareOptions options{.laws = laws_by_name(laws, told.settings),
                         .friction = told.friction,
                         .resolve = solving.resolve_options()};
  if (html.wanted()) options.resolve.branches = ResolveOptions::Branches::all;
  return options;
}

ExitCode code_of(const Comparison& comparison) {
  const auto& outcomes = comparison.outcomes;
  const bool any = std::any_of(outcomes.begin(), outcomes.end(),
                               [](const Outcome& outcome) { return outcome.ok(); });
  return any ? ExitCode::answer : ExitCode::no_answer;
}

std::string several_text(const Uniqueness& uniqueness) {
  return fmt::format("one of {}, ξ = {}", outcome_count(uniqueness),
                     number(uniqueness.indeterminacy, 3));
}

/// What stands below the row of a law.
std::string remarks(const Outcome& outcome) {
  std::vector<std::string> sentences = outcome.notes;
  if (!outcome.message.empty()) sentences.insert(sentences.begin(), outcome.message);
  return base::join(sentences, "; ");
}

/// A thousand roundings of the energy: nothing was lost.
bool is_noise(const EnergyLedger& energy) { return std::abs(energy.lost) <= 1e-13 * energy.before; }

std::string table_text(const ImpactProblem& problem, const Comparison& comparison) {
  const double scale = problem.velocity().cwiseAbs().maxCoeff();
  Table table({{"law"},
               {"velocity after [m/s]"},
               {"lost [J]", Table::Align::right},
               {"reflections", Table::Align::right},
               {"verdict"}});
  for (const Outcome& outcome : comparison.outcomes) {
    const std::string& name = outcome.law->name;
    if (!outcome.ok()) {
      table.add({{name}, {to_string(outcome.status), Style::bad}}, outcome.message);
      continue;
    }
    table.add({{name},
               {short_list(outcome.velocity_plus, 8, scale)},
               {is_noise(outcome.energy) ? "0" : number(outcome.energy.lost)},
               {outcome.law->depends_on_order && !outcome.law->friction
                    ? std::to_string(outcome.sequence.size())
                    : "–"},
               verdict_cell(outcome.uniqueness, "unique", several_text(outcome.uniqueness))},
              remarks(outcome));
  }
  for (const auto& left_out : comparison.left_out) {
    table.add({{left_out.law}, {"does not apply", Style::faint}});
  }
  return table.text();
}

// A robot that lands: not its dozens of velocities, but what the base does, the joint that is
// jolted most, the ground's impulse.

/// "0", where it is rounding of velocities like `scale`.
std::string shown(double value, double scale) {
  // Laws that integrate leave 1e-10; what three digits are read for is 1e-6 and more.
  return number(std::abs(value) <= 1e-9 * scale ? 0.0 : value, 3);
}

/// "restitution 0, no friction; before: approach 1 m/s, base z -1 m/s, 45.1 J"
std::string landing_conditions(const LandingComparison& landing) {
  const auto& contacts = landing.problem.contacts();
  const bool rough = std::ranges::any_of(contacts, [](const auto& c) { return c.friction > 0.0; });
  std::string text = fmt::format("restitution {}, ", number(landing.restitution));
  text += landing.friction ? fmt::format("friction {}", number(*landing.friction))
          : rough          ? "friction of the contacts"
                           : "no friction";
  text += fmt::format("; before: approach {} m/s", number(landing.approach_speed, 4));
  if (landing.base_linear) {
    text += fmt::format(", base z {} m/s", number(landing.base_linear->z(), 4));
  }
  const Eigen::VectorXd& v = landing.problem.velocity();
  return text + fmt::format(", {} J\n", number(0.5 * v.dot(landing.problem.mass_matrix() * v), 4));
}

/// How well defined the impact is, above what single laws say.
std::string verdict_lines(const Comparison& comparison) {
  return base::pad("verdict", 12, false) + outcome::lines(*comparison.practical, base::pad("", 12));
}

/// The verdict of the impact, above those of single laws.
std::string landing_verdict(const LandingComparison& landing) {
  std::string text = verdict_lines(landing.comparison);
  const Spread& spread = landing.spread.spread;
  if (landing.spread.base_linear && spread.value() > 0.0) {
    text += analysis::report_line("base", design::base_line(landing.spread));
  }
  return text;
}

/// "24, ξ 0.0004": of the law itself, by its own orders or draws.
Cell own_outcomes(const Uniqueness& uniqueness) {
  return verdict_cell(
      uniqueness, "one",
      fmt::format("{}{}, ξ {}", uniqueness.complete ? "" : "≥ ", number(uniqueness.outcomes),
                  number(uniqueness.indeterminacy, 2)));
}

/// The cells of a law's row between its name and its outcomes are numbers.
std::vector<Cell> landing_row(const LandingComparison& landing, std::size_t k) {
  const Outcome& outcome = landing.comparison.outcomes[k];
  const LawLanding& law = *landing.laws[k];
  const double speed = landing.problem.velocity().cwiseAbs().maxCoeff();
  std::vector<Cell> row{{outcome.law->name}};
  if (law.base_linear) {
    row.push_back({shown(law.base_linear->z(), speed)});
    row.push_back({shown(law.base_angular->norm(), speed)});
  }
  row.push_back({number(law.normal_impulse, 4)});
  row.push_back({is_noise(outcome.energy) ? "0" : number(outcome.energy.lost, 4)});
  row.push_back(own_outcomes(outcome.uniqueness));
  if (!law.largest_jump) return row;
  const double jump = law.largest_jump->after - law.largest_jump->before;
  const auto index = static_cast<std::size_t>(law.largest_jump->velocity);
  row.push_back({shown(jump, speed) + " " + landing.velocity_names[index]});
  return row;
}

/// Units stand in a row of their own: with them in the titles the table would be too wide.
std::string landing_table(const LandingComparison& landing) {
  constexpr auto right = Table::Align::right;
  std::vector<Table::Column> columns{{"law"}};
  std::vector<Cell> units{{""}};
  const auto add = [&](const char* title, const char* unit, Table::Align align) {
    columns.push_back({title, align});
    units.push_back({unit, Style::faint});
  };
  if (landing.base_linear) {
    add("base z", "m/s", right);
    add("turns", "rad/s", right);
  }
  add("impulse", "N·s", right);
  add("lost", "J", right);
  add("outcomes", "", Table::Align::left);
  add("largest joint jump", "rad/s, m/s", Table::Align::left);
  const auto without_numbers = [&](const std::string& law, Cell said) {
    std::vector<Cell> row(columns.size());
    row.front() = {law};
    row[row.size() - 2] = std::move(said);
    return row;
  };
  Table table(columns);
  table.add(units);
  for (std::size_t k = 0; k < landing.laws.size(); ++k) {
    const Outcome& outcome = landing.comparison.outcomes[k];
    if (landing.laws[k]) {
      table.add(landing_row(landing, k), remarks(outcome));
    } else {
      table.add(without_numbers(outcome.law->name, {to_string(outcome.status), Style::bad}),
                outcome.message);
    }
  }
  for (const auto& left_out : landing.comparison.left_out) {
    table.add(without_numbers(left_out.law, {"does not apply", Style::faint}));
  }
  return table.text();
}

/// Laws that do not apply, those with one reason together.
std::string left_out_text(const Comparison& comparison) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const auto& [law, reason] : comparison.left_out) {
    std::string common = reason;
    const std::string name = fmt::format("law '{}'", law);
    if (const auto at = common.find(name); at != common.npos)
      common.replace(at, name.size(), "the law");
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const auto& group) { return group.first == common; });
    if (same == groups.end()) {
      groups.push_back({common, {law}});
    } else {
      same->second.push_back(law);
    }
  }
  std::string text;
  for (const auto& [reason, laws] : groups)
    text += fmt::format("\nDoes not apply: {}\n  {}\n", base::join(laws), reason);
  return text;
}

std::string difference_text(const ImpactProblem& problem, const Comparison& comparison) {
  const std::string words = report::difference_words(problem, comparison);
  return words.empty() ? "" : "\n" + words + "\n";
}

/// A robot, or what has joints and a base that falls: its velocities are too many to be read.
bool lands(const Subject& subject) {
  constexpr int readable = 8;
  if (!subject.model) return false;
  return subject.is_robot ||
         (subject.model->has_free_base() && subject.model->velocity_size() > readable);
}

ExitCode CompareVerb::run_landing(const Input& opened) const {
  const LawChoice choice = opened.completed(solving, *opened.problem);
  const LandingCompareOptions options{.compare = options_of(choice),
                                      .restitution = opened.restitution(choice, *opened.problem),
                                      .problem = opened.options};
  const LandingComparison landing = compare_landing(*opened.model, opened.state, options);
  if (output.wants_json()) {
    write_output(to_json(landing, output.json_indent()) + "\n");
  } else {
    write_output(paint(Stream::output, Style::strong, landing.problem.name()) + "\n");
    write_output(landing_conditions(landing) + landing_verdict(landing) + "\n");
    write_output(landing_table(landing) + difference_text(landing.problem, landing.comparison) +
                 left_out_text(landing.comparison));
  }
  if (html.wanted()) {
    html.write(to_html(landing.comparison, landing.problem, html.context(input, opened)), output);
  }
  return code_of(landing.comparison);
}

ExitCode CompareVerb::run() const {
  solving.check();
  html.check();
  static_cast<void>(laws_by_name(laws, solving.settings));  // refused before anything is read
  touchdown.check();
  if (touchdown.wanted) return run_touchdown();
  Input opened = input.open(true);
  if (lands(opened)) return run_landing(opened);
  const LawChoice choice = opened.completed(solving);
  CompareOptions options = options_of(choice);
  const bool own = opened.problem && analysis::coefficients_differ(*opened.problem);
  if (choice.settings.restitution || (opened.problem && !own)) {
    options.restitution =
        opened.problem ? opened.restitution(choice, *opened.problem) : choice.settings.restitution;
  }
  if (opened.batch) {
    html.refuse_batch(opened.batch->where);
    return run_batch(*opened.batch, output, [&](const ImpactProblem& problem) {
      const Comparison comparison = compare(problem, options);
      return Answer{to_json(comparison, problem), code_of(comparison)};
    });
  }
  const ImpactProblem& problem = *opened.problem;
  const Comparison comparison = compare(problem, options);
  if (output.wants_json()) {
    write_output(to_json(comparison, problem, output.json_indent()) + "\n");
  } else {
    write_output(paint(Stream::output, Style::strong, problem.name()) + "\n" +
                 verdict_lines(comparison) + "\n");
    write_output(table_text(problem, comparison) + difference_text(problem, comparison) +
                 left_out_text(comparison));
  }
  if (html.wanted()) {
    html.write(to_html(comparison, problem, html.context(input, opened)), output);
  }
  return code_of(comparison);
}

}  // namespace

void add_compare(CLI::App& command, ExitCode& code) {
  auto verb = std::make_shared<CompareVerb>();
  CLI::App& app = *command.add_subcommand("compare", "one impact under every law, side by side");
  verb->input.declare(app);
  app.add_option("--laws", verb->laws, "a,b,…: these laws only (default: all)")
      ->type_name("NAMES")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->solving.declare_restitution(app, "coefficient, for the laws that have one");
  verb->solving.declare_friction(app);
  verb->solving.declare_law_settings(app);
  verb->solving.declare_search(app);
  verb->solving.declare_draws(app);
  verb->touchdown.declare(app);
  verb->output.declare(app);
  verb->html.declare(app);
  app.footer(
      "Examples:\n"
      "  carom compare cradle\n"
      "  carom compare three_balls.json --laws propagative,plastic --restitution 0.5\n"
      "  carom compare block --set velocity=[0.6,0.3,-1,0,0,4]\n"
      "  carom compare cradle --html laws.html\n"
      "  carom compare corner_ball\n"
      "  carom compare atlas --touchdown\n"
      "  carom compare robot.urdf --contacts left_sole,right_sole --restitution 0.3");
  app.callback([verb, &app, &code] {
    verb->touchdown.wanted = app.count("--touchdown") > 0;
    code = verb->run();
  });
}

}  // namespace carom::cli
