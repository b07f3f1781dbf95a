// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A minimum of the objective: closed by Newton's method, quasi-Newton descent, and where that ends
// on a kink (the slope does not vanish, yet no step is lower) descent by sampled gradients.
#include <cmath>

#include "base/text.h"
#include "design/optimise/descent.h"
#include "design/optimise/searches.h"

namespace carom::design::optimise {
namespace {

using Status = OptimisationResult::Status;

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

OptimisationResult minimise(const OptimisationProblem& problem,
                            const OptimisationOptions& options) {
  optimise::Space space(problem, options, optimise::Space::Rows::closed);
  return optimise::minimum_from(space, problem.start);
}

}  // namespace carom::design
