// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Stage "model": a robot on the ground, just before it lands. Input: a robot (robot.h), where it
// touches, its posture. Output: the model with its contacts, its state, the options of its problem.
// Messages name what is asked for as the command does: --contacts, --posture, --drop … Page:
// docs/robots.md.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "carom/model.h"

namespace carom {

/// Frames at the ends of the legs that are named like feet (a word of the name begins or ends with
/// sole, foot, feet or toe), one of each leg; empty: none is.
[[nodiscard]] std::vector<std::string> find_feet(const Model& robot);

/// Rotor inertia where a file has none and one is needed [kg m², prismatic joints kg].
inline constexpr double usual_rotor_inertia = 0.01;

struct StanceOptions {
  /// What touches the ground, in the words of robot_contacts: those of ground_contacts, and "auto"
  /// for the feet that are found, with a warning that names them; empty: as "auto". Without
  /// `at_rest` that is the lowest points alone, of the feet that touch, and the name says which.
  std::vector<std::string> contacts = {};
  /// In the words of posture_from_words; none: the default posture.
  std::optional<std::string> posture = {};
  /// Height of the fall [m]; the velocity is √(2 g drop), straight down. Not with `velocity`.
  std::optional<double> drop = {};
  /// Just before the impact. Neither this nor `drop`: 1 m/s straight down.
  std::optional<Eigen::VectorXd> velocity = {};
  /// For the start of a run: still, unless `velocity` is given; and no contact but the lowest need
  /// touch, unless `touch` is given.
  bool at_rest = false;
  /// With `at_rest`: the bodies that are no feet have contacts too and are not watched for a fall.
  bool watch_all = false;
  /// Rotor inertia [kg m²]: "0.01" for every joint but a free base, "joint=0.01" for one.
  std::vector<std::string> armature = {};
  /// Joints held rigid: "all" but a free base, or names.
  std::vector<std::string> locked = {};
  bool stand = false;  ///< Moves the joints, as little as it takes, until all contacts touch.
  /// Contacts count as closed up to this height above the lowest [m]; none: 0.005.
  std::optional<double> touch = {};
  std::string where = {};  ///< Names the robot where it has no contacts; empty: the model's name.
  /// Hears every warning as it is found, also where a fault follows.
  std::function<void(const std::string&)> warn = {};
};

struct Stance {
  Model model;  ///< The robot with its contacts, its watched bodies and rotor inertia.
  State state;
  /// All contacts closed (of feet that were found those of the soles), the joints locked, the name.
  ProblemOptions options = {};
  /// Of the robot's file and the posture, the first three and how many more; then of contacts, and
  /// of standing.
  std::vector<std::string> warnings = {};
};

/// Puts the ground under the lowest contact: a free base is moved up or down, for a fixed base the
/// ground is. Throws InvalidInput with all faults.
[[nodiscard]] Stance stand(const Model& robot, const StanceOptions& options = {});

/// The velocity that moves every body straight up at 1 m/s and turns none; none: something is fixed
/// to the world, or there is no gravity.
[[nodiscard]] std::optional<Eigen::VectorXd> rising(const Model& model, const Eigen::VectorXd& q);
/// Moves everything up by a height [m]. `what` names it in messages. Throws InvalidInput.
void raise(const Model& model, const std::string& what, double height, State& state);
/// Moves everything until the lowest contact is at that height [m]. Throws InvalidInput.
void put_at_height(const Model& model, const std::string& what, double height, State& state);

}  // namespace carom
