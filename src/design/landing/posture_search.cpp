// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Two contacts spread by (1+e)²|w|√(T_c/T); for more, the estimate takes √(Σw²) for |w|. Without
// bounce only w > 0 counts. Motions that keep the contacts closed: C_b db + C_j dj = 0 with the
// rows C of contacts and loops; the base follows the joints by least squares, db = −C_b⁺C_j dj, and
//   dj ∈ null(N),  N = (1 − C_b C_b⁺) C_j,
// so that the gradient over them is that of the joints plus that of the base that follows,
// projected on null(N).
#include "design/landing/posture_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "design/landing/spread.h"
#include "solver/decompositions.h"

namespace carom::design {
namespace {

// A choice. Singular values below this share of the largest are zero: rounding leaves 1e-15 for
// redundant rows, such as those of a flat foot; independent rows lie orders of magnitude above.
constexpr double rank_tolerance = 1e-9;
/// Models with more velocities take one step: each asks for two mass matrices per velocity.
constexpr int many_velocities = 80;

Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return Eigen::MatrixXd::Zero(matrix.cols(), matrix.rows());
  solver::CompleteOrthogonal decomposition(rank_tolerance);
  decomposition.compute(matrix);
  return decomposition.pseudo_inverse();
}

/// Motions of the joints, with the base following, that keep contacts and loops closed.
class ClosedMotions {
 public:
  ClosedMotions(const Model& model, const Eigen::MatrixXd& rows)
      : base_(model.has_free_base() ? model.joints().front().v_size : 0),
        joints_(model.velocity_size() - base_) {
    const Eigen::MatrixXd base_rows = rows.leftCols(base_), joint_rows = rows.rightCols(joints_);
    const Eigen::MatrixXd inverse = pseudo_inverse(base_rows);
    follow_ = -inverse * joint_rows;
    left_ = joint_rows + base_rows * follow_;
  }

  /// The gradient over motions of the joints alone; joints in `held` do not move.
  Eigen::VectorXd project(const Eigen::VectorXd& gradient, const std::vector<int>& held) const {
    Eigen::MatrixXd N(left_.rows() + static_cast<Eigen::Index>(held.size()), joints_);
    N.topRows(left_.rows()) = left_;
    N.bottomRows(static_cast<Eigen::Index>(held.size())).setZero();
    for (std::size_t k = 0; k < held.size(); ++k) {
      N(left_.rows() + static_cast<Eigen::Index>(k), held[k] - base_) = 1.0;
    }
    const Eigen::VectorXd reduced =
        gradient.tail(joints_) + follow_.transpose() * gradient.head(base_);
    return reduced - pseudo_inverse(N) * (N * reduced);
  }

  /// Base and joints.
  Eigen::VectorXd whole(const Eigen::VectorXd& joints) const {
    Eigen::VectorXd change(base_ + joints_);
    change << follow_ * joints, joints;
    return change;
  }
  int base() const { return base_; }

 private:
  int base_, joints_;
  Eigen::MatrixXd follow_, left_;
};

/// √(Σw²)√(T_c/T), and its derivative.
struct Estimate {
  double value = 0.0;
  Eigen::VectorXd gradient;
};

double counted(double w, double restitution) { return restitution == 0.0 ? std::max(w, 0.0) : w; }

double estimate(const Couplings& at, double restitution) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < at.gram.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j) sum += std::pow(counted(at.gram(i, j), restitution), 2);
  return std::sqrt(sum * at.energy_share);
}

Estimate estimate(const Couplings& at, const CouplingDerivatives& slope, double restitution) {
  Estimate result{estimate(at, restitution), Eigen::VectorXd::Zero(slope.energy_share.size())};
  if (result.value == 0.0) return result;
  const double squares = result.value * result.value / at.energy_share;
  for (Eigen::Index k = 0; k < result.gradient.size(); ++k) {
    double products = 0.0;
    const Eigen::MatrixXd& dw = slope.gram[static_cast<std::size_t>(k)];
    for (Eigen::Index i = 0; i < at.gram.rows(); ++i)
      for (Eigen::Index j = 0; j < i; ++j)
        products += counted(at.gram(i, j), restitution) * dw(i, j);
    result.gradient[k] =
        (squares * slope.energy_share[k] + 2.0 * at.energy_share * products) / (2.0 * result.value);
  }
  return result;
}

std::pair<Eigen::Index, Eigen::Index> most_coupled(const Eigen::MatrixXd& gram) {
  std::pair<Eigen::Index, Eigen::Index> pair{0, 1};
  for (Eigen::Index i = 0; i < gram.rows(); ++i)
    for (Eigen::Index j = i + 1; j < gram.rows(); ++j)
      if (std::abs(gram(i, j)) > std::abs(gram(pair.first, pair.second))) pair = {i, j};
  return pair;
}

/// How far a joint may go in the direction of its rate; infinity where there is no limit.
double room(const Model& model, const Joint& joint, const Eigen::VectorXd& q, double rate) {
  if (joint.q_size != 1 || rate == 0.0) return std::numeric_limits<double>::infinity();
  const double distance = rate > 0.0 ? model.upper_limit()[joint.q] - q[joint.q]
                                     : q[joint.q] - model.lower_limit()[joint.q];
  return std::max(distance, 0.0) / std::abs(rate);
}

/// The steepest descent of length 1 (its largest joint), no joint leaving its limits; empty: none.
Eigen::VectorXd descent(const Model& model, const ClosedMotions& motions,
                        const Eigen::VectorXd& gradient, const Eigen::VectorXd& q) {
  // Per rad: guards the division below. Differences leave 1e-10, so a vanishing gradient may
  // pass as noise; a step along it must still lower the estimate to be taken.
  constexpr double nothing = 1e-12;
  std::vector<int> held;
  for (int round = 0; round < 4; ++round) {
    Eigen::VectorXd joints = -motions.project(gradient, held);
    const double largest = joints.size() > 0 ? joints.cwiseAbs().maxCoeff() : 0.0;
    if (largest <= nothing) return {};
    joints /= largest;
    const std::size_t before = held.size();
    // Joints at a limit that the step would leave stay where they are; the rest is projected anew.
    for (const Joint& joint : model.joints()) {
      if (joint.v_size != 1 || joint.v < motions.base()) continue;
      // Rad of the largest joint: a hundredth of the usual step of 0.1. A joint with less room
      // would cut the whole step to nothing.
      constexpr double at_limit = 1e-3;
      if (room(model, joint, q, joints[joint.v - motions.base()]) < at_limit) {
        held.push_back(joint.v);
      }
    }
    if (held.size() == before) return joints;
  }
  return {};
}

/// Newton's method, least change: steps are straight, contacts and loops are not.
Eigen::VectorXd closed_again(PostureProbe& probe, const Model& model, Eigen::VectorXd q) {
  constexpr int iterations = 4;
  for (int k = 0; k < iterations; ++k) {
    const Eigen::VectorXd residual = probe.opened(q);
    q = model.integrate(q, -pseudo_inverse(probe.closed_rows(q)) * residual);
  }
  return q;
}

/// No joint is beyond its limits, or farther beyond than it was.
bool within_limits(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& before) {
  // Rad or m: a step to a limit meets it to 1e-15; what closing the contacts adds beyond it is of
  // second order, 1e-4 and more, and is refused.
  constexpr double rounding = 1e-9;
  for (const Joint& joint : model.joints()) {
    if (joint.q_size != 1) continue;
    const double low = std::min(model.lower_limit()[joint.q], before[joint.q]);
    const double high = std::max(model.upper_limit()[joint.q], before[joint.q]);
    if (q[joint.q] < low - rounding || q[joint.q] > high + rounding) return false;
  }
  return true;
}

double longest_step(const Model& model, const ClosedMotions& motions, const Eigen::VectorXd& joints,
                    const Eigen::VectorXd& q, double wanted) {
  for (const Joint& joint : model.joints()) {
    if (joint.v_size != 1 || joint.v < motions.base()) continue;
    wanted = std::min(wanted, room(model, joint, q, joints[joint.v - motions.base()]));
  }
  return wanted;
}

}  // namespace

std::optional<PostureGradient> posture_gradient(PostureProbe& probe, const Model& model) {
  const Eigen::VectorXd& q = probe.start().q;
  const Couplings at = probe.couplings(q);
  if (at.gram.rows() < 2) return std::nullopt;
  const auto [first, second] = most_coupled(at.gram);
  PostureGradient result{.first = static_cast<int>(first),
                         .second = static_cast<int>(second),
                         .inner_product = at.gram(first, second),
                         .plain = Eigen::VectorXd(model.velocity_size()),
                         .closed = Eigen::VectorXd::Zero(model.velocity_size())};
  const CouplingDerivatives slope = probe.derivatives(q);
  for (Eigen::Index k = 0; k < result.plain.size(); ++k) {
    result.plain[k] = slope.gram[static_cast<std::size_t>(k)](first, second);
  }
  const ClosedMotions motions(model, probe.closed_rows(q));
  const Eigen::VectorXd joints = motions.project(result.plain, {});
  result.closed.tail(joints.size()) = joints;
  return result;
}

std::vector<PostureStep> posture_steps(PostureProbe& probe, const Model& model, double restitution,
                                       const LandingOptions& options,
                                       const std::vector<int>& velocities) {
  std::vector<PostureStep> steps;
  const int most = model.velocity_size() > many_velocities ? 1 : options.posture_steps;
  Eigen::VectorXd q = probe.start().q;
  for (int step = 0; step < most; ++step) {
    // The steepest motion that keeps contacts and loops closed and no joint beyond its limits.
    const Couplings at = probe.couplings(q);
    const Estimate now = estimate(at, probe.derivatives(q), restitution);
    if (at.gram.rows() < 2 || now.value == 0.0) break;
    const ClosedMotions motions(model, probe.closed_rows(q));
    const Eigen::VectorXd direction = descent(model, motions, now.gradient, q);
    if (direction.size() == 0) break;
    double length = longest_step(model, motions, direction, q, options.posture_step);
    // The estimate may turn back within the step: |w| has its minimum at zero.
    Eigen::VectorXd next = q;
    const auto better = [&](const Eigen::VectorXd& there) {
      return within_limits(model, there, q) &&
             estimate(probe.couplings(there), restitution) < now.value;
    };
    constexpr int halvings = 3;
    for (int half = 0; half < halvings; ++half, length /= 2.0) {
      next = closed_again(probe, model, model.integrate(q, motions.whole(length * direction)));
      if (better(next)) break;
    }
    if (!better(next)) break;
    // What the estimate promised, and what the spread says.
    const Couplings there = probe.couplings(next);
    PostureStep taken;
    taken.change = model.difference(probe.start().q, next);
    taken.estimate = now.value + length * now.gradient.dot(motions.whole(direction));
    const auto [first, second] = most_coupled(there.gram);
    taken.inner_product = there.gram(first, second);
    const auto problem = probe.problem(next);
    if (!problem) break;  // A loop does not hold there, to the accuracy of a problem.
    taken.spread = landing_spread(*problem, restitution, options.analysis.enumeration,
                                  find_base(model, next, velocities));
    steps.push_back(taken);
    q = next;
    if (taken.spread.practical == Analysis::Practical::one) break;
  }
  return steps;
}

}  // namespace carom::design
