// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The rate of an impact at one state: how the next unit of normal impulse is shared.
// Tied points S (u_n at the lowest value σ), in release also held points H (empty, u_n = 0), and
// rest points R among them (u_t = 0). With p = Qᵀy, Q an orthonormal basis of the rows n_j − n_ref
// (S), n_j (H) and T_j (R):
//   l_j = k_j [c + n_j p]₊ (S),  l_j = k_j [n_j p]₊ (H: its level is 0, not that of the others),
//   f_j = disk_{μ_j l_j}(k_j T_j p) at rest,  f_j = −μ_j l_j t_j in slip,
//   q = Σ (n_jᵀ l_j + T_jᵀ f_j),   Q q + ε y + offset = 0,   Σ l_j = 1.
// Everything is homogeneous of degree one in x = (y, c), so a Newton step is x ← M(x)⁻¹ (−offset,
// 1) and only the pattern (who carries, whose rest friction is clipped, in which direction)
// iterates.
#pragma once

#include <vector>

#include "law/regular/scaled_points.h"

namespace carom::law {

class Rate {
 public:
  struct Tolerances {
    double gap, rest;
  };
  struct Member {
    int point = 0;
    bool rests = false;                ///< in R
    bool held = false;                 ///< in H, else in S
    bool carries = true;               ///< pattern: l > 0
    bool clipped = false;              ///< pattern: rest friction at the cone
    double direction[2] = {0.0, 0.0};  ///< of slip t, or of clipped friction d
    double slip = 0.0;                 ///< its speed, at the state of set_mode or set_slips
    double ratio = 0.0;                ///< k μ l/|g| of clipped friction
    double pressure = 0.0;             ///< c + n p, or n p
    double excess = 0.0;               ///< |k T p| − μ l of a rest point
    double share = 0.0, force[2] = {0.0, 0.0};
  };

  void prepare(const ScaledPoints& points);
  /// S, H and R of a state, and their basis. `velocities`: three per point. `stored`: in release,
  /// which points still hold energy, at least one; null in compression, where all are alike.
  /// `also_rest`: points that are taken for rest points though they slip (or null).
  void set_mode(const std::vector<double>& velocities, Tolerances tolerances,
                const std::vector<char>* stored, const std::vector<char>* also_rest = nullptr);
  /// Slip directions of the members at another state of the same mode.
  void set_slips(const double* state);

  /// Finds the pattern: Newton from the whole set, else continuation from ε = 1. `offset`: D
  /// entries or null.
  [[nodiscard]] bool solve(double epsilon, const double* offset = nullptr, bool warm = false);
  /// After solve(from) with nothing clipped: the same pattern at a smaller ε. False if it changes.
  [[nodiscard]] bool sharpen(double from, double to);
  /// Newton alone, for an attempt that may fail.
  [[nodiscard]] bool attempt(double epsilon, const double* offset);
  /// Newton alone, from the pattern in members().
  [[nodiscard]] bool attempt_from_here(double epsilon);
  /// With the pattern of the last solve() kept, so that the rate is smooth in the state.
  [[nodiscard]] bool solve_frozen(double epsilon);
  /// Change of share and force (three per member) with entry `entry` of ζ, pattern kept; after a
  /// solve at `state`.
  void differentiate(const double* state, int entry, std::vector<double>& change);
  /// The layers settle on this rate: no growing direction of the compliant system near it. False
  /// at a fold and beyond.
  bool stable();
  /// The symmetric part of the layers' matrix is positive definite: nothing else is near.
  bool clearly_stable();
  /// The solution reached from ε = 1, whatever the pattern now. False if there is none.
  [[nodiscard]] bool solve_cold(double epsilon, const double* offset = nullptr);

  std::vector<Member>& members() { return members_; }
  const std::vector<Member>& members() const { return members_; }
  /// q.
  const std::vector<double>& velocity_rate() const { return q_; }
  /// Rate of a row of a point: n q or T q.
  double along(int point, int k) const { return dot(points_->row(point, k), q_.data(), rank_); }
  int dimension() const { return dimension_; }
  /// Q ζ.
  void project(const double* state, double* out) const;
  bool any_clipped() const;

 private:
  bool newton(double epsilon, const double* offset, int most);
  bool continuation(double epsilon, const double* offset);
  void start_pattern();
  bool update_members(bool frozen, double* change);
  void assemble(double epsilon);
  bool factor();
  void solve_system(const double* offset);
  void substitute(double* x) const;
  void finish();
  void append_direction(const double* row, const double* minus);
  void choose_members(const std::vector<double>& velocities, Tolerances tolerances,
                      const std::vector<char>* stored, const std::vector<char>* also_rest);
  void make_basis();
  void layers_matrix();

  const ScaledPoints* points_ = nullptr;
  int rank_ = 0, dimension_ = 0;
  double longest_ = 0.0;
  std::vector<Member> members_;
  std::vector<double> basis_;      // D × rank
  std::vector<double> projected_;  // per member: Q n, Q T₁, Q T₂
  std::vector<double> matrix_, factors_, x_, column_, layers_, power_, work_, trial_;
  std::vector<double> previous_, older_;
  std::vector<int> pivots_;
  std::vector<double> q_;
  double sign_ = 1.0;
};

}  // namespace carom::law
