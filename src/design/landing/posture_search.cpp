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

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "design/landing/rules.h"
#include "design/landing/spread.h"
#include "design/refusal.h"
#include "design/variation/stay_closed.h"
#include "solver/decompositions.h"
#include "solver/orthogonal_basis.h"

namespace carom::design {
namespace {

struct Couplings {
  Eigen::MatrixXd gram;
  double energy_share = 0.0;  ///< T_c/T
};

/// Derivatives over the model's velocities, one entry each.
struct CouplingDerivatives {
  std::vector<Eigen::MatrixXd> gram;
  Eigen::VectorXd energy_share;
};

/// Half the distance of the two postures of a difference [rad, m]: truncation h² = 1e-10 and
/// rounding 1e-16/h = 1e-11 are about balanced.
constexpr double difference_step = 1e-5;

solver::OrthogonalBasis basis_of(const Eigen::MatrixXd& columns) {
  solver::OrthogonalBasis basis;
  basis.reset(columns.rows(), columns.cols());
  for (Eigen::Index k = 0; k < columns.cols(); ++k) basis.append(columns.col(k));
  return basis;
}

Eigen::MatrixXd nonzero_rows(const Eigen::MatrixXd& rows) {
  std::vector<int> kept;
  for (Eigen::Index k = 0; k < rows.rows(); ++k) {
    if (rows.row(k).cwiseAbs().maxCoeff() > 0.0) kept.push_back(static_cast<int>(k));
  }
  return rows(kept, Eigen::all);
}

// The couplings of some contacts as functions of the posture, cheap enough for differences.
//   w_ij = ⟨u_i,u_j⟩,  T_c/T over the normal rows, both in the mass metric at q.
// As in ImpactProblem, without its checks: rows L⁻¹nᵀ with M = L Lᵀ, made orthogonal to the
// bilateral rows; locked joints leave M and the rows first.
class PostureProbe {
 public:
  /// `contacts`: indices in model.contacts(), closed at every posture asked about.
  /// `velocities`: those of the problem.
  PostureProbe(const Model& model, State state, std::vector<int> contacts,
               std::vector<int> velocities)
      : model_(model),
        start_(std::move(state)),
        contacts_(std::move(contacts)),
        velocities_(std::move(velocities)),
        workspace_(model) {
    workspace_.set_configuration(start_.q);
    start_gaps_ = gaps();
  }

  const State& start() const { return start_; }
  /// The start's velocity at another posture: a free base keeps it in world axes.
  State at(const Eigen::VectorXd& q) const { return {q, carried_velocity(model_, start_, q)}; }

  Couplings couplings(const Eigen::VectorXd& q) {
    workspace_.set_configuration(q);
    const Eigen::MatrixXd M = workspace_.mass_matrix()(velocities_, velocities_);
    const solver::Cholesky factor(M);
    const auto whiten = [&](const Eigen::MatrixXd& rows) {
      Eigen::MatrixXd columns = rows(Eigen::all, velocities_).transpose();
      factor.solve_lower_columns(columns);
      return columns;
    };
    Eigen::MatrixXd U = whiten(normal_rows());
    if (workspace_.bilateral_count() > 0) {
      const auto held = basis_of(whiten(bilateral_rows()));
      U -= held.Q() * (held.Q().transpose() * U);
    }
    for (Eigen::Index k = 0; k < U.cols(); ++k) {
      const double length = U.col(k).norm();
      if (length > 0.0) U.col(k) /= length;
    }
    // T_c/T: the part of p = Lᵀv within the span of the normals.
    const Eigen::VectorXd v = at(q).v(velocities_);
    const Eigen::VectorXd p = factor.upper_times(v);
    const auto basis = basis_of(U);
    const double energy = p.squaredNorm();
    const double met = (basis.Q().transpose() * p).squaredNorm();
    return {U.transpose() * U, energy > 0.0 ? met / energy : 0.0};
  }

  /// Central differences.
  CouplingDerivatives derivatives(const Eigen::VectorXd& q) {
    CouplingDerivatives result;
    const Eigen::Index size = model_.velocity_size();
    result.energy_share.resize(size);
    Eigen::VectorXd change = Eigen::VectorXd::Zero(size);
    for (Eigen::Index k = 0; k < size; ++k) {
      change[k] = difference_step;
      const Couplings above = couplings(model_.integrate(q, change));
      change[k] = -difference_step;
      const Couplings below = couplings(model_.integrate(q, change));
      change[k] = 0.0;
      result.gram.push_back((above.gram - below.gram) / (2.0 * difference_step));
      result.energy_share[k] = (above.energy_share - below.energy_share) / (2.0 * difference_step);
    }
    return result;
  }

  /// The impact at another posture; none where a loop no longer holds.
  std::optional<ImpactProblem> problem(const Eigen::VectorXd& q) {
    workspace_.set_configuration(q);
    const Eigen::MatrixXd normals = normal_rows()(Eigen::all, velocities_);
    std::vector<Contact> contacts;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
      contacts.push_back({.name = model_.contacts()[static_cast<std::size_t>(contacts_[k])].name,
                          .normal = normals.row(static_cast<Eigen::Index>(k))});
    }
    std::vector<BilateralConstraint> bilateral;
    const Eigen::MatrixXd held = nonzero_rows(bilateral_rows()(Eigen::all, velocities_));
    for (Eigen::Index k = 0; k < held.rows(); ++k) bilateral.push_back({.row = held.row(k)});
    std::optional<ImpactProblem> result;
    (void)refusal([&] {
      result.emplace(workspace_.mass_matrix()(velocities_, velocities_), std::move(contacts),
                     at(q).v(velocities_), std::move(bilateral), model_.name());
    });
    return result;
  }

  /// Rows of the normals, then of loops and couplings, over all velocities of the model.
  Eigen::MatrixXd closed_rows(const Eigen::VectorXd& q) {
    workspace_.set_configuration(q);
    const Eigen::MatrixXd normals = normal_rows(), held = bilateral_rows();
    Eigen::MatrixXd rows(normals.rows() + held.rows(), model_.velocity_size());
    rows << normals, held;
    return rows;
  }

  /// How far the contacts are from their heights at the start, and loops from holding.
  Eigen::VectorXd opened(const Eigen::VectorXd& q) {
    workspace_.set_configuration(q);
    Eigen::VectorXd residual(start_gaps_.size() + workspace_.bilateral_count());
    Eigen::VectorXd held(workspace_.bilateral_count());
    workspace_.bilateral_residual(held);
    residual << gaps() - start_gaps_, held;
    return residual;
  }

 private:
  Eigen::MatrixXd normal_rows() const {
    Eigen::MatrixXd rows(static_cast<Eigen::Index>(contacts_.size()), model_.velocity_size());
    Eigen::MatrixXd scratch;
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
      const auto index = static_cast<std::size_t>(contacts_[k]);
      scratch.resize(1 + model_.contacts()[index].tangents, model_.velocity_size());
      workspace_.contact_rows(contacts_[k], scratch);
      rows.row(static_cast<Eigen::Index>(k)) = scratch.row(0);
    }
    return rows;
  }

  Eigen::MatrixXd bilateral_rows() const {
    Eigen::MatrixXd rows(workspace_.bilateral_count(), model_.velocity_size());
    workspace_.bilateral_rows(rows);
    return rows;
  }

  Eigen::VectorXd gaps() const {
    Eigen::VectorXd values(static_cast<Eigen::Index>(contacts_.size()));
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
      values[static_cast<Eigen::Index>(k)] = workspace_.gap(contacts_[k]);
    }
    return values;
  }

  const Model& model_;
  State start_;
  std::vector<int> contacts_, velocities_;
  ModelWorkspace workspace_;
  Eigen::VectorXd start_gaps_;
};

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

/// None: fewer than two contacts.
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

/// Steepest descent of the estimate of the spread at `restitution`, contacts kept closed; stops
/// where nothing is gained, or the outcomes are practically one.
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

/// The coefficient at which the posture is worth changing: the user's, else 0.3, if the outcomes
/// there are not practically one.
std::optional<double> posture_restitution(const Landing& landing) {
  if (landing.spread.practical != Analysis::Practical::one) {
    return landing.analysis.restitution;
  }
  for (const LandingSpread& other : landing.restitutions) {
    const double e = other.spread.restitution;
    if (e > 0.0 && e < 1.0 && other.practical != Analysis::Practical::one) return e;
  }
  return std::nullopt;
}

}  // namespace

void search_posture(const ImpactProblem& problem, const Model& model, const State& state,
                    const LandingOptions& options, Landing& landing) {
  std::vector<int> contacts;
  for (const Contact& contact : problem.contacts()) contacts.push_back(model.contact(contact.name));
  PostureProbe probe(model, state, std::move(contacts), landing.velocities);
  landing.gradient = posture_gradient(probe, model);
  const auto restitution = posture_restitution(landing);
  if (!landing.gradient || !restitution) return;
  LandingOptions searching = options;
  searching.analysis.enumeration = quick(options.analysis.enumeration);
  landing.steps = posture_steps(probe, model, *restitution, searching, landing.velocities);
}

}  // namespace carom::design
