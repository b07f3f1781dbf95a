// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Impacts without end, and their limits.
//   faded     ever smaller bounces, as in inelastic collapse: speeds and springs go to zero
//             geometrically while flights grow. What is left when they are faint is the error.
//   trapped   springs that press each other vibrate for ever once no peak grows and no slip is
//             left. That takes forces of the contacts, within their cones, whose sum is zero:
//             Σ aᵢcᵢ = 0, a ≥ 0, over the edges c of the cones (Gordan; without friction c = n).
//             Then nᵢ·v = 0 in every end that there can be, and any loss besides leads there.
//             Where friction has them in balance at rest, that is the end.
//   squeezed  e = 0 without friction, between contacts that nearly face each other (or a light
//             body between heavy ones): the springs carry for very many of their own periods.
// A faint rest, and any without friction, is projected on the velocities that separate, in the mass
// metric: what e = 0 does to contacts that meet at once. With friction the rest is an impact with
// e = 0 from the speed reached, all gaps zero (as they are in the limit of infinite stiffness).
// Only trapped contacts that keep all their energy (e = 1, no friction) have no such end.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "carom/tolerance.h"
#include "law/compliant/flow.h"
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
constexpr int watch_period = 2048;  // steps between two looks for a vibration without end
// A plastic impact has a few steps per contact; one in ten thousand has this many.
constexpr int squeeze_steps = 4 * watch_period;

bool rubs(const CompliantContact& c) { return c.tangents > 0 && c.static_friction > 0.0; }

}  // namespace

bool CompliantFlow::faded() const {
  if (joins_ < chain) return false;
  double stored = 0.0;
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const auto& c = motion.contacts[i];
    if (c.touched && std::abs(normal_speed(c)) > faint && (normal_speed(c) < 0.0 || c.springs()))
      return false;
    stored += c.stored(motion.compression[static_cast<Eigen::Index>(i)], motion.exponent);
  }
  return stored <= faint * faint;
}

void CompliantFlow::find_faded() {
  trapped.clear();
  for (std::size_t i = 0; i < motion.contacts.size(); ++i)
    if (motion.contacts[i].touched && std::abs(normal_speed(motion.contacts[i])) <= 100.0 * faint)
      trapped.push_back(static_cast<int>(i));
}

// Springs in balance by friction, at rest: they would press each other for ever.
bool CompliantFlow::jams() {
  if (steps < 2 || !(motion.acceleration() < balanced * motion.largest_force())) return false;
  trapped.clear();
  for (int i = 0; i < static_cast<int>(motion.contacts.size()); ++i) {
    const auto& c = motion.contacts[static_cast<std::size_t>(i)];
    const double u = normal_speed(c);
    if (c.carries() ? std::abs(u) > faint || slip_now(c).norm() > faint : u < -faint) return false;
    if (c.carries()) trapped.push_back(i);
  }
  return !trapped.empty();
}

bool CompliantFlow::vibrates_for_ever() {
  double vibration = 0.0;
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const auto& c = motion.contacts[i];
    const double u = normal_speed(c);
    vibration = std::max(vibration, 0.5 * u * u / motion.rows.col(c.row).squaredNorm());
    vibration += c.stored(motion.compression[static_cast<Eigen::Index>(i)], motion.exponent);
  }
  const double energy = energy_now();
  const bool kept = energy_then_ - energy <= lossless * vibration + 1e-14 * energy;
  energy_then_ = energy;
  return kept;
}

double CompliantFlow::energy_now() const {
  double energy = 0.5 * motion.speed.squaredNorm();
  for (std::size_t i = 0; i < motion.contacts.size(); ++i)
    energy += motion.contacts[i].stored(motion.compression[static_cast<Eigen::Index>(i)],
                                        motion.exponent);
  return energy;
}

// Fills trapped_ with the contacts whose forces cancel each other; false: there are none.
bool CompliantFlow::find_trapped() {
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

bool CompliantFlow::keeps_all_energy() const {
  return std::all_of(trapped.begin(), trapped.end(), [&](int i) {
    const auto& c = motion.contacts[static_cast<std::size_t>(i)];
    return c.restitution == 1.0 && !rubs(c);
  });
}

bool CompliantFlow::without_friction() const {
  return std::none_of(motion.contacts.begin(), motion.contacts.end(), rubs);
}

bool CompliantFlow::always_plastic() const {
  return std::all_of(motion.contacts.begin(), motion.contacts.end(),
                     [](const auto& c) { return c.restitution == 0.0; });
}

// min ‖ζ + N p‖ over p ≥ 0. What the springs hold is not returned.
bool CompliantFlow::project() {
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
  finished_ = true;
  return true;
}

// e = 0 from here, every gap zero.
void CompliantFlow::restart_plastic() {
  decide_rest_ = false;
  motion.compression.setZero();
  for (auto& c : motion.contacts) {
    c.restitution = c.peak = c.residual = 0.0;
    c.normal = CompliantContact::Normal::open;
    c.slip = CompliantContact::Slip::none;
    c.released = c.pressed = c.forced = c.stopped = false;
  }
}

bool CompliantFlow::seek_limit() {
  if (end != End::separates) return steps <= max_steps || fail(endless());
  if (faded()) {
    find_faded();
    end = End::faded;
    return project();
  }
  if (jams()) {
    left = energy_now();
    end = End::trapped;
    return finished_ = true;
  }
  const bool last = steps >= max_steps;
  if (steps % watch_period != 0 && !last) return true;
  if ((vibrates_for_ever() || last) && find_trapped()) {
    left = energy_now();
    end = keeps_all_energy() ? End::keeps_energy : End::trapped;
    reason = end == End::keeps_energy ? "no end after " + std::to_string(steps) + " steps" : "";
    if (end == End::keeps_energy) return false;
    if (without_friction()) return project();
    restart_plastic();
    steps = 0;
    return true;
  }
  if (steps >= squeeze_steps && always_plastic() && without_friction()) {
    end = End::squeezed;
    return project();
  }
  return !last || fail(endless());
}

std::string CompliantFlow::endless() const {
  return "no end after " + std::to_string(steps) +
         " steps: contacts keep pressing each other, or stiffness ratios are extreme";
}

}  // namespace carom::law
