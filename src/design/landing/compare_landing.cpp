// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One landing under several laws, in the numbers that a person reads of a robot: what the base
// does, the joint that is jolted most, the impulse of the ground. The practical verdict is that of
// the analysis, at the same restitution.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "carom/error.h"
#include "carom/landing.h"
#include "carom/law_by_name.h"
#include "design/landing/rules.h"
#include "design/landing/spread.h"

namespace carom {
namespace {

/// Linear in world axes, angular in the base's.
std::pair<Eigen::Vector3d, Eigen::Vector3d> base_velocity(const design::Base& base,
                                                          const Eigen::VectorXd& velocity) {
  return {base.axes * velocity.segment<3>(base.start), velocity.segment<3>(base.start + 3)};
}

LawLanding law_landing(const ImpactProblem& problem, const Model& model, const Eigen::VectorXd& q,
                       const std::vector<int>& velocities, const std::optional<design::Base>& base,
                       const Outcome& outcome) {
  LawLanding result;
  if (base) {
    std::tie(result.base_linear, result.base_angular) = base_velocity(*base, outcome.velocity_plus);
  }
  const auto jumps = design::joint_jumps(problem, model, q, velocities, outcome.velocity_plus);
  if (!jumps.empty()) result.largest_jump = jumps.front();
  for (const ContactImpulse& impulse : outcome.impulse) result.normal_impulse += impulse.normal;
  return result;
}

}  // namespace

LandingComparison compare_landing(const Model& model, const State& state,
                                  const LandingCompareOptions& options) {
  if (!(options.restitution >= 0.0 && options.restitution <= 1.0)) {
    throw InvalidInput(fmt::format("compare_landing: restitution = {}; expected 0 to 1",
                                   base::number(options.restitution)));
  }
  const std::vector<int> velocities = design::moving_velocities(model, options.problem.locked);
  const auto base = design::find_base(model, state.q, velocities);
  LandingComparison result{.problem = make_problem(model, state, options.problem),
                           .comparison = {},
                           .laws = {},
                           .velocity_names = model.velocity_names(),
                           .restitution = options.restitution,
                           .friction = options.compare.friction,
                           .base_linear = {},
                           .base_angular = {},
                           .spread = {}};
  CompareOptions comparing = options.compare;
  if (comparing.laws.empty()) {
    comparing.laws = laws_by_name({}, {.restitution = options.restitution});
  }
  comparing.resolve.practical = false;  // the spread has it, with what it does to the base
  result.comparison = compare(result.problem, comparing);
  result.approach_speed = design::approach_speed(result.problem);
  if (base) {
    std::tie(result.base_linear, result.base_angular) =
        base_velocity(*base, result.problem.velocity());
  }
  for (const Outcome& outcome : result.comparison.outcomes) {
    result.laws.push_back(outcome.ok() ? std::optional(law_landing(result.problem, model, state.q,
                                                                   velocities, base, outcome))
                                       : std::nullopt);
  }
  const auto& friction = options.compare.friction;
  result.spread = design::landing_spread(
      friction ? with_friction(result.problem, *friction) : result.problem, options.restitution,
      design::as_asked(AnalysisOptions().enumeration), base);
  result.comparison.practical = result.spread.spread;
  return result;
}

}  // namespace carom
