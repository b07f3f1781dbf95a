// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/landing/rules.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/laws/plastic.h"
#include "carom/laws/propagative.h"
#include "carom/laws/sequential.h"
#include "design/landing/spread.h"
#include "model/robot/on_ground.h"

namespace carom::design {

EnumerationOptions quick(EnumerationOptions options) {
  options.max_states = std::min<std::size_t>(options.max_states, 100'000);
  options.samples = std::min<std::size_t>(options.samples, 1'000);
  options.max_branches = std::min<std::size_t>(options.max_branches, 5'000);
  return options;
}

EnumerationOptions as_asked(EnumerationOptions options) {
  options.max_branches = quick(options).max_branches;
  return options;
}

Law usual_law(double restitution) {
  if (restitution == 0.0) return Plastic{};
  return Propagative{.restitution = restitution};
}

Law landing_law(const LandingOptions& options) {
  if (options.law) return *options.law;
  // The one that lets each contact keep its own.
  if (options.analysis.own_restitution) return Sequential{};
  return usual_law(options.analysis.restitution);
}

Law landing_law(const LandingOptions& options, double restitution) {
  return options.law ? options.law->with_restitution(restitution) : usual_law(restitution);
}

Model with_rotors(const Model& model, double inertia, Rotors which) {
  ModelParts parts = model.parts();
  if (parts.armature.size() == 0) parts.armature.setZero(model.velocity_size());
  for (const Joint& joint : model.joints()) {
    if (joint.kind == JointKind::free) continue;
    for (int k = joint.v; k < joint.v + joint.v_size; ++k) {
      if (which == Rotors::all || parts.armature[k] == 0.0) parts.armature[k] = inertia;
    }
  }
  return model.with(std::move(parts));
}

bool has_rotors(const Model& model, const std::vector<int>& velocities) {
  return model.has_free_base() && velocities != moving_velocities(model, joints_to_lock(model));
}

double approach_speed(const ImpactProblem& problem) {
  double speed = 0.0;
  for (const Contact& contact : problem.contacts()) {
    speed = std::max(speed, -contact.normal.dot(problem.velocity()));
  }
  return speed;
}

std::vector<VelocityJump> joint_jumps(const ImpactProblem& problem, const Model& model,
                                      const Eigen::VectorXd& q, const std::vector<int>& velocities,
                                      const Eigen::VectorXd& after) {
  const std::vector<bool> weightless = without_inertia(model, q).velocities;
  std::vector<VelocityJump> jumps;
  const int base = model.has_free_base() ? model.joints().front().v_size : 0;
  for (std::size_t k = 0; k < velocities.size(); ++k) {
    const int index = velocities[k];
    if (index < base) continue;
    const auto at = static_cast<Eigen::Index>(k);
    jumps.push_back({.velocity = index,
                     .before = problem.velocity()[at],
                     .after = after[at],
                     .limit = model.velocity_limit()[index]});
  }
  const auto order = [&](const VelocityJump& jump) {
    return std::pair(weightless[static_cast<std::size_t>(jump.velocity)],
                     -std::abs(jump.after - jump.before));
  };
  std::stable_sort(jumps.begin(), jumps.end(),
                   [&](const auto& a, const auto& b) { return order(a) < order(b); });
  return jumps;
}

}  // namespace carom::design
