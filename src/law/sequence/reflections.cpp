// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Termination: with a strictly feasible direction every order ends (proof in
// docs/laws/propagative.md). Without one it may not, so a long sequence first looks for Gordan's
// certificate, a ≥ 0 with Σ aᵢuᵢ = 0. With restitution below 1 it may not end either (inelastic
// collapse): a long sequence is asked from time to time whether it repeats for ever, and then its
// limit is taken (collapse.h).
#include "law/sequence/reflections.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/tolerance.h"
#include "law/sequence/collapse.h"

namespace carom::law {
namespace {

// Seconds of reflections. Finite sequences are far shorter: the narrowest wedge that tolerances
// tell from none has some 1e5.
constexpr std::size_t step_limit = 1'000'000;
// From this many reflections on, the momentum itself is carried along and the approach speeds are
// taken from it: in narrow wedges the rounding of W would add up to visible energy.
constexpr std::size_t refresh = 32;

// The momentum p⁻ + Σ λᵢuᵢ into scratch.target, and the approach speeds from it.
void refresh_approach(const ImpactProblem& problem, Workspace::Scratch& scratch) {
  scratch.target = problem.whitened_velocity();
  for (int i = 0; i < problem.contact_count(); ++i)
    scratch.target += scratch.lambda[i] * problem.unit_normals().col(i);
  scratch.approach.noalias() = problem.unit_normals().transpose() * scratch.target;
}

// Gordan: either a direction separates all contacts strictly, or 0 lies in the hull of the normals.
bool has_feasible_direction(const ImpactProblem& problem) {
  return hull_of_normals(problem).distance > margin_tolerance;
}

}  // namespace

solver::HullDistance hull_of_normals(const ImpactProblem& problem) {
  // Blocked contacts have unit normal 0: as a column it would put 0 into the hull for nothing.
  const auto& length = problem.normal_length();
  const auto free = (length.array() > 0.0).count();
  Eigen::MatrixXd columns(problem.coordinate_count(), free);
  for (Eigen::Index i = 0, k = 0; i < length.size(); ++i)
    if (length[i] > 0.0) columns.col(k++) = problem.unit_normals().col(i);
  auto hull = solver::hull_distance(columns);
  // Back from the free contacts to all of them; blocked ones have weight 0.
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(length.size());
  for (Eigen::Index i = 0, k = 0; i < length.size(); ++i)
    if (length[i] > 0.0) weights[i] = hull.weights[k++];
  hull.weights = std::move(weights);
  return hull;
}

int next_contact(const Eigen::VectorXd& c, double threshold, Policy policy, int last,
                 base::Random* random) {
  // A tie keeps the first found, which is the lowest index: an approach must beat the chosen one by
  // more than the threshold. Else rounding would choose between equal contacts.
  const int m = static_cast<int>(c.size());
  int chosen = -1;
  std::size_t violated = 0;
  for (int k = 0; k < m; ++k) {
    const int i = policy == Policy::round_robin ? (last + 1 + k) % m : k;
    if (!(c[i] < -threshold)) continue;
    ++violated;
    switch (policy) {
      case Policy::most_violated:
        if (chosen < 0 || c[i] < c[chosen] - threshold) chosen = i;
        break;
      case Policy::least_violated:
        if (chosen < 0 || c[i] > c[chosen] + threshold) chosen = i;
        break;
      case Policy::first:
      case Policy::round_robin: return i;
      case Policy::last: chosen = i; break;
      case Policy::random:
        if (random->below(violated) == 0) chosen = i;  // reservoir: uniform in one pass
        break;
    }
  }
  return chosen;
}

ReflectionEnd run_reflections(const ImpactProblem& problem, const ReflectionSettings& settings,
                              Workspace::Scratch& scratch, std::vector<int>& sequence,
                              std::vector<ContactWork>& works) {
  auto& c = scratch.approach;
  auto& lambda = scratch.lambda;
  const auto& W = problem.gram();
  const auto& kappa = scratch.factor;
  const double threshold = problem.grazing_threshold();
  // From p⁻: cᵢ = ⟨p⁻,uᵢ⟩, no momentum gained yet.
  c = problem.approach();
  lambda.setZero(c.size());
  sequence.clear();
  if (sequence.capacity() < 64) sequence.reserve(64);
  base::Random random(settings.seed);
  // Long for a problem of this size: time to ask whether it can end at all.
  const std::size_t suspicious = 1'000 + 100 * static_cast<std::size_t>(c.size());
  std::size_t limit = step_limit, look = suspicious;
  const bool inelastic = (kappa.array() < 2.0).any();
  for (int last = -1; sequence.size() < limit;) {
    // The next contact by the policy; its approach, from the momentum where the sequence is long.
    const int i = next_contact(c, threshold, settings.policy, last, &random);
    if (i < 0) return ReflectionEnd::feasible;
    last = i;
    const std::size_t steps = sequence.size();
    const bool long_sequence = steps >= refresh;
    if (long_sequence && steps % refresh == 0) refresh_approach(problem, scratch);
    const double before = long_sequence ? problem.unit_normals().col(i).dot(scratch.target) : c[i];
    if (!(before < -threshold)) {  // it had drifted, and does not approach after all
      c[i] = before;
      continue;
    }
    // One reflection: p += κ |⟨p,u⟩| u, the approaches with it, and what it takes of the energy.
    const double gain = -kappa[i] * before;
    // gain > 0, as the contact approaches: it pushes, and every λ grows.
    lambda[i] += gain;
    // As Wᵢᵢ = 1, the sum leaves (1 − κ)c of cᵢ; the line below sets it without cancellation.
    c += gain * W.col(i);
    c[i] = (1.0 - kappa[i]) * before;
    if (long_sequence) scratch.target += gain * problem.unit_normals().col(i);
    // ½‖p + g u‖² − ½‖p‖² = g (c + ½g), with g = −κc: −½κ(2 − κ)c² ≤ 0, and 0 for κ = 2 [J].
    works[static_cast<std::size_t>(i)].normal_work += 0.5 * gain * (2.0 - kappa[i]) * before;
    sequence.push_back(i);
    // At 1, 2, 4, … times the suspicious length: can it end at all?
    if (sequence.size() != look) continue;
    // A word of reflections that repeats for ever: the limit is then in scratch and in the works.
    if (inelastic && collapses(problem, settings, sequence, false, scratch, works))
      return ReflectionEnd::collapse;
    // Without a feasible direction some starts still end; those get some time, not a million steps.
    if (look == suspicious && !has_feasible_direction(problem)) limit = 20 * suspicious;
    look *= 2;
  }
  // As long as any sequence may be, and no word: the evidence that collapse.cpp takes then.
  if (inelastic && limit == step_limit &&
      collapses(problem, settings, sequence, true, scratch, works))
    return ReflectionEnd::collapse;
  return limit == step_limit ? ReflectionEnd::step_limit : ReflectionEnd::no_feasible;
}

void explain_failure(const ImpactProblem& problem, ReflectionEnd end, Policy policy,
                     Outcome& outcome) {
  outcome.sequence.clear();  // it leads nowhere
  if (end == ReflectionEnd::step_limit) {
    outcome.status = Outcome::Status::not_converged;
    outcome.message =
        "still approaching after " + std::to_string(step_limit) + " reflections; " +
        (policy == Policy::most_violated ? "the law plastic answers, without bounce"
                                         : "try policy most_violated, which takes the fewest");
    return;
  }
  // Gordan's certificate: a ≥ 0, Σa = 1, Σ aᵢuᵢ = 0. Any feasible p would have Σ aᵢ⟨p,uᵢ⟩ = 0, so
  // that no contact with aᵢ > 0 can separate.
  outcome.status = Outcome::Status::no_feasible_velocity;
  outcome.gordan_weights = hull_of_normals(problem).weights;
  outcome.message = "no velocity separates every contact: the normals of";
  const char* separator = " ";
  for (Eigen::Index i = 0; i < outcome.gordan_weights.size(); ++i) {
    if (outcome.gordan_weights[i] <= margin_tolerance) continue;
    outcome.message += separator + problem.labels()->contacts[static_cast<std::size_t>(i)];
    separator = ", ";
  }
  outcome.message += " cancel each other, so energy-keeping reflections never end";
}

bool project_on_cone(const ImpactProblem& problem, Workspace::Scratch& scratch) {
  // min ‖Σ λᵢuᵢ − (−p⁻)‖ over λ ≥ 0: the residual is p⁻ + Σ λᵢuᵢ = p⁺, and its products with the
  // unit normals are the approaches that are left.
  scratch.target = -problem.whitened_velocity();
  const bool converged = scratch.projection.solve(problem.unit_normals(), scratch.target);
  scratch.plastic_approach.noalias() =
      problem.unit_normals().transpose() * scratch.projection.residual();
  return converged;
}

double elastic_share(double R, double c, double D) {
  // ‖p_p + α(p_e − p_p)‖² = ‖p_p‖² + 2αc + α²D must be ‖p_p‖² + R²(D + 2c): the positive root of
  // Dα² + 2cα − R²(D + 2c) = 0. D = 0: both outcomes are one.
  if (D <= 0.0 || R == 0.0) return 0.0;
  c = std::max(0.0, c);  // ⟨p_p, Σμᵢuᵢ⟩ ≥ 0 for μ ≥ 0: below 0 is rounding
  // Written without the cancellation of −c and the root.
  const double root = std::sqrt(c * c + R * R * D * (D + 2.0 * c));
  return std::min(1.0, R * R * (D + 2.0 * c) / (c + root));
}

void apply_lambda(const ImpactProblem& problem, const Eigen::VectorXd& lambda, Outcome& outcome) {
  const auto& length = problem.normal_length();
  // Directly from λ, not through the impulses: no division and product by ‖nᵢ‖, no rounding of
  // theirs. A blocked contact has λ = 0 and ‖nᵢ‖ = 0: it is never divided by.
  outcome.velocity_plus = problem.velocity();
  for (int i = 0; i < problem.contact_count(); ++i) {
    if (lambda[i] == 0.0) continue;
    outcome.impulse[static_cast<std::size_t>(i)].normal = lambda[i] / length[i];
    outcome.velocity_plus += lambda[i] * problem.unit_response().col(i);
  }
}

}  // namespace carom::law
