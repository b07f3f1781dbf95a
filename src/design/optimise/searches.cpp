// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The nearest root: a root by Newton's method, then descent of ½‖(x − start)/scale‖² along the
// roots, to where it is stationary (Karush–Kuhn–Tucker, checked) and no saddle. And again from the
// end of sequential quadratic programming with the Hessian of that distance alone (Nocedal &
// Wright, Numerical Optimization, 2006, ch. 18.1): each step ends at the nearest root of the rows
// linearised where the last one ended, so it is less bound to the branch that Newton's steps meet
// first.
// A minimum of the objective: closed by Newton's method, quasi-Newton descent, and where that ends
// on a kink (the slope does not vanish, yet no step is lower) descent by sampled gradients.
// Multistart: both from seeded starts, and which of their results are the same.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/random.h"
#include "base/text.h"
#include "carom/error.h"
#include "design/optimise/descent.h"

namespace carom::design::optimise {
namespace {

using Status = OptimisationResult::Status;

Descending distance(const Space& space) {
  const auto from_start = [&space](const Eigen::VectorXd& x) {
    return space.difference(space.problem().start, x);
  };
  return {.value = [=](const Eigen::VectorXd& x) { return from_start(x).squaredNorm() / 2.0; },
          .gradient = [=](const Eigen::VectorXd& x, double) { return from_start(x); }};
}

void linearised_roots(Space& space, Eigen::VectorXd& x) {
  constexpr int most = 30, whole = 10;
  // Scales: the search that follows starts here, and Newton's method squares what is left.
  constexpr double still = 1e-6;
  for (int k = 0; k < std::min(most, space.options().iterations); ++k) {
    space.count_iteration();
    const Eigen::VectorXd rows = space.rows(x), start = space.problem().start;
    const Constraints constraints(space, x);
    const Eigen::VectorXd to = space.moved(start, constraints.step_from(start, x, rows));
    const Eigen::VectorXd step = space.difference(x, to) * (k < whole ? 1.0 : 0.5);
    const Eigen::VectorXd next = space.moved(x, step);
    if (step.norm() <= still || !space.rows(next).allFinite()) return;
    x = next;
  }
}

Descending objective(Space& space) {
  constexpr double first_step = 0.1;
  return {.value = [&space](const Eigen::VectorXd& x) { return space.objective(x); },
          .gradient = [&space](const Eigen::VectorXd& x,
                               double step) { return space.gradient(x, step); },
          .first_step = first_step};
}

OptimisationResult not_closed(Space& space, const Eigen::VectorXd& x) {
  OptimisationResult result = space.result(x, Status::not_converged, "");
  result.message = "no closed x found: largest |closed| = " + base::number(result.largest_closed);
  return result;
}

/// The nearest root that descent reaches from x; the change is still measured from the start.
OptimisationResult nearest_from(Space& space, Eigen::VectorXd x) {
  try {
    if (!find_root(space, x)) {
      OptimisationResult result = space.result(x, Status::not_converged, "");
      result.message = "no root found: " + violation(result);
      return result;
    }
    if (x == space.problem().start) {
      return space.result(x, Status::converged, "the start is already a solution");
    }
    const Descending function = distance(space);
    descend_past_saddles(space, function, x);
    const Constraints constraints(space, x);
    Tangent tangent(space, constraints, x);
    const Eigen::VectorXd from_start = space.difference(space.problem().start, x);
    const double slope = tangent.steepest(from_start).norm() / from_start.norm();
    // Of the distance. Descent aims at 1e-9 and ends earlier where rows depend on each other
    // nearly; with this slope the distance is too long by its square, 1e-12.
    constexpr double accepted = 1e-6;
    if (slope <= accepted) return space.result(x, Status::converged, "converged");
    return space.result(
        x, Status::not_converged,
        "a root, but not the nearest: the distance to the start still falls, slope " +
            base::number(slope) + "; expected at most 1e-06");
  } catch (const Interrupted&) {
    return space.interrupted(x);
  }
}

/// The minimum that descent reaches from x.
OptimisationResult minimum_from(Space& space, Eigen::VectorXd x) {
  try {
    if (!find_root(space, x)) return not_closed(space, x);
    const Descending function = objective(space);
    if (!std::isfinite(function.value(x))) {
      return space.result(x, Status::not_converged, "the objective has no value at the closed x");
    }
    Ended ended = descend_past_saddles(space, function, x);
    if (ended == Ended::no_descent) ended = descend_kinks(space, function, x);
    if (ended == Ended::iterations) {
      return space.result(x, Status::not_converged,
                          "the objective still falls after " +
                              std::to_string(space.options().iterations) + " iterations");
    }
    return space.result(
        x, Status::converged,
        x == space.problem().start ? "the start is already a minimum" : "converged");
  } catch (const Interrupted&) {
    return space.interrupted(x);
  }
}

}  // namespace
}  // namespace carom::design::optimise

namespace carom::design {
namespace {

using optimise::Space;
using Status = OptimisationResult::Status;
using Objective = std::function<double(const Eigen::VectorXd&)>;

/// The problem's start, then points within the bounds, or `spread` scales of the start.
std::vector<Eigen::VectorXd> draw(const OptimisationProblem& problem, const StartOptions& options) {
  std::vector<Eigen::VectorXd> starts{problem.start};
  base::Random random(options.seed);
  for (int k = 0; k < options.starts; ++k) {
    Eigen::VectorXd x(problem.start.size());
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const double reach = options.spread * problem.scale[i];
      const double low =
          std::isfinite(problem.lower[i]) ? problem.lower[i] : problem.start[i] - reach;
      const double high =
          std::isfinite(problem.upper[i]) ? problem.upper[i] : problem.start[i] + reach;
      x[i] = std::clamp(random.uniform(low, high), problem.lower[i], problem.upper[i]);
    }
    starts.push_back(x);
  }
  return starts;
}

double violated(const OptimisationResult& result) {
  return std::max(result.largest_closed, result.largest_residual);
}

/// What was found so far, without repetition.
class Found {
 public:
  Found(const OptimisationProblem& problem, double distance, bool by_change)
      : problem_(problem), distance_(distance), by_change_(by_change) {}

  void add(OptimisationResult result) {
    if (result.status != Status::converged) {
      if (failed_.empty() || violated(result) < violated(failed_.front()))
        failed_ = {std::move(result)};
      return;
    }
    for (OptimisationResult& other : results_) {
      const Eigen::VectorXd gap = (result.x - other.x).cwiseQuotient(problem_.scale);
      if (gap.norm() > distance_) continue;
      if (before(result, other)) other = std::move(result);
      return;
    }
    results_.push_back(std::move(result));
  }
  std::vector<OptimisationResult> sorted() {
    if (results_.empty()) return failed_;
    std::stable_sort(results_.begin(), results_.end(),
                     [this](const auto& a, const auto& b) { return before(a, b); });
    return results_;
  }

 private:
  bool before(const OptimisationResult& a, const OptimisationResult& b) const {
    return by_change_ ? a.change < b.change : a.objective < b.objective;
  }

  const OptimisationProblem& problem_;
  double distance_;
  bool by_change_;
  std::vector<OptimisationResult> results_, failed_;
};

template <class Search>
std::vector<OptimisationResult> from_each(const std::vector<Eigen::VectorXd>& starts, Found& found,
                                          const Search& search) {
  for (const Eigen::VectorXd& start : starts) {
    OptimisationResult result = search(start);
    if (result.status == Status::stopped) {
      std::vector<OptimisationResult> results = found.sorted();
      results.push_back(std::move(result));
      return results;
    }
    found.add(std::move(result));
  }
  return found.sorted();
}

/// The problem with second = level as one more row, in shares of `range`.
OptimisationProblem held_at(const OptimisationProblem& problem, const Objective& second,
                            double level, double range) {
  OptimisationProblem held = problem;
  held.closed = [&problem, &second, level, range](const Eigen::VectorXd& x) {
    const Eigen::VectorXd closed = problem.closed ? problem.closed(x) : Eigen::VectorXd();
    Eigen::VectorXd rows(closed.size() + 1);
    rows << closed, (second(x) - level) / range;
    return rows;
  };
  return held;
}

/// The lowest of the minima from some x; its status is `stopped` if interrupted, empty if none.
std::optional<OptimisationResult> lowest(const OptimisationProblem& problem,
                                         const OptimisationOptions& options,
                                         const std::vector<Eigen::VectorXd>& starts) {
  std::optional<OptimisationResult> best;
  for (const Eigen::VectorXd& start : starts) {
    Space space(problem, options, Space::Rows::closed);
    OptimisationResult result = optimise::minimum_from(space, start);
    if (result.status == Status::stopped) return result;
    if (result.status != Status::converged) continue;
    if (!best || result.objective < best->objective) best = std::move(result);
  }
  return best;
}

std::vector<FrontPoint> without_dominated(std::vector<FrontPoint> points) {
  std::stable_sort(points.begin(), points.end(), [](const FrontPoint& a, const FrontPoint& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  std::vector<FrontPoint> kept;
  for (FrontPoint& point : points) {
    if (kept.empty() || point.second < kept.back().second) kept.push_back(std::move(point));
  }
  return kept;
}

void check(const OptimisationProblem& problem, const Objective& second, int points) {
  if (points < 2) {
    throw InvalidInput("pareto_front: points = " + std::to_string(points) +
                       "; expected at least 2, the two ends.");
  }
  if (!second || !problem.objective) {
    throw InvalidInput("pareto_front: " + std::string(second ? "objective" : "second") +
                       " = (none); expected a function; say what is to be minimised.");
  }
}

}  // namespace

OptimisationResult nearest_root(const OptimisationProblem& problem,
                                const OptimisationOptions& options) {
  optimise::Space space(problem, options, optimise::Space::Rows::closed_and_residual);
  OptimisationResult first = optimise::nearest_from(space, problem.start);
  if (first.status == Status::stopped || first.x == problem.start) return first;
  Eigen::VectorXd x = problem.start;
  try {
    optimise::linearised_roots(space, x);
  } catch (const optimise::Interrupted&) {
    return space.interrupted(first.x);
  }
  OptimisationResult second = optimise::nearest_from(space, x);
  if (second.status == Status::stopped) return space.interrupted(first.x);
  const bool better = second.status == Status::converged &&
                      (first.status != Status::converged || second.change < first.change);
  if (better) return second;
  first.iterations = second.iterations;
  first.evaluations = second.evaluations;
  return first;
}

OptimisationResult minimise(const OptimisationProblem& problem,
                            const OptimisationOptions& options) {
  optimise::Space space(problem, options, optimise::Space::Rows::closed);
  return optimise::minimum_from(space, problem.start);
}

std::vector<OptimisationResult> nearest_roots(const OptimisationProblem& problem,
                                              const OptimisationOptions& options,
                                              const StartOptions& start_options) {
  optimise::check(problem, options);
  optimise::check(start_options);
  Found found(problem, start_options.distance, true);
  return from_each(draw(problem, start_options), found, [&](const Eigen::VectorXd& start) {
    if (start == problem.start) return nearest_root(problem, options);
    Space space(problem, options, Space::Rows::closed_and_residual);
    return optimise::nearest_from(space, start);
  });
}

std::vector<OptimisationResult> minima(const OptimisationProblem& problem,
                                       const OptimisationOptions& options,
                                       const StartOptions& start_options) {
  optimise::check(problem, options);
  optimise::check(start_options);
  Found found(problem, start_options.distance, false);
  return from_each(draw(problem, start_options), found, [&](const Eigen::VectorXd& start) {
    Space space(problem, options, Space::Rows::closed);
    return optimise::minimum_from(space, start);
  });
}

// Pareto front of two objectives by the ε-constraint method (Haimes, Lasdon & Wismer, IEEE Trans.
// SMC 1, 1971): between its two ends, minima of the first with the second held at even steps. Held
// as an equation, since on the front the inequality is met with equality; where it is not, the
// point is dominated and removed.
std::vector<FrontPoint> pareto_front(const OptimisationProblem& problem, const Objective& second,
                                     int points, const OptimisationOptions& options,
                                     const StartOptions& start_options) {
  check(problem, second, points);
  OptimisationProblem other = problem;
  other.objective = second;
  const std::vector<OptimisationResult> low = minima(problem, options, start_options);
  const std::vector<OptimisationResult> high = minima(other, options, start_options);
  std::vector<FrontPoint> front;
  const auto add = [&](OptimisationResult result) {
    const double at_second = second(result.x);
    result.objective = problem.objective(result.x);
    result.largest_closed = 0.0;  // without the row that held the second
    if (problem.closed) {
      const Eigen::VectorXd closed = problem.closed(result.x);
      if (closed.size() > 0) result.largest_closed = closed.cwiseAbs().maxCoeff();
    }
    front.push_back({result, result.objective, at_second});
  };
  if (low.front().status != Status::converged || high.front().status != Status::converged)
    return {};
  add(low.front());
  add(high.front());
  // Even levels of the second between its values at the two ends; each search begins from the
  // point before and from the chord, of which the lower result counts.
  const double from = front[0].second, range = front[1].second - from;
  const Eigen::VectorXd first_end = front[0].result.x, second_end = front[1].result.x;
  if (!(range < 0.0)) return without_dominated(front);
  Eigen::VectorXd previous = first_end;
  for (int k = 1; k < points - 1; ++k) {
    const double share = static_cast<double>(k) / (points - 1);
    const OptimisationProblem held = held_at(problem, second, from + share * range, range);
    const Eigen::VectorXd chord = (1.0 - share) * first_end + share * second_end;
    const auto result = lowest(held, options, {previous, chord});
    if (!result) continue;
    if (result->status == Status::stopped) break;
    previous = result->x;
    add(*result);
  }
  return without_dominated(std::move(front));
}

}  // namespace carom::design
