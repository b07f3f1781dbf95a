// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/rate/rate_members.h"

#include <algorithm>
#include <cmath>

#include "law/never.h"

namespace carom::law {
namespace {

// Squared, relative to the longest: below it a row adds no dimension. Such a row would add as much
// to M, less than the ε of a clipped rate (3e-11, event_flow.cpp): ε would hold the point, not the
// row. Rounding of the rows, 1e-15, has a square of 1e-30.
constexpr double new_direction = 1e-12;

}  // namespace

// Room for the largest mode: every point a member, and a basis of all of ζ.
void RateMembers::prepare(const ScaledPoints& points) {
  points_ = &points;
  rank_ = points.rank;
  const auto n = static_cast<std::size_t>(points.count);
  const auto r = static_cast<std::size_t>(rank_);
  members_.reserve(n);
  basis_.resize(r * r);
  projected_.resize(3 * n * r);
}

// Gram–Schmidt, again where the first pass took off much.
void RateMembers::append_direction(const double* row, const double* minus) {
  // The basis already spans every velocity that the contacts see.
  if (dimension_ == rank_) return;
  double* direction = basis_.data() + dimension_ * rank_;
  // The squared length of the row before anything is taken off.
  double before = 0.0;
  for (int i = 0; i < rank_; ++i) {
    direction[i] = minus ? row[i] - minus[i] : row[i];
    before += direction[i] * direction[i];
  }
  // What counts as a new direction is measured by the longest row so far, of any member.
  longest_ = std::max(longest_, before);
  if (!(before > new_direction * longest_)) return;
  double after = before;
  for (int pass = 0; pass < 2; ++pass) {
    for (int k = 0; k < dimension_; ++k) {
      const double* other = basis_.data() + k * rank_;
      add_scaled(direction, -dot(other, direction, rank_), other, rank_);
    }
    // A row in the span of those before is held with them: no direction of its own.
    const double left = dot(direction, direction, rank_);
    if (!(left > new_direction * longest_)) return;
    const bool kept = left > 0.5 * after;  // little was taken off, and so little rounding is left
    after = left;
    if (kept) break;
  }
  const double scale = 1.0 / std::sqrt(after);
  for (int i = 0; i < rank_; ++i) direction[i] *= scale;
  ++dimension_;
}

void RateMembers::choose(const std::vector<double>& velocities, Tolerances tolerances,
                         const std::vector<char>* stored, const std::vector<char>* also_rest) {
  // Mode by tolerance: S, H and R depend on the velocities alone (and on which stores are empty),
  // not on who carried before.
  const auto speed = [&](int j, int k) { return velocities[static_cast<std::size_t>(3 * j + k)]; };
  const auto held = [&](int j) { return stored && !(*stored)[static_cast<std::size_t>(j)]; };
  // The level σ is that of the stored points; empty ones have level 0.
  double lowest = never;
  for (int j = 0; j < points_->count; ++j)
    if (!held(j)) lowest = std::min(lowest, speed(j, 0));
  // Members come in the order of the points, on which straight_piece.cpp counts.
  members_.clear();
  for (int j = 0; j < points_->count; ++j) {
    // Above its level: open, it carries nothing now.
    if (speed(j, 0) - (held(j) ? 0.0 : lowest) > tolerances.gap) continue;
    RateMember member;
    member.point = j;
    member.held = held(j);
    const auto at = static_cast<std::size_t>(j);
    // R: slips within the tolerance. A slip has its direction t from the velocity; rest friction
    // finds its own. Without friction a member neither rests nor has a direction.
    const double slip = length_of(speed(j, 1), speed(j, 2));
    member.rests =
        points_->tangents[at] > 0 && (slip <= tolerances.rest || (also_rest && (*also_rest)[at]));
    if (points_->tangents[at] > 0 && !member.rests)
      for (int k = 0; k < 2; ++k) member.direction[k] = speed(j, 1 + k) / slip;
    member.slip = slip;
    members_.push_back(member);
  }
}

// Directions that the members may not leave: rests, ties, sustained normals.
void RateMembers::make_basis() {
  // Rest keeps T q = 0 and a sustained point n q = 0. Tied points may move, but together: only the
  // differences n − n_ref are held, and c stands for the level that all of them share.
  dimension_ = 0;
  longest_ = 0.0;
  // The first tied point is the reference; any other gives the same span.
  const double* reference = nullptr;
  for (const RateMember& m : members_)
    for (int k = 0; m.rests && k < points_->tangents[static_cast<std::size_t>(m.point)]; ++k)
      append_direction(points_->row(m.point, 1 + k), nullptr);
  for (const RateMember& m : members_) {
    const double* normal = points_->row(m.point, 0);
    if (m.held)
      append_direction(normal, nullptr);
    else if (reference)
      append_direction(normal, reference);
    else
      reference = normal;
  }
}

void RateMembers::set_mode(const std::vector<double>& velocities, Tolerances tolerances,
                           const std::vector<char>* stored, const std::vector<char>* also_rest) {
  choose(velocities, tolerances, stored, also_rest);
  make_basis();
  // Q n and Q T once per mode: a rate then works with D entries per row instead of rank_. Rows of
  // absent tangents are zero.
  const int D = dimension_;
  double* out = projected_.data();
  for (const RateMember& m : members_)
    for (int k = 0; k < 3; ++k)
      for (int d = 0; d < D; ++d)
        *out++ = k <= points_->tangents[static_cast<std::size_t>(m.point)]
                     ? dot(basis_.data() + d * rank_, points_->row(m.point, k), rank_)
                     : 0.0;
  start_pattern();
}

void RateMembers::set_slips(const double* state) {
  for (RateMember& m : members_) {
    // S, H, R and Q stay: they belong to the mode. Only t of the slips is a function of the state
    // within it.
    if (m.rests || points_->tangents[static_cast<std::size_t>(m.point)] == 0) continue;
    double slip[2];
    for (int k = 0; k < 2; ++k) slip[k] = dot(points_->row(m.point, 1 + k), state, rank_);
    const double length = length_of(slip[0], slip[1]);
    m.slip = length;
    // At u_t = 0 there is no direction: the last one stays.
    if (!(length > 0.0)) continue;
    for (int k = 0; k < 2; ++k) m.direction[k] = slip[k] / length;
  }
}

// The whole set: the pressure then is affine and the friction linear, as if nothing could open or
// slip, and clipping starts from there.
void RateMembers::start_pattern() {
  for (RateMember& m : members_) m.carries = true, m.clipped = false;
}

// From x = (y, c) to pressures, shares and friction, and from these to the pattern they ask for.
bool RateMembers::update(const double* x, bool frozen, double* change) {
  const int D = dimension_;
  bool same = true;
  // p = Qᵀy, so that n p = (Q n)·y and T p = (Q T)·y. Nothing here is iterated: values follow from
  // x, and pattern from values.
  *change = 0.0;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    RateMember& m = members_[i];
    const auto at = static_cast<std::size_t>(m.point);
    const double k = points_->stiffness[at], mu = points_->friction[at];
    const double* a = projected(i);
    // The pressure decides who is active: l = k [c + n p]₊, without c for a sustained point.
    m.pressure = (m.held ? 0.0 : x[D]) + dot(a, x, D);
    if (!frozen && m.carries != (m.pressure > 0.0)) same = false, m.carries = !m.carries;
    // With the pattern frozen a carrying member may have l < 0: the locator looks for that as a
    // crossing.
    m.share = m.carries ? k * m.pressure : 0.0;
    if (!m.rests) {  // slip: friction against it, at the cone
      for (int c = 0; c < 2; ++c) m.force[c] = -mu * m.share * m.direction[c];
      continue;
    }
    // Rest: friction g = k T p while inside the cone, else its projection on the cone's edge.
    const double g[2] = {k * dot(a + D, x, D), k * dot(a + 2 * D, x, D)};
    const double length = length_of(g[0], g[1]);
    m.excess = length - mu * k * m.pressure;
    // Of an open point the clipping does not enter the equations: it changes, but counts as same.
    if (!frozen && m.clipped != (length > mu * m.share))
      same = same && !m.carries, m.clipped = !m.clipped;
    if (!m.clipped) {
      for (int c = 0; c < 2; ++c) m.force[c] = m.carries ? g[c] : 0.0;
      continue;
    }
    // Clipped: f = μ l d with d = g/|g|. The direction belongs to the pattern, so that the
    // equations stay homogeneous; how far it moved tells whether the next Newton step would differ.
    for (int c = 0; c < 2 && length > 0.0; ++c) {
      const double now = g[c] / length;
      if (m.carries) *change = std::max(*change, std::abs(now - m.direction[c]));
      m.direction[c] = now;
    }
    // The derivative of the projection across d, k μ l/|g|: as inside the cone (k) where |g| = μ l,
    // and smaller beyond.
    m.ratio = length > 0.0 ? k * mu * std::max(0.0, m.share) / length : k;
    for (int c = 0; c < 2; ++c) m.force[c] = mu * m.share * m.direction[c];
  }
  return same;
}

// dζ/dP in full coordinates, not only its projection Q q.
void RateMembers::sum(double* q) const {
  std::fill(q, q + rank_, 0.0);
  for (const RateMember& m : members_) {
    if (!m.carries) continue;
    // The three rows of a point lie one after the other (scaled_points.h).
    const double* normal = points_->row(m.point, 0);
    const double* first = normal + rank_;
    const double* second = first + rank_;
    add_scaled(q, m.share, normal, m.force[0], first, m.force[1], second, rank_);
  }
}

void RateMembers::project(const double* state, double* out) const {
  for (int d = 0; d < dimension_; ++d) out[d] = dot(basis_.data() + d * rank_, state, rank_);
}

}  // namespace carom::law
