// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// solve_posture: names to indices, a start inside the limits, the solver, and
// what came of it in words. Where the way from `start` is stuck, as with a straight leg whose foot
// cannot go up to first order, it is tried again from a few seeded postures beside it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/gather_faults.h"
#include "base/random.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/model.h"
#include "carom/robot.h"
#include "model/multibody.h"
#include "model/posture/box_step.h"
#include "model/posture/group_logarithm.h"
#include "model/posture/posture_file.h"
#include "solver/decompositions.h"

namespace carom::posture {

struct Evaluation {
  Eigen::VectorXd q;
  Eigen::VectorXd residual;      ///< g
  Eigen::MatrixXd rows;          ///< G, only the columns that may move.
  Eigen::VectorXd gradient;      ///< Dᵀd, likewise.
  Eigen::VectorXd lower, upper;  ///< Room to the limits, lower ≤ 0 ≤ upper; ±infinity.
  double cost = 0.0;             ///< ½‖d‖²

  double largest() const { return residual.size() > 0 ? residual.cwiseAbs().maxCoeff() : 0.0; }
};

namespace {

// [rad, m] Distance to a limit that is rounding: coordinates of order 1 to 100 have 1e-16 to
// 1e-14, and sums over a few iterations a little more; nobody sees a joint that is so near to its
// limit.
constexpr double on_limit = 1e-12;

bool has_plain_coordinates(const Joint& joint) { return joint.q_size == joint.v_size; }

/// ∂ difference(start, q ⊕ x)/∂x of a joint, by central differences.
Eigen::MatrixXd differenced(const Model& model, const Eigen::VectorXd& start,
                            const Eigen::VectorXd& q, const Joint& joint) {
  // [rad, m] Central differences: truncation h² ~ 1e-10 balances rounding 1e-16/h ~ 1e-11.
  constexpr double step = 1e-5;
  Eigen::MatrixXd D(joint.v_size, joint.v_size);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(model.velocity_size());
  for (int k = 0; k < joint.v_size; ++k) {
    x[joint.v + k] = step;
    const Eigen::VectorXd forward = model.difference(start, model.integrate(q, x));
    const Eigen::VectorXd backward = model.difference(start, model.integrate(q, -x));
    D.col(k) = (forward - backward).segment(joint.v, joint.v_size) / (2.0 * step);
    x[joint.v + k] = 0.0;
  }
  return D;
}

Eigen::MatrixXd difference_derivative(const Model& model, const Eigen::VectorXd& start,
                                      const Eigen::VectorXd& q, const Joint& joint,
                                      const Eigen::Ref<const Eigen::VectorXd>& d) {
  if (has_plain_coordinates(joint) || joint.v_size == 1) {
    return Eigen::MatrixXd::Identity(joint.v_size, joint.v_size);
  }
  if (joint.kind == JointKind::spherical || joint.kind == JointKind::free) {
    return logarithm_derivative(d);
  }
  return differenced(model, start, q, joint);
}

}  // namespace

// What the posture solver works on, at one configuration q, over the velocities that may move:
//   g(q) = (gaps of the contacts, residuals of loops and couplings),   G = ∂g/∂x at q ⊕ x,
//   d(q) = difference(start, q),   cost ½‖d‖², its gradient Dᵀd with D = ∂d/∂x,
// and the room to the joint limits. Metres and radians count alike in ‖d‖.
// D is the identity on joints whose coordinates are plain numbers, the derivative of the logarithm
// on spherical and free ones, and differenced on the rest (planar joints of robot files).
class Target {
 public:
  Target(const Model& model, const Eigen::VectorXd& start, std::vector<int> contacts,
         const std::vector<int>& held_joints, bool joint_limits)
      : model_(model),
        workspace_(model),
        start_(start),
        contacts_(std::move(contacts)),
        held_(model.joints().size(), 0) {
    for (const int joint : held_joints) held_[static_cast<std::size_t>(joint)] = 1;
    for (std::size_t j = 0; j < model.joints().size(); ++j) {
      if (held_[j]) continue;
      const Joint& joint = model.joints()[j];
      for (int k = 0; k < joint.v_size; ++k) {
        const bool limited = joint_limits && has_plain_coordinates(joint) &&
                             model.bodies().joint_is_coordinate[j] &&
                             (std::isfinite(model.lower_limit()[joint.q + k]) ||
                              std::isfinite(model.upper_limit()[joint.q + k]));
        moving_.push_back(joint.v + k);
        joint_of_.push_back(static_cast<int>(j));
        coordinate_.push_back(limited ? joint.q + k : -1);
      }
    }
    int most_rows = 1;
    for (const ContactCandidate& contact : model.contacts()) {
      most_rows = std::max(most_rows, 1 + contact.tangents);
    }
    contact_rows_.resize(most_rows, model.velocity_size());
    bilateral_rows_.resize(workspace_.bilateral_count(), model.velocity_size());
  }

  /// Number of velocities that may move.
  int size() const { return static_cast<int>(moving_.size()); }

  Evaluation evaluate(const Eigen::VectorXd& q) {
    Evaluation at;
    at.q = q;
    workspace_.set_configuration(q);
    const auto contact_count = static_cast<Eigen::Index>(contacts_.size());
    const Eigen::Index count = contact_count + bilateral_rows_.rows();
    at.residual.resize(count);
    at.rows.resize(count, size());
    for (Eigen::Index i = 0; i < contact_count; ++i) {
      const int contact = contacts_[static_cast<std::size_t>(i)];
      const int tangents = model_.contacts()[static_cast<std::size_t>(contact)].tangents;
      workspace_.contact_rows(contact, contact_rows_.topRows(1 + tangents));
      at.residual[i] = workspace_.gap(contact);
      at.rows.row(i) = contact_rows_(0, moving_);
    }
    if (bilateral_rows_.rows() > 0) {
      workspace_.bilateral_rows(bilateral_rows_);
      workspace_.bilateral_residual(at.residual.tail(bilateral_rows_.rows()));
      at.rows.bottomRows(bilateral_rows_.rows()) = bilateral_rows_(Eigen::all, moving_);
    }
    add_gradient(q, at.gradient, at.cost);
    at.lower.setConstant(size(), -std::numeric_limits<double>::infinity());
    at.upper.setConstant(size(), std::numeric_limits<double>::infinity());
    for (Eigen::Index k = 0; k < size(); ++k) {
      const int c = coordinate_[static_cast<std::size_t>(k)];
      if (c < 0) continue;
      at.lower[k] = std::min(model_.lower_limit()[c] - q[c], 0.0);
      at.upper[k] = std::max(model_.upper_limit()[c] - q[c], 0.0);
    }
    return at;
  }

  /// Σ λᵢ ∇gᵢ + Dᵀd at q: the gradient of the Lagrangian function.
  Eigen::VectorXd lagrangian_gradient(const Eigen::VectorXd& q,
                                      const Eigen::VectorXd& multipliers) {
    const Evaluation at = evaluate(q);
    return at.gradient + at.rows.transpose() * multipliers;
  }

  /// q ⊕ x.
  Eigen::VectorXd displaced(const Eigen::VectorXd& q, const Eigen::VectorXd& x) const {
    Eigen::VectorXd step = Eigen::VectorXd::Zero(model_.velocity_size());
    step(moving_) = x;
    Eigen::VectorXd to = model_.integrate(q, step);
    for (std::size_t j = 0; j < held_.size(); ++j) {
      const Joint& joint = model_.joints()[j];
      if (held_[j]) to.segment(joint.q, joint.q_size) = start_.segment(joint.q, joint.q_size);
    }
    return to;
  }

  /// The same inside the limits; a coordinate within rounding of its limit is put on it.
  Eigen::VectorXd moved(const Eigen::VectorXd& q, const Eigen::VectorXd& x) const {
    return clipped(displaced(q, x));
  }

  /// Inside the limits, as it is; what is held stays.
  Eigen::VectorXd clipped(const Eigen::VectorXd& q) const {
    Eigen::VectorXd inside = q;
    for (const int c : coordinate_) {
      if (c < 0) continue;
      const double lower = model_.lower_limit()[c], upper = model_.upper_limit()[c];
      if (inside[c] < lower + on_limit) inside[c] = lower;
      if (inside[c] > upper - on_limit) inside[c] = upper;
    }
    return inside;
  }

  /// For each velocity that may move: is its coordinate exactly on a limit?
  std::vector<char> at_limit(const Eigen::VectorXd& q) const {
    std::vector<char> there(coordinate_.size(), 0);
    for (std::size_t k = 0; k < coordinate_.size(); ++k) {
      const int c = coordinate_[k];
      there[k] = c >= 0 && (q[c] <= model_.lower_limit()[c] || q[c] >= model_.upper_limit()[c]);
    }
    return there;
  }

  /// Index of the joint of each velocity that may move.
  const std::vector<int>& joints() const { return joint_of_; }

 private:
  void add_gradient(const Eigen::VectorXd& q, Eigen::VectorXd& gradient, double& cost) const {
    const Eigen::VectorXd d = model_.difference(start_, q);
    cost = 0.5 * d.squaredNorm();
    Eigen::VectorXd full = d;
    for (const Joint& joint : model_.joints()) {
      if (joint.v_size == 0) continue;
      const auto part = d.segment(joint.v, joint.v_size);
      full.segment(joint.v, joint.v_size) =
          difference_derivative(model_, start_, q, joint, part).transpose() * part;
    }
    gradient = full(moving_);
  }

  const Model& model_;
  ModelWorkspace workspace_;
  Eigen::VectorXd start_;
  std::vector<int> contacts_;
  std::vector<int> moving_;      // velocity
  std::vector<int> joint_of_;    // its joint
  std::vector<int> coordinate_;  // its entry of q if that has limits, else -1
  std::vector<char> held_;       // per joint
  Eigen::MatrixXd contact_rows_, bilateral_rows_;
};

namespace {

// A row this close to the others, relative, is redundant. A choice: far above the rounding of the
// rows (1e-15); multipliers, which are divided by what is left of a row, keep half their digits.
constexpr double dependent = 1e-8;
// Share of the slope that a step must gain (Armijo). The usual size: any share below 1/2 lets whole
// Newton steps pass, a small one refuses next to nothing but growth.
constexpr double sufficient = 1e-4;
// [rad, m] A step this small ends the descent. Differences leave the Hessian, not the gradient,
// with errors of 1e-10: a step is good to that share of itself. Gaps are closed to the same size.
constexpr double still = 1e-10;
constexpr double longest = 1.0;  // [rad, m] of one tangential step
// Of the reduced Hessian; flatter directions count as this. The Hessian of ½‖d‖² alone is 1: a
// choice, far below it and far above the 1e-10 of the differences.
constexpr double smallest_curve = 1e-3;
// Of ‖G‖²; below it the damping falls no further. Rows of unit normals on a base are about 1, those
// of joints about a lever in metres: levers of 1 cm and less count as 1 cm.
constexpr double smallest_row = 1e-4;
constexpr int restore_limit = 30;  // steps back to the constraints within one trial

Eigen::MatrixXd columns(const Eigen::MatrixXd& A, const std::vector<int>& which) {
  return A(Eigen::all, which);
}

}  // namespace

// The nearest posture on its contacts: minimise ½‖difference(start, q)‖² over g(q) = 0 and
// lower ≤ q ≤ upper, on the manifold. Two parts:
//   restore   Levenberg–Marquardt on g inside the limits, min ‖Gx + g‖² + μ²‖x‖² with μ ∝ ‖g‖
//             (more where a step fails): quadratic also where rows depend on each other (Yamashita
//             & Fukushima 2001).
//   descend   Newton's method on the Lagrangian function along G x = 0 inside the limits, every
//             trial restored before it is compared: so the cost falls among postures that touch,
//             and no penalty has to be chosen.
// The answer is a local minimum: of several stances, the one downhill from `start`.
// On a Lie group the second derivative of f(q ⊕ x) is the symmetric part of the derivative of the
// row ∂f/∂x along x, so the Hessian of the Lagrangian comes from differences of its gradient.
class Solver {
 public:
  Solver(Target& target, double tolerance, int iterations)
      : target_(target), tolerance_(tolerance), limit_(iterations) {}

  /// Brings q on the constraints. False: stuck, or the limit is reached; q is then the best found.
  bool restore(Eigen::VectorXd& q) {
    Evaluation at = target_.evaluate(q);
    const bool done =
        restore(at, std::vector<char>(static_cast<std::size_t>(target_.size()), 0), limit_);
    q = at.q;
    return done;
  }

  /// From a q on the constraints to the nearest one. False: the limit was reached.
  bool descend(Eigen::VectorXd& q) {
    Evaluation at = target_.evaluate(q);
    bool done = false;
    for (int k = 0; k < limit_ && !done; ++k) {
      ++iterations_;
      const Tangent tangent = tangent_step(at);
      if (tangent.step.size() == 0 || tangent.step.cwiseAbs().maxCoeff() <= still) {
        done = !leave_saddle(at, tangent);
      } else if (!take(at, tangent.step, tangent.slope)) {
        break;
      }
    }
    q = at.q;
    return done;
  }

  int iterations() const { return iterations_; }

 private:
  /// A step along the constraints, and what the reduced Hessian says about it.
  struct Tangent {
    Eigen::VectorXd step;
    double slope = 0.0;        // gradientᵀ step
    double least_curve = 0.0;  // smallest eigenvalue
    Eigen::VectorXd flattest;  // its direction
  };

  bool restore(Evaluation& at, const std::vector<char>& frozen, int limit) {
    // Newton's method is quadratic here: one step more, and what is left of the gaps does not show
    // beside the tolerance when costs are compared.
    const double goal = 1e-3 * tolerance_;
    double boost = 1.0;
    int slow = 0;
    for (int k = 0; k < limit && slow < 40; ++k) {
      if (!at.residual.allFinite() || !at.rows.allFinite()) return false;
      if (at.largest() <= goal) return true;
      ++iterations_;
      const double before = at.residual.norm();
      if (!approach(at, frozen, boost)) break;
      slow = at.residual.norm() > 0.9 * before ? slow + 1 : 0;
    }
    return at.largest() <= tolerance_;
  }

  /// One step that lowers ‖g‖, with more damping until it does. False: there is none.
  bool approach(Evaluation& at, const std::vector<char>& frozen, double& boost) {
    const double before = 0.5 * at.residual.squaredNorm();
    for (int trial = 0; trial < 14; ++trial) {
      const Eigen::VectorXd step = normal_step(at, frozen, boost);
      const double slope = at.residual.dot(at.rows * step);
      // Relative to ½‖g‖², which has rounding of 1e-15: a smaller fall cannot be seen.
      if (!(slope < -1e-14 * before)) return false;
      Evaluation next = target_.evaluate(target_.moved(at.q, step));
      if (0.5 * next.residual.squaredNorm() <= before + sufficient * slope) {
        at = std::move(next);
        if (trial == 0) boost = std::max(1.0, 0.1 * boost);
        return true;
      }
      boost *= 10.0;
    }
    return false;
  }

  Eigen::VectorXd normal_step(const Evaluation& at, const std::vector<char>& frozen,
                              double boost) const {
    std::vector<int> used;
    for (int k = 0; k < target_.size(); ++k) {
      if (!frozen[static_cast<std::size_t>(k)]) used.push_back(k);
    }
    Eigen::VectorXd step = Eigen::VectorXd::Zero(target_.size());
    if (used.empty()) return step;
    const Eigen::MatrixXd G = columns(at.rows, used);
    const double size = std::max(G.squaredNorm(), smallest_row);
    // μ² ∝ ‖g‖² (Yamashita & Fukushima). From above: at gaps of 0.1 m and more the step is not
    // damped further, it would creep. From below: GGᵀ of dependent rows has rounding of 1e-16 ‖G‖²,
    // and 1e-11 keeps five digits of the solution.
    const double damping = boost * size * std::clamp(at.residual.squaredNorm(), 1e-11, 1e-2);
    // x₀ = −Gᵀ(GGᵀ + μ²)⁻¹ g
    const Eigen::MatrixXd normal =
        G * G.transpose() + damping * Eigen::MatrixXd::Identity(G.rows(), G.rows());
    Eigen::VectorXd dual = at.residual;
    solver::PivotedCholesky(normal).solve(dual);
    const Eigen::VectorXd wanted = -G.transpose() * dual;
    const auto n = static_cast<Eigen::Index>(used.size());
    const Eigen::MatrixXd H = G.transpose() * G + damping * Eigen::MatrixXd::Identity(n, n);
    step(used) =
        nearest_in_box(H, wanted, Eigen::MatrixXd::Identity(n, n), at.lower(used), at.upper(used));
    return step;
  }

  Tangent tangent_step(const Evaluation& at) {
    Tangent tangent;
    const Eigen::Index n = target_.size();
    tangent.step = Eigen::VectorXd::Zero(n);
    if (n == 0) return tangent;
    Eigen::MatrixXd Z = Eigen::MatrixXd::Identity(n, n);
    if (at.rows.rows() > 0) Z = solver::PivotedQr(at.rows.transpose(), dependent).complement();
    if (Z.cols() == 0) return tangent;
    const solver::Eigensystem curves =
        solver::eigensystem(Z.transpose() * lagrangian_hessian(at) * Z);
    const Eigen::VectorXd sizes = curves.values.cwiseAbs().cwiseMax(smallest_curve);
    const Eigen::MatrixXd& V = curves.vectors;
    const Eigen::VectorXd wanted =
        -V * (V.transpose() * (Z.transpose() * at.gradient)).cwiseQuotient(sizes);
    tangent.step =
        Z * nearest_in_box(V * sizes.asDiagonal() * V.transpose(), wanted, Z, at.lower, at.upper);
    // Shortened here and not before: what the limits hold back is part of `wanted` to the end.
    if (tangent.step.norm() > longest) tangent.step *= longest / tangent.step.norm();
    tangent.slope = at.gradient.dot(tangent.step);
    tangent.least_curve = curves.values[0];
    tangent.flattest = Z * V.col(0);
    return tangent;
  }

  Eigen::MatrixXd lagrangian_hessian(const Evaluation& at) {
    // Multipliers from the coordinates that are free to move: Gᵀλ = −gradient, least squares.
    const std::vector<char> bound = target_.at_limit(at.q);
    std::vector<int> loose;
    for (int k = 0; k < target_.size(); ++k) {
      if (!bound[static_cast<std::size_t>(k)]) loose.push_back(k);
    }
    Eigen::VectorXd multipliers = Eigen::VectorXd::Zero(at.rows.rows());
    if (!loose.empty() && at.rows.rows() > 0) {
      solver::CompleteOrthogonal rows(dependent);
      rows.compute(columns(at.rows, loose).transpose());
      multipliers = rows.solve(-at.gradient(loose));
    }
    // Central differences [rad, m]: truncation h² ~ 1e-10 balances rounding 1e-16/h ~ 1e-11.
    constexpr double step = 1e-5;
    const Eigen::Index n = target_.size();
    Eigen::MatrixXd H(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const Eigen::VectorXd x = step * Eigen::VectorXd::Unit(n, k);
      H.col(k) = (target_.lagrangian_gradient(target_.displaced(at.q, x), multipliers) -
                  target_.lagrangian_gradient(target_.displaced(at.q, -x), multipliers)) /
                 (2.0 * step);
    }
    return 0.5 * (H + H.transpose());
  }

  bool take(Evaluation& at, const Eigen::VectorXd& step, double slope) {
    // Restored points differ in cost by rounding, 1e-16 times some tens of coordinates.
    const double rounding = 1e-14 * (1.0 + at.cost);
    // Twenty halvings. A step that fails so short has no descent in it.
    for (double share = 1.0; share > 1e-6; share *= 0.5) {
      if (try_point(target_.moved(at.q, share * step),
                    at.cost + sufficient * share * slope + rounding, at)) {
        return true;
      }
    }
    return false;
  }

  /// Where the gradient vanishes but the cost falls to both sides, e.g. at a straight knee.
  bool leave_saddle(Evaluation& at, const Tangent& tangent) {
    // The cost has a curvature of 1. Differences give curvatures to 1e-10: less than this may be a
    // flat direction with error, where nothing is gained.
    if (tangent.flattest.size() == 0 || tangent.least_curve > -1e-6) return false;
    for (const double share : {0.3, -0.3, 0.03, -0.03}) {
      const double gain = 0.1 * share * share * tangent.least_curve;
      if (try_point(target_.moved(at.q, share * tangent.flattest), at.cost + gain, at)) {
        return true;
      }
    }
    return false;
  }

  /// Restores q and accepts it if its cost is not above `below`.
  bool try_point(const Eigen::VectorXd& q, double below, Evaluation& at) {
    // What came to a limit stays there while the constraints are restored: then the way back is
    // across the constraints within that face. If they cannot be met so, all may move.
    const Evaluation first = target_.evaluate(q);
    for (const bool hold : {true, false}) {
      Evaluation next = first;
      std::vector<char> frozen = target_.at_limit(q);
      if (!hold) std::fill(frozen.begin(), frozen.end(), char{0});
      if (restore(next, frozen, restore_limit) && next.cost <= below) {
        at = std::move(next);
        return true;
      }
    }
    return false;
  }

  Target& target_;
  double tolerance_;
  int limit_;
  int iterations_ = 0;
};

}  // namespace carom::posture

namespace carom {
namespace {

using Eigen::VectorXd;
using Names = std::vector<std::string>;

/// [rad, m] How far the second and later tries start from the first.
constexpr double beside[] = {0.05, 0.05, 0.2, 0.2, 0.5, 0.5};
/// Names listed in a message.
constexpr std::size_t most_named = 5;

struct Question {
  VectorXd start;
  std::vector<int> contacts;
  std::vector<int> held;
};

/// Each name once, however often it is given.
void add(std::vector<int>& list, int index) {
  if (std::find(list.begin(), list.end(), index) == list.end()) list.push_back(index);
}

Question checked(const Model& model, const VectorXd& start, const PostureOptions& options) {
  Names faults;
  Question question;
  base::gather(faults, [&] { model.check({start, VectorXd::Zero(model.velocity_size())}); });
  for (const std::string& name : options.contacts) {
    base::gather(faults, [&] { add(question.contacts, model.contact(name)); });
  }
  if (options.contacts.empty()) {
    for (std::size_t k = 0; k < model.contacts().size(); ++k) {
      // Nothing stands on the stop of a joint, which joint_limits keeps to, or on itself.
      if (model.contacts()[k].is_internal()) continue;
      question.contacts.push_back(static_cast<int>(k));
    }
  }
  for (const std::string& name : options.held) {
    base::gather(faults, [&] { add(question.held, model.joint(name)); });
  }
  if (!(options.tolerance > 0.0 && std::isfinite(options.tolerance))) {
    faults.push_back(fmt::format("posture: tolerance = {} m; expected > 0 and finite",
                                 base::number(options.tolerance)));
  }
  if (options.iterations < 1) {
    faults.push_back(fmt::format("posture: iterations = {}; expected >= 1", options.iterations));
  }
  if (!faults.empty()) throw InvalidInput(faults);
  question.start = with_unit_parts(model, start);
  return question;
}

/// Names of what g holds: the contacts, then loops and couplings, in the order of its entries.
Names constraint_names(const Model& model, const std::vector<int>& contacts) {
  Names names;
  for (const int contact : contacts) {
    names.push_back(
        fmt::format("contact '{}'", model.contacts()[static_cast<std::size_t>(contact)].name));
  }
  const ModelWorkspace workspace(model);
  for (const std::string& name : workspace.bilateral_names()) {
    names.push_back(fmt::format("'{}'", name));
  }
  return names;
}

/// The parts shown, and how many of `count` are not.
std::string listed(Names parts, std::size_t count) {
  if (count > parts.size()) parts.push_back(fmt::format("{} more", count - parts.size()));
  return base::join(parts);
}

std::string left_open(const Names& names, const VectorXd& residual, double tolerance,
                      std::size_t contacts) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!(std::abs(residual[static_cast<Eigen::Index>(k)]) <= tolerance)) order.push_back(k);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(residual[static_cast<Eigen::Index>(a)]) >
           std::abs(residual[static_cast<Eigen::Index>(b)]);
  });
  Names parts;
  for (std::size_t k = 0; k < std::min(order.size(), most_named); ++k) {
    const std::string value = base::number(residual[static_cast<Eigen::Index>(order[k])], 4);
    parts.push_back(order[k] < contacts
                        ? fmt::format("{} is left at gap {} m", names[order[k]], value)
                        : fmt::format("{} is left open by {}", names[order[k]], value));
  }
  return listed(parts, order.size());
}

Names joints_at_limit(const Model& model, const posture::Target& target, const VectorXd& q) {
  const std::vector<char> there = target.at_limit(q);
  Names names;
  for (std::size_t k = 0; k < there.size(); ++k) {
    const std::string& name = model.joints()[static_cast<std::size_t>(target.joints()[k])].name;
    if (there[k] && (names.empty() || names.back() != name)) names.push_back(name);
  }
  return names;
}

/// Brings q on the constraints, from `first` or from beside it; the best q if none gets there.
bool reach(posture::Solver& solver, posture::Target& target, const VectorXd& first, VectorXd& q) {
  q = first;
  if (solver.restore(q)) return true;
  double best = target.evaluate(q).residual.norm();
  base::Random random(1);
  for (const double size : beside) {
    VectorXd x(target.size());
    for (double& entry : x) entry = size * random.normal();
    VectorXd other = target.moved(first, x);
    if (solver.restore(other)) {
      q = other;
      return true;
    }
    const double residual = target.evaluate(other).residual.norm();
    if (residual < best) {
      best = residual;
      q = other;
    }
  }
  return false;
}

std::string clipping_message(const Model& model, const VectorXd& start, const VectorXd& inside) {
  Names moved;
  std::size_t count = 0;
  for (Eigen::Index k = 0; k < start.size(); ++k) {
    // [rad, m] Clipping takes 1e-12 (on_limit) as on the limit. The message has six digits: a
    // smaller move shows only in coordinates below 1e-3.
    if (std::abs(start[k] - inside[k]) < 1e-9) continue;
    ++count;
    if (moved.size() == most_named) continue;
    moved.push_back(fmt::format("'{}' from {} to {}",
                                model.coordinate_names()[static_cast<std::size_t>(k)],
                                base::number(start[k]), base::number(inside[k])));
  }
  if (moved.empty()) return "";
  return "the start is outside the joint limits and was moved to them: " + listed(moved, count);
}

}  // namespace

PostureResult solve_posture(const Model& model, const VectorXd& start,
                            const PostureOptions& options) {
  const Question question = checked(model, start, options);
  posture::Target target(model, question.start, question.contacts, question.held,
                         options.joint_limits);
  posture::Solver solver(target, options.tolerance, options.iterations);
  const VectorXd inside = target.clipped(question.start);

  PostureResult result;
  Names messages;
  if (const std::string text = clipping_message(model, question.start, inside); !text.empty()) {
    messages.push_back(text);
  }
  result.converged = reach(solver, target, inside, result.q);
  bool nearest = result.converged && solver.descend(result.q);
  const posture::Evaluation at = target.evaluate(result.q);
  result.largest_gap = at.largest();
  result.change = std::sqrt(2.0 * at.cost);
  result.iterations = solver.iterations();
  result.at_limit = joints_at_limit(model, target, result.q);
  if (!result.converged) {
    messages.push_back(fmt::format(
        "no posture near the start closes all of them: {}{}; start nearer to the stance, name "
        "fewer contacts{}",
        left_open(constraint_names(model, question.contacts), at.residual, options.tolerance,
                  question.contacts.size()),
        result.at_limit.empty() ? "" : "; at a limit: " + base::join(result.at_limit),
        question.held.empty() ? "" : " or hold fewer joints"));
  } else if (!nearest) {
    messages.push_back(fmt::format(
        "the contacts are closed, but the nearest such posture was not reached in {} iterations",
        result.iterations));
  }
  result.message = base::join(messages, "; ");
  return result;
}

}  // namespace carom
