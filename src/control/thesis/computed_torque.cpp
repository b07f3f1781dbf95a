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

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "control/motors.h"
#include "model/multibody.h"
#include "solver/least_norm.h"
#include "solver/nonnegative_least_squares.h"

namespace carom::control {
namespace {

constexpr int edges_per_point = 4;
// ε over the size of B D's columns. The balance gives way by ε², 1e-8, which restore() makes good;
// ε itself must stay far above 1e-10, where columns count as dependent (OrthogonalBasis).
constexpr double shortness = 1e-4;

}  // namespace

// Forces of support points that balance what has no motor: with B the columns of Jᵀ's rows without
// motor and w what those rows need,
//   any sign:       f = B⁺ w, the shortest of those that come nearest;
//   pushing only:   f = D c, c ≥ 0, D the edges of a pyramid in each friction cone, nearest to
//                   B f = w and, for that, nearly the shortest: min ‖B D c − w‖² + ε²‖D c‖²,
//                   then B D c = w restored by the edges in use.
class BalancingForces {
 public:
  /// Of one point: normal of length 1, and friction.
  struct Cone {
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
    double friction = 0.0;
  };

  /// B: rows without motor, three columns per point (world). Any sign.
  const Eigen::VectorXd& shortest(const Eigen::MatrixXd& B, const Eigen::VectorXd& w) {
    least_norm_.solve(B, w);
    force_ = least_norm_.x();
    return force_;
  }

  const Eigen::VectorXd& pushing(const Eigen::MatrixXd& B, const Eigen::VectorXd& w,
                                 const std::vector<Cone>& cones) {
    set_edges(cones);
    const Eigen::MatrixXd A = B * edges_;
    const double size = A.cols() > 0 ? A.colwise().norm().maxCoeff() : 0.0;
    Eigen::MatrixXd stacked(A.rows() + edges_.rows(), A.cols());
    stacked << A, shortness * size * edges_;
    Eigen::VectorXd goal = Eigen::VectorXd::Zero(stacked.rows());
    goal.head(w.size()) = w;
    nonnegative_.solve(stacked, goal);
    Eigen::VectorXd c = nonnegative_.x();
    restore(A, w, c);
    force_ = edges_ * c;
    return force_;
  }

 private:
  /// Edges of length 1 along the normal, inside the cone: the pyramid is inscribed.
  void set_edges(const std::vector<Cone>& cones) {
    const auto count = static_cast<Eigen::Index>(cones.size());
    edges_.setZero(3 * count, edges_per_point * count);
    for (Eigen::Index k = 0; k < count; ++k) {
      const Cone& cone = cones[static_cast<std::size_t>(k)];
      const Eigen::Vector3d first = cone.normal.unitOrthogonal();
      const Eigen::Vector3d second = cone.normal.cross(first);
      auto block = edges_.block<3, edges_per_point>(3 * k, edges_per_point * k);
      block.col(0) = cone.normal + cone.friction * first;
      block.col(1) = cone.normal + cone.friction * second;
      block.col(2) = cone.normal - cone.friction * first;
      block.col(3) = cone.normal - cone.friction * second;
    }
  }

  void restore(const Eigen::MatrixXd& A, const Eigen::VectorXd& w, Eigen::VectorXd& c) {
    const std::vector<int> active = nonnegative_.active();
    const Eigen::MatrixXd in_use = A(Eigen::all, active);
    least_norm_.solve(in_use, w - A * c);
    const Eigen::VectorXd& change = least_norm_.x();
    for (std::size_t k = 0; k < active.size(); ++k) {
      double& entry = c[active[k]];
      entry = std::max(0.0, entry + change[static_cast<Eigen::Index>(k)]);
    }
  }

  solver::LeastNorm least_norm_;
  solver::NonnegativeLeastSquares nonnegative_;
  Eigen::MatrixXd edges_;
  Eigen::VectorXd force_;
};

}  // namespace carom::control

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
    std::optional<std::size_t> j;
    base::gather(
        faults, [&] { j = static_cast<std::size_t>(model.joint(name)); },
        "computed torque: passive: ");
    if (j) bare[*j] = 1;
    if (!j || model.bodies().joint_is_coordinate[*j]) continue;
    faults.push_back(fmt::format(
        "computed torque: passive joint '{}' is mixed with other joints by the coordinate map; "
        "expected a joint whose position is a coordinate",
        name));
  }
  std::vector<int> rows;
  for (std::size_t j = 0; j < bare.size(); ++j) {
    const Joint& joint = model.joints()[j];
    for (int k = 0; bare[j] && k < joint.v_size; ++k) rows.push_back(joint.v + k);
  }
  return rows;
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
  Work(const Model& of, ComputedTorqueOptions with)
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

  JointMotion complete(const State& state, const JointMotion& wanted) const {
    JointMotion full = wanted;
    if (full.v.size() == 0) full.v = VectorXd::Zero(state.v.size());
    if (full.a.size() == 0) full.a = VectorXd::Zero(state.v.size());
    return full;
  }

  void check(const State& state, const JointMotion& wanted,
             std::span<const SupportPoint> supports) {
    Faults faults;
    base::gather(faults, [&] { model.check(state); }, "computed torque: state: ");
    base::gather(
        faults, [&] { model.check({wanted.q, wanted.v}); }, "computed torque: wanted motion: ");
    if (wanted.a.size() != model.velocity_size() || !wanted.a.allFinite()) {
      faults.push_back(fmt::format(
          "computed torque: wanted motion: a has {} entries{}; expected {} finite ones",
          wanted.a.size(), wanted.a.allFinite() ? "" : ", not all finite", model.velocity_size()));
    }
    frames.clear();
    for (const SupportPoint& support : supports) {
      check_support(support, faults);
      base::gather(
          faults, [&] { frames.push_back(model.frame(support.frame)); },
          "computed torque: support point: ");
    }
    if (!faults.empty()) throw InvalidInput(faults);
  }

  void set_acceleration(const State& state, const JointMotion& wanted) {
    result.error.resize(model.velocity_size());
    model.bodies().difference(state.q, wanted.q, result.error);
    result.error_rate = wanted.v - state.v;
    result.acceleration =
        wanted.a + kv.cwiseProduct(result.error_rate) + kp.cwiseProduct(result.error);
  }

  void set_needed(const State& state) {
    workspace.set_configuration(state.q);
    workspace.bias(state.v, needed);
    workspace.passive_force(state.v, passive);
    needed -= passive;
    needed += workspace.mass_matrix() * result.acceleration;
  }

  void balance(std::span<const SupportPoint> supports) {
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

namespace {

/// The controller is a pure function of time and state. Simulations may share it, so each call
/// takes a calculator of its own from here, and gives it back.
class Store {
 public:
  Store(const Model& model, const ComputedTorqueOptions& options)
      : model_(model), options_(options) {}

  std::unique_ptr<ComputedTorque> take() {
    const std::lock_guard guard(mutex_);
    if (idle_.empty()) return std::make_unique<ComputedTorque>(model_, options_);
    std::unique_ptr<ComputedTorque> one = std::move(idle_.back());
    idle_.pop_back();
    return one;
  }
  void give_back(std::unique_ptr<ComputedTorque> one) {
    const std::lock_guard guard(mutex_);
    idle_.push_back(std::move(one));
  }

 private:
  const Model model_;
  const ComputedTorqueOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<ComputedTorque>> idle_;
};

std::vector<SupportPoint> supports_at(const TrackedMotion& motion, double time) {
  return motion.supports ? motion.supports(time) : std::vector<SupportPoint>{};
}

}  // namespace

Controller make_computed_torque(const Model& model, TrackedMotion motion,
                                const ComputedTorqueOptions& options, bool effort_limits) {
  const auto store = std::make_shared<Store>(model, options);
  std::unique_ptr<ComputedTorque> first = store->take();  // refuses bad options
  if (!motion.wanted) {
    throw InvalidInput("computed torque: no wanted motion; expected a function of time");
  }
  const JointMotion start = motion.wanted(0.0);
  const VectorXd rest = VectorXd::Zero(model.velocity_size());
  first->compute({start.q, rest}, start, supports_at(motion, 0.0));
  store->give_back(std::move(first));
  VectorXd limits = control::motor_limits(model);
  if (!effort_limits) limits.setConstant(std::numeric_limits<double>::infinity());

  Controller controller;
  controller.name = "computed_torque";
  controller.add_force = [store, motion = std::move(motion), limits](double time, const VectorXd& q,
                                                                     const VectorXd& v,
                                                                     Eigen::Ref<VectorXd> force) {
    if (!q.allFinite() || !v.allFinite()) {  // the integrator must see it
      force.setConstant(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    std::unique_ptr<ComputedTorque> torque = store->take();
    const std::vector<SupportPoint> supports = supports_at(motion, time);
    const ComputedTorqueResult& result = torque->compute({q, v}, motion.wanted(time), supports);
    const VectorXd& wanted = supports.empty() ? result.hanging : result.supported;
    force += wanted.cwiseMax(-limits).cwiseMin(limits);
    store->give_back(std::move(torque));
  };
  return controller;
}

std::vector<SupportPoint> support_points(const Model& model, const std::string& start) {
  std::vector<SupportPoint> points;
  for (const ContactCandidate& contact : model.contacts()) {
    const ContactPlane* plane = std::get_if<ContactPlane>(&contact.against);
    if (plane == nullptr || plane->body != "world" || contact.sphere.radius != 0.0) continue;
    if (!contact.name.starts_with(start)) continue;
    const Eigen::Vector3d normal = plane->normal.normalized();
    points.push_back({contact.sphere.body, contact.sphere.center, normal, contact.friction});
  }
  if (points.empty()) {
    throw InvalidInput(fmt::format(
        "computed torque: {} has no contact of a point with the world whose name starts with '{}'; "
        "expected the start of a contact's name, or support points by hand",
        model.name(), start));
  }
  return points;
}

}  // namespace carom
