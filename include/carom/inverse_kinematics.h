// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "control": from motions of points, frames and the centre of mass to those of the joints
// (S2 4.3, corrected; docs/thesis_control.md). Input: a model, targets, a configuration to start
// from. Output: a configuration that meets them, or which of them is out of reach and by how much;
// joint velocities and accelerations.
#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom {

/// Where a point of a frame shall be, and how it shall move. World [m, m/s, m/s²].
struct PointTarget {
  std::string frame = {};
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< In the frame.
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero(), acceleration = Eigen::Vector3d::Zero();
  std::array<bool, 3> axes = {true, true, true};  ///< Of the world, that count.
  std::string name = {};                          ///< Empty: "position of FRAME".
};

/// How a frame shall be turned. World [rad/s, rad/s²].
struct OrientationTarget {
  std::string frame = {};
  Eigen::Matrix3d orientation = Eigen::Matrix3d::Identity();  ///< Columns: its axes.
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero(), acceleration = Eigen::Vector3d::Zero();
  std::string name = {};  ///< Empty: "orientation of FRAME".
};

struct CenterOfMassTarget {
  Eigen::Vector3d position = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero(),
                  acceleration = Eigen::Vector3d::Zero();
  std::array<bool, 3> axes = {true, true, true};
};

/// Metres and radians count alike. Loops and couplings of the model are targets of their own.
struct KinematicTargets {
  std::vector<PointTarget> points = {};
  std::vector<OrientationTarget> orientations = {};
  std::optional<CenterOfMassTarget> center_of_mass = {};
};

struct InverseKinematicsOptions {
  double tolerance = 1e-10;   ///< Of ‖Δx‖ over all targets [m, rad].
  int iterations = 200;       ///< Of one attempt.
  int attempts = 4;           ///< From elsewhere, after one that got stuck.
  double damping = 1e-3;      ///< λ² = damping ‖Δx‖ · mean diagonal of J Jᵀ, at first.
  double largest_step = 0.5;  ///< Of any velocity in one iteration [rad, m].
  bool joint_limits = true;
  bool lock_base = false;
  std::vector<std::string> locked = {};  ///< Joints that stay as they are.
  /// λ of velocities and accelerations; 0: the pseudo-inverse.
  double rate_damping = 0.0;
};

/// How far a target is from being met.
struct TargetResidual {
  std::string name = {};
  double error = 0.0;  ///< [m, rad]
};

struct InverseKinematicsResult {
  enum class Status {
    reached,
    unreachable,   ///< Nothing nearer around here, from any attempt: the nearest found.
    not_converged  ///< The iterations ran out; the nearest found.
  };
  Status status = Status::not_converged;
  std::string message = {};  ///< Which target is missed, by how much, limits met; empty: reached.
  Eigen::VectorXd q;
  double error = 0.0;                          ///< ‖Δx‖
  std::vector<TargetResidual> residuals = {};  ///< Points, orientations, centre of mass, loops.
  std::vector<std::string> at_limit = {};      ///< Coordinates.
  int iterations = 0;                          ///< Of all attempts.
  int attempts = 0;
};
std::string to_string(InverseKinematicsResult::Status status);

/// What J x = wanted gives.
struct JointRates {
  Eigen::VectorXd value;  ///< The shortest of those that come nearest.
  double error = 0.0;     ///< ‖J x − wanted‖ [m/s, rad/s; m/s², rad/s²].
  int rank = 0;           ///< Of J; −1 with damping.
};

/// Not thread-safe. No iteration allocates.
class InverseKinematics {
 public:
  /// Throws InvalidInput with all faults.
  explicit InverseKinematics(const Model& model, InverseKinematicsOptions options = {});
  ~InverseKinematics();
  InverseKinematics(InverseKinematics&&) noexcept;
  InverseKinematics& operator=(InverseKinematics&&) noexcept;

  // Each throws InvalidInput with all faults of targets and state (unknown frames, NaN …).

  /// A start outside the joint limits is first moved onto them. The result lives until the next
  /// call.
  const InverseKinematicsResult& solve(const KinematicTargets& targets,
                                       const Eigen::VectorXd& start);
  /// S2 (4.15) at q.
  JointRates velocity(const KinematicTargets& targets, const Eigen::VectorXd& q);
  /// S2 (4.16) at q with velocity v.
  JointRates acceleration(const KinematicTargets& targets, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& v);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace carom
