// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The velocity of a free base is that of its origin and its rotation, both in the base's axes; the
// largest difference over all pairs of outcomes is taken for each of the two by itself.
#include "design/landing/spread.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "analysis/spread.h"
#include "solver/farthest_pair.h"

namespace carom::design {
namespace {

Eigen::Vector3d largest_difference(const Eigen::MatrixXd& points) {
  if (points.cols() < 2) return Eigen::Vector3d::Zero();
  const solver::FarthestPair pair = solver::farthest_pair(points);
  return points.col(pair.first) - points.col(pair.second);
}

}  // namespace

std::vector<int> moving_velocities(const Model& model, const std::vector<std::string>& locked) {
  std::vector<int> velocities;
  for (const Joint& joint : model.joints()) {
    if (std::find(locked.begin(), locked.end(), joint.name) != locked.end()) continue;
    for (int k = 0; k < joint.v_size; ++k) velocities.push_back(joint.v + k);
  }
  std::sort(velocities.begin(), velocities.end());
  return velocities;
}

std::vector<std::string> joints_to_lock(const Model& model) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints()) {
    const bool base = &joint == &model.joints().front() && joint.kind == JointKind::free;
    if (!base && joint.v_size > 0) names.push_back(joint.name);
  }
  return names;
}

std::optional<Base> find_base(const Model& model, const Eigen::VectorXd& q,
                              const std::vector<int>& velocities) {
  if (!model.has_free_base()) return std::nullopt;
  const Joint& joint = model.joints().front();
  const auto at = std::find(velocities.begin(), velocities.end(), joint.v);
  if (at == velocities.end()) return std::nullopt;
  const Eigen::Quaterniond rotation(q[joint.q + 6], q[joint.q + 3], q[joint.q + 4], q[joint.q + 5]);
  return Base{at - velocities.begin(), rotation.normalized().toRotationMatrix()};
}

LandingSpread landing_spread(const ImpactProblem& problem, double restitution,
                             const EnumerationOptions& options, const std::optional<Base>& base) {
  return landing_spread(problem, Eigen::VectorXd::Constant(problem.contact_count(), restitution),
                        options, base);
}

LandingSpread landing_spread(const ImpactProblem& problem, const Eigen::VectorXd& restitution,
                             const EnumerationOptions& options, const std::optional<Base>& base) {
  LandingSpread result;
  result.spread =
      analysis::spread_of(problem, {.restitution = restitution, .seed = options.seed}, options);
  result.practical = practical_verdict(result.spread);
  const Eigen::MatrixXd& outcomes = result.spread.velocities;
  result.components = Eigen::VectorXd::Zero(problem.coordinate_count());
  if (outcomes.cols() > 0) {
    result.components = outcomes.rowwise().maxCoeff() - outcomes.rowwise().minCoeff();
  }
  if (base) {
    result.base_linear = base->axes * largest_difference(outcomes.middleRows(base->start, 3));
    result.base_angular = largest_difference(outcomes.middleRows(base->start + 3, 3));
  }
  return result;
}

}  // namespace carom::design
