// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/compliant/flow.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "law/never.h"
#include "solver/bracket.h"

namespace carom::law {
namespace {

using Normal = CompliantContact::Normal;
using Slip = CompliantContact::Slip;

// Events closer than this, in units of the impact's duration, happen at once: they are located to
// 1e-15. Ten times smaller, and one instant is taken in two steps, the second of length zero.
constexpr double together = 1e-12;
// In units of the approach speed: the local error. Smaller, and rounding makes a contact approach,
// fly for 1e12 times the duration of the impact and touch again.
constexpr double approaching = 1e-11;
// A slip below it at the first touch is none: two decades below rest_speed, at which one that fades
// has stopped, and above the local error.
constexpr double still = 1e-10;
// A slip that began from rest has a direction of its own; above rest_speed, or it would stop at
// once.
constexpr double shown_slip = 3e-8;
// Of a step, in search of events. Dips between samples are followed (first_crossing); the number
// was not tried.
constexpr int samples = 10;
// Changes at one instant: contacts may hand on a few each; beyond it they go round in circles.
constexpr int max_idle = 500;
// A contact that has just touched has no force yet: what counts is what it gets at once, this share
// of its speed deep. Friction at rest asks only for ratios of forces, so that any small number
// does.
constexpr double glance = 1e-6;
// Acceleration over the drive: three times what RestProblem leaves (close_enough), so that a point
// which it calls held is not taken for one that slips.
constexpr double moving = 1e-6;

}  // namespace

// An event stands at the sum of the normal impulses so far, in the units of the group.
void CompliantFlow::log(Event::Kind kind, int contact, std::vector<Event>& events) {
  if (++event_count > max_logged) return;
  double sum = 0.0;
  for (const auto& c : motion.contacts) sum += motion.impulse[c.row];
  events.push_back({kind, contact, sum});
}

// The changes by which each state can be left. What is not listed for a state cannot happen there,
// and its margin means nothing.
bool CompliantFlow::watches(const CompliantContact& c, Change change) const {
  switch (change) {
    case Change::compression_ends: return c.normal == Normal::loading;
    case Change::separates:
    case Change::reloads: return c.normal == Normal::unloading;
    case Change::joins: return c.normal == Normal::open;
    case Change::slip_stops: return c.carries() && c.slides();
    case Change::slip_shows: return c.carries() && c.slip == Slip::kicked;
    case Change::breaks_loose: return c.carries() && c.slip == Slip::sticks;
    case Change::force_vanishes:
    case Change::force_peaks: return c.normal == Normal::held;
    case Change::presses:
    case Change::leaves: return c.normal == Normal::closed;
  }
  return false;
}

// Positive until the change happens. The small numbers keep an event that has just been taken from
// being found again at once. Speeds, compressions and forces are of order one here (unit approach
// speed, unit stiffness), so that rounding of the series leaves 1e-15 to 1e-14 of them; what is
// compared with a local error (tolerance, 1e-11) has that size instead. Beyond these sizes an
// event is late by as much, which must stay below `together`'s reach of the error.
double CompliantFlow::margin(int contact, Change change, double t) const {
  const auto& c = motion.contacts[at(contact)];
  switch (change) {
    // A speed: a hundred units of rounding of the sum over the coordinates.
    case Change::compression_ends: return 1e-13 - motion.contact_speed(c.row, t);
    case Change::separates: return motion.compression_at(contact, t) - c.residual - c.edge();
    // Relative to the peak, where the unloading line began: rounding of one evaluation.
    case Change::reloads: return c.peak - motion.compression_at(contact, t) + 1e-14 * c.peak;
    // A length: joins set the compression exactly, and only the last place is in doubt.
    case Change::joins: return c.residual + c.edge() - motion.compression_at(contact, t) + 1e-15;
    case Change::slip_stops:
      // A kicked slip starts at zero: the local error may put it on either side.
      return motion.slip(c, t).dot(c.direction) + (c.slip == Slip::kicked ? 1e-11 : 0.0);
    case Change::slip_shows: return shown_slip - motion.slip(c, t).norm();
    case Change::breaks_loose:
      // A force, from the held rows: rounding times the condition of their matrix.
      return c.static_friction * motion.force(c.row, t) - motion.friction(c, t).norm() + 1e-13;
    // A force of the same rows, without the norm of several: rounding.
    case Change::force_vanishes: return motion.force(c.row, t) + 1e-14;
    case Change::force_peaks:
      // Relative to the peak force, from which a held contact starts: rounding times condition.
      return (1.0 + 1e-12) * c.peak_force(motion.exponent) - motion.force(c.row, t);
    case Change::presses: return motion.contact_speed(c.row, t) + approaching;
    // A length: a closed contact rests at its residual to within the local error.
    case Change::leaves: return motion.compression_at(contact, t) - c.residual + 1e-11;
  }
  return 1.0;
}

// The margin is positive at low, negative at high.
double CompliantFlow::root(int contact, Change change, double low, double high) const {
  const auto value = [&](double t) { return margin(contact, change, t); };
  // Relative to the time: below the spacing of doubles, so that only neighbours end the search.
  return solver::bracket_root(value, {low, value(low)}, {high, value(high)}, true, 0.0, 1e-16, 100);
}

// Where a margin that falls from low and rises to high is least, or the first time found below zero
// (golden section).
double CompliantFlow::dip(int contact, Change change, double low, double high) const {
  constexpr double golden = 1.0 - 1.0 / std::numbers::phi;
  // Two inner points in the golden ratio: each pass drops one end and needs one new value only. The
  // search stops at the first negative value, where the root is bracketed already.
  double a = low + golden * (high - low), b = high - golden * (high - low);
  double g_a = margin(contact, change, a), g_b = margin(contact, change, b);
  for (int n = 0; n < 40 && g_a >= 0.0 && g_b >= 0.0; ++n) {
    if (g_a < g_b) {
      high = b, b = a, g_b = g_a;
      a = low + golden * (high - low), g_a = margin(contact, change, a);
    } else {
      low = a, a = b, g_a = g_b;
      b = high - golden * (high - low), g_b = margin(contact, change, b);
    }
  }
  return g_a < g_b ? a : b;
}

// The first time at which the margin is below zero, at samples of the step and where it dips
// between them: a spring can end its compression and load again within one step. Beside the samples
// it is looked at close to both ends, where a dip shows as a fall or a rise.
double CompliantFlow::first_crossing(int contact, Change change, double horizon) const {
  // A choice: short beside the sample interval, long beside the 1e-16 that rounding resolves, so
  // that a fall of the margin from its end shows.
  const double close = 1e-3 * horizon / samples;
  double times[3] = {0.0, 0.0, close};  // the last three
  double margins[3] = {margin(contact, change, 0.0), 0.0, margin(contact, change, close)};
  // A change that is due at the start is taken at the start. From here on every earlier sample has
  // a margin of zero or more, else the search had ended there.
  if (margins[0] < 0.0) return 0.0;
  times[1] = times[0], margins[1] = margins[0];
  for (int j = 0; j <= samples + 1; ++j) {
    if (j > 0) {
      times[0] = times[1], times[1] = times[2], margins[0] = margins[1], margins[1] = margins[2];
      times[2] = j <= samples ? horizon * j / samples : horizon;
      if (j == samples) times[2] = horizon - close;
      margins[2] = margin(contact, change, times[2]);
    }
    // A crossing shows as a negative sample, or hides in a dip: a middle sample that is lowest.
    double below = margins[2] < 0.0 ? times[2] : never;
    if (below == never && margins[1] < margins[0] && margins[1] <= margins[2]) {
      const double least = dip(contact, change, times[0], times[2]);
      if (margin(contact, change, least) < 0.0) below = least;
    }
    if (below < never) {
      // Bracket of the first crossing: from the last sample before it that is not negative.
      const double above = below > times[1] && margins[2] < 0.0 ? times[1] : times[0];
      return root(contact, change, above, below);
    }
  }
  return never;
}

// Later than the first change found so far, plus what counts as the same instant, nothing is looked
// for: the step ends there.
void CompliantFlow::look(int contact, Change change, double horizon) {
  const double found = first_crossing(contact, change, std::min(horizon, first_ + together));
  if (found == never) return;
  pending_.push_back({found, contact, change});
  first_ = std::min(first_, found);
}

// A contact that begins to carry has its friction decided here: against the slip that it has, or by
// the problem of all resting points. One that carried before keeps its slip: only its line changes.
void CompliantFlow::begin_carrying(int contact, Normal normal, std::vector<Event>& events) {
  auto& c = motion.contacts[at(contact)];
  const bool carried = c.carries();
  c.normal = normal;
  if (carried) return;
  c.touched = true;
  ++joins_;
  if (normal != Normal::held) log(Event::Kind::joins, contact, events);
  c.slip = Slip::none;
  if (c.tangents == 0 || c.static_friction == 0.0) return;
  const Eigen::Vector2d u = motion.slip_now(c);
  c.slip = u.norm() > still ? Slip::slips : Slip::sticks;
  if (c.slip == Slip::slips) {
    c.direction = u.normalized();
    if (normal != Normal::held) log(Event::Kind::begins_slipping, contact, events);
  } else {
    decide_rest_ = true;
  }
}

// Without a normal force there is no friction: the slip has no state either.
void CompliantFlow::stop_carrying(int contact, Normal normal, std::vector<Event>& events) {
  auto& c = motion.contacts[at(contact)];
  const bool carried = c.carries();
  c.normal = normal;
  c.slip = Slip::none;
  if (carried) log(Event::Kind::opens, contact, events);
}

// The lines of a spring, by its changes: a touch puts it on f = k δⁿ up to the peak δₘ. There
//   δᵣ = (1 − e²) δₘ
// fixes the unloading line, which it follows to and fro between δᵣ and δₘ, over separations and new
// touches, until δ passes δₘ and it loads on. With e = 0 that line is vertical: closed, without
// force, or held, with any force up to the peak's. Tangents: a slip that stops is decided with all
// resting points at once; a kicked one shows once its speed gives it a direction of its own.
void CompliantFlow::happen(const Pending& pending, std::vector<Event>& events) {
  const int i = pending.contact;
  auto& c = motion.contacts[at(i)];
  if (!watches(c, pending.change)) return;  // undone by a change at the same instant
  const double depth = motion.compression[i];
  switch (pending.change) {
    case Change::compression_ends:
      c.peak = std::max(c.peak, depth);
      log(Event::Kind::compression_ends, i, events);
      if (c.restitution > 0.0) {
        c.residual = (1.0 - c.restitution * c.restitution) * c.peak;
        c.normal = Normal::unloading;
      } else {
        c.residual = c.peak;
        c.normal = Normal::closed;
        decide_rest_ = true;
      }
      break;
    case Change::separates: stop_carrying(i, Normal::open, events); break;
    case Change::reloads: c.normal = Normal::loading; break;
    case Change::joins:
      // Exactly: after a long flight rounding of the gap is more than a small bounce compresses.
      motion.compression[i] = c.residual + c.edge();
      if (c.peak > 0.0 && c.restitution > 0.0) {
        begin_carrying(i, Normal::unloading, events);
      } else {
        begin_carrying(i, Normal::loading, events);
        if (c.peak > 0.0) decide_rest_ = true;  // its force is back at once
      }
      break;
    case Change::slip_stops:
      if (motion.slip_now(c).norm() > 2.0 * rest_speed) {  // it only turned by a right angle
        c.direction = motion.slip_now(c).normalized();
        break;
      }
      c.slip = Slip::sticks;
      c.stopped = decide_rest_ = true;
      break;
    case Change::slip_shows:
      c.slip = Slip::slips;
      c.direction = motion.slip_now(c).normalized();
      break;
    case Change::breaks_loose:
      c.direction = -motion.friction(c, pending.time).normalized();
      c.slip = Slip::kicked;
      log(Event::Kind::begins_slipping, i, events);
      break;
    case Change::force_vanishes:
      // Pressed, and its slip friction presses it further (Painlevé): it is compressed again.
      if (c.forced && first_ == 0.0) {
        begin_carrying(i, Normal::loading, events);
        break;
      }
      stop_carrying(i, Normal::closed, events);
      c.released = decide_rest_ = true;
      break;
    case Change::force_peaks: begin_carrying(i, Normal::loading, events); break;
    case Change::presses:
      c.released = false;
      c.pressed = decide_rest_ = true;
      break;
    case Change::leaves: c.normal = Normal::open; break;
  }
}

// Nothing carries: the next contact to meet its residual indentation.
// Speeds are constant: gap over speed, exact.
double CompliantFlow::flight_time() const {
  double time = never;
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const auto& c = motion.contacts[i];
    const double u = motion.normal_speed(c);
    if (c.normal != Normal::open || u >= -approaching) continue;
    const double gap = c.residual + c.edge() - motion.compression[static_cast<Eigen::Index>(i)];
    time = std::min(time, std::max(0.0, gap) / -u);
  }
  return time;
}

// The impact ends where no spring carries, no closed contact is pressed and no open one will touch.
// Held contacts do not keep it going: at rest, nothing drives them.
bool CompliantFlow::over() const {
  for (const auto& c : motion.contacts) {
    if (c.springs()) return false;
    if (c.normal == Normal::closed && motion.normal_speed(c) < -approaching) return false;
  }
  return flight_time() == never;
}

// Fills pending_ and the time of the first change.
void CompliantFlow::look_ahead() {
  pending_.clear();
  flying_ = std::none_of(motion.contacts.begin(), motion.contacts.end(),
                         [](const auto& c) { return c.springs(); });
  // A series is trusted up to its step size; a flight to the next touch, however far. The bound of
  // 1e3 durations only keeps the horizon finite where nothing accelerates.
  const double horizon = flying_ ? flight_time() : std::min(1e3, motion.step_size(tolerance));
  first_ = horizon;
  for (int i = 0; i < static_cast<int>(motion.contacts.size()); ++i) {
    const auto& c = motion.contacts[at(i)];
    if (flying_ && c.normal == Normal::open) {  // speeds are constant
      const double u = motion.normal_speed(c);
      if (u >= -approaching) continue;
      const double gap = c.residual + c.edge() - motion.compression[i];
      pending_.push_back({std::max(0.0, gap) / -u, i, Change::joins});
      continue;
    }
    for (int change = 0; change <= static_cast<int>(Change::leaves); ++change)
      if (watches(c, static_cast<Change>(change))) look(i, static_cast<Change>(change), horizon);
  }
}

// A turning slip that dies out has no crossing: it ends at the resting speed.
void CompliantFlow::fade_slips() {
  for (int i = 0; i < static_cast<int>(motion.contacts.size()); ++i) {
    auto& c = motion.contacts[at(i)];
    if (c.slip != Slip::slips) continue;
    const Eigen::Vector2d u = motion.slip_now(c);
    if (u.norm() <= rest_speed && u.norm() < slip_before_[i]) {
      c.slip = Slip::sticks;
      c.stopped = decide_rest_ = true;
    } else if (c.tangents == 2) {
      c.direction = u.normalized();
    }
  }
}

// The impulse that stops held rows may stop a slip besides; its direction is then no more.
// Such a slip decides the rest anew: step() repeats until no more of them stop.
void CompliantFlow::rest_stopped_slips() {
  for (auto& c : motion.contacts) {
    if (c.slip != Slip::slips || !c.carries() || motion.slip_now(c).norm() > still) continue;
    c.slip = Slip::sticks;
    c.stopped = decide_rest_ = true;
  }
}

// One step: who rests is decided where it is in doubt, the motion is expanded, the first change is
// sought in the series, time goes on to it, and every change of that instant happens.
bool CompliantFlow::step(std::vector<Event>& events) {
  // The residual speed of held rows must be gone before the expansion, which takes it for zero.
  while (decide_rest_) {
    if (!settle_rest(events)) return false;
    if (!motion.stop_held()) return limit.fail("the forces of resting contacts are not determined");
    rest_stopped_slips();
  }
  if (!motion.expand()) return limit.fail("the forces of resting contacts are not determined");
  look_ahead();
  // In units of the impact's duration: events are located to 1e-15.
  idle_ = first_ > 1e-13 ? 0 : idle_ + 1;
  if (idle_ > max_idle)
    return limit.fail("more than " + std::to_string(max_idle) + " changes at one instant");
  // Slips before the step: fade_slips stops those that fall, not those that begin.
  for (int i = 0; i < static_cast<int>(motion.contacts.size()); ++i)
    slip_before_[i] = motion.slip_now(motion.contacts[at(i)]).norm();
  flying_ ? motion.fly(first_) : motion.advance(first_);
  for (const auto& pending : pending_)
    if (pending.time <= first_ + together * (1.0 + first_)) happen(pending, events);
  fade_slips();
  return true;
}

// A flight that ends in one touch, below the contact's peak and without friction: half a period of
// its spring alone. The speed there is reversed and falls all the way, so that every other one
// stays between its values before and after; a gap that outlasts the slower of them stays open.
bool CompliantFlow::bounce_alone(std::vector<Event>& events) {
  // The contact that touches first, and when. Any contact that carries or rests rules this out.
  int touched = -1;
  double flight = never;
  for (int i = 0; i < static_cast<int>(motion.contacts.size()); ++i) {
    const auto& c = motion.contacts[at(i)];
    if (c.normal != Normal::open || motion.exponent != 1.0) return false;
    const double u = motion.normal_speed(c);
    if (u >= -approaching) continue;
    const double time = std::max(0.0, c.residual - motion.compression[i]) / -u;
    if (time < flight) flight = time, touched = i;
  }
  if (touched < 0) return false;
  auto& c = motion.contacts[at(touched)];
  // δ̈ = −k′ ‖x‖² (δ − δᵣ): half a sine of the length π/ω, which turns u into −u by the impulse
  // 2u/‖x‖². Below its peak the spring stays on one line and loses nothing.
  const auto normal = motion.rows.col(c.row);
  const double mobility = normal.squaredNorm(), speed = -motion.normal_speed(c);
  if (c.peak == 0.0 || c.restitution == 0.0 || c.tangents > 0) return false;
  // Frequency on the unloading line, ω² = k′ n·n with k′ = k/e² (n = 1); depth speed/ω must stay
  // below the peak.
  const double rate = std::sqrt(mobility) * std::sqrt(c.stiffness) / c.restitution;
  if (c.residual + speed / rate > c.peak) return false;
  const double lasts = std::numbers::pi / rate, impulse_here = 2.0 * speed / mobility;
  // Every other contact must stay open during the flight and the half period.
  for (int j = 0; j < static_cast<int>(motion.contacts.size()); ++j) {
    const auto& other = motion.contacts[at(j)];
    const double before = motion.normal_speed(other);
    const double after = before + impulse_here * motion.rows.col(other.row).dot(normal);
    // A falling speed has at any time a mean of at least its mean over the half period, (before +
    // after)/2 by the symmetry of the half sine; a rising one of at least its first value.
    const double gap = other.residual - motion.compression[j] + flight * before;
    const double slowest = after < before ? 0.5 * (before + after) : before;
    if (j != touched && !(gap >= 0.0 && gap + lasts * std::min(slowest, 0.0) > 0.0)) return false;
  }
  // The bounce: flight, half a period with the speed reversed in its middle, and the works.
  motion.fly(flight);
  log(Event::Kind::joins, touched, events);
  motion.fly(0.5 * lasts);
  motion.speed += impulse_here * normal;
  motion.fly(0.5 * lasts);
  motion.compression[touched] = c.residual;
  motion.impulse[c.row] += impulse_here;
  c.taken += 0.5 * speed * impulse_here;
  c.returned += 0.5 * speed * impulse_here;
  log(Event::Kind::opens, touched, events);
  ++joins_;
  return true;
}

bool CompliantFlow::run(std::vector<Event>& events) {
  steps = bounces = event_count = joins_ = idle_ = 0;
  decide_rest_ = shared = false;
  // Peaks, states and works are those of the motion as given; counters and ends are new.
  limit.start();
  slip_before_.resize(static_cast<Eigen::Index>(motion.contacts.size()));
  while (!over()) {
    // Every so often a full step, so that the limits are looked for.
    if (bounces < max_bounces && bounces % 64 != 63 && bounce_alone(events)) {
      ++bounces;
      continue;
    }
    bounces += bounces % 64 == 63;
    ++steps;
    // The limits first: an impact without end must be found before more steps are spent on it.
    if (!limit.seek(motion, steps, joins_)) return false;
    if (limit.reached) break;
    if (steps == 0) decide_rest_ = false;  // it starts anew, with e = 0
    if (!step(events)) return false;
  }
  return true;
}

// ---- which contacts without slip hold, and which plastic contacts are active, decided at an
// instant ----

// Splits the forces of this instant into known and unknown. Known: springs and their slip friction,
// summed as the drive w of ζ̇ = w + Σ X f. Unknown: friction of points without slip, and normal
// forces of plastic contacts between zero and their peak's.
void CompliantFlow::gather_rest_points() {
  auto& contacts = motion.contacts;
  rest_.points.clear();
  rest_contact_.clear();
  drive_.setZero(motion.rows.rows());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    auto& c = contacts[i];
    const bool plastic = c.normal == Normal::held || c.normal == Normal::closed;
    if ((!plastic && !c.springs()) || c.released) continue;
    const double depth = motion.compression[static_cast<Eigen::Index>(i)];
    // The normal force: on its line, or what it gets at once where it has just touched.
    const double deep =
        c.origin() + std::max(depth - c.origin(), glance * std::abs(motion.normal_speed(c)));
    const double normal = c.force(deep, motion.exponent);
    drive_ += normal * motion.rows.col(c.row);
    const Eigen::Vector2d u = motion.slip_now(c);
    // A contact that carried has its slip state. A closed one had none: its speed tells.
    const bool rubs = c.tangents > 0 && c.static_friction > 0.0;
    const bool rests =
        rubs && (c.normal == Normal::closed ? u.norm() <= rest_speed : c.slip != Slip::slips);
    // Slip friction of a spring is known: it is part of the drive.
    if (rubs && !rests && c.springs())
      for (int k = 0; k < c.tangents; ++k)
        drive_ -= c.friction * normal * c.direction[k] * motion.rows.col(c.row + 1 + k);
    if (!plastic && !rests) continue;
    // The rest is unknown: friction within its disk, and the force of a plastic contact.
    RestProblem::Point point;
    point.row = c.row;
    point.tangents = rubs ? c.tangents : 0;
    // Of the largest stiffness, as weight() of motion.cpp: the matrix keeps a condition of 1e4
    // from the weights, and forces twelve of their sixteen digits.
    point.weight = std::max(c.stiffness, 1e-4);
    point.plastic = plastic;
    point.rests = rests || !rubs;
    point.friction = point.rests ? c.static_friction : c.friction;
    point.normal_force = normal;
    point.largest = plastic ? c.peak_force(motion.exponent) : normal;
    if (!rests && rubs) point.direction = u.normalized();
    rest_.points.push_back(point);
    rest_contact_.push_back(static_cast<int>(i));
  }
}

// Contacts that approach again and that no force holds: they are compressed further.
bool CompliantFlow::load_pressed(std::vector<Event>& events) {
  bool any = false;
  for (int i = 0; i < static_cast<int>(motion.contacts.size()); ++i) {
    auto& c = motion.contacts[at(i)];
    if (!c.pressed) continue;
    c.pressed = false;
    any = true;
    begin_carrying(i, Normal::loading, events);
  }
  return any;
}

// No solution found, which e = 0 with friction does not promise: hold everything, and let the
// events (a force that vanishes, a point that breaks loose) take off one at a time what does not
// hold. Only where time goes on in between.
bool CompliantFlow::hold_all() {
  if (idle_ > 2 * static_cast<int>(motion.contacts.size())) return false;
  for (std::size_t n = 0; n < rest_.points.size(); ++n) {
    const auto& point = rest_.points[n];
    auto& c = motion.contacts[at(rest_contact_[n])];
    if (point.plastic) c.normal = Normal::held;
    if (point.tangents > 0) c.slip = point.rests ? Slip::sticks : Slip::slips;
    if (point.tangents > 0 && !point.rests) c.direction = point.direction;
    c.stopped = false;
  }
  return true;
}

// Decides at this instant which points rest, on the forces of this instant. First with static
// friction at all points; those it cannot hold get dynamic friction and the problem is solved
// again, since less friction at one may set others moving.
bool CompliantFlow::settle_rest(std::vector<Event>& events) {
  decide_rest_ = false;
  gather_rest_points();
  const double size = drive_.norm();
  if (rest_.points.empty()) return true;
  // Nothing drives the points: they rest without any force. Otherwise the problem is scaled to a
  // drive of unit length, so that its thresholds have no unit.
  if (size == 0.0) return apply_rest(events);
  drive_ /= size;
  for (auto& point : rest_.points) point.normal_force /= size, point.largest /= size;
  // Each pass gives at least one more point its dynamic coefficient, and no point twice: it ends.
  for (;;) {
    if (!rest_.solve(motion.rows, drive_)) {
      if (load_pressed(events)) return settle_rest(events);
      return hold_all() || limit.fail("no friction forces found for the contacts at rest");
    }
    // Points that static friction cannot hold slip with the dynamic coefficient.
    bool again = false;
    for (std::size_t n = 0; n < rest_.points.size(); ++n) {
      auto& point = rest_.points[n];
      const double dynamic = motion.contacts[at(rest_contact_[n])].friction;
      if (!point.rests || point.friction == dynamic || !point.limited() ||
          point.acceleration.norm() <= moving)
        continue;
      point.friction = dynamic;
      again = true;
    }
    if (!again) break;
  }
  return apply_rest(events);
}

// Turns the solution into states. A plastic point with a force is held, without it closed. A point
// inside its disk sticks; one at the edge has friction at its limit in a fixed direction, slip
// still zero, whether it is about to slip or only shares a load.
bool CompliantFlow::apply_rest(std::vector<Event>& events) {
  for (std::size_t n = 0; n < rest_.points.size(); ++n) {
    const auto& point = rest_.points[n];
    const int i = rest_contact_[n];
    auto& c = motion.contacts[at(i)];
    if (point.plastic) {
      // Held at first; a force above the peak is seen at once and loads it again. The force is
      // over the drive, of unit length: rounding leaves 1e-15, and a smaller force moves nothing
      // that the local error shows.
      const bool carries = point.normal_force > 1e-12 || c.pressed;
      c.forced = c.pressed;
      c.pressed = false;
      if (!carries) {
        stop_carrying(i, Normal::closed, events);
        continue;
      }
      c.normal = Normal::held;
      if (!point.rests) {
        c.slip = Slip::slips;
        c.direction = point.direction;
      }
    }
    if (!point.rests || point.tangents == 0) continue;
    const bool stopped = c.stopped, slid = c.slip == Slip::kicked;
    c.stopped = false;
    const bool limited = point.limited() && point.normal_force > 0.0;
    if (!limited) {
      c.slip = Slip::sticks;
      if (stopped) log(Event::Kind::begins_sticking, i, events);
      continue;
    }
    // At the limit and yet at rest: other points hold it, and who carries how much is a convention.
    if (point.acceleration.norm() <= moving) shared = true;
    c.slip = Slip::kicked;
    c.direction = -point.wanted.normalized();
    if (!slid) log(stopped ? Event::Kind::reverses : Event::Kind::begins_slipping, i, events);
  }
  return true;
}

}  // namespace carom::law
