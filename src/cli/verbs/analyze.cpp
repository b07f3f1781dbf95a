// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom analyze: is the outcome the only one, how far apart are the others, what moves them?
#include <CLI/CLI.hpp>
#include <memory>

#include "analysis/spread.h"
#include "carom/analysis.h"
#include "carom/landing.h"
#include "carom/law_by_name.h"
#include "carom/report.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/table.h"
#include "cli/verbs/verbs.h"

namespace carom::cli {
namespace {

struct AnalyzeVerb {
  InputOptions input;
  OutputOptions output;
  HtmlOption html;
  SolveOptions solving;

  AnalysisOptions analysis_options(const Subject& opened, const LawChoice& told,
                                   const ImpactProblem& problem) const {
    AnalysisOptions options;
    options.restitution = opened.restitution(told, problem);
    options.own_restitution = !told.settings.restitution && analysis::coefficients_differ(problem);
    options.enumeration.max_states = solving.max_nodes.value_or(options.enumeration.max_states);
    options.enumeration.seed = told.settings.seed;
    options.search.seed = told.settings.seed;
    return options;
  }

  ExitCode run() const {
    solving.check();
    html.check();
    if (solving.name)
      static_cast<void>(
          law_by_name(*solving.name, solving.settings));  // refused before anything is read
    Input opened = input.open(true);
    const LawChoice told = opened.completed(solving);
    if (opened.model) return run_landing(opened, told);
    if (solving.name) warn("--law is used for what has a model only; 'carom resolve' takes it");
    if (opened.batch) {
      html.refuse_batch(opened.batch->where);
      return run_batch(*opened.batch, output, [&](const ImpactProblem& problem) {
        return Answer{
            to_json(analyze(rough(problem, told), analysis_options(opened, told, problem))),
            ExitCode::answer};
      });
    }
    const ImpactProblem problem = rough(*opened.problem, told);
    const Analysis analysis = analyze(problem, analysis_options(opened, told, problem));
    write(analysis, analysis);
    if (html.wanted()) {
      html.write(to_html(analysis, problem, html.context(input, opened)), output);
    }
    return ExitCode::answer;
  }

  static ImpactProblem rough(const ImpactProblem& problem, const LawChoice& told) {
    return told.friction ? with_friction(problem, *told.friction) : problem;
  }

  ExitCode run_landing(const Subject& opened, const LawChoice& told) const {
    LandingOptions options;
    options.analysis = analysis_options(opened, told, *opened.problem);
    options.problem = opened.options;
    if (told.name) {
      options.law =
          law_by_name(*told.name, told.settings).with_restitution(options.analysis.restitution);
    }
    const Model model =
        told.friction ? with_friction(*opened.model, *told.friction) : *opened.model;
    const Landing landing = analyze_landing(model, opened.state, options);
    write(landing, landing.analysis);
    if (html.wanted()) {
      PageContext context = html.context(input, opened);
      context.model = &model;
      html.write(to_html(landing, options, context), output);
    }
    return ExitCode::answer;
  }

  template <class Result>
  void write(const Result& result, const Analysis& analysis) const {
    write_output(output.wants_json() ? to_json(result, output.json_indent()) + "\n"
                                     : painted(result.report(), analysis));
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
                                    "verdict (default: the contacts', else 1; robot files: 0)");
  verb->solving.declare_law(app,
                            "models: law of impulses and joint jumps (default: plastic at "
                            "restitution 0, else propagative)");
  verb->solving.declare_friction(app);
  verb->solving.declare_search(app);
  verb->output.declare(app);
  verb->html.declare(app);
  app.footer(
      "Examples:\n"
      "  carom analyze billiards --set theta=90deg\n"
      "  carom analyze three_balls.json --restitution 0.6 --json\n"
      "  carom analyze rhex --set gamma=0.3\n"
      "  carom analyze rhex --html rhex.html\n"
      "  carom analyze talos.urdf --contacts left_sole_link,right_sole_link --drop 0.1\n"
      "  carom analyze go2.xml --contacts FL,FR,RL,RR --posture home --restitution 0.3 --json");
  app.callback([verb, &code] { code = verb->run(); });
}

}  // namespace carom::cli
