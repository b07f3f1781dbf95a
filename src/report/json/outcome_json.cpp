// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-outcome/1 and carom-comparison/1 out.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "base/text.h"
#include "carom/error.h"
#include "carom/report.h"
#include "report/json/documents.h"
#include "report/json/json_text.h"

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

}  // namespace

Json practical_json(const PracticalVerdict& verdict) {
  const auto grade = verdict.grade();
  return {
      {"verdict", grade ? Json(to_string(*grade)) : Json(nullptr)},
      {"spread", verdict.value()},
      {"orders", verdict.orders},
      {"stiffness_ratios", or_null(verdict.stiffness)},
      {"restitution", std::isnan(verdict.restitution) ? Json(nullptr) : Json(verdict.restitution)},
      {"friction", verdict.friction},
      {"complete", verdict.complete}};
}

namespace {

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
  return list_from(outcome.branches, [&](const Branch& branch) {
    return Json{{"velocity_plus", list_of(branch.velocity_plus)},
                {"shortest", branch.shortest},
                {"longest", branch.longest < 0 ? Json(nullptr) : Json(branch.longest)},
                {"sequence", contact_names(outcome, branch.sequence)}};
  });
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
  if (outcome.practical) json["practical"] = practical_json(*outcome.practical);
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
  return report::dump_json(report::comparison_document(comparison, problem), indent);
}

}  // namespace carom

namespace carom::report {

Json comparison_document(const Comparison& comparison, const ImpactProblem& problem) {
  Json json = {{"format", "carom-comparison/1"},
               {"problem", problem.name()},
               {"outcomes", Json::array()},
               {"left_out", left_out_json(comparison.left_out)}};
  if (comparison.practical) json["practical"] = practical_json(*comparison.practical);
  for (const Outcome& outcome : comparison.outcomes) {
    json["outcomes"].push_back(outcome_document(outcome, false, &problem));
  }
  return json;
}

std::string difference_words(const ImpactProblem& problem, const Comparison& comparison) {
  double farthest = -1.0;
  std::string one, other;
  const auto& outcomes = comparison.outcomes;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    for (std::size_t j = i + 1; j < outcomes.size(); ++j) {
      if (!outcomes[i].ok() || !outcomes[j].ok()) continue;
      const double distance =
          problem.whiten(outcomes[i].velocity_plus - outcomes[j].velocity_plus).norm();
      if (distance <= farthest) continue;
      farthest = distance;
      one = outcomes[i].law->name;
      other = outcomes[j].law->name;
    }
  }
  if (farthest < 0.0) return "";
  // Well above the rounding of an impact, well below the digits that are printed otherwise.
  if (farthest <= 1e-9 * problem.momentum_norm()) return "All laws that answer agree.";
  return fmt::format("Farthest apart: {} and {}, by {} % of the incoming momentum.", one, other,
                     base::number(100.0 * farthest / problem.momentum_norm(), 3));
}

}  // namespace carom::report

namespace carom {

// carom-touchdown/1.

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
               {"left_out", report::left_out_json(comparison.left_out)}};
  std::size_t at = 0;
  for (const TouchdownRow& row : comparison.rows) {
    json["rows"].push_back(row_json(row, comparison.problems[at]));
    at = (at + 1) % comparison.problems.size();
  }
  return report::dump_json(json, indent);
}

// carom-outcome/1 in. Contact names come from the list of impulses; fields that later versions add
// are passed over.

namespace report {
namespace {

class OutcomeReader {
 public:
  explicit OutcomeReader(const Place& place) : place_(place) {}

  Outcome read(const Json& document) {
    if (!document.is_object() || document.value("format", Json()) != outcome_format) {
      fail(fmt::format("format is missing or another; expected \"{}\"", outcome_format));
    }
    Outcome outcome;
    read_law(at(document, "law"), outcome);
    outcome.status =
        one_of(at(document, "status"),
               {Outcome::Status::not_run, Outcome::Status::resolved,
                Outcome::Status::no_feasible_velocity, Outcome::Status::not_converged});
    outcome.message = get<std::string>(document, "message");
    outcome.velocity_plus = numbers(at(document, "velocity_plus"));
    read_impulses(document, outcome);
    outcome.bilateral_impulse = numbers(at(document, "bilateral_impulse"));
    outcome.sequence = contacts(at(document, "sequence"));
    read_events(document, outcome);
    read_energy(at(document, "energy"), outcome.energy);
    read_uniqueness(at(document, "uniqueness"), outcome.uniqueness);
    if (document.contains("practical")) outcome.practical = practical(document["practical"]);
    read_branches(document, outcome);
    const Json& residuals = at(document, "residuals");
    outcome.residuals = {number(residuals, "momentum"), number(residuals, "penetration_rate"),
                         number(residuals, "friction_cone"), number(residuals, "energy"),
                         residuals.contains("law") ? number(residuals, "law") : 0.0};
    if (document.contains("last_velocity"))
      outcome.last_velocity = numbers(document["last_velocity"]);
    read_certificate(document, outcome);
    if (document.contains("collapsed")) outcome.collapsed = contacts(document["collapsed"]);
    return outcome;
  }

  [[noreturn]] void fail(const std::string& fault) const {
    throw InvalidInput(place_.name() + ": " + fault);
  }

 private:
  const Json& at(const Json& object, const char* key) const {
    if (!object.is_object() || !object.contains(key)) {
      fail(fmt::format("{} is missing; it is required", key));
    }
    return object[key];
  }

  template <class T>
  T get(const Json& object, const char* key) const {
    try {
      return at(object, key).get<T>();
    } catch (const Json::exception&) {
      fail(fmt::format("{} = {} has the wrong type", key, shown(at(object, key))));
    }
  }

  /// null stands for a number that was not finite.
  double number(const Json& object, const char* key) const {
    if (at(object, key).is_null()) return std::numeric_limits<double>::quiet_NaN();
    return get<double>(object, key);
  }

  Eigen::VectorXd numbers(const Json& list) const {
    Eigen::VectorXd values(static_cast<Eigen::Index>(list.size()));
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!list[i].is_number() && !list[i].is_null()) {
        fail(fmt::format("{} in a list of numbers; expected a number", shown(list[i])));
      }
      values[static_cast<Eigen::Index>(i)] =
          list[i].is_null() ? std::numeric_limits<double>::quiet_NaN() : list[i].get<double>();
    }
    return values;
  }

  template <class Enum>
  Enum one_of(const Json& word, std::initializer_list<Enum> values) const {
    for (const Enum value : values) {
      if (word == to_string(value)) return value;
    }
    fail(fmt::format("{} is not a known word here", shown(word)));
  }

  int contact(const Json& name) const {
    const auto found = std::find(labels_->contacts.begin(), labels_->contacts.end(), name);
    if (found == labels_->contacts.end()) {
      fail(fmt::format("contact {} has no impulse; expected a name of the list", shown(name)));
    }
    return static_cast<int>(found - labels_->contacts.begin());
  }

  std::vector<int> contacts(const Json& names) const {
    std::vector<int> indices;
    for (const Json& name : names) indices.push_back(contact(name));
    return indices;
  }

  void read_law(const Json& json, Outcome& outcome) const {
    if (json.is_null()) return;
    auto law = std::make_shared<LawDescription>();
    law->name = get<std::string>(json, "name");
    for (const auto& [key, value] : json.items()) {
      if (key == "restitution" && value.is_number()) outcome.restitution = value.get<double>();
      if (key == "name" || key == "restitution") continue;
      if (value.is_string()) law->parameters.push_back({key, value.get<std::string>()});
      if (value.is_number()) law->parameters.push_back({key, value.get<double>()});
    }
    outcome.law = law;
  }

  void read_impulses(const Json& document, Outcome& outcome) {
    labels_ = std::make_shared<Labels>();
    const Json& problem = at(document, "problem");
    if (problem.is_string()) labels_->problem = problem.get<std::string>();
    for (const Json& item : at(document, "impulse")) {
      labels_->contacts.push_back(get<std::string>(item, "contact"));
      ContactImpulse impulse;
      impulse.normal = number(item, "normal");
      const Eigen::VectorXd tangential = numbers(at(item, "tangential"));
      if (tangential.size() > 2) fail("tangential has more than 2 entries; expected at most 2");
      impulse.tangent_count = static_cast<int>(tangential.size());
      std::copy(tangential.begin(), tangential.end(), impulse.tangential.begin());
      outcome.impulse.push_back(impulse);
    }
    outcome.labels = labels_;
  }

  void read_energy(const Json& json, EnergyLedger& energy) const {
    energy.before = number(json, "before");
    energy.after = number(json, "after");
    energy.lost = number(json, "lost");
    for (const Json& item : at(json, "contacts")) {
      energy.contacts.push_back({number(item, "normal_work"), number(item, "friction_work"), {}});
      if (item.contains("restitution"))
        energy.contacts.back().restitution = number(item, "restitution");
    }
  }

  PracticalVerdict practical(const Json& json) const {
    PracticalVerdict verdict{.restitution = number(json, "restitution"),
                             .orders = number(json, "orders"),
                             .complete = get<bool>(json, "complete"),
                             .ends = !at(json, "verdict").is_null(),
                             .friction = get<bool>(json, "friction")};
    if (!at(json, "stiffness_ratios").is_null()) {
      verdict.stiffness = number(json, "stiffness_ratios");
    }
    return verdict;
  }

  void read_uniqueness(const Json& json, Uniqueness& uniqueness) const {
    using Verdict = Uniqueness::Verdict;
    uniqueness.verdict =
        one_of(at(json, "verdict"), {Verdict::not_checked, Verdict::unique, Verdict::several});
    uniqueness.reason = get<std::string>(json, "reason");
    uniqueness.outcomes = number(json, "outcomes");
    uniqueness.impulses_unique = get<bool>(json, "impulses_unique");
    uniqueness.complete = get<bool>(json, "complete");
    uniqueness.indeterminacy = number(json, "indeterminacy");
    if (json.contains("draws")) uniqueness.draws = get<int>(json, "draws");
  }

  void read_events(const Json& document, Outcome& outcome) const {
    using Kind = Event::Kind;
    if (document.contains("notes"))
      outcome.notes = get<std::vector<std::string>>(document, "notes");
    if (!document.contains("events")) return;
    for (const Json& item : document["events"]) {
      Event event;
      event.kind =
          one_of(at(item, "event"), {Kind::begins_slipping, Kind::begins_sticking, Kind::reverses,
                                     Kind::joins, Kind::opens, Kind::compression_ends,
                                     Kind::compression_returns, Kind::sub_impact, Kind::ends});
      if (!at(item, "contact").is_null()) event.contact = contact(item["contact"]);
      event.impulse = number(item, "impulse");
      outcome.events.push_back(event);
    }
  }

  void read_branches(const Json& document, Outcome& outcome) const {
    if (!document.contains("branches")) return;
    for (const Json& item : document["branches"]) {
      Branch branch;
      branch.velocity_plus = numbers(at(item, "velocity_plus"));
      branch.shortest = get<int>(item, "shortest");
      branch.longest = at(item, "longest").is_null() ? -1 : get<int>(item, "longest");
      branch.sequence = contacts(at(item, "sequence"));
      outcome.branches.push_back(std::move(branch));
    }
  }

  void read_certificate(const Json& document, Outcome& outcome) const {
    if (!document.contains("certificate")) return;
    outcome.gordan_weights.setZero(static_cast<Eigen::Index>(labels_->contacts.size()));
    for (const Json& item : document["certificate"]) {
      outcome.gordan_weights[contact(at(item, "contact"))] = number(item, "weight");
    }
  }

  const Place& place_;
  std::shared_ptr<Labels> labels_;
};

}  // namespace
}  // namespace report

Outcome outcome_from_json(std::string_view text, std::string_view where) {
  const report::Place place{where};
  return report::OutcomeReader(place).read(report::parse_json(text, place));
}

}  // namespace carom
