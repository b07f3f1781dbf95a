// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The problem as the searches see it: values, differences, bounds, the count of evaluations and the
// user's interruption. Steps are in scales (x/scale); x itself stays in its units, so that bounds
// are met exactly.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>

#include "design/optimise/optimise.h"

namespace carom::design::optimise {

/// Thrown by Space when stop() says so; caught by every public function.
struct Interrupted {};

using Function = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

/// Step of central differences, in scales: the cube root of the rounding.
constexpr double difference_step = 6e-6;

class Space {
 public:
  enum class Rows { closed, closed_and_residual };
  /// Throws InvalidInput. Keeps references.
  Space(const OptimisationProblem& problem, const OptimisationOptions& options, Rows rows);

  Eigen::Index size() const { return problem_.start.size(); }
  const OptimisationProblem& problem() const { return problem_; }
  const OptimisationOptions& options() const { return options_; }

  /// The constraints: closed, then residual if asked for.
  Eigen::VectorXd rows(const Eigen::VectorXd& x);
  bool solves(const Eigen::VectorXd& rows) const;
  /// Of the rows, by x/scale.
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& x);

  double objective(const Eigen::VectorXd& x);
  /// Of the objective, by x/scale.
  Eigen::VectorXd gradient(const Eigen::VectorXd& x, double step = difference_step);

  /// x + scale·step, put within the bounds; what comes within rounding of a bound is at it.
  Eigen::VectorXd moved(const Eigen::VectorXd& x, const Eigen::VectorXd& step) const;
  /// (to − from)/scale.
  Eigen::VectorXd difference(const Eigen::VectorXd& from, const Eigen::VectorXd& to) const;
  Eigen::VectorXd room_below(const Eigen::VectorXd& x) const;  ///< (lower − x)/scale ≤ 0
  Eigen::VectorXd room_above(const Eigen::VectorXd& x) const;  ///< (upper − x)/scale ≥ 0

  void count_iteration() { ++iterations_; }
  OptimisationResult result(const Eigen::VectorXd& x, OptimisationResult::Status status,
                            const std::string& message);
  OptimisationResult interrupted(const Eigen::VectorXd& x);

 private:
  void ask();
  Eigen::VectorXd checked(const char* name, const Eigen::VectorXd& values, Eigen::Index size) const;
  Eigen::MatrixXd differences(const Function& function, const Eigen::VectorXd& x,
                              const Eigen::VectorXd& at_x, double step) const;

  const OptimisationProblem& problem_;
  const OptimisationOptions& options_;
  Eigen::Index closed_ = 0, residual_ = 0;  // rows
  int iterations_ = 0, evaluations_ = 0;
};

/// "largest |residual| = 0.5, largest |closed| = 1e-3": what stands in the way.
std::string violation(const OptimisationResult& result);

/// Throws InvalidInput with every fault of the problem that can be seen without calling it.
void check(const OptimisationProblem& problem, const OptimisationOptions& options);
void check(const StartOptions& options);

}  // namespace carom::design::optimise
