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
#include "design/optimise/searches.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"
#include "base/text.h"
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

}  // namespace

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

OptimisationResult minimum_from(Space& space, Eigen::VectorXd x, bool kinks) {
  try {
    if (!find_root(space, x)) return not_closed(space, x);
    const Descending function = objective(space);
    if (!std::isfinite(function.value(x))) {
      return space.result(x, Status::not_converged, "the objective has no value at the closed x");
    }
    Ended ended = descend_past_saddles(space, function, x);
    if (ended == Ended::no_descent && kinks) ended = descend_kinks(space, function, x);
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

}  // namespace carom::design::optimise

namespace carom::design {
namespace {

using optimise::Space;
using Status = OptimisationResult::Status;

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

}  // namespace carom::design
