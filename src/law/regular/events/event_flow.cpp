// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The loop over segments: choose the mode and its rate, go straight or turn until the next event.
#include "law/regular/events/event_flow.h"

#include <algorithm>
#include <cmath>

#include "law/never.h"
#include "law/regular/events/straight_piece.h"

namespace carom::law {
namespace {

using What = EventCut::What;

constexpr int most_segments = 400;
// The compliance ε of a rate: points that are held move at ε y, with y of order one, and forces
// that only ε determines have rounding of 1e-16/ε.
//
// At an event: who leaves, who slips. Forces have rounding of 1e-9, and held points are a hundred
// times slower than those that leave.
constexpr double deciding = 1e-7;
// While nothing is clipped: it then only breaks ties, and lies just above the rounding of M.
constexpr double holding = 1e-15;
// While something is: in a unit of impulse a held point drifts by a seventh of the tolerance of a
// tie (event_state.cpp).
constexpr double releasing = 3e-11;
// Rate above which a tied or rest point leaves: a hundred times that of one held at `deciding`.
constexpr double clearly_leaving = 1e-5;
// Scaled: above the default tolerance of a step, 1e-8, below the 1e-6 that the gate of all laws
// refuses.
constexpr double worst_residual = 1e-7;
// |q| below which nothing moves, relative to its parts: thirty times what `releasing` leaves.
constexpr double standstill = 1e-9;
/// Shares of contacts that lock. One that only waits at the same velocity, which the others do not
/// move, has a share of the size of ε: this is a hundred times the largest.
constexpr double locking_share = 1e-5;
/// Approach left, in the mass metric and relative to the momentum, that is no rounding. The ties of
/// an ordinary impact end within 1e-9; the gate of all laws refuses 1e-6.
constexpr double hidden = 1e-7;

}  // namespace

bool EventFlow::run(const ImpactProblem& problem, std::span<const int> contacts,
                    const Regular& settings, Outcome& outcome) {
  if (!at_.points.build(problem, contacts, settings.restitution, reduced_)) return true;
  begin(settings, outcome);
  // Where a contact is much faster than the others, the approach of these can be below the
  // tolerances, which are relative to the fastest: it would not be followed, or be left at the end.
  bool good =
      !approaches(problem, -10.0 * at_.tolerances.gap) ||
      fail("contacts approach too much slower than the fastest one; are all rows in one unit?");
  // Segment by segment until σ ≥ 0 and every store is empty.
  while (!finished_ && good) good = segment();
  // The same test at the end, now of every point.
  if (good && approaches(problem, -never))
    good = fail("contacts still approach, slower than the fastest one by more than its tolerances");
  // The impulses, and whether they satisfy the law.
  at_.record.write(at_.points, outcome);
  outcome.residuals.law = residual();
  if (good && outcome.residuals.law > worst_residual)
    good = fail("the impulses miss the law's own conditions");
  // The impulses so far are kept for the report only: run() of regular.cpp removes them.
  if (!good) {
    outcome.message = why_;
    apply_impulses(problem, outcome);
    outcome.last_velocity = outcome.velocity_plus;
    return false;
  }
  at_.record.note(Event::Kind::ends, -1, at_.impulse * at_.points.impulse, outcome);
  const auto bounces = [](double e) { return e > 0.0; };
  const auto& restitution = at_.points.restitution;
  if (jammed_ && std::any_of(restitution.begin(), restitution.end(), bounces))
    outcome.notes.push_back(
        "contacts jam: they stopped before the energy they took up could be given back");
  return true;
}

void EventFlow::begin(const Regular& settings, Outcome& outcome) {
  outcome_ = &outcome;
  at_.begin(settings);
  rate_.prepare(at_.points), probe_.prepare(at_.points);
  turning_.begin();
  finished_ = jammed_ = keep_rate_ = false;
  compressed_at_ = -1.0;
  at_.steps = segments_ = 0;
}

// A point whose scaled velocity is above this approaches, in the mass metric and relative to the
// momentum, by more than rounding.
bool EventFlow::approaches(const ImpactProblem& problem, double above) const {
  for (int j = 0; j < at_.points.count; ++j) {
    const double u = at_.normal_velocity(j);
    const double length = problem.normal_length()[at_.points.contact[static_cast<std::size_t>(j)]];
    if (u > above && u * at_.points.speed < -hidden * problem.momentum_norm() * length) return true;
  }
  return false;
}

bool EventFlow::fail(const char* why) {
  why_ = why;
  return false;
}

bool EventFlow::segment() {
  // Choose the mode and its rate, see that it is the one solution, then go to the next event.
  if (++segments_ > most_segments) return fail("more than 400 changes of mode");
  if (keep_rate_) {
    keep_rate_ = false;
    return stalled() ? lock() : go_straight(never);
  }
  // Who leaves goes first, for as long as it takes to be clearly gone, at the rate that decided it.
  // With nobody leaving, the rate in the limit of small ε.
  if (!choose_rate()) return false;
  const double passing = passing_length();
  if (passing == never) {
    if (!sharpen_rate() || !check_branch()) return false;
    // States are noted for settled modes only, where nobody is on the way out of a tie or rest.
    at_.record.note_states(rate_.members(), at_.impulse, *outcome_, at_.points);
  } else {
    at_.epsilon = deciding;
    for (const auto& m : rate_.members())
      if (m.rests && m.carries)
        at_.record.points()[static_cast<std::size_t>(m.point)].passed_rest = true;
  }
  // σ is read where the share is largest: there the tie holds best.
  double largest = 0.0;
  for (const auto& m : rate_.members())
    if (!m.held && m.share > largest) largest = m.share, at_.anchor = m.point;
  if (stalled()) return lock();
  return constant_rates(at_, rate_) ? go_straight(passing) : turn(passing);
}

// The mode at this state and the rate that decides who leaves it.
bool EventFlow::choose_rate() {
  // With the larger ε forces are known to 1e-9, and the rates of those that leave stand out.
  at_.set_mode(rate_);
  if (!rate_.solve(deciding)) return fail("the rate has no solution");
  // Still at the end of compression, but for a piece in which a point passed out of its tie: at a
  // rate of one that takes 2.5 times the tolerance of a tie, 5e-10.
  if (at_.impulse - compressed_at_ < 1e-9 && hands_over())
    return fail("at the end of compression other points take over: the rate has several solutions");
  return rate_.members().size() < 2 || same_from_before();
}

// From ε = deciding to a smaller one; once more with a larger one where that clips something.
bool EventFlow::sharpen_rate() {
  at_.epsilon = rate_.any_clipped() ? releasing : holding;
  // With nothing clipped the pattern is linear and only ε changes: the factors at hand do.
  const bool sharp = at_.epsilon == holding && rate_.sharpen(deciding, holding);
  if (!sharp && !rate_.solve(at_.epsilon, true)) return fail("the rate has no stiff limit");
  if (at_.epsilon == holding && rate_.any_clipped()) {
    at_.epsilon = releasing;
    if (!rate_.solve(at_.epsilon, true)) return fail("the rate has no stiff limit");
  }
  return true;
}

// Active until now.
bool EventFlow::carried(const Rate::Member& m) const {
  return at_.record.points()[static_cast<std::size_t>(m.point)].state != Record::State::free;
}

// At the end of compression everything may have stopped, and every point is tied and at rest: then
// the state alone does not tell that the points which were active stay so, as the layers do.
bool EventFlow::hands_over() const {
  bool leaves = false, comes = false;
  for (const auto& m : rate_.members()) {
    if (m.held) continue;
    leaves = leaves || (carried(m) && !m.carries);
    comes = comes || (!carried(m) && m.carries);
  }
  return leaves && comes;
}

// The same rate must be found from the points that were active until now: at a join the layers
// start there, and with several solutions they need not come to the one found from the whole set.
bool EventFlow::same_from_before() {
  const auto& members = rate_.members();
  const auto before = std::count_if(members.begin(), members.end(),
                                    [&](const Rate::Member& m) { return carried(m); });
  if (before == 0 || before == std::ssize(members)) return true;
  at_.set_mode(probe_);
  // Newton from that pattern instead of the whole set; no solution from there says nothing.
  for (auto& m : probe_.members()) m.carries = carried(m);
  if (!probe_.attempt_from_here(deciding)) return true;
  return same_rate() || fail("the rate has several solutions");
}

bool EventFlow::same_rate() const {
  for (std::size_t i = 0; i < rate_.velocity_rate().size(); ++i)
    // Rates of order one. Two ways to one solution agree to where clipped directions are settled,
    // 1e-6 at the worst (rate.cpp); another solution has other points that carry.
    if (std::abs(probe_.velocity_rate()[i] - rate_.velocity_rate()[i]) > 1e-6) return false;
  return true;
}

// Two solutions, or one that the compliant contact would leave, are not for this method.
bool EventFlow::check_branch() {
  // Cheap and sufficient first: B positive definite. Then eigenvalues, then a second way to the
  // rate.
  if (rate_.clearly_stable()) return true;
  if (!rate_.stable()) return fail("the rate is on a fold: the compliant contact leaves it");
  at_.set_mode(probe_);
  if (!probe_.solve_cold(at_.epsilon))
    return fail("the rate has no solution from large compliance");
  return same_rate() || fail("the rate has several solutions");
}

// How long until the fastest of the points that leave their tie or rest is clearly gone.
double EventFlow::passing_length() const {
  double length = never;
  double lowest = 0.0, shares = 0.0;  // the rate of σ
  for (const auto& m : rate_.members()) {
    if (m.held) continue;
    lowest += m.share * rate_.along(m.point, 0);
    shares += m.share;
  }
  // σ̇ as the mean by shares, Σ l_j u̇_j/Σ l_j: at the deciding ε no single point holds its tie
  // exactly.
  lowest /= shares;
  for (const auto& m : rate_.members()) {
    if (!m.carries) {
      // Without a share it may rise over its level: σ for a tied point, 0 for a held one.
      const double rise = rate_.along(m.point, 0) - (m.held ? 0.0 : lowest);
      if (rise > clearly_leaving) length = std::min(length, 2.5 * at_.tolerances.gap / rise);
    }
    if (m.rests) {
      const double slip = length_of(rate_.along(m.point, 1), rate_.along(m.point, 2));
      if (slip > clearly_leaving) length = std::min(length, 2.5 * at_.tolerances.rest / slip);
    }
  }
  return length;
}

bool EventFlow::go_straight(double most) {
  // Exact, unless somebody must be passed out of a tie first.
  EventCut cut = first_event(at_, rate_);
  if (most < cut.length) cut = {most, What::nothing};
  if (cut.length == never) {
    // Of the approach at the start: about what the gate of all laws lets pass.
    if (std::abs(at_.sigma()) < 1e-6) return lock();
    return fail("the approach never ends: no velocity separates the contacts");
  }
  ++at_.steps;
  move_straight(at_, rate_, cut.length);
  apply(cut);
  // The same points go on at the same rate if all of them are stored now, and if it was sharpened:
  // the bound on ε lies between `releasing` and `deciding`.
  keep_rate_ = cut.what == What::end_of_compression && !at_.compressing && at_.epsilon < 1e-9 &&
               std::all_of(
                   rate_.members().begin(), rate_.members().end(),
                   [&](const Rate::Member& m) { return at_.stores.stored(m.point); });
  return true;
}

bool EventFlow::turn(double most) {
  EventCut cut{};
  if (!turning_.run(most, cut)) return fail(turning_.why());
  apply(cut);
  return true;
}

// The active contacts stopped and lock: their forces cancel, up to a share of their size.
bool EventFlow::stalled() const {
  double largest = 0.0;
  for (const double q : rate_.velocity_rate()) largest = std::max(largest, std::abs(q));
  // σ as in go_straight().
  if (largest > standstill || std::abs(at_.sigma()) > 1e-6) return false;
  // Small beside the forces that cancel, too: short rows change velocities little without locking.
  double size = 0.0;
  for (const auto& m : rate_.members())
    for (int k = 0; k < 3; ++k) {
      const double* row = at_.points.row(m.point, k);
      const double force = k == 0 ? m.share : m.force[k - 1];
      size += std::abs(force) * std::sqrt(dot(row, row, at_.points.rank));
    }
  return largest <= standstill * size;
}

// What contacts that lock still hold is lost; others, which they do not move, give back theirs.
bool EventFlow::lock() {
  if (at_.compressing) at_.compressing = false, compressed_at_ = at_.impulse;
  jammed_ = true;
  for (const auto& m : rate_.members())
    if (!m.held && m.share > locking_share) at_.stores.empty(at_.stores.store_of(m.point));
  finished_ = !at_.stores.settle();
  return true;
}

// What an event changes beyond the state: the phase and the stores. Who joins, opens or rests is
// seen by the next mode.
void EventFlow::apply(const EventCut& cut) {
  const double now = at_.impulse * at_.points.impulse;
  switch (cut.what) {
    // E_j is fixed until compression returns. Release if some e_j² E_j > 0, else the end.
    case What::end_of_compression:
      if (at_.lowest() < -at_.tolerances.gap) break;  // rounding of a long piece: it goes on
      at_.record.note(Event::Kind::compression_ends, -1, now, *outcome_);
      at_.compressing = false;
      compressed_at_ = at_.impulse;
      finished_ = !at_.stores.settle();
      break;
    // Stores keep what they have, and new E_j add to it.
    case What::return_to_compression:
      at_.record.note(Event::Kind::compression_returns, -1, now, *outcome_);
      at_.compressing = true;
      break;
    case What::empty_store:
      at_.stores.empty(cut.index);
      finished_ = !at_.stores.settle();
      break;
    default: break;
  }
}

// Residual of the law: momentum between ζ and the impulses, relative to ζ where that is larger than
// the approach (contacts that squeeze a light body between heavy ones); approach left beyond what
// rounding of the velocities explains; cone.
double EventFlow::residual() const {
  const auto& points = at_.points;
  const auto& done = at_.record.points();
  // Momentum: ζ from the impulses, against ζ as it was followed.
  double worst = 0.0, size = 1.0;
  for (const double z : points.start) size = std::max(size, std::abs(z));
  for (int i = 0; i < points.rank; ++i) {
    // ζ₀ + KᵀΛ.
    double z = points.start[static_cast<std::size_t>(i)];
    for (int j = 0; j < points.count; ++j)
      for (int k = 0; k < 3; ++k)
        z += points.row(j, k)[i] * done[static_cast<std::size_t>(j)].impulse[k];
    worst = std::max(worst, std::abs(z - at_.zeta[static_cast<std::size_t>(i)]) / size);
  }
  for (int j = 0; j < points.count; ++j) {
    // Cone, pull and approach left.
    const auto& p = done[static_cast<std::size_t>(j)];
    const double mu = points.friction[static_cast<std::size_t>(j)];
    worst = std::max(worst, length_of(p.impulse[1], p.impulse[2]) - mu * p.impulse[0]);
    worst = std::max({worst, -p.impulse[0], -at_.normal_velocity(j) - at_.noise()});
  }
  return worst;
}

}  // namespace carom::law
