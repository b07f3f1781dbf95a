// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The two points of a set that are farthest apart.
// Exact search, pruned by the distance to the centroid: ‖a−b‖ ≤ ‖a−m‖ + ‖b−m‖.
#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace carom::solver {

struct FarthestPair {
  Eigen::Index first = 0, second = 0;
  double distance = 0.0;
  bool exact = true;  ///< False: the budget ran out; the distance is a lower bound.
};

/// Columns are points. `budget`: coordinates read before the search settles for a lower bound.
FarthestPair farthest_pair(const Eigen::Ref<const Eigen::MatrixXd>& points,
                           std::size_t budget = 200'000'000);

}  // namespace carom::solver
