// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The ledger: K⁺ − K⁻ = Σ p·(c⁻ + c⁺)/2 over all rows (Thomson & Tait), which is exact for any
// impulses and is used where a law does not attribute the work itself.
#include "outcome/ledger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace carom::outcome {
namespace {

constexpr double unset = std::numeric_limits<double>::quiet_NaN();

// Plain loops: for the few coordinates of most impacts they beat a vectorised product.
double dot_row(const Eigen::MatrixXd& J, int row, const Eigen::VectorXd& v) {
  double sum = 0.0;
  for (Eigen::Index j = 0; j < v.size(); ++j) sum += J(row, j) * v[j];
  return sum;
}

// (M v)_j, from the column: M is symmetric.
double momentum_entry(const Eigen::MatrixXd& M, Eigen::Index j, const Eigen::VectorXd& v) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < v.size(); ++i) sum += M(i, j) * v[i];
  return sum;
}

void fill_works(const ImpactProblem& problem, Outcome& outcome) {
  const auto& J = problem.contact_jacobian();
  for (int i = 0; i < problem.contact_count(); ++i) {
    auto& work = outcome.energy.contacts[static_cast<std::size_t>(i)];
    const auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    const auto mean = [&](int row) {
      return 0.5 * (dot_row(J, row, problem.velocity()) + dot_row(J, row, outcome.velocity_plus));
    };
    const int row = problem.normal_row(i);
    if (std::isnan(work.normal_work)) work.normal_work = impulse.normal * mean(row);
    if (!std::isnan(work.friction_work)) continue;
    work.friction_work = 0.0;
    for (int k = 0; k < impulse.tangent_count; ++k)
      work.friction_work += impulse.tangential[static_cast<std::size_t>(k)] * mean(row + 1 + k);
  }
}

void fill_bilateral(const ImpactProblem& problem, Outcome& outcome) {
  const auto& reaction = problem.bilateral_per_impulse();
  outcome.bilateral_impulse.setZero(problem.bilateral_count());
  if (problem.bilateral_count() == 0) return;
  for_each_row(problem, outcome, [&](int row, double impulse) {
    outcome.bilateral_impulse += impulse * reaction.col(row);
  });
}

// Entry j of Jᵀp + Bᵀq.
double impulse_entry(const ImpactProblem& problem, const Outcome& outcome, Eigen::Index j) {
  const auto& J = problem.contact_jacobian();
  double sum = 0.0;
  for_each_row(problem, outcome, [&](int row, double impulse) { sum += impulse * J(row, j); });
  for (int b = 0; b < problem.bilateral_count(); ++b)
    sum += outcome.bilateral_impulse[b] * problem.bilateral()[static_cast<std::size_t>(b)].row[j];
  return sum;
}

// One pass over M v⁺ serves the energy and the momentum balance.
void fill_balances(const ImpactProblem& problem, Outcome& outcome) {
  constexpr double tiny = smallest_energy;
  const auto& v = outcome.velocity_plus;
  double twice = 0.0, worst = 0.0, scale = tiny;
  for (Eigen::Index j = 0; j < v.size(); ++j) {
    const double before = problem.momentum()[j];
    const double after = momentum_entry(problem.mass_matrix(), j, v);
    twice += v[j] * after;
    worst = std::max(worst, std::abs(after - before - impulse_entry(problem, outcome, j)));
    scale = std::max(scale, std::abs(before));
  }
  outcome.residuals.momentum = worst / scale;
  auto& energy = outcome.energy;
  energy.before = problem.kinetic_energy();
  energy.after = 0.5 * twice;
  energy.lost = energy.before - energy.after;
  double works = 0.0;
  for (const auto& contact : energy.contacts) works += contact.normal_work + contact.friction_work;
  outcome.residuals.energy = std::abs(energy.before + works - energy.after) /
                             std::max({energy.before, energy.after, tiny});
  // The energies are sums of n² products with rounding of 1e-16 each; a law that conserves energy
  // leaves 1e-15.
  // A loss or gain within rounding is none.
  if (std::abs(energy.lost) <= 1e-14 * energy.before) energy.lost = 0.0;
}

Measures fill_residuals(const ImpactProblem& problem, Outcome& outcome) {
  auto& residuals = outcome.residuals;
  residuals.penetration_rate = 0.0;
  residuals.friction_cone = 0.0;
  Measures worst;
  double sum = outcome.energy.after;  // NaN and infinity stay
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    sum += impulse.normal + impulse.tangential[0] + impulse.tangential[1];
    const ContactMeasures at = measure_contact(problem, outcome, i);
    residuals.penetration_rate = std::max(residuals.penetration_rate, at.approach);
    residuals.friction_cone = std::max(residuals.friction_cone, at.cone);
    const double length = problem.normal_length()[i];
    if (length == 0.0) continue;  // held fast by hinges
    if (at.approach > 0.0) worst.approach = std::max(worst.approach, at.approach / length);
    if (at.pull > 0.0) worst.pull = std::max(worst.pull, at.pull * length);
    if (at.cone > 0.0) worst.cone = std::max(worst.cone, at.cone * length);
  }
  worst.gain = -outcome.energy.lost;
  worst.finite = std::isfinite(sum);
  return worst;
}

// Sizes that a law may have spoilt.
bool sizes_fit(const ImpactProblem& problem, const Outcome& outcome) {
  const auto m = static_cast<std::size_t>(problem.contact_count());
  return outcome.velocity_plus.size() == problem.velocity().size() && outcome.impulse.size() == m &&
         outcome.energy.contacts.size() == m;
}

}  // namespace

void prepare(const ImpactProblem& problem, Outcome& outcome) {
  const auto m = static_cast<std::size_t>(problem.contact_count());
  if (outcome.labels != problem.labels()) outcome.labels = problem.labels();
  outcome.restitution.reset();
  outcome.status = Outcome::Status::not_run;
  outcome.message.clear();
  outcome.velocity_plus = problem.velocity();
  outcome.impulse.resize(m);
  outcome.energy.contacts.resize(m);
  for (std::size_t i = 0; i < m; ++i) {
    outcome.impulse[i] = {};
    outcome.impulse[i].tangent_count = static_cast<int>(problem.contacts()[i].tangents.rows());
    outcome.energy.contacts[i] = {unset, unset, {}};
  }
  outcome.sequence.clear();
  outcome.branches.clear();
  outcome.collapsed.clear();
  outcome.events.clear();
  outcome.notes.clear();
  outcome.last_velocity.resize(0);
  outcome.residuals.law = 0.0;
  outcome.gordan_weights.resize(0);
  std::string reason = std::move(outcome.uniqueness.reason);  // for its storage
  reason.clear();
  outcome.uniqueness = {.reason = std::move(reason)};
}

ContactMeasures measure_contact(const ImpactProblem& problem, const Outcome& outcome, int contact) {
  const auto& impulse = outcome.impulse[static_cast<std::size_t>(contact)];
  const auto& given = problem.contacts()[static_cast<std::size_t>(contact)];
  const double approach =
      -dot_row(problem.contact_jacobian(), problem.normal_row(contact), outcome.velocity_plus);
  if (impulse.tangential[0] == 0.0 && impulse.tangential[1] == 0.0)
    return {approach, -impulse.normal, 0.0};
  const double mu = std::max(given.friction, given.static_friction.value_or(0.0));
  const double tangential = std::hypot(impulse.tangential[0], impulse.tangential[1]);
  return {approach, -impulse.normal, tangential - mu * std::max(0.0, impulse.normal)};
}

Measures complete(const ImpactProblem& problem, Outcome& outcome) {
  if (outcome.ok() && !sizes_fit(problem, outcome)) {
    prepare(problem, outcome);
    outcome.status = Outcome::Status::not_converged;
    outcome.message =
        "the law changed the size of velocity_plus, impulse or energy.contacts; expected the sizes "
        "it was given; fill them in place";
  }
  if (outcome.ok()) {
    fill_bilateral(problem, outcome);
    fill_works(problem, outcome);
    fill_balances(problem, outcome);
    return fill_residuals(problem, outcome);
  }
  outcome.residuals = {.law = outcome.residuals.law};
  withhold(problem, outcome);
  return {};
}

void withhold(const ImpactProblem& problem, Outcome& outcome) {
  outcome.velocity_plus.resize(0);
  for (auto& impulse : outcome.impulse) impulse.normal = 0.0, impulse.tangential = {0.0, 0.0};
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0, {}};
  outcome.bilateral_impulse.setZero(problem.bilateral_count());
  outcome.energy.before = problem.kinetic_energy();
  outcome.energy.after = unset;
  outcome.energy.lost = unset;
  auto& residuals = outcome.residuals;
  // A residual that is no number says as much as one of the size of the problem.
  for (double* value : {&residuals.momentum, &residuals.penetration_rate, &residuals.friction_cone,
                        &residuals.energy, &residuals.law})
    if (!std::isfinite(*value)) *value = 1.0;
  if (residuals.penetration_rate == 0.0) {
    const auto& last = outcome.last_velocity;
    const bool reached = last.size() == problem.velocity().size() && last.allFinite();
    const auto& v = reached ? last : problem.velocity();
    for (int i = 0; i < problem.contact_count(); ++i)
      residuals.penetration_rate =
          std::max(residuals.penetration_rate,
                   -dot_row(problem.contact_jacobian(), problem.normal_row(i), v));
  }
  if (std::max({residuals.momentum, residuals.penetration_rate, residuals.friction_cone,
                residuals.energy, residuals.law}) <= 0.0)
    residuals.law = 1.0;  // of its equations none is known to hold
}

}  // namespace carom::outcome
