// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-design/1.
#include <cmath>
#include <nlohmann/json.hpp>

#include "carom/report.h"

namespace carom {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json point_json(const Design& design, const DesignPoint& point) {
  Json values = Json::object();
  for (std::size_t k = 0; k < design.parameters.size(); ++k) {
    values[design.parameters[k].name] = number(point.values[static_cast<Eigen::Index>(k)]);
  }
  Json pairs = Json::array();
  for (int i = 0; i < point.gram.rows(); ++i) {
    for (int j = i + 1; j < point.gram.cols(); ++j) {
      pairs.push_back({{"contacts",
                        {design.contacts[static_cast<std::size_t>(i)],
                         design.contacts[static_cast<std::size_t>(j)]}},
                       {"inner_product", number(point.gram(i, j))}});
    }
  }
  Json json{{"values", values},
            {"pairs", pairs},
            {"objective", number(point.objective)},
            {"largest_gap", number(point.largest_gap)},
            {"spread", number(point.spread)},
            {"spreads",
             {{"0", number(point.spreads[0])},
              {"0.3", number(point.spreads[1])},
              {"1", number(point.spreads[2])}}},
            {"constrained_energy_ratio", number(point.constrained_energy_ratio)}};
  if (point.state) {
    json["q"] = std::vector<double>(point.state->q.begin(), point.state->q.end());
  }
  return json;
}

}  // namespace

std::string to_json(const Design& design, const std::string& title, int indent) {
  Json json{{"format", "carom-design/1"},         {"title", title},
            {"status", to_string(design.status)}, {"message", design.message},
            {"goal", to_string(design.goal)},     {"target", design.target},
            {"restitution", design.restitution},  {"parameters", Json::array()}};
  for (std::size_t k = 0; k < design.parameters.size(); ++k) {
    const VariedParameter& parameter = design.parameters[k];
    json["parameters"].push_back({{"name", parameter.name},
                                  {"unit", parameter.unit},
                                  {"start", number(parameter.start)},
                                  {"scale", number(design.scale[static_cast<Eigen::Index>(k)])}});
  }
  json["start"] = point_json(design, design.start);
  json["solutions"] = Json::array();
  for (const DesignSolution& solution : design.solutions) {
    Json entry = point_json(design, solution.point);
    entry["change"] = number(solution.change);
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
      entry["indeterminacy"] = number(point.indeterminacy);
      json["front"].push_back(std::move(entry));
    }
  }
  return json.dump(indent);
}

}  // namespace carom
