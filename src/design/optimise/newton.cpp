// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// d = −J⁺ r, J⁺ the pseudo-inverse in scales (paper S3, section VII-B), by complete orthogonal
// decomposition: redundant rows count once. A variable that would leave its bounds is put at the
// bound, the first to get there first, and the others take over its share. We depart from S3 in
// halving steps until the rows get smaller, and in a few seeded kicks where no step makes them so:
// symmetric starts have derivatives that vanish.
#include "design/optimise/newton.h"

#include <vector>

#include "base/random.h"
#include "solver/decompositions.h"

namespace carom::design::optimise {
namespace {

/// The first free variable that the step takes beyond a bound, or −1.
Eigen::Index first_beyond(const Eigen::VectorXd& step, const Eigen::VectorXd& below,
                          const Eigen::VectorXd& above, const std::vector<char>& free) {
  Eigen::Index first = -1;
  double smallest = 1.0;
  for (Eigen::Index i = 0; i < step.size(); ++i) {
    if (!free[static_cast<std::size_t>(i)]) continue;
    if (step[i] <= above[i] && step[i] >= below[i]) continue;
    const double share = (step[i] > above[i] ? above[i] : below[i]) / step[i];
    if (first < 0 || share < smallest) {
      smallest = share;
      first = i;
    }
  }
  return first;
}

Eigen::VectorXd kicked(const Space& space, const Eigen::VectorXd& x, int kick) {
  // Scales. A choice: derivatives that vanish by symmetry are then about this share of the usual,
  // far above rank_tolerance, and x stays near the best so far.
  constexpr double length = 1e-2;
  base::Random random(static_cast<std::uint64_t>(kick));
  Eigen::VectorXd step(x.size());
  for (Eigen::Index i = 0; i < step.size(); ++i) step[i] = length * random.normal();
  return space.moved(x, step);
}

/// One damped step; false if none lessens the rows enough.
bool advance(Space& space, const Constraints& constraints, Eigen::VectorXd& x,
             Eigen::VectorXd& rows) {
  constexpr int halvings = 30;
  // Enough: of the decrease that the linearised rows promise, the usual value (as in descent.cpp).
  // Near: scales; a Newton step leaves its square there, 1e-12, and chord steps do the rest.
  constexpr double enough = 1e-4, near = 1e-6;
  const double before = constraints.size(rows);
  // The last small steps leave at its bound what the long ones put there.
  Eigen::VectorXd settled = x;
  if (before < near && constraints.settle(settled)) {
    x = settled;
    rows = space.rows(x);
    return true;
  }
  const Eigen::VectorXd step = constraints.step(x, rows, false);
  double share = 1.0;
  for (int half = 0; half < halvings; ++half, share /= 2.0) {
    const Eigen::VectorXd next = space.moved(x, share * step);
    const Eigen::VectorXd there = space.rows(next);
    if (!(constraints.size(there) <= (1.0 - enough * share) * before)) continue;
    x = next;
    rows = there;
    return true;
  }
  return false;
}

}  // namespace

Constraints::Constraints(Space& space, const Eigen::VectorXd& x)
    : space_(space), jacobian_(space.jacobian(x)) {
  // Rows in one unit: each divided by its norm, unless that is rounding.
  const Eigen::VectorXd norms = jacobian_.rowwise().norm();
  const double largest = norms.size() > 0 ? norms.maxCoeff() : 0.0;
  weights_ = Eigen::VectorXd::Ones(norms.size());
  for (Eigen::Index i = 0; i < norms.size(); ++i) {
    if (largest > 0.0)
      weights_[i] = 1.0 / (norms[i] > rank_tolerance * largest ? norms[i] : largest);
  }
  jacobian_ = weights_.asDiagonal() * jacobian_;
}

Eigen::VectorXd Constraints::step(const Eigen::VectorXd& x, const Eigen::VectorXd& rows,
                                  bool held) const {
  const Eigen::VectorXd below = space_.room_below(x), above = space_.room_above(x);
  Eigen::VectorXd fixed = Eigen::VectorXd::Zero(x.size());
  if (rows.size() == 0) return fixed;
  Eigen::MatrixXd free_columns = jacobian_;
  std::vector<char> free(static_cast<std::size_t>(x.size()), 1);
  const auto fix = [&](Eigen::Index i) {
    free[static_cast<std::size_t>(i)] = 0;
    free_columns.col(i).setZero();
  };
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (below[i] == above[i] || (held && (below[i] == 0.0 || above[i] == 0.0))) fix(i);
  }
  // Least step of the free variables for what the fixed ones leave; each round fixes the variable
  // that meets its bound first, so there are at most as many rounds as variables.
  solver::CompleteOrthogonal decomposition(rank_tolerance);
  for (;;) {
    decomposition.compute(free_columns);
    const Eigen::VectorXd rest = -(rows.cwiseProduct(weights_) + jacobian_ * fixed);
    const Eigen::VectorXd step = decomposition.solve(rest);
    const Eigen::Index beyond = first_beyond(step, below, above, free);
    if (beyond < 0) return fixed + step;
    fixed[beyond] = step[beyond] > above[beyond] ? above[beyond] : below[beyond];
    fix(beyond);
  }
}

Eigen::VectorXd Constraints::step_from(const Eigen::VectorXd& origin, const Eigen::VectorXd& x,
                                       const Eigen::VectorXd& rows) const {
  const Eigen::VectorXd back = jacobian_ * space_.difference(x, origin);
  return step(origin, rows + back.cwiseQuotient(weights_), false);
}

bool Constraints::settle(Eigen::VectorXd& x, bool held) const {
  constexpr int most = 20;
  // Chord steps: the linearisation stays, so they converge linearly, and end at rounding when one
  // no longer halves the rows.
  Eigen::VectorXd at = x, rows = space_.rows(x);
  double before = size(rows);
  for (int k = 0; k < most && before > 0.0; ++k) {
    const Eigen::VectorXd next = space_.moved(at, step(at, rows, held));
    const Eigen::VectorXd there = space_.rows(next);
    const double after = size(there);
    if (!(after <= before / 2.0)) break;
    at = next;
    rows = there;
    before = after;
  }
  if (!rows.allFinite() || !space_.solves(rows)) return false;
  x = at;
  return true;
}

bool Constraints::settle(Eigen::VectorXd& x) const { return settle(x, true) || settle(x, false); }

bool find_root(Space& space, Eigen::VectorXd& x) {
  constexpr int kicks = 4;
  Eigen::VectorXd at = x, rows = space.rows(x);
  if (rows.allFinite() && space.solves(rows)) return true;
  double best = rows.allFinite() ? rows.norm() : std::numeric_limits<double>::infinity();
  int kick = 0;
  for (int iteration = 0; iteration < space.options().iterations; ++iteration) {
    space.count_iteration();
    const Constraints constraints(space, at);
    const bool advanced = rows.allFinite() && advance(space, constraints, at, rows);
    if (advanced && rows.norm() < best) {
      best = rows.norm();
      x = at;
    }
    if (space.solves(rows)) {
      constraints.settle(at);
      x = at;
      return true;
    }
    if (advanced) continue;
    // No step helps: from the best x so far, beside it.
    if (kick == kicks) return false;
    at = kicked(space, x, ++kick);
    rows = space.rows(at);
  }
  return false;
}

}  // namespace carom::design::optimise

namespace carom::design {

OptimisationResult newton_root(const OptimisationProblem& problem,
                               const OptimisationOptions& options) {
  using Status = OptimisationResult::Status;
  optimise::Space space(problem, options, optimise::Space::Rows::closed_and_residual);
  Eigen::VectorXd x = problem.start;
  try {
    if (!optimise::find_root(space, x)) {
      OptimisationResult result = space.result(x, Status::not_converged, "");
      result.message = "no root found: " + optimise::violation(result);
      return result;
    }
  } catch (const optimise::Interrupted&) {
    return space.interrupted(x);
  }
  return space.result(x, Status::converged,
                      x == problem.start ? "the start is already a solution" : "converged");
}

}  // namespace carom::design
