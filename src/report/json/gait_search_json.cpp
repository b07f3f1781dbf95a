// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-gait-search/1, and carom-gait-search-state/1 in and out.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "carom/error.h"
#include "carom/report.h"
#include "report/json/json_text.h"

namespace carom {
namespace {

using report::Json;

constexpr const char* state_format = "carom-gait-search-state/1";
constexpr GaitFigures::End gait_ends[] = {GaitFigures::End::finished, GaitFigures::End::fell,
                                          GaitFigures::End::diverged, GaitFigures::End::costly,
                                          GaitFigures::End::stopped,  GaitFigures::End::impossible};

Json gait_figures_json(const GaitFigures& figures) {
  Json json{{"end", to_string(figures.end)},
            {"share", figures.share},
            {"speed", figures.speed},
            {"way", report::list_of(figures.way)}};
  json["spread"] = figures.spread;  // NaN becomes null
  json["cost"] = figures.cost;
  json["impacts"] = figures.impacts;
  json["message"] = figures.message;
  return json;
}

Json gait_point_json(const TriedGait& point) {
  return {{"generation", point.generation},
          {"values", report::list_of(point.values)},
          {"objective", point.objective},
          {"figures", gait_figures_json(point.figures)}};
}

double number_or_nan(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.get<double>();
}

GaitFigures gait_figures_from(const Json& json) {
  GaitFigures figures;
  const auto word = json.at("end").get<std::string>();
  bool known = false;
  for (const GaitFigures::End end : gait_ends) {
    if (word != to_string(end)) continue;
    figures.end = end;
    known = true;
  }
  if (!known) throw InvalidInput(fmt::format("end = '{}'", word));
  figures.share = json.at("share").get<double>();
  figures.speed = number_or_nan(json.at("speed"));
  for (std::size_t k = 0; k < 3; ++k) {
    figures.way[static_cast<Eigen::Index>(k)] = number_or_nan(json.at("way").at(k));
  }
  figures.spread = number_or_nan(json.at("spread"));
  figures.cost = number_or_nan(json.at("cost"));
  figures.impacts = json.at("impacts").get<std::int64_t>();
  figures.message = json.at("message").get<std::string>();
  return figures;
}

TriedGait gait_point_from(const Json& json) {
  TriedGait point;
  point.generation = json.at("generation").get<int>();
  const Json& values = json.at("values");
  point.values.resize(static_cast<Eigen::Index>(values.size()));
  for (std::size_t k = 0; k < values.size(); ++k) {
    point.values[static_cast<Eigen::Index>(k)] = values[k].get<double>();
  }
  point.objective = json.at("objective").get<double>();
  point.figures = gait_figures_from(json.at("figures"));
  return point;
}

}  // namespace

std::string to_json(const GaitSearch& search, const std::string& title, int indent) {
  Json json{{"format", "carom-gait-search/1"},
            {"title", title},
            {"status", to_string(search.status)},
            {"message", search.message},
            {"target", to_string(search.terms)},
            {"length_unit", search.length_unit},
            {"budget", search.budget}};
  json["variables"] = report::list_from(search.variables, [](const GaitVariable& one) {
    return Json{{"name", one.name},
                {"unit", one.unit},
                {"start", one.start},
                {"lower", one.lower},
                {"upper", one.upper}};
  });
  json["start"] = search.points.empty() ? Json(nullptr) : gait_point_json(search.start);
  json["best"] = search.points.empty() ? Json(nullptr) : gait_point_json(search.best);
  json["front"] = search.front;
  json["points"] = report::list_from(search.points, gait_point_json);
  json["history"] = report::list_from(search.history, [](const GaitGeneration& one) {
    return Json{{"generation", one.generation},
                {"evaluations", one.evaluations},
                {"restarts", one.restarts},
                {"best", one.best},
                {"step", one.step}};
  });
  return report::dump_json(json, indent);
}

std::string to_json(const GaitSearchState& state, int indent) {
  const Json json{{"format", state_format},
                  {"search", state.search},
                  {"finished", state.finished},
                  {"points", report::list_from(state.points, gait_point_json)}};
  return report::dump_json(json, indent);
}

GaitSearchState gait_search_state_from_json(std::string_view text, std::string_view where) {
  const Json json = report::parse_json(text, {.where = where});
  const auto refuse = [&](const std::string& why) {
    throw InvalidInput(
        fmt::format("{}: is no state of a gait search ({}); expected a file that "
                    "carom design --program -o wrote, format {}",
                    where, why, state_format));
  };
  if (!json.is_object() || json.value("format", Json()) != Json(state_format)) {
    refuse("its format is another one");
  }
  GaitSearchState state;
  try {
    state.search = json.at("search").get<std::string>();
    state.finished = json.at("finished").get<bool>();
    for (const Json& point : json.at("points")) state.points.push_back(gait_point_from(point));
  } catch (const Json::exception& error) {
    refuse(error.what());
  } catch (const InvalidInput& error) {
    refuse(error.what());
  }
  return state;
}

}  // namespace carom
