// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Roots and minima of functions known only by their values: what `carom design` asks for.
// Input: functions of x, bounds, a scale per variable. Output: x, how well it solves, and why the
// search ended. Every search stays within the bounds and, once there, on the constraints, so its
// answers are feasible or say that they are not. Methods and sources: in the files of the stem.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace carom::design {

/// What is sought. Functions may return NaN: no value there. They are called within the bounds.
struct OptimisationProblem {
  Eigen::VectorXd start, lower, upper;  ///< Bounds may be infinite; start within them.
  Eigen::VectorXd scale;                ///< > 0. Change is measured as ‖(x − start)/scale‖.
  /// Constraints, = 0 (contacts closed). May be missing. Redundant rows are harmless.
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> closed;
  /// Targets, = 0 (inner products), for roots.
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> residual;
  /// For minima.
  std::function<double(const Eigen::VectorXd&)> objective;
};

struct OptimisationOptions {
  // Closed, mostly gaps [m]: the same as for postures (PostureOptions). Residual, mostly inner
  // products of size 1. Both are far above the rounding of either, 1e-15 times a condition, and
  // far below what can be built or measured.
  double closed_tolerance = 1e-10;    ///< Of the largest |closed|, in its unit.
  double residual_tolerance = 1e-12;  ///< Of the largest |residual|, in its unit.
  int iterations = 200;               ///< Of each stage of a search.
  std::function<bool()> stop = {};    ///< True: the user interrupts. Asked at every evaluation.
};

struct OptimisationResult {
  enum class Status { converged, not_converged, stopped };
  Status status = Status::not_converged;
  Eigen::VectorXd x;  ///< Within the bounds, whatever the status.
  double objective = std::numeric_limits<double>::quiet_NaN();  ///< NaN if the problem has none.
  double largest_closed = std::numeric_limits<double>::infinity();    ///< max |closed|.
  double largest_residual = std::numeric_limits<double>::infinity();  ///< max |residual|; 0: none.
  double change = 0.0;                                                ///< ‖(x − start)/scale‖
  int iterations = 0;
  int evaluations = 0;        ///< Calls of functions, those for derivatives included.
  std::vector<int> at_bound;  ///< Variables that equal a bound.
  std::string message = "the search was not run";
};

/// A root by minimum-norm Newton steps, in the scaled metric, from the start.
OptimisationResult newton_root(const OptimisationProblem&, const OptimisationOptions& = {});

/// The root nearest to the start: a local minimum of the change over closed = 0, residual = 0 and
/// the bounds. Never farther than newton_root's.
OptimisationResult nearest_root(const OptimisationProblem&, const OptimisationOptions& = {});

/// A local minimum of the objective over closed = 0 and the bounds. The objective may have kinks,
/// as a maximum of smooth functions has.
OptimisationResult minimise(const OptimisationProblem&, const OptimisationOptions& = {});

/// Starts drawn within the bounds; without a bound, within start ± spread·scale.
struct StartOptions {
  int starts = 32;  ///< Besides the problem's own start, which comes first.
  std::uint64_t seed = 0;
  double spread = 1.0;  ///< In scales.
  // A choice: descents end at gradients of 1e-9, which in a flat valley (curvature 1e-5) is 1e-4;
  // results that are nearer look alike in a report.
  double distance = 1e-4;  ///< Results nearer than this, in scales, are one.
};

/// Distinct local results, the nearest first. If none converged: the best attempt. If interrupted:
/// the last entry has the status `stopped`.
std::vector<OptimisationResult> nearest_roots(const OptimisationProblem&,
                                              const OptimisationOptions& = {},
                                              const StartOptions& = {});

/// The same for minima, the lowest first.
std::vector<OptimisationResult> minima(const OptimisationProblem&, const OptimisationOptions& = {},
                                       const StartOptions& = {});

struct FrontPoint {
  OptimisationResult result;
  double first = 0.0, second = 0.0;  ///< The two objectives at result.x.
};

/// From the minimum of the problem's objective to that of `second`, in at most `points` results at
/// even steps of `second`; sorted by the first, none dominated, all converged. Empty: an end has no
/// result. If interrupted: what was found.
std::vector<FrontPoint> pareto_front(const OptimisationProblem&,
                                     const std::function<double(const Eigen::VectorXd&)>& second,
                                     int points, const OptimisationOptions& = {},
                                     const StartOptions& = {});

}  // namespace carom::design
