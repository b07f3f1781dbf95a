// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Multistart: the local searches from seeded starts, and which of their results are the same.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/random.h"
#include "design/optimise/searches.h"

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
