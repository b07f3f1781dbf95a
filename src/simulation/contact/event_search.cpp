// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The first event of a trial step (event_search.h).
#include "simulation/contact/event_search.h"

#include "simulation/bracket.h"

namespace carom::simulation {
namespace {

// Of the largest reaction: within this a contact does not pull, nor leave its cone. Reactions are
// rounded by 1e-16 times the condition of J M⁻¹Wᵀ. What a smaller share suspects in vain is decided
// by the modes, at their price; a larger one finds openings late by that share.
constexpr double reverses = 1e-9;

struct NoState {};  // an inner step did not converge: leaves the root finders

}  // namespace

std::optional<EventSearch::Event> EventSearch::first(double time, const State& node, double size) {
  time_ = time;
  node_ = &node;
  try {
    return first_of_all(size);
  } catch (const NoState&) {
    return std::nullopt;
  }
}

EventSearch::Event EventSearch::first_of_all(double size) {
  Event closing;
  if (model_.contacts().empty()) return closing;
  bool failed = false;
  closing.at = scan_.first(integrator_, size, contacts_.gaps(), contacts_.watched(),
                           options_.touching, failed);
  if (failed) throw NoState{};
  if (contacts_.held().empty()) return closing;
  // Sustained contacts matter up to the first that closes. At the same instant both happen: the
  // slip that turns is kept with the closing.
  const Event change = of_sustained(closing.at.value_or(size));
  closing.turn = change.turn;
  return change.at && (!closing.at || *change.at < *closing.at) ? change : closing;
}

State EventSearch::state_at(double s) {
  State there;
  if (!integrator_.at(s, there)) throw NoState{};
  return there;
}

/// Slip of a sustained contact at s, along its slip at the node.
double EventSearch::slip_along(double s, std::size_t index) {
  return contacts_.slip_of(contacts_.held()[index].contact, state_at(s)).dot(contacts_.slip(index));
}

EventSearch::Event EventSearch::of_sustained(double size) {
  Event event;
  // Slips that turn back; each is searched for before the first one found so far.
  for (std::size_t k = 0; k < contacts_.held().size(); ++k) {
    const double slip = contacts_.slip(k).norm();
    if (contacts_.held()[k].sticks || slip <= contacts_.rest_speed()) continue;
    const double right = event.at.value_or(size);
    const double at_right = slip_along(right, k);
    if (at_right > 0.0) continue;
    event.turn = {.contact = contacts_.held()[k].contact, .from = slip};
    event.at = find_crossing([&](double s) { return slip_along(s, k); }, 0.0, right,
                             contacts_.slip(k).squaredNorm(), at_right, size);
  }
  // A change of modes before that.
  const double right = event.at.value_or(size);
  if (!modes_change(right)) return event;
  return {.at = find_change([&](double s) { return modes_change(s); }, 0.0, right, size)};
}

/// Whether some sustained contact would open or slip at s. A cheap look at the reactions first;
/// where points are redundant their signs mean nothing, and the modes themselves decide.
bool EventSearch::modes_change(double s) {
  const State there = state_at(s);
  HeldDynamics& dynamics = contacts_.dynamics();
  if (!dynamics.set_state(time_ + s, there.q, there.v)) throw NoState{};
  const Eigen::VectorXd& r = dynamics.reaction();
  const auto places = dynamics.places();
  const double scale = r.tail(r.size() - places.front().row).cwiseAbs().maxCoeff();
  bool suspect = false;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto [row, count, anchored] = places[k];
    const auto& contact = model_.contacts()[static_cast<std::size_t>(contacts_.held()[k].contact)];
    const double friction = contact.static_friction.value_or(contact.friction);
    suspect = suspect || r[row] < -reverses * scale ||
              r.segment(row + 1, count).norm() > friction * r[row] + reverses * scale;
  }
  return suspect && contacts_.modes_differ(time_ + s, there, time_, *node_);
}

}  // namespace carom::simulation
