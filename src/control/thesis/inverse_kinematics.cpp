// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Inverse kinematics (S2 4.3, corrected): attempts of damped least squares, (4.6)–(4.12),
//   dq = Jᵀ (J Jᵀ + λ²I)⁻¹ Δx,   q ← q ⊕ dq,   Δx and J anew in every iteration, end at ‖Δx‖ ≤ tol,
// inside the joint limits (model/posture/levenberg_marquardt.h), and
//   velocities     v = J⁺ ẋ            (4.15)
//   accelerations  a = J⁺ (ẍ − J̇ v)    (4.16)
// with J⁺ = Jᵀ(J Jᵀ)⁻¹ (the print has (JᵀJ)⁻¹J), computed so that rows may depend on each other:
// the shortest of the nearest. With damping J⁺ = Jᵀ(J Jᵀ + λ²I)⁻¹.
// The print has JᵀJ in the step, too, which does not fit, λ for λ², Δx of the start for ever, and
// stops on ‖dq‖. Here λ² = damping · ‖Δx‖ · mean diagonal of J Jᵀ: it vanishes with the error.
// An attempt that gets stuck with an error left may be on a saddle (a straight leg feels no pull
// along itself) or beside the goal: the next ones start from where it stopped, shaken by a seeded
// random move. The nearest of all is kept.
#include "carom/inverse_kinematics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/random.h"
#include "base/text.h"
#include "carom/error.h"
#include "control/base_joint.h"
#include "control/thesis/inverse_kinematics_rows.h"
#include "model/posture/free_coordinates.h"
#include "model/posture/levenberg_marquardt.h"
#include "solver/decompositions.h"
#include "solver/least_norm.h"

namespace carom {
namespace {

using Faults = std::vector<std::string>;
using Status = InverseKinematicsResult::Status;
using End = posture::LevenbergMarquardt::End;

constexpr double shake_size = 0.3;     // [rad, m]
constexpr double floor_share = 1e-13;  // of J Jᵀ's mean diagonal: keeps its factors regular

void check_options(const Model& model, const InverseKinematicsOptions& options, Faults& faults) {
  const auto check = [&](const char* name, double value, bool zero) {
    if (std::isfinite(value) && (value > 0.0 || (zero && value == 0.0))) return;
    faults.push_back(fmt::format("inverse kinematics: {} = {}; expected {} {} and finite", name,
                                 base::number(value), name, zero ? ">= 0" : "> 0"));
  };
  check("tolerance", options.tolerance, false);
  check("iterations", options.iterations, false);
  check("attempts", options.attempts, false);
  check("damping", options.damping, true);
  check("largest_step", options.largest_step, false);
  check("rate_damping", options.rate_damping, true);
  for (const std::string& name : options.locked) {
    try {
      (void)model.joint(name);
    } catch (const InvalidInput& error) {
      faults.push_back(fmt::format("inverse kinematics: locked: {}", error.what()));
    }
  }
}

void check_state(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                 Faults& faults) {
  try {
    model.check({q, v});
  } catch (const InvalidInput& error) {
    for (const std::string& fault : error.faults()) {
      faults.push_back(fmt::format("inverse kinematics: {}", fault));
    }
  }
}

InverseKinematicsOptions checked(const Model& model, InverseKinematicsOptions options) {
  Faults faults;
  check_options(model, options, faults);
  if (!faults.empty()) throw InvalidInput(faults);
  return options;
}

/// For each joint.
std::vector<char> locked_joints(const Model& model, const InverseKinematicsOptions& options) {
  std::vector<char> locked;
  for (const Joint& joint : model.joints()) {
    const auto& names = options.locked;
    locked.push_back((options.lock_base && control::is_base(joint)) ||
                     std::find(names.begin(), names.end(), joint.name) != names.end());
  }
  return locked;
}

}  // namespace

/// −Δx is what is to vanish; its derivative is J.
struct InverseKinematics::Work final : posture::LeastSquares {
  Work(const Model& of, InverseKinematicsOptions with)
      : model(of),
        options(checked(of, std::move(with))),
        workspace(model),
        free(model, locked_joints(model, options), options.joint_limits),
        rest(Eigen::VectorXd::Zero(model.velocity_size())) {
    std::vector<char> locked(static_cast<std::size_t>(model.velocity_size()), 1);
    for (const int k : free.moving()) locked[static_cast<std::size_t>(k)] = 0;
    rows.set_locked(std::move(locked));
  }

  void evaluate(const Eigen::VectorXd& q, posture::Point& to) override;
  void move(const Eigen::VectorXd& q, const Eigen::VectorXd& x, Eigen::VectorXd& to) override;
  double distance(const posture::Point& point) const override { return point.residual.norm(); }
  double damping(const posture::Point& point, const Eigen::MatrixXd& J,
                 double boost) const override;

  void set(const KinematicTargets& targets, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void shake(std::uint64_t seed);
  void report(End end);
  JointRates shortest(const Eigen::VectorXd& wanted);

  const Model model;
  const InverseKinematicsOptions options;
  ModelWorkspace workspace;
  control::TargetRows rows;
  posture::FreeCoordinates free;
  posture::LevenbergMarquardt search;
  solver::LeastNorm least_norm;
  const Eigen::VectorXd rest;
  posture::Point at;  ///< Of the attempt under way.
  InverseKinematicsResult result;
};

void InverseKinematics::Work::evaluate(const Eigen::VectorXd& q, posture::Point& to) {
  to.q = q;
  workspace.set_configuration(q);
  rows.evaluate(workspace);
  to.residual = -rows.difference();
  to.rows = rows.jacobian()(Eigen::all, free.moving());
  free.room(q, to.lower, to.upper);
}

void InverseKinematics::Work::move(const Eigen::VectorXd& q, const Eigen::VectorXd& x,
                                   Eigen::VectorXd& to) {
  free.displace(q, x, to);
  free.clip(to);
}

double InverseKinematics::Work::damping(const posture::Point& point, const Eigen::MatrixXd& J,
                                        double boost) const {
  const double diagonal = J.squaredNorm() / static_cast<double>(J.rows());
  return (boost * options.damping * point.residual.norm() + floor_share) * diagonal;
}

/// The next attempt starts beside the best so far: each velocity that may move moves by about
/// `shake_size`.
void InverseKinematics::Work::shake(std::uint64_t seed) {
  base::Random random(seed);
  Eigen::VectorXd x(free.size());
  Eigen::Index next = 0;
  // One draw per velocity, moving or not: the same seed is the same move, whatever is locked.
  for (int k = 0; k < model.velocity_size(); ++k) {
    const double by = shake_size * random.normal();
    if (next < x.size() && free.moving()[static_cast<std::size_t>(next)] == k) x[next++] = by;
  }
  move(result.q, x, at.q);
}

void InverseKinematics::Work::set(const KinematicTargets& targets, const Eigen::VectorXd& q,
                                  const Eigen::VectorXd& v) {
  Faults faults;
  rows.set(model, targets, faults);
  check_state(model, q, v, faults);
  if (!faults.empty()) throw InvalidInput(faults);
}

void InverseKinematics::Work::report(End end) {
  result.residuals = rows.residuals();
  result.at_limit.clear();
  const std::vector<char> there = free.at_limit(result.q);
  for (std::size_t k = 0; k < there.size(); ++k) {
    const auto c = static_cast<std::size_t>(free.coordinates()[k]);
    if (there[k]) result.at_limit.push_back(model.coordinate_names()[c]);
  }
  result.message.clear();
  if (end == End::reached) {
    result.status = Status::reached;
    return;
  }
  result.status = end == End::stuck ? Status::unreachable : Status::not_converged;
  Faults missed;
  for (std::size_t k = 0; k < result.residuals.size(); ++k) {
    const TargetResidual& one = result.residuals[k];
    if (one.error > options.tolerance) {
      missed.push_back(
          fmt::format("{} by {} {}", one.name, base::number(one.error, 4), rows.unit(k)));
    }
  }
  result.message = fmt::format("{}: misses {}", to_string(result.status), base::join(missed));
  if (!result.at_limit.empty()) {
    result.message += fmt::format("; at their limits: {}", base::join(result.at_limit));
  }
}

JointRates InverseKinematics::Work::shortest(const Eigen::VectorXd& wanted) {
  const Eigen::MatrixXd& J = rows.jacobian();
  JointRates rates;
  if (options.rate_damping > 0.0) {
    Eigen::MatrixXd square = J * J.transpose();
    square.diagonal().array() += options.rate_damping * options.rate_damping;
    Eigen::VectorXd dual = wanted;
    solver::Cholesky(square).solve(dual);
    rates.value = J.transpose() * dual;
    rates.rank = -1;
  } else {
    least_norm.solve(J, wanted);
    rates.value = least_norm.x();
    rates.rank = static_cast<int>(least_norm.rank());
  }
  rates.error = (J * rates.value - wanted).norm();
  return rates;
}

InverseKinematics::InverseKinematics(const Model& model, InverseKinematicsOptions options)
    : work_(std::make_unique<Work>(model, std::move(options))) {}
InverseKinematics::~InverseKinematics() = default;
InverseKinematics::InverseKinematics(InverseKinematics&&) noexcept = default;
InverseKinematics& InverseKinematics::operator=(InverseKinematics&&) noexcept = default;

const InverseKinematicsResult& InverseKinematics::solve(const KinematicTargets& targets,
                                                        const Eigen::VectorXd& start) {
  Work& w = *work_;
  w.set(targets, start, w.rest);
  w.search.reset_count();
  w.result.error = std::numeric_limits<double>::infinity();
  w.result.attempts = 0;
  w.at.q = start;
  w.free.clip(w.at.q);
  const posture::LevenbergMarquardt::Options options{.goal = w.options.tolerance,
                                                     .iterations = w.options.iterations,
                                                     .longest = w.options.largest_step};
  End best = End::out_of_iterations;
  for (int k = 0; k < w.options.attempts && best != End::reached; ++k) {
    if (k > 0) w.shake(static_cast<std::uint64_t>(k));
    ++w.result.attempts;
    w.evaluate(Eigen::VectorXd(w.at.q), w.at);
    const End end = w.search.run(w, options, {}, w.at);
    const double error = w.at.residual.norm();
    if (error < w.result.error) {
      w.result.error = error;
      w.result.q = w.at.q;
      best = end;
    }
  }
  w.workspace.set_configuration(w.result.q);
  w.rows.evaluate(w.workspace);
  w.result.iterations = w.search.iterations();
  w.report(best);
  return w.result;
}

JointRates InverseKinematics::velocity(const KinematicTargets& targets, const Eigen::VectorXd& q) {
  Work& w = *work_;
  w.set(targets, q, w.rest);
  w.workspace.set_configuration(q);
  w.rows.evaluate(w.workspace);
  return w.shortest(w.rows.wanted_velocity());
}

JointRates InverseKinematics::acceleration(const KinematicTargets& targets,
                                           const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  Work& w = *work_;
  w.set(targets, q, v);
  w.workspace.set_configuration(q);
  Eigen::VectorXd bias(v.size());
  w.workspace.bias(v, bias);
  w.rows.evaluate(w.workspace);
  return w.shortest(w.rows.wanted_acceleration(w.workspace, v));
}

std::string to_string(InverseKinematicsResult::Status status) {
  switch (status) {
    case Status::reached: return "reached";
    case Status::unreachable: return "unreachable";
    case Status::not_converged: return "not_converged";
  }
  return "not_converged";
}

}  // namespace carom
