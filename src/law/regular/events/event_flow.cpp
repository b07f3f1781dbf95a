// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The loop over segments: choose the mode and its rate, go straight or turn until the next event.
#include "law/regular/events/event_flow.h"

#include <algorithm>
#include <cmath>

namespace carom::law {
namespace {

constexpr int most_segments = 400;
constexpr double deciding = 1e-7;    // ε at an event: who leaves, who slips
constexpr double holding = 1e-15;    // ε while nothing is clipped: it then only breaks ties
constexpr double releasing = 3e-11;  // ε while something is
constexpr double moving = 1e-5;      // rate above which a tied or rest point leaves
constexpr double worst_residual = 1e-7;
constexpr double still = 1e-9;  // |q| below which nothing moves, relative to its parts
/// Shares of contacts that lock. One that only waits at the same velocity, which the others do not
/// move, has a share of the size of ε.
constexpr double locking_share = 1e-5;
/// Approach left, in the mass metric and relative to the momentum, that is no rounding. The ties of
/// an ordinary impact end within 1e-9; the gate of all laws refuses 1e-6.
constexpr double hidden = 1e-7;

}  // namespace

FlowEnd EventFlow::run(const ImpactProblem& problem, std::span<const int> contacts,
                       const Regular& settings, Outcome& outcome) {
  steps_ = segments_ = 0;
  if (!points_.build(problem, contacts, settings.restitution, reduced_)) return FlowEnd::finished;
  begin(settings, outcome);
  bool good =
      !too_slow(problem) ||
      fail("contacts approach too much slower than the fastest one; are all rows in one unit?");
  while (!finished_ && good) good = segment();
  if (good && hidden_approach(problem))
    good = fail("contacts still approach, slower than the fastest one by more than its tolerances");
  record_.write(points_, outcome);
  end();
  if (good && outcome.residuals.law > worst_residual)
    good = fail("the impulses miss the law's own conditions");
  if (!good) {
    outcome.message = why_;
    apply_impulses(problem, outcome);
    outcome.last_velocity = outcome.velocity_plus;
    return FlowEnd::failed;
  }
  record_.note(Event::Kind::ends, -1, impulse_ * points_.impulse, outcome);
  const auto bounces = [](double e) { return e > 0.0; };
  if (jammed_ && std::any_of(points_.restitution.begin(), points_.restitution.end(), bounces))
    outcome.notes.push_back(
        "contacts jam: they stopped before the energy they took up could be given back");
  return FlowEnd::finished;
}

// An approach, in the mass metric and relative to the momentum, that is no rounding.
bool EventFlow::approaches(const ImpactProblem& problem, int point) const {
  const double u = velocities_[static_cast<std::size_t>(3 * point)] * points_.speed;
  const double length = problem.normal_length()[points_.contact[static_cast<std::size_t>(point)]];
  return u < -hidden * problem.momentum_norm() * length;
}

// Where a contact is much faster than the others, the approach of these can be below the
// tolerances, which are relative to the fastest: it would not be followed, or be left at the end.
bool EventFlow::too_slow(const ImpactProblem& problem) const {
  for (int j = 0; j < points_.count; ++j)
    if (velocities_[static_cast<std::size_t>(3 * j)] > -10.0 * tolerances_.gap &&
        approaches(problem, j))
      return true;
  return false;
}

bool EventFlow::hidden_approach(const ImpactProblem& problem) const {
  for (int j = 0; j < points_.count; ++j)
    if (approaches(problem, j)) return true;
  return false;
}

double EventFlow::lowest() const {
  double least = velocities_[0];
  for (int j = 1; j < points_.count; ++j)
    least = std::min(least, velocities_[static_cast<std::size_t>(3 * j)]);
  return least;
}

void EventFlow::set_mode(Rate& rate, const std::vector<char>* also_rest) const {
  rate.set_mode(velocities_, tolerances_, compressing_ ? nullptr : &stores_.stored(), also_rest);
}

// One piece of the impact at one point, into the record and into its store. Held points do no work;
// what rounding makes of it goes with that of friction, so that the ledger balances.
void EventFlow::keep(int point, const double impulse[3], double normal_work, double friction_work) {
  if (is_empty(point)) {
    record_.add(point, impulse, 0.0, friction_work + normal_work);
    return;
  }
  record_.add(point, impulse, normal_work, friction_work);
  if (compressing_)
    stores_.compress(point, normal_work);
  else
    stores_.release(point, normal_work);
}

void EventFlow::begin(const Regular& settings, Outcome& outcome) {
  outcome_ = &outcome;
  tolerance_ = settings.tolerance;
  rate_.prepare(points_), probe_.prepare(points_);
  record_.begin(points_.count);
  stores_.begin(points_.restitution, settings.energy);
  state_.assign(points_.start.begin(), points_.start.end());
  const auto n = static_cast<std::size_t>(points_.count),
             r = static_cast<std::size_t>(points_.rank);
  velocities_.resize(3 * n), end_velocities_.resize(3 * n);
  stopping_.assign(n, 0);
  stage_rate_.resize(7 * (r + 1));
  stage_share_.resize(7 * n), stage_force_.resize(14 * n), stage_power_.resize(14 * n);
  trial_.resize(r + 1), dense_.resize(5 * (r + 1)), probe_state_.resize(r + 1);
  offset_.resize(r), response_.resize(3 * n);
  impulse_ = 0.0;
  compressing_ = true, finished_ = jammed_ = keep_rate_ = false;
  compressed_at_ = -1.0;
  next_step_ = 0.0, tried_stop_ = 1e300;
  const double noise = 1e-14 * points_.fastest;
  tolerances_ = {std::max(2e-10, noise), std::max(1e-9, 5.0 * noise)};
  why_.clear();
  refresh_velocities();
}

bool EventFlow::fail(const char* why) {
  why_ = why;
  return false;
}

void EventFlow::refresh_velocities() {
  const double* row = points_.rows.data();
  for (double& u : velocities_) u = dot(row, state_.data(), points_.rank), row += points_.rank;
}

double EventFlow::sigma() const { return velocities_[static_cast<std::size_t>(3 * anchor_)]; }

// Without friction Σ l_j u̇_j = ‖q‖², and what carries at σ has one rate: a sum of squares, where
// n q cancels to nothing between contacts that squeeze a light body.
double EventFlow::sigma_rate() const {
  double shares = 0.0;
  for (const auto& m : rate_.members()) {
    if (m.force[0] != 0.0 || m.force[1] != 0.0) return rate_.along(anchor_, 0);
    if (!m.held) shares += m.share;
  }
  const double* q = rate_.velocity_rate().data();
  return dot(q, q, points_.rank) / shares;
}

bool EventFlow::segment() {
  if (++segments_ > most_segments) return fail("more than 400 changes of mode");
  if (keep_rate_) {
    keep_rate_ = false;
    return stalled() ? lock() : go_straight(1e300);
  }
  if (!choose_rate()) return false;
  const double passing = passing_length();
  if (passing > 1e200) {
    epsilon_ = rate_.any_clipped() ? releasing : holding;
    const bool sharp = epsilon_ == holding && rate_.sharpen(deciding, holding);
    if (!sharp && !rate_.solve(epsilon_, nullptr, true)) return fail("the rate has no stiff limit");
    if (epsilon_ == holding && rate_.any_clipped()) {
      epsilon_ = releasing;
      if (!rate_.solve(epsilon_, nullptr, true)) return fail("the rate has no stiff limit");
    }
    if (!check_branch()) return false;
    record_.note_states(rate_.members(), impulse_, *outcome_, points_);
  } else {
    epsilon_ = deciding;
    for (const auto& m : rate_.members())
      if (m.rests && m.carries)
        record_.points()[static_cast<std::size_t>(m.point)].passed_rest = true;
  }
  double largest = 0.0;
  for (const auto& m : rate_.members())
    if (!m.held && m.share > largest) largest = m.share, anchor_ = m.point;
  if (stalled()) return lock();
  return constant_rates() ? go_straight(passing) : turn(passing);
}

// The mode at this state and the rate that decides who leaves it.
bool EventFlow::choose_rate() {
  set_mode(rate_);
  if (!rate_.solve(deciding)) return fail("the rate has no solution");
  if (impulse_ - compressed_at_ < 1e-9 && hands_over())
    return fail("at the end of compression other points take over: the rate has several solutions");
  return rate_.members().size() < 2 || same_from_before();
}

// At the end of compression everything may have stopped, and every point is tied and at rest: then
// the state alone does not tell that the points which carried go on to carry, as the layers do.
bool EventFlow::hands_over() const {
  bool leaves = false, comes = false;
  for (const auto& m : rate_.members()) {
    if (m.held) continue;
    const bool carried =
        record_.points()[static_cast<std::size_t>(m.point)].state != Record::State::free;
    leaves = leaves || (carried && !m.carries);
    comes = comes || (!carried && m.carries);
  }
  return leaves && comes;
}

// The same rate must be found from the points that carried until now: at a join the layers start
// there, and with several solutions they need not come to the one found from the whole set.
bool EventFlow::same_from_before() {
  const auto carried = [&](const Rate::Member& m) {
    return record_.points()[static_cast<std::size_t>(m.point)].state != Record::State::free;
  };
  const auto before = std::count_if(rate_.members().begin(), rate_.members().end(), carried);
  if (before == 0 || before == std::ssize(rate_.members())) return true;
  set_mode(probe_);
  for (auto& m : probe_.members()) m.carries = carried(m);
  if (!probe_.attempt_from_here(deciding)) return true;
  return same_rate() || fail("the rate has several solutions");
}

bool EventFlow::same_rate() const {
  for (std::size_t i = 0; i < rate_.velocity_rate().size(); ++i)
    if (std::abs(probe_.velocity_rate()[i] - rate_.velocity_rate()[i]) > 1e-6) return false;
  return true;
}

// Two solutions, or one that the compliant contact would leave, are not for this method.
bool EventFlow::check_branch() {
  if (rate_.clearly_stable()) return true;
  if (!rate_.stable()) return fail("the rate is on a fold: the compliant contact leaves it");
  set_mode(probe_);
  if (!probe_.solve_cold(epsilon_)) return fail("the rate has no solution from large compliance");
  return same_rate() || fail("the rate has several solutions");
}

// How long until the fastest of the points that leave their tie or rest is clearly gone.
double EventFlow::passing_length() const {
  double length = 1e300;
  double lowest = 0.0, shares = 0.0;  // the rate of σ
  for (const auto& m : rate_.members()) {
    if (m.held) continue;
    lowest += m.share * rate_.along(m.point, 0);
    shares += m.share;
  }
  lowest /= shares;
  for (const auto& m : rate_.members()) {
    if (!m.carries) {
      const double rise = rate_.along(m.point, 0) - (m.held ? 0.0 : lowest);
      if (rise > moving) length = std::min(length, 2.5 * tolerances_.gap / rise);
    }
    if (m.rests) {
      const double slip = length_of(rate_.along(m.point, 1), rate_.along(m.point, 2));
      if (slip > moving) length = std::min(length, 2.5 * tolerances_.rest / slip);
    }
  }
  return length;
}

// The active contacts stopped and lock: their forces cancel, up to a share of their size.
bool EventFlow::stalled() const {
  double largest = 0.0;
  for (const double q : rate_.velocity_rate()) largest = std::max(largest, std::abs(q));
  if (largest > still || std::abs(sigma()) > 1e-6) return false;
  double size = 0.0;
  for (const auto& m : rate_.members())
    for (int k = 0; k < 3; ++k) {
      const double* row = points_.row(m.point, k);
      const double force = k == 0 ? m.share : m.force[k - 1];
      size += std::abs(force) * std::sqrt(dot(row, row, points_.rank));
    }
  return largest <= still * size;
}

// What contacts that lock still hold is lost; others, which they do not move, give back theirs.
bool EventFlow::lock() {
  if (compressing_) compressing_ = false, compressed_at_ = impulse_;
  jammed_ = true;
  for (const auto& m : rate_.members())
    if (!m.held && m.share > locking_share) stores_.empty(stores_.store_of(m.point));
  finished_ = !stores_.settle();
  return true;
}

bool EventFlow::apply(const Cut& cut) {
  const double now = impulse_ * points_.impulse;
  switch (cut.what) {
    case What::end_of_compression:
      if (lowest() < -tolerances_.gap) break;  // rounding of a long piece: compression goes on
      record_.note(Event::Kind::compression_ends, -1, now, *outcome_);
      compressing_ = false;
      compressed_at_ = impulse_;
      finished_ = !stores_.settle();
      break;
    case What::return_to_compression:
      record_.note(Event::Kind::compression_returns, -1, now, *outcome_);
      compressing_ = true;
      break;
    case What::empty_store:
      stores_.empty(cut.index);
      finished_ = !stores_.settle();
      break;
    default: break;
  }
  return true;
}

// Residual of the law: momentum between ζ and the impulses, relative to ζ where that is larger than
// the approach (contacts that squeeze a light body between heavy ones); approach left beyond what
// rounding of the velocities explains; cone.
void EventFlow::end() {
  const int r = points_.rank;
  double worst = 0.0, size = 1.0;
  for (const double z : points_.start) size = std::max(size, std::abs(z));
  for (int i = 0; i < r; ++i) {
    double z = points_.start[static_cast<std::size_t>(i)];
    for (int j = 0; j < points_.count; ++j)
      for (int k = 0; k < 3; ++k)
        z += points_.row(j, k)[i] * record_.points()[static_cast<std::size_t>(j)].impulse[k];
    worst = std::max(worst, std::abs(z - state_[static_cast<std::size_t>(i)]) / size);
  }
  const double noise = 1e-14 * points_.fastest;
  for (int j = 0; j < points_.count; ++j) {
    const auto& p = record_.points()[static_cast<std::size_t>(j)];
    const double mu = points_.friction[static_cast<std::size_t>(j)];
    worst = std::max(worst, length_of(p.impulse[1], p.impulse[2]) - mu * p.impulse[0]);
    worst = std::max({worst, -p.impulse[0], -velocities_[static_cast<std::size_t>(3 * j)] - noise});
  }
  outcome_->residuals.law = worst;
}

}  // namespace carom::law
