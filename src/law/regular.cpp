// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Regular law (S2 chapter 2, corrected; ERRATA): with P the total normal impulse,
//   dv/dP = M⁻¹ Σ (nⱼᵀlⱼ + Tⱼᵀfⱼ),  lⱼ ≥ 0,  Σ lⱼ = 1,  lⱼ > 0 only where nⱼv = σ is lowest,
//   fⱼ Coulomb with μⱼlⱼ; compression ends at σ = 0 with the work W_c; the end is W = (1 − e²)W_c.
// Departures from S2: shares by equal small compliance (weights kⱼ), not by slip speed; one
// energetic coefficient in [0,1]; stick is tested. Page: docs/laws/regular.md.
#include "carom/laws/regular.h"

#include <cmath>
#include <utility>

#include "carom/error.h"
#include "law/coefficient.h"
#include "law/independent_rows.h"
#include "law/named.h"
#include "law/regular/event_flow.h"
#include "law/regular/increments.h"
#include "law/regular/layer_flow.h"
#include "law/scratch.h"
#include "solver/text.h"

namespace carom {
namespace {

using Method = Regular::Method;

// Removes what a failed attempt wrote, so that the next one starts from nothing.
void clear_attempt(Outcome& outcome) {
  for (auto& impulse : outcome.impulse) impulse.normal = 0.0, impulse.tangential = {0.0, 0.0};
  for (auto& work : outcome.energy.contacts) work = {0.0, 0.0, {}};
  outcome.events.clear();
  outcome.notes.clear();
  outcome.message.clear();
}

law::FlowEnd run_layer(const ImpactProblem& problem, double restitution, const Regular& settings,
                       Workspace::Scratch& scratch, Outcome& outcome) {
  if (!scratch.layer_flow) scratch.layer_flow = std::make_shared<law::LayerFlow>();
  if (settings.method == Method::increments)
    return law::run_increments(problem, restitution, *scratch.layer_flow, outcome);
  return scratch.layer_flow->run(problem, restitution, settings, outcome);
}

law::FlowEnd run(const ImpactProblem& problem, double restitution, const Regular& settings,
                 Workspace::Scratch& scratch, Outcome& outcome) {
  if (settings.method == Method::layer || settings.method == Method::increments)
    return run_layer(problem, restitution, settings, scratch, outcome);
  if (!scratch.event_flow) scratch.event_flow = std::make_shared<law::EventFlow>();
  const auto end = scratch.event_flow->run(problem, restitution, settings, outcome);
  if (end == law::FlowEnd::finished || settings.method == Method::events) return end;
  const std::string why = outcome.message;
  const Eigen::VectorXd last = outcome.last_velocity;
  clear_attempt(outcome);
  const auto second = run_layer(problem, restitution, settings, scratch, outcome);
  if (second == law::FlowEnd::failed) {
    outcome.message = "event-driven: " + why + "; compliant layer: " + outcome.message;
    if (outcome.last_velocity.size() == 0) outcome.last_velocity = last;
    return second;
  }
  outcome.last_velocity.resize(0);
  outcome.notes.push_back("the event-driven integration failed (" + why +
                          "); the compliant layer was used");
  return second;
}

void note_static_friction(const ImpactProblem& problem, Outcome& outcome) {
  for (const Contact& contact : problem.contacts()) {
    if (contact.tangents.rows() == 0 || !contact.static_friction) continue;
    if (*contact.static_friction <= contact.friction) continue;
    outcome.notes.push_back("static friction (" + solver::number(*contact.static_friction) +
                            " at '" + contact.name +
                            "') is not used: this law holds and slides with the dynamic one");
    return;
  }
}

// Point impulses are determined when the rows of every point that carried are independent.
bool impulses_determined(const ImpactProblem& problem, const Outcome& outcome,
                         Workspace::Scratch& scratch) {
  const auto rows_of = [&](int i) {
    const auto& impulse = outcome.impulse[static_cast<std::size_t>(i)];
    if (impulse.normal == 0.0) return 0;
    const bool rough = problem.contacts()[static_cast<std::size_t>(i)].friction > 0.0;
    return 1 + (rough ? impulse.tangent_count : 0);
  };
  // Rows that move fewer coordinates than they are many need no closer look.
  int rows = 0;
  Eigen::Index moved = 0;
  const auto& whitened = problem.whitened_rows();
  for (int i = 0; i < problem.contact_count(); ++i) rows += rows_of(i);
  for (Eigen::Index k = 0; k < whitened.rows() && moved < rows; ++k)
    moved += (whitened.row(k).array() != 0.0).any();
  return rows <= moved && law::rows_independent(problem, scratch.basis, rows_of);
}

}  // namespace

std::string to_string(Method method) {
  switch (method) {
    case Method::automatic: return "automatic";
    case Method::events: return "events";
    case Method::layer: return "layer";
    case Method::increments: return "increments";
  }
  return "automatic";
}

Method regular_method_from_string(std::string_view name) {
  return law::from_name<Method>(
      "method", name, {Method::automatic, Method::events, Method::layer, Method::increments});
}

LawDescription Regular::describe() const {
  LawDescription law{
      .name = "regular",
      .coefficient = "energetic (Stronge), one for the whole impact",
      .summary =
          "the impact followed in its impulse, Coulomb friction at every point, redundant "
          "points share by small compliance",
      .source = "S2 chapter 2, corrected",
      .compares_contacts = true,
      .friction = true,
      .requires_restitution = true,
      .multiplicity = Multiplicity::sampled};
  if (restitution) law.parameters.push_back({"restitution", *restitution});
  law.parameters.push_back({"tolerance", tolerance});
  law.parameters.push_back({"method", to_string(method)});
  return law;
}

void Regular::check() const {
  law::check_restitution("regular", restitution);
  if (!(tolerance >= 1e-13 && tolerance <= 1e-3))
    throw InvalidInput("law 'regular': tolerance = " + solver::number(tolerance) +
                       "; expected 1e-13 <= tolerance <= 1e-3; the default is 1e-8");
}

void Regular::solve(const ImpactProblem& problem, Workspace& workspace, Outcome& outcome) const {
  const double e = law::global_restitution("regular", problem, restitution);
  outcome.restitution = e;
  auto& scratch = workspace.scratch();
  if (run(problem, e, *this, scratch, outcome) == law::FlowEnd::failed) {
    outcome.status = Outcome::Status::not_converged;
    return;
  }
  outcome.status = Outcome::Status::resolved;
  apply_impulses(problem, outcome);
  note_static_friction(problem, outcome);
  outcome.uniqueness.impulses_unique = impulses_determined(problem, outcome, scratch);
}

}  // namespace carom
