// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Pareto front of two objectives by the ε-constraint method (Haimes, Lasdon & Wismer, IEEE Trans.
// SMC 1, 1971): between its two ends, minima of the first with the second held at even steps. Held
// as an equation, since on the front the inequality is met with equality; where it is not, the
// point is dominated and removed.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "carom/error.h"
#include "design/optimise/searches.h"

namespace carom::design {
namespace {

using optimise::Space;
using Objective = std::function<double(const Eigen::VectorXd&)>;
using Status = OptimisationResult::Status;

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
