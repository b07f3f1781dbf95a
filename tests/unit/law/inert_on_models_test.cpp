// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Law inert where a model has more contact rows than it has motions: a free body on one flat sole
// of n x n points, two tangents each. Expected: the body stops, so that the impulses of all points
// together are minus its momentum about any point, however many points there are.
#include <gtest/gtest.h>

#include "carom/analysis.h"
#include "carom/laws/inert.h"
#include "carom/model.h"
#include "support/problems.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double sole_height = 0.3, sole_width = 0.2, sole_mass = 4.0;
const Vector3d sole_moments(0.05, 0.06, 0.04);

/// A body whose centre is above the middle of a sole of n x n points on the floor.
Model sole(int n) {
  ModelDescription description{.name = "sole"};
  BodyDescription body{.name = "foot", .kind = JointKind::free, .mass = sole_mass};
  body.inertia = sole_moments.asDiagonal();
  description.bodies = {body};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      ContactCandidate point{.name = std::to_string(i) + "," + std::to_string(j)};
      point.sphere.body = "foot";
      point.sphere.center = {sole_width * (i / (n - 1.0) - 0.5), sole_width * (j / (n - 1.0) - 0.5),
                             -sole_height};
      description.parts.contacts.push_back(point);
    }
  }
  return Model(description);
}

ImpactProblem landing(int n) {
  const Model model = sole(n);
  State state{model.neutral(), VectorXd(6)};
  state.q[2] = sole_height;
  state.v << 0.3, -0.2, -1.0, 0.5, 0.7, -0.4;
  return make_problem(model, state);
}

TEST(InertOnModels, SixtyFourPointsUnderOneFoot) {
  const ImpactProblem problem = landing(8);
  ASSERT_EQ(problem.contact_count(), 64);
  const Outcome outcome = solve_once(problem, Inert{});
  EXPECT_LE(outcome.velocity_plus.norm(), 1e-13);
  EXPECT_FALSE(outcome.uniqueness.impulses_unique);
  EXPECT_NEAR(outcome.energy.after, 0.0, 1e-25);
  EXPECT_EQ(energy_split(problem).rank, 6);
  EXPECT_EQ(energy_split(problem, Rows::normals).rank, 3);
  EXPECT_EQ(energy_directions(problem).admissible.cols(), 0);
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
  const Model model = sole(8);
  for (std::size_t k = 0; k < 64; ++k) {
    const ContactImpulse& at = outcome.impulse[k];
    const Vector3d impulse(at.tangential[0], at.tangential[1], at.normal);
    force += impulse;
    torque += model.contacts()[k].sphere.center.cross(impulse);
  }
  const VectorXd& v = problem.velocity();
  EXPECT_LE((force + sole_mass * v.head<3>()).norm(), 1e-12);
  EXPECT_LE((torque + sole_moments.cwiseProduct(v.tail<3>())).norm(), 1e-12);
}

TEST(InertOnModels, TheVelocityDoesNotDependOnTheNumberOfPoints) {
  // Frictionless rows: three motions stay, the same ones for 4, 9 and 64 points.
  const auto after = [](int n) {
    Model model = sole(n);
    ModelParts parts = model.parts();
    for (ContactCandidate& point : parts.contacts) point.tangents = 0;
    State state{model.neutral(), VectorXd(6)};
    state.q[2] = sole_height;
    state.v << 0.3, -0.2, -1.0, 0.5, 0.7, -0.4;
    const Outcome outcome = solve_once(make_problem(model.with(parts), state), Inert{});
    EXPECT_FALSE(outcome.uniqueness.impulses_unique) << n;
    return outcome.velocity_plus;
  };
  const VectorXd four = after(2);
  EXPECT_LE((four - (VectorXd(6) << 0.3, -0.2, 0, 0, 0, -0.4).finished()).norm(), 1e-13);
  EXPECT_LE((four - after(3)).norm(), 1e-13);
  EXPECT_LE((four - after(8)).norm(), 1e-13);
}

}  // namespace
}  // namespace carom::test
