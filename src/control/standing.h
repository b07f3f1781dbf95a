// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What the joints of a robot move and carry while it stands on its contacts, at one posture:
//   rest_i = s_iᵀ M_bb s_i − M_ii    inertia about joint i of all that is not beyond it, with what
//                                    is beyond it still: M_bb the block of the free base, s_i the
//                                    base's velocity that turns everything about that joint;
//   δ      = argmin ½ δᵀ K δ + gᵀδ   small motion under the weight, over δ that keep the points on
//            W δ = 0                 the ground where they are, and loops closed; K the joints'
//                                    stiffness. Torques K δ, forces of the ground from
//                                    Wᵀ f = K δ + g; points that would pull are left out.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "carom/model.h"

namespace carom::control {

/// A contact between a body of the robot and the ground.
struct GroundContact {
  int contact = 0;  ///< In the model.
  int frame = 0;    ///< Of the body.
  int joint = 0;    ///< That carries it.
};
/// Those of the model; stops of joints and bodies against each other are none.
[[nodiscard]] std::vector<GroundContact> ground_contacts_of(const Model& model);

/// What each velocity's joint moves: its own inertia (the mass matrix's diagonal entry), or, where
/// feet are beyond it and a free base before it, `rest` times the share of those among all feet, if
/// that is more. With rotors. `workspace` is at the posture.
[[nodiscard]] Eigen::VectorXd standing_inertia(const ModelWorkspace& workspace);
/// Torque of gravity and springs on each velocity, none of them moving.
[[nodiscard]] Eigen::VectorXd resting_load(ModelWorkspace& workspace);
/// True for velocities of joints with feet beyond them.
[[nodiscard]] std::vector<bool> carries_feet(const Model& model);

struct StaticLoad {
  Eigen::VectorXd torque;   ///< Of the stiffness, per velocity [N m, N].
  double sag = 0.0;         ///< How far the base sinks, to first order [m].
  double leg_length = 0.0;  ///< Height of the first joint of the longest leg above its sole [m].
};
/// `stiffness`: one per velocity; 0: nothing holds it. Without contacts the base is held.
[[nodiscard]] StaticLoad static_load(ModelWorkspace& workspace, const Eigen::VectorXd& stiffness);

}  // namespace carom::control
