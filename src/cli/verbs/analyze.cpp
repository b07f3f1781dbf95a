// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom analyze: is the outcome the only one, how far apart are the others, what moves them?
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "carom/analysis.h"
#include "carom/landing.h"
#include "carom/report.h"
#include "cli/input/batch.h"
#include "cli/input/options.h"
#include "cli/screen/html.h"
#include "cli/screen/output.h"
#include "cli/screen/terminal.h"
#include "cli/verbs/verbs.h"

namespace carom::cli {
namespace {

struct AnalyzeVerb {
  InputOptions input;
  OutputOptions output;
  HtmlOption html;
  SolveOptions solving;
  std::optional<std::string> law;

  /// The coefficient asked for, else the contacts' common one, else `otherwise`.
  static double restitution_of(const SolveOptions& told, const ImpactProblem& problem,
                               double otherwise) {
    if (told.law.restitution) return *told.law.restitution;
    std::optional<double> common;
    for (const Contact& contact : problem.contacts()) {
      if (!contact.restitution || (common && *common != *contact.restitution)) return otherwise;
      common = contact.restitution;
    }
    return common.value_or(otherwise);
  }

  static AnalysisOptions analysis_options(const SolveOptions& told, const ImpactProblem& problem,
                                          double otherwise = 1.0) {
    AnalysisOptions options;
    options.restitution = restitution_of(told, problem, otherwise);
    options.enumeration.max_states = told.max_nodes.value_or(options.enumeration.max_states);
    options.enumeration.seed = told.law.seed;
    options.search.seed = told.law.seed;
    return options;
  }

  ExitCode run() const {
    solving.check();
    html.check();
    if (law) choose_law(*law, solving.law);  // refused before anything is read
    Input opened = input.open(true);
    const SolveOptions told = solving.with_settings(opened.law_settings);
    if (opened.model) return run_landing(opened, told);
    if (law) warn("--law is used for what has a model only; 'carom resolve' takes it");
    if (opened.batch) {
      html.refuse_batch(opened.batch->where);
      return run_batch(*opened.batch, output, [&](const ImpactProblem& problem) {
        return Answer{to_json(analyze(problem, analysis_options(told, problem))), ExitCode::answer};
      });
    }
    const ImpactProblem& problem = *opened.problem;
    const Analysis analysis = analyze(problem, analysis_options(told, problem));
    write(analysis);
    if (html.wanted()) {
      html.write(to_html(analysis, problem, html.context(input, opened)), output);
    }
    return ExitCode::answer;
  }

  ExitCode run_landing(const Subject& opened, const SolveOptions& told) const {
    LandingOptions options;
    options.analysis = analysis_options(told, *opened.problem, opened.usual_restitution());
    options.problem = opened.options;
    if (const auto name = law ? law : opened.law) {
      LawSettings settings = told.law;
      settings.restitution = options.analysis.restitution;
      options.law = choose_law(*name, settings);
    }
    const Model model = with_friction(*opened.model, told.friction);
    const Landing landing = analyze_landing(model, opened.state, options);
    write(landing);
    if (html.wanted()) {
      PageContext context = html.context(input, opened);
      context.model = &model;
      html.write(to_html(landing, options, context), output);
    }
    return ExitCode::answer;
  }

  static Model with_friction(const Model& model, const std::optional<double>& friction) {
    if (!friction) return model;
    ModelParts parts = model.parts();
    for (ContactCandidate& contact : parts.contacts) {
      contact.friction = *friction;
      contact.static_friction.reset();
    }
    return model.with(std::move(parts));
  }

  template <class Result>
  void write(const Result& result) const {
    write_output(output.wants_json() ? to_json(result, output.json_indent()) + "\n"
                                     : paint_report(result.report()));
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
  app.add_option("--law", verb->law,
                 "models: law of impulses and joint jumps (default: plastic at restitution 0, else "
                 "propagative)")
      ->type_name("NAME");
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
