// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "control": joint torques of a robot that stands or walks, by a quadratic program over
// accelerations and contact forces. Input: a state, motions that are wanted, feet that may carry.
// Output: torques, accelerations, forces, and what could not be met. Page: docs/walking.md.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom {

/// A motion that is wanted: rows · a + drift = target, in least squares.
struct MotionTask {
  std::string name = {};
  double weight = 1.0;
  Eigen::MatrixXd rows = {};    ///< J: one column per velocity.
  Eigen::VectorXd drift = {};   ///< J̇ v.
  Eigen::VectorXd target = {};  ///< Wanted accelerations.
};

/// A foot that may carry: forces at its corners push, inside a friction pyramid.
struct SupportFoot {
  std::string name = {};
  int frame = 0;                                       ///< Of the model.
  std::vector<Eigen::Vector3d> corners = {};           ///< In that frame; at most 8.
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();  ///< Columns: two tangents, normal; world.
  double friction = 0.5;
  double max_normal_force = std::numeric_limits<double>::infinity();  ///< Of all corners [N].
};

struct WholeBodyOptions {
  /// Cost of corner forces in units of the weight: w ‖f/(m g)‖². Minimum-norm corner forces pull
  /// the centre of pressure to the sole's centre: keep it small (docs/walking.md).
  double force_weight = 0.01;
  bool effort_limits = true;  ///< Those of the model, where it has any.
  double effort_scale = 1.0;  ///< Of the limits.
};

/// A limit that had to give way, because all together have no solution.
struct RelaxedLimit {
  std::string name = {};  ///< "torque limit of l_leg_kny", "friction of l_foot corner 2" …
  double amount = 0.0;    ///< By how much it is exceeded [N m, N].
  double limit = 0.0;
};

struct WholeBodyResult {
  enum class Status {
    solved,
    relaxed,  ///< Limits have no common solution: the nearest, see `relaxed`.
    failed    ///< No answer: something is not finite, or the solver did not converge.
  };
  Status status = Status::failed;
  std::string message = {};             ///< What is relaxed, or why it failed; empty: solved.
  Eigen::VectorXd acceleration;         ///< One per velocity.
  Eigen::VectorXd torque;               ///< One per velocity; 0 for the base.
  std::vector<Eigen::Vector3d> forces;  ///< World [N]: corners of the first foot, of the second …
  Eigen::VectorXd task_error;           ///< ‖rows a + drift − target‖ of each task.
  std::vector<RelaxedLimit> relaxed = {};
  bool limits_active = false;  ///< False: no limit mattered, and no iteration was needed.
  int iterations = 0;          ///< Of the solver of the quadratic program.
};

/// Not thread-safe. After the first call with the same sizes, calls without relaxation allocate
/// nothing of ours.
class WholeBodyController {
 public:
  /// Needs a free base: its six rows have no motor. Throws InvalidInput with all faults.
  explicit WholeBodyController(const Model& model, WholeBodyOptions options = {});
  ~WholeBodyController();
  WholeBodyController(WholeBodyController&&) noexcept;
  WholeBodyController& operator=(WholeBodyController&&) noexcept;

  /// `at`: configuration set. `bias`: C v + g there (ModelWorkspace::bias). Throws InvalidInput for
  /// tasks and feet of wrong sizes; NaN and Inf give `failed`. The result lives until the next
  /// call.
  const WholeBodyResult& solve(const ModelWorkspace& at, const Eigen::VectorXd& bias,
                               std::span<const MotionTask> tasks,
                               std::span<const SupportFoot> feet);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace carom
