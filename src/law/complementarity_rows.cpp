// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/complementarity_rows.h"

#include "solver/text.h"

namespace carom::law {
namespace {
constexpr double gain_threshold = 1e-11;  // of the kinetic energy before
}

NewtonScratch& complementarity_rows(const ImpactProblem& problem, Workspace& workspace) {
  auto& slot = workspace.scratch().newton;
  if (!slot) slot = std::make_shared<NewtonScratch>();
  NewtonScratch& scratch = *slot;
  scratch.rows.clear();
  scratch.contact.clear();
  for (int i = 0; i < problem.contact_count(); ++i) {
    if (problem.normal_length()[i] == 0.0) continue;
    const auto& contact = problem.contacts()[static_cast<std::size_t>(i)];
    const bool rough = contact.friction > 0.0;
    scratch.rows.push_back({.row = problem.normal_row(i),
                            .tangents = rough ? static_cast<int>(contact.tangents.rows()) : 0,
                            .friction = contact.friction,
                            .floor = 0.0,
                            .weight = contact.stiffness});
    scratch.contact.push_back(i);
  }
  scratch.before.noalias() = problem.contact_jacobian() * problem.velocity();
  scratch.impulse.setZero(scratch.before.size());
  return scratch;
}

bool approaches(const ImpactProblem& problem) {
  for (const double approach : problem.approach())
    if (approach < -problem.grazing_threshold()) return true;
  return false;
}

void store_impulses(const ImpactProblem& problem, const NewtonScratch& scratch, Outcome& outcome) {
  for (std::size_t i = 0; i < scratch.rows.size(); ++i) {
    const auto& at = scratch.rows[i];
    auto& impulse = outcome.impulse[static_cast<std::size_t>(scratch.contact[i])];
    impulse.normal = scratch.impulse[at.row];
    for (int k = 0; k < at.tangents; ++k)
      impulse.tangential[static_cast<std::size_t>(k)] = scratch.impulse[at.row + 1 + k];
  }
  apply_impulses(problem, outcome);
}

void report_no_solution(const ImpactProblem& problem, const NewtonScratch& scratch,
                        const std::string& where, Outcome& outcome) {
  outcome.status = Outcome::Status::not_converged;
  outcome.residuals.law = scratch.cone.residual();
  outcome.message = where + ": no impulses found that satisfy contact and Coulomb's law at once; " +
                    "the best leave a residual of " + solver::number(outcome.residuals.law) +
                    " of the speeds; there may be none (jamming, as Painlevé's): lower the " +
                    "friction or the restitution";
  outcome.last_velocity = problem.velocity();
  outcome.last_velocity.noalias() += problem.velocity_per_impulse() * scratch.impulse;
}

void note_energy_gain(const ImpactProblem& problem, double work, const char* reason,
                      Outcome& outcome) {
  const double before = problem.kinetic_energy();
  if (work <= gain_threshold * before) return;
  outcome.notes.push_back("kinetic energy grows by " + solver::number(work) + " J (" +
                          solver::number(100.0 * work / before, 4) + " %): " + reason);
}

void note_static_friction(const ImpactProblem& problem, const char* law, Outcome& outcome) {
  std::vector<std::string> names;
  for (const auto& contact : problem.contacts())
    if (contact.static_friction.value_or(0.0) > contact.friction) names.push_back(contact.name);
  if (names.empty()) return;
  outcome.notes.push_back("static friction is not used by law '" + std::string(law) +
                          "', which has one coefficient, the dynamic one, at " +
                          solver::join(names));
}

}  // namespace carom::law
