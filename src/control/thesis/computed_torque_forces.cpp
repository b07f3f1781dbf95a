// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "control/thesis/computed_torque_forces.h"

#include <Eigen/Geometry>
#include <algorithm>

namespace carom::control {
namespace {

constexpr int edges_per_point = 4;
// ε over the size of B D's columns. The balance gives way by ε², 1e-8, which restore() makes good;
// ε itself must stay far above 1e-10, where columns count as dependent (OrthogonalBasis).
constexpr double shortness = 1e-4;

}  // namespace

const Eigen::VectorXd& BalancingForces::shortest(const Eigen::MatrixXd& B,
                                                 const Eigen::VectorXd& w) {
  least_norm_.solve(B, w);
  force_ = least_norm_.x();
  return force_;
}

// Edges of length 1 along the normal, inside the cone: the pyramid is inscribed.
void BalancingForces::set_edges(const std::vector<Cone>& cones) {
  const auto count = static_cast<Eigen::Index>(cones.size());
  edges_.setZero(3 * count, edges_per_point * count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Cone& cone = cones[static_cast<std::size_t>(k)];
    const Eigen::Vector3d first = cone.normal.unitOrthogonal();
    const Eigen::Vector3d second = cone.normal.cross(first);
    auto block = edges_.block<3, edges_per_point>(3 * k, edges_per_point * k);
    block.col(0) = cone.normal + cone.friction * first;
    block.col(1) = cone.normal + cone.friction * second;
    block.col(2) = cone.normal - cone.friction * first;
    block.col(3) = cone.normal - cone.friction * second;
  }
}

void BalancingForces::restore(const Eigen::MatrixXd& A, const Eigen::VectorXd& w,
                              Eigen::VectorXd& c) {
  const std::vector<int> active = nonnegative_.active();
  const Eigen::MatrixXd in_use = A(Eigen::all, active);
  least_norm_.solve(in_use, w - A * c);
  const Eigen::VectorXd& change = least_norm_.x();
  for (std::size_t k = 0; k < active.size(); ++k) {
    double& entry = c[active[k]];
    entry = std::max(0.0, entry + change[static_cast<Eigen::Index>(k)]);
  }
}

const Eigen::VectorXd& BalancingForces::pushing(const Eigen::MatrixXd& B, const Eigen::VectorXd& w,
                                                const std::vector<Cone>& cones) {
  set_edges(cones);
  const Eigen::MatrixXd A = B * edges_;
  const double size = A.cols() > 0 ? A.colwise().norm().maxCoeff() : 0.0;
  Eigen::MatrixXd stacked(A.rows() + edges_.rows(), A.cols());
  stacked << A, shortness * size * edges_;
  Eigen::VectorXd goal = Eigen::VectorXd::Zero(stacked.rows());
  goal.head(w.size()) = w;
  nonnegative_.solve(stacked, goal);
  Eigen::VectorXd c = nonnegative_.x();
  restore(A, w, c);
  force_ = edges_ * c;
  return force_;
}

}  // namespace carom::control
