// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which contacts without slip hold, and which plastic contacts carry, decided at an instant.
#include <algorithm>
#include <cmath>

#include "law/compliant/flow.h"
#include "law/never.h"

namespace carom::law {
namespace {

using Normal = CompliantContact::Normal;
using Slip = CompliantContact::Slip;

// A contact that has just touched has no force yet: what counts is what it gets at once.
constexpr double glance = 1e-6;
constexpr double moving = 1e-6;  // acceleration over the drive

}  // namespace

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
    const double deep =
        c.origin() + std::max(depth - c.origin(), glance * std::abs(normal_speed(c)));
    const double normal = c.force(deep, motion.exponent);
    drive_ += normal * motion.rows.col(c.row);
    const Eigen::Vector2d u = slip_now(c);
    const bool rubs = c.tangents > 0 && c.static_friction > 0.0;
    const bool rests =
        rubs && (c.normal == Normal::closed ? u.norm() <= rest_speed : c.slip != Slip::slips);
    if (rubs && !rests && c.springs())
      for (int k = 0; k < c.tangents; ++k)
        drive_ -= c.friction * normal * c.direction[k] * motion.rows.col(c.row + 1 + k);
    if (!plastic && !rests) continue;
    RestProblem::Point point;
    point.row = c.row;
    point.tangents = rubs ? c.tangents : 0;
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

bool CompliantFlow::settle_rest(std::vector<Event>& events) {
  decide_rest_ = false;
  gather_rest_points();
  const double size = drive_.norm();
  if (rest_.points.empty()) return true;
  if (size == 0.0) return apply_rest(events);
  drive_ /= size;
  for (auto& point : rest_.points) point.normal_force /= size, point.largest /= size;
  for (;;) {
    if (!rest_.solve(motion.rows, drive_)) {
      if (load_pressed(events)) return settle_rest(events);
      return hold_all() || fail("no friction forces found for the contacts at rest");
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

bool CompliantFlow::apply_rest(std::vector<Event>& events) {
  for (std::size_t n = 0; n < rest_.points.size(); ++n) {
    const auto& point = rest_.points[n];
    const int i = rest_contact_[n];
    auto& c = motion.contacts[at(i)];
    if (point.plastic) {
      // Held at first; a force above the peak is seen at once and loads it again.
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
    if (point.acceleration.norm() <= moving) shared = true;
    c.slip = Slip::kicked;
    c.direction = -point.wanted.normalized();
    if (!slid) log(stopped ? Event::Kind::reverses : Event::Kind::begins_slipping, i, events);
  }
  return true;
}

}  // namespace carom::law
