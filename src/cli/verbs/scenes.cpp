// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom scenes: what there is, with parameters, units and sources.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "carom/report.h"
#include "carom/scene.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/table.h"
#include "cli/verbs/verbs.h"

namespace carom::cli {
namespace {

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
    text += table.text() + "\n";
  }
  return text +
         "Override a parameter with --set, such as --set masses=[1,2,1] or --set theta=90deg.\n";
}

}  // namespace

void add_scenes(CLI::App& command, ExitCode& code) {
  auto output = std::make_shared<OutputOptions>();
  CLI::App& app = *command.add_subcommand("scenes", "the built-in scenes, with their parameters");
  output->declare(app);
  app.callback([output, &code] {
    write_output(output->wants_json() ? to_json(all_scenes(), output->json_indent()) + "\n"
                                      : scenes_text());
    code = ExitCode::answer;
  });
}

}  // namespace carom::cli
