// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom laws: what there is, what each coefficient means, where it comes from.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "base/text.h"
#include "carom/law_by_name.h"
#include "carom/laws/policy.h"
#include "carom/report.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/terminal.h"
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

}  // namespace

void add_laws(CLI::App& command, ExitCode& code) {
  auto output = std::make_shared<OutputOptions>();
  CLI::App& app = *command.add_subcommand("laws", "the laws of impact, with their sources");
  output->declare(app);
  app.callback([output, &code] {
    write_output(output->wants_json() ? to_json(law_descriptions(), output->json_indent()) + "\n"
                                      : laws_text());
    code = ExitCode::answer;
  });
}

}  // namespace carom::cli
