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

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/gather_faults.h"
#include "base/random.h"
#include "base/text.h"
#include "carom/error.h"
#include "control/motors.h"
#include "model/multibody.h"
#include "solver/decompositions.h"
#include "solver/least_norm.h"

namespace carom::control {
namespace {

using Eigen::Vector3d;
using Faults = std::vector<std::string>;

/// The rotation vector of R, angle up to π. By the quaternion, whose logarithm is exact near 0 and
/// near π.
Vector3d rotation_vector(const Eigen::Matrix3d& R) {
  Eigen::Quaterniond turn(R);
  if (turn.w() < 0.0) turn.coeffs() = -turn.coeffs();
  const double sine = turn.vec().norm();
  if (sine == 0.0) return Vector3d::Zero();
  return (2.0 * std::atan2(sine, turn.w()) / sine) * turn.vec();
}

int find_frame(const Model& model, const std::string& name, const std::string& frame,
               Faults& faults) {
  try {
    return model.frame(frame);
  } catch (const InvalidInput& error) {
    faults.push_back(fmt::format("inverse kinematics: {}: {}", name, error.what()));
    return 0;
  }
}

void check_finite(const std::string& name, const char* what, const Vector3d& value,
                  Faults& faults) {
  if (value.allFinite()) return;
  faults.push_back(fmt::format("inverse kinematics: {}: {} = {}, {}, {}; expected finite numbers",
                               name, what, base::number(value.x()), base::number(value.y()),
                               base::number(value.z())));
}

void check_rotation(const std::string& name, const Eigen::Matrix3d& R, Faults& faults) {
  // Of entries of RᵀR: matrices written with seven digits pass, and the angle is then wrong by 1e-6
  // rad at most. A matrix that is no rotation misses by far more.
  constexpr double allowed = 1e-6;
  const double off = (R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff();
  if (off <= allowed && R.determinant() > 0.0) return;
  faults.push_back(fmt::format(
      "inverse kinematics: {}: orientation is off a rotation by {}; expected orthonormal columns, "
      "right-handed",
      name, base::number(R.determinant() > 0.0 || !(off <= allowed) ? off : 2.0)));
}

}  // namespace

// Targets of the inverse kinematics as rows: J v = ẋ, and Δx, what is left to do at one
// configuration. Δx of an orientation is log(R_wanted Rᵀ), a world vector: turning by it meets the
// target, and ½‖Δx‖² has the gradient −JᵀΔx, J the angular Jacobian.
class TargetRows {
 public:
  /// Appends what is wrong to `faults`.
  void set(const Model& model, const KinematicTargets& targets, std::vector<std::string>& faults) {
    parts_.clear();
    rows_ = 0;
    for (const PointTarget& target : targets.points) {
      Part part{.kind = Kind::point, .name = target.name};
      if (part.name.empty()) part.name = "position of " + target.frame;
      part.frame = find_frame(model, part.name, target.frame, faults);
      part.point = target.point;
      part.position = target.position;
      part.velocity = target.velocity;
      part.acceleration = target.acceleration;
      part.axes = target.axes;
      add(std::move(part), faults);
    }
    for (const OrientationTarget& target : targets.orientations) {
      Part part{.kind = Kind::orientation, .name = target.name};
      if (part.name.empty()) part.name = "orientation of " + target.frame;
      part.frame = find_frame(model, part.name, target.frame, faults);
      part.orientation = target.orientation;
      part.velocity = target.velocity;
      part.acceleration = target.acceleration;
      add(std::move(part), faults);
    }
    if (targets.center_of_mass) {
      Part part{.kind = Kind::center_of_mass, .name = "centre of mass"};
      part.position = targets.center_of_mass->position;
      part.velocity = targets.center_of_mass->velocity;
      part.acceleration = targets.center_of_mass->acceleration;
      part.axes = targets.center_of_mass->axes;
      add(std::move(part), faults);
    }
    if (rows_ == 0) {
      faults.push_back(
          "inverse kinematics: no target; expected a point, an orientation or the centre of mass");
    }
    loop_row_ = -1;
  }

  /// Columns of velocities that may not move are zero.
  void set_locked(std::vector<char> locked) { locked_ = std::move(locked); }

  /// Fills jacobian() and difference(); no allocation after the first call.
  void evaluate(const ModelWorkspace& at) {
    if (loop_row_ < 0) add_loops(at);
    const int n = at.model().velocity_size();
    block_.resize(3, n);
    jacobian_.resize(rows_, n);
    difference_.resize(rows_);
    for (const Part& part : parts_) {
      if (part.kind == Kind::loop) continue;
      if (part.kind == Kind::point) at.point_jacobian(part.frame, part.point, block_);
      if (part.kind == Kind::orientation) at.angular_jacobian(part.frame, block_);
      if (part.kind == Kind::center_of_mass) at.center_of_mass_jacobian(block_);
      store_block(part);
      store(part, left_to_do(part, at), difference_);
    }
    if (loops_ > 0) {
      at.bilateral_rows(jacobian_.bottomRows(loops_));
      at.bilateral_residual(difference_.tail(loops_));
      difference_.tail(loops_) *= -1.0;
    }
    for (int k = 0; k < n; ++k) {
      if (locked_[static_cast<std::size_t>(k)]) jacobian_.col(k).setZero();
    }
  }

  const Eigen::MatrixXd& jacobian() const { return jacobian_; }
  const Eigen::VectorXd& difference() const { return difference_; }

  /// Velocities that the targets ask for.
  const Eigen::VectorXd& wanted_velocity() {
    wanted_.setZero(rows_);
    for (const Part& part : parts_) {
      if (part.kind != Kind::loop) store(part, part.velocity, wanted_);
    }
    return wanted_;
  }

  /// Accelerations that they ask for, less J̇ v; after evaluate(at) and at.bias(v). Moves the
  /// configuration of `at` where the model has loops.
  const Eigen::VectorXd& wanted_acceleration(ModelWorkspace& at, const Eigen::VectorXd& v) {
    wanted_.setZero(rows_);
    for (const Part& part : parts_) {
      Vector3d drift = Vector3d::Zero();
      if (part.kind == Kind::loop) continue;
      if (part.kind == Kind::point) drift = at.point_drift(part.frame, part.point);
      if (part.kind == Kind::orientation) drift = at.angular_drift(part.frame);
      if (part.kind == Kind::center_of_mass) drift = at.center_of_mass_drift();
      store(part, part.acceleration - drift, wanted_);
    }
    if (loops_ > 0) subtract_loop_drift(at, v);
    return wanted_;
  }

  std::vector<TargetResidual> residuals() const {
    std::vector<TargetResidual> list;
    for (const Part& part : parts_) {
      list.push_back({part.name, difference_.segment(part.row, part.size).norm()});
    }
    return list;
  }

  /// Unit of a residual.
  std::string unit(std::size_t index) const {
    if (parts_[index].kind == Kind::loop) return "m or rad";
    return parts_[index].kind == Kind::orientation ? "rad" : "m";
  }

 private:
  enum class Kind { point, orientation, center_of_mass, loop };
  struct Part {
    Kind kind = Kind::point;
    std::string name = {};
    int frame = 0;
    Eigen::Vector3d point = Eigen::Vector3d::Zero();
    Eigen::Vector3d position = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero(),
                    acceleration = Eigen::Vector3d::Zero();
    Eigen::Matrix3d orientation = Eigen::Matrix3d::Identity();
    std::array<bool, 3> axes = {true, true, true};
    Eigen::Index row = 0, size = 0;
  };

  void add(Part part, std::vector<std::string>& faults) {
    check_finite(part.name, "position", part.position, faults);
    check_finite(part.name, "point", part.point, faults);
    check_finite(part.name, "velocity", part.velocity, faults);
    check_finite(part.name, "acceleration", part.acceleration, faults);
    if (part.kind == Kind::orientation) check_rotation(part.name, part.orientation, faults);
    part.row = rows_;
    part.size = part.axes[0] + part.axes[1] + part.axes[2];
    rows_ += part.size;
    parts_.push_back(std::move(part));
  }

  void add_loops(const ModelWorkspace& at) {
    loop_row_ = rows_;
    loops_ = at.bilateral_count();
    for (Eigen::Index k = 0; k < loops_; ++k) {
      Part part{.kind = Kind::loop, .name = at.bilateral_names()[static_cast<std::size_t>(k)]};
      part.row = rows_++;
      part.size = 1;
      parts_.push_back(std::move(part));
    }
  }

  void store(const Part& part, const Eigen::Vector3d& values, Eigen::VectorXd& to) const {
    Eigen::Index row = part.row;
    for (int axis = 0; axis < 3; ++axis) {
      if (part.axes[static_cast<std::size_t>(axis)]) to[row++] = values[axis];
    }
  }

  void store_block(const Part& part) {
    Eigen::Index row = part.row;
    for (int axis = 0; axis < 3; ++axis) {
      if (part.axes[static_cast<std::size_t>(axis)]) jacobian_.row(row++) = block_.row(axis);
    }
  }

  Eigen::Vector3d left_to_do(const Part& part, const ModelWorkspace& at) const {
    switch (part.kind) {
      case Kind::point: return part.position - at.position(part.frame, part.point);
      case Kind::orientation:
        return rotation_vector(part.orientation * at.placement(part.frame).linear().transpose());
      default: return part.position - at.center_of_mass();
    }
  }

  /// J̇ v of loops and couplings by a central difference along v.
  void subtract_loop_drift(ModelWorkspace& at, const Eigen::VectorXd& v) {
    // [s] Central differences: error step² ~ 1e-10 beside rounding 1e-16/step ~ 1e-11, for rows and
    // velocities of order 1.
    constexpr double step = 1e-5;
    const Model& model = at.model();
    const Eigen::VectorXd q = at.configuration();
    Eigen::MatrixXd forward(loops_, v.size()), backward(loops_, v.size());
    at.set_configuration(model.integrate(q, step * v));
    at.bilateral_rows(forward);
    at.set_configuration(model.integrate(q, -step * v));
    at.bilateral_rows(backward);
    wanted_.tail(loops_) -= (forward - backward) * v / (2.0 * step);
  }

  std::vector<Part> parts_;
  std::vector<char> locked_;
  Eigen::Index rows_ = 0, loop_row_ = 0, loops_ = 0;
  Eigen::Matrix3Xd block_;
  Eigen::MatrixXd jacobian_;
  Eigen::VectorXd difference_, wanted_;
};

namespace {

// ‖gradient‖ over ‖J‖ ‖Δx‖ where nothing is better. A choice: rounding leaves 1e-15, a target
// within reach has 1e-3 and more; between them a descent creeps and would use up its iterations.
constexpr double flat = 1e-9;
// Of λ², which is 1e-3 ‖Δx‖ at first: steps are then Newton's to nine digits, and less damping
// would change nothing.
constexpr double least_boost = 1e-6;
constexpr double most_boost = 1e12;
// Of J Jᵀ's mean diagonal: keeps the Cholesky factor regular, whose rounding is 1e-16 times some
// hundred rows. Larger ones would slow the last steps.
constexpr double floor_share = 1e-13;

}  // namespace

// One attempt of the damped least squares of S2 (4.6)–(4.12), corrected:
//   dq = Jᵀ (J Jᵀ + λ²I)⁻¹ Δx,   q ← q ⊕ dq,   Δx and J anew in every iteration, end at ‖Δx‖ ≤ tol.
// The print has JᵀJ, which does not fit, λ for λ², Δx of the start for ever, and stops on ‖dq‖.
// λ² = boost · damping · ‖Δx‖ · mean diagonal of J Jᵀ: it vanishes with the error, so convergence
// is quadratic where J is regular, and also where targets repeat each other (Yamashita & Fukushima
// 2001). The boost falls to a quarter where the error fell nearly as foreseen, grows fourfold where
// it fell by far less or not at all (the step is then not taken).
// Joint limits: a coordinate on its limit that the step would push out leaves the step, which is
// solved again; the rest is clamped. With a large λ the step is the projected gradient, so a stop
// is a point where no allowed direction is better.
class KinematicDescent {
 public:
  enum class End { reached, stuck, out_of_iterations };

  KinematicDescent(const Model& model, const InverseKinematicsOptions& options)
      : model_(model),
        options_(options),
        locked_(static_cast<std::size_t>(model.velocity_size()), 0),
        coordinate_(locked_.size(), -1),
        out_(locked_.size(), 0) {
    for (const Joint& joint : model.joints()) {
      const auto& names = options.locked;
      const bool lock = (options.lock_base && is_base(joint)) ||
                        std::find(names.begin(), names.end(), joint.name) != names.end();
      std::fill_n(locked_.begin() + joint.v, joint.v_size, static_cast<char>(lock));
    }
    if (options.joint_limits) find_limits();
  }

  /// Onto the limits, from outside.
  void clip(Eigen::VectorXd& q) const {
    for (const int c : coordinate_) {
      if (c >= 0) q[c] = std::clamp(q[c], model_.lower_limit()[c], model_.upper_limit()[c]);
    }
  }

  /// From q to where it ends; `rows` and `at` are there then, too. Allocates only the first time.
  End run(ModelWorkspace& at, TargetRows& rows, Eigen::VectorXd& q) {
    at.set_configuration(q);
    rows.evaluate(at);
    prepare(rows);
    double boost = 1.0;
    for (int k = 0; k < options_.iterations; ++k) {
      const double error = rows.difference().norm();
      if (error <= options_.tolerance) return End::reached;
      if (slope(rows, q) <= flat) return End::stuck;
      ++iterations_;
      const double diagonal =
          rows.jacobian().squaredNorm() / static_cast<double>(rows.jacobian().rows());
      const double lambda_square = (boost * options_.damping * error + floor_share) * diagonal;
      std::fill(out_.begin(), out_.end(), 0);
      do solve(rows, lambda_square);
      while (drop_pushing_out(q));
      shorten(q);
      const double expected = foreseen(rows);
      model_.integrate(q, step_, trial_);
      clip(trial_);
      at.set_configuration(trial_);
      rows.evaluate(at);
      const double fell = 0.5 * (error * error - rows.difference().squaredNorm());
      const double gain = expected > 0.0 ? fell / expected : -1.0;
      if (gain > 0.75) boost = std::max(least_boost, 0.25 * boost);
      if (!(gain >= 0.25)) boost *= 4.0;
      if (fell > 0.0) {
        q.swap(trial_);
        continue;
      }
      at.set_configuration(q);
      rows.evaluate(at);
      if (boost > most_boost) return End::stuck;
    }
    return rows.difference().norm() <= options_.tolerance ? End::reached : End::out_of_iterations;
  }

  /// A random move of what may move, each velocity by about `size`; inside the limits.
  void shake(Eigen::VectorXd& q, double size, std::uint64_t seed) {
    base::Random random(seed);
    step_.resize(model_.velocity_size());
    for (Eigen::Index k = 0; k < step_.size(); ++k) {
      const double move = size * random.normal();
      step_[k] = locked_[static_cast<std::size_t>(k)] ? 0.0 : move;
    }
    trial_ = q;
    model_.integrate(trial_, step_, q);
    clip(q);
  }

  int iterations() const { return iterations_; }
  void reset_count() { iterations_ = 0; }
  const std::vector<char>& locked() const { return locked_; }
  /// Coordinates of q that are on a limit.
  std::vector<std::string> at_limit(const Eigen::VectorXd& q) const {
    std::vector<std::string> names;
    for (const int c : coordinate_) {
      if (c < 0 || (q[c] > model_.lower_limit()[c] && q[c] < model_.upper_limit()[c])) continue;
      names.push_back(model_.coordinate_names()[static_cast<std::size_t>(c)]);
    }
    return names;
  }

 private:
  void find_limits() {
    for (std::size_t j = 0; j < model_.joints().size(); ++j) {
      const Joint& joint = model_.joints()[j];
      if (joint.q_size != joint.v_size || !model_.bodies().joint_is_coordinate[j]) continue;
      for (int k = 0; k < joint.v_size; ++k) {
        const bool limited = std::isfinite(model_.lower_limit()[joint.q + k]) ||
                             std::isfinite(model_.upper_limit()[joint.q + k]);
        const auto v = static_cast<std::size_t>(joint.v + k);
        if (limited && !locked_[v]) coordinate_[v] = joint.q + k;
      }
    }
  }

  void prepare(const TargetRows& rows) {
    const auto& J = rows.jacobian();
    used_.resize(J.rows(), J.cols());
    square_.resize(J.rows(), J.rows());
    step_.resize(J.cols());
    gradient_.resize(J.cols());
    dual_.resize(J.rows());
    trial_.resize(model_.configuration_size());
  }

  /// ‖JᵀΔx‖ without what a limit holds, over its largest possible value.
  double slope(const TargetRows& rows, const Eigen::VectorXd& q) {
    gradient_.noalias() = rows.jacobian().transpose() * rows.difference();
    for (std::size_t v = 0; v < coordinate_.size(); ++v) {
      const int c = coordinate_[v];
      if (c < 0) continue;
      double& entry = gradient_[static_cast<Eigen::Index>(v)];
      if (q[c] <= model_.lower_limit()[c]) entry = std::max(entry, 0.0);
      if (q[c] >= model_.upper_limit()[c]) entry = std::min(entry, 0.0);
    }
    const double largest = rows.jacobian().norm() * rows.difference().norm();
    return largest > 0.0 ? gradient_.norm() / largest : 0.0;
  }

  void solve(const TargetRows& rows, double lambda_square) {
    used_ = rows.jacobian();
    for (std::size_t v = 0; v < out_.size(); ++v) {
      if (out_[v]) used_.col(static_cast<Eigen::Index>(v)).setZero();
    }
    // Lazy products: plain loops that need no temporary memory; the sizes are small.
    square_.noalias() = used_.lazyProduct(used_.transpose());
    square_.diagonal().array() += lambda_square;
    dual_ = rows.difference();
    solver::cholesky_in_place(square_);
    solver::solve_lower(square_, dual_);
    solver::solve_lower_transposed(square_, dual_);
    step_.noalias() = used_.transpose() * dual_;
  }

  bool drop_pushing_out(const Eigen::VectorXd& q) {
    bool dropped = false;
    for (std::size_t v = 0; v < coordinate_.size(); ++v) {
      const int c = coordinate_[v];
      if (c < 0 || out_[v]) continue;
      const double move = step_[static_cast<Eigen::Index>(v)];
      const bool pushes = (move < 0.0 && q[c] <= model_.lower_limit()[c]) ||
                          (move > 0.0 && q[c] >= model_.upper_limit()[c]);
      if (pushes) out_[v] = 1;
      dropped = dropped || pushes;
    }
    return dropped;
  }

  void shorten(const Eigen::VectorXd& q) {
    const double longest = step_.cwiseAbs().maxCoeff();
    if (longest > options_.largest_step) step_ *= options_.largest_step / longest;
    for (std::size_t v = 0; v < coordinate_.size(); ++v) {
      const int c = coordinate_[v];
      if (c < 0) continue;
      double& move = step_[static_cast<Eigen::Index>(v)];
      move = std::clamp(move, model_.lower_limit()[c] - q[c], model_.upper_limit()[c] - q[c]);
    }
  }

  /// By how much ½‖Δx‖² falls if J were constant.
  double foreseen(const TargetRows& rows) {
    dual_.noalias() = rows.jacobian() * step_;
    return dual_.dot(rows.difference()) - 0.5 * dual_.squaredNorm();
  }

  const Model& model_;
  const InverseKinematicsOptions& options_;
  std::vector<char> locked_;
  std::vector<int> coordinate_;  ///< Of each velocity, where it has a limit; else −1.
  std::vector<char> out_;        ///< Of the step, by a limit.
  Eigen::MatrixXd used_, square_;
  Eigen::VectorXd step_, dual_, trial_, gradient_;
  int iterations_ = 0;
};

}  // namespace carom::control

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
    base::gather(faults, [&] { (void)model.joint(name); }, "inverse kinematics: locked: ");
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

  void set(const KinematicTargets& targets, const Eigen::VectorXd& at, const Eigen::VectorXd& v) {
    Faults faults;
    rows.set(model, targets, faults);
    base::gather(faults, [&] { model.check({at, v}); }, "inverse kinematics: ");
    if (!faults.empty()) throw InvalidInput(faults);
  }

  void report(KinematicDescent::End end) {
    result.residuals = rows.residuals();
    result.at_limit = descent.at_limit(result.q);
    result.message.clear();
    if (end == KinematicDescent::End::reached) {
      result.status = Status::reached;
      return;
    }
    result.status =
        end == KinematicDescent::End::stuck ? Status::unreachable : Status::not_converged;
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

  JointRates shortest(const Eigen::VectorXd& wanted) {
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
