// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which outcomes of a Routh sample are listed: the extreme ones along coordinates and along the
// principal directions of the cloud, x − mean = Q diag(s) Vᵀ in whitened coordinates.
#include <algorithm>
#include <string>

#include "analysis/friction/routh.h"
#include "base/text.h"
#include "solver/decompositions.h"

namespace carom::analysis {
namespace {

// Of ‖p⁻‖: a decade above the error of a path (flow_tolerance of routh.cpp). Reports show no more
// than six digits.
constexpr double same_outcome = 1e-6;
constexpr int coordinates_listed = 6;  // the base of a floating robot

class Extremes {
 public:
  Extremes(const ImpactProblem& problem, const RouthSample& sample, const Eigen::MatrixXd& cloud)
      : sample_(sample), cloud_(cloud), near_(same_outcome * problem.momentum_norm()) {}

  /// Adds the first outcome with the smallest value and the first with the largest.
  void add(const Eigen::VectorXd& value) {
    Eigen::Index low = 0, high = 0;
    value.minCoeff(&low);
    value.maxCoeff(&high);
    keep(low);
    keep(high);
  }
  std::vector<Branch> take() { return std::move(branches_); }

 private:
  void keep(Eigen::Index k) {
    for (const auto other : kept_)
      if ((cloud_.col(k) - cloud_.col(other)).norm() <= near_) return;
    kept_.push_back(k);
    branches_.push_back(sample_.outcomes[static_cast<std::size_t>(k)]);
  }

  const RouthSample& sample_;
  const Eigen::MatrixXd& cloud_;
  double near_;
  std::vector<Eigen::Index> kept_;
  std::vector<Branch> branches_;
};

}  // namespace

std::vector<Branch> extreme_outcomes(const ImpactProblem& problem, const RouthSample& sample) {
  const auto count = static_cast<Eigen::Index>(sample.outcomes.size());
  if (count == 0) return {};
  const Eigen::Index n = problem.coordinate_count();
  Eigen::MatrixXd velocities(n, count), cloud(n, count);
  for (Eigen::Index k = 0; k < count; ++k) {
    velocities.col(k) = sample.outcomes[static_cast<std::size_t>(k)].velocity_plus;
    cloud.col(k) = problem.whiten(velocities.col(k));
  }
  Extremes extremes(problem, sample, cloud);
  for (Eigen::Index i = 0; i < std::min<Eigen::Index>(n, coordinates_listed); ++i)
    extremes.add(velocities.row(i).transpose());
  const Eigen::MatrixXd centred = cloud.colwise() - cloud.rowwise().mean();
  const solver::Eigensystem principal =
      solver::eigensystem(centred * centred.transpose() / double(count));
  const double least = same_outcome * problem.momentum_norm();
  for (Eigen::Index i = n - 1; i >= 0; --i)
    if (principal.values[i] > least * least)
      extremes.add(centred.transpose() * principal.vectors.col(i));
  return extremes.take();
}

void list_routh_branches(const ImpactProblem& problem, const ResolveOptions& options,
                         Outcome& outcome) {
  RouthOptions routh;
  routh.seed = options.seed;
  routh.samples = std::clamp(8 * options.draws, 1, routh.samples);
  routh.friction = outcome.law->friction;
  routh.restitution = outcome.restitution.value_or(0.0);
  const RouthSample sample = sample_routh(problem, routh);
  outcome.branches = extreme_outcomes(problem, sample);
  if (outcome.branches.size() > options.max_branches) outcome.branches.resize(options.max_branches);
  auto& reason = outcome.uniqueness.reason;
  reason += "; listed: " + std::to_string(outcome.branches.size()) + " extreme outcomes of " +
            std::to_string(routh.samples) +
            " sampled paths of the Routh inclusion, kinetic (Poisson) restitution " +
            base::number(routh.restitution);
  if (!outcome.restitution) reason += " because the contacts differ";
  if (sample.unfinished > 0)
    reason += "; " + std::to_string(sample.unfinished) + " paths did not end";
}

}  // namespace carom::analysis
