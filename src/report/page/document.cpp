// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The template is the viewer as it was built (viewer/, cmake/viewer.cmake), with two marks: one in
// its title, one in its element for data. In the data every '<' is written \u003c, which JSON reads
// back as
// '<': no string can end the element or begin another.
#include "report/page/document.h"

#include <fmt/format.h>

#include "carom/error.h"
#include "carom/page.h"
#include "carom/version.h"
#include "report/files/bytes.h"

namespace carom {
namespace report {

extern const std::string_view page_template;  // generated

namespace {

constexpr std::string_view title_mark = "CAROM-TITLE", data_mark = "CAROM-PAGE";

/// For the text of an element.
std::string escaped(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    switch (letter) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      default: safe += letter;
    }
  }
  return safe;
}

std::string without_less_than(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char letter : json) {
    if (letter == '<') {
      safe += "\\u003c";
    } else {
      safe += letter;
    }
  }
  return safe;
}

}  // namespace

std::string energy_unit(const Scene::Units& units) {
  if (units.mass == "kg" && units.length == "m") return "J";
  if (units.mass == "g" && units.length == "cm") return "erg";
  return fmt::format("{} {}^2/s^2", units.mass, units.length);
}

Json page_document(const PageHead& head) {
  Json facts = Json::array();
  for (const auto& [name, value] : head.facts) facts.push_back(Json::array({name, value}));
  return {{"format", "carom-page/1"},
          {"kind", head.kind},
          {"title", head.title},
          {"carom", version},
          {"summary", head.summary},
          {"facts", std::move(facts)},
          {"notes", head.notes},
          {"units",
           {{"length", head.units.length},
            {"mass", head.units.mass},
            {"energy", energy_unit(head.units)}}}};
}

std::string page_html(const Json& document) {
  const auto title_at = page_template.find(title_mark), data_at = page_template.find(data_mark);
  if (!has_viewer()) {
    throw InvalidInput(
        "page: this carom was built without its viewer (CAROM_VIEWER=OFF); expected one with it; "
        "build it again with CAROM_VIEWER=ON");
  }
  const std::string data = dump_json(document, -1);
  // By way of a dump, which makes it valid UTF-8.
  const Json title = Json::parse(dump_json(document.at("title"), -1));
  std::string html;
  html.reserve(page_template.size() + data.size() + data.size() / 8);
  html += page_template.substr(0, title_at);
  html += escaped(title.get<std::string>()) + " – carom";
  const auto after_title = title_at + title_mark.size();
  html += page_template.substr(after_title, data_at - after_title);
  html += without_less_than(data);
  html += page_template.substr(data_at + data_mark.size());
  return html;
}

}  // namespace report

bool has_viewer() { return !report::page_template.empty(); }

void write_page(const std::filesystem::path& file, std::string_view html) {
  try {
    report::replace_whole(file, html);
  } catch (const report::DiskFault& fault) {
    throw InvalidInput(fmt::format("{}; expected a file that can be written", fault.brief()));
  }
}

}  // namespace carom
