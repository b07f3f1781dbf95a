// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "analysis": derivative of two successive reflections when a normal turns, κ = 1 +
// restitution. v turns towards w ⟂ v, then u:  dp₁ = −κ(⟨p,w⟩v + ⟨p,v⟩w),  dp = dp₁ − κ⟨dp₁,u⟩u.
// For ⟨u,v⟩ = 0 this is S0 (18) with sign and factor corrected:
//   dp = −κ(⟨p,v⟩w + ⟨p,w⟩v) + κ²⟨u,w⟩⟨p,v⟩u,   and ‖dp‖ = 2‖p*‖ for κ = 2 (S0 (19)).
// Here it holds for any angle, and for the second normal too:  p₁ = p − κ⟨p,v⟩v,
//   dp = −κ(⟨p₁,w⟩u + ⟨p₁,u⟩w),  w ⟂ u.
//
// Two bounds, both over the two orders and over which normal turns. In the plane: w in the plane of
// u and v, the one turn that changes the angle between them, and all that two fixed bodies on fixed
// lines allow. Any: the largest ‖dp‖ over all unit w, a norm in closed form:
//   second normal: the two terms are orthogonal, so ‖dp‖² = κ²(⟨p₁,w⟩² + ⟨p₁,u⟩²) is largest,
//   κ²‖p₁‖²,
//     at w along p₁ − ⟨p₁,u⟩u;
//   first normal: dp = L w, L = −κ(I − κuuᵀ)(v pᵀ + ⟨p,v⟩I). L maps F = span(u, v, p) ∩ v^⊥, of
//     dimension 2 at most, into span(u, v, p), and what is orthogonal to all three to −κ⟨p,v⟩ times
//     itself: so ‖L‖ is the larger of the norm of L on F, from a 2×2 matrix, and κ|⟨p,v⟩|, if any
//     such direction is left.
// For κ = 2 both are 2‖p⁻‖. They are derivatives: a turn by ε moves the outcome by ε times them,
// and a term in ε². A change of the velocity is not among them: it moves the outcome by no more
// than itself, since I − κuuᵀ lengthens nothing.
#include <algorithm>
#include <cmath>
#include <string>

#include "analysis/orders/blocks.h"
#include "base/text.h"
#include "carom/analysis.h"
#include "carom/error.h"
#include "solver/orthogonal_basis.h"

namespace carom {
namespace {

using Vector = Eigen::VectorXd;

/// The part of `direction` orthogonal to the bilateral rows and to the unit normal u, normalised,
/// in coordinates of the ordinary metric; zero if nothing is left.
Vector turning_direction(const ImpactProblem& problem, const Eigen::RowVectorXd& direction,
                         const Vector& u) {
  Vector w = problem.whiten_row(direction);
  const double length = w.norm();
  solver::OrthogonalBasis basis;
  basis.reset(w.size(), problem.bilateral_count() + 1);
  for (const BilateralConstraint& bilateral : problem.bilateral()) {
    basis.append(problem.whiten_row(bilateral.row));
  }
  basis.append(u);
  for (int pass = 0; pass < 2; ++pass) {
    w -= basis.Q() * (basis.Q().transpose() * w);
  }
  const bool vanished = w.norm() <= solver::OrthogonalBasis::dependence * length;
  return vanished ? Vector::Zero(w.size()) : Vector(w / w.norm());
}

/// v turns towards w, then the reflection at u.
Vector turn_first(const Vector& p, const Vector& v, const Vector& w, const Vector& u,
                  double kappa) {
  const Vector dp = -kappa * (p.dot(w) * v + p.dot(v) * w);
  return dp - kappa * dp.dot(u) * u;
}

/// The reflection at v, then at u that turns towards w.
Vector turn_second(const Vector& p, const Vector& v, const Vector& u, const Vector& w,
                   double kappa) {
  const Vector p1 = p - kappa * p.dot(v) * v;
  return -kappa * (p1.dot(w) * u + p1.dot(u) * w);
}

/// The turn of u in the plane of u and v; towards the momentum if they are parallel.
Vector turn_in_plane(const Vector& u, const Vector& v, const Vector& p) {
  Vector w = v - v.dot(u) * u;
  if (w.norm() <= solver::OrthogonalBasis::dependence) {
    w = p - p.dot(u) * u;
  }
  return w.norm() > 0.0 ? Vector(w / w.norm()) : w;
}

/// The largest ‖turn_first‖ over unit directions w ⟂ v that the bilateral rows allow; `free`: how
/// many dimensions they leave.
double turn_first_any(const Vector& p, const Vector& v, const Vector& u, double kappa,
                      Eigen::Index free) {
  solver::OrthogonalBasis plane;
  plane.reset(p.size(), 3);
  plane.append(v);
  plane.append(u);
  if (p.norm() > 0.0) plane.append(p);
  double largest = plane.size() < free ? kappa * std::abs(p.dot(v)) : 0.0;
  if (plane.size() == 1) return largest;
  const Vector a = turn_first(p, v, plane.Q().col(1), u, kappa);
  if (plane.size() == 2) return std::max(largest, a.norm());
  // The norm of the two columns (a, b): the larger root of the eigenvalues of their Gram matrix.
  const Vector b = turn_first(p, v, plane.Q().col(2), u, kappa);
  const double half = 0.5 * (a.squaredNorm() - b.squaredNorm());
  const double mean = 0.5 * (a.squaredNorm() + b.squaredNorm());
  return std::max(largest, std::sqrt(mean + std::hypot(half, a.dot(b))));
}

/// The largest ‖turn_second‖ over unit directions w ⟂ u; with one dimension nothing can turn.
double turn_second_any(const Vector& p, const Vector& v, double kappa, Eigen::Index free) {
  return free < 2 ? 0.0 : kappa * (p - kappa * p.dot(v) * v).norm();
}

/// Dimensions that the bilateral rows leave.
Eigen::Index free_dimensions(const ImpactProblem& problem) {
  solver::OrthogonalBasis rows;
  rows.reset(problem.coordinate_count(), problem.bilateral_count());
  for (const BilateralConstraint& bilateral : problem.bilateral())
    rows.append(problem.whiten_row(bilateral.row));
  return problem.coordinate_count() - rows.size();
}

void check(const ImpactProblem& problem, int first, int second, const Eigen::RowVectorXd& direction,
           double restitution) {
  std::vector<std::string> faults;
  for (const int i : {first, second}) {
    if (i < 0 || i >= problem.contact_count()) {
      faults.push_back("sensitivity: contact index = " + std::to_string(i) +
                       "; expected 0 <= index < " + std::to_string(problem.contact_count()));
    }
  }
  if (direction.size() != problem.coordinate_count()) {
    faults.push_back("sensitivity: direction has " + std::to_string(direction.size()) +
                     " entries; expected " + std::to_string(problem.coordinate_count()));
  } else if (!direction.allFinite()) {
    faults.push_back("sensitivity: direction has an entry that is not finite; expected numbers");
  }
  if (!(restitution >= 0.0 && restitution <= 1.0)) {
    faults.push_back("sensitivity: restitution = " + base::number(restitution) +
                     "; expected 0 <= restitution <= 1");
  }
  if (!faults.empty()) {
    throw InvalidInput(std::move(faults));
  }
}

}  // namespace

Eigen::VectorXd outcome_sensitivity(const ImpactProblem& problem, int first, int second,
                                    const Eigen::RowVectorXd& direction, double restitution) {
  check(problem, first, second, direction, restitution);
  const Vector p = problem.whiten(problem.velocity());
  const Vector v = problem.unit_normals().col(first), u = problem.unit_normals().col(second);
  const Vector w = turning_direction(problem, direction, v);
  return problem.unwhiten(turn_first(p, v, w, u, 1.0 + restitution));
}

std::vector<PairSensitivity> pair_sensitivities(const ImpactProblem& problem, double restitution) {
  const std::vector<int> contacts = analysis::free_contacts(problem);
  const Vector p = problem.whiten(problem.velocity());
  const double kappa = 1.0 + restitution;
  const double unit = problem.momentum_norm() > 0.0 ? problem.momentum_norm() : 1.0;
  const Eigen::Index free = free_dimensions(problem);
  std::vector<PairSensitivity> result;
  for (std::size_t a = 0; a < contacts.size(); ++a) {
    for (std::size_t b = a + 1; b < contacts.size(); ++b) {
      PairSensitivity pair{contacts[a], contacts[b]};
      for (const auto& [i, j] :
           {std::pair(pair.first, pair.second), std::pair(pair.second, pair.first)}) {
        const Vector v = problem.unit_normals().col(i), u = problem.unit_normals().col(j);
        const double by_first = turn_first(p, v, turn_in_plane(v, u, p), u, kappa).norm();
        const double by_second = turn_second(p, v, u, turn_in_plane(u, v, p), kappa).norm();
        pair.bound = std::max({pair.bound, by_first / unit, by_second / unit});
        pair.bound_any = std::max({pair.bound_any, turn_first_any(p, v, u, kappa, free) / unit,
                                   turn_second_any(p, v, kappa, free) / unit});
      }
      result.push_back(pair);
    }
  }
  return result;
}

}  // namespace carom
