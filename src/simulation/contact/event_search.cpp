// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The first event of a trial step (event_search.h).
// A contact may close in a step if its gap is negative at the end, or if it dips below zero in
// between: the parabola through the gaps at the start, middle and end shows where to look, and the
// lowest gap itself is then searched for, so that a bounce faster than the step is not missed.
// For each such contact the instant of closing is found from inner steps (bracket.h). A contact
// that touches at the start is bracketed from a point where it is open; if there is none it closes
// at once. Of several contacts the first instant is taken: at the instant of one, those deeper than
// `touching` have closed before, and are searched for on the shorter bracket.
#include "simulation/contact/event_search.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>

#include "simulation/bracket.h"

namespace carom::simulation {
namespace {

// Of the largest reaction: within this a contact does not pull, nor leave its cone. Reactions are
// rounded by 1e-16 times the condition of J M⁻¹Wᵀ. What a smaller share suspects in vain is decided
// by the modes, at their price; a larger one finds openings late by that share.
constexpr double reverses = 1e-9;

// Of the trial: how far beyond a change of modes its event is put. Modes call an acceleration of
// 1e-9 of the largest zero, and accelerations change over no less than a thousandth of a trial:
// with 1e-7 of it a change may again be none. A contact is kept for 1e-9 s too long in a step of 1
// ms.
constexpr double beyond = 1e-6;

struct NoState {};  // an inner step did not converge: leaves the root finders

}  // namespace

using Eigen::Index;

double ClosingScan::gap(Integrator& integrator, double s, Index contact, bool& failed) {
  if (!integrator.gaps_at(s, trial_)) {
    failed = true;
    return 0.0;
  }
  return trial_[contact];
}

/// The contact is below zero at `right`. One that touches at the start closes where it comes back
/// to its level there (or to zero): a bounce lower than `touching` must not end lower than it
/// began.
double ClosingScan::closing(Integrator& integrator, double h, double right, Index contact,
                            double touching, bool& failed) {
  const bool touched = start_[contact] <= touching;
  const double level = touched ? std::min(0.0, start_[contact]) : 0.0;
  const auto value = [&](double s) { return gap(integrator, s, contact, failed) - level; };
  double at_right = value(right);
  if (failed || at_right >= 0.0) return right;
  if (!touched) return find_crossing(value, 0.0, right, start_[contact], at_right, h);
  // It touches at the start: towards the start, halve until it is open. 60 halvings reach 1e-18 of
  // the step, below the spacing of times within it; a contact not open there closes at once.
  double open = 0.5 * right;
  for (int k = 0; k < 60 && !failed; ++k, open *= 0.5) {
    const double there = value(open);
    if (there > 0.0) return find_crossing(value, open, right, there, at_right, h);
    right = open;
    at_right = there;
  }
  return 0.0;
}

/// The end of an inner step where the gap is below zero though it is not at the end of the step:
/// the foot of a stiff leg bounces faster than the step.
std::optional<double> ClosingScan::below_within(Integrator& integrator, Index contact,
                                                double touching, bool& failed) {
  // Not near: it does not come down by more than it has been seen to move.
  const auto [low, high] = std::minmax({start_[contact], middle_[contact], end_[contact]});
  if (low > std::max(touching, high - low)) return std::nullopt;
  if (!inner_known_) {
    inner_known_ = true;
    integrator.inner_ends(inner_);
    inner_gaps_.resize(start_.size(), static_cast<Index>(inner_.size()));
    for (std::size_t k = 0; k < inner_.size() && !failed; ++k) {
      failed = !integrator.gaps_at(inner_[k], trial_);
      if (!failed) inner_gaps_.col(static_cast<Index>(k)) = trial_;
    }
  }
  for (std::size_t k = 0; k < inner_.size() && !failed; ++k) {
    if (inner_gaps_(contact, static_cast<Index>(k)) < -touching) return inner_[k];
  }
  return std::nullopt;
}

/// A point of the step where the gap is below zero though both ends are above.
std::optional<double> ClosingScan::dip(Integrator& integrator, double h, Index contact,
                                       bool& failed) {
  const double g0 = start_[contact], gm = middle_[contact], g1 = end_[contact];
  // The parabola through the three gaps, in t = s/h − ½: gm + (g1 − g0) t + 2 κ t², κ = curvature.
  const double curvature = g0 - 2.0 * gm + g1;
  if (!(curvature > 0.0)) return std::nullopt;
  const double vertex = 0.5 + 0.25 * (g0 - g1) / curvature;  // of the parabola, in [0, 1]
  if (!(vertex > 0.0 && vertex < 1.0)) return std::nullopt;
  const double offset = vertex - 0.5;
  const double lowest = gm + (g1 - g0) * offset + 2.0 * curvature * offset * offset;
  // The parabola is off by its third-order term: a dip is looked for where its vertex is below a
  // quarter of its own height over the step, not only below zero.
  if (lowest > 0.25 * curvature) return std::nullopt;
  std::uintmax_t evaluations = 25;
  const auto found = boost::math::tools::brent_find_minima(
      [&](double s) { return gap(integrator, s, contact, failed); }, 0.0, h, 20, evaluations);
  if (failed || !(found.second < 0.0)) return std::nullopt;
  return found.first;
}

std::optional<double> ClosingScan::first(Integrator& integrator, double h,
                                         const Eigen::VectorXd& gaps,
                                         const std::vector<bool>& watched, double touching,
                                         bool& failed) {
  failed = inner_known_ = false;
  if (gaps.size() == 0) return std::nullopt;
  start_ = gaps;
  if (!integrator.gaps_near(0.5 * h, middle_) || !integrator.gaps_at(h, end_)) {
    failed = true;
    return std::nullopt;
  }
  // `when`: the first closing so far. Each further contact is asked only whether it closes before.
  std::optional<double> when;
  for (Index k = 0; k < gaps.size() && !failed; ++k) {
    if (!watched[static_cast<std::size_t>(k)]) continue;
    double right = h;  // below zero there
    // A contact that touched and stays at zero within rounding has not closed again.
    const bool stays = std::abs(start_[k]) <= touching && end_[k] > -0.1 * touching;
    if (stays || end_[k] >= 0.0) {
      auto below = start_[k] > touching ? dip(integrator, h, k, failed) : std::nullopt;
      if (!below) below = below_within(integrator, k, touching, failed);
      if (!below) continue;
      right = *below;
    }
    if (when && right >= *when) {
      if (gap(integrator, *when, k, failed) >= -touching) continue;  // not before, or together
      right = *when;
    }
    when = closing(integrator, h, right, k, touching, failed);
  }
  return when;
}

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
  return {.at = first_change(right, size)};
}

/// The modes change at `right`, and not at the node. Under a motor program, which has thousands of
/// changes: where the cheap look changes its sign they mostly do, and a root takes fewer
/// evaluations than halving; and the event is put beyond the change, since right at it the node's
/// projection may decide that nothing has changed, without end.
double EventSearch::first_change(double right, double size) {
  const auto changed = [&](double s) { return modes_change(s); };
  if (!options_.drive) return find_change(changed, 0.0, right, size);
  const double at_right = margin(right), at_left = margin(0.0);
  if (at_left > 0.0 && at_right < 0.0) {
    const double at =
        find_crossing([&](double s) { return margin(s); }, 0.0, right, at_left, at_right, size);
    const double after = std::min(right, at + beyond * size);
    if (changed(after)) return after;
  }
  const double at = find_change(changed, 0.0, right, size);
  const double after = std::min(right, at + beyond * size);
  return changed(after) ? after : at;
}

/// Below zero: some sustained contact would pull, or leave its friction cone, at s. As a share of
/// the largest reaction.
double EventSearch::margin(double s) {
  const State there = state_at(s);
  HeldDynamics& dynamics = contacts_.dynamics();
  if (!dynamics.set_state(time_ + s, there.q, there.v)) throw NoState{};
  const Eigen::VectorXd& r = dynamics.reaction();
  const auto places = dynamics.places();
  const double scale = r.tail(r.size() - places.front().row).cwiseAbs().maxCoeff();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto [row, count, anchored] = places[k];
    least = std::min(least, r[row]);
    if (count == 0) continue;
    const auto& contact = model_.contacts()[static_cast<std::size_t>(contacts_.held()[k].contact)];
    const double friction = contact.static_friction.value_or(contact.friction);
    least = std::min(least, friction * r[row] - r.segment(row + 1, count).norm());
  }
  return scale > 0.0 ? least / scale + reverses : least + reverses;
}

/// Whether some sustained contact would open or slip at s. A cheap look at the reactions first;
/// where points are redundant their signs mean nothing, and the modes themselves decide.
bool EventSearch::modes_change(double s) {
  return margin(s) < 0.0 && contacts_.modes_differ(time_ + s, state_at(s), time_, *node_);
}

}  // namespace carom::simulation
