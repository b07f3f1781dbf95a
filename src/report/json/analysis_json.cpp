// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-analysis/1 out. What does not apply is null, such as a robot's base and joints.

#include "carom/report.h"
#include "report/json/documents.h"
#include "report/json/json_text.h"

namespace carom {

namespace report {
namespace {

Json pairs_json(const Analysis& analysis) {
  return list_from(analysis.certificate.pairs, [&](const ContactPair& pair) {
    return Json{{"contacts", names_at(analysis.labels->contacts, {pair.first, pair.second})},
                {"inner_product", pair.inner_product},
                {"inner_product_raw", pair.inner_product_raw},
                {"coxeter_order", or_null(pair.coxeter_order)},
                {"worst_case_steps", or_null(pair.worst_case_steps)},
                {"indeterminacy_worst", pair.indeterminacy_worst},
                {"collapse_restitution", or_null(pair.collapse_restitution)}};
  });
}

Json blocks_json(const Analysis& analysis) {
  Json blocks = Json::array();
  for (const std::vector<int>& block : analysis.certificate.blocks) {
    blocks.push_back(names_at(analysis.labels->contacts, block));
  }
  return blocks;
}

Json spread_json(const Analysis& analysis) {
  return {{"value", analysis.spread()},
          {"orders", analysis.spread_orders},
          {"stiffness_ratios", or_null(analysis.spread_stiffness)},
          {"base_linear", nullptr},
          {"base_angular", nullptr},
          {"locked", nullptr},
          {"complete", analysis.spread_complete}};
}

Json outcomes_json(const OutcomeSet& outcomes) {
  return {{"count", count_of(outcomes.count)},
          {"complete", outcomes.complete},
          {"states", outcomes.states},
          {"shortest", outcomes.shortest},
          {"longest", outcomes.longest < 0 ? Json(nullptr) : Json(outcomes.longest)},
          {"samples", outcomes.samples},
          {"unseen_probability", outcomes.unseen_probability}};
}

Json sensitivity_json(const Analysis& analysis) {
  return list_from(analysis.sensitivity, [&](const PairSensitivity& pair) {
    return Json{{"contacts", names_at(analysis.labels->contacts, {pair.first, pair.second})},
                {"bound", pair.bound},
                {"bound_any", pair.bound_any}};
  });
}

/// A list where contacts have their own, as of a law.
Json restitution_json(const Analysis& analysis) {
  if (analysis.own_restitution.size() == 0) return analysis.restitution;
  return list_of(analysis.own_restitution);
}

}  // namespace

Json analysis_document(const Analysis& analysis) {
  const Certificate& certificate = analysis.certificate;
  const bool scoped = certificate.scope != Certificate::Scope::none;
  const bool approachable = analysis.worst.velocity.size() > 0;
  Json json = {{"format", "carom-analysis/1"},
               {"problem", analysis.labels->problem},
               {"contacts", analysis.labels->contacts},
               {"gram", rows_of(analysis.gram)},
               {"pairs", pairs_json(analysis)},
               {"feasibility_margin", certificate.feasibility_margin},
               {"blocks", blocks_json(analysis)},
               {"verdict", to_string(certificate.verdict)},
               {"scope", scoped ? Json(to_string(certificate.scope)) : Json(nullptr)},
               {"reason", certificate.reason},
               {"restitution", restitution_json(analysis)},
               {"practical", analysis.practical ? Json(to_string(*analysis.practical)) : Json()},
               {"spread", spread_json(analysis)},
               {"constrained_energy_ratio", analysis.constrained_energy_ratio},
               {"indeterminacy", analysis.outcomes.indeterminacy},
               {"indeterminacy_exact", analysis.outcomes.indeterminacy_exact},
               {"outcomes", outcomes_json(analysis.outcomes)},
               {"indeterminacy_worst", analysis.worst.indeterminacy},
               {"indeterminacy_worst_method", to_string(analysis.worst.method)},
               {"worst_velocity", approachable ? list_of(analysis.worst.velocity) : Json(nullptr)},
               {"sensitivity", sensitivity_json(analysis)},
               {"energy_split",
                {{"constrained", analysis.split.constrained},
                 {"admissible", analysis.split.admissible},
                 {"rank", analysis.split.rank}}},
               {"impulses_unique", analysis.impulses_unique},
               {"advice", analysis.advice}};
  return json;
}

}  // namespace report

std::string to_json(const Analysis& analysis, int indent) {
  return report::dump_json(report::analysis_document(analysis), indent);
}

// carom-analysis/1 of a model: the fields of an analysis, then those that need a model. What does
// not apply is null.

namespace report {
namespace {

Json spread_json(const LandingSpread& spread) {
  const bool base = spread.base_linear.has_value();
  const double e = spread.spread.restitution;
  return {{"restitution", std::isnan(e) ? Json() : Json(e)},
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

Json jump_json(const VelocityJump& jump, const std::vector<std::string>& velocity_names) {
  return {{"joint", velocity_names[static_cast<std::size_t>(jump.velocity)]},
          {"before", jump.before},
          {"after", jump.after},
          {"jump", jump.after - jump.before},
          {"limit", jump.limit},
          {"exceeds", jump.exceeds()}};
}

Json joints_json(const Landing& landing) {
  return list_from(landing.jumps, [&](const VelocityJump& jump) {
    return jump_json(jump, landing.velocity_names);
  });
}

Json kicked_json(const Landing& landing) {
  const auto& names = landing.analysis.labels->contacts;
  return list_from(landing.kicked, [&](const KickedOpen& kick) {
    return Json{{"first", names[static_cast<std::size_t>(kick.first)]},
                {"second", names[static_cast<std::size_t>(kick.second)]},
                {"gap_rate", kick.gap_rate}};
  });
}

Json posture_json(const Landing& landing) {
  if (!landing.gradient) return nullptr;
  const auto& names = landing.analysis.labels->contacts;
  const PostureGradient& gradient = *landing.gradient;
  Json steps = list_from(landing.steps, [&](const PostureStep& step) {
    return Json{{"change", by_velocity(landing, step.change)},
                {"estimate", step.estimate},
                {"inner_product", step.inner_product},
                {"spread", spread_json(step.spread)}};
  });
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
  Json table = list_from(landing.restitutions,
                         [&](const LandingSpread& spread) { return spread_json(spread); });
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

namespace {

/// One law's numbers; null without an answer.
Json law_landing_json(const LandingComparison& landing, std::size_t k) {
  const auto& law = landing.laws[k];
  if (!law) return nullptr;
  const Outcome& outcome = landing.comparison.outcomes[k];
  return {{"law", outcome.law->name},
          {"base_linear", law->base_linear ? list_of(*law->base_linear) : Json()},
          {"base_angular", law->base_angular ? list_of(*law->base_angular) : Json()},
          {"largest_jump",
           law->largest_jump ? jump_json(*law->largest_jump, landing.velocity_names) : Json()},
          {"normal_impulse", law->normal_impulse},
          {"energy_lost", outcome.energy.lost}};
}

}  // namespace

}  // namespace report

std::string to_json(const LandingComparison& landing, int indent) {
  using report::Json;
  Json json = report::comparison_document(landing.comparison, landing.problem);
  json["restitution"] = landing.restitution;
  json["friction"] = report::or_null(landing.friction);
  json["approach_speed"] = landing.approach_speed;
  json["spread"] = report::spread_json(landing.spread);
  json["landing"] = Json::array();
  for (std::size_t k = 0; k < landing.laws.size(); ++k) {
    json["landing"].push_back(report::law_landing_json(landing, k));
  }
  return report::dump_json(json, indent);
}

std::string to_json(const Landing& landing, int indent) {
  return report::dump_json(report::landing_document(landing), indent);
}

}  // namespace carom
