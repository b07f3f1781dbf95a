// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "carom/error.h"
#include "report/run_file.h"
#include "solver/text.h"

namespace carom::report {
namespace {

using solver::number;

constexpr std::size_t most_impacts = 200;  // rows of the table
constexpr std::size_t most_charts = 24;    // of gaps, of coordinates
constexpr std::size_t most_curves = 16;    // trajectories drawn

constexpr const char* style = R"(
:root{color-scheme:light dark;--fg:#1b1f24;--bg:#fff;--soft:#667;--line:#d5d9de;--mark:#b00020;
--c0:#0b62a8;--c1:#c2570c;--c2:#2c7a3f;--c3:#8a3ea8;--c4:#a8860b;--c5:#0a7f86}
@media(prefers-color-scheme:dark){:root{--fg:#e6e9ed;--bg:#15181c;--soft:#9aa3ad;--line:#3a4149;
--mark:#ff6b7a;--c0:#6cb4f0;--c1:#f2a05e;--c2:#7fcf93;--c3:#cf9be6;--c4:#e0c35a;--c5:#62cdd3}}
@media print{:root{--fg:#000;--bg:#fff;--soft:#444;--line:#bbb}figure,tr{break-inside:avoid}}
body{margin:0 auto;max-width:64rem;padding:1rem;background:var(--bg);color:var(--fg);
font:16px/1.45 system-ui,sans-serif}
h1{font-size:1.5rem;margin:.2rem 0}h2{font-size:1.15rem;margin:1.6rem 0 .4rem}
p{margin:.4rem 0}.soft{color:var(--soft)}.several{color:var(--mark);font-weight:600}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.2rem .7rem .2rem 0;border-bottom:1px solid var(--line);
vertical-align:top}th{font-weight:600}td.n,th.n{text-align:right}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.4rem 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:1rem}
figure{margin:0}figure.wide{grid-column:1/-1}figcaption{font-size:.9rem}
svg{width:100%;height:auto;display:block}svg text{fill:var(--soft);font-size:11px}
.g{stroke:var(--line);stroke-width:.6;fill:none}.c{stroke-width:1.5;fill:none;
stroke-linejoin:round}.m{stroke:var(--mark);stroke-width:1;fill:none}
)";

double number_at(const Json& json, const char* key) {
  return json.at(key).is_number() ? json.at(key).get<double>() : 0.0;
}

std::string plain(const Json& json) {
  return json.is_string() ? json.get<std::string>() : dump_json(json, -1);
}

/// "height 0.02, points 4": an object for people.
std::string words_of(const Json& json) {
  constexpr std::size_t short_list = 7;  // run.json has all of a longer one
  if (!json.is_object()) return plain(json);
  std::string text;
  for (const auto& [key, value] : json.items()) {
    if (value.is_array() && value.size() > short_list) continue;
    if (!text.empty()) text += ", ";
    text += key == "name" ? plain(value) : fmt::format("{} {}", key, words_of(value));
  }
  return text;
}

void put_fact(std::string& html, std::string_view name, std::string_view value) {
  html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
}

std::string facts_html(const Json& run, const RunNames& names) {
  const Json& summary = run.at("summary");
  const auto energy = [&](const char* key) {
    return fmt::format("{} {}", number(number_at(summary, key)), names.energy_unit);
  };
  std::string html = "<dl>\n";
  put_fact(html, "run", words_of(run.at("scene")));
  put_fact(html, "model", plain(run.at("model").at("name")));
  put_fact(html, "law", words_of(run.at("law")));
  put_fact(html, "integrator",
           fmt::format("{}, step {} s, {} steps", plain(run.at("integrator")),
                       number(number_at(run, "step")), plain(run.at("integration_steps"))));
  put_fact(html, "duration",
           fmt::format("{} s of {} s", number(number_at(run.at("trajectories").at(0), "time")),
                       number(number_at(run, "duration"))));
  put_fact(
      html, "energy",
      fmt::format("{} at the start, {} at the end", energy("energy_start"), energy("energy_end")));
  put_fact(html, "lost in impacts", energy("energy_lost_in_impacts"));
  put_fact(html, "largest change between impacts", energy("largest_energy_change_between_impacts"));
  put_fact(html, "carom", plain(run.at("versions").at("carom")));
  return html + "</dl>\n";
}

std::string ending_html(const Json& run) {
  const std::string status = plain(run.at("status")), message = plain(run.at("message"));
  const bool good = status == "finished";
  return fmt::format("<p{}>{}{}</p>\n", good ? "" : R"( class="several")", escaped(status),
                     message.empty() ? "" : ": " + escaped(message));
}

/// The verdict on one impact, in words.
std::string verdict_words(const Json& uniqueness) {
  const std::string verdict = plain(uniqueness.at("verdict"));
  if (verdict == "unique") return "the only outcome";
  if (verdict != "several") return "not checked";
  const bool complete = uniqueness.at("complete").get<bool>();
  return fmt::format("one of {}{} outcomes", complete ? "" : "at least ",
                     number(number_at(uniqueness, "outcomes")));
}

std::string impact_row(const Json& impact, std::size_t index) {
  std::vector<std::string> contacts;
  for (const Json& contact : impact.at("contacts")) contacts.push_back(plain(contact));
  const Json& uniqueness = impact.at("uniqueness");
  std::string verdict = escaped(verdict_words(uniqueness));
  if (uniqueness.at("verdict") == "several") {
    verdict = fmt::format(R"(<span class="several">{}</span>)", verdict);
  }
  for (const Json& id : impact.at("followed_by")) {
    verdict += fmt::format(", also branch {}", plain(id));
  }
  const Json& law = impact.at("law");
  std::string law_name = law.is_object() ? plain(law.at("name")) : "";
  if (impact.at("captured").get<bool>()) {
    law_name += ", chattering captured";
  } else if (impact.at("plastic").get<bool>()) {
    law_name += ", plastic";
  }
  return fmt::format(
      R"(<tr><td class="n">{}</td><td class="n">{}</td><td>{}</td><td>{}</td><td class="n">{}</td>)"
      "<td>{}</td></tr>\n",
      index, number(number_at(impact, "time"), 9), escaped(solver::join(contacts)),
      escaped(law_name), number(number_at(impact.at("energy"), "lost")), verdict);
}

/// The impacts of a trajectory: a line each in impacts.json.
struct Impacts {
  std::string rows;  ///< Of the table, the first of them.
  std::vector<double> times;
};

Impacts read_impacts(const std::filesystem::path& path) {
  Impacts impacts;
  std::ifstream file(path);
  std::string line;
  try {
    while (std::getline(file, line)) {
      if (!line.starts_with('{')) continue;
      if (line.ends_with(',')) line.pop_back();
      const Json impact = Json::parse(line);
      if (impacts.times.size() < most_impacts) {
        impacts.rows += impact_row(impact, impacts.times.size());
      }
      impacts.times.push_back(number_at(impact, "time"));
    }
  } catch (const Json::exception& error) {
    throw InvalidInput(fmt::format(
        "{}: entry {}: {}; expected it as carom wrote it; the file was changed: delete the folder "
        "to start anew",
        path.string(), impacts.times.size(), error.what()));
  }
  return impacts;
}

std::string impacts_html(const Impacts& impacts, const RunNames& names) {
  if (impacts.times.empty()) return "<p>none</p>\n";
  std::string html = fmt::format(
      R"(<div class="scroll"><table><thead><tr><th class="n">#</th><th class="n">time [s]</th>)"
      R"(<th>contacts</th><th>law</th><th class="n">energy lost [{}]</th><th>verdict</th></tr>)"
      "</thead><tbody>\n{}</tbody></table></div>\n",
      escaped(names.energy_unit), impacts.rows);
  if (impacts.times.size() > most_impacts) {
    html += fmt::format("<p class=\"soft\">The first {} of {}; all are in impacts.json.</p>\n",
                        most_impacts, impacts.times.size());
  }
  return html;
}

std::string tree_html(const Json& trajectories) {
  if (trajectories.size() < 2) return {};
  std::string html =
      "<h2>Trajectories</h2>\n<p>Some impacts have several outcomes; others than the law's own "
      "were followed too.</p>\n<div class=\"scroll\"><table><thead><tr><th>trajectory</th>"
      "<th>from</th><th>at impact</th><th class=\"n\">time [s]</th><th>ended</th><th>folder</th>"
      "</tr></thead><tbody>\n";
  for (const Json& one : trajectories) {
    const bool first = one.at("parent").is_null();
    html += fmt::format(
        R"h(<tr><td><span style="color:var(--c{})">■</span> {}</td><td>{}</td><td>{}</td>)h"
        R"(<td class="n">{}</td><td>{}</td><td>{}</td></tr>)"
        "\n",
        one.at("id").get<std::size_t>() % 6, plain(one.at("id")),
        first ? "the start" : plain(one.at("parent")), first ? "" : plain(one.at("impact")),
        number(number_at(one, "start"), 9), escaped(plain(one.at("status"))),
        escaped(plain(one.at("folder"))));
  }
  return html + "</tbody></table></div>\n";
}

std::string notes_html(const Json& notes) {
  if (notes.empty()) return {};
  std::string html = "<h2>Notes</h2>\n<ul>\n";
  for (const Json& note : notes) html += fmt::format("<li>{}</li>\n", escaped(plain(note)));
  return html + "</ul>\n";
}

/// A heading and the charts of some columns.
std::string charts_html(std::string_view heading, Chart chart, std::size_t first, std::size_t count,
                        const std::vector<RunColumn>& columns) {
  if (count == 0) return {};
  std::string html = fmt::format("<h2>{}</h2>\n<div class=\"charts\">\n", heading);
  for (std::size_t k = 0; k < std::min(count, most_charts); ++k) {
    chart.column = first + k;
    chart.label = label_of(columns[chart.column]);
    html += chart_html(chart);
  }
  html += "</div>\n";
  if (count > most_charts) {
    html += fmt::format("<p class=\"soft\">The first {} of {}; all are in trajectory.csv.</p>\n",
                        most_charts, count);
  }
  return html;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      case '\'': safe += "&#39;"; break;
      default: safe += c;
    }
  }
  return safe;
}

void write_page(const std::filesystem::path& folder, const RunNames& names, const Json& run,
                const std::string& title) {
  const Json& trajectories = run.at("trajectories");
  double end = 0.0;
  for (const Json& one : trajectories) end = std::max(end, number_at(one, "time"));
  std::vector<Curves> curves;
  for (std::size_t k = 0; k < std::min(trajectories.size(), most_curves); ++k) {
    const Json& one = trajectories[k];
    if (one.at("summary").at("rows") == 0) continue;
    const std::filesystem::path inner = folder / one.at("folder").get<std::string>();
    curves.push_back(read_curves(inner / "trajectory.csv", names, 0.0, end));
  }
  const Impacts impacts = read_impacts(folder / "impacts.json");
  const std::vector<RunColumn> columns = names.columns();
  const std::size_t q = names.q.size(), v = names.v.size();
  const Chart chart{.label = {}, .all = &curves, .end = end, .impacts = &impacts.times};
  Chart wide = chart;
  wide.wide = true;

  std::string html =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>" +
      escaped(title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<h1>" +
      escaped(title) + "</h1>\n";
  html += ending_html(run) + facts_html(run, names) + notes_html(run.at("notes"));
  html += fmt::format("<h2>Impacts ({})</h2>\n", impacts.times.size());
  html += impacts_html(impacts, names) + tree_html(trajectories);
  html += charts_html("Energy", wide, 1 + q + v, 1, columns);
  html += "<p class=\"soft\">Time runs to the right [s]; red marks are impacts.</p>\n";
  html += charts_html("Gaps", chart, 2 + q + v, names.contacts.size(), columns);
  html += charts_html("Coordinates", chart, 1, q, columns);
  html += "</body>\n</html>\n";
  replace_whole(folder / "report.html", html);
}

}  // namespace carom::report
