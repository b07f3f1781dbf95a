// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is refused before a search begins; values and differences. Derivatives are central
// differences; where a bound or a missing value is in the way, the one-sided formula of the same
// order, f' ≈ (−3f(x) + 4f(x+h/2) − f(x+h))/h.
#include "design/optimise/space.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"

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

/// In scales, or relative to x: nearer to a bound is at it. Above the rounding of x + scale·step
/// and of the share that leads to the bound, 1e-16 each; far below the shortest difference, 1e-9.
constexpr double snap = 1e-13;

double largest(const Eigen::VectorXd& values) {
  return values.size() == 0 ? 0.0 : values.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

void check_value(const char* name, const Eigen::VectorXd& values) {
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    throw InvalidInput("optimise: " + std::string(name) + "[" + std::to_string(i) +
                       "] = " + base::number(values[i]) +
                       " at the start; expected a finite number; start where every function has a "
                       "value.");
  }
}

}  // namespace

Space::Space(const OptimisationProblem& problem, const OptimisationOptions& options, Rows rows)
    : problem_(problem), options_(options) {
  check(problem, options);
  if (problem.closed) {
    const Eigen::VectorXd values = problem.closed(problem.start);
    check_value("closed", values);
    closed_ = values.size();
    ++evaluations_;
  }
  if (rows == Rows::closed_and_residual) {
    if (!problem.residual && !problem.closed) {
      throw InvalidInput(
          "optimise: residual = (none); expected a function, or closed; say what is to be zero.");
    }
    if (problem.residual) {
      const Eigen::VectorXd values = problem.residual(problem.start);
      check_value("residual", values);
      residual_ = values.size();
      ++evaluations_;
    }
  } else {
    if (!problem.objective) {
      throw InvalidInput(
          "optimise: objective = (none); expected a function; say what is to be minimised.");
    }
    check_value("objective", Eigen::VectorXd::Constant(1, problem.objective(problem.start)));
    ++evaluations_;
  }
}

void Space::ask() {
  ++evaluations_;
  if (options_.stop && options_.stop()) throw Interrupted{};
}

Eigen::VectorXd Space::checked(const char* name, const Eigen::VectorXd& values,
                               Eigen::Index size) const {
  if (values.size() == size) return values;
  throw InvalidInput("optimise: size of " + std::string(name) + " = " +
                     std::to_string(values.size()) + "; expected " + std::to_string(size) +
                     ", as at the start; return NaN where there is no value.");
}

Eigen::VectorXd Space::rows(const Eigen::VectorXd& x) {
  ask();
  Eigen::VectorXd values(closed_ + residual_);
  if (closed_ > 0) values.head(closed_) = checked("closed", problem_.closed(x), closed_);
  if (residual_ > 0) values.tail(residual_) = checked("residual", problem_.residual(x), residual_);
  return values;
}

bool Space::solves(const Eigen::VectorXd& rows) const {
  return largest(rows.head(closed_)) <= options_.closed_tolerance &&
         largest(rows.tail(residual_)) <= options_.residual_tolerance;
}

Eigen::MatrixXd Space::differences(const Function& function, const Eigen::VectorXd& x,
                                   const Eigen::VectorXd& at_x, double step) const {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(at_x.size(), x.size());
  Eigen::VectorXd moving = x;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double lower = problem_.lower[i], upper = problem_.upper[i], scale = problem_.scale[i];
    if (lower == upper) continue;
    const double h = std::min(step * scale, (upper - lower) / 2.0);
    const auto at = [&](double value) {
      moving[i] = value;
      return function(moving);
    };
    Eigen::VectorXd above, below;
    if (x[i] + h <= upper) above = at(x[i] + h);
    if (x[i] - h >= lower) below = at(x[i] - h);
    const bool has_above = above.size() > 0 && above.allFinite();
    const bool has_below = below.size() > 0 && below.allFinite();
    if (has_above && has_below) {
      const double width = (x[i] + h) - (x[i] - h);
      result.col(i) = (above - below) * (scale / width);
    } else if (has_above || has_below) {
      const double side = has_above ? 1.0 : -1.0;
      const Eigen::VectorXd half = at(x[i] + side * h / 2.0);
      const Eigen::VectorXd& whole = has_above ? above : below;
      if (half.allFinite()) result.col(i) = (4.0 * half - whole - 3.0 * at_x) * (side * scale / h);
    }
    moving[i] = x[i];
  }
  return result;
}

Eigen::MatrixXd Space::jacobian(const Eigen::VectorXd& x) {
  if (closed_ + residual_ == 0) return Eigen::MatrixXd(0, size());
  const auto function = [this](const Eigen::VectorXd& at) { return rows(at); };
  return differences(function, x, rows(x), difference_step);
}

double Space::objective(const Eigen::VectorXd& x) {
  ask();
  return problem_.objective(x);
}

Eigen::VectorXd Space::gradient(const Eigen::VectorXd& x, double step) {
  const auto function = [this](const Eigen::VectorXd& at) -> Eigen::VectorXd {
    return Eigen::VectorXd::Constant(1, objective(at));
  };
  return differences(function, x, function(x), step).row(0).transpose();
}

Eigen::VectorXd Space::moved(const Eigen::VectorXd& x, const Eigen::VectorXd& step) const {
  Eigen::VectorXd to = x + problem_.scale.cwiseProduct(step);
  for (Eigen::Index i = 0; i < to.size(); ++i) {
    const double near = snap * std::max(problem_.scale[i], std::abs(to[i]));
    if (to[i] <= problem_.lower[i] + near) to[i] = problem_.lower[i];
    if (to[i] >= problem_.upper[i] - near) to[i] = problem_.upper[i];
  }
  return to;
}

Eigen::VectorXd Space::difference(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const {
  return (to - from).cwiseQuotient(problem_.scale);
}

Eigen::VectorXd Space::room_below(const Eigen::VectorXd& x) const {
  return difference(x, problem_.lower);
}

Eigen::VectorXd Space::room_above(const Eigen::VectorXd& x) const {
  return difference(x, problem_.upper);
}

OptimisationResult Space::result(const Eigen::VectorXd& x, OptimisationResult::Status status,
                                 const std::string& message) {
  OptimisationResult result;
  result.status = status;
  result.x = x;
  if (problem_.objective) result.objective = problem_.objective(x);
  result.largest_closed = problem_.closed ? largest(problem_.closed(x)) : 0.0;
  result.largest_residual = problem_.residual ? largest(problem_.residual(x)) : 0.0;
  result.change = difference(problem_.start, x).norm();
  evaluations_ += (problem_.objective ? 1 : 0) + (problem_.closed || problem_.residual ? 1 : 0);
  result.iterations = iterations_;
  result.evaluations = evaluations_;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (x[i] == problem_.lower[i] || x[i] == problem_.upper[i])
      result.at_bound.push_back(static_cast<int>(i));
  }
  result.message = message;
  return result;
}

OptimisationResult Space::interrupted(const Eigen::VectorXd& x) {
  return result(x, OptimisationResult::Status::stopped,
                "interrupted after " + std::to_string(evaluations_) + " evaluations");
}

std::string violation(const OptimisationResult& result) {
  return "largest |residual| = " + base::number(result.largest_residual) +
         ", largest |closed| = " + base::number(result.largest_closed);
}

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
