// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom design: the nearest posture or geometry whose impact has one outcome, or loses little; with
// a motor program gaits (design_gait.h).
#include "carom/design.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.h"
#include "carom/error.h"
#include "carom/report.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/progress.h"
#include "cli/verbs/design_gait.h"
#include "cli/verbs/verbs.h"
#include "report/files/bytes.h"

namespace carom::cli {
namespace {

struct DesignVerb {
  InputOptions input;
  OutputOptions output;
  HtmlOption html;
  SolveOptions solving;
  std::vector<std::string> vary, bounds;
  std::string target, scaling = "unit", method = "nearest", file;
  int starts = 0, front = 0;
  double spread = 1.0;
  GaitWords gait;
  bool always = false, allow_penetration = false, asymmetric = false, free_balance = false;

  bool searches_gaits() const { return input.program || !input.motors.empty(); }

  ExitCode search() const {
    return search_gaits({.input = input,
                         .output = output,
                         .solving = solving,
                         .vary = vary,
                         .bounds = bounds,
                         .target = target,
                         .file = file,
                         .front = front},
                        gait);
  }

  ExitCode run() const {
    solving.check();
    html.check();
    const Subject subject = input.open_varied();
    check_file(subject);
    DesignOptions options = make_options(subject);
    const Variation variation = subject.vary(subject.varied_names(vary), Variation::Closing::free);
    Design found;
    {
      const Interrupt interrupt;
      options.stop = &Interrupt::asked;
      found = find_design(variation, options);
    }
    if (output.wants_json()) {
      write_output(to_json(found, subject.title, output.json_indent()) + "\n");
    } else {
      write_output(paint_report(subject.title + "\n\n" + found.report()));
    }
    if (found.status == Design::Status::stopped) warn("stopped");
    const bool solved =
        found.status == Design::Status::found || found.status == Design::Status::already;
    if (solved && !file.empty()) write_file(design_text(subject, found));
    if (html.wanted()) html.write(page_of(found, subject, variation), output);
    return solved ? ExitCode::answer : ExitCode::no_answer;
  }

 private:
  std::string page_of(const Design& found, const Subject& subject,
                      const Variation& variation) const {
    const Model model = subject.drawn();
    PageContext context{
        .title = subject.title, .model = &model, .units = subject.units, .facts = input.facts()};
    context.locked = subject.options.locked;
    return to_html(found, variation, context);
  }

  /// Before any work. Throws InvalidInput for a kind of file that does not fit.
  void check_file(const Subject& subject) const {
    if (file.empty()) return;
    const char* wanted = subject.model ? ".json" : ".toml";
    if (!file.ends_with(wanted)) {
      throw InvalidInput(fmt::format("-o {}: expected a file *{}: {}", file, wanted,
                                     subject.model ? "a posture of the robot" : "a scene"));
    }
    const std::string fault = folder_fault("-o", file);
    if (!fault.empty()) throw InvalidInput(fault);
  }

  void write_file(const std::string& text) const {
    try {
      report::write_in_place(file, text);
    } catch (const report::DiskFault& fault) {
      throw InvalidInput(fmt::format("-o {}: cannot be written: {}", file, fault.reason));
    }
  }

  DesignOptions make_options(const Subject& subject) const {
    DesignOptions options;
    parse_target(target, options);
    parse_bounds(bounds, subject.parameters(), options);
    if (scaling != "unit" && scaling != "relative") {
      throw InvalidInput(fmt::format("--scaling = '{}'; expected unit or relative{}", scaling,
                                     base::did_you_mean(scaling, {"unit", "relative"})));
    }
    if (method != "nearest" && method != "newton") {
      throw InvalidInput(fmt::format("--method = '{}'; expected nearest or newton{}", method,
                                     base::did_you_mean(method, {"nearest", "newton"})));
    }
    if (scaling == "relative") options.scaling = DesignOptions::Scaling::relative;
    options.newton = method == "newton";
    options.starts = starts;
    options.start_spread = spread;
    options.front = front;
    options.always = always;
    options.allow_penetration = allow_penetration;
    options.asymmetric = asymmetric;
    options.free_balance = free_balance;
    return design_options(subject, solving, options);
  }
};

}  // namespace

void add_design(CLI::App& command, ExitCode& code) {
  auto verb = std::make_shared<DesignVerb>();
  CLI::App& app = *command.add_subcommand(
      "design", "find a posture or geometry with one outcome, or a faster gait");
  verb->input.declare(app, moving_file_help);
  app.add_option("--vary", verb->vary,
                 "what may change: posture, geometry, all, or names, separated by commas (default: "
                 "all of a scene, the posture of a robot). With --program: its numbers, such as "
                 "clock (all of that motion) or clock.period, and numbers of the scene")
      ->type_name("LIST")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--target", verb->target,
                 "orthogonal, worst_pair, coxeter (the angles nearest to the start's), practical, "
                 "or measures to make least: "
                 "indeterminacy+0.1*energy_ratio (default: orthogonal for two contacts of a scene, "
                 "worst_pair for more, practical for robots). With --program: speed, spread and "
                 "cost, as in speed+0.1*spread+0.2*cost (default: speed)")
      ->type_name("TARGET");
  app.add_option("--bounds", verb->bounds, "NAME=LOWEST:HIGHEST; may be repeated")
      ->type_name("BOUNDS")
      ->allow_extra_args(false);
  app.add_option("--scaling", verb->scaling,
                 "what a change is measured by: unit (as the parameters are) or relative (over "
                 "their values at the start)")
      ->type_name("S");
  app.add_option("--method", verb->method,
                 "nearest: the nearest solution; newton: minimum-norm Newton steps, as S3 VII-B")
      ->type_name("M");
  app.add_option("--starts", verb->starts, "further starts, for all distinct solutions")
      ->type_name("N");
  app.add_option("--start-spread", verb->spread, "how far apart these are, in the scaling")
      ->type_name("D");
  app.add_option("--front", verb->front,
                 "points of the front of indeterminacy against energy in the contacts; with "
                 "--program rows of the front of spread against speed")
      ->type_name("N");
  app.add_flag("--always", verb->always, "search on where the start is practically one outcome");
  app.add_flag("--allow-penetration", verb->allow_penetration,
               "offer postures with a body below the ground or inside another too");
  app.add_flag("--asymmetric", verb->asymmetric,
               "of a robot that starts the same left and right: move each side for itself");
  app.add_flag("--free-balance", verb->free_balance,
               "let the centre of mass of a robot leave its feet");
  app.add_option(
         "-o,--output", verb->file,
         "write the design: a posture of a robot (*.json), a scene (*.toml); with --program "
         "the program (*.toml), and the state of the search beside it")
      ->type_name("FILE");
  verb->solving.declare_law(app, "of impulses and energy_lost in the target");
  verb->solving.declare_restitution(app, "Newton coefficient of spreads (default: 1; robots: 0)");
  verb->solving.declare_search(app);
  verb->solving.declare_friction(app);
  app.get_option("--friction")->group("Gaits");
  verb->gait.declare(app, verb->input);
  verb->output.declare(app);
  verb->html.declare(app);
  app.footer(
      "Examples:\n"
      "  carom design trex\n"
      "  carom design trex --vary posture --scaling relative -o stance.toml\n"
      "  carom design billiards --vary theta --set radius_c=0.7 --target coxeter\n"
      "  carom design cradle --set masses=[1,2,1] --target coxeter\n"
      "  carom design talos.urdf --contacts left_sole_link,right_sole_link --restitution 0.3 "
      "-o posture.json\n"
      "  carom design rhex --program walk --vary clock --target speed+0.1*spread -o fast.toml");
  app.callback([verb, &app, &code] {
    refuse_apart(app, verb->searches_gaits());
    code = verb->searches_gaits() ? verb->search() : verb->run();
  });
}

}  // namespace carom::cli
