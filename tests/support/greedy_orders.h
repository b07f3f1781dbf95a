// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every greedy order, one by one: the plain recursion that the analysis is checked against. Momenta
// in whitened coordinates instead of contact space, no merging of states, no blocks, no hashing.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "carom/problem.h"

namespace carom::test {

class GreedyOrders {
 public:
  explicit GreedyOrders(const ImpactProblem& problem, double restitution = 1.0)
      : U_(problem.unit_normals()),
        p_(problem.whiten(problem.velocity())),
        kappa_(1 + restitution),
        threshold_(problem.grazing_threshold()) {}

  /// Calls `visit` for every sequence that ends. False: more than `limit` reflections in all.
  bool each(const std::function<void(const std::vector<int>&, const Eigen::VectorXd&)>& visit,
            long limit = 2'000'000) const {
    std::vector<int> sequence;
    long left = limit;
    return descend(p_, sequence, visit, left);
  }

  /// Whether the sequence is greedy and ends feasible.
  bool ends(const std::vector<int>& sequence) const {
    Eigen::VectorXd p = p_;
    for (const int i : sequence) {
      if (!approaches(p, i)) return false;
      p -= kappa_ * U_.col(i).dot(p) * U_.col(i);
    }
    for (int i = 0; i < U_.cols(); ++i) {
      if (approaches(p, i)) return false;
    }
    return true;
  }

 private:
  bool approaches(const Eigen::VectorXd& p, int i) const { return U_.col(i).dot(p) < -threshold_; }

  bool descend(const Eigen::VectorXd& p, std::vector<int>& sequence,
               const std::function<void(const std::vector<int>&, const Eigen::VectorXd&)>& visit,
               long& left) const {
    bool feasible = true;
    for (int i = 0; i < U_.cols(); ++i) {
      if (!approaches(p, i)) continue;
      feasible = false;
      if (--left < 0) return false;
      sequence.push_back(i);
      if (!descend(p - kappa_ * U_.col(i).dot(p) * U_.col(i), sequence, visit, left)) return false;
      sequence.pop_back();
    }
    if (feasible) visit(sequence, p);
    return true;
  }

  Eigen::MatrixXd U_;
  Eigen::VectorXd p_;
  double kappa_, threshold_;
};

/// Distinct ends with their lengths.
struct GreedyEnd {
  Eigen::VectorXd p;
  int shortest, longest;
};

inline std::vector<GreedyEnd> distinct_ends(const GreedyOrders& orders, double tolerance,
                                            bool* finished) {
  std::vector<GreedyEnd> ends;
  *finished = orders.each([&](const std::vector<int>& sequence, const Eigen::VectorXd& p) {
    const int steps = static_cast<int>(sequence.size());
    for (GreedyEnd& end : ends) {
      if ((end.p - p).norm() < tolerance) {
        end.shortest = std::min(end.shortest, steps);
        end.longest = std::max(end.longest, steps);
        return;
      }
    }
    ends.push_back({p, steps, steps});
  });
  return ends;
}

inline double largest_distance(const std::vector<GreedyEnd>& ends) {
  double largest = 0.0;
  for (const GreedyEnd& a : ends) {
    for (const GreedyEnd& b : ends) largest = std::max(largest, (a.p - b.p).norm());
  }
  return largest;
}

}  // namespace carom::test
