// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom analyze: is the outcome the only one, how far apart are the others, what moves them?
#include <CLI/CLI.hpp>
#include <memory>

#include "carom/analysis.h"
#include "carom/report.h"
#include "cli/batch.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/verbs.h"

namespace carom::cli {
namespace {

struct AnalyzeVerb {
  InputOptions input;
  OutputOptions output;
  SolveOptions solving;

  /// The coefficient asked for, else the contacts' common one, else 1.
  double restitution_of(const ImpactProblem& problem) const {
    if (solving.law.restitution) return *solving.law.restitution;
    std::optional<double> common;
    for (const Contact& contact : problem.contacts()) {
      if (!contact.restitution || (common && *common != *contact.restitution)) return 1.0;
      common = contact.restitution;
    }
    return common.value_or(1.0);
  }

  AnalysisOptions analysis_options(const ImpactProblem& problem) const {
    AnalysisOptions options;
    options.restitution = restitution_of(problem);
    options.enumeration.max_states = solving.max_nodes.value_or(options.enumeration.max_states);
    options.enumeration.seed = solving.law.seed;
    options.search.seed = solving.law.seed;
    return options;
  }

  ExitCode run() const {
    solving.check();
    Input opened = input.open();
    if (auto* batch = std::get_if<Batch>(&opened)) {
      return run_batch(*batch, output, [&](const ImpactProblem& problem) {
        return Answer{to_json(analyze(problem, analysis_options(problem))), ExitCode::answer};
      });
    }
    const auto& problem = std::get<ImpactProblem>(opened);
    const Analysis analysis = analyze(problem, analysis_options(problem));
    write_output(output.wants_json() ? to_json(analysis, output.json_indent()) + "\n"
                                     : paint_report(analysis.report()));
    return ExitCode::answer;
  }
};

}  // namespace

void add_analyze(CLI::App& command, ExitCode& code) {
  auto verb = std::make_shared<AnalyzeVerb>();
  CLI::App& app =
      *command.add_subcommand("analyze", "is the outcome the only one, and what moves it?");
  verb->input.declare(app);
  verb->solving.declare_restitution(app,
                                    "Newton coefficient of each reflection, for the practical "
                                    "verdict (default: the contacts', else 1)");
  verb->solving.declare_search(app);
  verb->output.declare(app);
  app.footer(
      "Examples:\n"
      "  carom analyze billiards --set theta=90deg\n"
      "  carom analyze three_balls.json --restitution 0.6 --json");
  app.callback([verb, &code] { code = verb->run(); });
}

}  // namespace carom::cli
