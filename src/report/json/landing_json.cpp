// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-analysis/1 of a model: the fields of an analysis, then those that need a model. What does
// not apply is null.
#include "report/json/landing_json.h"

#include "carom/report.h"
#include "report/json/analysis_json.h"

namespace carom {
namespace report {
namespace {

Json spread_json(const LandingSpread& spread) {
  const bool base = spread.base_linear.has_value();
  return {{"restitution", spread.spread.restitution},
          {"practical", spread.practical ? Json(to_string(*spread.practical)) : Json()},
          {"value", spread.spread.value()},
          {"orders", spread.spread.orders},
          {"stiffness_ratios", or_null(spread.spread.stiffness)},
          {"complete", spread.spread.complete},
          {"base_linear", base ? Json(spread.base_linear->norm()) : Json()},
          {"base_angular", base ? Json(spread.base_angular->norm()) : Json()},
          {"base_linear_vector", base ? list_of(*spread.base_linear) : Json()},
          {"base_angular_vector", base ? list_of(*spread.base_angular) : Json()}};
}

Json spread_json(const std::optional<LandingSpread>& spread) {
  return spread ? spread_json(*spread) : Json();
}

/// Entries by the names of the model's velocities; zero ones are left out.
Json by_velocity(const Landing& landing, const Eigen::VectorXd& values) {
  Json json = Json::object();
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    if (values[k] != 0.0) json[landing.velocity_names[static_cast<std::size_t>(k)]] = values[k];
  }
  return json;
}

Json contacts_json(const Landing& landing) {
  Json list = Json::array();
  const bool solved = landing.outcome.ok();
  for (std::size_t i = 0; i < landing.analysis.labels->contacts.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    list.push_back({{"contact", landing.analysis.labels->contacts[i]},
                    {"effective_mass", landing.effective_mass[k]},
                    {"gap_rate", landing.gap_rate_before[k]},
                    {"gap_rate_plus", solved ? Json(landing.gap_rate_after[k]) : Json()},
                    {"normal_impulse", solved ? Json(landing.outcome.impulse[i].normal) : Json()}});
  }
  return list;
}

Json joints_json(const Landing& landing) {
  Json list = Json::array();
  for (const VelocityJump& jump : landing.jumps) {
    list.push_back({{"joint", landing.velocity_names[static_cast<std::size_t>(jump.velocity)]},
                    {"before", jump.before},
                    {"after", jump.after},
                    {"jump", jump.after - jump.before},
                    {"limit", jump.limit},
                    {"exceeds", jump.exceeds()}});
  }
  return list;
}

Json kicked_json(const Landing& landing) {
  const auto& names = landing.analysis.labels->contacts;
  Json list = Json::array();
  for (const KickedOpen& kick : landing.kicked) {
    list.push_back({{"first", names[static_cast<std::size_t>(kick.first)]},
                    {"second", names[static_cast<std::size_t>(kick.second)]},
                    {"gap_rate", kick.gap_rate}});
  }
  return list;
}

Json posture_json(const Landing& landing) {
  if (!landing.gradient) return nullptr;
  const auto& names = landing.analysis.labels->contacts;
  const PostureGradient& gradient = *landing.gradient;
  Json steps = Json::array();
  for (const PostureStep& step : landing.steps) {
    steps.push_back({{"change", by_velocity(landing, step.change)},
                     {"estimate", step.estimate},
                     {"inner_product", step.inner_product},
                     {"spread", spread_json(step.spread)}});
  }
  return {{"contacts", names_at(names, {gradient.first, gradient.second})},
          {"inner_product", gradient.inner_product},
          {"gradient", by_velocity(landing, gradient.plain)},
          {"gradient_closed", by_velocity(landing, gradient.closed)},
          {"rotor_gradient", by_velocity(landing, landing.rotor_gradient)},
          {"steps", steps}};
}

}  // namespace

Json landing_document(const Landing& landing) {
  Json json = analysis_document(landing.analysis);
  if (landing.spread.base_linear) {
    json["spread"]["base_linear"] = landing.spread.base_linear->norm();
    json["spread"]["base_angular"] = landing.spread.base_angular->norm();
  }
  if (landing.locked) json["spread"]["locked"] = landing.locked->spread.value();
  json["advice"] = landing.advice;
  json["summary"] = landing.summary();
  json["model"] = {{"name", landing.model},
                   {"mass", landing.total_mass},
                   {"velocities", names_at(landing.velocity_names, landing.velocities)}};
  json["approach_speed"] = landing.approach_speed;
  Json table = Json::array();
  for (const LandingSpread& spread : landing.restitutions) table.push_back(spread_json(spread));
  json["restitutions"] = table;
  json["locked"] = spread_json(landing.locked);
  json["rotors"] = {{"known", landing.rotor_inertia_known},
                    {"inertia", landing.rotor_inertia},
                    {"with", spread_json(landing.with_rotors)},
                    {"without", spread_json(landing.without_rotors)}};
  json["law"] = landing.outcome.law->name;
  json["status"] = to_string(landing.outcome.status);
  json["velocity_plus"] =
      landing.outcome.ok() ? list_of(landing.outcome.velocity_plus) : Json(nullptr);
  json["energy_lost"] = landing.outcome.ok() ? Json(landing.outcome.energy.lost) : Json();
  json["at_contacts"] = contacts_json(landing);
  json["joints"] = joints_json(landing);
  json["lifting"] = names_at(landing.analysis.labels->contacts, landing.lifting);
  json["kicked_open"] = kicked_json(landing);
  json["posture"] = posture_json(landing);
  return json;
}

}  // namespace report

std::string to_json(const Landing& landing, int indent) {
  return report::dump_json(report::landing_document(landing), indent);
}

}  // namespace carom
