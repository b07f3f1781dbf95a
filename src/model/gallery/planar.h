// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Parts of planar scenes. The papers draw in a plane (x to the right, y up, angles anticlockwise);
// carom is spatial with gravity along −z. So a point (x, y) of a paper is (x, 0, y) in the world
// and its anticlockwise turn is one about −y: coordinates, angles and signs stay the paper's.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "carom/model.h"

namespace carom::gallery {

/// What a workspace holds grows with the cube of this: 512 joints take 8 GB.
constexpr std::size_t most_joints = 512;

/// The point (x, y) of a drawing, in the world.
inline Eigen::Vector3d in_plane(double x, double y) { return {x, 0.0, y}; }
/// Axis of an anticlockwise turn.
inline Eigen::Vector3d anticlockwise() { return -Eigen::Vector3d::UnitY(); }

/// Mass, centre, and inertia about the centre.
struct Solid {
  double mass = 0.0;
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
};
Solid point_mass(double mass, const Eigen::Vector3d& at);
/// Thin and uniform: m l²/12 across.
Solid rod(double mass, const Eigen::Vector3d& from, const Eigen::Vector3d& to);
/// Uniform ball, 2/5 m r².
Solid ball(double mass, double radius, const Eigen::Vector3d& center = Eigen::Vector3d::Zero());
/// Thin rectangle in the plane: m (l² + h²)/12 about its normal.
Solid plate(double mass, double length, double height);
/// Both, joined rigidly.
Solid together(const Solid& a, const Solid& b);

/// A body that slides along an axis.
BodyDescription slider(std::string_view body, std::string_view parent, std::string_view joint,
                       const Eigen::Vector3d& axis, const Solid& solid = {});
/// A body that turns anticlockwise about a point of its parent; angle zero: axes parallel.
BodyDescription hinged(std::string_view body, std::string_view parent, std::string_view joint,
                       const Eigen::Vector3d& at, const Solid& solid);

/// A body that moves freely in space.
BodyDescription floating(const std::string& body, const Solid& solid);

/// A point of a body that may touch the floor (height zero), with one tangent, along x.
ContactCandidate floor_contact(std::string_view name, std::string_view body,
                               const Eigen::Vector3d& point, double friction = 0.0);

/// What of a body must stay above the floor: points, or balls about them.
BodySolid solid_part(std::string_view name, std::string_view body,
                     const std::vector<Eigen::Vector3d>& points, double radius = 0.0);

/// Of smooth balls: no friction rows.
ContactCandidate ball_contact(const std::string& name, const ContactSphere& ball,
                              const decltype(ContactCandidate::against)& against);
/// Of the contacts of cradles and billiard breaks: their published outcomes are elastic, and laws
/// without a default of their own can be compared.
inline constexpr double ball_restitution = 1.0;

/// Letters while there are enough of them, else numbers from 1 for all balls.
std::string ball_name(std::size_t ball, std::size_t count);
/// Of a list setting, for Eigen.
Eigen::VectorXd as_vector(const std::vector<double>& values);

}  // namespace carom::gallery
