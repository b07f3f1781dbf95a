// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Problems that many tests share: cradles and seeded random systems.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <vector>

#include "carom/law.h"
#include "carom/problem.h"
#include "solver/random.h"

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

/// Unit normals at ⟨u,v⟩ = inner_product, in the plane, with mass matrix identity.
ImpactProblem pair(double inner_product, const Eigen::Vector2d& velocity);

/// One foot: `points` contacts on a circle under a rigid body of six coordinates, falling.
ImpactProblem flat_foot(int points, const Eigen::VectorXd& velocity);

Outcome solve_once(const ImpactProblem& problem, const Law& law);
std::string show(const Eigen::VectorXd& v);

}  // namespace carom::test
