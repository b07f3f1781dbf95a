// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The nearest root: a root by Newton's method, then descent of ½‖(x − start)/scale‖² along the
// roots, to where it is stationary (Karush–Kuhn–Tucker, checked) and no saddle. And again from the
// end of sequential quadratic programming with the Hessian of that distance alone (Nocedal &
// Wright, Numerical Optimization, 2006, ch. 18.1): each step ends at the nearest root of the rows
// linearised where the last one ended, so it is less bound to the branch that Newton's steps meet
// first.
#include <algorithm>

#include "base/text.h"
#include "design/optimise/descent.h"
#include "design/optimise/searches.h"

namespace carom::design::optimise {
namespace {

Descending distance(const Space& space) {
  const auto from_start = [&space](const Eigen::VectorXd& x) {
    return space.difference(space.problem().start, x);
  };
  return {.value = [=](const Eigen::VectorXd& x) { return from_start(x).squaredNorm() / 2.0; },
          .gradient = [=](const Eigen::VectorXd& x, double) { return from_start(x); }};
}

void linearised_roots(Space& space, Eigen::VectorXd& x) {
  constexpr int most = 30, whole = 10;
  constexpr double still = 1e-6;  // scales
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

}  // namespace

OptimisationResult nearest_from(Space& space, Eigen::VectorXd x) {
  using Status = OptimisationResult::Status;
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

}  // namespace carom::design::optimise

namespace carom::design {

OptimisationResult nearest_root(const OptimisationProblem& problem,
                                const OptimisationOptions& options) {
  using Status = OptimisationResult::Status;
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

}  // namespace carom::design
