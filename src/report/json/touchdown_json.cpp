// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-touchdown/1.
#include "carom/report.h"
#include "report/json/json_text.h"
#include "report/json/outcome_json.h"

namespace carom {
namespace {

using report::Json;

Json row_json(const TouchdownRow& row, const ImpactProblem& problem) {
  Json json = {{"law", row.law},
               {"points_per_foot", row.points},
               {"one_impact",
                {{"outcome", report::outcome_document(row.outcome, false, &problem)},
                 {"difference", row.difference},
                 {"largest_jump", row.largest_jump},
                 {"jump_joint", row.jump_joint}}}};
  if (row.stands) {
    json["as_it_happens"] = {{"impacts", row.impacts},
                             {"energy_lost", row.energy_lost},
                             {"largest_jump", row.sequence_jump},
                             {"points_that_hit", row.sequence}};
  } else {
    json["as_it_happens"] = nullptr;
    json["trouble"] = row.trouble;
  }
  return json;
}

}  // namespace

std::string to_json(const TouchdownComparison& comparison, int indent) {
  Json json = {{"format", "carom-touchdown/1"},
               {"step", comparison.step + 1},
               {"foot", to_string(comparison.side)},
               {"time", comparison.time},
               {"approach", comparison.approach},
               {"q", report::list_of(comparison.state.q)},
               {"velocity_minus", report::list_of(comparison.state.v)},
               {"complete", comparison.complete},
               {"rows", Json::array()},
               {"left_out", Json::array()}};
  std::size_t at = 0;
  for (const TouchdownRow& row : comparison.rows) {
    json["rows"].push_back(row_json(row, comparison.problems[at]));
    at = (at + 1) % comparison.problems.size();
  }
  for (const auto& [law, reason] : comparison.left_out) {
    json["left_out"].push_back(Json{{"law", law}, {"reason", reason}});
  }
  return report::dump_json(json, indent);
}

}  // namespace carom
