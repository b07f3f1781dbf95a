// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// carom-outcome/1 in. Contact names come from the list of impulses; fields that later versions add
// are passed over.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "carom/error.h"
#include "carom/report.h"
#include "report/json/outcome_json.h"

namespace carom {
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
