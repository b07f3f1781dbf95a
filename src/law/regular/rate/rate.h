// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The rate of an impact at one state: how the next unit of normal impulse is shared.
// With S, H, R, Q and the pattern of rate_members.h and p = Qᵀy,
//   l_j = k_j [c + n_j p]₊ (S),  l_j = k_j [n_j p]₊ (H: its level is 0, not that of the others),
//   f_j = disk_{μ_j l_j}(k_j T_j p) at rest,  f_j = −μ_j l_j t_j in slip,
//   q = Σ (n_jᵀ l_j + T_jᵀ f_j),   Q q + ε y + offset = 0,   Σ l_j = 1.
// Everything is homogeneous of degree one in x = (y, c), so a Newton step is x ← M(x)⁻¹ (−offset,
// 1) and only the pattern (who is active, whose rest friction is clipped, in which direction)
// iterates. Where that fails, a continuation from large ε, where there is one solution, to the ε
// asked for.
#pragma once

#include <vector>

#include "law/regular/rate/rate_matrix.h"
#include "law/regular/rate/rate_members.h"

namespace carom::law {

class Rate {
 public:
  using Tolerances = RateMembers::Tolerances;
  using Member = RateMember;

  void prepare(const ScaledPoints& points);
  /// S, H and R of a state, and their basis. `velocities`: three per point. `stored`: in release,
  /// which points still hold energy, at least one; null in compression, where all are alike.
  /// `also_rest`: points that are taken for rest points though they slip (or null).
  void set_mode(const std::vector<double>& velocities, Tolerances tolerances,
                const std::vector<char>* stored, const std::vector<char>* also_rest = nullptr) {
    members_.set_mode(velocities, tolerances, stored, also_rest);
  }
  /// Slip directions of the members at another state of the same mode.
  void set_slips(const double* state) { members_.set_slips(state); }

  /// Finds the pattern: Newton from the whole set (or, `warm`, from the pattern of the last solve),
  /// else continuation from ε = 1.
  [[nodiscard]] bool solve(double epsilon, bool warm = false);
  /// After solve(from) with nothing clipped: the same pattern at a smaller ε. False if it changes.
  [[nodiscard]] bool sharpen(double from, double to);
  /// Newton alone, for an attempt that may fail. `offset`: D entries or null.
  [[nodiscard]] bool attempt(double epsilon, const double* offset);
  /// Newton alone, from the pattern in members().
  [[nodiscard]] bool attempt_from_here(double epsilon);
  /// With the pattern of the last solve() kept, so that the rate is smooth in the state.
  [[nodiscard]] bool solve_frozen(double epsilon);
  /// The solution reached from ε = 1, whatever the pattern now. False if there is none.
  [[nodiscard]] bool solve_cold(double epsilon);
  /// Change of share and force (three per member) with entry `entry` of ζ, pattern kept; after a
  /// solve at `state`.
  void differentiate(const double* state, int entry, std::vector<double>& change);
  /// See RateMatrix.
  bool stable() { return matrix_.stable(); }
  bool clearly_stable() { return matrix_.clearly_stable(); }

  std::vector<Member>& members() { return members_.list(); }
  const std::vector<Member>& members() const { return members_.list(); }
  /// q.
  const std::vector<double>& velocity_rate() const { return q_; }
  /// Rate of a row of a point: n q or T q.
  double along(int point, int k) const {
    const ScaledPoints& points = members_.points();
    return dot(points.row(point, k), q_.data(), points.rank);
  }
  int dimension() const { return members_.dimension(); }
  /// Q ζ.
  void project(const double* state, double* out) const { members_.project(state, out); }
  /// Some member is not active, or its rest friction is at the cone.
  bool any_clipped() const;

 private:
  bool newton(double epsilon, const double* offset, int most);
  bool continuation(double goal);
  bool newton_step(double epsilon, const double* offset);
  bool finish();
  void turn_slips(const double* state, int entry, double* dx, std::vector<double>& change) const;

  RateMembers members_;
  RateMatrix matrix_;
  std::vector<double> x_, trial_, previous_, older_;
  std::vector<double> q_;
};

}  // namespace carom::law
