// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/target.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/text.h"
#include "carom/error.h"

namespace carom::design {
namespace {

using Goal = DesignOptions::Goal;

std::vector<std::string> measure_words(const DesignOptions& options, Goal goal) {
  if (goal != Goal::least) return {"spread_orders"};
  std::vector<std::string> words;
  for (const DesignTerm& term : options.terms) words.push_back(term.measure);
  return words;
}

MeasureProbe::LawAt law_maker(const Variation& variation, const DesignOptions& options) {
  if (options.law) return [law = *options.law](double) { return law; };
  return [variation](double restitution) { return default_law(variation, restitution); };
}

/// −cos(π/m) nearest to an inner product, m = 2, 3, …; 0 for positive ones.
double nearest_coxeter(double product) {
  if (product >= 0.0) return 0.0;
  const double angle = std::acos(std::min(-product, 1.0));  // π/m wanted
  // Rad, against division by zero: at this angle the product is −1 to 5e-7, and orders m above
  // 3000 differ by less still.
  const double order = std::numbers::pi / std::max(angle, 1e-3);
  double best = 0.0;
  for (const double m : {std::floor(order), std::ceil(order)}) {
    const double candidate = -std::cos(std::numbers::pi / std::max(m, 2.0));
    if (std::abs(candidate - product) < std::abs(best - product)) best = candidate;
  }
  return best;
}

}  // namespace

DesignTarget::DesignTarget(const Variation& variation, const DesignOptions& options, Goal goal)
    : variation_(variation),
      options_(options),
      goal_(goal),
      plan_(variation, measure_words(options, goal)),
      probe_(variation, plan_, law_maker(variation, options)) {
  const Eigen::VectorXd start = variation.start();
  if (!go(start)) {
    throw InvalidInput("start: nothing stands there: " + probe_.point().why());
  }
  find_opening_rows(start);
  go(start);
  if (goal != Goal::coxeter) return;
  const Eigen::MatrixXd products = gram();
  for (Eigen::Index i = 0; i < products.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) coxeter_.push_back(nearest_coxeter(products(i, j)));
  }
}

// Where a scene keeps its feet down by itself, gaps are rounding noise whatever the parameters, and
// so would be their derivatives: such rows are no constraints.
void DesignTarget::find_opening_rows(const Eigen::VectorXd& start) {
  // Step: of max(1, |x|), small enough that the scene still stands, large enough that a row that
  // opens by its square, 1e-6, is seen. Noise [m, rad]: above the rounding of gaps, 1e-15; it
  // takes for granted that a closed scene is closed to rounding, as Newton's last step leaves it.
  constexpr double step = 1e-3, noise = 1e-12;
  const Eigen::VectorXd here = probe_.point().opened();
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(here.size());
  for (Eigen::Index k = 0; here.size() > 0 && k < start.size(); ++k) {
    for (const double sign : {1.0, -1.0}) {
      Eigen::VectorXd x = start;
      x[k] += sign * step * std::max(1.0, std::abs(start[k]));
      if (go(x)) largest = largest.cwiseMax((probe_.point().opened() - here).cwiseAbs());
    }
  }
  for (Eigen::Index k = 0; k < here.size(); ++k) {
    if (largest[k] > noise) opening_.push_back(k);
  }
}

bool DesignTarget::go(const Eigen::VectorXd& x) {
  if (at_.size() == x.size() && at_ == x) return stands_;
  at_ = x;
  stands_ = x.allFinite() && probe_.point().move(x);
  return stands_;
}

Eigen::MatrixXd DesignTarget::gram() {
  Eigen::MatrixXd products = probe_.point().inner_products();
  const Eigen::VectorXd length = products.diagonal().cwiseSqrt();
  for (Eigen::Index i = 0; i < products.rows(); ++i) {
    for (Eigen::Index j = 0; j < products.cols(); ++j) {
      const double lengths = length[i] * length[j];
      products(i, j) = i == j ? 1.0 : lengths > 0.0 ? products(i, j) / lengths : 0.0;
    }
  }
  return products;
}

double DesignTarget::largest_product() {
  const Eigen::MatrixXd products = gram();
  double largest = 0.0;
  for (Eigen::Index i = 0; i < products.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) largest = std::max(largest, std::abs(products(i, j)));
  }
  return largest;
}

Eigen::VectorXd DesignTarget::closed(const Eigen::VectorXd& x) {
  if (!go(x))
    return Eigen::VectorXd::Constant(static_cast<Eigen::Index>(opening_.size()), no_value);
  return probe_.point().opened()(opening_);
}

Eigen::VectorXd DesignTarget::residual(const Eigen::VectorXd& x, double level) {
  if (!go(x)) {
    return Eigen::VectorXd::Constant(
        goal_ == Goal::coxeter ? static_cast<Eigen::Index>(coxeter_.size()) : 1, no_value);
  }
  if (goal_ == Goal::practical) {
    return Eigen::VectorXd::Constant(1, indeterminacy(x) - level);
  }
  const Eigen::MatrixXd products = gram();
  if (goal_ == Goal::orthogonal) return Eigen::VectorXd::Constant(1, products(1, 0));
  Eigen::VectorXd values(static_cast<Eigen::Index>(coxeter_.size()));
  Eigen::Index at = 0;
  for (Eigen::Index i = 0; i < products.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j, ++at) {
      values[at] = products(i, j) - coxeter_[static_cast<std::size_t>(at)];
    }
  }
  return values;
}

double DesignTarget::term_value(const Eigen::VectorXd& x) {
  std::vector<double> values(plan_.columns().size());
  at_.resize(0);  // The probe moves the point itself.
  if (probe_.values(x, options_.restitution, values.data()) != PointStatus::answered)
    return no_value;
  // Each term is the largest of the columns that its name stands for, all contacts or one.
  double sum = 0.0;
  for (std::size_t k = 0; k < options_.terms.size(); ++k) {
    const std::string& name = options_.terms[k].measure;
    double largest = 0.0;
    for (std::size_t c = 0; c < values.size(); ++c) {
      const std::string& title = plan_.titles()[c].name;
      if (title == name || title.starts_with(name + ":") || name.starts_with(title + ":")) {
        largest = std::max(largest, std::abs(values[c]));
      }
    }
    sum += options_.terms[k].weight * largest;
  }
  return sum;
}

double DesignTarget::objective(const Eigen::VectorXd& x) {
  if (goal_ == Goal::least) return term_value(x);
  if (goal_ == Goal::practical) return indeterminacy(x);
  if (!go(x)) return no_value;
  if (goal_ == Goal::worst_pair) return largest_product();
  return residual(x, 0.0).cwiseAbs().maxCoeff();
}

const ImpactProblem* DesignTarget::problem_at(const Eigen::VectorXd& x) {
  return go(x) ? probe_.point().find_problem() : nullptr;
}

double DesignTarget::indeterminacy(const Eigen::VectorXd& x) {
  const ImpactProblem* problem = problem_at(x);
  if (problem == nullptr) return no_value;
  EnumerationOptions options;
  if (options_.restitution != 1.0) {
    options.restitution = Eigen::VectorXd::Constant(problem->contact_count(), options_.restitution);
  }
  const OutcomeSet orders = all_outcomes(*problem, options);
  return orders.count > 0.0 ? orders.indeterminacy : no_value;
}

double DesignTarget::energy_ratio(const Eigen::VectorXd& x) {
  const ImpactProblem* problem = problem_at(x);
  if (problem == nullptr) return no_value;
  const double energy = problem->kinetic_energy();
  return energy > 0.0 ? energy_split(*problem, Rows::normals).constrained / energy : 0.0;
}

// A search that met no solution may have ended where there is no impact: its spreads are NaN.
void DesignTarget::describe_impact(DesignPoint& place) {
  place.spreads.setConstant(no_value);
  place.spread = no_value;
  const ImpactProblem* problem = problem_at(place.values);
  if (problem == nullptr) return;
  const auto spread_at = [&](double e) {
    const Spread spread = measure_spread(*problem, e);
    return spread.ends ? spread.value() : no_value;
  };
  place.spreads = {spread_at(0.0), spread_at(0.3), spread_at(1.0)};
  const double e = options_.restitution;
  place.spread = e == 0.0   ? place.spreads[0]
                 : e == 0.3 ? place.spreads[1]
                 : e == 1.0 ? place.spreads[2]
                            : spread_at(e);
}

DesignPoint DesignTarget::describe(const Eigen::VectorXd& x) {
  DesignPoint place;
  place.values = x;
  place.objective = objective(x);
  at_.resize(0);
  if (!go(x)) return place;
  const Eigen::VectorXd gaps = probe_.point().opened();
  place.largest_gap = gaps.size() > 0 ? gaps.cwiseAbs().maxCoeff() : 0.0;
  place.gram = gram();
  for (int i = 0; i < place.gram.rows(); ++i) {
    for (int j = i + 1; j < place.gram.cols(); ++j) {
      if (place.first >= 0 &&
          std::abs(place.gram(i, j)) <= std::abs(place.gram(place.first, place.second))) {
        continue;
      }
      place.first = i;
      place.second = j;
    }
  }
  if (probe_.point().state()) place.state = *probe_.point().state();
  describe_impact(place);
  place.constrained_energy_ratio = energy_ratio(x);
  return place;
}

std::string DesignTarget::words() const {
  switch (goal_) {
    case Goal::orthogonal:
      return "inner product of " + base::join(variation_.contacts(), " and ") + " = 0";
    case Goal::worst_pair: return "least |inner product| of the worst pair";
    case Goal::coxeter: return "every pair at its nearest Coxeter angle (unique over orders only)";
    case Goal::practical:
      return fmt::format("spread at restitution {} below {}", base::number(options_.restitution),
                         base::number(options_.one_outcome));
    case Goal::least: {
      std::vector<std::string> parts;
      for (const DesignTerm& term : options_.terms) {
        parts.push_back((term.weight == 1.0 ? "" : base::number(term.weight) + " ") + "|" +
                        term.measure + "|");
      }
      return "least " + base::join(parts, " + ");
    }
    case Goal::automatic: break;
  }
  return {};
}

}  // namespace carom::design
