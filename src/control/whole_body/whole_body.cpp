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
// Accelerations are eliminated (condensed.h). If the best forces without limits keep
// all limits, they are the answer and nothing is iterated; else a program in the forces follows,
// and of the motors only those found at fault so far take part, until no other is.
//
// Motors that are too weak never make this infeasible: f = 0 and torques 0 are allowed, and the
// robot falls. What gives way are the tasks. `relaxed` therefore says: limits of motors or of feet
// hold, but some task misses its target by √w · (error − error without limits) > 1. Listed are the
// limits at work and how far the tasks would exceed them.
// Before S2 (4.21), which drops the base rows, all this was missing: see docs/walking.md.
#include "carom/whole_body.h"

#include <algorithm>
#include <cmath>

#include "control/whole_body/check.h"
#include "control/whole_body/condensed.h"
#include "control/whole_body/quadratic_program.h"

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

  void run(const ModelWorkspace& at, const Eigen::VectorXd& bias);
  void fail(const char* why);
  void respond() { condensed.respond(forces, pushes, result.acceleration, result.torque); }
  bool forces_allowed() const;
  bool guard_torques();
  void make_program();
  Index add_foot(const SupportFoot& foot, Index force, Index row);
  void errors(Eigen::VectorXd& error) const;
  void finish();
  void explain();
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

void WholeBodyController::Work::fail(const char* why) {
  result.status = WholeBodyResult::Status::failed;
  result.message = why;
  result.acceleration.setZero(model.velocity_size());
  result.torque.setZero(model.velocity_size());
  forces.setZero(condensed.force_size());
  finish();
}

void WholeBodyController::Work::run(const ModelWorkspace& at, const Eigen::VectorXd& bias) {
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

bool WholeBodyController::Work::forces_allowed() const {
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

// Motors over their limits take part from now on. False: no more than before.
bool WholeBodyController::Work::guard_torques() {
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

// Rows of one foot; the pyramid keeps f_z ≥ 0 where there is friction.
Index WholeBodyController::Work::add_foot(const SupportFoot& foot, Index force, Index row) {
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

void WholeBodyController::Work::make_program() {
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

void WholeBodyController::Work::errors(Eigen::VectorXd& error) const {
  error.resize(static_cast<Index>(tasks.size()));
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const MotionTask& task = tasks[i];
    double square = 0.0;
    for (Index r = 0; r < task.rows.rows(); ++r) {
      const double off = task.rows.row(r).dot(result.acceleration) + task.drift[r] - task.target[r];
      square += off * off;
    }
    error[static_cast<Index>(i)] = std::sqrt(square);
  }
}

void WholeBodyController::Work::finish() {
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

// Limits at work and what they cost the tasks.
void WholeBodyController::Work::explain() {
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
    result.relaxed.push_back({"normal force limit of " + foot.name, normal - foot.max_normal_force,
                              foot.max_normal_force});
  }
  for (const int velocity : guarded) {
    if (multipliers[row++] == 0.0) continue;
    result.relaxed.push_back(
        {"torque limit of " + model.velocity_names()[static_cast<std::size_t>(velocity)],
         excess[velocity], limits[velocity]});
  }
  if (result.relaxed.empty()) return;
  result.status = WholeBodyResult::Status::relaxed;
  result.message = control::describe_relaxed(result.relaxed, tasks, result.task_error, free_error);
}

}  // namespace carom
