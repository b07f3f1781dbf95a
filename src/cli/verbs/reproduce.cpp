// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom reproduce: published numbers beside the same numbers computed now.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "base/text.h"
#include "carom/report.h"
#include "cli/input/options.h"
#include "cli/screen/output.h"
#include "cli/screen/table.h"
#include "cli/verbs/verbs.h"

namespace carom::cli {
namespace {

using Status = Reproduction::Status;

std::string value_text(const Eigen::MatrixXd& value) {
  if (value.size() == 0) return "–";
  if (value.size() == 1) return base::number(value(0, 0));
  constexpr Eigen::Index most = 4;
  if (value.cols() == 1) return short_list(value.col(0), most);
  std::string text;
  for (Eigen::Index i = 0; i < value.rows(); ++i) {
    text += (i > 0 ? " " : "") + short_list(value.row(i).transpose(), most);
  }
  return text;
}

Cell status_cell(const Reproduction& item) {
  if (item.status != item.expected) {
    return {fmt::format("{} (!)", to_string(item.status)), Style::bad};
  }
  const Style style = item.status == Status::met       ? Style::good
                      : item.status == Status::refuted ? Style::warning
                                                       : Style::faint;
  return {to_string(item.status), style};
}

/// Where print and computation agree, one value says both; else the line below shows them apart.
void add_row(const Reproduction& item, Table& table) {
  const bool met = item.status == Status::met;
  std::string note = item.note;
  if (!met) {
    std::string values = "printed " + value_text(item.published);
    if (item.computed.size() > 0) values += ", computed " + value_text(item.computed);
    note = note.empty() ? values : values + ": " + note;
  }
  table.add({status_cell(item),
             {item.id},
             {met ? value_text(item.published) : ""},
             {fmt::format("{} ({})", item.quantity, item.source)}},
            note);
}

std::string table_text(const std::vector<Reproduction>& items) {
  Table table({{"status"}, {"id"}, {"value"}, {"quantity"}});
  for (const Reproduction& item : items) add_row(item, table);
  const auto count = [&](Status status) {
    return std::count_if(items.begin(), items.end(),
                         [=](const Reproduction& item) { return item.status == status; });
  };
  return table.text() +
         fmt::format(
             "\n{} met, {} refuted (the print is wrong, see the notes), {} not recoverable\n",
             count(Status::met), count(Status::refuted), count(Status::not_recoverable));
}

/// Says which items came out otherwise than the errata have it: a fault of this program.
ExitCode check(const std::vector<Reproduction>& items) {
  ExitCode code = ExitCode::answer;
  for (const Reproduction& item : items) {
    if (item.status == item.expected) continue;
    code = ExitCode::no_answer;
    report_error(fmt::format("{}: status = {}; expected {}; a regression of carom", item.id,
                             to_string(item.status), to_string(item.expected)));
  }
  return code;
}

}  // namespace

void add_reproduce(CLI::App& command, ExitCode& code) {
  auto output = std::make_shared<OutputOptions>();
  auto html = std::make_shared<HtmlOption>();
  auto ids = std::make_shared<std::vector<std::string>>();
  CLI::App& app = *command.add_subcommand("reproduce", "published numbers, computed again");
  app.add_option("ID", *ids, "these only: an id, or the start of one such as S3 (default: all)");
  output->declare(app);
  html->declare(app);
  app.footer(
      "Examples:\n  carom reproduce S3\n  carom reproduce billiards --json\n"
      "  carom reproduce --html published.html");
  app.callback([output, html, ids, &code] {
    html->check();
    const std::vector<Reproduction> items = reproduce(*ids);
    write_output(output->wants_json() ? to_json(items, output->json_indent()) + "\n"
                                      : table_text(items));
    if (html->wanted()) html->write(to_html(items), *output);
    code = check(items);
  });
}

}  // namespace carom::cli
