// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Impacts without end, one case after the other (limit.h).
#include "law/compliant/limit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/tolerance.h"
#include "law/never.h"
#include "solver/hull_distance.h"
#include "solver/nonnegative_least_squares.h"

namespace carom::law {
namespace {

// Of the approach speed. Smaller: the thresholds of events (1e-13) and the resting speed of slips
// (1e-8) take over before the end. Larger: the limit is wrong by it.
constexpr double faint = 1e-9;
// Bounces before a faint motion counts as the tail of a chain; normal impacts end by themselves.
constexpr int chain = 50;
// A vibration that loses less than this share in a thousand steps is one for ever. Ten times
// smaller, and rounding is taken for a loss; much larger, and slow friction is cut off.
constexpr double lossless = 1e-6;

// Acceleration over the largest force. Rounding of the balance is 1e-14; a vibration of this size
// would move by 1e-10 of what the springs are compressed.
constexpr double balanced = 1e-10;
// Steps between two looks for a vibration without end, which compare energies that far apart:
// seldom, for a look at trapped contacts projects all cones.
constexpr int watch_period = 2048;
// A plastic impact has a few steps per contact; one in ten thousand has this many.
constexpr int squeeze_steps = 4 * watch_period;

bool rubs(const CompliantContact& c) { return c.tangents > 0 && c.static_friction > 0.0; }

}  // namespace

void CompliantLimit::start() {
  end = End::separates;
  left = 0.0;
  reached = false;
  trapped.clear();
  reason.clear();
  energy_then_ = never;
}

bool CompliantLimit::fail(std::string why) {
  end = End::fails;
  reason = std::move(why);
  return false;
}

bool CompliantLimit::faded(const CompliantMotion& motion, int joins) {
  if (joins < chain) return false;
  double stored = 0.0;
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const auto& c = motion.contacts[i];
    if (c.touched && std::abs(motion.normal_speed(c)) > faint &&
        (motion.normal_speed(c) < 0.0 || c.springs()))
      return false;
    stored += c.stored(motion.compression[static_cast<Eigen::Index>(i)], motion.exponent);
  }
  return stored <= faint * faint;
}

void CompliantLimit::find_faded(const CompliantMotion& motion) {
  trapped.clear();
  for (std::size_t i = 0; i < motion.contacts.size(); ++i)
    if (motion.contacts[i].touched &&
        std::abs(motion.normal_speed(motion.contacts[i])) <= 100.0 * faint)
      trapped.push_back(static_cast<int>(i));
}

// Springs in balance by friction, at rest: they would press each other for ever.
bool CompliantLimit::jams(const CompliantMotion& motion, int steps) {
  if (steps < 2 || !(motion.acceleration() < balanced * motion.largest_force())) return false;
  trapped.clear();
  for (int i = 0; i < static_cast<int>(motion.contacts.size()); ++i) {
    const auto& c = motion.contacts[static_cast<std::size_t>(i)];
    const double u = motion.normal_speed(c);
    if (c.carries() ? std::abs(u) > faint || motion.slip_now(c).norm() > faint : u < -faint)
      return false;
    if (c.carries()) trapped.push_back(i);
  }
  return !trapped.empty();
}

bool CompliantLimit::vibrates_for_ever(const CompliantMotion& motion) {
  double vibration = 0.0;
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const auto& c = motion.contacts[i];
    const double u = motion.normal_speed(c);
    vibration = std::max(vibration, 0.5 * u * u / motion.rows.col(c.row).squaredNorm());
    vibration += c.stored(motion.compression[static_cast<Eigen::Index>(i)], motion.exponent);
  }
  const double energy = energy_now(motion);
  // The second term is rounding of the two sums, for a vibration of next to no energy.
  const bool kept = energy_then_ - energy <= lossless * vibration + 1e-14 * energy;
  energy_then_ = energy;
  return kept;
}

double CompliantLimit::energy_now(const CompliantMotion& motion) {
  double energy = 0.5 * motion.speed.squaredNorm();
  for (std::size_t i = 0; i < motion.contacts.size(); ++i)
    energy += motion.contacts[i].stored(motion.compression[static_cast<Eigen::Index>(i)],
                                        motion.exponent);
  return energy;
}

// Fills `trapped` with the contacts whose forces cancel each other; false: there are none.
bool CompliantLimit::find_trapped(const CompliantMotion& motion) {
  // Of a friction cone: the polygon inside is at most 8 % narrower, and who presses whom is not a
  // matter of that.
  constexpr int edges_in_space = 8;
  Eigen::MatrixXd edges(motion.rows.rows(), 0);
  std::vector<int> owner;
  const auto add = [&](int i, const Eigen::VectorXd& edge) {
    edges.conservativeResize(Eigen::NoChange, edges.cols() + 1);
    edges.rightCols(1) = edge.normalized();
    owner.push_back(i);
  };
  for (int i = 0; i < static_cast<int>(motion.contacts.size()); ++i) {
    const auto& c = motion.contacts[static_cast<std::size_t>(i)];
    if (!c.touched) continue;
    const Eigen::VectorXd normal = motion.rows.col(c.row);
    if (!rubs(c)) add(i, normal);
    for (int k = 0; rubs(c) && k < (c.tangents == 1 ? 2 : edges_in_space); ++k) {
      const double angle = 2.0 * std::numbers::pi * k / (c.tangents == 1 ? 2 : edges_in_space);
      Eigen::VectorXd edge =
          normal + c.static_friction * std::cos(angle) * motion.rows.col(c.row + 1);
      if (c.tangents == 2) edge += c.static_friction * std::sin(angle) * motion.rows.col(c.row + 2);
      add(i, edge);
    }
  }
  const auto hull = solver::hull_distance(edges);
  trapped.clear();
  if (!(hull.distance <= margin_tolerance)) return false;
  for (std::size_t k = 0; k < owner.size(); ++k)
    if (hull.weights[static_cast<Eigen::Index>(k)] > margin_tolerance &&
        (trapped.empty() || trapped.back() != owner[k]))
      trapped.push_back(owner[k]);
  return true;
}

bool CompliantLimit::keeps_all_energy(const CompliantMotion& motion) const {
  return std::all_of(trapped.begin(), trapped.end(), [&](int i) {
    const auto& c = motion.contacts[static_cast<std::size_t>(i)];
    return c.restitution == 1.0 && !rubs(c);
  });
}

bool without_friction(const CompliantMotion& motion) {
  return std::none_of(motion.contacts.begin(), motion.contacts.end(), rubs);
}

bool CompliantLimit::always_plastic(const CompliantMotion& motion) {
  return std::all_of(motion.contacts.begin(), motion.contacts.end(),
                     [](const auto& c) { return c.restitution == 0.0; });
}

// min ‖ζ + N p‖ over p ≥ 0. What the springs hold is not returned.
bool CompliantLimit::project(CompliantMotion& motion) {
  const auto count = static_cast<Eigen::Index>(motion.contacts.size());
  Eigen::MatrixXd normals(motion.rows.rows(), count);
  for (Eigen::Index i = 0; i < count; ++i)
    normals.col(i) = motion.rows.col(motion.contacts[static_cast<std::size_t>(i)].row).normalized();
  solver::NonnegativeLeastSquares cone;
  if (!cone.solve(normals, -motion.speed)) return fail("the projection did not converge");
  const Eigen::VectorXd after = cone.residual();
  for (Eigen::Index i = 0; i < count; ++i) {
    auto& c = motion.contacts[static_cast<std::size_t>(i)];
    motion.impulse[c.row] += cone.x()[i] / motion.rows.col(c.row).norm();
    c.taken -= 0.5 * cone.x()[i] * normals.col(i).dot(motion.speed + after);
  }
  motion.speed = after;
  reached = true;
  return true;
}

// e = 0 from here, every gap zero.
void CompliantLimit::restart_plastic(CompliantMotion& motion) {
  motion.compression.setZero();
  for (auto& c : motion.contacts) {
    c.restitution = c.peak = c.residual = 0.0;
    c.normal = CompliantContact::Normal::open;
    c.slip = CompliantContact::Slip::none;
    c.released = c.pressed = c.forced = c.stopped = false;
  }
}

bool CompliantLimit::seek(CompliantMotion& motion, int& steps, int joins) {
  if (end != End::separates) return steps <= max_steps || fail(endless(steps));
  if (faded(motion, joins)) {
    find_faded(motion);
    end = End::faded;
    return project(motion);
  }
  if (jams(motion, steps)) {
    left = energy_now(motion);
    end = End::trapped;
    return reached = true;
  }
  const bool last = steps >= max_steps;
  if (steps % watch_period != 0 && !last) return true;
  if ((vibrates_for_ever(motion) || last) && find_trapped(motion)) {
    left = energy_now(motion);
    end = keeps_all_energy(motion) ? End::keeps_energy : End::trapped;
    reason = end == End::keeps_energy ? "no end after " + std::to_string(steps) + " steps" : "";
    if (end == End::keeps_energy) return false;
    if (without_friction(motion)) return project(motion);
    restart_plastic(motion);
    steps = 0;
    return true;
  }
  if (steps >= squeeze_steps && always_plastic(motion) && without_friction(motion)) {
    end = End::squeezed;
    return project(motion);
  }
  return !last || fail(endless(steps));
}

std::string CompliantLimit::endless(int steps) {
  return "no end after " + std::to_string(steps) +
         " steps: contacts keep pressing each other, or stiffness ratios are extreme";
}

}  // namespace carom::law
