// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Orthogonal and Coxeter designs are the nearest roots of (contacts closed, inner products); S3
// VII-B takes minimum-norm Newton steps instead (`newton`). A practical design is the nearest
// posture whose spread over orders is half of the limit; the limit holds for springs too, so the
// wish is lowered until it does. The rest is minimised.
// What may not be (a body below the ground, a centre of mass beside the feet) is an inequality,
// c(x) ≥ 0: one more variable s ≥ 0 and the row c(x) − s = 0. A search begins without; where its
// answers break some, it is run again with these, until none breaks any. So a search that meets
// none is left as it was, and hundreds of points of bodies cost nothing.
#include "carom/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/analysis_report.h"
#include "base/text.h"
#include "carom/error.h"
#include "design/map/measures.h"
#include "design/optimise/optimise.h"
#include "design/variation/balance.h"
#include "design/variation/mirror.h"

namespace carom::design {
namespace {

using Goal = DesignOptions::Goal;

/// Limits count as kept within this, in the unit of length: the search closes their rows to 1e-10.
constexpr double kept_within = 1e-9;

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

// What a design seeks, as functions of the parameters: contacts closed, residuals, an objective.
class DesignTarget {
 public:
  DesignTarget(const Variation& variation, const DesignOptions& options, DesignOptions::Goal goal)
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
    find_limits();
    if (goal != Goal::coxeter) return;
    const Eigen::MatrixXd products = gram();
    for (Eigen::Index i = 0; i < products.rows(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) coxeter_.push_back(nearest_coxeter(products(i, j)));
    }
  }

  /// Gaps of contacts and loops; NaN where nothing stands. Empty: they hold by themselves.
  Eigen::VectorXd closed(const Eigen::VectorXd& x) {
    if (!go(x))
      return Eigen::VectorXd::Constant(static_cast<Eigen::Index>(opening_.size()), no_value);
    return probe_.point().opened()(opening_);
  }

  /// Zero at a solution, for the goals that are roots; `level`: of Goal::practical.
  Eigen::VectorXd residual(const Eigen::VectorXd& x, double level) {
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

  /// Least at a solution, for the others; |residual| for roots.
  double objective(const Eigen::VectorXd& x) {
    if (goal_ == Goal::least) return term_value(x);
    if (goal_ == Goal::practical) return indeterminacy(x);
    if (!go(x)) return no_value;
    if (goal_ == Goal::worst_pair) return largest_product();
    return residual(x, 0.0).cwiseAbs().maxCoeff();
  }

  /// Spread over orders at the restitution, and T_c/T over the normals: the two of a front.
  double indeterminacy(const Eigen::VectorXd& x) {
    const ImpactProblem* problem = problem_at(x);
    if (problem == nullptr) return no_value;
    EnumerationOptions options;
    if (options_.restitution != 1.0) {
      options.restitution =
          Eigen::VectorXd::Constant(problem->contact_count(), options_.restitution);
    }
    const OutcomeSet orders = all_outcomes(*problem, options);
    return orders.count > 0.0 ? orders.indeterminacy : no_value;
  }

  double energy_ratio(const Eigen::VectorXd& x) {
    const ImpactProblem* problem = problem_at(x);
    if (problem == nullptr) return no_value;
    const double energy = problem->kinetic_energy();
    return energy > 0.0 ? energy_split(*problem, Rows::normals).constrained / energy : 0.0;
  }

  /// Everything about a place.
  DesignPoint describe(const Eigen::VectorXd& x) {
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
    place.penetration = probe_.point().penetration();
    place.outside_feet = outside_feet();
    describe_impact(place);
    place.constrained_energy_ratio = energy_ratio(x);
    return place;
  }

  /// The practical verdict there, as `carom analyze` words it; empty: there is no impact.
  std::string verdict(const Eigen::VectorXd& x) {
    const ImpactProblem* problem = problem_at(x);
    if (problem == nullptr) return {};
    return analysis::practical_text(analyze(*problem, {.restitution = options_.restitution}));
  }

  // Limits: places of the clearance, then the balance. Below zero one is broken.

  /// Those that are broken there, the worst first, at most so many.
  std::vector<int> broken(const Eigen::VectorXd& x, std::size_t most) {
    if (!go(x)) return {};
    std::vector<std::pair<double, int>> found;
    for (std::size_t k = 0; k < required_.size(); ++k) {
      const double room = room_of(static_cast<int>(k));
      if (room < -kept_within) found.emplace_back(room, static_cast<int>(k));
    }
    std::sort(found.begin(), found.end());
    if (found.size() > most) found.resize(most);
    std::vector<int> limits;
    for (const auto& [room, limit] : found) limits.push_back(limit);
    return limits;
  }
  /// Names of those that hold the answer where it is: met there, and not at the start.
  std::vector<std::string> met(const Eigen::VectorXd& x) {
    std::vector<std::string> names;
    if (!go(x)) return names;
    for (std::size_t k = 0; k < required_.size(); ++k) {
      const auto limit = static_cast<int>(k);
      if (room_of(limit) > 10.0 * kept_within || met_at_start_[k]) continue;
      const std::string name = limit_name(limit);
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
  }
  double room(const Eigen::VectorXd& x, int limit) { return go(x) ? room_of(limit) : no_value; }
  std::string limit_name(int limit) {
    return limit == balance_limit() ? "centre of mass over the feet"
                                    : probe_.point().clearance()->name(limit);
  }
  bool keeps_balance() const { return has_balance_; }

  /// In words.
  std::string words() const {
    switch (goal_) {
      case Goal::orthogonal:
        return "inner product of " + base::join(variation_.contacts(), " and ") + " = 0";
      case Goal::worst_pair: return "least |inner product| of the worst pair";
      case Goal::coxeter:
        return "every pair at its nearest Coxeter angle (unique over orders only)";
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

 private:
  bool go(const Eigen::VectorXd& x) {
    if (at_.size() == x.size() && at_ == x) return stands_;
    at_ = x;
    stands_ = x.allFinite() && probe_.point().move(x);
    return stands_;
  }

  /// Where a scene keeps its feet down by itself, gaps are rounding noise whatever the parameters,
  /// and so would be their derivatives: such rows are no constraints.
  void find_opening_rows(const Eigen::VectorXd& start) {
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

  /// A search that met no solution may have ended where there is no impact: its spreads are NaN.
  void describe_impact(DesignPoint& place) {
    place.spreads.setConstant(no_value);
    place.spread = no_value;
    const ImpactProblem* problem = problem_at(place.values);
    if (problem == nullptr) return;
    const auto spread_at = [&](double e) {
      const Spread spread = measure_spread(*problem, e);
      return spread.ends ? spread.value() : no_value;
    };
    place.spreads = {spread_at(0.0), spread_at(0.3), spread_at(1.0)};
    const Spread spread = measure_spread(*problem, options_.restitution);
    place.spread = spread.ends ? spread.value() : no_value;
    place.practical = practical_verdict(spread);
  }

  double outside_feet() {
    const ModelWorkspace* at = balance_ ? probe_.point().workspace() : nullptr;
    return at ? balance_->outside(*at) : no_value;
  }

  /// At the start: what is required of every place. `place` stands there.
  void find_limits() {
    VariationPoint& point = probe_.point();
    const ModelWorkspace* at = point.workspace();
    if (at == nullptr || point.state() == nullptr) return;
    const Balance balance(at->model(), point.state()->q, variation_.contacts());
    if (balance.is_known()) balance_ = balance;
    const Clearance* checked = options_.allow_penetration ? nullptr : point.clearance();
    // Of the height of what is checked: room for what a posture in the world differs by.
    constexpr double margin_share = 0.01;
    double highest = 0.0;
    for (int k = 0; checked && k < checked->size(); ++k) {
      required_.push_back(checked->distance(*at, k));
      highest = std::max(highest, required_.back());
    }
    for (int k = 0; checked && k < checked->size(); ++k) {
      double& least = required_[static_cast<std::size_t>(k)];
      // What is near at the start may come as near again by half: an ankle above its sole.
      least = least > 0.0 ? std::min(0.5 * least, margin_share * highest) : 0.0;
    }
    for (std::size_t k = 0; k < required_.size(); ++k) {
      met_at_start_.push_back(std::abs(room_of(static_cast<int>(k))) <= 10.0 * kept_within);
    }
    if (!balance_ || options_.free_balance) return;
    // [m] The feet's edge is no place to stand on; where the start is nearer to it, or outside,
    // it may stay where it is. Two points have a line between them, and that much beside it.
    constexpr double margin = 0.01;
    const double outside = balance_->outside(*at);
    const bool over_area = outside < 0.0;
    required_.push_back(over_area ? std::max(outside, -margin) : std::max(outside, margin));
    has_balance_ = true;
    met_at_start_.push_back(required_.back() == outside);
  }

  int balance_limit() const { return has_balance_ ? static_cast<int>(required_.size()) - 1 : -1; }
  /// Where the point stands.
  double room_of(int limit) {
    const double required = required_[static_cast<std::size_t>(limit)];
    if (limit == balance_limit()) return required - outside_feet();
    VariationPoint& point = probe_.point();
    return point.clearance()->distance(*point.workspace(), limit) - required;
  }

  /// Null: nothing stands there, or there is no impact.
  const ImpactProblem* problem_at(const Eigen::VectorXd& x) {
    return go(x) ? probe_.point().find_problem() : nullptr;
  }

  Eigen::MatrixXd gram() {
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

  double largest_product() {
    const Eigen::MatrixXd products = gram();
    double largest = 0.0;
    for (Eigen::Index i = 0; i < products.rows(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) largest = std::max(largest, std::abs(products(i, j)));
    }
    return largest;
  }

  double term_value(const Eigen::VectorXd& x) {
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

  const Variation& variation_;
  const DesignOptions& options_;
  DesignOptions::Goal goal_;
  MeasurePlan plan_;
  MeasureProbe probe_;
  Eigen::VectorXd at_;  // Where the point stands.
  bool stands_ = false;
  std::vector<Eigen::Index> opening_;  // Rows of opened() that some parameter moves.
  std::vector<double> coxeter_;        // −cos(π/m) of every pair, nearest at the start.
  std::optional<Balance> balance_;
  bool has_balance_ = false;      // It is a limit.
  std::vector<double> required_;  // Least distance of every place; most outside of the feet.
  std::vector<bool> met_at_start_;
};

}  // namespace carom::design

namespace carom {
namespace {

using Goal = DesignOptions::Goal;
using base::number;
using design::DesignTarget;
using design::OptimisationOptions;
using design::OptimisationProblem;
using design::OptimisationResult;

/// Contacts of the start may be open by this, in the model's unit of length. A choice: poses
/// given with seven decimals pass, gaps that can be seen do not; the search closes to 1e-10.
constexpr double closed_at_start = 1e-6;
/// Inner products below this are zero, whatever the goal: products of unit vectors, so rounding
/// leaves 1e-16 times the condition of the mass matrix, here allowed to be 1e4.
constexpr double orthogonal_within = 1e-12;
/// Lengths and masses without bounds stay within this factor of the start.
constexpr double size_range = 4.0;
/// Of the further variable of a limit: so large that its change costs next to nothing beside those
/// of the parameters; ten times more, and rounding to its bound (1e-13 of it) would be as much as a
/// gap may be open.
constexpr double slack_scale = 100.0;
/// Rounds of searches, each with the limits that the last one broke; and new limits of one round.
constexpr int most_rounds = 12;
constexpr std::size_t most_new_limits = 8;

bool is_root(Goal goal) {
  return goal == Goal::orthogonal || goal == Goal::coxeter || goal == Goal::practical;
}

Goal choose_goal(const Variation& variation, const DesignOptions& options) {
  if (options.goal != Goal::automatic) return options.goal;
  if (!options.terms.empty()) return Goal::least;
  if (options.practical) return Goal::practical;
  return variation.contacts().size() == 2 ? Goal::orthogonal : Goal::worst_pair;
}

void check_goal(const Variation& variation, const DesignOptions& options, Goal goal,
                std::vector<std::string>& faults) {
  const std::size_t contacts = variation.contacts().size();
  if (goal != Goal::least && contacts < 2) {
    faults.push_back(fmt::format(
        "design: {} contact; expected two or more, or another target such as energy_ratio",
        contacts));
  }
  if (goal == Goal::orthogonal && contacts > 2) {
    faults.push_back(fmt::format(
        "goal orthogonal: {} contacts; expected two; take worst_pair or coxeter", contacts));
  }
  if (goal == Goal::least && options.terms.empty()) {
    faults.push_back("goal least: no measure; expected at least one");
  }
  for (const DesignTerm& term : options.terms) {
    if (std::isfinite(term.weight) && term.weight > 0.0) continue;
    faults.push_back(
        fmt::format("weight of {} = {}; expected > 0", term.measure, number(term.weight)));
  }
  if (!(options.restitution >= 0.0 && options.restitution <= 1.0)) {
    faults.push_back(fmt::format("restitution = {}; expected 0 <= restitution <= 1",
                                 number(options.restitution)));
  }
  if (variation.parameters().empty()) faults.push_back("design: nothing varies; expected a name");
  if (options.front == 1 || options.front < 0) {
    faults.push_back(fmt::format("front = {}; expected 0, or at least 2 points", options.front));
  }
  if (!(options.start_spread > 0.0 && std::isfinite(options.start_spread))) {
    faults.push_back(
        fmt::format("start_spread = {}; expected > 0 and finite", number(options.start_spread)));
  }
  if (options.starts < 0) {
    faults.push_back(fmt::format("starts = {}; expected >= 0", options.starts));
  }
}

void set_bounds(const Variation& variation, const DesignOptions& options,
                OptimisationProblem& problem, std::vector<std::string>& faults) {
  const auto& parameters = variation.parameters();
  const auto n = static_cast<Eigen::Index>(parameters.size());
  problem.start = variation.start();
  problem.lower.resize(n);
  problem.upper.resize(n);
  problem.scale = Eigen::VectorXd::Ones(n);
  std::vector<std::string> names;
  for (Eigen::Index k = 0; k < n; ++k) {
    const VariedParameter& parameter = parameters[static_cast<std::size_t>(k)];
    names.push_back(parameter.name);
    problem.lower[k] = parameter.lower;
    problem.upper[k] = parameter.upper;
    if (const auto told = options.bounds.find(parameter.name); told != options.bounds.end()) {
      problem.lower[k] = std::max(parameter.lower, told->second.first);
      problem.upper[k] = std::min(parameter.upper, told->second.second);
    }
    const bool is_size =
        parameter.unit == variation.length_unit() || parameter.unit == variation.mass_unit();
    if (is_size && parameter.start > 0.0 && !std::isfinite(parameter.lower) &&
        !options.bounds.contains(parameter.name)) {
      problem.lower[k] = parameter.start / size_range;
      problem.upper[k] = parameter.start * size_range;
    }
    if (parameter.unit == "rad" && !std::isfinite(problem.lower[k]) &&
        !std::isfinite(problem.upper[k])) {
      problem.lower[k] = parameter.start - std::numbers::pi;
      problem.upper[k] = parameter.start + std::numbers::pi;
    }
    if (options.scaling == DesignOptions::Scaling::relative && parameter.start != 0.0) {
      problem.scale[k] = std::abs(parameter.start);
    }
    if (problem.lower[k] <= parameter.start && parameter.start <= problem.upper[k]) continue;
    faults.push_back(fmt::format(
        "bounds of {}: {} … {} {} exclude the start, {}; expected the start within them; widen "
        "them, or start elsewhere",
        parameter.name, number(problem.lower[k]), number(problem.upper[k]), parameter.unit,
        number(parameter.start)));
  }
  for (const auto& [name, bounds] : options.bounds) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    faults.push_back(fmt::format("bounds of '{}', which does not vary; expected one of {}{}", name,
                                 base::join(names), base::did_you_mean(name, names)));
  }
}

DesignSolution describe(DesignTarget& target, const OptimisationResult& result,
                        const std::vector<VariedParameter>& parameters) {
  DesignSolution solution;
  solution.point = target.describe(result.x);
  solution.change = result.change;
  solution.converged = result.status == OptimisationResult::Status::converged;
  for (const int k : result.at_bound) {
    solution.at_bound.push_back(parameters[static_cast<std::size_t>(k)].name);
  }
  for (std::string& name : target.met(result.x)) solution.at_bound.push_back(std::move(name));
  solution.message = result.message;
  solution.iterations = result.iterations;
  solution.evaluations = result.evaluations;
  return solution;
}

/// The search itself; results nearest or least first. Its variables are the parameters, then one
/// per limit.
class Search {
 public:
  Search(const DesignOptions& options, Goal goal, DesignTarget& target,
         const OptimisationProblem& problem, const design::Mirror& mirror)
      : options_(options),
        goal_(goal),
        target_(target),
        problem_(problem),
        mirror_(mirror),
        size_(problem.start.size()) {
    told_.stop = options.stop;
    starts_ = {.starts = options.starts, .seed = options.seed, .spread = options.start_spread};
    for (const int k : mirror_.still) problem_.lower[k] = problem_.upper[k] = problem_.start[k];
    keep_closed();
  }

  /// Solutions that break no limit; where every one does, what came nearest, and `broken` names it.
  /// `settled`: the start is a solution but for the limits.
  std::vector<OptimisationResult> run(bool settled, std::string& broken) {
    for (int round = 0;; ++round) {
      std::vector<OptimisationResult> results = settled ? nearest_possible() : search();
      for (OptimisationResult& result : results) trim(result);
      if (was_stopped(results)) return results;
      if (round < most_rounds && add_broken(results)) continue;
      if (settled && !is_settled(results)) {
        settled = false;
        continue;
      }
      const auto breaks = [&](const auto& result) { return !target_.broken(result.x, 1).empty(); };
      if (!results.empty() && std::all_of(results.begin(), results.end(), breaks)) {
        broken = target_.limit_name(target_.broken(results.front().x, 1).front());
        return {results.front()};
      }
      std::erase_if(results, breaks);
      return results;
    }
  }

  std::vector<design::FrontPoint> front() {
    for (int round = 0;; ++round) {
      std::vector<design::FrontPoint> points = free_front();
      std::vector<OptimisationResult> results;
      for (design::FrontPoint& point : points) {
        trim(point.result);
        results.push_back(point.result);
      }
      if (round < most_rounds && add_broken(results)) continue;
      std::erase_if(points,
                    [&](const auto& point) { return !target_.broken(point.result.x, 1).empty(); });
      return points;
    }
  }

 private:
  using Point = Eigen::VectorXd;
  using Status = OptimisationResult::Status;

  Point parameters(const Point& x) const { return x.head(size_); }

  /// Contacts, both sides alike, and the limits so far, as rows.
  void keep_closed() {
    const Eigen::Index touching = target_.closed(parameters(problem_.start)).size();
    const auto pairs = static_cast<Eigen::Index>(mirror_.pairs.size());
    const auto limits = static_cast<Eigen::Index>(limits_.size());
    problem_.closed = {};
    if (touching + pairs + limits == 0) return;
    problem_.closed = [this, touching, pairs, limits](const Point& x) {
      Point rows(touching + pairs + limits);
      const Point own = parameters(x);
      rows.head(touching) = target_.closed(own);
      for (Eigen::Index k = 0; k < pairs; ++k) {
        const auto& [left, right, sign] = mirror_.pairs[static_cast<std::size_t>(k)];
        const auto moved = [&](int at) { return x[at] - problem_.start[at]; };
        rows[touching + k] = moved(right) - sign * moved(left);
      }
      for (Eigen::Index k = 0; k < limits; ++k) {
        rows[touching + pairs + k] =
            target_.room(own, limits_[static_cast<std::size_t>(k)]) - x[size_ + k];
      }
      return rows;
    };
  }

  /// False: they break no limit that is not a row already.
  bool add_broken(const std::vector<OptimisationResult>& results) {
    const std::size_t before = limits_.size();
    for (const OptimisationResult& result : results) {
      for (const int limit : target_.broken(result.x, most_new_limits)) {
        if (std::find(limits_.begin(), limits_.end(), limit) != limits_.end()) continue;
        limits_.push_back(limit);
      }
    }
    if (limits_.size() == before) return false;
    const auto all = size_ + static_cast<Eigen::Index>(limits_.size());
    for (Point* list : {&problem_.start, &problem_.lower, &problem_.upper, &problem_.scale}) {
      list->conservativeResize(all);
    }
    const Point start = parameters(problem_.start);
    for (std::size_t k = 0; k < limits_.size(); ++k) {
      const Eigen::Index at = size_ + static_cast<Eigen::Index>(k);
      problem_.lower[at] = 0.0;
      problem_.upper[at] = std::numeric_limits<double>::infinity();
      problem_.scale[at] = slack_scale;
      problem_.start[at] = std::max(0.0, target_.room(start, limits_[k]));
    }
    keep_closed();
    return true;
  }

  /// Without the variables of limits, and parameters that could not move.
  void trim(OptimisationResult& result) {
    std::erase_if(result.at_bound, [&](int k) {
      return k >= size_ ||
             std::find(mirror_.still.begin(), mirror_.still.end(), k) != mirror_.still.end();
    });
    result.x = parameters(result.x);
    result.change = change(result.x).norm();
  }

  Point change(const Point& x) const {
    return (x.head(size_) - problem_.start.head(size_)).cwiseQuotient(problem_.scale.head(size_));
  }

  /// What is possible nearest to the start is a solution as the start is.
  bool is_settled(const std::vector<OptimisationResult>& results) {
    return !results.empty() && goal_ == Goal::practical &&
           target_.describe(results.front().x).spread < options_.one_outcome;
  }

  static bool was_stopped(const std::vector<OptimisationResult>& results) {
    return std::any_of(results.begin(), results.end(),
                       [](const auto& result) { return result.status == Status::stopped; });
  }

  std::vector<OptimisationResult> search() {
    problem_.objective = {};
    problem_.residual = {};
    if (goal_ == Goal::practical) return practical();
    if (is_root(goal_)) {
      problem_.residual = [this](const Point& x) { return target_.residual(parameters(x), 0.0); };
      told_.residual_tolerance = orthogonal_within;
      std::vector<OptimisationResult> results = roots();
      const bool met = !results.empty() && results.front().status != Status::not_converged;
      if (met || goal_ == Goal::coxeter) return results;
      problem_.residual = {};
    }
    problem_.objective = [this](const Point& x) { return target_.objective(parameters(x)); };
    if (options_.starts > 0) return minima(problem_, told_, starts_);
    return {minimise(problem_, told_)};
  }

  std::vector<design::FrontPoint> free_front() {
    constexpr int fewest_starts = 8;  // The two ends are lowest of all, not only near the start.
    design::StartOptions starts = starts_;
    starts.starts = std::max(starts.starts, fewest_starts);
    // Of two places without indeterminacy the one of less energy. Both are shares of 1: the tie
    // moves a result by about 1e-6, less than is printed, and is far above rounding, 1e-13.
    constexpr double tie = 1e-6;
    problem_.residual = {};
    problem_.objective = [this](const Point& x) {
      return target_.indeterminacy(parameters(x)) + tie * target_.energy_ratio(parameters(x));
    };
    const auto energy = [this](const Point& x) {
      return target_.energy_ratio(parameters(x)) + tie * target_.indeterminacy(parameters(x));
    };
    return pareto_front(problem_, energy, options_.front, told_, starts);
  }

  /// The posture nearest to the start that breaks no limit, where the start does.
  std::vector<OptimisationResult> nearest_possible() {
    problem_.residual = {};
    problem_.objective = [this](const Point& x) { return change(x).squaredNorm(); };
    return {minimise(problem_, told_)};
  }

  std::vector<OptimisationResult> roots() {
    if (options_.starts > 0) return nearest_roots(problem_, told_, starts_);
    return {options_.newton ? newton_root(problem_, told_) : nearest_root(problem_, told_)};
  }

  /// Nearest posture at a level of the spread over orders; lower levels until springs agree.
  std::vector<OptimisationResult> practical() {
    double level = 0.5 * options_.one_outcome;
    // A choice: the level is half of the limit, so a residual far below that half is enough, and a
    // tighter one would only cost steps, each of which enumerates orders.
    told_.residual_tolerance = 1e-3 * options_.one_outcome;
    std::vector<OptimisationResult> results;
    for (int attempt = 0; attempt < 4; ++attempt) {
      problem_.residual = [this, level](const Point& x) {
        return target_.residual(parameters(x), level);
      };
      results = roots();
      if (results.empty() || results.front().status != Status::converged) break;
      const double spread = target_.describe(parameters(results.front().x)).spread;
      if (!(spread >= options_.one_outcome)) return results;
      level *= 0.5 * options_.one_outcome / spread;
    }
    if (!results.empty() && results.front().status == Status::stopped) return results;
    problem_.residual = {};
    const OptimisationResult near = near_level();
    if (near.status == Status::stopped ||
        target_.describe(parameters(near.x)).spread < options_.one_outcome) {
      return {near};
    }
    problem_.objective = [this](const Point& x) { return target_.objective(parameters(x)); };
    return {minimise(problem_, told_)};
  }

  /// Where the spread has kinks at its level, as with many contacts: excess against change.
  OptimisationResult near_level() {
    constexpr double change_weight = 0.05;  // a change of one scale counts as 5 % excess
    problem_.objective = [this](const Point& x) {
      const double level = 0.5 * options_.one_outcome;
      const double excess = std::max(0.0, target_.objective(parameters(x)) / level - 1.0);
      return excess + change_weight * change(x).squaredNorm();
    };
    return minimise(problem_, told_);
  }

  const DesignOptions& options_;
  Goal goal_;
  DesignTarget& target_;
  OptimisationProblem problem_;
  design::Mirror mirror_;
  Eigen::Index size_;        // Of the parameters.
  std::vector<int> limits_;  // That are rows.
  OptimisationOptions told_;
  design::StartOptions starts_;
};

/// What is kept besides contacts, in words; and the mirror that a search is to keep.
design::Mirror find_kept(const Variation& variation, const DesignOptions& options,
                         DesignTarget& target, std::vector<std::string>& kept) {
  if (target.keeps_balance()) kept.push_back("centre of mass over the feet");
  const auto point = variation.make_point();
  if (options.asymmetric || !point->move(variation.start())) return {};
  const ModelWorkspace* at = point->workspace();
  if (at == nullptr || point->state() == nullptr) return {};
  design::Mirror mirror = design::find_mirror(at->model(), *point->state(), variation.parameters());
  if (mirror.pairs.empty()) return {};
  if (!mirror.crooked.empty()) {
    kept.push_back(fmt::format("not left and right alike: the start is not ({})", mirror.crooked));
    return {};
  }
  const auto& parameters = variation.parameters();
  const auto name = [&](int k) { return parameters[static_cast<std::size_t>(k)].name; };
  std::vector<std::string> words;
  constexpr std::size_t most_named = 3;
  for (const auto& pair : mirror.pairs) {
    if (words.size() < most_named) words.push_back(name(pair.left) + " with " + name(pair.right));
  }
  if (mirror.pairs.size() > most_named) {
    words.push_back(fmt::format("{} more", mirror.pairs.size() - most_named));
  }
  std::string text = fmt::format("left and right alike: {}", base::join(words));
  if (!mirror.still.empty()) {
    std::vector<std::string> still;
    for (const int k : mirror.still) still.push_back(name(k));
    text += fmt::format("; still: {}", base::join(still));
  }
  kept.push_back(std::move(text));
  return mirror;
}

/// Among minima that differ by rounding alone, the nearest comes first.
void nearest_of_equals(std::vector<OptimisationResult>& results) {
  // Relative to the objective: two descents to one kink end 1e-8 apart (last_radius), and values
  // that differ within the printed digits, 1e-4 at best, must stay in their order.
  constexpr double rounding = 1e-7;
  for (std::size_t k = 1; k < results.size(); ++k) {
    for (std::size_t i = k; i > 0; --i) {
      OptimisationResult &before = results[i - 1], &here = results[i];
      const double scale = std::max(std::abs(before.objective), std::abs(here.objective));
      const bool equal = std::abs(before.objective - here.objective) <= rounding * scale;
      if (!equal || before.change <= here.change || before.status != here.status) break;
      std::swap(before, here);
    }
  }
}

bool reached(const DesignSolution& solution, const DesignOptions& options, Goal goal) {
  if (goal == Goal::practical) return solution.point.spread < options.one_outcome;
  if (goal == Goal::orthogonal) {
    return solution.converged && solution.point.objective <= orthogonal_within;
  }
  return solution.converged;
}

/// Whether there is nothing to seek at the start, and why.
std::string settled(const DesignPoint& start, const DesignOptions& options, Goal goal) {
  if (options.always) return {};
  if (goal == Goal::orthogonal && std::abs(start.gram(1, 0)) <= orthogonal_within) {
    return "the start is a solution: its normals are orthogonal";
  }
  if (goal == Goal::coxeter && start.objective <= orthogonal_within) {
    return "the start is a solution: every pair is at a Coxeter angle; unique over orders only";
  }
  if (goal == Goal::practical && start.spread < options.one_outcome) {
    return fmt::format("the start is already practically one outcome at restitution {}",
                       number(options.restitution, 3));
  }
  return {};
}

/// "the start itself is impossible: inside the ground by 3 mm: left knee"; empty: it can be.
std::string start_words(const Design& design) {
  const std::string words = to_string(design.start.penetration, design.length_unit);
  return words.empty() ? words : "the start itself is impossible: " + words;
}

/// `broken`: the limit that every answer breaks.
void conclude(const DesignOptions& options, Goal goal, const std::string& broken, Design& result) {
  using Status = Design::Status;
  if (!broken.empty()) {
    result.message =
        fmt::format("no posture was met that keeps {}; this one comes nearest", broken);
    return;
  }
  if (result.solutions.empty()) {
    result.message = "no solution was met";
    return;
  }
  const DesignSolution& best = result.solutions.front();
  result.message = best.message;
  if (!reached(best, options, goal) && best.converged) {
    if (goal == Goal::orthogonal) {
      result.message = "no orthogonal normals were met; this is the least |inner product| nearby";
    } else if (goal == Goal::practical) {
      result.message = "no posture below the limit was met; this is the least spread nearby";
    }
  }
  if (reached(best, options, goal)) {
    result.status = Status::found;
    if (goal == Goal::coxeter) {
      result.message += "; unique over orders only: between springs the outcome still spreads";
    }
  }
}

}  // namespace

Design find_design(const Variation& variation, const DesignOptions& options) {
  // What is sought, and every fault of the question at once.
  const Goal goal = choose_goal(variation, options);
  std::vector<std::string> faults;
  check_goal(variation, options, goal, faults);
  OptimisationProblem problem;
  set_bounds(variation, options, problem, faults);
  if (!faults.empty()) throw InvalidInput(faults);

  // The start: it must be closed, and may be a solution already.
  DesignTarget target(variation, options, goal);
  Design result{.goal = goal,
                .target = target.words(),
                .parameters = variation.parameters(),
                .contacts = variation.contacts(),
                .scale = problem.scale,
                .restitution = options.restitution,
                .length_unit = variation.length_unit()};
  result.start = target.describe(problem.start);
  if (result.start.largest_gap > closed_at_start) {
    throw InvalidInput(fmt::format(
        "start: contacts or loops are open by {} {}; expected at most {}; start where they touch",
        number(result.start.largest_gap), variation.length_unit(), number(closed_at_start)));
  }
  result.start.verdict = target.verdict(problem.start);
  Search search(options, goal, target, problem, find_kept(variation, options, target, result.kept));
  result.message = settled(result.start, options, goal);
  const std::string impossible = options.allow_penetration ? "" : start_words(result);
  if (!result.message.empty() && impossible.empty()) {
    result.status = Design::Status::already;
  } else {
    // The search; an interruption ends it with what is known.
    std::string broken;
    std::vector<OptimisationResult> results = search.run(!result.message.empty(), broken);
    nearest_of_equals(results);
    for (const OptimisationResult& found : results) {
      if (found.status == OptimisationResult::Status::stopped) {
        result.status = Design::Status::stopped;
        result.message = found.message;
        return result;
      }
      result.solutions.push_back(describe(target, found, variation.parameters()));
    }
    conclude(options, goal, broken, result);
    if (!impossible.empty()) result.message += "; " + impossible;
    if (!result.solutions.empty()) {
      DesignPoint& best = result.solutions.front().point;
      best.verdict = target.verdict(best.values);
    }
  }
  // The trade of indeterminacy against energy does not ask for the roots of the goal.
  if (options.front > 0) {
    for (const design::FrontPoint& point : search.front()) {
      const Eigen::VectorXd& x = point.result.x;
      result.front.push_back({target.describe(x), target.indeterminacy(x), target.energy_ratio(x)});
    }
    if (result.front.empty()) {
      result.message += "; no front: its ends, least indeterminacy and least energy, were not met";
    }
  }
  return result;
}

std::string to_string(Design::Status status) {
  switch (status) {
    case Design::Status::found: return "found";
    case Design::Status::already: return "already";
    case Design::Status::not_found: return "not_found";
    case Design::Status::stopped: return "stopped";
  }
  return {};
}

std::string to_string(DesignOptions::Goal goal) {
  switch (goal) {
    case Goal::automatic: return "automatic";
    case Goal::orthogonal: return "orthogonal";
    case Goal::worst_pair: return "worst_pair";
    case Goal::coxeter: return "coxeter";
    case Goal::practical: return "practical";
    case Goal::least: return "least";
  }
  return {};
}

}  // namespace carom
