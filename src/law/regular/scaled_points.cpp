// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "law/regular/scaled_points.h"

#include <algorithm>
#include <cmath>

#include "law/coefficient.h"
#include "law/rows/coupled_groups.h"

namespace carom::law {

// Work is then in units of the product of both, −σ₀ · (−σ₀/g) [J].
bool ScaledPoints::build(const ImpactProblem& problem, std::span<const int> contacts,
                         const std::optional<double>& coefficient, ReducedRows& reduced) {
  // The same threshold as for all laws: below it there is no impact, and −σ₀ would be no unit.
  const double threshold = problem.grazing_threshold();
  bool approaches = false;
  for (const int i : contacts) approaches = approaches || problem.approach()[i] < -threshold;
  if (!approaches) return false;
  reduced.compute(problem);
  rank = static_cast<int>(reduced.rank());
  fill_rows(problem, contacts, coefficient, reduced);
  // Units: the approach speed −σ₀, and the impulse −σ₀/g with g = max n M⁻¹nᵀ.
  // g is the squared length of the longest normal row; σ₀ is the lowest normal velocity [m/s].
  double lowest = 0.0, longest = 0.0, fast = 0.0;
  for (int j = 0; j < count; ++j) {
    lowest = std::min(lowest, dot(row(j, 0), start.data(), rank));
    longest = std::max(longest, dot(row(j, 0), row(j, 0), rank));
    for (int k = 0; k < 3; ++k) fast = std::max(fast, std::abs(dot(row(j, k), start.data(), rank)));
  }
  // By the reduced rows now: rounding may have taken the approach away, and zero is no unit.
  if (!(lowest < 0.0)) return false;
  speed = -lowest;
  impulse = speed / longest;
  fastest = fast / speed;
  // K/√g and ζ √g/(−σ₀): then u = K ζ comes in units of −σ₀ and Λ in units of −σ₀/g, with dζ = Kᵀ
  // dΛ unchanged. The lowest normal velocity is now −1, and the longest normal row has length 1: a
  // unit of impulse changes velocities by order one.
  const double by_length = 1.0 / std::sqrt(longest);
  for (double& x : rows) x *= by_length;
  for (double& x : start) x *= 1.0 / (by_length * speed);
  // Only ratios of kⱼ matter. At most one, they leave the size of the rate problem to its rows.
  const double stiffest = *std::max_element(stiffness.begin(), stiffness.end());
  for (double& k : stiffness) k /= stiffest;
  return true;
}

void ScaledPoints::fill_rows(const ImpactProblem& problem, std::span<const int> contacts,
                             const std::optional<double>& coefficient, const ReducedRows& reduced) {
  const auto& K = reduced.columns();
  // Storage is kept from impact to impact.
  contact.clear(), tangents.clear(), friction.clear(), stiffness.clear(), restitution.clear();
  rows.clear();
  for (const int i : contacts) {
    const Contact& source = problem.contacts()[static_cast<std::size_t>(i)];
    contact.push_back(i);
    tangents.push_back(tangents_with_friction(source));
    friction.push_back(source.tangents.rows() > 0 ? source.friction : 0.0);
    stiffness.push_back(source.stiffness);
    restitution.push_back(restitution_at(source, coefficient));
    // Three rows for every point: an absent tangent is a row of zeros, which adds nothing to any
    // sum, so that no loop over rows needs to ask.
    for (int k = 0; k < 3; ++k) {
      const double* column =
          k <= tangents.back() ? K.data() + (problem.normal_row(i) + k) * K.rows() : nullptr;
      for (int c = 0; c < rank; ++c) rows.push_back(column ? column[c] : 0.0);
    }
  }
  count = static_cast<int>(contact.size());
  // ζ of the whole problem, not of this group: impulses of the group do not change what its rows do
  // not see.
  start.assign(reduced.start().data(), reduced.start().data() + rank);
}

}  // namespace carom::law
