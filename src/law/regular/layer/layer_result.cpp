// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/layer/layer_result.h"

#include <algorithm>
#include <cmath>

#include "carom/law.h"

namespace carom::law {
namespace {

// Rounding and extrapolation may leave a friction impulse outside its cone by a little.
void clip_to_cone(double mu, ContactImpulse& impulse) {
  impulse.normal = std::max(0.0, impulse.normal);
  const double most = mu * impulse.normal;
  const double length = std::hypot(impulse.tangential[0], impulse.tangential[1]);
  if (length <= most) return;
  // A hair inside, so that the cone holds after rounding too: three of half a unit each.
  const double factor = length > 0.0 ? most / length * (1.0 - 4e-16) : 0.0;
  impulse.tangential[0] *= factor;
  impulse.tangential[1] *= factor;
}

void write_impulses(const ImpactProblem& problem, const LayerSystem& system,
                    const Eigen::VectorXd& y, Outcome& outcome) {
  for (const auto& point : system.points()) {
    auto& impulse = outcome.impulse[static_cast<std::size_t>(point.contact)];
    const double* own = y.data() + system.impulse_at() + point.row;
    impulse.normal = own[0] * system.impulse_unit();
    for (int k = 1; k <= point.tangents; ++k)
      impulse.tangential[static_cast<std::size_t>(k - 1)] = own[k] * system.impulse_unit();
    clip_to_cone(point.mu, impulse);
  }
  apply_impulses(problem, outcome);
}

// Σ p·(c⁻ + c⁺)/2 over all rows is the change of energy, exactly (Thomson & Tait).
double energy_change(const ImpactProblem& problem, const LayerSystem& system,
                     const Outcome& outcome) {
  const auto& J = problem.contact_jacobian();
  double sum = 0.0;
  for (const auto& point : system.points()) {
    const int i = point.contact;
    const auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    for (int k = 0; k <= impulse.tangent_count; ++k) {
      const double p =
          k == 0 ? impulse.normal : impulse.tangential[static_cast<std::size_t>(k - 1)];
      const int row = problem.normal_row(i) + k;
      if (p != 0.0) sum += 0.5 * p * J.row(row).dot(problem.velocity() + outcome.velocity_plus);
    }
  }
  return sum;
}

// What the integrals miss of the change of energy is spread over them by their size.
void balance_works(const ImpactProblem& problem, const LayerSystem& system, Outcome& outcome) {
  const auto work_of = [&](const LayerSystem::Point& point) -> ContactWork& {
    return outcome.energy.contacts[static_cast<std::size_t>(point.contact)];
  };
  double sum = 0.0, size = 0.0;
  for (const auto& point : system.points()) {
    const ContactWork& work = work_of(point);
    sum += work.normal_work + work.friction_work;
    size += std::abs(work.normal_work) + std::abs(work.friction_work);
  }
  if (!(size > 0.0)) return;
  const double missing = (energy_change(problem, system, outcome) - sum) / size;
  for (const auto& point : system.points()) {
    ContactWork& work = work_of(point);
    work.normal_work += missing * std::abs(work.normal_work);
    work.friction_work += missing * std::abs(work.friction_work);
  }
}

}  // namespace

void LayerExchange::reset(Eigen::Index points) {
  taken.setZero(points);
  returned.setZero(points);
}

void LayerExchange::add(const LayerSystem& system, const Eigen::VectorXd& before,
                        const Eigen::VectorXd& after) {
  for (Eigen::Index j = 0; j < system.point_count(); ++j) {
    const Eigen::Index entry = system.normal_work_at() + j;
    const double work = after[entry] - before[entry];
    (work < 0.0 ? taken : returned)[j] += std::abs(work);
  }
}

void write_result(const ImpactProblem& problem, const LayerSystem& system, const Eigen::VectorXd& y,
                  const LayerExchange& exchange, Outcome& outcome) {
  // Impulses and v⁺; works as integrated; how far v⁺ is from the integrated state; and the works
  // balanced with the energy.
  write_impulses(problem, system, y, outcome);
  const double energy_unit = system.velocity_unit() * system.impulse_unit();
  double difference = 0.0;
  for (Eigen::Index j = 0; j < system.point_count(); ++j) {
    const auto& point = system.points()[static_cast<std::size_t>(j)];
    auto& work = outcome.energy.contacts[static_cast<std::size_t>(point.contact)];
    work.normal_work = y[system.normal_work_at() + j] * energy_unit;
    work.friction_work = y[system.friction_work_at() + j] * energy_unit;
    // Scaled: a step may err by up to 3e-10 in each work (layer_flow.cpp), and below a few of
    // these the ratio is one of errors.
    if (exchange.taken[j] > 1e-9)
      work.restitution = std::sqrt(exchange.returned[j] / exchange.taken[j]);
    for (int k = 0; k <= point.tangents; ++k) {
      const double velocity = problem.contact_jacobian()
                                  .row(problem.normal_row(point.contact) + k)
                                  .dot(outcome.velocity_plus);
      difference = std::max(difference, std::abs(velocity / system.velocity_unit() -
                                                 system.velocity(y.data(), point.row + k)));
    }
  }
  outcome.residuals.law = std::max(outcome.residuals.law, difference);
  balance_works(problem, system, outcome);
}

void write_last_velocity(const ImpactProblem& problem, const LayerSystem& system,
                         const Eigen::VectorXd& y, Outcome& outcome) {
  write_impulses(problem, system, y, outcome);
  outcome.last_velocity = outcome.velocity_plus;
}

}  // namespace carom::law
