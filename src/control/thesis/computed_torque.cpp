// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Computed torque (S2 (4.17)–(4.22)), e the tangent vector with q ⊕ e = q_d:
//   a = q̈_d − u,  u = −K_v ė − K_p e,  k_v = 2√k_p unless given         (4.17)–(4.20)
//   hanging     Γ = S [A a + b + g]              S: rows of the motors     (4.21), (4.22)
//   supported   Γ = S [A a + b + g − Jᵀf],  0 = N [A a + b + g − Jᵀf]      N: the other rows
// (4.21) is printed with (Gᵀ)⁻¹ of a matrix that is not square; its pseudo-inverse is S, and drops
// the rows N: the weight then hangs on the base instead of standing on the ground. Beside it, f is
// found from those rows. ė compares v_d with v as they are: of a base that is turned against the
// wanted one, each in its own axes.
#include "carom/computed_torque.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "control/base_joint.h"
#include "control/thesis/computed_torque_forces.h"
#include "model/multibody.h"

namespace carom {
namespace {

using Eigen::VectorXd;
using Faults = std::vector<std::string>;

/// One gain per velocity.
VectorXd spread(const VectorXd& given, int size) {
  return given.size() == 1 ? VectorXd(VectorXd::Constant(size, given[0])) : given;
}

void check_gains(const char* name, const VectorXd& gains, int size, Faults& faults) {
  if (gains.size() != 1 && gains.size() != size) {
    faults.push_back(
        fmt::format("computed torque: {} has {} entries; expected 1, or {}, one per "
                    "velocity",
                    name, gains.size(), size));
  }
  for (const double gain : gains) {
    if (std::isfinite(gain) && gain >= 0.0) continue;
    faults.push_back(fmt::format("computed torque: {} = {}; expected {} >= 0 and finite", name,
                                 base::number(gain), name));
    return;
  }
}

/// Velocities that no motor acts on.
std::vector<int> without_motor(const Model& model, const std::vector<std::string>& passive,
                               Faults& faults) {
  std::vector<char> bare(model.joints().size(), 0);
  for (std::size_t j = 0; j < bare.size(); ++j) bare[j] = control::is_base(model.joints()[j]);
  for (const std::string& name : passive) {
    try {
      const auto j = static_cast<std::size_t>(model.joint(name));
      bare[j] = 1;
      if (model.bodies().joint_is_coordinate[j]) continue;
      faults.push_back(fmt::format(
          "computed torque: passive joint '{}' is mixed with other joints by the coordinate map; "
          "expected a joint whose position is a coordinate",
          name));
    } catch (const InvalidInput& error) {
      faults.push_back(fmt::format("computed torque: passive: {}", error.what()));
    }
  }
  std::vector<int> rows;
  for (std::size_t j = 0; j < bare.size(); ++j) {
    const Joint& joint = model.joints()[j];
    for (int k = 0; bare[j] && k < joint.v_size; ++k) rows.push_back(joint.v + k);
  }
  return rows;
}

void check_state(const Model& model, const char* which, const State& state, Faults& faults) {
  try {
    model.check(state);
  } catch (const InvalidInput& error) {
    for (const std::string& fault : error.faults()) {
      faults.push_back(fmt::format("computed torque: {}: {}", which, fault));
    }
  }
}

void check_support(const SupportPoint& support, Faults& faults) {
  const auto fault = [&](const std::string& what) {
    faults.push_back(
        fmt::format("computed torque: support point of '{}': {}", support.frame, what));
  };
  if (!support.point.allFinite()) fault("point is not finite; expected finite numbers");
  if (!(support.normal.allFinite() && support.normal.norm() > 0.0)) {
    fault("normal has no direction; expected a finite vector that is not zero");
  }
  if (!(std::isfinite(support.friction) && support.friction >= 0.0)) {
    fault(fmt::format("friction = {}; expected friction >= 0 and finite",
                      base::number(support.friction)));
  }
}

}  // namespace

struct ComputedTorque::Work {
  Work(const Model& of, ComputedTorqueOptions with);

  JointMotion complete(const State& state, const JointMotion& wanted) const;
  void check(const State& state, const JointMotion& wanted, std::span<const SupportPoint> supports);
  void set_acceleration(const State& state, const JointMotion& wanted);
  void set_needed(const State& state);
  void balance(std::span<const SupportPoint> supports);

  const Model model;
  const ComputedTorqueOptions options;
  ModelWorkspace workspace;
  std::vector<int> bare;  ///< Velocities without motor.
  VectorXd kp, kv;
  VectorXd needed, passive;  ///< A a + b + g, over all rows.
  std::vector<int> frames;   ///< Of the support points.
  Eigen::Matrix3Xd block;
  Eigen::MatrixXd jacobian, rows;  ///< Of the support points; what of it acts on bare rows.
  std::vector<control::BalancingForces::Cone> cones;
  control::BalancingForces forces;
  ComputedTorqueResult result;
};

ComputedTorque::Work::Work(const Model& of, ComputedTorqueOptions with)
    : model(of), options(std::move(with)), workspace(model) {
  Faults faults;
  const int n = model.velocity_size();
  check_gains("proportional", options.proportional, n, faults);
  if (options.derivative.size() > 0) check_gains("derivative", options.derivative, n, faults);
  bare = without_motor(model, options.passive, faults);
  if (!faults.empty()) throw InvalidInput(faults);
  kp = spread(options.proportional, n);
  kv = options.derivative.size() > 0 ? spread(options.derivative, n)
                                     : VectorXd(2.0 * kp.cwiseSqrt());
  needed.resize(n);
  passive.resize(n);
  block.resize(3, n);
}

JointMotion ComputedTorque::Work::complete(const State& state, const JointMotion& wanted) const {
  JointMotion full = wanted;
  if (full.v.size() == 0) full.v = VectorXd::Zero(state.v.size());
  if (full.a.size() == 0) full.a = VectorXd::Zero(state.v.size());
  return full;
}

void ComputedTorque::Work::check(const State& state, const JointMotion& wanted,
                                 std::span<const SupportPoint> supports) {
  Faults faults;
  check_state(model, "state", state, faults);
  check_state(model, "wanted motion", {wanted.q, wanted.v}, faults);
  if (wanted.a.size() != model.velocity_size() || !wanted.a.allFinite()) {
    faults.push_back(fmt::format(
        "computed torque: wanted motion: a has {} entries{}; expected {} finite ones",
        wanted.a.size(), wanted.a.allFinite() ? "" : ", not all finite", model.velocity_size()));
  }
  frames.clear();
  for (const SupportPoint& support : supports) {
    check_support(support, faults);
    try {
      frames.push_back(model.frame(support.frame));
    } catch (const InvalidInput& error) {
      faults.push_back(fmt::format("computed torque: support point: {}", error.what()));
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

void ComputedTorque::Work::set_acceleration(const State& state, const JointMotion& wanted) {
  result.error.resize(model.velocity_size());
  model.bodies().difference(state.q, wanted.q, result.error);
  result.error_rate = wanted.v - state.v;
  result.acceleration =
      wanted.a + kv.cwiseProduct(result.error_rate) + kp.cwiseProduct(result.error);
}

void ComputedTorque::Work::set_needed(const State& state) {
  workspace.set_configuration(state.q);
  workspace.bias(state.v, needed);
  workspace.passive_force(state.v, passive);
  needed -= passive;
  needed += workspace.mass_matrix() * result.acceleration;
}

void ComputedTorque::Work::balance(std::span<const SupportPoint> supports) {
  const auto count = static_cast<Eigen::Index>(supports.size());
  jacobian.resize(3 * count, model.velocity_size());
  cones.clear();
  for (Eigen::Index k = 0; k < count; ++k) {
    const SupportPoint& support = supports[static_cast<std::size_t>(k)];
    workspace.point_jacobian(frames[static_cast<std::size_t>(k)], support.point, block);
    jacobian.middleRows<3>(3 * k) = block;
    cones.push_back({support.normal.normalized(), support.friction});
  }
  rows = jacobian(Eigen::all, bare).transpose();
  VectorXd force = VectorXd::Zero(3 * count);
  if (count > 0 && !bare.empty()) {
    force = options.pushing ? forces.pushing(rows, result.dropped, cones)
                            : forces.shortest(rows, result.dropped);
  }
  result.forces.resize(supports.size());
  for (std::size_t k = 0; k < supports.size(); ++k) {
    result.forces[k] = force.segment<3>(3 * static_cast<Eigen::Index>(k));
  }
  result.supported = needed - jacobian.transpose() * force;
  result.unbalanced = result.supported(bare);
  result.supported(bare).setZero();
}

ComputedTorque::ComputedTorque(const Model& model, ComputedTorqueOptions options)
    : work_(std::make_unique<Work>(model, std::move(options))) {}
ComputedTorque::~ComputedTorque() = default;
ComputedTorque::ComputedTorque(ComputedTorque&&) noexcept = default;
ComputedTorque& ComputedTorque::operator=(ComputedTorque&&) noexcept = default;

const ComputedTorqueResult& ComputedTorque::compute(const State& state, const JointMotion& wanted,
                                                    std::span<const SupportPoint> supports) {
  // Of the wrench that the base needs [N, N m], or of 1. The shortest forces come from normal
  // equations: rounding 1e-16 times the square of a condition of up to 1e3. A wrench that supports
  // cannot give misses by far more.
  constexpr double rounding = 1e-9;
  Work& w = *work_;
  const JointMotion full = w.complete(state, wanted);
  w.check(state, full, supports);
  w.set_acceleration(state, full);
  w.set_needed(state);
  w.result.dropped = w.needed(w.bare);
  w.result.hanging = w.needed;
  w.result.hanging(w.bare).setZero();
  w.balance(supports);
  w.result.balanced =
      w.result.unbalanced.norm() <= rounding * std::max(1.0, w.result.dropped.norm());
  return w.result;
}

}  // namespace carom
