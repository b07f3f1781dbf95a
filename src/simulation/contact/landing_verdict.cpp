// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "simulation/contact/landing_verdict.h"

#include <algorithm>
#include <string>
#include <utility>

#include "analysis/spread.h"
#include "carom/analysis.h"

namespace carom::simulation {
namespace {

/// Contacts with the ground that close within `window` at the rate they have.
std::vector<int> about_to_close(const Model& model, const State& state,
                                const std::vector<int>& closed, double window,
                                ModelWorkspace& workspace) {
  std::vector<int> found;
  for (int k = 0; k < static_cast<int>(model.contacts().size()); ++k) {
    const ContactCandidate& contact = model.contacts()[static_cast<std::size_t>(k)];
    if (contact.is_internal() || std::ranges::find(closed, k) != closed.end()) continue;
    const double gap = workspace.gap(k);
    Eigen::MatrixXd rows(1 + contact.tangents, model.velocity_size());
    workspace.contact_rows(k, rows);
    const double rate = rows.row(0).dot(state.v);
    if (rate < 0.0 && gap < -rate * window) found.push_back(k);
  }
  return found;
}

/// The model with one contact for each foot, and those of `members` that are in it.
struct Feet {
  Model model;
  std::vector<std::string> closed = {};
};

Feet feet_of(const Model& model, const std::vector<int>& members) {
  ModelParts parts = model.parts();
  std::vector<std::string> closed;
  parts.contacts.clear();
  const auto& contacts = model.contacts();
  for (const int k : members) {
    ContactCandidate one = contacts[static_cast<std::size_t>(k)];
    if (one.sole) {
      one.name = one.sphere.body;
      one.sphere = {one.sphere.body, *one.sole, 0.0};
      one.sole.reset();
    }
    if (std::ranges::find(closed, one.name) != closed.end()) continue;
    closed.push_back(one.name);
    parts.contacts.push_back(std::move(one));
  }
  return {model.with(std::move(parts)), std::move(closed)};
}

}  // namespace

bool lands_together(const Model& model, const SimulationOptions& options) {
  return options.simultaneous > 0.0 ||
         std::ranges::any_of(model.contacts(), [](const ContactCandidate& contact) {
           return contact.sole.has_value();
         });
}

PracticalVerdict landing_verdict(const Model& model, const State& state,
                                 const std::vector<int>& contacts, const Outcome& outcome,
                                 const SimulationOptions& options, ModelWorkspace& workspace) {
  std::vector<int> all = about_to_close(model, state, contacts, options.simultaneous, workspace);
  all.insert(all.end(), contacts.begin(), contacts.end());
  std::ranges::sort(all);
  const Feet feet = feet_of(model, all);
  const ImpactProblem problem = make_problem(feet.model, state, {.closed = feet.closed});
  return practical_spread(problem, analysis::practical_coefficients(problem, outcome),
                          options.resolve.practical_friction, options.resolve.seed);
}

}  // namespace carom::simulation
