// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-analysis/1 out. What does not apply is null, such as a robot's base and joints.
#include "report/json/analysis_json.h"

#include "carom/report.h"
#include "report/json/json_text.h"

namespace carom {
namespace report {
namespace {

Json pairs_json(const Analysis& analysis) {
  Json list = Json::array();
  for (const ContactPair& pair : analysis.certificate.pairs) {
    list.push_back(
        Json{{"contacts", names_at(analysis.labels->contacts, {pair.first, pair.second})},
             {"inner_product", pair.inner_product},
             {"inner_product_raw", pair.inner_product_raw},
             {"coxeter_order", or_null(pair.coxeter_order)},
             {"worst_case_steps", or_null(pair.worst_case_steps)},
             {"indeterminacy_worst", pair.indeterminacy_worst},
             {"collapse_restitution", or_null(pair.collapse_restitution)}});
  }
  return list;
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
  Json list = Json::array();
  for (const PairSensitivity& pair : analysis.sensitivity) {
    list.push_back(
        Json{{"contacts", names_at(analysis.labels->contacts, {pair.first, pair.second})},
             {"bound", pair.bound},
             {"bound_any", pair.bound_any}});
  }
  return list;
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
               {"restitution", analysis.restitution},
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

}  // namespace carom
