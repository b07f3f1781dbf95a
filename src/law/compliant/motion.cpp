// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/compliant/motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom::law {
namespace {

using Normal = CompliantContact::Normal;
using Slip = CompliantContact::Slip;

// Shares of redundant sticking points follow the stiffness (of the largest), down to a condition
// of 1e4 from the weights alone: held forces then keep twelve of sixteen digits, above the local
// error. Softer contacts would share by their stiffness only at the cost of the forces.
double weight(const CompliantContact& contact) { return std::max(contact.stiffness, 1e-4); }

// Energy that the spring gained. Without restitution none is returned: a loss is rounding.
void exchange(CompliantContact& contact, double gained) {
  if (gained > 0.0 || contact.restitution == 0.0)
    contact.taken += gained;
  else
    contact.returned -= gained;
}

}  // namespace

// Room for coefficients 0 … order of every series, so that no step allocates. Forces end one order
// earlier: coefficient k of f makes coefficient k + 1 of ζ.
void CompliantMotion::resize() {
  const auto count = static_cast<Eigen::Index>(contacts.size());
  speed_.resize(rows.rows(), order + 1);
  contact_speed_.resize(rows.cols(), order + 1);
  force_.resize(rows.cols(), order + 1);
  compression_.resize(count, order + 1);
  slip_speed_.resize(count, order + 1);
  direction_.resize(2 * count, order + 1);
  drive_.resize(rows.rows());
  column_.resize(rows.rows());
}

// Σ c_k tᵏ by Horner's rule.
double CompliantMotion::value(const Eigen::MatrixXd& series, Eigen::Index row, double t,
                              int degree) {
  double sum = series(row, degree);
  for (int k = degree - 1; k >= 0; --k) sum = sum * t + series(row, k);
  return sum;
}

// u_t = X_tᵀζ at the present ζ. In the plane the second entry is zero, so that norms and products
// need no second case; the same in slip() and friction().
Eigen::Vector2d CompliantMotion::slip_now(const CompliantContact& contact) const {
  Eigen::Vector2d u = Eigen::Vector2d::Zero();
  for (int k = 0; k < contact.tangents; ++k) u[k] = rows.col(contact.row + 1 + k).dot(speed);
  return u;
}

Eigen::Vector2d CompliantMotion::slip(const CompliantContact& contact, double t) const {
  Eigen::Vector2d u = Eigen::Vector2d::Zero();
  for (int k = 0; k < contact.tangents; ++k) u[k] = contact_speed(contact.row + 1 + k, t);
  return u;
}

Eigen::Vector2d CompliantMotion::friction(const CompliantContact& contact, double t) const {
  Eigen::Vector2d f = Eigen::Vector2d::Zero();
  for (int k = 0; k < contact.tangents; ++k) f[k] = force(contact.row + 1 + k, t);
  return f;
}

// The rows that must keep zero speed, each with the column along which a unit of its force
// accelerates ζ: the row itself, but for held normals in slip. Forces are read back in the order of
// these adds: normal first, then the tangents of the same contact.
bool CompliantMotion::prepare_held(bool kicked) {
  held_.clear(rows.rows(), rows.cols());
  for (const auto& contact : contacts) {
    if (contact.normal == Normal::held) {
      // A held normal in slip takes its friction along: a unit of force acts along x_n − μ X_t d.
      // The system is then not symmetric and may be singular (Painlevé).
      column_ = rows.col(contact.row);
      if (contact.slip == Slip::slips || (contact.slip == Slip::kicked && !kicked))
        for (int k = 0; k < contact.tangents; ++k)
          column_ -= contact.friction * contact.direction[k] * rows.col(contact.row + 1 + k);
      held_.add(rows.col(contact.row), column_, weight(contact));
    }
    // Friction without slip is unknown, and keeps the tangents at rest. A kicked contact has known
    // friction while time passes, but its slip must be zero to begin with.
    const bool rests = contact.slip == Slip::sticks || (kicked && contact.slip == Slip::kicked);
    if (!rests || !contact.carries()) continue;
    for (int k = 0; k < contact.tangents; ++k)
      held_.add(rows.col(contact.row + 1 + k), rows.col(contact.row + 1 + k), weight(contact));
  }
  return held_.factor();
}

// f = k′ zⁿ: z f′ = n f z′, coefficient by coefficient.
// In coefficients: k z₀ f_k = Σ_{j=1…k} (n j − (k − j)) z_j f_{k−j}. It divides by z₀: a spring
// that is not linear therefore begins at its cut, not at zero.
void CompliantMotion::spring_force(int i, int k) {
  const auto& contact = contacts[static_cast<std::size_t>(i)];
  const double stiffness = contact.line_stiffness(exponent);
  const double z = compression_(i, 0) - contact.origin();
  auto f = force_.row(contact.row);
  // A line needs no recurrence: f_k = k′ δ_k, and only coefficient 0 knows the origin δᵣ.
  if (exponent == 1.0) {
    f[k] = stiffness * (k == 0 ? z : compression_(i, k));
    return;
  }
  if (k == 0) {
    f[0] = z > 0.0 ? stiffness * std::pow(z, exponent) : 0.0;
    return;
  }
  double sum = 0.0;
  for (int j = 1; j <= k; ++j) sum += (exponent * j - (k - j)) * compression_(i, j) * f[k - j];
  f[k] = z > 0.0 ? sum / (k * z) : 0.0;
}

// s² = u·u, s d = u. From rest and in the plane the direction is fixed.
// In coefficients:
//   2 s₀ s_k = Σ_{j=0…k} u_j·u_{k−j} − Σ_{j=1…k−1} s_j s_{k−j},
//   s₀ d_k = u_k − Σ_{j=1…k} s_j d_{k−j}.
// A planar slip can only turn through zero, where an event ends the step. A kicked slip has s₀ = 0,
// which would be divided by.
void CompliantMotion::slip_direction(int i, int k) {
  const auto& contact = contacts[static_cast<std::size_t>(i)];
  auto s = slip_speed_.row(i);
  if (contact.slip == Slip::kicked || contact.tangents == 1) {
    for (int a = 0; a < 2; ++a) direction_(2 * i + a, k) = k == 0 ? contact.direction[a] : 0.0;
    return;
  }
  const auto u = [&](int a, int j) { return contact_speed_(contact.row + 1 + a, j); };
  if (k == 0) {
    s[0] = std::hypot(u(0, 0), u(1, 0));
    for (int a = 0; a < 2; ++a) direction_(2 * i + a, 0) = u(a, 0) / s[0];
    return;
  }
  // s_k from s² = u·u. The two terms with s₀ are the unknown one.
  double sum = 0.0;
  for (int j = 0; j <= k; ++j) sum += u(0, j) * u(0, k - j) + u(1, j) * u(1, k - j);
  for (int j = 1; j < k; ++j) sum -= s[j] * s[k - j];
  s[k] = 0.5 * sum / s[0];
  for (int a = 0; a < 2; ++a) {
    // d_k from s d = u, with the s_k just found.
    double rest = u(a, k);
    for (int j = 1; j <= k; ++j) rest -= s[j] * direction_(2 * i + a, k - j);
    direction_(2 * i + a, k) = rest / s[0];
  }
}

// f_t = −μ f_n d: coefficient k of the product of two series.
void CompliantMotion::slip_friction(int i, int k) {
  const auto& contact = contacts[static_cast<std::size_t>(i)];
  for (int a = 0; a < contact.tangents; ++a) {
    double sum = 0.0;
    for (int j = 0; j <= k; ++j) sum += force_(contact.row, j) * direction_(2 * i + a, k - j);
    force_(contact.row + 1 + a, k) = -contact.friction * sum;
  }
}

// Called with every other force known; held normals are still zero at this order.
// They keep coefficient k of the acceleration of held rows at zero: X_heldᵀ(w + columns f) = 0 with
// w = X f_k of all other forces. Speeds of held rows are zero to begin with (stop_held), so that
// all their coefficients vanish.
void CompliantMotion::held_forces(int k) {
  if (held_.size() == 0) return;
  drive_.noalias() = rows * force_.col(k);
  held_.solve(drive_);
  Eigen::Index next = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto& contact = contacts[i];
    if (contact.normal == Normal::held) {
      force_(contact.row, k) = held_.force(next++);
      // The drive held Σ_{j<k} f_{n,j} d_{k−j} already, the column carried f_{n,k} d₀; now that
      // f_{n,k} is known, the whole coefficient is written.
      if (contact.slides()) slip_friction(static_cast<int>(i), k);
    }
    if (contact.slip != Slip::sticks || !contact.carries()) continue;
    for (int a = 0; a < contact.tangents; ++a) force_(contact.row + 1 + a, k) = held_.force(next++);
  }
}

// The equation of held_forces() with ζ for the drive: impulses x with X_heldᵀ(ζ + columns x) = 0.
// Column 0 of force_ holds the impulses of this instant; expand() clears it.
bool CompliantMotion::stop_held() {
  // Kicked contacts are stopped too: their slip is zero by definition, and what is left of it would
  // have a direction of its own.
  if (!prepare_held(true)) return false;
  held_.solve(speed);
  force_.col(0).setZero();
  Eigen::Index next = 0;
  for (const auto& contact : contacts) {
    if (contact.normal == Normal::held) {
      const double normal = held_.force(next++);
      force_(contact.row, 0) = normal;
      for (int a = 0; a < contact.tangents && contact.slip == Slip::slips; ++a)
        // Friction of the normal impulse, as in the column that HeldRows was given.
        force_(contact.row + 1 + a, 0) = -contact.friction * contact.direction[a] * normal;
    }
    if ((contact.slip != Slip::sticks && contact.slip != Slip::kicked) || !contact.carries())
      continue;
    for (int a = 0; a < contact.tangents; ++a) force_(contact.row + 1 + a, 0) = held_.force(next++);
  }
  // ζ⁺ = ζ + X x. Speeds are linear in the impulse, so that x (u⁻ + u⁺)/2 is the exact work. The
  // contact takes what the normal impulse loses; without it the balance would miss it.
  drive_.noalias() = rows * force_.col(0);
  for (auto& contact : contacts) {  // work: impulse times mean speed
    for (int a = 0; a <= contact.tangents; ++a) {
      const int row = contact.row + a;
      if (force_(row, 0) == 0.0) continue;
      const double mean = rows.col(row).dot(speed) + 0.5 * rows.col(row).dot(drive_);
      if (a == 0)
        contact.taken -= force_(row, 0) * mean;
      else
        contact.friction_work += force_(row, 0) * mean;
    }
  }
  speed += drive_;
  impulse += force_.col(0);
  return true;
}

bool CompliantMotion::expand() {
  if (!prepare_held(false)) return false;
  force_.setZero();
  // Coefficient 0 is the state of this instant.
  speed_.col(0) = speed;
  compression_.col(0) = compression;
  // Coefficient k of speeds, compressions, springs and slips, then of the held forces, which need
  // all others; together they give coefficient k + 1 of ζ.
  // (k + 1) ζ_{k+1} = X f_k, (k + 1) δ_{k+1} = −u_{n,k}. The compression is wanted at open contacts
  // too, whose touch is an event.
  for (int k = 0; k < order; ++k) {
    contact_speed_.col(k).noalias() = rows.transpose() * speed_.col(k);
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      const int i = static_cast<int>(c);
      const auto& contact = contacts[c];
      compression_(i, k + 1) = -contact_speed_(contact.row, k) / (k + 1);
      if (!contact.carries()) continue;
      if (contact.slides()) slip_direction(i, k);
      if (contact.springs()) spring_force(i, k);
      if (contact.slides()) slip_friction(i, k);
    }
    // Last: the drive of the held rows is the sum of all forces above.
    held_forces(k);
    speed_.col(k + 1).noalias() = rows * force_.col(k);
    speed_.col(k + 1) /= k + 1;
  }
  // The loop ends with ζ at its last order, and contact speeds one behind.
  contact_speed_.col(order).noalias() = rows.transpose() * speed_.col(order);
  return true;
}

double CompliantMotion::step_size(double tolerance) const {
  // A hundredth: errors of a hundred steps add up to the tolerance at most.
  tolerance *= 1e-2;  // steps add up
  // The last terms stand for the remainder: |c_k| hᵏ ≤ tolerance for k = order − 1 and order. Two
  // of them, since a motion that is even or odd in time has every other one zero. Infinite where
  // nothing accelerates.
  double h = std::numeric_limits<double>::infinity();
  for (const int k : {order - 1, order}) {
    const double size = speed_.col(k).cwiseAbs().maxCoeff();
    if (size > 0.0) h = std::min(h, std::pow(tolerance / size, 1.0 / k));
    const double depth = compression_.col(k).cwiseAbs().maxCoeff();
    if (depth > 0.0) h = std::min(h, std::pow(tolerance / depth, 1.0 / k));
  }
  return 0.9 * h;
}

// The spring's energy, taken and returned; friction by the series of f_t·u_t.
// It must run before compression is moved on. Both halves of a turn are booked apart: their sum
// would hide what was taken and returned, and the restitution of the contact with it.
void CompliantMotion::add_works(int i, double h) {
  auto& contact = contacts[static_cast<std::size_t>(i)];
  if (contact.springs()) {
    double before = contact.stored(compression[i], exponent);
    const double first = contact_speed(contact.row, 0.0), last = contact_speed(contact.row, h);
    // Work taken grows until the turn and work returned after it, or the other way round.
    if (first * last < 0.0) {  // turns round inside the step
      // The turn, by bisection to the last digits. Unloading contacts turn without an event: up to
      // the peak they go back along their own line.
      double low = 0.0, high = h;
      for (int n = 0; n < 60; ++n) {
        const double middle = 0.5 * (low + high);
        (contact_speed(contact.row, middle) * first > 0.0 ? low : high) = middle;
      }
      const double turn = contact.stored(compression_at(i, low), exponent);
      exchange(contact, turn - before);
      before = turn;
    }
    const double after = contact.stored(compression_at(i, h), exponent);
    exchange(contact, after - before);
  }
  for (int a = 0; a < contact.tangents; ++a) {
    const int row = contact.row + 1 + a;
    // ∫₀ʰ f_t u_t dt = Σ_k h^{k+1}/(k + 1) Σ_j f_{t,j} u_{t,k−j}, cut at the order of the force.
    double power = h;
    for (int k = 0; k < order; ++k, power *= h) {
      double sum = 0.0;
      for (int j = 0; j <= k; ++j) sum += force_(row, j) * contact_speed_(row, k - j);
      contact.friction_work += sum * power / (k + 1);
    }
  }
}

// No force, so that ζ stays and δ is linear: exact for any h.
void CompliantMotion::fly(double h) {
  for (std::size_t i = 0; i < contacts.size(); ++i)
    compression[static_cast<Eigen::Index>(i)] -= h * rows.col(contacts[i].row).dot(speed);
}

void CompliantMotion::advance(double h) {
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (contacts[i].carries()) add_works(static_cast<int>(i), h);
  // Δp = ∫₀ʰ f dt = Σ_k f_k h^{k+1}/(k + 1), then δ and ζ at h. Works come first: they need the
  // compression at the start.
  double power = h;
  for (int k = 0; k < order; ++k, power *= h) impulse += power / (k + 1) * force_.col(k);
  for (Eigen::Index i = 0; i < compression.size(); ++i)
    compression[i] = value(compression_, i, h, order);
  for (Eigen::Index i = 0; i < speed.size(); ++i) speed[i] = value(speed_, i, h, order);
}

}  // namespace carom::law
