// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Names of measures to columns: "inner_product", "inner_product:left:right", "normal_impulse:left".
// Values: what several columns need is computed once per point; a map of inner products
// alone never builds a problem.
#include "design/map/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "carom/laws/inert.h"
#include "design/landing/rules.h"
#include "design/refusal.h"

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
      {"penetration", "m",
       "depth of what is deepest below the ground or inside another body; 0: nothing is"},
      {"status", "", "0 answered, 1 unreachable, 2 a measure without a value"}};
  return list;
}

}  // namespace carom

namespace carom::design {
namespace {

bool of_pairs(Measure measure) {
  return measure == Measure::inner_product || measure == Measure::inner_product_raw;
}

/// No impact is needed for it.
bool of_posture(Measure measure) {
  return of_pairs(measure) || measure == Measure::penetration || measure == Measure::status;
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
  if (unit == "m") return variation.length_unit();
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
    only_products_ = only_products_ && of_posture(column.measure);
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
  if (measure == Measure::penetration && !variation.has_clearance()) {
    faults.push_back(
        "measure 'penetration': nothing is known of the room that bodies take here; expected a "
        "robot with collision shapes, or one of the scenes rhex, trex, vee, biped");
    return;
  }
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

Law default_law(const Variation& variation, double restitution) {
  if (variation.usual_law() == "inert") return Inert{};
  return usual_law(restitution);
}

MeasureProbe::MeasureProbe(const Variation& variation, const MeasurePlan& plan, LawAt law)
    : variation_(variation),
      plan_(plan),
      make_law_(std::move(law)),
      point_(variation.make_point()) {}

PointStatus MeasureProbe::values(const Eigen::Ref<const Eigen::VectorXd>& at, double restitution,
                                 double* out) {
  const std::size_t count = plan_.columns().size();
  PointStatus status = PointStatus::unreachable;
  std::fill(out, out + count, no_value);
  if (point_->move(at)) {
    // Refused: no impact can be made here, or the law does not fit it.
    const std::string why = refusal([&] {
      if (plan_.only_products()) {
        from_products(out);
        status = PointStatus::answered;
      } else {
        status = from_problem(restitution, out);
      }
    });
    if (!why.empty()) std::fill(out, out + count, no_value);
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (plan_.columns()[k].measure == Measure::status) out[k] = static_cast<double>(status);
  }
  return status;
}

void MeasureProbe::from_products(double* out) {
  const Eigen::MatrixXd* products = nullptr;
  for (std::size_t k = 0; k < plan_.columns().size(); ++k) {
    const MeasureColumn& column = plan_.columns()[k];
    if (of_pairs(column.measure)) {
      if (products == nullptr) products = &point_->inner_products();
      out[k] = pair_value(column, *products);
    }
    if (column.measure == Measure::penetration) out[k] = point_->penetration().depth;
  }
}

PointStatus MeasureProbe::from_problem(double restitution, double* out) {
  problem_ = &point_->problem();
  is_solved_ = false;
  outcomes_.reset();
  spread_.reset();
  split_.reset();
  PointStatus status = PointStatus::answered;
  for (std::size_t k = 0; k < plan_.columns().size(); ++k) {
    if (plan_.columns()[k].measure == Measure::status) continue;
    out[k] = value(plan_.columns()[k], restitution);
    if (std::isnan(out[k])) status = PointStatus::unanswered;
  }
  return status;
}

double MeasureProbe::pair_value(const MeasureColumn& column,
                                const Eigen::MatrixXd& products) const {
  const auto unit = [&](Eigen::Index i, Eigen::Index j) {
    const double lengths = products(i, i) * products(j, j);
    return lengths > 0.0 ? products(i, j) / std::sqrt(lengths) : 0.0;
  };
  Eigen::Index first = column.first, second = column.second;
  if (first < 0) {
    first = 0;
    second = 1;
    for (Eigen::Index i = 0; i < products.rows(); ++i) {
      for (Eigen::Index j = i + 1; j < products.cols(); ++j) {
        if (std::abs(unit(i, j)) > std::abs(unit(first, second))) {
          first = i;
          second = j;
        }
      }
    }
  }
  return column.measure == Measure::inner_product ? unit(first, second) : products(first, second);
}

double MeasureProbe::value(const MeasureColumn& column, double restitution) {
  switch (column.measure) {
    case Measure::inner_product:
    case Measure::inner_product_raw: return pair_value(column, point_->inner_products());
    case Measure::indeterminacy: return outcome_set().indeterminacy;
    case Measure::indeterminacy_worst: return worst_indeterminacy(*problem_).indeterminacy;
    case Measure::constrained_energy: return split().constrained;
    case Measure::admissible_energy: return split().admissible;
    case Measure::energy_ratio: {
      const double energy = problem_->kinetic_energy();
      return energy > 0.0 ? split().constrained / energy : 0.0;
    }
    case Measure::energy_lost: return solved(restitution) ? outcome_.energy.lost : no_value;
    case Measure::normal_impulse:
    case Measure::tangential_impulse: return solved(restitution) ? impulse_value(column) : no_value;
    case Measure::post_impact_gap_rate:
      return solved(restitution) ? gap_rate(column.first) : no_value;
    case Measure::feasibility_margin: return certify(*problem_).feasibility_margin;
    case Measure::outcomes: return outcome_set().count;
    case Measure::spread: return spread(restitution).ends ? spread(restitution).value() : no_value;
    case Measure::spread_orders: return order_spread(restitution);
    case Measure::spread_stiffness: return spread(restitution).stiffness.value_or(no_value);
    case Measure::holding_torque: return point_->holding_torque();
    case Measure::penetration: return point_->penetration().depth;
    case Measure::status: break;
  }
  return no_value;
}

double MeasureProbe::impulse_value(const MeasureColumn& column) {
  const ContactImpulse& impulse = outcome_.impulse[static_cast<std::size_t>(column.first)];
  if (column.measure == Measure::normal_impulse) return impulse.normal;
  if (impulse.tangent_count == 1) return impulse.tangential[0];
  return std::hypot(impulse.tangential[0], impulse.tangential[1]);
}

double MeasureProbe::gap_rate(int contact) {
  if (!variation_.released().empty()) {
    return variation_.released_rows().row(contact).dot(outcome_.velocity_plus);
  }
  return problem_->contact_jacobian()
      .row(problem_->normal_row(contact))
      .dot(outcome_.velocity_plus);
}

const OutcomeSet& MeasureProbe::outcome_set() {
  if (!outcomes_) outcomes_ = all_outcomes(*problem_);
  return *outcomes_;
}

double MeasureProbe::order_spread(double restitution) {
  if (spread_) return spread_->ends ? spread_->orders : no_value;
  if (restitution == 1.0) return outcome_set().count > 0.0 ? outcome_set().indeterminacy : no_value;
  EnumerationOptions options;
  options.restitution = Eigen::VectorXd::Constant(problem_->contact_count(), restitution);
  const OutcomeSet orders = all_outcomes(*problem_, options);
  return orders.count > 0.0 ? orders.indeterminacy : no_value;
}

const Spread& MeasureProbe::spread(double restitution) {
  if (!spread_) spread_ = measure_spread(*problem_, restitution);
  return *spread_;
}

const EnergySplit& MeasureProbe::split() {
  if (!split_) split_ = energy_split(*problem_);
  return *split_;
}

bool MeasureProbe::solved(double restitution) {
  if (!is_solved_) {
    if (!law_ || law_restitution_ != restitution) law_ = make_law_(restitution);
    law_restitution_ = restitution;
    solve(*problem_, *law_, workspace_, outcome_);
    is_solved_ = true;
  }
  return outcome_.ok();
}

}  // namespace carom::design
