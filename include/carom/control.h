// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "control": forces that a model's own springs and dampers do not give. Input: time and
// state. Output: generalised forces, one per velocity.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/model.h"
#include "carom/motor_program.h"

namespace carom {

/// −∂force/∂q and −∂force/∂v of every joint by itself, and the size at which its force is clipped;
/// one per velocity.
struct MotorSlopes {
  Eigen::VectorXd stiffness = {}, damping = {}, limit = {};
};

/// A force as a function of time and state. Must be a pure function: integrators call it as often
/// as they need, also at states that they then discard.
struct Controller {
  std::string name = {};
  /// ADDS to `force`, which has one entry per velocity [N, N m].
  std::function<void(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                     Eigen::Ref<Eigen::VectorXd> force)>
      add_force = {};
  /// −∂force/∂q and −∂force/∂v of every joint by itself, where known; empty: unknown. Solvers
  /// converge faster with them; results do not depend on them.
  Eigen::VectorXd stiffness = {}, damping = {};
  /// Sizes at which the force of each joint is clipped [N, N m]; empty: nowhere.
  Eigen::VectorXd limit = {};
  /// The same without the clipping, for integrators that clip what motors give at the end of a
  /// step; none: only what is clipped is known.
  decltype(add_force) add_unclipped = {};
  /// Slopes and limits where they change between the steps of a run; none: those above hold
  /// throughout.
  std::shared_ptr<const MotorSlopes> now = {};

  explicit operator bool() const { return static_cast<bool>(add_force); }
};

/// Proportional-derivative control that holds joints at a posture.
struct HoldOptions {
  /// The inertia that a joint moves, from which its gains follow. `own`: what hangs on it, all
  /// other joints still (the mass matrix's diagonal entry at the posture). `stance`: of a joint
  /// between the base and the model's contacts, the larger of that and its share of all the rest,
  /// as when the feet stand; others are at least as stiff as what hangs on them needs.
  enum class Inertia { own, stance };
  Inertia inertia = Inertia::own;
  /// Of the closed loop of each joint by itself [rad/s]. None: 60 for `own`; for `stance` the
  /// lowest of 30, 40, 60, 90, 120 and 180 with which the robot sinks by less than 3 % of its legs,
  /// else 60.
  std::optional<double> frequency = {};
  double damping_ratio = 1.0;
  /// Given: the same gains for every joint instead [N m/rad], [N m s/rad].
  std::optional<double> stiffness = {}, damping = {};
  bool effort_limits = true;             ///< Clip at the model's, where it has any.
  std::vector<std::string> joints = {};  ///< Names; empty: all but a free or planar base.
};
/// Throws InvalidInput with all faults (unknown joint, negative gain …).
[[nodiscard]] Controller hold_posture(const Model& model, const Eigen::VectorXd& posture,
                                      const HoldOptions& options = {});

/// What motors that hold a posture carry, standing on all the model's contacts with the ground that
/// push; without contacts, hanging from the base.
struct HoldLoad {
  std::vector<std::string> joints = {};     ///< Held velocities, by name.
  Eigen::VectorXd torque = {}, limit = {};  ///< Of each [N m, N].
  /// How far the base sinks, to first order, and the height of the longest leg's first joint above
  /// its sole [m]; 0: no contacts, or no free base.
  double sag = 0.0;
  double leg_length = 0.0;
  /// What needs more than its limit: "knee: needs 41 N m, its motor has 30 N m".
  std::vector<std::string> too_weak = {};
};
/// By the controller's stiffness and limits. Points on the ground do not slip; where nothing keeps
/// the robot from falling over (two points), it is taken as kept. Throws InvalidInput: a posture
/// off the manifold, a controller without stiffness.
[[nodiscard]] HoldLoad hold_load(const Model& model, const Eigen::VectorXd& posture,
                                 const Controller& controller);

/// Joints that motors hold if nobody names them, for HoldOptions::joints: those with actuators,
/// their own or by tendons;
/// empty: all but a free or planar base. None: no actuators, and a base on sliders, which cannot be
/// told from other joints. `q`: where it starts.
[[nodiscard]] std::optional<std::vector<std::string>> motor_joints(const Model& model,
                                                                   const Eigen::VectorXd& q);
/// A motor program on the joints of a model.
struct MotorDrive {
  /// What one motor does in an entry.
  struct Motor {
    int q = 0, v = 0;    ///< Of its joint, which has one velocity.
    bool turns = false;  ///< Without end: q holds cosine and sine, positions count modulo 2π.
    int column = 0;      ///< Of the entry's tables and phases.
    double stiffness = 0.0, damping = 0.0, limit = 0.0;
  };
  MotorProgram program = {};
  std::vector<std::vector<Motor>> motors = {};  ///< By entry.
  /// All driven velocities, ascending: the columns of torques in a trajectory.
  std::vector<int> driven = {};
};
/// Finds the joints and the gains that are not given: those that hold_posture() would give them at
/// `posture` with `gains` (of which joints, stiffness and damping have no effect). Throws
/// InvalidInput with all faults: of the program, unknown joints and contacts.
[[nodiscard]] MotorDrive drive_motors(const Model& model, const Eigen::VectorXd& posture,
                                      const MotorProgram& program, const HoldOptions& gains = {});

/// Both forces.
[[nodiscard]] Controller sum(const Controller& first, const Controller& second);

}  // namespace carom
