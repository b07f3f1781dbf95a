// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Compliant law: M v̇ = Jᵀf, δ̇ᵢ = −n·v, a spring at every contact in the frozen configuration (the
// limit of infinite stiffness, where only the ratios remain), rigid sticking and Coulomb slip.
// Unloading returns e² of the energy that loading took (Stronge's energetic coefficient, by a
// stiffer unloading line, as Walton and Braun's). The parts: src/law/compliant/.
#include "carom/laws/compliant.h"

#include <algorithm>
#include <cmath>

#include "carom/error.h"
#include "law/coefficient.h"
#include "law/compliant/flow.h"
#include "law/independent_rows.h"
#include "law/scratch.h"
#include "solver/text.h"

namespace carom {

namespace law {
struct CompliantScratch {
  CompliantFlow flow;
};
}  // namespace law

namespace {

using law::CompliantContact;

// Speeds in units of the approach speed, rows in units of the longest normal, stiffness in units of
// the largest.
struct Scale {
  double approach = 1.0, length = 1.0;
  double impulse() const { return approach / length; }
  double energy() const { return approach * approach; }
};

Scale load(const ImpactProblem& problem, const Compliant& settings, law::CompliantFlow& flow) {
  Scale scale{-problem.approach().minCoeff(), problem.normal_length().maxCoeff()};
  auto& motion = flow.motion;
  double stiffest = 0.0;
  for (const auto& contact : problem.contacts()) stiffest = std::max(stiffest, contact.stiffness);
  motion.exponent = settings.exponent;
  flow.tolerance = settings.tolerance;
  motion.rows = problem.whitened_rows() / scale.length;
  motion.speed = problem.whitened_velocity() / scale.approach;
  motion.compression.setZero(problem.contact_count());
  motion.impulse.setZero(motion.rows.cols());
  motion.contacts.clear();
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& given = problem.contacts()[static_cast<std::size_t>(i)];
    CompliantContact contact;
    contact.row = problem.normal_row(i);
    contact.tangents = static_cast<int>(given.tangents.rows());
    contact.stiffness = given.stiffness / stiffest;
    contact.restitution = law::restitution_at(given, settings.restitution);
    contact.friction = given.friction;
    contact.static_friction = given.static_friction.value_or(given.friction);
    if (settings.exponent != 1.0) {  // 1e-13 of the energy of an approach at unit speed
      const double n = settings.exponent;
      contact.cut = std::pow(1e-13 * (n + 1.0) / (2.0 * contact.stiffness), 1.0 / (n + 1.0));
    }
    motion.contacts.push_back(contact);
  }
  motion.resize();
  return scale;
}

void unload(const ImpactProblem& problem, const law::CompliantFlow& flow, const Scale& scale,
            Outcome& outcome) {
  const auto& motion = flow.motion;
  for (int i = 0; i < problem.contact_count(); ++i) {
    const auto& contact = motion.contacts[static_cast<std::size_t>(i)];
    auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    impulse.normal = motion.impulse[contact.row] * scale.impulse();
    for (int k = 0; k < contact.tangents; ++k)
      impulse.tangential[static_cast<std::size_t>(k)] =
          motion.impulse[contact.row + 1 + k] * scale.impulse();
    auto& work = outcome.energy.contacts[static_cast<std::size_t>(i)];
    work.normal_work = (contact.returned - contact.taken) * scale.energy();
    work.friction_work = contact.friction_work * scale.energy();
    if (contact.taken > 1e-13) work.restitution = std::sqrt(contact.returned / contact.taken);
  }
  for (auto& event : outcome.events) event.impulse *= scale.impulse();
  apply_impulses(problem, outcome);
}

// Of the contacts that took part.
bool independent(const ImpactProblem& problem, const law::CompliantFlow& flow,
                 Workspace::Scratch& scratch) {
  return law::rows_independent(problem, scratch.basis, [&](int i) {
    const auto& contact = flow.motion.contacts[static_cast<std::size_t>(i)];
    if (!contact.touched) return 0;
    return 1 + (contact.static_friction > 0.0 ? contact.tangents : 0);
  });
}

}  // namespace

LawDescription Compliant::describe() const {
  LawDescription description{
      .name = "compliant",
      .coefficient = "energetic (Stronge), of each contact: unloading returns its square",
      .summary = "contact springs with given stiffness ratios and Coulomb friction; the referee",
      .source = "Stronge, Impact Mechanics; unloading as Walton and Braun",
      .compares_contacts = true,
      .friction = true,
      .requires_restitution = true,
      .multiplicity = Multiplicity::sampled};
  if (restitution) description.parameters.push_back({"restitution", *restitution});
  description.parameters.push_back({"exponent", exponent});
  description.parameters.push_back({"tolerance", tolerance});
  return description;
}

void Compliant::check() const {
  law::check_restitution("compliant", restitution);
  if (!(exponent >= 0.5 && exponent <= 5.0))
    throw InvalidInput("law 'compliant': exponent = " + solver::number(exponent) +
                       "; expected 0.5 <= exponent <= 5; 1 is linear, 1.5 is Hertz");
  if (!(tolerance >= 1e-15 && tolerance <= 1e-3))
    throw InvalidInput("law 'compliant': tolerance = " + solver::number(tolerance) +
                       "; expected 1e-15 <= tolerance <= 1e-3; leave it at 1e-11");
}

void Compliant::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  law::require_restitution("compliant", problem, restitution);
  outcome.restitution = law::common_restitution(problem, restitution);
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0, {}};
  outcome.status = Outcome::Status::resolved;
  if (problem.contact_count() == 0 || problem.approach().minCoeff() >= -problem.grazing_threshold())
    return;
  auto& scratch = workspace.scratch();
  if (!scratch.compliant) scratch.compliant = std::make_shared<law::CompliantScratch>();
  auto& flow = scratch.compliant->flow;
  const Scale scale = load(problem, *this, flow);
  const double before = flow.motion.speed.squaredNorm();
  const bool ended = flow.run(outcome.events);
  unload(problem, flow, scale, outcome);
  double works = 0.0;
  for (const auto& c : flow.motion.contacts) works += c.returned - c.taken + c.friction_work;
  const double drift =
      std::abs(0.5 * (flow.motion.speed.squaredNorm() - before) - works) / (0.5 * before);
  outcome.residuals.law = ended ? drift : 1.0;
  const bool gained = flow.motion.speed.squaredNorm() > before * (1.0 + 1e-8);
  if (!ended || drift > 1e-7 || gained) {
    outcome.status = Outcome::Status::not_converged;
    outcome.message =
        "compliant: " +
        (ended ? "the energy balance misses by " + solver::number(drift, 2) : flow.reason);
    outcome.last_velocity = outcome.velocity_plus;
    return;
  }
  outcome.uniqueness.impulses_unique = independent(problem, flow, scratch);
  if (flow.shared)
    outcome.notes.push_back(
        "friction of points that rest together is not determined; shares follow "
        "the stiffness within each point's cone");
}

}  // namespace carom
