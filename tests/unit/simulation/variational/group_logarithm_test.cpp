// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The derivative of the logarithm against differences of it, from tiny to large angles, and its
// series against its closed form where they meet.
#include "model/posture/group_logarithm.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/posture_models.h"

namespace carom::test {
namespace {

using Eigen::VectorXd;

/// Largest error of the derivative at ξ, for the group of a one-joint model.
double error(const Model& model, const VectorXd& xi) {
  constexpr double h = 1e-5;
  const VectorXd start = model.neutral(), q = model.integrate(start, xi);
  const Eigen::MatrixXd J = posture::logarithm_derivative(xi);
  double largest = 0.0;
  for (Eigen::Index k = 0; k < xi.size(); ++k) {
    const VectorXd x = h * VectorXd::Unit(xi.size(), k);
    const VectorXd slope = (model.difference(start, model.integrate(q, x)) -
                            model.difference(start, model.integrate(q, -x))) /
                           (2.0 * h);
    largest = std::max(largest, (J.col(k) - slope).norm());
  }
  return largest;
}

TEST(GroupLogarithm, DerivativeIsThatOfDifference) {
  base::Random random(1);
  for (const JointKind kind : {JointKind::spherical, JointKind::free}) {
    ModelDescription description;
    description.bodies.push_back(body("body", "world", kind, at(0, 0, 0)));
    const Model model(description);
    for (const double angle : {0.0, 1e-9, 1e-3, 0.049, 0.051, 0.5, 1.5, 2.8}) {
      VectorXd xi(model.velocity_size());
      for (double& entry : xi) entry = random.normal();
      xi.tail<3>() *= angle / xi.tail<3>().norm();
      EXPECT_LT(error(model, xi), 1e-8) << angle;
    }
  }
}

TEST(GroupLogarithm, SeriesMeetsTheClosedForm) {
  VectorXd xi(6);
  xi << 1.0, -2.0, 0.5, 0.6, 0.0, 0.8;
  VectorXd below = xi, above = xi;
  below.tail<3>() *= 0.05 * (1.0 - 1e-12);
  above.tail<3>() *= 0.05 * (1.0 + 1e-12);
  EXPECT_LT((posture::logarithm_derivative(below) - posture::logarithm_derivative(above)).norm(),
            1e-11);
}

}  // namespace
}  // namespace carom::test
