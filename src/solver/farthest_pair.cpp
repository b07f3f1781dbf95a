// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A few sweeps from a point to its farthest find a pair that is nearly always the answer; the
// pruned search then proves it.
#include "solver/farthest_pair.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace carom::solver {
namespace {

constexpr int max_sweeps = 8;

// From a point to its farthest, and on from there while the distance grows. The distance is that of
// two points of the set, hence a lower bound. It rises strictly, so the walk cannot cycle; where it
// stops is a local answer, not yet proved.
void sweep(const Eigen::Ref<const Eigen::MatrixXd>& points, FarthestPair& best) {
  Eigen::Index from = 0;
  for (int k = 0; k < max_sweeps; ++k) {
    Eigen::Index to = 0;
    const double squared =
        (points.colwise() - points.col(from)).colwise().squaredNorm().maxCoeff(&to);
    if (std::sqrt(squared) <= best.distance) {
      return;
    }
    best = {std::min(from, to), std::max(from, to), std::sqrt(squared), best.exact};
    from = to;
  }
}

}  // namespace

FarthestPair farthest_pair(const Eigen::Ref<const Eigen::MatrixXd>& points, std::size_t budget) {
  FarthestPair best;
  const Eigen::Index n = points.cols();
  // No pair, or points without coordinates: distance 0 is exact.
  if (n < 2 || points.rows() == 0) {
    return best;
  }
  // A lower bound, nearly always the answer.
  sweep(points, best);

  // Points by falling distance to the centroid m, for the bound ‖a−b‖ ≤ ‖a−m‖ + ‖b−m‖.
  const Eigen::VectorXd centroid = points.rowwise().mean();
  const Eigen::VectorXd radius = (points.colwise() - centroid).colwise().norm();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index a, Eigen::Index b) { return radius(a) > radius(b); });

  // Pairs in that order: once the bound is not above the best, no later partner is farther.
  std::size_t read = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Eigen::Index a = order[i];
    // No pair among the points that are left can be farther: proved.
    if (2.0 * radius(a) <= best.distance) {
      break;
    }
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const Eigen::Index b = order[j];
      if (radius(a) + radius(b) <= best.distance) {
        break;
      }
      // The bound leaves this pair open, so it is measured. Every better pair tightens both bounds.
      const double distance = (points.col(a) - points.col(b)).norm();
      if (distance > best.distance) {
        best = {std::min(a, b), std::max(a, b), distance, true};
      }
      read += static_cast<std::size_t>(points.rows());
    }
    // Too many pairs: what is found stays as a lower bound.
    if (read > budget) {
      best.exact = false;
      break;
    }
  }
  return best;
}

}  // namespace carom::solver
