// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "design": the analysis of a landing, from a model and its state.
// The practical verdict comes first: the spread over orders and stiffness ratios at the user's
// coefficient, with two brackets. A robot file often has no rotor inertia (a URDF cannot hold it):
// then the truth lies between none and joints locked. Derivative of the worst coupling over the
// rotor inertia a_k of velocity k, with y = M⁻¹nᵀ and G = n M⁻¹ nᵀ:
//   ∂w/∂a_k = −y_i[k] y_j[k]/√(G_ii G_jj) + (w/2)(y_i[k]²/G_ii + y_j[k]²/G_jj).
#include "carom/landing.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/advice.h"
#include "analysis/spread.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/resolve.h"
#include "design/landing/advice.h"
#include "design/landing/posture_search.h"
#include "design/landing/rules.h"
#include "design/landing/spread.h"

namespace carom {
namespace {

using design::Base;

void check(const LandingOptions& options) {
  std::vector<std::string> faults;
  const auto number = [](double value) { return base::number(value); };
  for (const double e : options.restitutions) {
    if (!(e >= 0.0 && e <= 1.0)) {
      faults.push_back("landing: restitutions has " + number(e) + "; expected 0 to 1");
    }
  }
  const double a = options.rotor_inertia;
  if (!(std::isfinite(a) && a > 0.0)) {
    faults.push_back("landing: rotor_inertia = " + number(a) + "; expected a finite number > 0");
  }
  const double step = options.posture_step;
  if (!(std::isfinite(step) && step > 0.0)) {
    faults.push_back("landing: posture_step = " + number(step) + "; expected a finite number > 0");
  }
  if (options.posture_steps < 0) {
    faults.push_back("landing: posture_steps = " + std::to_string(options.posture_steps) +
                     "; expected >= 0");
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

/// Of the verdict, one for each contact.
Eigen::VectorXd asked_restitution(const ImpactProblem& problem, const LandingOptions& options) {
  if (options.analysis.own_restitution) return analysis::own_coefficients(problem, 1.0);
  return Eigen::VectorXd::Constant(problem.contact_count(), options.analysis.restitution);
}

LandingSpread spread_of(const ImpactProblem& problem, const Model& model, const State& state,
                        const std::vector<int>& velocities, const Eigen::VectorXd& restitution,
                        const LandingOptions& options) {
  return design::landing_spread(problem, restitution, design::quick(options.analysis.enumeration),
                                design::find_base(model, state.q, velocities));
}

/// Loops between bodies hold by themselves once the joints are locked.
Model without_inner_loops(const Model& model) {
  if (model.parts().loops.empty() && model.parts().couplings.empty()) return model;
  ModelParts parts = model.parts();
  std::erase_if(parts.loops, [](const LoopClosure& loop) {
    return loop.first != "world" && loop.second != "world";
  });
  parts.couplings.clear();
  return model.with(std::move(parts));
}

/// The same landing as a rigid body: velocities of the joints are dropped.
std::optional<LandingSpread> locked_spread(const Model& model, const State& state,
                                           const LandingOptions& options) {
  if (!model.has_free_base()) return std::nullopt;
  ProblemOptions rigid = options.problem;
  rigid.locked = design::joints_to_lock(model);
  if (rigid.locked.empty()) return std::nullopt;  // it is rigid as it is
  const std::vector<int> velocities = design::moving_velocities(model, rigid.locked);
  const Model body = without_inner_loops(model);
  State still{state.q, Eigen::VectorXd::Zero(model.velocity_size())};
  still.v(velocities) = state.v(velocities);
  const ImpactProblem problem = make_problem(body, still, rigid);
  if (problem.momentum_norm() == 0.0) return std::nullopt;
  return spread_of(problem, model, still, velocities, asked_restitution(problem, options), options);
}

void bracket_rotors(const Model& model, const State& state, const LandingOptions& options,
                    Landing& landing) {
  const Eigen::VectorXd& armature = model.parts().armature;
  landing.rotor_inertia_known = armature.size() > 0 && armature.maxCoeff() > 0.0;
  landing.rotor_inertia = options.rotor_inertia;
  if (!design::has_rotors(model, landing.velocities)) return;
  const auto spread_with = [&](double inertia, design::Rotors which) {
    const Model changed = design::with_rotors(model, inertia, which);
    const ImpactProblem problem = make_problem(changed, state, options.problem);
    return spread_of(problem, changed, state, landing.velocities,
                     asked_restitution(problem, options), options);
  };
  if (landing.rotor_inertia_known) {
    landing.without_rotors = spread_with(0.0, design::Rotors::all);
  } else {
    landing.with_rotors = spread_with(options.rotor_inertia, design::Rotors::missing);
  }
}

/// Over the model's velocities.
Eigen::VectorXd rotor_gradient(const ImpactProblem& problem, const Landing& landing,
                               Eigen::Index size) {
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(size);
  const auto& pairs = landing.analysis.certificate.pairs;
  if (pairs.empty()) return gradient;
  const ContactPair& pair = pairs[analysis::by_coupling(landing.analysis.certificate).front()];
  const double first = problem.normal_length()[pair.first];
  const double second = problem.normal_length()[pair.second];
  if (first == 0.0 || second == 0.0) return gradient;
  const Eigen::ArrayXd y =
      problem.velocity_per_impulse().col(problem.normal_row(pair.first)).array() / first;
  const Eigen::ArrayXd z =
      problem.velocity_per_impulse().col(problem.normal_row(pair.second)).array() / second;
  const double w = pair.inner_product;
  gradient(landing.velocities) = -y * z + 0.5 * w * (y.square() + z.square());
  return gradient;
}

void describe_outcome(const ImpactProblem& problem, const Model& model, const Eigen::VectorXd& q,
                      const LandingOptions& options, Landing& landing) {
  ResolveOptions resolving;
  resolving.max_states = 10'000;
  resolving.draws = 0;  // The spread says it.
  resolving.practical = false;
  landing.outcome = resolve(problem, design::landing_law(options), resolving);
  landing.gap_rate_before.resize(problem.contact_count());
  for (int i = 0; i < problem.contact_count(); ++i) {
    landing.gap_rate_before[i] =
        problem.contacts()[static_cast<std::size_t>(i)].normal.dot(problem.velocity());
  }
  landing.approach_speed = design::approach_speed(problem);
  if (!landing.outcome.ok()) return;
  const Eigen::VectorXd& after = landing.outcome.velocity_plus;
  landing.gap_rate_after.resize(problem.contact_count());
  // Of the approach speed: solving for the impulses leaves 1e-16 times the condition of the
  // Delassus matrix, 1e-10 for a badly conditioned one; a contact that lifts has 1e-3 and more.
  const double noise = 1e-9 * landing.approach_speed;
  for (int i = 0; i < problem.contact_count(); ++i) {
    landing.gap_rate_after[i] = problem.contacts()[static_cast<std::size_t>(i)].normal.dot(after);
    if (landing.gap_rate_after[i] > noise) landing.lifting.push_back(i);
  }
  std::stable_sort(landing.lifting.begin(), landing.lifting.end(), [&](int a, int b) {
    return landing.gap_rate_after[a] > landing.gap_rate_after[b];
  });
  // The base has its own lines.
  landing.jumps = design::joint_jumps(problem, model, q, landing.velocities, after);
}

/// Contact i comes to rest alone, then j: c_j ← c_j − w c_i, and i leaves at −w c_j.
std::vector<KickedOpen> kicked_open(const ImpactProblem& problem, double coupling) {
  std::vector<KickedOpen> kicked;
  const Eigen::VectorXd& c = problem.approach();
  const double grazing = problem.grazing_threshold();
  for (int i = 0; i < problem.contact_count(); ++i) {
    for (int j = 0; j < problem.contact_count(); ++j) {
      const double w = problem.gram()(i, j);
      if (i == j || w <= coupling || c[i] >= -grazing || c[j] >= -grazing) continue;
      const double left = c[j] - w * c[i];
      if (left < -grazing) kicked.push_back({i, j, -w * left * problem.normal_length()[i]});
    }
  }
  std::stable_sort(kicked.begin(), kicked.end(),
                   [](const auto& a, const auto& b) { return a.gap_rate > b.gap_rate; });
  return kicked;
}

}  // namespace

bool VelocityJump::exceeds() const { return std::abs(after) > limit; }

Landing analyze_landing(const Model& model, const State& state, const LandingOptions& options) {
  check(options);
  const ImpactProblem problem = make_problem(model, state, options.problem);
  Landing landing;
  landing.analysis = analyze(problem, options.analysis);
  landing.model = model.name();
  landing.velocity_names = model.velocity_names();
  landing.velocities = design::moving_velocities(model, options.problem.locked);
  landing.total_mass = model.total_mass();
  // The practical verdict, at the user's coefficient with the caps of the analysis, so that both
  // are one number, and at the others.
  landing.spread = design::landing_spread(problem, asked_restitution(problem, options),
                                          design::as_asked(options.analysis.enumeration),
                                          design::find_base(model, state.q, landing.velocities));
  for (const double e : options.restitutions) {
    landing.restitutions.push_back(
        e == landing.spread.spread.restitution
            ? landing.spread
            : spread_of(problem, model, state, landing.velocities,
                        Eigen::VectorXd::Constant(problem.contact_count(), e), options));
  }
  // Its two brackets, and ∂w/∂a_k of the worst pair.
  landing.locked = locked_spread(model, state, options);
  bracket_rotors(model, state, options, landing);
  landing.rotor_gradient = rotor_gradient(problem, landing, model.velocity_size());
  landing.effective_mass.resize(problem.contact_count());
  for (int i = 0; i < problem.contact_count(); ++i) {
    const int row = problem.normal_row(i);
    landing.effective_mass[i] = 1.0 / problem.delassus()(row, row);
  }
  // What the law says happens, what an order of landings does, and a better posture.
  describe_outcome(problem, model, state.q, options, landing);
  landing.kicked = kicked_open(problem, options.analysis.coupling);
  design::search_posture(problem, model, state, options, landing);
  landing.advice = design::advise(model, problem, landing);
  return landing;
}

Landing analyze_landing(const Stance& stance, LandingOptions options) {
  options.problem = stance.options;
  return analyze_landing(stance.model, stance.state, options);
}

}  // namespace carom
