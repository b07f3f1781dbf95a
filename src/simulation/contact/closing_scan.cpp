// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A contact may close in a step if its gap is negative at the end, or if it dips below zero in
// between: the parabola through the gaps at the start, middle and end shows where to look, and the
// lowest gap itself is then searched for, so that a bounce faster than the step is not missed.
// For each such contact the instant of closing is found from inner steps (bracket.h). A contact
// that touches at the start is bracketed from a point where it is open; if there is none it closes
// at once. Of several contacts the first instant is taken: at the instant of one, those deeper than
// `touching` have closed before, and are searched for on the shorter bracket.
#include "simulation/contact/closing_scan.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "simulation/bracket.h"

namespace carom::simulation {

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
  failed = false;
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
    if (std::abs(start_[k]) <= touching && end_[k] > -0.1 * touching) continue;
    if (end_[k] >= 0.0) {
      const auto below = start_[k] > touching ? dip(integrator, h, k, failed) : std::nullopt;
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

}  // namespace carom::simulation
