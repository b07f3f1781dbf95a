// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Who takes part in a rate (rate.h), and with what pattern. Tied points S have u_n at the lowest
// value σ; in release there are also sustained points H (empty, u_n = 0); rest points R among them
// have u_t = 0. Q is an orthonormal basis of the directions that they may not leave: the rows
// n_j − n_ref (S), n_j (H) and T_j (R). The pattern says of each who is active (l > 0), and whose
// rest friction is clipped to its cone, in which direction.
#pragma once

#include <vector>

#include "law/regular/scaled_points.h"

namespace carom::law {

struct RateMember {
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

class RateMembers {
 public:
  /// How far above its level a tied point, and how fast a rest point, may be. Scaled.
  struct Tolerances {
    double gap, rest;
  };

  void prepare(const ScaledPoints& points);
  /// See Rate::set_mode. The pattern is the whole set after it.
  void set_mode(const std::vector<double>& velocities, Tolerances tolerances,
                const std::vector<char>* stored, const std::vector<char>* also_rest);
  void set_slips(const double* state);
  /// Everybody is active, nothing is clipped.
  void start_pattern();
  /// Values of the members at the solution x = (y, c). Unless `frozen`, the pattern they ask for
  /// replaces theirs. True if the two are the same; `change` is how far clipped directions moved.
  bool update(const double* x, bool frozen, double* change);
  /// q = Σ (nᵀl + Tᵀf).
  void sum(double* q) const;

  std::vector<RateMember>& list() { return members_; }
  const std::vector<RateMember>& list() const { return members_; }
  const ScaledPoints& points() const { return *points_; }
  int dimension() const { return dimension_; }  ///< D, of Q.
  /// Q n, Q T₁, Q T₂ of a member, D entries each.
  const double* projected(std::size_t member) const {
    return projected_.data() + 3 * member * static_cast<std::size_t>(dimension_);
  }
  /// Q ζ.
  void project(const double* state, double* out) const;

 private:
  void choose(const std::vector<double>& velocities, Tolerances tolerances,
              const std::vector<char>* stored, const std::vector<char>* also_rest);
  void make_basis();
  void append_direction(const double* row, const double* minus);

  const ScaledPoints* points_ = nullptr;
  int rank_ = 0, dimension_ = 0;
  double longest_ = 0.0;
  std::vector<RateMember> members_;
  std::vector<double> basis_;      // D × rank
  std::vector<double> projected_;  // per member: Q n, Q T₁, Q T₂
};

}  // namespace carom::law
