// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Problems that many tests share: cradles and seeded random systems.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "carom/law.h"
#include "carom/problem.h"

namespace carom::test {

/// Balls in a row, touching; contact i between ball i and i+1; a wall right of the last.
ImpactProblem cradle(const std::vector<double>& masses, const std::vector<double>& velocity,
                     bool wall = false);

struct RandomSettings {
  int coordinates = 6;
  int contacts = 3;
  int tangents = 0;  ///< rows per contact, friction 0.5
  int bilateral = 0;
  bool redundant = false;  ///< the last contact is a positive combination of the first two
};
/// A random mass matrix, random normals with a strictly feasible direction, and a velocity that
/// approaches most contacts.
ImpactProblem random_problem(std::uint64_t seed, const RandomSettings& settings);

/// Balls of two coordinates (height, along the floor), each on a floor of its own with friction
/// 0.4: they land, rest or leave.
ImpactProblem random_balls(std::uint64_t seed);
/// A cradle of three to six balls, at times with a wall; masses from 1 to 10^decades.
ImpactProblem random_cradle(std::uint64_t seed, double decades);
/// Two contacts whose normals differ from opposite ones by 1e-1 to 1e-3; a random mass matrix.
ImpactProblem random_squeeze(std::uint64_t seed);
/// The same problem at a velocity at which the first contact rests (`slides`: only its normal), and
/// another one approaches.
ImpactProblem rest_at_first(ImpactProblem problem, bool slides);
/// The same problem with its first contact given `times` times.
ImpactProblem repeat_first(const ImpactProblem& problem, int times);

/// Unit normals at ⟨u,v⟩ = inner_product, in the plane, with mass matrix identity.
ImpactProblem pair(double inner_product, const Eigen::Vector2d& velocity);

/// One foot: `points` contacts on a circle under a rigid body of six coordinates, falling.
ImpactProblem flat_foot(int points, const Eigen::VectorXd& velocity);

Outcome solve_once(const ImpactProblem& problem, const Law& law);
std::string show(const Eigen::VectorXd& v);
/// As a file of the command, format carom-problem/1; every number to its last bit.
std::string show(const ImpactProblem& problem);

}  // namespace carom::test
