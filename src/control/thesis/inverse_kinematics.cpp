// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Inverse kinematics (S2 4.3, corrected): attempts of damped least squares, and
//   velocities     v = J⁺ ẋ            (4.15)
//   accelerations  a = J⁺ (ẍ − J̇ v)    (4.16)
// with J⁺ = Jᵀ(J Jᵀ)⁻¹ (the print has (JᵀJ)⁻¹J), computed so that rows may depend on each other:
// the shortest of the nearest. With damping J⁺ = Jᵀ(J Jᵀ + λ²I)⁻¹.
// An attempt that gets stuck with an error left may be on a saddle (a straight leg feels no pull
// along itself) or beside the goal: the next ones start from where it stopped, shaken by a seeded
// random move. The nearest of all is kept.
#include "carom/inverse_kinematics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "carom/error.h"
#include "control/thesis/inverse_kinematics_descent.h"
#include "control/thesis/inverse_kinematics_rows.h"
#include "solver/decompositions.h"
#include "solver/least_norm.h"

namespace carom {
namespace {

using Faults = std::vector<std::string>;
using Status = InverseKinematicsResult::Status;
using control::KinematicDescent;

constexpr double shake_size = 0.3;  // [rad, m]

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

}  // namespace

struct InverseKinematics::Work {
  Work(const Model& of, InverseKinematicsOptions with)
      : model(of),
        options(checked(of, std::move(with))),
        workspace(model),
        descent(model, options),
        rest(Eigen::VectorXd::Zero(model.velocity_size())) {
    rows.set_locked(descent.locked());
  }

  void set(const KinematicTargets& targets, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void report(KinematicDescent::End end);
  JointRates shortest(const Eigen::VectorXd& wanted);

  const Model model;
  const InverseKinematicsOptions options;
  ModelWorkspace workspace;
  control::TargetRows rows;
  KinematicDescent descent;
  solver::LeastNorm least_norm;
  const Eigen::VectorXd rest;
  Eigen::VectorXd q;  ///< Of the attempt under way.
  InverseKinematicsResult result;
};

void InverseKinematics::Work::set(const KinematicTargets& targets, const Eigen::VectorXd& at,
                                  const Eigen::VectorXd& v) {
  Faults faults;
  rows.set(model, targets, faults);
  check_state(model, at, v, faults);
  if (!faults.empty()) throw InvalidInput(faults);
}

void InverseKinematics::Work::report(KinematicDescent::End end) {
  result.residuals = rows.residuals();
  result.at_limit = descent.at_limit(result.q);
  result.message.clear();
  if (end == KinematicDescent::End::reached) {
    result.status = Status::reached;
    return;
  }
  result.status = end == KinematicDescent::End::stuck ? Status::unreachable : Status::not_converged;
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
  w.descent.reset_count();
  w.result.error = std::numeric_limits<double>::infinity();
  w.result.attempts = 0;
  w.q = start;
  w.descent.clip(w.q);
  KinematicDescent::End best = KinematicDescent::End::out_of_iterations;
  for (int k = 0; k < w.options.attempts && best != KinematicDescent::End::reached; ++k) {
    if (k > 0) {
      w.q = w.result.q;
      w.descent.shake(w.q, shake_size, static_cast<std::uint64_t>(k));
    }
    ++w.result.attempts;
    const KinematicDescent::End end = w.descent.run(w.workspace, w.rows, w.q);
    const double error = w.rows.difference().norm();
    if (error < w.result.error) {
      w.result.error = error;
      w.result.q = w.q;
      best = end;
    }
  }
  w.workspace.set_configuration(w.result.q);
  w.rows.evaluate(w.workspace);
  w.result.iterations = w.descent.iterations();
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
