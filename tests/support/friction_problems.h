// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Rigid bodies that land on points of a floor with friction.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>

#include "carom/problem.h"

namespace carom::test {

struct FootSettings {
  bool planar = false;  ///< x, z and pitch; one tangent. Else six coordinates, two tangents.
  int points = 4;
  double friction = 0.4;
};
/// A random rigid body over a flat floor z = 0, random points of it touch; no restitution is set.
ImpactProblem random_foot(std::uint64_t seed, const FootSettings& settings);

/// The block of the references: 1 kg, 0.2 x 0.2 x 0.1 m, flat on the floor, friction 0.3; points on
/// a square grid (4, 9, 16, … 64) of its lower face. Velocity: centre of mass, angular; world.
ImpactProblem block_on_floor(int points, const std::array<double, 6>& velocity);

/// A disk (x, z, rotation) that falls into the corner of two walls, 20 to 160 degrees apart;
/// friction 0.1 to 1.5.
ImpactProblem random_corner(std::uint64_t seed);

/// Two planar bodies, one on two points of the floor and one on two points of the first; six
/// coordinates, friction 0.1 to 1.
ImpactProblem random_stack(std::uint64_t seed);

}  // namespace carom::test
