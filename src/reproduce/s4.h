// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S4's two systems as functions of their parameters, for the published and the reference tables.
#pragma once

#include <string>

#include "carom/scene.h"

namespace carom::published {

/// Heel strike of the biped under law inert. Angles in degrees.
struct HeelStrike {
  double energy = 0.0, constrained = 0.0, admissible = 0.0;  ///< T, T_c, T_a before [J].
  double normal_impulse = 0.0, tangential_impulse = 0.0;     ///< [N·s]
  Eigen::VectorXd velocity_plus;                             ///< [1]: stance foot, normal.
};
HeelStrike heel_strike(double theta, double rho, double mu = 1.0, double q5 = 0.0,
                       const std::string& inertia = "point");
/// The angle between the legs beyond which the stance foot does not lift, at μ = 1, q5 = 0 [deg].
double lift_limit(double rho, const std::string& inertia = "point");

/// The pantograph with its end effector moving at `gamma` degrees from the wall, 10 mJ.
SceneModel pantograph(double gamma);
/// Angle of the end effector's velocity when the links move at `velocity` [deg].
double end_effector_direction(const SceneModel& scene, const Eigen::VectorXd& velocity);
/// Speed of the end effector [m/s].
double end_effector_speed(const SceneModel& scene);
/// The direction in which all energy is lost, in (0, 180) [deg].
double full_loss_angle();

}  // namespace carom::published
