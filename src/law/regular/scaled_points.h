// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The contacts of an impact in reduced coordinates without units: velocities divided by the
// approach speed −σ₀, impulses by −σ₀/g with g = max n M⁻¹nᵀ, so that every tolerance is a plain
// number.
//   u = K ζ,  dζ = Kᵀ dΛ.
// Contacts whose normal is blocked by bilateral rows are left out; a tangent row counts only where
// there is friction.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "carom/problem.h"
#include "law/regular/reduced_rows.h"

namespace carom::law {

struct ScaledPoints {
  int count = 0;              ///< points that can carry
  int rank = 0;               ///< length of ζ
  double speed = 0.0;         ///< unit of velocity [m/s]
  double impulse = 0.0;       ///< unit of impulse [N·s]
  double fastest = 0.0;       ///< largest contact speed at the start, scaled
  std::vector<double> rows;   ///< three per point: normal, two tangents (zero if absent)
  std::vector<double> start;  ///< ζ before the impact
  std::vector<double> friction, stiffness;  ///< stiffness relative to the largest
  std::vector<double> restitution;          ///< energetic
  std::vector<int> tangents, contact;       ///< tangent rows with friction; index in the problem

  /// Of these contacts, with this coefficient for all of them or their own. False when none of them
  /// approaches: then there is no impact and the rest is not filled.
  bool build(const ImpactProblem& problem, std::span<const int> contacts,
             const std::optional<double>& coefficient, ReducedRows& reduced);

  const double* row(int point, int k) const {
    return rows.data() + static_cast<std::size_t>((3 * point + k) * rank);
  }

 private:
  void fill_rows(const ImpactProblem& problem, std::span<const int> contacts,
                 const std::optional<double>& coefficient, const ReducedRows& reduced);
};

/// Rows of one foot, or of one body: the common case, worth its own code.
using Six = Eigen::Map<const Eigen::Matrix<double, 6, 1>>;
using SixOut = Eigen::Map<Eigen::Matrix<double, 6, 1>>;

/// Two at a time, as the compiler would not at -O2.
using Two = Eigen::Map<const Eigen::Vector2d>;
using TwoOut = Eigen::Map<Eigen::Vector2d>;

inline double dot(const double* a, const double* b, int n) {
  if (n == 6) return Six(a).dot(Six(b));
  Eigen::Vector2d sums = Eigen::Vector2d::Zero();
  int i = 0;
  for (; i + 1 < n; i += 2) sums += Two(a + i).cwiseProduct(Two(b + i));
  return i < n ? sums[0] + sums[1] + a[i] * b[i] : sums[0] + sums[1];
}

/// out += factor · row.
inline void add_scaled(double* out, double factor, const double* row, int n) {
  if (n == 6) {
    SixOut(out) += factor * Six(row);
    return;
  }
  int i = 0;
  for (; i + 1 < n; i += 2) TwoOut(out + i) += factor * Two(row + i);
  if (i < n) out[i] += factor * row[i];
}

/// out += a · first + b · second + c · third.
inline void add_scaled(double* out, double a, const double* first, double b, const double* second,
                       double c, const double* third, int n) {
  if (n == 6) {
    SixOut(out) += a * Six(first) + b * Six(second) + c * Six(third);
    return;
  }
  int i = 0;
  for (; i + 1 < n; i += 2)
    TwoOut(out + i) += a * Two(first + i) + b * Two(second + i) + c * Two(third + i);
  if (i < n) out[i] += a * first[i] + b * second[i] + c * third[i];
}

/// Of numbers near one: nothing overflows.
inline double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

}  // namespace carom::law
