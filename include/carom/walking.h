// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "control": walking. Input: a robot with two feet, a gait, the state. Output: footholds, the
// motion of the divergent component (DCM) and of the swinging foot as functions of time, and joint
// torques that follow them. Pages: docs/walking.md.
//   ξ = c + ċ/ω, ω = √(g/z): the divergent component of the centre of mass c over the ground.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "carom/model.h"
#include "carom/walk.h"
#include "carom/whole_body.h"

namespace carom {

std::string to_string(Side side);

/// Where a foot stands: the centre of its sole.
struct Foothold {
  Side side = Side::left;
  Eigen::Vector3d center = Eigen::Vector3d::Zero();  ///< [m], world
  double heading = 0.0;                              ///< About z [rad].
};

/// The model with other points under its two feet: 4 at the corners of the soles, 8 along their
/// sides, or a grid of k², k up to 16. What the first contact of a foot says of friction,
/// restitution and stiffness holds for all of them; contacts elsewhere stay. Throws InvalidInput.
[[nodiscard]] Model with_sole_points(const Model& model, const WalkRobot& robot, int points);

// --- The plan: functions of time ---------------------------------------------------------------

/// Footholds to come, in order. Throws InvalidInput with all faults of the gait.
[[nodiscard]] std::vector<Foothold> plan_footholds(const WalkGait& gait, const Foothold& left,
                                                   const Foothold& right);

enum class WalkPhase {
  shift,           ///< Both feet; the weight moves onto the first stance foot.
  single_support,  ///< The other foot swings.
  double_support,  ///< Both feet; the weight moves onto the foot that has landed.
  stand            ///< Both feet, for ever: after the last step, or from the start.
};
std::string to_string(WalkPhase phase);

/// What the plan wants at one time.
struct WalkMoment {
  WalkPhase phase = WalkPhase::stand;
  int step = 0;                   ///< Counted from 0: under way, or last made; −1 before the first.
  double begin = 0.0, end = 0.0;  ///< Of the phase [s].
  Side swing = Side::left;        ///< In single support; else the foot that swings next.
  Eigen::Vector2d zmp = Eigen::Vector2d::Zero();
  Eigen::Vector2d dcm = Eigen::Vector2d::Zero();
  Eigen::Vector2d dcm_rate = Eigen::Vector2d::Zero();
  double ground = 0.0, ground_rate = 0.0;  ///< Height under the centre of mass [m].
};

/// The swinging foot's sole centre.
struct SwingMoment {
  Eigen::Vector3d position = Eigen::Vector3d::Zero(), velocity = Eigen::Vector3d::Zero(),
                  acceleration = Eigen::Vector3d::Zero();
  double heading = 0.0, heading_rate = 0.0, heading_acceleration = 0.0;
  double pitch = 0.0, pitch_rate = 0.0, pitch_acceleration = 0.0;  ///< Toes up positive.
};

/// What the stance foot can do for the step adjustment.
struct SupportReach {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();  ///< Of the stance sole, world.
  double heading = 0.0;
  double half_length = 0.1, half_width = 0.05;  ///< Where the ZMP may go, from the centre [m].
};

/// ZMP piecewise linear through sole centres, DCM by exact backward recursion. Times are of the
/// plan, which never stops; adjustment may move the end of the present swing (hasten it), never
/// backwards.
class WalkPlan {
 public:
  /// Feet at time 0; `height`: of the centre of mass over the soles [m]. Throws InvalidInput.
  WalkPlan(const WalkGait& gait, const Foothold& left, const Foothold& right, double height,
           double gravity = 9.81);

  [[nodiscard]] WalkMoment at(double time) const;
  /// In the single support of `at(time)`; from where the foot stood (see lifted()).
  [[nodiscard]] SwingMoment swing(double time) const;
  [[nodiscard]] double omega() const;  ///< √(g/height)
  [[nodiscard]] double end() const;    ///< When it stands again [s].
  /// All, made (as measured) and to come (as planned or adjusted).
  [[nodiscard]] const std::vector<Foothold>& footholds() const;

  /// A foot was lifted from there: the swing starts at it.
  void lifted(int step, const Foothold& from);
  /// The foot of a step stands: its foothold is the measured one, later ones move with it, the DCM
  /// is planned anew.
  void landed(int step, const Foothold& measured);
  /// In single support, from the measured DCM: moves the foothold to come, and hastens the landing,
  /// as far as the ZMP alone cannot keep the balance. The swing goes on smoothly. True: changed.
  bool adjust(double time, const Eigen::Vector2d& dcm, const SupportReach& reach);

  /// Everything that changes, as numbers, so that another plan of the same gait goes on alike.
  [[nodiscard]] Eigen::VectorXd memory() const;
  void set_memory(const Eigen::VectorXd& memory);

  WalkPlan(const WalkPlan&);
  WalkPlan& operator=(const WalkPlan&);
  WalkPlan(WalkPlan&&) noexcept;
  WalkPlan& operator=(WalkPlan&&) noexcept;
  ~WalkPlan();

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

// --- The controller: torques --------------------------------------------------------------------

/// What a walk looked like at one time.
struct WalkSample {
  double time = 0.0;  ///< End of the tick [s].
  bool row = true;    ///< With a row of the trajectory; others are for the extremes.
  WalkPhase phase = WalkPhase::stand;
  int step = -1;
  Eigen::Vector3d com = Eigen::Vector3d::Zero(), com_velocity = Eigen::Vector3d::Zero();
  Eigen::Vector2d dcm = Eigen::Vector2d::Zero(), dcm_reference = Eigen::Vector2d::Zero();
  Eigen::Vector2d zmp = Eigen::Vector2d::Zero();  ///< Of the ground's forces; NaN: none.
  Eigen::Vector2d zmp_reference = Eigen::Vector2d::Zero();
  double margin = 0.0;     ///< From the ZMP to the edge of the soles that stand [m]; NaN: none.
  double tilt = 0.0;       ///< Of the pelvis from upright [rad].
  double slip = 0.0;       ///< Largest, of a closed point from where it closed [m].
  double effort = 0.0;     ///< Largest torque over its limit, of any joint.
  Eigen::VectorXd torque;  ///< One per velocity [N m].
  bool relaxed = false;    ///< The controller's limits had no common solution.
};

/// A foot that has landed: all impacts from its first touch until it stands.
struct Touchdown {
  int step = 0;  ///< Counted from 0.
  Side side = Side::left;
  double time = 0.0;      ///< First touch [s].
  double duration = 0.0;  ///< Until it stands [s].
  Foothold planned = {}, foothold = {};
  double approach = 0.0;  ///< Speed of the first point that touched [m/s].
  int impacts = 0;
  std::int64_t first_impact = 0;                      ///< Its number in the run, counted from 0.
  double energy_lost = 0.0;                           ///< [J]
  std::vector<std::vector<std::string>> points = {};  ///< That hit, per impact.
  double largest_jump = 0.0;  ///< Of a joint's velocity in one impact [rad/s].
  std::string jump_joint = {};
  int several = 0;             ///< Impacts whose outcome is not the only one.
  double indeterminacy = 0.0;  ///< Largest ξ of its impacts under the law; NaN: not computed.
  double spread = 0.0;         ///< Largest spread of its practical verdicts; NaN: not asked.

  /// How many points hit, impact by impact: "1+1+2"; "+…" stands for those beyond `most`.
  [[nodiscard]] std::string sequence(
      std::size_t most = std::numeric_limits<std::size_t>::max()) const;
};

}  // namespace carom
