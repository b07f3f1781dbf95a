// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A solid that moves as a body does. Input: mass and inertia. Output: the uniform box with these
// principal moments, I_x = m (b² + c²)/12 and so on, hence a² = 6 (I_y + I_z − I_x)/m; or the ball
// with I = 2/5 m r² where all three are the same.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "report/page/drawing/parts.h"

namespace carom::report {
namespace {

struct Principal {
  Eigen::Vector3d moments = Eigen::Vector3d::Zero();
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
};

/// Along the body's own axes where these are principal ones.
Principal principal_of(const Eigen::Matrix3d& inertia) {
  const Eigen::Vector3d diagonal = inertia.diagonal();
  Eigen::Matrix3d rest = inertia;
  rest.diagonal().setZero();
  if (rest.cwiseAbs().maxCoeff() <= 1e-9 * diagonal.cwiseAbs().maxCoeff()) {
    return {.moments = diagonal};
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
  Principal found{.moments = solver.eigenvalues(), .axes = solver.eigenvectors()};
  if (found.axes.determinant() < 0.0) found.axes.col(2) *= -1.0;
  return found;
}

}  // namespace

DrawnShape inertia_solid(const TreeJoint& link, bool always_box, double least) {
  DrawnShape solid{.kind = CollisionShape::Kind::box, .stand_in = true};
  solid.placement.translation() = link.center;
  if (!(link.mass > 0.0) || !link.inertia.allFinite()) return solid;
  const Principal principal = principal_of(link.inertia);
  const double most = principal.moments.maxCoeff(), fewest = principal.moments.minCoeff();
  if (!always_box && most - fewest <= 0.01 * most) {
    solid.kind = CollisionShape::Kind::sphere;
    solid.size.setConstant(std::max(std::sqrt(2.5 * most / link.mass), 0.5 * least));
    return solid;
  }
  solid.placement.linear() = principal.axes;
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double square = 6.0 * (principal.moments.sum() - 2.0 * principal.moments[k]) / link.mass;
    solid.size[k] = std::max(std::sqrt(std::max(square, 0.0)), least);
  }
  return solid;
}

}  // namespace carom::report
