// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom resolve: one impact, or a batch of them, under one law.
#include "carom/resolve.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/text.h"
#include "carom/error.h"
#include "carom/report.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/table.h"
#include "cli/verbs/verbs.h"
#include "report/subject/file_kind.h"

namespace carom::cli {
namespace {

struct ResolveVerb {
  InputOptions input;
  OutputOptions output;
  HtmlOption html;
  SolveOptions solving;
  std::string branches;

  ExitCode run() const;
  ResolveOptions resolve_options() const;
};

ResolveOptions ResolveVerb::resolve_options() const {
  ResolveOptions options = solving.resolve_options();
  if (!branches.empty() && branches != "all" && branches != "minimal") {
    throw InvalidInput(fmt::format("--branches = '{}'; expected nothing, all or minimal{}",
                                   branches, base::did_you_mean(branches, {"all", "minimal"})));
  }
  if (!branches.empty()) {
    options.branches =
        branches == "minimal" ? ResolveOptions::Branches::minimal : ResolveOptions::Branches::all;
  }
  if (branches.empty() && html.wanted()) options.branches = ResolveOptions::Branches::all;
  return options;
}

/// Branches of laws with friction are no orders of reflections.
std::string listed_text(const Outcome& outcome, bool minimal) {
  if (outcome.law->friction)
    return "extremes of a sample over every way in which the contacts may share the impulse";
  return minimal ? "of minimal sequences (S3 Definition 1)"
                 : "over every order in which contacts approach";
}

std::string branches_text(const Outcome& outcome, bool minimal) {
  Table table({{"outcome [m/s]"},
               {"fewest", Table::Align::right},
               {"most", Table::Align::right},
               {"a shortest order"}});
  constexpr std::size_t most_rows = 100;
  const std::size_t shown = std::min(outcome.branches.size(), most_rows);
  for (std::size_t k = 0; k < shown; ++k) {
    const Branch& branch = outcome.branches[k];
    std::vector<std::string> order;
    for (const int contact : branch.sequence) {
      order.push_back(outcome.labels->contacts[static_cast<std::size_t>(contact)]);
    }
    table.add({{short_list(branch.velocity_plus)},
               {std::to_string(branch.shortest)},
               {branch.longest < 0 ? "?" : std::to_string(branch.longest)},
               {order.empty() ? "none" : base::join(order)}});
  }
  std::string text =
      fmt::format("\n{} outcome{} listed, {}\n", outcome.branches.size(),
                  outcome.branches.size() == 1 ? "" : "s", listed_text(outcome, minimal));
  text += table.text();
  if (shown < outcome.branches.size()) text += "… the rest with --json\n";
  return text;
}

ExitCode code_of(const Outcome& outcome) {
  return outcome.ok() ? ExitCode::answer : ExitCode::no_answer;
}

ExitCode ResolveVerb::run() const {
  solving.check();
  html.check();
  if (solving.name)
    static_cast<void>(
        law_by_name(*solving.name, solving.settings));  // refused before anything is read
  Input opened = input.open(html.wanted());
  // Feet do not bounce unless somebody says so: as `analyze` has it.
  const LawChoice told =
      opened.problem ? opened.completed(solving, *opened.problem) : opened.completed(solving);
  const std::string name = told.name.value_or("propagative");
  report::refuse_unused_options(name, solving.settings);  // what the scene says is no fault
  const Law chosen = law_by_name(name, told.settings);
  const ResolveOptions options = resolve_options();
  if (solving.friction && !chosen.description().friction) {
    warn(fmt::format(
        "--friction {}: law '{}' has no friction and does not use it (the verdict does)",
        *solving.friction, name));
  }
  const auto solve_one = [&](const ImpactProblem& problem) {
    // Where the law has none it enters the verdict all the same, as in `analyze` and `compare`.
    const auto& contacts = problem.contacts();
    const bool acts =
        chosen.description().friction ||
        std::ranges::all_of(contacts, [](const auto& c) { return c.tangents.rows() > 0; });
    if (!told.friction || !acts) return resolve(problem, chosen, options);
    return resolve(with_friction(problem, *told.friction), chosen, options);
  };
  if (opened.batch) {
    html.refuse_batch(opened.batch->where);
    return run_batch(*opened.batch, output, [&](const ImpactProblem& problem) {
      const Outcome outcome = solve_one(problem);
      return Answer{to_json(outcome, -1, !branches.empty(), &problem), code_of(outcome)};
    });
  }
  const ImpactProblem& problem = *opened.problem;
  const Outcome outcome = solve_one(problem);
  if (output.wants_json()) {
    write_output(to_json(outcome, output.json_indent(), !branches.empty(), &problem) + "\n");
  } else {
    write_output(painted(outcome));
    if (!branches.empty()) write_output(branches_text(outcome, branches == "minimal"));
  }
  if (html.wanted()) {
    html.write(to_html(outcome, problem, html.context(input, opened)), output);
  }
  return code_of(outcome);
}

}  // namespace

void add_resolve(CLI::App& command, ExitCode& code) {
  auto verb = std::make_shared<ResolveVerb>();
  CLI::App& app = *command.add_subcommand("resolve", "velocities and impulses after one impact");
  verb->input.declare(app);
  verb->solving.declare_law(
      app, "law of impact; 'carom laws' lists them (default: the scene file's, else propagative)");
  verb->solving.declare_restitution(app, "coefficient of the law, 0 to 1 (default: the contacts')");
  verb->solving.declare_friction(app);
  verb->solving.declare_law_settings(app);
  verb->solving.declare_search(app);
  verb->solving.declare_draws(app);
  app.add_option(
         "--branches", verb->branches,
         "list every outcome (with friction: the extremes of a sample); 'minimal': of minimal "
         "sequences (S3 Definition 1) only")
      ->type_name("[minimal]");
  verb->output.declare(app);
  verb->html.declare(app);
  app.footer(
      "Examples:\n"
      "  carom resolve cradle\n"
      "  carom resolve cradle --set masses=[2,1,1] --set velocity=[1,0,-1] --branches\n"
      "  carom resolve three_balls.json --law sequential --restitution 0.9 --json\n"
      "  carom resolve block --law regular --set points=8 --set velocity=[0.6,0.3,-1,0,0,4]\n"
      "  carom resolve corner_ball --law corner --mode published_table\n"
      "  carom resolve robot.urdf --contacts left_sole,right_sole --drop 0.1 --law plastic\n"
      "  carom resolve cradle --set masses=[2,1,1] --set velocity=[1,0,-1] --html cradle.html\n"
      "  carom resolve many.jsonl > outcomes.jsonl");
  app.callback([verb, &code] { code = verb->run(); });
}

}  // namespace carom::cli
