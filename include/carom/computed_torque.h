// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "control": joint torques that follow a motion of the joints, by inverse dynamics (S2
// (4.17)–(4.22); docs/thesis_control.md). Input: a state, the motion wanted, points that stand on
// the ground. Output: the torques of S2's law, which knows no ground, and beside them those with
// the forces of the ground in the balance. To walk, see whole_body.h and walking.h.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "carom/control.h"
#include "carom/model.h"

namespace carom {

/// A motion of the joints at one time.
struct JointMotion {
  Eigen::VectorXd q;  ///< Configuration.
  Eigen::VectorXd v;  ///< Empty: at rest.
  Eigen::VectorXd a;  ///< Empty: none.
};

/// A point that stands on something.
struct SupportPoint {
  std::string frame = {};
  Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< In the frame [m].
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< World, of any length; forces push along.
  double friction = 0.8;
};
/// Of a model's contact candidates, points on planes of the world; all, or those whose names start
/// so. Throws InvalidInput where there are none.
[[nodiscard]] std::vector<SupportPoint> support_points(const Model& model,
                                                       const std::string& start = {});

struct ComputedTorqueOptions {
  /// kp of every velocity, or one for all [1/s²].
  Eigen::VectorXd proportional = Eigen::VectorXd::Constant(1, 100.0);
  /// kv [1/s]; empty: 2√kp, critical damping (4.20).
  Eigen::VectorXd derivative = {};
  /// Forces only push, inside pyramids in the friction cones. Else they are the shortest that
  /// balance, whatever their signs.
  bool pushing = false;
  std::vector<std::string> passive = {};  ///< Joints without motor, beside a free or planar base.
};

struct ComputedTorqueResult {
  Eigen::VectorXd error, error_rate;  ///< e, ė of (4.17), (4.18), on the manifold.
  Eigen::VectorXd acceleration;       ///< q̈_d − u, u = −K_v ė − K_p e.
  /// Γ of (4.21): rows of the motors of A(q̈_d − u) + b + g, as if the base hung somewhere. One per
  /// velocity; 0 where there is no motor.
  Eigen::VectorXd hanging;
  Eigen::VectorXd dropped;  ///< The other rows, which (4.21) leaves out.
  /// With the forces f of the support points: rows of the motors of A(q̈_d − u) + b + g − Jᵀf.
  Eigen::VectorXd supported;
  std::vector<Eigen::Vector3d> forces = {};  ///< On the robot, world [N].
  Eigen::VectorXd unbalanced;                ///< Rows without motor that f leaves.
  bool balanced = false;                     ///< These are zero to rounding.
};

/// Springs and dampers of the model count as part of b + g. Not thread-safe.
class ComputedTorque {
 public:
  /// Throws InvalidInput with all faults.
  explicit ComputedTorque(const Model& model, ComputedTorqueOptions options = {});
  ~ComputedTorque();
  ComputedTorque(ComputedTorque&&) noexcept;
  ComputedTorque& operator=(ComputedTorque&&) noexcept;

  /// Throws InvalidInput with all faults. The result lives until the next call.
  const ComputedTorqueResult& compute(const State& state, const JointMotion& wanted,
                                      std::span<const SupportPoint> supports = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// What a controller follows; pure functions of time.
struct TrackedMotion {
  std::function<JointMotion(double time)> wanted = {};
  std::function<std::vector<SupportPoint>(double time)> supports = {};  ///< Empty: never any.
};
/// Torques `supported`, or `hanging` where there is no support. Clipped at the motors' limits, on
/// request. Throws InvalidInput with all faults, also of the motion at time 0.
[[nodiscard]] Controller make_computed_torque(const Model& model, TrackedMotion motion,
                                              const ComputedTorqueOptions& options = {},
                                              bool effort_limits = true);

}  // namespace carom
