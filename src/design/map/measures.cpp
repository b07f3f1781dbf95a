// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Values of measures. What several columns need is computed once per point; a map of inner products
// alone never builds a problem.
#include "design/map/measures.h"

#include <cmath>

#include "carom/laws/inert.h"
#include "design/landing/rules.h"
#include "design/refusal.h"

namespace carom::design {

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
  const Eigen::MatrixXd& products = point_->inner_products();
  for (std::size_t k = 0; k < plan_.columns().size(); ++k) {
    if (plan_.columns()[k].measure != Measure::status) {
      out[k] = pair_value(plan_.columns()[k], products);
    }
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
