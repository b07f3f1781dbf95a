// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The posture solver: the nearest posture on its contacts, loops closed, limits kept.
// Closed forms: the nearest point of a plane or a sphere; of a plane inside a box. Elsewhere the
// answer is checked to be a Karush–Kuhn–Tucker point with differences of gaps and of the cost
// taken here, not with the solver's rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>

#include "base/random.h"
#include "carom/model.h"
#include "carom/robot.h"
#include "support/posture_models.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

VectorXd random_step(const Model& model, base::Random& random, double size) {
  VectorXd x(model.velocity_size());
  for (double& entry : x) entry = size * random.normal();
  return x;
}

/// g(q): gaps of all contacts, then the residuals of loops.
VectorXd residual(const Model& model, ModelWorkspace& workspace, const VectorXd& q) {
  const auto contacts = static_cast<Eigen::Index>(model.contacts().size());
  workspace.set_configuration(q);
  VectorXd g(contacts + workspace.bilateral_count());
  for (Eigen::Index i = 0; i < contacts; ++i) g[i] = workspace.gap(static_cast<int>(i));
  if (workspace.bilateral_count() > 0) {
    workspace.bilateral_residual(g.tail(workspace.bilateral_count()));
  }
  return g;
}

/// Largest entry of the cost's gradient that the constraints and limits do not balance, all by
/// differences along integrate. The rows must leave the multipliers of the limits determined.
double optimality(const Model& model, const VectorXd& start, const VectorXd& q) {
  constexpr double h = 1e-5;
  ModelWorkspace workspace(model);
  const int n = model.velocity_size();
  VectorXd gradient(n);
  Eigen::MatrixXd G(residual(model, workspace, q).size(), n);
  for (int k = 0; k < n; ++k) {
    const VectorXd forward = model.integrate(q, h * VectorXd::Unit(n, k));
    const VectorXd backward = model.integrate(q, -h * VectorXd::Unit(n, k));
    gradient[k] = (model.difference(start, forward).squaredNorm() -
                   model.difference(start, backward).squaredNorm()) /
                  (4.0 * h);
    G.col(k) =
        (residual(model, workspace, forward) - residual(model, workspace, backward)) / (2 * h);
  }
  std::vector<int> loose;
  VectorXd side = VectorXd::Zero(n);
  for (const Joint& joint : model.joints()) {
    if (joint.q_size == 1 && q[joint.q] <= model.lower_limit()[joint.q]) side[joint.v] = -1.0;
    if (joint.q_size == 1 && q[joint.q] >= model.upper_limit()[joint.q]) side[joint.v] = 1.0;
  }
  for (int k = 0; k < n; ++k) {
    if (side[k] == 0.0) loose.push_back(k);
  }
  const Eigen::MatrixXd rows = G(Eigen::all, loose);
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factor;
  factor.setThreshold(1e-7);
  factor.compute(rows.transpose());
  const VectorXd balance = gradient + G.transpose() * factor.solve(VectorXd(-gradient(loose)));
  double largest = 0.0;
  for (int k = 0; k < n; ++k) {
    // At an upper limit the cost may only fall outwards: gradient ≤ 0.
    largest = std::max(largest, side[k] == 0.0 ? std::abs(balance[k]) : side[k] * balance[k]);
  }
  return largest;
}

void expect_inside_limits(const Model& model, const VectorXd& q) {
  EXPECT_TRUE((q.array() >= model.lower_limit().array()).all());
  EXPECT_TRUE((q.array() <= model.upper_limit().array()).all());
}

TEST(Posture, NearestPointOfAPlane) {
  ContactCandidate contact = point("tip", "z", {0, 0, 0});
  const Vector3d normal = Vector3d(1, 2, 2) / 3.0;
  contact.against = ContactPlane{"world", {0.3, 0, 0}, normal};
  const Model model = sliders({contact}, 10.0);
  const Vector3d start(1.0, -0.5, 2.0);
  const PostureResult result = solve_posture(model, start);
  const double distance = normal.dot(start - Vector3d(0.3, 0, 0));
  EXPECT_TRUE(result.converged);
  EXPECT_LT((result.q - (start - distance * normal)).norm(), 1e-12);
  EXPECT_NEAR(result.change, std::abs(distance), 1e-12);
  EXPECT_LE(result.largest_gap, 1e-10);
  EXPECT_EQ(result.message, "");
  EXPECT_THAT(result.at_limit, IsEmpty());
}

// min ½‖q − s‖² on x + 2y + 2z = 3, |q| ≤ 1, s = (3, 0, 0): x is at its limit, then y = z = 1/2.
TEST(Posture, NearestPointOfAPlaneInABox) {
  ContactCandidate contact = point("tip", "z", {0, 0, 0});
  contact.against = ContactPlane{"world", {3, 0, 0}, Vector3d(1, 2, 2) / 3.0};
  const Model model = sliders({contact}, 1.0);
  const PostureResult result = solve_posture(model, Vector3d(3, 0, 0));
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.q[0], 1.0);
  EXPECT_NEAR(result.q[1], 0.5, 1e-11);
  EXPECT_NEAR(result.q[2], 0.5, 1e-11);
  EXPECT_NEAR(result.change, std::sqrt(4.5), 1e-11);
  EXPECT_THAT(result.at_limit, ElementsAre("x"));
  EXPECT_EQ(result.message,
            "the start is outside the joint limits and was moved to them: 'x' from 3 to 1");
}

TEST(Posture, ManyOutsideTheirLimitsAreCounted) {
  ModelDescription description;
  for (int k = 0; k < 7; ++k) {
    const std::string name = "j" + std::to_string(k);
    description.bodies.push_back(body(name, "world", JointKind::revolute, at(0, 0, 0)));
    description.bodies.back().upper = 1.0;
  }
  const PostureResult result = solve_posture(Model(description), VectorXd::Constant(7, 2.0));
  EXPECT_TRUE(result.converged);
  EXPECT_EQ(result.q, VectorXd(VectorXd::Ones(7)));
  EXPECT_THAT(result.message, HasSubstr("'j4' from 2 to 1, 2 more"));
}

TEST(Posture, WithoutLimits) {
  ContactCandidate contact = point("tip", "z", {0, 0, 0});
  contact.against = ContactPlane{"world", {5, 0, 0}, Vector3d::UnitX()};
  const Model model = sliders({contact}, 1.0);
  const PostureResult stuck = solve_posture(model, Vector3d::Zero());
  EXPECT_FALSE(stuck.converged);
  EXPECT_EQ(stuck.message,
            "no posture near the start closes all of them: contact 'tip' is left at gap -4 m; at a "
            "limit: x; start nearer to the stance, name fewer contacts");
  EXPECT_THAT(stuck.at_limit, ElementsAre("x"));
  const PostureResult result = solve_posture(model, Vector3d::Zero(), {.joint_limits = false});
  EXPECT_TRUE(result.converged);
  EXPECT_NEAR(result.q[0], 5.0, 1e-10);
  EXPECT_THAT(result.at_limit, IsEmpty());
}

// The nearest point of a sphere of radius 1.2 about c, from far, near and inside: along the radius.
TEST(Posture, NearestPointOfASphere) {
  ContactCandidate contact = point("ball", "z", {0, 0, 0}, 0.2);
  const Vector3d c(0.1, 0.2, -0.3);
  contact.against = ContactSphere{"world", c, 1.0};
  const Model model = sliders({contact}, 100.0);
  for (const double radius : {50.0, 3.0, 1.3, 0.6, 0.01}) {
    const Vector3d direction = Vector3d(2, -1, 2) / 3.0;
    const PostureResult result = solve_posture(model, c + radius * direction);
    EXPECT_TRUE(result.converged) << radius;
    EXPECT_LT((result.q - (c + 1.2 * direction)).norm(), 1e-9) << radius;
    EXPECT_LT(result.iterations, 25) << radius;
  }
}

// The same about the origin with x ≤ 0.9, from x = 50: x stays at its limit, however hard it is
// pulled, and y, z go along their radius to the circle that is left, √(1.2² − 0.9²).
TEST(Posture, NearestPointOfASphereInABox) {
  ContactCandidate contact = point("ball", "z", {0, 0, 0}, 0.2);
  contact.against = ContactSphere{"world", {0, 0, 0}, 1.0};
  const Model model = sliders({contact}, 0.9);
  const PostureResult result = solve_posture(model, Vector3d(50, 0.9, -0.6));
  const Eigen::Vector2d side = std::sqrt(1.44 - 0.81) * Eigen::Vector2d(3, -2) / std::sqrt(13.0);
  EXPECT_TRUE(result.converged);
  EXPECT_LT((result.q - Vector3d(0.9, side[0], side[1])).norm(), 1e-9);
  EXPECT_EQ(result.q[0], 0.9);
  EXPECT_LT(result.iterations, 25);
}

TEST(Posture, NothingToDo) {
  const Model model = leg(0.9);
  const PostureResult first = solve_posture(model, VectorXd::Constant(2, 0.4));
  const PostureResult second = solve_posture(model, first.q);
  EXPECT_TRUE(second.converged);
  EXPECT_LT(second.change, 1e-9);
  const PostureResult all_held = solve_posture(model, first.q, {.held = {"left_hip", "left_knee"}});
  EXPECT_TRUE(all_held.converged) << all_held.message;
  EXPECT_EQ(all_held.q, first.q);
  const PostureResult free = solve_posture(sliders({}, 1.0), Vector3d(0.1, 0.2, 0.3));
  EXPECT_TRUE(free.converged);
  EXPECT_EQ(free.q, VectorXd(Vector3d(0.1, 0.2, 0.3)));
  EXPECT_EQ(free.change, 0.0);
}

TEST(Posture, LegFromRandomStarts) {
  const Model model = leg(0.8);
  base::Random random(3);
  for (int k = 0; k < 40; ++k) {
    const VectorXd start = Eigen::Vector2d(random.uniform(-1.4, 1.4), random.uniform(0.05, 2.4));
    const PostureResult result = solve_posture(model, start);
    ASSERT_TRUE(result.converged) << start.transpose() << ": " << result.message;
    EXPECT_LE(result.largest_gap, 1e-10);
    EXPECT_LT(optimality(model, start, result.q), 1e-7) << start.transpose();
    EXPECT_NEAR(result.change, model.difference(start, result.q).norm(), 1e-12);
    expect_inside_limits(model, result.q);
  }
}

// The whole set of stances of the leg is a curve: no stance on it is nearer than the answer by
// more than the spacing of the sample, unless the answer is another local minimum.
TEST(Posture, LegAgainstItsCurveOfStances) {
  const Model model = leg(0.8);
  const Eigen::Vector2d start(0.3, 0.9);
  double nearest = 1e9;
  for (int k = 0; k <= 20000; ++k) {
    const double hip = -1.5 + 3.0 * k / 20000.0;  // cos hip + cos(hip + knee) = 1.6
    const double other = 1.6 - std::cos(hip);
    if (std::abs(other) > 1.0) continue;
    for (const double sum : {std::acos(other), -std::acos(other)}) {
      const Eigen::Vector2d q(hip, sum - hip);
      if (q[1] >= 0.0 && q[1] <= 2.5) nearest = std::min(nearest, (q - start).norm());
    }
  }
  const PostureResult result = solve_posture(model, start);
  EXPECT_NEAR(result.change, nearest, 1e-6);
  EXPECT_LE(result.change, nearest + 1e-12);
}

// A straight leg under the floor: its foot cannot rise to first order.
TEST(Posture, StraightLeg) {
  const Model model = leg(0.9);
  const PostureResult result = solve_posture(model, VectorXd::Zero(2));
  EXPECT_TRUE(result.converged) << result.message;
  EXPECT_LT(optimality(model, VectorXd::Zero(2), result.q), 1e-7);
  expect_inside_limits(model, result.q);
}

TEST(Posture, BipedFromRandomStarts) {
  const Model model = biped();
  VectorXd standing = model.neutral();
  standing.head<3>() << 0, 0, 0.8;
  base::Random random(5);
  int at_limit = 0;
  for (int k = 0; k < 40; ++k) {
    VectorXd start = model.integrate(standing, random_step(model, random, k < 20 ? 0.2 : 0.7));
    const PostureResult result = solve_posture(model, start);
    ASSERT_TRUE(result.converged) << k << ": " << result.message;
    EXPECT_LE(result.largest_gap, 1e-10);
    EXPECT_LT(optimality(model, start, result.q), 1e-7) << k;
    EXPECT_NEAR(result.q.segment<4>(3).norm(), 1.0, 1e-12);
    expect_inside_limits(model, result.q);
    EXPECT_LT(result.iterations, 120) << k;
    at_limit += !result.at_limit.empty();
  }
  EXPECT_GT(at_limit, 5);  // the limits took part
}

// Far outside a limit: the joint stays at it, however hard it is pulled, and the others still
// converge in a few steps.
TEST(Posture, PulledAgainstALimit) {
  const Model model = biped();
  base::Random random(9);
  for (int k = 0; k < 10; ++k) {
    VectorXd start = model.neutral();
    start[2] = 0.8;
    start = model.integrate(start, random_step(model, random, 0.3));
    start[8] = 12.0;  // left_knee, at most 2.5
    const PostureResult result = solve_posture(model, start);
    ASSERT_TRUE(result.converged) << result.message;
    EXPECT_EQ(result.q[8], 2.5);
    EXPECT_LT(optimality(model, start, result.q), 1e-7) << k;
    EXPECT_LT(result.iterations, 60) << k;
  }
}

// No posture found from beside the answer is nearer to the start.
TEST(Posture, NoNearerOneBeside) {
  const Model model = biped();
  VectorXd start = model.neutral();
  start.head<3>() << 0, 0, 1.2;
  base::Random random(7);
  start = model.integrate(start, random_step(model, random, 0.3));
  const PostureResult result = solve_posture(model, start);
  for (int k = 0; k < 20; ++k) {
    const VectorXd beside = model.integrate(result.q, random_step(model, random, 0.05));
    const PostureResult other = solve_posture(model, beside);
    ASSERT_TRUE(other.converged);
    EXPECT_GE(model.difference(start, other.q).norm(), result.change - 1e-10);
  }
}

TEST(Posture, OneOfTwoContacts) {
  const Model model = biped();
  VectorXd start = model.neutral();
  start.head<3>() << 0, 0, 1.5;
  const PostureResult result = solve_posture(model, start, {.contacts = {"right_foot"}});
  EXPECT_TRUE(result.converged);
  ModelWorkspace workspace(model);
  workspace.set_configuration(result.q);
  EXPECT_NEAR(workspace.gap(model.contact("right_foot")), 0.0, 1e-10);
  EXPECT_GT(std::abs(workspace.gap(model.contact("left_foot"))), 1e-3);
}

TEST(Posture, HeldJointsStay) {
  const Model model = biped();
  VectorXd start = model.neutral();
  start.head<3>() << 0.1, 0.2, 0.9;
  start.segment<4>(3) = Eigen::Quaterniond(Eigen::AngleAxisd(0.1, Vector3d::UnitY())).coeffs();
  start.tail<4>() << 0.2, 0.4, -0.3, 0.5;
  const PostureResult result =
      solve_posture(model, start, {.held = {"torso", "left_hip", "left_hip"}});
  EXPECT_TRUE(result.converged) << result.message;
  EXPECT_EQ(result.q.head<8>(), start.head<8>());
  EXPECT_NE(result.q[8], start[8]);
  EXPECT_NE(result.q[10], start[10]);
}

TEST(Posture, FourBar) {
  const Model model = four_bar();
  base::Random random(11);
  for (int k = 0; k < 30; ++k) {
    const VectorXd start =
        Vector3d(random.uniform(-2.5, 2.5), random.uniform(-2.5, 2.5), random.uniform(-2.5, 2.5));
    const PostureResult result = solve_posture(model, start);
    ASSERT_TRUE(result.converged) << start.transpose() << ": " << result.message;
    EXPECT_LT(optimality(model, start, result.q), 1e-7) << start.transpose();
  }
}

TEST(Posture, Coupling) {
  ModelDescription description;
  description.bodies.push_back(body("a", "world", JointKind::revolute, at(0, 0, 0)));
  description.bodies.push_back(body("b", "a", JointKind::revolute, at(0.5, 0, 0)));
  JointCoupling coupling;
  coupling.name = "mimic";
  coupling.joint = "b";
  coupling.other = "a";
  coupling.coefficients = {0.1, -2.0};  // b = 0.1 − 2a: nearest to (1, 1) along (−2, −1)/√5
  description.parts.couplings.push_back(coupling);
  const PostureResult result = solve_posture(Model(description), Eigen::Vector2d(1, 1));
  EXPECT_TRUE(result.converged);
  EXPECT_NEAR(result.q[0], 1.0 - 2.9 * 2.0 / 5.0, 1e-10);
  EXPECT_NEAR(result.q[1], 1.0 - 2.9 / 5.0, 1e-10);
}

// Four rows under one plate have rank three. The nearest flat posture turns the plate about
// horizontal axes only, and its yaw and place follow.
TEST(Posture, FourPointsUnderOneFoot) {
  const Model model = plate();
  base::Random random(13);
  for (int k = 0; k < 20; ++k) {
    VectorXd start = model.neutral();
    start[2] = 0.3;
    start = model.integrate(start, random_step(model, random, 0.4));
    const PostureResult result = solve_posture(model, start);
    ASSERT_TRUE(result.converged) << result.message;
    EXPECT_LE(result.largest_gap, 1e-10);
    EXPECT_NEAR(result.q[2], 0.02, 1e-10);
    EXPECT_LT(optimality(model, start, result.q), 1e-6);
    EXPECT_LT(result.iterations, 60);
  }
}

TEST(Posture, SphericalJoint) {
  ModelDescription description;
  description.bodies.push_back(body("arm", "world", JointKind::spherical, at(0, 0, 0.5)));
  description.parts.contacts.push_back(point("tip", "arm", {0.6, 0.1, -0.2}, 0.05));
  const Model model(description);
  base::Random random(17);
  for (int k = 0; k < 20; ++k) {
    const VectorXd start = model.integrate(model.neutral(), random_step(model, random, 0.8));
    const PostureResult result = solve_posture(model, start);
    ASSERT_TRUE(result.converged) << result.message;
    EXPECT_LT(optimality(model, start, result.q), 1e-7);
  }
}

TEST(Posture, TwoFreeBodiesTouch) {
  ModelDescription description;
  description.bodies.push_back(body("ball", "world", JointKind::translation, at(0, 0, 0)));
  description.bodies.push_back(body("table", "world", JointKind::free, at(0, 0, 0)));
  ContactCandidate contact = point("ball-table", "ball", {0, 0, 0}, 0.1);
  contact.against = ContactPlane{"table", {0, 0, 0.2}, Vector3d(0.6, 0, 0.8)};
  description.parts.contacts.push_back(contact);
  const Model model(description);
  VectorXd start = model.neutral();
  start.head<3>() << 0.5, 0.4, 1.7;
  const PostureResult result = solve_posture(model, start);
  EXPECT_TRUE(result.converged);
  EXPECT_LE(result.largest_gap, 1e-10);
  EXPECT_LT(optimality(model, start, result.q), 1e-7);
}

TEST(Posture, OutOfReach) {
  const Model model = leg(1.3);
  const PostureResult result = solve_posture(model, Eigen::Vector2d(0.3, 0.5));
  EXPECT_FALSE(result.converged);
  EXPECT_NEAR(result.largest_gap, 0.3, 1e-6);  // the leg hangs straight down
  EXPECT_EQ(result.message,
            "no posture near the start closes all of them: contact 'left_foot' is left at gap 0.3 "
            "m; start nearer to the stance, name fewer contacts");
}

TEST(Posture, HeldJointsCanMakeItImpossible) {
  const PostureResult result =
      solve_posture(leg(0.8), Eigen::Vector2d(0.3, 0.5), {.held = {"left_hip", "left_knee"}});
  EXPECT_FALSE(result.converged);
  EXPECT_THAT(result.message, HasSubstr("or hold fewer joints"));
  EXPECT_EQ(result.q, VectorXd(Eigen::Vector2d(0.3, 0.5)));
}

TEST(Posture, OpenLoopIsNamed) {
  const PostureResult result =
      solve_posture(four_bar(), Vector3d::Zero(), {.held = {"crank", "coupler", "rocker"}});
  EXPECT_FALSE(result.converged);
  EXPECT_THAT(result.message, HasSubstr("'pivot"));
  EXPECT_THAT(result.message, HasSubstr("is left open by 0.8"));
}

TEST(Posture, TooFewIterations) {
  const Model model = leg(0.8);
  const PostureResult result = solve_posture(model, Eigen::Vector2d(1.3, 2.2), {.iterations = 1});
  EXPECT_FALSE(result.converged && result.message.empty());
}

TEST(Posture, SameBits) {
  const Model model = biped();
  VectorXd start = model.neutral();
  start[2] = 0.7;
  EXPECT_EQ(solve_posture(model, start).q, solve_posture(model, start).q);
}

}  // namespace
}  // namespace carom::test
