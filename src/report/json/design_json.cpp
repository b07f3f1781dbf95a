// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-design/1.
#include <cmath>

#include "carom/report.h"
#include "report/json/json_text.h"

namespace carom {
namespace {

using report::Json;

Json point_json(const Design& design, const DesignPoint& point) {
  Json values = Json::object();
  for (std::size_t k = 0; k < design.parameters.size(); ++k) {
    values[design.parameters[k].name] = point.values[static_cast<Eigen::Index>(k)];
  }
  Json pairs = Json::array();
  for (int i = 0; i < point.gram.rows(); ++i) {
    for (int j = i + 1; j < point.gram.cols(); ++j) {
      pairs.push_back({{"contacts",
                        {design.contacts[static_cast<std::size_t>(i)],
                         design.contacts[static_cast<std::size_t>(j)]}},
                       {"inner_product", point.gram(i, j)}});
    }
  }
  Json json{
      {"values", values},
      {"pairs", pairs},
      {"objective", point.objective},
      {"largest_gap", point.largest_gap},
      {"spread", point.spread},
      {"spreads", {{"0", point.spreads[0]}, {"0.3", point.spreads[1]}, {"1", point.spreads[2]}}},
      {"constrained_energy_ratio", point.constrained_energy_ratio}};
  json["practical"] = point.practical ? Json(to_string(*point.practical)) : Json(nullptr);
  if (!point.verdict.empty()) json["verdict"] = point.verdict;
  json["penetration"] = nullptr;
  if (point.penetration.depth > 0.0) {
    json["penetration"] = {{"depth", point.penetration.depth},
                           {"what", point.penetration.what},
                           {"in", point.penetration.in}};
  }
  if (!std::isnan(point.outside_feet)) json["outside_feet"] = point.outside_feet;
  if (point.state) json["q"] = report::list_of(point.state->q);
  return json;
}

}  // namespace

std::string to_json(const Design& design, const std::string& title, int indent) {
  Json json{{"format", "carom-design/1"},         {"title", title},
            {"status", to_string(design.status)}, {"message", design.message},
            {"goal", to_string(design.goal)},     {"target", design.target},
            {"restitution", design.restitution},  {"kept", design.kept},
            {"parameters", Json::array()}};
  for (std::size_t k = 0; k < design.parameters.size(); ++k) {
    const VariedParameter& parameter = design.parameters[k];
    json["parameters"].push_back({{"name", parameter.name},
                                  {"unit", parameter.unit},
                                  {"start", parameter.start},
                                  {"scale", design.scale[static_cast<Eigen::Index>(k)]}});
  }
  json["start"] = point_json(design, design.start);
  json["solutions"] = Json::array();
  for (const DesignSolution& solution : design.solutions) {
    Json entry = point_json(design, solution.point);
    entry["change"] = solution.change;
    entry["converged"] = solution.converged;
    entry["at_bound"] = solution.at_bound;
    entry["message"] = solution.message;
    entry["iterations"] = solution.iterations;
    entry["evaluations"] = solution.evaluations;
    json["solutions"].push_back(std::move(entry));
  }
  if (!design.front.empty()) {
    json["front"] = Json::array();
    for (const DesignFrontPoint& point : design.front) {
      Json entry = point_json(design, point.point);
      entry["indeterminacy"] = point.indeterminacy;
      json["front"].push_back(std::move(entry));
    }
  }
  return report::dump_json(json, indent);
}

}  // namespace carom
