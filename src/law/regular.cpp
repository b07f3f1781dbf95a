// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Regular law (S2 chapter 2, corrected): with P the total normal impulse and uⱼ = nⱼv,
//   dv/dP = M⁻¹ Σ (nⱼᵀlⱼ + Tⱼᵀfⱼ),  lⱼ ≥ 0,  Σ lⱼ = 1,  fⱼ Coulomb with μⱼlⱼ.
// Compression, while σ = min uⱼ < 0: lⱼ > 0 only where uⱼ = σ; dEⱼ = −uⱼlⱼ dP is taken up.
// Release, while a store Qⱼ = eⱼ²Eⱼ − Rⱼ is not empty: lⱼ > 0 only where uⱼ is the lowest of the
// stored contacts, dRⱼ = uⱼlⱼ dP; empty contacts with uⱼ = 0 are held: u̇ⱼ ≥ 0 ⟂ lⱼ ≥ 0, no work.
// End: σ ≥ 0 and every store is empty. T + ΣQⱼ never grows. Groups of contacts that nothing couples
// are followed one by one: then nothing that is far away can enter, not even its units.
// Departures from S2: shares by equal small compliance (weights kⱼ), not by slip speed; energetic
// coefficients in [0,1] at each contact; stick is tested. Page: docs/laws/regular.md.
#include "carom/laws/regular.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/enumerator_name.h"
#include "base/text.h"
#include "carom/error.h"
#include "law/coefficient.h"
#include "law/regular/events/event_flow.h"
#include "law/regular/layer/layer_flow.h"
#include "law/scratch.h"

namespace carom {
namespace {

using Method = Regular::Method;

using Group = std::span<const int>;

/// What the layer is good to where energy comes back, relative: it has the cases that are hard, a
/// compliance of 1e-8 moves what each contact stores, and what is given back goes with its root.
/// Measured by renumbering contacts: 1e-7 mostly, 1e-5 at the worst.
constexpr double fallback_error = 1e-6;

// Removes what a failed attempt wrote, so that the next one starts from nothing.
void clear_attempt(Group contacts, std::size_t events, std::size_t notes, Outcome& outcome) {
  for (const int i : contacts) {
    auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    impulse.normal = 0.0, impulse.tangential = {0.0, 0.0};
    // Of this group only: groups before it have their answer.
    outcome.energy.contacts[static_cast<std::size_t>(i)] = {0.0, 0.0, {}};
  }
  // Events and notes of this attempt go, those of groups before stay.
  outcome.events.resize(events);
  outcome.notes.resize(notes);
  outcome.message.clear();
}

bool run_layer(const ImpactProblem& problem, Group contacts, const Regular& settings,
               Workspace::Scratch& scratch, Outcome& outcome) {
  // Made when first needed, and kept: later impacts in this workspace reuse its storage.
  if (!scratch.layer_flow) scratch.layer_flow = std::make_shared<law::LayerFlow>();
  return scratch.layer_flow->run(problem, contacts, settings, outcome);
}

bool run(const ImpactProblem& problem, Group contacts, const Regular& settings,
         Workspace::Scratch& scratch, Outcome& outcome) {
  // No fallback where the caller has chosen: a cross-check must not answer by the other method.
  if (settings.method == Method::layer || settings.method == Method::increments)
    return run_layer(problem, contacts, settings, scratch, outcome);
  // First by events; where that fails and the method may be chosen, by the layer from nothing.
  if (!scratch.event_flow) scratch.event_flow = std::make_shared<law::EventFlow>();
  // What groups before this one wrote stays.
  const auto events = outcome.events.size(), notes = outcome.notes.size();
  const bool answered = scratch.event_flow->run(problem, contacts, settings, outcome);
  if (answered || settings.method == Method::events) return answered;
  // The reason goes into the note, the last velocity into the report if the layer fails too.
  const std::string why = outcome.message;
  const Eigen::VectorXd last = outcome.last_velocity;
  clear_attempt(contacts, events, notes, outcome);
  if (!run_layer(problem, contacts, settings, scratch, outcome)) {
    outcome.message = "event-driven: " + why + "; compliant layer: " + outcome.message;
    if (outcome.last_velocity.size() == 0) outcome.last_velocity = last;
    return false;
  }
  outcome.last_velocity.resize(0);
  // With e = 0 nothing is given back: the stores have no part in the result, and the residual of
  // the layer stands. Where contacts differ in e, at least one bounces.
  if (!outcome.restitution || *outcome.restitution > 0.0)
    outcome.residuals.law = std::max(outcome.residuals.law, fallback_error);
  outcome.notes.push_back("the event-driven integration failed (" + why +
                          "); the compliant layer was used");
  return true;
}

// One store per coupled group needs one coefficient there.
void check_group_restitution(const ImpactProblem& problem, const law::CoupledGroups& groups) {
  std::vector<std::string> faults;
  for (int g = 0; g < groups.count(); ++g) {
    const auto& first = problem.contacts()[static_cast<std::size_t>(groups.group(g)[0])];
    for (const int i : groups.group(g)) {
      const auto& contact = problem.contacts()[static_cast<std::size_t>(i)];
      // Compared exactly: a store with two coefficients is not defined, however close they are.
      if (*contact.restitution == *first.restitution) continue;
      faults.push_back("contact '" + contact.name + "': restitution = " +
                       base::number(*contact.restitution) + " but '" + first.name +
                       "', which it is coupled to, has " + base::number(*first.restitution) +
                       "; expected one value, law 'regular' with energy = group has one store for "
                       "both; make them equal, or use energy = contact");
    }
  }
  // All of them at once, so that one correction is enough.
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

// The groups one after the other. Events count the impulse of those before, and the impact ends
// once.
bool run_groups(const ImpactProblem& problem, const Regular& settings, Workspace::Scratch& scratch,
                Outcome& outcome) {
  // `before`: the normal impulse of the groups that are done [N·s].
  double before = 0.0, residual = 0.0;
  // Groups by J M⁻¹Jᵀ, with the tangents that friction can load. P, the units and every tolerance
  // are those of one group.
  scratch.groups.find(problem, law::tangents_with_friction);
  if (settings.energy == Regular::Energy::group && !settings.restitution)
    check_group_restitution(problem, scratch.groups);
  for (int g = 0; g < scratch.groups.count(); ++g) {
    const Group contacts = scratch.groups.group(g);
    // The `ends` of the group before: the impact ends once, after the last group.
    if (!outcome.events.empty() && outcome.events.back().kind == Event::Kind::ends)
      outcome.events.pop_back();
    const auto events = outcome.events.size();
    // Each group has its residual; the worst one counts.
    outcome.residuals.law = 0.0;
    const bool answered = run(problem, contacts, settings, scratch, outcome);
    residual = std::max(residual, outcome.residuals.law);
    // Events carry the P of their own group. The groups are reported in a row, as if each began
    // when the one before had ended. They do not act on each other: the order is a convention.
    for (auto event = events; event < outcome.events.size(); ++event)
      outcome.events[event].impulse += before;
    for (const int i : contacts) before += outcome.impulse[static_cast<std::size_t>(i)].normal;
    // One group without an answer leaves the impact without one.
    if (!answered) return false;
  }
  outcome.residuals.law = residual;
  // The last group may not have been an impact at all, after the `ends` of another was taken off.
  if (!outcome.events.empty() && outcome.events.back().kind != Event::Kind::ends)
    outcome.events.push_back({Event::Kind::ends, -1, before});
  return true;
}

void note_static_friction(const ImpactProblem& problem, Outcome& outcome) {
  for (const Contact& contact : problem.contacts()) {
    if (contact.tangents.rows() == 0 || !contact.static_friction) continue;
    if (*contact.static_friction <= contact.friction) continue;
    outcome.notes.push_back("static friction (" + base::number(*contact.static_friction) + " at '" +
                            contact.name +
                            "') is not used: this law holds and slides with the dynamic one");
    return;
  }
}

// Point impulses are determined when the rows of every point that carried are independent.
bool impulses_determined(const ImpactProblem& problem, const Outcome& outcome,
                         Workspace::Scratch& scratch) {
  const auto rows_of = [&](int i) {
    const auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    // Exactly zero: it never carried, so that its rows leave nothing open.
    if (impulse.normal == 0.0) return 0;
    const bool rough = problem.contacts()[static_cast<std::size_t>(i)].friction > 0.0;
    return 1 + (rough ? impulse.tangent_count : 0);
  };
  // Rows that move fewer coordinates than they are many are dependent, and need no closer look.
  // For a flat sole that count decides, without a factorisation.
  int rows = 0;
  Eigen::Index moved = 0;
  const auto& whitened = problem.whitened_rows();
  for (int i = 0; i < problem.contact_count(); ++i) rows += rows_of(i);
  for (Eigen::Index k = 0; k < whitened.rows() && moved < rows; ++k)
    moved += (whitened.row(k).array() != 0.0).any();
  return rows <= moved && law::rows_independent(problem, scratch.basis, rows_of);
}

}  // namespace

std::string to_string(Regular::Energy energy) {
  return energy == Regular::Energy::group ? "group" : "contact";
}

Regular::Energy regular_energy_from_string(std::string_view name) {
  return base::from_name<Regular::Energy>("energy", name,
                                          {Regular::Energy::contact, Regular::Energy::group});
}

std::string to_string(Method method) {
  return base::enumerator_name(method, {"automatic", "events", "layer", "increments"});
}

Method regular_method_from_string(std::string_view name) {
  return base::from_name<Method>(
      "method", name, {Method::automatic, Method::events, Method::layer, Method::increments});
}

LawDescription Regular::describe() const {
  return {
      .name = "regular",
      .parameters = law::parameters(
          restitution,
          {{"energy", to_string(energy)}, {"tolerance", tolerance}, {"method", to_string(method)}}),
      .coefficient = energy == Energy::group ? "energetic (Stronge), one for each coupled group"
                                             : "energetic (Stronge), per contact",
      .summary =
          "the impact followed in its impulse, Coulomb friction at every point; each contact gives "
          "back the energy that it took up",
      .source = "S2 chapter 2, corrected",
      .compares_contacts = true,
      .jumps = energy == Energy::group,
      .friction = true,
      .requires_restitution = true,
      .multiplicity = Multiplicity::sampled};
}

void Regular::check() const {
  law::check_restitution("regular", restitution);
  // At the lower end the shortest step, a tenth of it, is some ten roundings of velocities of
  // order one. At the upper end one increment may stop slips within 3e-2 of impulse, its root.
  if (!(tolerance >= 1e-13 && tolerance <= 1e-3))
    throw InvalidInput("law 'regular': tolerance = " + base::number(tolerance) +
                       "; expected 1e-13 <= tolerance <= 1e-3; the default is 1e-8");
}

void Regular::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  // e has no default here: every contact has its own, or the law has one for all.
  law::require_restitution("regular", problem, restitution);
  outcome.restitution = law::common_restitution(problem, restitution);
  auto& scratch = workspace.scratch();
  // No contact has taken or returned energy until its group writes so.
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0, {}};
  // On failure the last velocity and the message are in the outcome; v⁺ is not an answer.
  if (!run_groups(problem, *this, scratch, outcome)) {
    outcome.status = Outcome::Status::not_converged;
    return;
  }
  outcome.status = Outcome::Status::resolved;
  // v⁺ = v⁻ + M⁻¹JᵀΛ from the impulses of all groups together.
  apply_impulses(problem, outcome);
  note_static_friction(problem, outcome);
  outcome.uniqueness.impulses_unique = impulses_determined(problem, outcome, scratch);
}

}  // namespace carom
