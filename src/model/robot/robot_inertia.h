// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Is the mass of a robot file possible? Masses are not negative; the principal moments about the
// centre of mass of any body satisfy 0 ≤ I₁ ≤ I₂ ≤ I₃ ≤ I₁ + I₂ (triangle inequality); every joint
// that moves carries some inertia, else the mass matrix is singular.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "model/robot/robot_notes.h"

namespace carom {

/// A body as the file gives it, and the joint that carries it.
struct BodyInertia {
  std::string body = {};
  int parent = -1;    ///< Index in the list, before this one; -1: none (the world).
  bool moves = true;  ///< False: fixed to its parent.
  std::string joint = {};
  double mass = 0.0;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< About the centre of mass.
  double armature = 0.0;
  bool coupled = false;                   ///< The joint follows another, or leads one (mimic).
  const xml::Element* element = nullptr;  ///< Where to point at.
};

/// Faults: a negative mass, a moving joint that carries nothing. Warnings: moments that no body
/// has, inertia without mass. Returns the coupled joints that carry nothing, as fingers of a hand
/// do in some files: the caller fixes them, and the warning is given here.
std::vector<std::string> check_inertia(const std::vector<BodyInertia>& bodies, RobotNotes& notes);

}  // namespace carom
