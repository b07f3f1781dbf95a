// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/corner/path.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "law/never.h"

namespace carom::law {
namespace {

constexpr int max_phases = 100;

constexpr int tangent_row(int contact) { return 2 * contact + 1; }

// T − T_t: the kinetic energy without its tangential block, whose change is S1 eq. 28.
// As a bilinear form aᵀG⁺b of contact velocities, less the products of two tangent rows.
double without_tangents(const Eigen::Matrix4d& B, const Eigen::Vector4d& a,
                        const Eigen::Vector4d& b) {
  double sum = a.dot(B * b);
  for (const int i : {1, 3})
    for (const int j : {1, 3}) sum -= a[i] * B(i, j) * b[j];
  return sum;
}

// Relative to one: eigenvalues of G with unit rows, entries of a relation whose largest is one,
// sums beside their terms. Rounding leaves 1e-15. An eigenvalue is the square of a length, so that
// rows that depend on each other to 1e-5 still have their relation, as rows given to five digits
// do; a second relation would have to be as near.
constexpr double vanishing = 1e-10;

bool small(double value, double scale) { return std::abs(value) <= vanishing * scale; }

}  // namespace

bool CornerRows::find_relation() {
  // Unit rows in the mass metric, so that the threshold has no unit.
  const Eigen::Vector4d length = delassus.diagonal().cwiseSqrt();
  if (!(length.minCoeff() > 0.0)) return false;
  const Eigen::Vector4d shrink = length.cwiseInverse();
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> unit(shrink.asDiagonal() * delassus *
                                                      shrink.asDiagonal());
  // Rank 3 exactly: one eigenvalue vanishes and the next does not. Its eigenvector is the relation
  // of the unit rows; over the lengths it is that of the rows given (S1 eq. 3).
  if (unit.eigenvalues()[0] > vanishing || unit.eigenvalues()[1] <= vanishing) return false;
  relation = shrink.cwiseProduct(unit.eigenvectors().col(0));
  relation /= relation.cwiseAbs().maxCoeff();
  // G⁺ = (G + a aᵀ)⁻¹ − a aᵀ with the unit a of the null space, scaled like G.
  const Eigen::Vector4d null = relation.normalized();
  const double scale = delassus.trace();
  const Eigen::Matrix4d full = delassus + scale * null * null.transpose();
  inverse = full.inverse() - null * null.transpose() / scale;
  return true;
}

// (20): α = p_n2/p_n1 = |a_n1 + a_t1 c₁| / |a_n2 − a_t2 c₂|. The printed sign would make one
// contact pull. 0/0 leaves it undefined; a zero below alone gives infinity, which run() refuses.
double CornerRows::tie(const std::array<double, 2>& ratio) const {
  const double above = relation[0] + relation[1] * ratio[0];
  const double below = relation[2] - relation[3] * ratio[1];
  if (small(above, 1.0) && small(below, 1.0)) return std::numeric_limits<double>::quiet_NaN();
  return std::abs(above / below);
}

// Impulses of n₁ t₁ n₂ t₂ per unit of p_n1: (1, c₁, α, α c₂).
Eigen::Vector4d CornerRows::direction(const std::array<double, 2>& ratio) const {
  const double share = tie(ratio);
  return {1.0, ratio[0], share, share * ratio[1]};
}

// With p_n1 = B₂ and p_n2 = B₁, B₁ = a_n1 + a_t1 c₁, B₂ = a_n2 − a_t2 c₂ (one sign), the rate of a
// slip is linear in its own ratio.
std::optional<double> CornerRows::sticking_ratio(int contact,
                                                 const std::array<double, 2>& ratio) const {
  const auto& G = delassus;
  const int own = 2 * contact, other = 2 - own, slip = own + 1;
  const double other_ratio = ratio[static_cast<std::size_t>(1 - contact)];
  const std::array<double, 2> sign{1.0, -1.0};
  // B₁ and B₂ of the comment above, as functions of this contact's ratio m (own_slope) and of the
  // other's, which is given (other_share).
  const double own_slope = sign[static_cast<std::size_t>(contact)] * relation[own + 1];
  const double other_share = relation[other] + sign[static_cast<std::size_t>(1 - contact)] *
                                                   relation[other + 1] * other_ratio;
  // Impulses: p_own = other_share, p_other = relation[own] + own_slope · m.
  // The slip's rate G_tn p_own + G_tt m p_own + (G_tn′ + G_tt′ c′) p_other = 0, the primes for the
  // other contact, is constant + slope m = 0.
  const double other_effect = G(slip, other) + G(slip, other + 1) * other_ratio;
  const double constant = relation[own] * other_effect + other_share * G(slip, own);
  const double slope = own_slope * other_effect + other_share * G(slip, slip);
  if (small(slope, std::abs(own_slope * other_effect) + std::abs(other_share) * G(slip, slip)))
    return std::nullopt;
  const double m = -constant / slope;
  // Both impulses must have one sign: the tie is written without its bars here, and a negative
  // product would be a contact that pulls.
  if ((relation[own] + own_slope * m) * other_share <= 0.0) return std::nullopt;
  return m;
}

// Both slips constant: G_tt x = −G_tn p for x = (c₁, α c₂), p = (1, α): linear in α, and the tie
// B₁ = α B₂ with B₁ = a_n1 + a_t1 x₁, α B₂ = α a_n2 − a_t2 x₂ is then linear in α too.
std::optional<std::array<double, 2>> CornerRows::both_sticking() const {
  const auto& G = delassus;
  Eigen::Matrix2d tangent, mixed;
  // Rates of the two slips are G_tt x + G_tn p; they vanish together where G_tt is regular.
  tangent << G(1, 1), G(1, 3), G(3, 1), G(3, 3);
  mixed << G(1, 0), G(1, 2), G(3, 0), G(3, 2);
  if (small(tangent.determinant(), G(1, 1) * G(3, 3))) return std::nullopt;
  const Eigen::Matrix2d x = -tangent.inverse() * mixed;  // x = x.col(0) + α x.col(1)
  // a_n1 + a_t1 x₁ = α a_n2 − a_t2 x₂ with x = x₀ + α x₁ put in, sorted by powers of α.
  const double constant = relation[0] + relation[1] * x(0, 0) + relation[3] * x(1, 0);
  const double slope = relation[2] - relation[3] * x(1, 1) - relation[1] * x(0, 1);
  if (small(slope, 1.0)) return std::nullopt;
  const double share = constant / slope;
  // α ≤ 0: one of the contacts would pull. c₂ = x₂/α, as x holds α c₂.
  if (!(share > 0.0)) return std::nullopt;
  return std::array<double, 2>{x(0, 0) + share * x(0, 1), x(1, 0) / share + x(1, 1)};
}

// dW_n/dp and d²W_n/dp² of (28) while ϑ changes by `rate` per unit of p: G⁺ is constant, so that
// W_n is quadratic in p.
double CornerPath::slope(const Eigen::Vector4d& rate) const {
  return without_tangents(rows.inverse, velocity, rate);
}

double CornerPath::curvature(const Eigen::Vector4d& rate) const {
  return without_tangents(rows.inverse, rate, rate);
}

void CornerPath::log(std::vector<Event>& events, Event::Kind kind, int contact) const {
  events.push_back({kind, contact, impulse[0] + impulse[2]});
}

// Friction against the slip; from rest against the slip that would begin without it.
void CornerPath::begin(std::vector<Event>& events) {
  speed_ = velocity.cwiseAbs().maxCoeff();
  for (int i = 0; i < 2; ++i) {
    const double v = velocity[tangent_row(i)];
    // Of the fastest row: J v is rounded to 1e-15 of it, and a slip so slow would stop after that
    // share of the impact, before its friction does anything that shows.
    if (std::abs(v) <= 1e-12 * speed_) continue;
    ratio[at(i)] = v > 0.0 ? -rows.friction[at(i)] : rows.friction[at(i)];
    log(events, Event::Kind::begins_slipping, i);
  }
  for (int i = 0; i < 2; ++i) {
    // The same bound: every contact is in one of the two loops.
    if (std::abs(velocity[tangent_row(i)]) > 1e-12 * speed_) continue;
    velocity[tangent_row(i)] = 0.0;
    // The slip that the other impulses would begin; friction is against it.
    const double rate = (rows.delassus * rows.direction(ratio))[tangent_row(i)];
    ratio[at(i)] = rate > 0.0 ? -rows.friction[at(i)] : rows.friction[at(i)];
    if (mode == CornerMode::stick_tested) {
      // It goes through the test of a slip that stops, which turns the ratio round if it fails: the
      // sign that it then has is that of friction against the slip that would begin.
      ratio[at(i)] = -ratio[at(i)];  // as if it had just stopped
      stop_by_test(i, events);
    } else {
      log(events, Event::Kind::begins_slipping, i);
    }
  }
}

// Exact: velocities are linear in p, works quadratic.
// Work of a row is ∫ v dp = direction · step · mean speed. Where the speed changes sign the parts
// before and after have the mean before²/(2(before − after)) and after²/(2(after − before)) of the
// whole step; their sum is the mean speed. Only positive work is gained.
void CornerPath::advance(const Eigen::Vector4d& direction, const Eigen::Vector4d& rate,
                         double step) {
  normal_work += step * slope(rate) + 0.5 * step * step * curvature(rate);
  for (int row = 0; row < 4; ++row) {
    const double before = velocity[row], after = before + step * rate[row];
    const double part = direction[row] * step * 0.5 * (before + after);
    work[row] += part;
    const bool crosses = before * after < 0.0;
    if (!crosses) {
      gained[row] += std::max(0.0, part);
    } else {
      const double first = before * before / (2.0 * (before - after));
      const double second = after * after / (2.0 * (after - before));
      gained[row] += std::max(0.0, direction[row] * step * first) +
                     std::max(0.0, direction[row] * step * second);
    }
    velocity[row] = after;
    impulse[row] += direction[row] * step;
  }
}

// S1 V examines slips that stop before the end of compression; the stick test all of them. The
// chain of Table I ignores the first contact.
bool CornerPath::watches(int contact) const {
  if (slip[at(contact)] == CornerSlip::sticks) return false;
  if (mode == CornerMode::stick_tested) return true;
  return compressing_ && (mode == CornerMode::literal || contact == 1);
}

// In units of p, at the constant rate of this piece.
double CornerPath::time_to_stop(int contact, const Eigen::Vector4d& rate) const {
  const int row = tangent_row(contact);
  if (!watches(contact) || velocity[row] * rate[row] >= 0.0) return never;
  return -velocity[row] / rate[row];
}

// Friction after a slip that went through zero, by the mode. Only `stick_tested` asks whether
// static friction could hold it.
void CornerPath::stopped(int contact, std::vector<Event>& events) {
  velocity[tangent_row(contact)] = 0.0;
  if (mode == CornerMode::stick_tested) return stop_by_test(contact, events);
  // `literal` turns the friction of this contact only; Table I needs that of both turned.
  ratio[at(contact)] = -ratio[at(contact)];
  if (mode == CornerMode::published_table) ratio[at(1 - contact)] = -ratio[at(1 - contact)];
  log(events, Event::Kind::reverses, contact);
}

// S1 V: the contact sticks if the ratio that keeps its slip at zero is within static friction. If
// the other one sticks already, both ratios change together. Else it slips on the other way,
// against reversed friction.
void CornerPath::stop_by_test(int contact, std::vector<Event>& events) {
  const int other = 1 - contact;
  if (slip[at(other)] == CornerSlip::sticks) {
    const auto both = rows.both_sticking();
    if (both && std::abs((*both)[0]) <= rows.static_friction[0] &&
        std::abs((*both)[1]) <= rows.static_friction[1]) {
      ratio = *both;
      slip[at(contact)] = CornerSlip::sticks;
      return log(events, Event::Kind::begins_sticking, contact);
    }
  } else {
    const auto m = rows.sticking_ratio(contact, ratio);
    if (m && std::abs(*m) <= rows.static_friction[at(contact)]) {
      ratio[at(contact)] = *m;
      slip[at(contact)] = CornerSlip::sticks;
      return log(events, Event::Kind::begins_sticking, contact);
    }
  }
  // The tie depends on both ratios, so that the reversal moves what the other contact needs to
  // stick.
  ratio[at(contact)] = -ratio[at(contact)];
  log(events, Event::Kind::reverses, contact);
  refresh_sticking(events);
}

// The other contact's friction changed: a contact that sticks needs another ratio, or breaks loose.
void CornerPath::refresh_sticking(std::vector<Event>& events) {
  for (int i = 0; i < 2; ++i) {
    if (slip[at(i)] != CornerSlip::sticks) continue;
    const auto m = rows.sticking_ratio(i, ratio);
    if (m && std::abs(*m) <= rows.static_friction[at(i)]) {
      ratio[at(i)] = *m;
      continue;
    }
    slip[at(i)] = CornerSlip::slips;
    // It breaks loose: it slips where it would go without friction of its own, and friction is
    // against that.
    auto free = ratio;
    free[at(i)] = 0.0;
    const double rate = (rows.delassus * rows.direction(free))[tangent_row(i)];
    ratio[at(i)] = rate > 0.0 ? -rows.friction[at(i)] : rows.friction[at(i)];
    log(events, Event::Kind::begins_slipping, i);
  }
}

bool CornerPath::run(std::vector<Event>& events) {
  begin(events);
  for (int phase = 0; phase < max_phases; ++phase) {
    // Impulses per unit of p_n1 by the tie (18), (20), and the rates of (31). A tie of a real
    // corner is of order one; beyond 1e12 its denominator is rounding of terms of order one.
    const Eigen::Vector4d direction = rows.direction(ratio);
    if (!direction.allFinite() || !(direction[2] < 1e12)) {
      reason = "the tie of the normal impulses is undefined (S1 eq. 20 divides by zero)";
      return false;
    }
    Eigen::Vector4d rate = rows.delassus * direction;
    // A sticking slip is zero by construction: rounding must not move it.
    for (int i = 0; i < 2; ++i)
      if (slip[at(i)] == CornerSlip::sticks) rate[tangent_row(i)] = 0.0;
    // Slope and curvature of W_n (28), quadratic in p while the friction stays as it is.
    const double fall = slope(rate), bend = curvature(rate);
    if (phase == 0 && fall >= 0.0) {
      reason = "S1's normal work (eq. 28) does not begin by falling, so compression has no end";
      return false;
    }
    // A change of friction may turn the work downwards again. S1 knows one minimum: W_nc stays.
    if (!compressing_ && fall < 0.0 && !falls_again) {
      falls_again = true;
      log(events, Event::Kind::compression_returns, -1);
    }
    // The end of compression, or of the impact: W_n + fall s + bend s²/2 = (1 − e²) W_nc.
    double end = never;
    if (compressing_) {
      if (bend > 0.0) end = std::max(0.0, -fall / bend);
    } else {
      const double missing =
          std::max(0.0, (1.0 - restitution * restitution) * compression_work - normal_work);
      const double root = fall * fall + 2.0 * bend * missing;
      // While W_n rises, this form of the root has no difference of two nearly equal terms.
      if (root >= 0.0 && fall + std::sqrt(root) > 0.0)
        end = 2.0 * missing / (fall + std::sqrt(root));
      else if (missing == 0.0)
        end = 0.0;
    }
    // The piece lasts until then, or until a slip stops before.
    const std::array<double, 2> stop{time_to_stop(0, rate), time_to_stop(1, rate)};
    const int first = stop[1] < stop[0] ? 1 : 0;
    const double step = std::min(end, stop[at(first)]);
    if (step == never) {
      reason = "S1's normal work (eq. 28) has no minimum, so the impact has no end";
      return false;
    }
    advance(direction, rate, step);
    // What the end of the piece is: a slip stops, W_nc is reached, or (30) holds.
    if (stop[at(first)] < end) {
      stopped(first, events);
    } else if (compressing_) {
      compressing_ = false;
      compression_work = normal_work;
      log(events, Event::Kind::compression_ends, -1);
    } else {
      log(events, Event::Kind::ends, -1);
      return true;
    }
  }
  reason = "more than " + std::to_string(max_phases) + " changes of slip";
  return false;
}

}  // namespace carom::law
