// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Names of measures to columns: "inner_product", "inner_product:left:right", "normal_impulse:left".
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "carom/error.h"
#include "design/map/measures.h"

namespace carom {

const std::vector<MeasureInfo>& all_measures() {
  static const std::vector<MeasureInfo> list = {
      {"inner_product", "", "of two unit normals in the mass metric; 0: the order cannot matter"},
      {"inner_product_raw", "1/kg", "u M^-1 v^T of the normals as given (S0's s)"},
      {"indeterminacy", "", "largest distance of two elastic outcomes over the momentum before"},
      {"indeterminacy_worst", "", "the same at the worst incoming velocity"},
      {"constrained_energy", "kg m^2/s^2", "kinetic energy in the contact rows, T_c"},
      {"admissible_energy", "kg m^2/s^2", "the rest, T_a"},
      {"energy_ratio", "", "T_c/T"},
      {"energy_lost", "kg m^2/s^2", "kinetic energy lost under the law"},
      {"normal_impulse", "kg m/s", "of each contact under the law"},
      {"tangential_impulse", "kg m/s", "likewise; signed where a contact has one tangent"},
      {"post_impact_gap_rate", "m/s", "after the impact, of the contacts that were closed before"},
      {"feasibility_margin", "", "distance of 0 to the hull of the unit normals"},
      {"outcomes", "", "number of distinct elastic outcomes over orders"},
      {"spread", "", "largest distance of two outcomes at the restitution, orders and stiffness"},
      {"spread_orders", "", "over orders of the sequential law alone"},
      {"spread_stiffness", "", "over stiffness ratios of the compliant law alone"},
      {"holding_torque", "kg m^2/s^2",
       "largest joint torque that holds the posture on its contacts"},
      {"status", "", "0 answered, 1 unreachable, 2 a measure without a value"}};
  return list;
}

namespace design {
namespace {

bool of_pairs(Measure measure) {
  return measure == Measure::inner_product || measure == Measure::inner_product_raw;
}

bool of_contacts(Measure measure) {
  return measure == Measure::normal_impulse || measure == Measure::tangential_impulse ||
         measure == Measure::post_impact_gap_rate;
}

std::vector<std::string> measure_names() {
  std::vector<std::string> names;
  for (const MeasureInfo& info : all_measures()) names.push_back(info.name);
  return names;
}

/// The contacts that a measure has columns of.
const std::vector<std::string>& contacts_of(const Variation& variation, Measure measure) {
  const bool released = measure == Measure::post_impact_gap_rate && !variation.released().empty();
  return released ? variation.released() : variation.contacts();
}

std::string with_units(const std::string& name, std::string unit, const Variation& variation) {
  if (unit == "kg m^2/s^2" && variation.mass_unit() == "kg" && variation.length_unit() == "m")
    return name == "holding_torque" ? "N m" : "J";
  if (unit == "kg m/s" && variation.mass_unit() == "kg" && variation.length_unit() == "m")
    return "N s";
  const auto replace = [&](const std::string& from, const std::string& to) {
    if (const auto at = unit.find(from); at != std::string::npos) unit.replace(at, from.size(), to);
  };
  if (variation.mass_unit() != "kg") replace("kg", variation.mass_unit());
  if (variation.length_unit() == "m") return unit;
  if (unit.starts_with("m/")) return variation.length_unit() + unit.substr(1);
  replace(" m", " " + variation.length_unit());
  return unit;
}

}  // namespace

MeasurePlan::MeasurePlan(const Variation& variation, const std::vector<std::string>& words) {
  std::vector<std::string> faults;
  if (words.empty()) faults.push_back("no measure; expected at least one");
  for (const std::string& word : words) add(variation, word, faults);
  if (!faults.empty()) throw InvalidInput(faults);
  for (const MeasureColumn& column : columns_) {
    only_products_ =
        only_products_ && (of_pairs(column.measure) || column.measure == Measure::status);
  }
}

void MeasurePlan::add(const Variation& variation, const std::string& word,
                      std::vector<std::string>& faults) {
  const std::vector<std::string> names = measure_names();
  const auto colon = word.find(':');
  const std::string name = word.substr(0, colon);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    faults.push_back(fmt::format("unknown measure '{}'; expected one of {}{}", name,
                                 base::join(names), base::did_you_mean(name, names)));
    return;
  }
  const auto measure = static_cast<Measure>(found - names.begin());
  const std::vector<std::string>& contacts = contacts_of(variation, measure);
  const auto contact_count = static_cast<int>(contacts.size());
  if (of_pairs(measure) && contact_count < 2) {
    faults.push_back(fmt::format("measure '{}': there is one contact ('{}'); expected two or more",
                                 name, contacts.front()));
    return;
  }
  if (colon == std::string::npos) {
    if (!of_contacts(measure) || contact_count == 1) {
      add_column(variation, {measure, of_contacts(measure) ? 0 : -1, -1});
      return;
    }
    for (int k = 0; k < contact_count; ++k) add_column(variation, {measure, k, -1});
    return;
  }
  if (!of_contacts(measure) && !of_pairs(measure)) {
    faults.push_back(
        fmt::format("measure '{}': {} is of the whole impact; expected no contact", word, name));
    return;
  }
  // Contact names may hold colons themselves (LINK:corners): the names decide where to cut.
  const std::string rest = word.substr(colon + 1);
  for (int i = 0; i < contact_count; ++i) {
    if (of_contacts(measure) && rest == contacts[static_cast<std::size_t>(i)]) {
      add_column(variation, {measure, i, -1});
      return;
    }
    for (int j = 0; of_pairs(measure) && j < contact_count; ++j) {
      const std::string pair =
          contacts[static_cast<std::size_t>(i)] + ":" + contacts[static_cast<std::size_t>(j)];
      if (i == j || rest != pair) continue;
      add_column(variation, {measure, i, j});
      return;
    }
  }
  faults.push_back(fmt::format(
      "measure '{}': '{}' is no {}; expected contacts among {}", word, rest,
      of_pairs(measure) ? "pair of contacts (CONTACT:CONTACT)" : "contact", base::join(contacts)));
}

void MeasurePlan::add_column(const Variation& variation, MeasureColumn column) {
  const MeasureInfo& info = all_measures()[static_cast<std::size_t>(column.measure)];
  const std::vector<std::string>& contacts = contacts_of(variation, column.measure);
  std::string name = info.name;
  const bool single = of_contacts(column.measure) ? contacts.size() == 1 : contacts.size() == 2;
  for (const int contact : {column.first, column.second}) {
    if (contact >= 0 && !single) name += ":" + contacts[static_cast<std::size_t>(contact)];
  }
  columns_.push_back(column);
  titles_.push_back({name, with_units(info.name, info.unit, variation)});
}

}  // namespace design
}  // namespace carom
