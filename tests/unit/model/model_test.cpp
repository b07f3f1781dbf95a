// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A model against what can be written down by hand: one rod, two rods, a sphere on a slope, a
// four-bar loop. Random trees are in tests/invariants/model_test.cpp.
#include "carom/model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/carom.h"

namespace carom::test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// A uniform rod of length 1 and mass 1 that hangs along −z and turns about y.
BodyDescription rod(const std::string& name, const std::string& parent) {
  BodyDescription body;
  body.name = name;
  body.parent = parent;
  body.kind = JointKind::revolute;
  body.axis = Vector3d::UnitY();
  if (parent != "world") body.placement.translation() = Vector3d(0.0, 0.0, -1.0);
  body.mass = 1.0;
  body.center = Vector3d(0.0, 0.0, -0.5);
  body.inertia = Vector3d(1.0 / 12.0, 1.0 / 12.0, 0.0).asDiagonal();
  return body;
}

BodyDescription free_ball(double mass, double radius) {
  BodyDescription body;
  body.name = "ball";
  body.kind = JointKind::free;
  body.mass = mass;
  body.inertia = Eigen::Matrix3d::Identity() * 0.4 * mass * radius * radius;
  return body;
}

ContactCandidate ground_point(const std::string& body, const Vector3d& point) {
  ContactCandidate contact;
  contact.name = body;
  contact.sphere = {body, point, 0.0};
  return contact;
}

// M of a double pendulum of rods: ⅓ + 1 + ⅓ + cos θ₂, ⅓ + ½cos θ₂, ⅓ in relative angles.
TEST(Model, DoublePendulumOfRods) {
  const Model model({.name = "two rods", .bodies = {rod("one", "world"), rod("two", "one")}});
  ModelWorkspace workspace(model);
  const double angle = 0.7;
  workspace.set_configuration(Eigen::Vector2d(0.3, angle));
  const MatrixXd& M = workspace.mass_matrix();
  const double third = 1.0 / 3.0;
  EXPECT_NEAR(M(0, 0), third + 1.0 + third + std::cos(angle), 1e-14);
  EXPECT_NEAR(M(0, 1), third + 0.5 * std::cos(angle), 1e-14);
  EXPECT_EQ(M(0, 1), M(1, 0));
  EXPECT_NEAR(M(1, 1), third, 1e-14);
  EXPECT_EQ(model.coordinate_names(), (std::vector<std::string>{"one", "two"}));
}

// The same rods in absolute angles: M = SᵀMS, the potential energy stays.
TEST(Model, CoordinateMap) {
  ModelDescription description{.name = "absolute",
                               .bodies = {rod("one", "world"), rod("two", "one")}};
  const Model relative(description);
  description.coordinate_map = (Eigen::Matrix2d() << 1.0, 0.0, -1.0, 1.0).finished();
  description.coordinate_names = {"first", "second"};
  const Model absolute(description);
  EXPECT_EQ(absolute.coordinate_names(), description.coordinate_names);
  ModelWorkspace a(absolute), r(relative);
  const Eigen::Vector2d q(0.3, 1.1), v(0.5, -0.8);
  const Eigen::Vector2d joints(q[0], q[1] - q[0]), rates(v[0], v[1] - v[0]);
  a.set_configuration(q);
  r.set_configuration(joints);
  const MatrixXd S = description.coordinate_map;
  EXPECT_LT((a.mass_matrix() - S.transpose() * r.mass_matrix() * S).norm(), 1e-14);
  EXPECT_NEAR(a.kinetic_energy(v), r.kinetic_energy(rates), 1e-14);
  EXPECT_NEAR(a.potential_energy(), r.potential_energy(), 1e-14);
  VectorXd bias_a(2), bias_r(2);
  a.bias(v, bias_a);
  r.bias(rates, bias_r);
  EXPECT_LT((bias_a - S.transpose() * bias_r).norm(), 1e-13);
}

TEST(Model, ArmatureIsAddedOnce) {
  BodyDescription body = rod("one", "world");
  body.armature = 0.25;
  const Model model({.name = "rod", .bodies = {body}});
  ModelWorkspace workspace(model);
  EXPECT_NEAR(workspace.mass_matrix()(0, 0), 1.0 / 3.0 + 0.25, 1e-15);
  ModelParts parts = model.parts();
  EXPECT_EQ(parts.armature.size(), 1);
  parts.armature[0] = 1.0;
  ModelWorkspace heavier(model.with(parts));
  EXPECT_NEAR(heavier.mass_matrix()(0, 0), 1.0 / 3.0 + 1.0, 1e-15);
}

// A ball on a slope of 30°: gap along the normal, slip of the material point that touches.
TEST(Model, BallOnSlope) {
  constexpr double radius = 0.2;
  ContactCandidate slope = ground_point("ball", Vector3d::Zero());
  slope.sphere.radius = radius;
  const Vector3d normal(-0.5, 0.0, std::sqrt(0.75));
  slope.against = ContactPlane{.normal = 2.0 * normal};
  const Model model(
      {.name = "slope", .bodies = {free_ball(1.0, radius)}, .parts = {.contacts = {slope}}});
  ModelWorkspace workspace(model);
  VectorXd q = model.neutral();
  q.head<3>() = (radius + 0.05) * normal;
  workspace.set_configuration(q);
  EXPECT_NEAR(workspace.gap(0), 0.05, 1e-15);
  EXPECT_LT((workspace.contact_point(0) - 0.05 * normal).norm(), 1e-15);
  MatrixXd rows(3, 6);
  workspace.contact_rows(0, rows);
  const Vector3d along(std::sqrt(0.75), 0.0, 0.5);
  EXPECT_LT((rows.row(0).head<3>().transpose() - normal).norm(), 1e-15);
  EXPECT_LT(rows.row(0).tail<3>().norm(), 1e-15);
  EXPECT_LT((rows.row(1).head<3>().transpose() - along).norm(), 1e-15);
  // Rolling down, spin ω about y moves the contact point by −r ω × n.
  EXPECT_NEAR(rows(1, 4), -radius, 1e-15);
}

TEST(Model, SphereAgainstSphere) {
  ContactCandidate touch = ground_point("ball", Vector3d(0.0, 0.0, 0.1));
  touch.sphere.radius = 0.3;
  touch.against = ContactSphere{.body = "world", .center = {0.0, 0.0, -1.0}, .radius = 0.5};
  const Model model(
      {.name = "spheres", .bodies = {free_ball(1.0, 0.3)}, .parts = {.contacts = {touch}}});
  ModelWorkspace workspace(model);
  workspace.set_configuration(model.neutral());
  EXPECT_NEAR(workspace.gap(0), 1.1 - 0.8, 1e-15);
  EXPECT_LT((workspace.contact_normal(0) - Vector3d::UnitZ()).norm(), 1e-15);
}

// Four bars of length 1: a square, closed at one corner; two of the three rows are independent.
TEST(Model, FourBarLoop) {
  ModelDescription description{.name = "four bars"};
  description.bodies = {rod("a", "world"), rod("b", "a"), rod("c", "b")};
  LoopClosure loop{.name = "corner", .first = "c"};
  loop.first_placement.translation() = Vector3d(0.0, 0.0, -1.0);
  loop.second_placement.translation() = Vector3d(-1.0, 0.0, 0.0);
  description.parts.loops = {loop};
  ContactCandidate tip = ground_point("b", Vector3d::Zero());
  tip.against = ContactPlane{.point = {0.0, 0.0, -1.0}, .normal = Vector3d::UnitX()};
  description.parts.contacts = {tip};
  const Model model(description);
  ModelWorkspace workspace(model);
  const double right = std::acos(0.0);
  const Vector3d square(0.0, right, right);
  workspace.set_configuration(square);
  VectorXd residual(3);
  workspace.bilateral_residual(residual);
  EXPECT_LT(residual.norm(), 1e-15);
  EXPECT_EQ(workspace.bilateral_names(),
            (std::vector<std::string>{"corner.x", "corner.y", "corner.z"}));
  const ImpactProblem problem = make_problem(model, {square, VectorXd::Zero(3)}, {.closed = {"b"}});
  EXPECT_EQ(problem.bilateral_count(), 2);  // The y row moves nothing and is left out.
  EXPECT_TRUE(problem.bilateral_independent());
}

TEST(Model, LockedJointsLeaveTheProblem) {
  ModelDescription description{.name = "two rods",
                               .bodies = {rod("one", "world"), rod("two", "one")}};
  ContactCandidate tip = ground_point("two", Vector3d(0.0, 0.0, -1.0));
  tip.against = ContactPlane{.point = {0.0, 0.0, -1.9}};
  description.parts.contacts = {tip};
  const Model model(description);
  const State state{Eigen::Vector2d(0.4, 0.0), Eigen::Vector2d(1.0, 0.0)};
  const ImpactProblem free = make_problem(model, state, {.closed = {"two"}});
  const ImpactProblem locked = make_problem(model, state, {.closed = {"two"}, .locked = {"two"}});
  EXPECT_EQ(locked.coordinate_count(), 1);
  EXPECT_EQ(locked.mass_matrix()(0, 0), free.mass_matrix()(0, 0));
  EXPECT_NEAR(locked.mass_matrix()(0, 0), 8.0 / 3.0, 1e-14);
}

// A mechanism that moves in a plane has one tangent, along that plane; a plane that is oblique to
// the two tangents turns them into one.
TEST(Model, PlanarMechanismHasOneTangent) {
  for (const double turn : {0.0, 0.5, 2.0}) {
    BodyDescription upper = rod("one", "world"), lower = rod("two", "one");
    upper.placement.linear() = Eigen::AngleAxisd(turn, Vector3d::UnitZ()).toRotationMatrix();
    ModelDescription description{.name = "two rods", .bodies = {upper, lower}};
    ContactCandidate tip = ground_point("two", Vector3d(0.0, 0.0, -1.0));
    tip.friction = 0.4;
    description.parts.contacts = {tip};
    const Model model(description);
    const State state{Eigen::Vector2d(0.4, 0.3), Eigen::Vector2d(1.0, 0.0)};
    const ImpactProblem problem = make_problem(model, state, {.closed = {"two"}});
    ASSERT_EQ(problem.contacts()[0].tangents.rows(), 1) << turn;
    const double slip = problem.contacts()[0].tangents.row(0).dot(state.v);
    EXPECT_NEAR(std::abs(slip), std::cos(0.4) + std::cos(0.7), 1e-14);
  }
}

// Bodies in another order than depth first: coordinates follow the tree.
TEST(Model, CoordinatesAreDepthFirst) {
  const Model model(
      {.name = "tree",
       .bodies = {rod("a", "world"), rod("b", "a"), rod("c", "world"), rod("d", "a")}});
  EXPECT_EQ(model.coordinate_names(), (std::vector<std::string>{"a", "b", "d", "c"}));
  ModelWorkspace workspace(model);
  workspace.set_configuration(VectorXd::Zero(4));
  // Three rods hang on a: a itself, and b and d from its end.
  EXPECT_NEAR(workspace.mass_matrix()(0, 0), 1.0 / 3.0 + 2.0 * (1.0 / 12.0 + 1.5 * 1.5), 1e-14);
  EXPECT_NEAR(workspace.mass_matrix()(3, 3), 1.0 / 3.0, 1e-15);
  EXPECT_EQ(workspace.mass_matrix()(0, 3), 0.0);
}

TEST(Model, WarnsOfInertiaThatNoMatterHas) {
  BodyDescription body = free_ball(1.0, 0.1);
  body.inertia = Vector3d(1.0, 2.0, 3.5).asDiagonal();
  const Model model({.name = "odd", .bodies = {body}});
  ASSERT_EQ(model.parts().warnings.size(), 1u);
  EXPECT_EQ(
      model.parts().warnings[0],
      "body 'ball': principal moments of inertia = 1, 2, 3.5 kg m^2; no matter has one larger "
      "than the sum of the others; taken as given");
}

TEST(Model, ClosedWithinTheTolerance) {
  ModelDescription description{.name = "ball", .bodies = {free_ball(1.0, 0.1)}};
  description.parts.contacts = {ground_point("ball", Vector3d::Zero())};
  const Model model(description);
  State state{model.neutral(), VectorXd::Zero(6)};
  state.v[2] = -1.0;
  for (const double height : {0.0, 1e-7, -1e-3}) {
    state.q[2] = height;
    EXPECT_EQ(make_problem(model, state).contact_count(), 1) << height;
  }
  state.q[2] = 1e-3;
  EXPECT_EQ(make_problem(model, state, {.touching = 1e-2}).contact_count(), 1);
}

// A spring between two points pulls them together; the energies say the same.
TEST(Model, SpringsAndDampers) {
  ModelDescription description{.name = "rod", .bodies = {rod("one", "world")}};
  description.parts.joint_springs = {
      {.joint = "one", .stiffness = 2.0, .rest = 0.1, .damping = 0.5}};
  description.parts.point_springs = {{.name = "string",
                                      .first = "one",
                                      .first_point = {0.0, 0.0, -1.0},
                                      .second_point = {1.0, 0.0, -1.0},
                                      .stiffness = 3.0,
                                      .length = 0.2}};
  const Model model(description);
  ModelWorkspace workspace(model);
  VectorXd force(1), rate = VectorXd::Constant(1, 0.3);
  const auto potential = [&](double angle) {
    workspace.set_configuration(VectorXd::Constant(1, angle));
    return workspace.potential_energy();
  };
  constexpr double angle = 0.4, step = 1e-6;
  const double slope = (potential(angle + step) - potential(angle - step)) / (2.0 * step);
  potential(angle);
  workspace.passive_force(rate, force);
  VectorXd gravity(1);
  workspace.bias(VectorXd::Zero(1), gravity);
  EXPECT_NEAR(force[0] - gravity[0], -slope - 0.5 * 0.3, 1e-8);
}

// 200 joints in a row.
TEST(Model, LongChain) {
  ModelDescription description{.name = "chain"};
  for (int k = 0; k < 200; ++k) {
    description.bodies.push_back(
        rod("link " + std::to_string(k), k == 0 ? "world" : "link " + std::to_string(k - 1)));
  }
  ContactCandidate tip = ground_point("link 199", Vector3d(0.0, 0.0, -1.0));
  tip.against = ContactPlane{.point = {0.0, 0.0, -200.0}};
  description.parts.contacts = {tip};
  const Model model(description);
  ASSERT_EQ(model.velocity_size(), 200);
  VectorXd v = VectorXd::Zero(200);
  v[0] = 1.0;
  const ImpactProblem problem =
      make_problem(model, {VectorXd::Constant(200, 0.001), v}, {.closed = {"link 199"}});
  EXPECT_TRUE(resolve(problem, Plastic{}).ok());
}

TEST(Model, CoefficientsOfItsContacts) {
  ModelDescription description{.name = "ball", .bodies = {free_ball(1.0, 0.1)}};
  description.parts.contacts = {ground_point("ball", Vector3d::Zero()),
                                ground_point("ball", Vector3d::UnitX())};
  description.parts.contacts[1].name = "other";
  description.parts.contacts[1].static_friction = 0.7;
  description.parts.contacts[1].restitution = 0.25;
  const Model model(description);
  const Model rough = with_friction(model, 0.5);
  for (const ContactCandidate& contact : rough.contacts()) {
    EXPECT_EQ(contact.friction, 0.5);
    EXPECT_FALSE(contact.static_friction);
  }
  EXPECT_FALSE(rough.contacts()[0].restitution);
  const Model bounces = with_usual_restitution(model, 1.0);
  EXPECT_EQ(bounces.contacts()[0].restitution, 1.0);
  EXPECT_EQ(bounces.contacts()[1].restitution, 0.25);
  EXPECT_EQ(bounces.contacts()[1].static_friction, 0.7);
  EXPECT_THROW(static_cast<void>(with_friction(model, -1.0)), InvalidInput);
  EXPECT_THROW(static_cast<void>(with_usual_restitution(model, 1.5)), InvalidInput);
}

}  // namespace
}  // namespace carom::test
