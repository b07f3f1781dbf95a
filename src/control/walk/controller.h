// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Torques of a walk, tick by tick. Input: time, state, which points under the feet are closed.
// Output: torques, and what was planned. Method: feet change their modes by touch-down, the plan by
// time (plan.cpp); then, with the plan at the same tick,
//   p = p_ref + (1 + k/ω)(ξ − ξ_ref), kept inside the support polygon (or zmp_overreach outside:
//   the forces cannot follow, so the body turns),
//   c̈ = ω²(c − p) across, proportional-derivative in height,
// and tasks for feet, pelvis, torso and posture go to the whole-body controller.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "carom/walking.h"
#include "control/whole_body/support_polygon.h"

namespace carom::control {

/// A foot of the robot, with what is known of it at this tick.
struct WalkFoot {
  enum class Mode { stance, swing };
  Side side = Side::left;
  int frame = 0;
  std::vector<int> contacts = {};             ///< Of the model.
  std::vector<Eigen::Vector3d> corners = {};  ///< Of the sole, in the foot's frame.
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  double half_length = 0.0, half_width = 0.0;

  Mode mode = Mode::stance;
  bool airborne = false;               ///< Since it was lifted it touched nothing at least once.
  std::optional<double> touched = {};  ///< First touch of this landing [s].
  Foothold stands = {};                ///< Where it stands, or was lifted.
  double heading = 0.0, heading_rate = 0.0;  ///< Reference.
};

/// A foot that began to stand at this tick.
struct WalkLanding {
  int step = 0;
  Side side = Side::left;
  Foothold planned = {}, foothold = {};
  double touched = 0.0;  ///< [s]
};

class WalkController {
 public:
  /// Throws InvalidInput with all faults: feet that are missing or have no points, a robot that
  /// does not stand on its soles, a gait out of reach, limits of torque too low to stand.
  WalkController(const Model& model, const Walk& walk, const State& start);

  /// Torques for the tick that begins now, one per velocity, held within the motors' limits. `at`:
  /// at the state; `bias` there. `closed`: one per contact of the model.
  const Eigen::VectorXd& update(double time, const ModelWorkspace& at, const Eigen::VectorXd& bias,
                                const State& state, const std::vector<bool>& closed);

  const std::array<WalkFoot, 2>& feet() const { return feet_; }
  const WalkPlan& plan() const { return *plan_; }
  const WalkMoment& moment() const { return moment_; }
  const Eigen::Vector3d& com() const { return com_; }
  const Eigen::Vector3d& com_velocity() const { return com_velocity_; }
  const Eigen::Vector2d& dcm() const { return dcm_; }
  const SupportPolygon& support() const { return support_; }  ///< Of the feet that stand.
  const WholeBodyResult& result() const { return *result_; }
  const std::optional<WalkLanding>& landing() const { return landing_; }
  const Eigen::VectorXd& torque_limit() const { return limit_; }
  double tilt(const ModelWorkspace& at) const;  ///< Of the pelvis [rad].
  double height() const { return height_; }     ///< Of the centre of mass over the soles [m].
  int landed() const { return landed_ + 1; }    ///< Steps made.
  int failures() const { return failures_; }    ///< Ticks in a row without an answer.

  [[nodiscard]] Eigen::VectorXd memory() const;
  void set_memory(const Eigen::VectorXd& memory);

 private:
  WalkFoot& foot(Side side) { return feet_[side == Side::left ? 0 : 1]; }
  Foothold measure(const WalkFoot& foot, const ModelWorkspace& at) const;
  void find_feet(const Model& model, std::vector<std::string>& faults);
  std::vector<bool> stand_on_feet(const ModelWorkspace& at);
  void add_tasks();
  void set_state(const ModelWorkspace& at, const State& state);
  void change_modes(double time, const ModelWorkspace& at, const std::vector<bool>& closed);
  bool stands_flat(const WalkFoot& foot, const ModelWorkspace& at,
                   const std::vector<bool>& closed) const;
  bool may_adjust() const;
  void set_support(const ModelWorkspace& at);
  void set_feet(double time);
  void set_tasks(double time, const ModelWorkspace& at, const State& state);
  void set_com_task(const ModelWorkspace& at);
  void set_foot_task(double time, WalkFoot& foot, MotionTask& task, const ModelWorkspace& at,
                     const Eigen::VectorXd& v);
  void set_attitude_task(int frame, const Eigen::Matrix3d& upright, double yaw, double yaw_rate,
                         MotionTask& task, const ModelWorkspace& at, const Eigen::VectorXd& v);
  void set_posture_task(const ModelWorkspace& at, const State& state);

  Model model_;
  Walk walk_;
  std::array<WalkFoot, 2> feet_;
  int pelvis_ = 0, torso_ = -1;
  Eigen::Matrix3d pelvis_upright_ = Eigen::Matrix3d::Identity(),
                  torso_upright_ = Eigen::Matrix3d::Identity();
  double start_heading_ = 0.0;
  Eigen::VectorXd posture_, limit_;
  double weight_ = 0.0;  // m g
  double height_ = 0.0;
  std::optional<WalkPlan> plan_;
  WalkMoment moment_;
  int lifted_ = -1, landed_ = -1;  // steps
  Eigen::Vector3d com_, com_velocity_;
  Eigen::Vector2d dcm_;
  SupportPolygon support_;
  std::optional<WalkLanding> landing_;
  WholeBodyController solver_;
  std::vector<MotionTask> tasks_;
  std::vector<SupportFoot> standing_;
  std::array<SupportFoot, 2> support_feet_;
  const WholeBodyResult* result_ = nullptr;
  Eigen::VectorXd torque_, error_;
  Eigen::Matrix3Xd jacobian_;
  int failures_ = 0;
};

}  // namespace carom::control
