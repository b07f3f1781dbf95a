// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Torques by a quadratic program. Unknown: accelerations a and corner forces f, in units of the
// robot's weight m g, in the axes of the foot:
//   minimise Σ w ‖J a + J̇v − target‖² + w_f ‖f‖²
//   over     M_b a + h_b = (Jᵀ f)_b m g               (the base has no motor)
//            |M_j a + h_j − (Jᵀ f)_j m g| ≤ limit_j   (motors)
//            |f_x|, |f_y| ≤ μ f_z                     (at every corner: it pushes, it sticks)
//            Σ f_z m g ≤ max_normal_force             (of a foot).
// The pyramid touches Coulomb's cone from outside, its edges reach √2 μ: give a μ below the
// ground's by that much.
// Accelerations are eliminated (CondensedProblem). If the best forces without limits keep
// all limits, they are the answer and nothing is iterated; else a program in the forces follows,
// and of the motors only those found at fault so far take part, until no other is.
//
// Motors that are too weak never make this infeasible: f = 0 and torques 0 are allowed, and the
// robot falls. What gives way are the tasks. `relaxed` therefore says: limits of motors or of feet
// hold, but some task misses its target by √w · (error − error without limits) > 1. Listed are the
// limits at work and how far the tasks would exceed them.
// Before S2 (4.21), which drops the base rows, all this was missing: see docs/walking.md.
#include "carom/whole_body.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "carom/error.h"
#include "control/motors.h"
#include "control/whole_body/quadratic_program.h"
#include "solver/decompositions.h"

namespace carom::control {

constexpr int base_size = 6;  ///< Velocities of a free joint, the first of the model.

/// One foot: generalised force = jacobianᵀ · wrench · f.
struct FootMap {
  Eigen::Matrix<double, 6, Eigen::Dynamic> jacobian = {};  ///< Velocity of its frame, then turning.
  Eigen::Matrix<double, 6, Eigen::Dynamic> wrench = {};    ///< About the frame's origin.
  int first = 0;                                           ///< Its first force.
};

namespace {

// Of H's largest entry. Rounding of its Cholesky factor is 1e-16 times the size, 1e-14; the weakest
// task has 1e-5 of the strongest (posture_weight, stance_weight of walk.h) and must not feel it.
constexpr double regularisation = 1e-10;

Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& r) {
  Eigen::Matrix3d cross;
  cross << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  return cross;
}

}  // namespace

// The whole-body problem with its accelerations eliminated. Input: mass matrix, bias, tasks, feet.
// Output: the forces that are best without limits, accelerations and torques of any forces, and
// the quadratic program in forces alone. With weights, H = Σ w JᵀJ and b = Σ w Jᵀ(target − drift):
//   minimise ½ aᵀ H a − bᵀ a + ½ w_f ‖f‖²  over  B a = G f − h_b,
// B and h_b: rows of the base, which has no motor; f: corner forces over the weight m g.
// With H = L Lᵀ, Y = L⁻¹ Bᵀ, S = YᵀY and multipliers λ of the base rows,
//   a = L⁻ᵀ (L⁻¹ b + Y λ),  S λ = G f − c,  c = h_b + B H⁻¹ b,
// and the cost left is ½ (G f − c)ᵀ S⁻¹ (G f − c) + ½ w_f ‖f‖²: six numbers G f, the wrench on the
// base, are all that forces do to accelerations. So the best forces need 6 × 6 matrices only:
//   f = Gᵀ z,  (G Gᵀ + w_f S) z = c,  λ = −w_f z.
// A torque row M_j a of multiplier u adds L⁻ᵀ X u, X = (1 − Y S⁻¹ Yᵀ) L⁻¹ M_jᵀ, at the cost
// ½ ‖X u‖², whatever f is.
// Tasks may leave accelerations free: 1e-10 of its largest entry is added to the diagonal of H.
class CondensedProblem {
 public:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  CondensedProblem(int velocities, double weight, double force_weight)
      : velocities_(velocities), weight_(weight), force_weight_(force_weight) {
    const int joints = velocities - base_size;
    hessian_.resize(velocities, velocities);
    wanted_.resize(velocities);
    three_rows_.resize(3, velocities);
    start_.resize(velocities);
    sum_.resize(velocities);
    base_.resize(velocities, base_size);
    rows_.resize(velocities, joints);
    pushes_.resize(velocities, joints);
    lengths_.resize(joints);
    chosen_.reserve(static_cast<std::size_t>(joints));
    columns_.reserve(static_cast<std::size_t>(velocities));
  }

  /// False: not finite, or no mass.
  bool set(const ModelWorkspace& at, const Eigen::VectorXd& bias, std::span<const MotionTask> tasks,
           std::span<const SupportFoot> feet) {
    mass_ = &at.mass_matrix();
    bias_ = &bias;
    chosen_.clear();
    hessian_.setZero();
    wanted_.setZero();
    for (const MotionTask& task : tasks) add_task(task);
    const double largest = hessian_.diagonal().maxCoeff();
    hessian_.diagonal().array() += largest > 0.0 ? regularisation * largest : 1.0;
    if (!factor_.compute(hessian_)) return false;
    set_feet(at, feet);
    base_ = mass_->leftCols<base_size>();
    factor_.solve_lower_columns(base_);
    start_ = wanted_;
    factor_.solve_lower(start_);
    schur_.noalias() = base_.transpose() * base_;
    schur_factor_.compute(schur_);
    offset_.noalias() = base_.transpose() * start_;
    offset_ += bias.head<base_size>();
    return schur_factor_.info() == Eigen::Success && offset_.allFinite() && spread_.allFinite();
  }

  int force_size() const { return forces_; }
  /// The best forces where nothing is limited, in units of the weight.
  void minimise(Eigen::VectorXd& forces) {
    forces.resize(forces_);
    if (forces_ == 0) return;
    Matrix6 system = force_weight_ * schur_;
    system.noalias() += spread_.lazyProduct(spread_.transpose());
    const Vector6 z = Eigen::LLT<Matrix6>(system).solve(offset_);
    forces.noalias() = spread_.transpose() * z;
  }

  /// Accelerations and torques of forces. `pushes`: of the torques chosen below, else empty.
  void respond(const Eigen::VectorXd& forces, const Eigen::Ref<const Eigen::VectorXd>& pushes,
               Eigen::VectorXd& acceleration, Eigen::VectorXd& torque) {
    Vector6 missing = -offset_;
    missing.noalias() += spread_ * forces;
    acceleration.resize(velocities_);
    torque.resize(velocities_);
    sum_ = start_;
    if (pushes.size() > 0) sum_.noalias() += pushes_.leftCols(pushes.size()) * pushes;
    constexpr int refinements = 2;  // the base rows hold to rounding, whatever H is
    for (int pass = 0; pass < refinements; ++pass) {
      schur_factor_.solveInPlace(missing);
      sum_.noalias() += base_ * missing;
      acceleration = sum_;
      factor_.solve_upper(acceleration);
      torque = *bias_;
      torque.noalias() += *mass_ * acceleration;
      for (int k = 0; k < used_; ++k) {
        const FootMap& map = feet_[static_cast<std::size_t>(k)];
        const Vector6 wrench = map.wrench * forces.segment(map.first, map.wrench.cols());
        torque.noalias() -= map.jacobian.transpose() * wrench;
      }
      missing = -torque.head<base_size>();
      // [N, N m] over the weight: rounding of M a + h is 1e-15 to 1e-14. Another pass below this
      // would gain nothing; forces are judged at the same share (`touch`).
      if (missing.lpNorm<Eigen::Infinity>() <= 1e-12 * weight_) break;
    }
  }

  // Torques that are limited act on the accelerations too: with multipliers u of their rows,
  // a = a(f) + Σ u_k z_k. Taking u as unknowns beside f keeps the small program exact.
  void choose(const std::vector<int>& velocities) {
    chosen_.assign(velocities.begin(), velocities.end());
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      auto row = rows_.col(k);
      row = mass_->col(chosen_[i]);
      factor_.solve_lower(row);
      Vector6 along = base_.transpose() * row;
      schur_factor_.solveInPlace(along);
      auto push = pushes_.col(k);
      push = row;
      push.noalias() -= base_ * along;
      lengths_[k] = push.norm();
      push /= lengths_[k];  // unknowns of one size
    }
  }

  int size() const { return forces_ + static_cast<int>(chosen_.size()); }
  /// ½ xᵀ P x + qᵀ x of x = (f, u).
  void cost(Eigen::Ref<Eigen::MatrixXd> hessian, Eigen::Ref<Eigen::VectorXd> gradient) const {
    const auto count = static_cast<Eigen::Index>(chosen_.size());
    Eigen::Matrix<double, 6, Eigen::Dynamic>& scaled = scaled_spread_;
    scaled = spread_;
    schur_factor_.matrixL().solveInPlace(scaled);
    Vector6 offset = offset_;
    schur_factor_.matrixL().solveInPlace(offset);
    hessian.setZero();
    hessian.topLeftCorner(forces_, forces_).noalias() = scaled.transpose().lazyProduct(scaled);
    hessian.topLeftCorner(forces_, forces_).diagonal().array() += force_weight_;
    const auto pushes = pushes_.leftCols(count);
    hessian.bottomRightCorner(count, count).noalias() = pushes.transpose().lazyProduct(pushes);
    gradient.setZero();
    gradient.head(forces_).noalias() = -scaled.transpose() * offset;
  }

  /// Torque k of those chosen = constant + normal · x.
  double torque_row(int k, Eigen::Ref<Eigen::VectorXd> normal) const {
    const auto row = rows_.col(k);
    const int velocity = chosen_[static_cast<std::size_t>(k)];
    Vector6 along = base_.transpose() * row;
    schur_factor_.solveInPlace(along);
    normal.setZero();
    normal.head(forces_).noalias() = spread_.transpose() * along;
    for (int i = 0; i < used_; ++i) {
      const FootMap& map = feet_[static_cast<std::size_t>(i)];
      normal.segment(map.first, map.wrench.cols()).noalias() -=
          map.wrench.transpose() * map.jacobian.col(velocity);
    }
    const auto count = static_cast<Eigen::Index>(chosen_.size());
    normal.tail(count).noalias() = pushes_.leftCols(count).transpose() * row;
    return row.dot(start_) - along.dot(offset_) + (*bias_)[velocity];
  }

 private:
  /// Most tasks touch few velocities, and each row of a posture only one: only these enter.
  void add_task(const MotionTask& task) {
    const Eigen::Index rows = task.rows.rows();
    if (rows == 0 || task.weight == 0.0) return;
    nonzero_.assign(static_cast<std::size_t>(rows), 0);
    columns_.clear();
    for (int c = 0; c < velocities_; ++c) {
      const double* column = &task.rows(0, c);
      int any = 0;
      for (Eigen::Index r = 0; r < rows; ++r) {
        const int here = column[r] != 0.0 ? 1 : 0;
        nonzero_[static_cast<std::size_t>(r)] += here;
        any |= here;
      }
      if (any != 0) columns_.push_back(c);
    }
    error_ = task.target - task.drift;
    const auto dense = std::count_if(nonzero_.begin(), nonzero_.end(), [](int k) { return k > 1; });
    const auto count = static_cast<Eigen::Index>(columns_.size());
    if (packed_.size() < dense * count) packed_.resize(dense, count);
    double* const packed = packed_.data();
    for (Eigen::Index i = 0; i < count; ++i) {
      const int c = columns_[static_cast<std::size_t>(i)];
      const double* column = &task.rows(0, c);
      double* to = packed + i * dense;
      double pull = 0.0;
      for (Eigen::Index r = 0; r < rows; ++r) {
        pull += column[r] * error_[r];
        if (nonzero_[static_cast<std::size_t>(r)] > 1) {
          *to++ = column[r];
        } else {
          hessian_(c, c) += task.weight * column[r] * column[r];
        }
      }
      wanted_[c] += task.weight * pull;
    }
    if (dense == 0) return;
    for (Eigen::Index i = 0; i < count; ++i) {
      double* const column = &hessian_(0, columns_[static_cast<std::size_t>(i)]);
      const double* const one = packed + i * dense;
      for (Eigen::Index j = i; j < count; ++j) {
        const double* const other = packed + j * dense;
        double dot = 0.0;
        for (Eigen::Index r = 0; r < dense; ++r) dot += one[r] * other[r];
        column[columns_[static_cast<std::size_t>(j)]] += task.weight * dot;
      }
    }
  }

  void set_feet(const ModelWorkspace& at, std::span<const SupportFoot> feet) {
    if (feet_.size() < feet.size()) feet_.resize(feet.size());
    int first = 0;
    for (std::size_t k = 0; k < feet.size(); ++k) {
      const SupportFoot& foot = feet[k];
      FootMap& map = feet_[k];
      const auto corners = static_cast<Eigen::Index>(foot.corners.size());
      map.first = first;
      map.jacobian.resize(6, velocities_);
      map.wrench.resize(6, 3 * corners);
      first += static_cast<int>(3 * corners);
    }
    forces_ = first;
    spread_.resize(6, forces_);
    scaled_spread_.resize(6, forces_);
    Eigen::Ref<Eigen::Matrix3Xd> half = three_rows_;
    for (std::size_t k = 0; k < feet.size(); ++k) {
      const SupportFoot& foot = feet[k];
      FootMap& map = feet_[k];
      at.point_jacobian(foot.frame, Eigen::Vector3d::Zero(), half);
      map.jacobian.topRows<3>() = half;
      at.angular_jacobian(foot.frame, half);
      map.jacobian.bottomRows<3>() = half;
      const Eigen::Matrix3d turned = at.placement(foot.frame).linear();
      const Eigen::Matrix3d axes = weight_ * foot.axes;
      for (std::size_t i = 0; i < foot.corners.size(); ++i) {
        const auto column = static_cast<Eigen::Index>(3 * i);
        map.wrench.block<3, 3>(0, column) = axes;
        map.wrench.block<3, 3>(3, column).noalias() = cross_matrix(turned * foot.corners[i]) * axes;
      }
      spread_.middleCols(map.first, map.wrench.cols()).noalias() =
          map.jacobian.leftCols<6>().transpose().lazyProduct(map.wrench);
    }
    used_ = static_cast<int>(feet.size());
  }

  int velocities_ = 0, forces_ = 0;
  double weight_ = 1.0, force_weight_ = 0.01;
  const Eigen::MatrixXd* mass_ = nullptr;
  const Eigen::VectorXd* bias_ = nullptr;

  Eigen::MatrixXd hessian_;                        // H
  Eigen::VectorXd wanted_;                         // b
  solver::Cholesky factor_;                        // H = L Lᵀ
  Eigen::Matrix<double, Eigen::Dynamic, 6> base_;  // L⁻¹ Bᵀ
  Eigen::VectorXd start_, sum_;                    // L⁻¹ b
  Matrix6 schur_;                                  // B H⁻¹ Bᵀ
  Eigen::LLT<Matrix6> schur_factor_;
  Vector6 offset_;                                                  // h_b + B H⁻¹ b
  Eigen::Matrix<double, 6, Eigen::Dynamic> spread_;                 // G
  mutable Eigen::Matrix<double, 6, Eigen::Dynamic> scaled_spread_;  // over the root of S
  std::vector<FootMap> feet_;
  int used_ = 0;  // of them
  Eigen::Matrix3Xd three_rows_;

  std::vector<int> chosen_;
  Eigen::MatrixXd rows_, pushes_;  // L⁻¹ Mᵀ of the chosen, and its part across the base rows
  Eigen::VectorXd lengths_;

  std::vector<int> nonzero_, columns_;  // of a task
  Eigen::MatrixXd packed_;
  Eigen::VectorXd error_;
};

// What a whole-body controller refuses, the limits of the motors, and words for what gave way.
// Sizes are faults of the caller and are thrown; numbers that are not finite are not: they come
// from states, and the controller answers them with a status.

constexpr std::size_t most_corners = 8;  ///< Of a foot.

namespace {

using Faults = std::vector<std::string>;

void check_size(const std::string& where, const char* what, Eigen::Index size,
                Eigen::Index expected, const char* per, Faults& faults) {
  if (size == expected) return;
  faults.push_back(fmt::format("{}: {} has {} entries; expected {}, one per {}", where, what, size,
                               expected, per));
}

void check_task(const Model& model, const MotionTask& task, Faults& faults) {
  const Eigen::Index rows = task.rows.rows();
  const bool sizes = task.drift.size() == rows && task.target.size() == rows &&
                     (rows == 0 || task.rows.cols() == model.velocity_size());
  if (sizes && !(task.weight < 0.0)) return;  // no text where nothing is wrong
  const std::string where = fmt::format("task '{}'", task.name);
  check_size(where, "drift", task.drift.size(), rows, "row", faults);
  check_size(where, "target", task.target.size(), rows, "row", faults);
  if (rows > 0) {
    check_size(where, "a row", task.rows.cols(), model.velocity_size(), "velocity", faults);
  }
  if (task.weight < 0.0) {
    faults.push_back(
        fmt::format("{}: weight = {}; expected >= 0", where, base::number(task.weight)));
  }
}

void check_foot(const Model& model, const SupportFoot& foot, Faults& faults) {
  const auto frames = static_cast<int>(model.frame_names().size());
  if (foot.frame < 0 || foot.frame >= frames) {
    faults.push_back(
        fmt::format("foot '{}': frame = {}; expected the index of a frame, below {}; "
                    "see Model::frame",
                    foot.name, foot.frame, frames));
  }
  if (foot.corners.size() > most_corners) {
    faults.push_back(fmt::format(
        "foot '{}': {} corners; expected at most {}; only those of the convex hull carry",
        foot.name, foot.corners.size(), most_corners));
  }
  if (foot.friction < 0.0) {
    faults.push_back(fmt::format("foot '{}': friction = {}; expected >= 0", foot.name,
                                 base::number(foot.friction)));
  }
  if (foot.max_normal_force < 0.0) {
    faults.push_back(fmt::format("foot '{}': max_normal_force = {} N; expected >= 0", foot.name,
                                 base::number(foot.max_normal_force)));
  }
}

}  // namespace

/// Throw InvalidInput with all faults.
void check_whole_body(const Model& model, const WholeBodyOptions& options) {
  Faults faults;
  const bool base_first = !model.joints().empty() &&
                          model.joints().front().kind == JointKind::free &&
                          model.joints().front().v == 0;
  if (!model.has_free_base() || !base_first) {
    faults.push_back(fmt::format(
        "whole body: {} has no free base; expected a free joint as the first: its six velocities "
        "have no motor",
        model.name()));
  }
  const auto positive = [&](const char* name, double value, bool zero) {
    if (std::isfinite(value) && (value > 0.0 || (zero && value == 0.0))) return;
    faults.push_back(fmt::format("whole body: {} = {}; expected {} and finite", name,
                                 base::number(value), zero ? ">= 0" : "> 0"));
  };
  positive("force_weight", options.force_weight, false);
  positive("effort_scale", options.effort_scale, true);
  if (!faults.empty()) throw InvalidInput(faults);
}

void check_tasks(const Model& model, const Eigen::VectorXd& bias, std::span<const MotionTask> tasks,
                 std::span<const SupportFoot> feet) {
  Faults faults;
  if (bias.size() != model.velocity_size()) {
    check_size("whole body", "bias", bias.size(), model.velocity_size(), "velocity", faults);
  }
  for (const MotionTask& task : tasks) check_task(model, task, faults);
  for (const SupportFoot& foot : feet) check_foot(model, foot, faults);
  if (!faults.empty()) throw InvalidInput(faults);
}

/// Of every velocity; infinite where a model knows none (files write 0), and at the base.
Eigen::VectorXd torque_limits(const Model& model, const WholeBodyOptions& options) {
  constexpr double none = std::numeric_limits<double>::infinity();
  if (!options.effort_limits) return Eigen::VectorXd::Constant(model.velocity_size(), none);
  Eigen::VectorXd limits = motor_limits(model);
  limits.head<6>().setConstant(none);
  for (double& limit : limits) {
    if (std::isfinite(limit)) limit *= options.effort_scale;
  }
  return limits;
}

/// "torque limit of l_leg_kny: 23.4 N m short of what the tasks ask (limit 90); com misses …".
std::string describe_relaxed(const std::vector<RelaxedLimit>& relaxed,
                             std::span<const MotionTask> tasks, const Eigen::VectorXd& error,
                             const Eigen::VectorXd& free_error) {
  std::vector<std::string> parts;
  for (const RelaxedLimit& one : relaxed) {
    const char* unit = one.name.starts_with("torque") ? "N m" : "N";
    parts.push_back(fmt::format("{} exceeded by {} {} (limit {})", one.name,
                                base::number(one.amount, 3), unit, base::number(one.limit, 4)));
  }
  std::vector<std::string> missed;
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    if (std::sqrt(tasks[k].weight) * (error[i] - free_error[i]) <= 1.0) continue;
    missed.push_back(fmt::format("{} by {}", tasks[k].name, base::number(error[i], 3)));
  }
  return fmt::format(
      "the tasks ask for more than the limits allow: {}; kept within the limits, "
      "accelerations miss {}",
      base::join(parts), base::join(missed));
}

}  // namespace carom::control

namespace carom {

using Eigen::Index;

namespace {

constexpr double loss_that_matters = 1.0;  // √w m/s², √w rad/s²
// Of forces over the weight: not yet a violation. Rounding of the 6 × 6 solution is 1e-16 times a
// condition of some 1e3; a real violation is seen from 1e-9 N on, for a robot of 1 kN.
constexpr double touch = 1e-12;
// Of torques over the weight [m]: they are sums of masses times accelerations, which Cholesky
// factors of a condition of up to 1e5 give to 1e-11.
constexpr double torque_touch = 1e-10;
constexpr double earth = 9.81;  // scale of forces where there is no gravity

double weight_of(const Model& model) {
  const double gravity = model.gravity().norm();
  return model.total_mass() * (gravity > 0.0 ? gravity : earth);
}

int rows_of(const SupportFoot& foot) {
  return static_cast<int>(foot.corners.size()) * (foot.friction > 0.0 ? 4 : 5) +
         (std::isfinite(foot.max_normal_force) ? 1 : 0);
}

}  // namespace

struct WholeBodyController::Work {
  Model model;
  double weight = 1.0;  // m g [N]
  Eigen::VectorXd limits;
  control::CondensedProblem condensed;
  control::QuadraticProgram program;
  WholeBodyResult result;

  std::span<const MotionTask> tasks;
  std::span<const SupportFoot> feet;
  Eigen::VectorXd forces, pushes, free_error, wanted_normal;
  Eigen::VectorXd excess;    // of torques, when they were found at fault
  std::vector<int> guarded;  // velocities whose limits take part
  Eigen::MatrixXd hessian, normals;
  Eigen::VectorXd gradient, lower, upper;

  Work(const Model& of, const WholeBodyOptions& options)
      : model(of),
        weight(weight_of(of)),
        limits(control::torque_limits(of, options)),
        condensed(of.velocity_size(), weight, options.force_weight),
        excess(Eigen::VectorXd::Zero(of.velocity_size())) {
    guarded.reserve(static_cast<std::size_t>(of.velocity_size()));
  }

  void run(const ModelWorkspace& at, const Eigen::VectorXd& bias) {
    result.status = WholeBodyResult::Status::solved;
    result.message.clear();
    result.relaxed.clear();
    result.limits_active = false;
    result.iterations = 0;
    guarded.clear();
    pushes.resize(0);
    const bool regular = condensed.set(at, bias, tasks, feet);
    if (regular) {
      condensed.minimise(forces);
      respond();
    }
    if (!regular || !result.torque.allFinite()) {
      return fail("something is not finite: state, bias, tasks or feet");
    }
    const bool torques_hold = !guard_torques();
    if (torques_hold && forces_allowed()) return finish();

    result.limits_active = true;
    wanted_normal = forces;
    errors(free_error);
    for (;;) {
      condensed.choose(guarded);
      make_program();
      const bool solved = program.solve(hessian, gradient, normals, lower, upper);
      result.iterations += program.iterations();
      if (!solved) return fail("the quadratic program has no answer: its solver did not converge");
      forces = program.x().head(condensed.force_size());
      pushes = program.x().tail(condensed.size() - condensed.force_size());
      respond();
      if (!guard_torques()) break;
    }
    finish();
    explain();
  }

  void fail(const char* why) {
    result.status = WholeBodyResult::Status::failed;
    result.message = why;
    result.acceleration.setZero(model.velocity_size());
    result.torque.setZero(model.velocity_size());
    forces.setZero(condensed.force_size());
    finish();
  }

  void respond() { condensed.respond(forces, pushes, result.acceleration, result.torque); }

  bool forces_allowed() const {
    Index at = 0;
    for (const SupportFoot& foot : feet) {
      double normal = 0.0;
      for (std::size_t i = 0; i < foot.corners.size(); ++i, at += 3) {
        const double side = std::max(std::abs(forces[at]), std::abs(forces[at + 1]));
        if (!(side <= foot.friction * forces[at + 2] + touch) || !(forces[at + 2] >= -touch)) {
          return false;
        }
        normal += forces[at + 2];
      }
      if (!(normal * weight <= foot.max_normal_force + touch * weight)) return false;
    }
    return true;
  }

  /// Motors over their limits take part from now on. False: no more than before.
  bool guard_torques() {
    bool more = false;
    for (Index k = control::base_size; k < limits.size(); ++k) {
      const double over = std::abs(result.torque[k]) - limits[k];
      if (!(over > torque_touch * weight)) continue;
      const auto velocity = static_cast<int>(k);
      if (std::find(guarded.begin(), guarded.end(), velocity) != guarded.end()) continue;
      guarded.push_back(velocity);
      excess[k] = over;
      more = true;
    }
    return more;
  }

  void make_program() {
    const Index size = condensed.size();
    Index count = static_cast<Index>(guarded.size());
    for (const SupportFoot& foot : feet) count += rows_of(foot);
    hessian.resize(size, size);
    gradient.resize(size);
    condensed.cost(hessian, gradient);
    normals.setZero(size, count);
    lower.resize(count);
    upper.resize(count);
    Index row = 0, force = 0;
    for (const SupportFoot& foot : feet) {
      row = add_foot(foot, force, row);
      force += static_cast<Index>(3 * foot.corners.size());
    }
    for (std::size_t i = 0; i < guarded.size(); ++i, ++row) {
      const double constant = condensed.torque_row(static_cast<int>(i), normals.col(row));
      lower[row] = -limits[guarded[i]] - constant;
      upper[row] = limits[guarded[i]] - constant;
    }
  }

  /// Rows of one foot; the pyramid keeps f_z ≥ 0 where there is friction.
  Index add_foot(const SupportFoot& foot, Index force, Index row) {
    constexpr double none = std::numeric_limits<double>::infinity();
    const Index first = force;
    for (std::size_t i = 0; i < foot.corners.size(); ++i, force += 3) {
      for (Index side = 0; side < 4; ++side, ++row) {
        normals(force + side / 2, row) = side % 2 == 0 ? 1.0 : -1.0;
        normals(force + 2, row) = foot.friction;
        lower[row] = 0.0;
        upper[row] = none;
      }
      if (foot.friction > 0.0) continue;
      normals(force + 2, row) = 1.0;
      lower[row] = 0.0;
      upper[row++] = none;
    }
    if (!std::isfinite(foot.max_normal_force)) return row;
    for (Index at = first; at < force; at += 3) normals(at + 2, row) = 1.0;
    lower[row] = -none;
    upper[row] = foot.max_normal_force / weight;
    return row + 1;
  }

  void errors(Eigen::VectorXd& error) const {
    error.resize(static_cast<Index>(tasks.size()));
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const MotionTask& task = tasks[i];
      double square = 0.0;
      for (Index r = 0; r < task.rows.rows(); ++r) {
        const double off =
            task.rows.row(r).dot(result.acceleration) + task.drift[r] - task.target[r];
        square += off * off;
      }
      error[static_cast<Index>(i)] = std::sqrt(square);
    }
  }

  void finish() {
    result.torque.head<control::base_size>().setZero();
    errors(result.task_error);
    result.forces.resize(static_cast<std::size_t>(forces.size() / 3));
    std::size_t at = 0;
    for (const SupportFoot& foot : feet) {
      for (std::size_t i = 0; i < foot.corners.size(); ++i, ++at) {
        const auto k = static_cast<Index>(3 * at);
        result.forces[at].noalias() = weight * (foot.axes * forces.segment<3>(k));
      }
    }
  }

  /// Limits at work and what they cost the tasks.
  void explain() {
    bool lost = false;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const auto k = static_cast<Index>(i);
      const double more = result.task_error[k] - free_error[k];
      lost = lost || std::sqrt(tasks[i].weight) * more > loss_that_matters;
    }
    if (!lost) return;
    const Eigen::VectorXd& multipliers = program.multipliers();
    Index row = 0, force = 0;
    for (const SupportFoot& foot : feet) {
      row += rows_of(foot);
      double normal = 0.0;
      for (std::size_t i = 0; i < foot.corners.size(); ++i, force += 3) {
        normal += weight * wanted_normal[force + 2];
      }
      if (!std::isfinite(foot.max_normal_force) || multipliers[row - 1] == 0.0) continue;
      if (normal <= foot.max_normal_force) continue;
      result.relaxed.push_back({"normal force limit of " + foot.name,
                                normal - foot.max_normal_force, foot.max_normal_force});
    }
    for (const int velocity : guarded) {
      if (multipliers[row++] == 0.0) continue;
      result.relaxed.push_back(
          {"torque limit of " + model.velocity_names()[static_cast<std::size_t>(velocity)],
           excess[velocity], limits[velocity]});
    }
    if (result.relaxed.empty()) return;
    result.status = WholeBodyResult::Status::relaxed;
    result.message =
        control::describe_relaxed(result.relaxed, tasks, result.task_error, free_error);
  }
};

WholeBodyController::WholeBodyController(const Model& model, WholeBodyOptions options) {
  control::check_whole_body(model, options);
  work_ = std::make_unique<Work>(model, options);
}
WholeBodyController::~WholeBodyController() = default;
WholeBodyController::WholeBodyController(WholeBodyController&&) noexcept = default;
WholeBodyController& WholeBodyController::operator=(WholeBodyController&&) noexcept = default;

const WholeBodyResult& WholeBodyController::solve(const ModelWorkspace& at,
                                                  const Eigen::VectorXd& bias,
                                                  std::span<const MotionTask> tasks,
                                                  std::span<const SupportFoot> feet) {
  control::check_tasks(work_->model, bias, tasks, feet);
  work_->tasks = tasks;
  work_->feet = feet;
  work_->run(at, bias);
  return work_->result;
}

}  // namespace carom
