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

double CompliantMotion::value(const Eigen::MatrixXd& series, Eigen::Index row, double t,
                              int degree) {
  double sum = series(row, degree);
  for (int k = degree - 1; k >= 0; --k) sum = sum * t + series(row, k);
  return sum;
}

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

bool CompliantMotion::prepare_held(bool kicked) {
  held_.clear(rows.rows(), rows.cols());
  for (const auto& contact : contacts) {
    if (contact.normal == Normal::held) {
      column_ = rows.col(contact.row);
      if (contact.slip == Slip::slips || (contact.slip == Slip::kicked && !kicked))
        for (int k = 0; k < contact.tangents; ++k)
          column_ -= contact.friction * contact.direction[k] * rows.col(contact.row + 1 + k);
      held_.add(rows.col(contact.row), column_, weight(contact));
    }
    const bool rests = contact.slip == Slip::sticks || (kicked && contact.slip == Slip::kicked);
    if (!rests || !contact.carries()) continue;
    for (int k = 0; k < contact.tangents; ++k)
      held_.add(rows.col(contact.row + 1 + k), rows.col(contact.row + 1 + k), weight(contact));
  }
  return held_.factor();
}

// f = k′ zⁿ: z f′ = n f z′, coefficient by coefficient.
void CompliantMotion::spring_force(int i, int k) {
  const auto& contact = contacts[static_cast<std::size_t>(i)];
  const double stiffness = contact.line_stiffness(exponent);
  const double z = compression_(i, 0) - contact.origin();
  auto f = force_.row(contact.row);
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
  double sum = 0.0;
  for (int j = 0; j <= k; ++j) sum += u(0, j) * u(0, k - j) + u(1, j) * u(1, k - j);
  for (int j = 1; j < k; ++j) sum -= s[j] * s[k - j];
  s[k] = 0.5 * sum / s[0];
  for (int a = 0; a < 2; ++a) {
    double rest = u(a, k);
    for (int j = 1; j <= k; ++j) rest -= s[j] * direction_(2 * i + a, k - j);
    direction_(2 * i + a, k) = rest / s[0];
  }
}

void CompliantMotion::slip_friction(int i, int k) {
  const auto& contact = contacts[static_cast<std::size_t>(i)];
  for (int a = 0; a < contact.tangents; ++a) {
    double sum = 0.0;
    for (int j = 0; j <= k; ++j) sum += force_(contact.row, j) * direction_(2 * i + a, k - j);
    force_(contact.row + 1 + a, k) = -contact.friction * sum;
  }
}

// Called with every other force known; held normals are still zero at this order.
void CompliantMotion::held_forces(int k) {
  if (held_.size() == 0) return;
  drive_.noalias() = rows * force_.col(k);
  held_.solve(drive_);
  Eigen::Index next = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto& contact = contacts[i];
    if (contact.normal == Normal::held) {
      force_(contact.row, k) = held_.force(next++);
      if (contact.slides()) slip_friction(static_cast<int>(i), k);
    }
    if (contact.slip != Slip::sticks || !contact.carries()) continue;
    for (int a = 0; a < contact.tangents; ++a) force_(contact.row + 1 + a, k) = held_.force(next++);
  }
}

bool CompliantMotion::stop_held() {
  if (!prepare_held(true)) return false;
  held_.solve(speed);
  force_.col(0).setZero();
  Eigen::Index next = 0;
  for (const auto& contact : contacts) {
    if (contact.normal == Normal::held) {
      const double normal = held_.force(next++);
      force_(contact.row, 0) = normal;
      for (int a = 0; a < contact.tangents && contact.slip == Slip::slips; ++a)
        force_(contact.row + 1 + a, 0) = -contact.friction * contact.direction[a] * normal;
    }
    if ((contact.slip != Slip::sticks && contact.slip != Slip::kicked) || !contact.carries())
      continue;
    for (int a = 0; a < contact.tangents; ++a) force_(contact.row + 1 + a, 0) = held_.force(next++);
  }
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
  speed_.col(0) = speed;
  compression_.col(0) = compression;
  // Coefficient k of speeds, compressions, springs and slips, then of the held forces, which need
  // all others; together they give coefficient k + 1 of ζ.
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
    held_forces(k);
    speed_.col(k + 1).noalias() = rows * force_.col(k);
    speed_.col(k + 1) /= k + 1;
  }
  contact_speed_.col(order).noalias() = rows.transpose() * speed_.col(order);
  return true;
}

double CompliantMotion::step_size(double tolerance) const {
  // A hundredth: errors of a hundred steps add up to the tolerance at most.
  tolerance *= 1e-2;  // steps add up
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
void CompliantMotion::add_works(int i, double h) {
  auto& contact = contacts[static_cast<std::size_t>(i)];
  if (contact.springs()) {
    double before = contact.stored(compression[i], exponent);
    const double first = contact_speed(contact.row, 0.0), last = contact_speed(contact.row, h);
    if (first * last < 0.0) {  // turns round inside the step
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
    double power = h;
    for (int k = 0; k < order; ++k, power *= h) {
      double sum = 0.0;
      for (int j = 0; j <= k; ++j) sum += force_(row, j) * contact_speed_(row, k - j);
      contact.friction_work += sum * power / (k + 1);
    }
  }
}

void CompliantMotion::fly(double h) {
  for (std::size_t i = 0; i < contacts.size(); ++i)
    compression[static_cast<Eigen::Index>(i)] -= h * rows.col(contacts[i].row).dot(speed);
}

void CompliantMotion::advance(double h) {
  for (std::size_t i = 0; i < contacts.size(); ++i)
    if (contacts[i].carries()) add_works(static_cast<int>(i), h);
  double power = h;
  for (int k = 0; k < order; ++k, power *= h) impulse += power / (k + 1) * force_.col(k);
  for (Eigen::Index i = 0; i < compression.size(); ++i)
    compression[i] = value(compression_, i, h, order);
  for (Eigen::Index i = 0; i < speed.size(); ++i) speed[i] = value(speed_, i, h, order);
}

}  // namespace carom::law
