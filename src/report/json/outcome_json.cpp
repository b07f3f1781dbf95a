// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-outcome/1 and carom-comparison/1 out.
#include "report/json/outcome_json.h"

#include "carom/report.h"

namespace carom {
namespace report {
namespace {

const std::string& contact_name(const Outcome& outcome, std::size_t contact) {
  return outcome.labels->contacts[contact];
}

/// Without labels nothing was solved, and the list is empty.
Json contact_names(const Outcome& outcome, const std::vector<int>& contacts) {
  return outcome.labels ? names_at(outcome.labels->contacts, contacts) : Json::array();
}

bool has_coefficient(const LawDescription& law) { return !law.coefficient.starts_with("none"); }

/// Name, the coefficient used, then the other settings; integers (a seed) as integers.
Json law_json(const Outcome& outcome, const ImpactProblem* problem) {
  if (!outcome.law) return nullptr;
  Json json = {{"name", outcome.law->name}};
  if (outcome.restitution) {
    json["restitution"] = *outcome.restitution;
  } else if (problem != nullptr && has_coefficient(*outcome.law)) {
    for (const Contact& contact : problem->contacts()) {
      json["restitution"].push_back(contact.restitution.value_or(1.0));
    }
  }
  for (const auto& [name, value] : outcome.law->parameters) {
    if (name == "restitution") continue;
    if (const auto* word = std::get_if<std::string>(&value)) {
      json[name] = *word;
    } else {
      const double number = std::get<double>(value);
      json[name] = name == "seed" ? count_of(number) : Json(number);
    }
  }
  return json;
}

Json impulse_json(const Outcome& outcome) {
  Json list = Json::array();
  for (std::size_t i = 0; i < outcome.impulse.size(); ++i) {
    const ContactImpulse& impulse = outcome.impulse[i];
    Json tangential = Json::array();
    for (int k = 0; k < impulse.tangent_count; ++k) {
      tangential.push_back(impulse.tangential[static_cast<std::size_t>(k)]);
    }
    list.push_back(Json{{"contact", contact_name(outcome, i)},
                        {"normal", impulse.normal},
                        {"tangential", tangential}});
  }
  return list;
}

Json energy_json(const Outcome& outcome) {
  Json works = Json::array();
  for (std::size_t i = 0; i < outcome.energy.contacts.size(); ++i) {
    const ContactWork& work = outcome.energy.contacts[i];
    Json item = {{"contact", contact_name(outcome, i)},
                 {"normal_work", work.normal_work},
                 {"friction_work", work.friction_work}};
    if (work.restitution) item["restitution"] = *work.restitution;
    works.push_back(std::move(item));
  }
  return {{"before", outcome.energy.before},
          {"after", outcome.energy.after},
          {"lost", outcome.energy.lost},
          {"contacts", works}};
}

Json uniqueness_json(const Uniqueness& uniqueness) {
  return {{"verdict", to_string(uniqueness.verdict)},
          {"reason", uniqueness.reason},
          {"outcomes", count_of(uniqueness.outcomes)},
          {"impulses_unique", uniqueness.impulses_unique},
          {"complete", uniqueness.complete},
          {"indeterminacy", uniqueness.indeterminacy},
          {"draws", uniqueness.draws}};
}

/// contact: null for what concerns the whole impact.
Json events_json(const Outcome& outcome) {
  Json list = Json::array();
  for (const Event& event : outcome.events) {
    Json contact = nullptr;
    if (event.contact >= 0)
      contact = contact_name(outcome, static_cast<std::size_t>(event.contact));
    list.push_back(
        Json{{"event", to_string(event.kind)}, {"contact", contact}, {"impulse", event.impulse}});
  }
  return list;
}

Json branches_json(const Outcome& outcome) {
  Json list = Json::array();
  for (const Branch& branch : outcome.branches) {
    list.push_back(Json{{"velocity_plus", list_of(branch.velocity_plus)},
                        {"shortest", branch.shortest},
                        {"longest", branch.longest < 0 ? Json(nullptr) : Json(branch.longest)},
                        {"sequence", contact_names(outcome, branch.sequence)}});
  }
  return list;
}

/// The contacts of the proof that no velocity separates all of them, with their weights.
Json certificate_json(const Outcome& outcome) {
  Json list = Json::array();
  for (Eigen::Index i = 0; i < outcome.gordan_weights.size(); ++i) {
    if (outcome.gordan_weights[i] == 0.0) continue;
    list.push_back(Json{{"contact", contact_name(outcome, static_cast<std::size_t>(i))},
                        {"weight", outcome.gordan_weights[i]}});
  }
  return list;
}

}  // namespace

Json outcome_document(const Outcome& outcome, bool branches, const ImpactProblem* problem) {
  Json json = {{"format", outcome_format},
               {"problem", outcome.labels ? Json(outcome.labels->problem) : Json(nullptr)},
               {"law", law_json(outcome, problem)},
               {"status", to_string(outcome.status)},
               {"message", outcome.message},
               {"velocity_plus", list_of(outcome.velocity_plus)},
               {"impulse", impulse_json(outcome)},
               {"bilateral_impulse", list_of(outcome.bilateral_impulse)},
               {"sequence", contact_names(outcome, outcome.sequence)},
               {"events", events_json(outcome)},
               {"notes", outcome.notes},
               {"energy", energy_json(outcome)},
               {"uniqueness", uniqueness_json(outcome.uniqueness)}};
  if (branches || !outcome.branches.empty()) json["branches"] = branches_json(outcome);
  json["residuals"] = {{"momentum", outcome.residuals.momentum},
                       {"penetration_rate", outcome.residuals.penetration_rate},
                       {"friction_cone", outcome.residuals.friction_cone},
                       {"energy", outcome.residuals.energy},
                       {"law", outcome.residuals.law}};
  if (outcome.last_velocity.size() > 0) json["last_velocity"] = list_of(outcome.last_velocity);
  if (outcome.gordan_weights.size() > 0) json["certificate"] = certificate_json(outcome);
  if (!outcome.collapsed.empty()) json["collapsed"] = contact_names(outcome, outcome.collapsed);
  return json;
}

}  // namespace report

std::string to_json(const Outcome& outcome, int indent, bool branches,
                    const ImpactProblem* problem) {
  return report::dump_json(report::outcome_document(outcome, branches, problem), indent);
}

std::string to_json(const Comparison& comparison, const ImpactProblem& problem, int indent) {
  report::Json json = {{"format", "carom-comparison/1"},
                       {"problem", problem.name()},
                       {"outcomes", report::Json::array()},
                       {"left_out", report::Json::array()}};
  for (const Outcome& outcome : comparison.outcomes) {
    json["outcomes"].push_back(report::outcome_document(outcome, false, &problem));
  }
  for (const auto& [law, reason] : comparison.left_out) {
    json["left_out"].push_back(report::Json{{"law", law}, {"reason", reason}});
  }
  return report::dump_json(json, indent);
}

}  // namespace carom
