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

// The energy of the last look is infinite: the first one never finds it kept.
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

// Nothing that touched moves any more, except what leaves for good. Energies are in units of the
// squared approach speed, as faint² is.
bool CompliantLimit::faded(const CompliantMotion& motion, int joins) {
  if (joins < chain) return false;
  double stored = 0.0;
  for (std::size_t i = 0; i < motion.contacts.size(); ++i) {
    const auto& c = motion.contacts[i];
    // A contact that opens fast and presses nothing is out of the chain. One that approaches, or
    // whose spring is still to push, is not.
    if (c.touched && std::abs(motion.normal_speed(c)) > faint &&
        (motion.normal_speed(c) < 0.0 || c.springs()))
      return false;
    stored += c.stored(motion.compression[static_cast<Eigen::Index>(i)], motion.exponent);
  }
  return stored <= faint * faint;
}

// Names the contacts of the chain. Its members are not all equally slow when the last one fades:
// two decades more than what counts as faint.
void CompliantLimit::find_faded(const CompliantMotion& motion) {
  trapped.clear();
  for (std::size_t i = 0; i < motion.contacts.size(); ++i)
    if (motion.contacts[i].touched &&
        std::abs(motion.normal_speed(motion.contacts[i])) <= 100.0 * faint)
      trapped.push_back(static_cast<int>(i));
}

// Springs in balance by friction, at rest: they would press each other for ever.
// Without acceleration and without speed nothing will change. Both are asked for: a spring at its
// turn has no speed, one that passes its balance no acceleration. The first step has no expansion
// to read yet.
bool CompliantLimit::jams(const CompliantMotion& motion, int steps) {
  if (steps < 2 || !(motion.acceleration() < balanced * motion.largest_force())) return false;
  trapped.clear();
  for (int i = 0; i < static_cast<int>(motion.contacts.size()); ++i) {
    const auto& c = motion.contacts[static_cast<std::size_t>(i)];
    const double u = motion.normal_speed(c);
    // Carrying contacts must be at rest in all rows; the others may leave, not approach.
    if (c.carries() ? std::abs(u) > faint || motion.slip_now(c).norm() > faint : u < -faint)
      return false;
    if (c.carries()) trapped.push_back(i);
  }
  return !trapped.empty();
}

// Compares the energy with that of the look before. The loss is measured against the vibration, not
// against the whole energy: a body may fly along with most of it. ½u²/‖x‖² is the energy that the
// normal speed u of one contact must have in the mass metric.
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

// ½ζ·ζ and what the springs hold on the lines that they are on.
double CompliantLimit::energy_now(const CompliantMotion& motion) {
  double energy = 0.5 * motion.speed.squaredNorm();
  for (std::size_t i = 0; i < motion.contacts.size(); ++i)
    energy += motion.contacts[i].stored(motion.compression[static_cast<Eigen::Index>(i)],
                                        motion.exponent);
  return energy;
}

// Fills `trapped` with the contacts whose forces cancel each other; false: there are none.
// Σ aᵢcᵢ = 0 with a ≥ 0, Σa = 1 exists if and only if the hull of the edges c contains the origin.
// Then 0 = Σ aᵢcᵢ·ζ for every ζ, so that not all cᵢ·ζ can be positive. Edges have unit length, so
// that the distance has no unit.
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
    // Without friction the cone is its normal; in the plane it has the two edges n ± μ_s t; in
    // space n + μ_s (cos φ t₁ + sin φ t₂) at equal angles φ.
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
  // A contact belongs to the trap if an edge of its cone has a share in the sum. The edges of one
  // contact follow each other, so that the last name is the only one to compare with.
  for (std::size_t k = 0; k < owner.size(); ++k)
    if (hull.weights[static_cast<Eigen::Index>(k)] > margin_tolerance &&
        (trapped.empty() || trapped.back() != owner[k]))
      trapped.push_back(owner[k]);
  return true;
}

// No loss in the springs, and no friction to take any: no limit exists.
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
// At the minimum ζ⁺ = ζ + N p, nᵢ·ζ⁺ ≥ 0 for all contacts and pᵢ (nᵢ·ζ⁺) = 0: no contact
// approaches, and impulses act only where contacts stay together. That is the plastic impact of
// contacts that meet at once.
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
    // p belongs to a unit normal: the impulse on the row is p/‖x‖, its work p n·(ζ + ζ⁺)/2.
    motion.impulse[c.row] += cone.x()[i] / motion.rows.col(c.row).norm();
    c.taken -= 0.5 * cone.x()[i] * normals.col(i).dot(motion.speed + after);
  }
  motion.speed = after;
  reached = true;
  return true;
}

// e = 0 from here, every gap zero.
// Works and impulses go on: only springs and states are new, and what the springs held stays booked
// as taken.
void CompliantLimit::restart_plastic(CompliantMotion& motion) {
  motion.compression.setZero();
  for (auto& c : motion.contacts) {
    c.restitution = c.peak = c.residual = 0.0;
    c.normal = CompliantContact::Normal::open;
    c.slip = CompliantContact::Slip::none;
    c.released = c.pressed = c.forced = c.stopped = false;
  }
}

// The cases in the order of their price: speeds, one acceleration, then the cones every
// watch_period steps. Once an end is named the impact is followed to it with e = 0, and only the
// number of steps can still stop it.
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
  // At the last step trapped contacts are looked for even where energy still falls slowly: their
  // limit is an answer, no end is none.
  if (steps % watch_period != 0 && !last) return true;
  if ((vibrates_for_ever(motion) || last) && find_trapped(motion)) {
    left = energy_now(motion);
    end = keeps_all_energy(motion) ? End::keeps_energy : End::trapped;
    reason = end == End::keeps_energy ? "no end after " + std::to_string(steps) + " steps" : "";
    if (end == End::keeps_energy) return false;
    // Any loss besides leads to nᵢ·v = 0 at the trapped contacts. Without friction the projection
    // gives that at once; with friction the way there matters and is followed.
    if (without_friction(motion)) return project(motion);
    restart_plastic(motion);
    steps = 0;
    return true;
  }
  // e = 0 without friction has only the projection for its limit: contacts that nearly face each
  // other would take 1e5 periods to come to it.
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
