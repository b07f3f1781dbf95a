// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom laws, carom scenes: what there is, with coefficients, parameters, units and sources.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.h"
#include "carom/law_by_name.h"
#include "carom/laws/policy.h"
#include "carom/report.h"
#include "carom/scene.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/table.h"
#include "cli/verbs/verbs.h"

namespace carom::cli {
namespace {

std::string laws_text() {
  std::string text;
  for (const LawDescription& law : law_descriptions()) {
    text += paint(Stream::output, Style::strong, law.name) + "\n";
    text += fmt::format("  {}\n  restitution: {}\n  source: {}\n\n", law.summary, law.coefficient,
                        law.source);
  }
  std::vector<std::string> policies;
  for (const Policy policy : all_policies()) policies.push_back(to_string(policy));
  return text + "policies of propagative and sequential: " + base::join(policies) + "\n";
}

std::string value_text(const ParameterValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  std::string text = "[";
  for (const double entry : std::get<std::vector<double>>(value)) {
    text += fmt::format("{}{}", text.size() > 1 ? "," : "", entry);
  }
  return text + "]";
}

std::string programs_text(const Scene& scene) {
  if (scene.programs.empty()) return {};
  Table table({{"program"}, {"what the motors do"}});
  for (const SceneProgram& one : scene.programs) {
    table.add({{one.program.name}, {one.program.summary}});
  }
  return table.text();
}

std::string scenes_text() {
  std::string text;
  for (const Scene& scene : all_scenes()) {
    text += paint(Stream::output, Style::strong, scene.name) + "\n";
    text += fmt::format("{}\nsource: {}\n", scene.summary, scene.source);
    Table table({{"parameter"}, {"default"}, {"unit"}, {"meaning"}});
    for (const SceneParameter& parameter : scene.parameters) {
      table.add(
          {{parameter.name}, {value_text(parameter.value)}, {parameter.unit}, {parameter.meaning}});
    }
    text += table.text() + programs_text(scene) + "\n";
  }
  return text +
         "Override a parameter with --set, such as --set masses=[1,2,1] or --set theta=90deg.\n";
}

/// A verb that takes nothing but how to print.
void add_list(CLI::App& command, ExitCode& code, const char* name, const char* help,
              std::string (*json)(int indent), std::string (*text)()) {
  auto output = std::make_shared<OutputOptions>();
  CLI::App& app = *command.add_subcommand(name, help);
  output->declare(app);
  app.callback([output, &code, json, text] {
    write_output(output->wants_json() ? json(output->json_indent()) + "\n" : text());
    code = ExitCode::answer;
  });
}

}  // namespace

void add_laws(CLI::App& command, ExitCode& code) {
  const auto json = [](int indent) { return to_json(law_descriptions(), indent); };
  add_list(command, code, "laws", "the laws of impact, with their sources", json, laws_text);
}

void add_scenes(CLI::App& command, ExitCode& code) {
  const auto json = [](int indent) { return to_json(all_scenes(), indent); };
  add_list(command, code, "scenes", "the built-in scenes, with their parameters", json,
           scenes_text);
}

}  // namespace carom::cli
