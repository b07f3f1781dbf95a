// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is refused before a search begins: sizes, bounds, scales, options.
#include "design/optimise/optimise.h"

#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "design/optimise/space.h"

namespace carom::design::optimise {
namespace {

using base::number;

std::string entry(const char* name, Eigen::Index i, double value) {
  return "optimise: " + std::string(name) + "[" + std::to_string(i) + "] = " + number(value, 17);
}

void check_sizes(const OptimisationProblem& problem, std::vector<std::string>& faults) {
  const auto size = problem.start.size();
  if (size == 0) faults.push_back("optimise: size of start = 0; expected at least 1 variable.");
  const auto same = [&](const char* name, Eigen::Index got) {
    if (got == size) return;
    faults.push_back("optimise: size of " + std::string(name) + " = " + std::to_string(got) +
                     "; expected " + std::to_string(size) + ", the size of start.");
  };
  same("lower", problem.lower.size());
  same("upper", problem.upper.size());
  same("scale", problem.scale.size());
}

void check_variable(const OptimisationProblem& problem, Eigen::Index i,
                    std::vector<std::string>& faults) {
  const double start = problem.start[i], lower = problem.lower[i], upper = problem.upper[i];
  if (!(lower <= upper)) {
    faults.push_back(entry("lower", i, lower) + "; expected at most upper = " + number(upper, 17) +
                     "; exchange them, or use infinity where there is no bound.");
  } else if (!std::isfinite(start) || start < lower || start > upper) {
    faults.push_back(entry("start", i, start) + "; expected a finite number from " +
                     number(lower, 17) + " to " + number(upper, 17) + "; start within the bounds.");
  }
  if (!(problem.scale[i] > 0.0) || !std::isfinite(problem.scale[i])) {
    faults.push_back(entry("scale", i, problem.scale[i]) +
                     "; expected a finite number > 0; give the size of a natural change.");
  }
}

void positive(const char* name, double value, std::vector<std::string>& faults) {
  if (value > 0.0 && std::isfinite(value)) return;
  faults.push_back("optimise: " + std::string(name) + " = " + number(value) +
                   "; expected a finite number > 0.");
}

}  // namespace

void check(const OptimisationProblem& problem, const OptimisationOptions& options) {
  std::vector<std::string> faults;
  check_sizes(problem, faults);
  if (faults.empty()) {
    for (Eigen::Index i = 0; i < problem.start.size(); ++i) check_variable(problem, i, faults);
  }
  positive("closed_tolerance", options.closed_tolerance, faults);
  positive("residual_tolerance", options.residual_tolerance, faults);
  positive("iterations", options.iterations, faults);
  if (!faults.empty()) throw InvalidInput(faults);
}

void check(const StartOptions& options) {
  std::vector<std::string> faults;
  if (options.starts < 0) {
    faults.push_back("optimise: starts = " + std::to_string(options.starts) +
                     "; expected at least 0.");
  }
  positive("spread", options.spread, faults);
  positive("distance", options.distance, faults);
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace carom::design::optimise
