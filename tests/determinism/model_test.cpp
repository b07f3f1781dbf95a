// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The hot path of a model: configuration, rows, problem at another state, solve. No allocation from
// the second round on, and the same bits as from a fresh problem. (Counted here: everything but
// what shared libraries ask for by themselves; valgrind sees none of that either.)
#include "carom/model.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "carom/laws.h"
#include "support/allocations.h"

namespace carom::test {
namespace {

BodyDescription body(const char* name, const char* parent, JointKind kind, Eigen::Vector3d at,
                     double mass) {
  BodyDescription part{.name = name, .parent = parent, .kind = kind, .mass = mass};
  part.axis = Eigen::Vector3d::UnitY();
  part.placement.translation() = at;
  part.center = {0.0, 0.0, -0.1};
  part.inertia = 0.01 * mass * Eigen::Vector3d(1.0, 1.2, 0.8).asDiagonal().toDenseMatrix();
  return part;
}

/// A trunk on two legs of thigh and shank, a ball under each. `bar`: a rod keeps the shanks
/// together.
Model walker(bool bar) {
  ModelDescription description{.name = "walker"};
  description.bodies = {body("trunk", "world", JointKind::free, {0, 0, 0}, 5.0),
                        body("left thigh", "trunk", JointKind::revolute, {0, 0.1, -0.1}, 1.0),
                        body("left shank", "left thigh", JointKind::revolute, {0, 0, -0.3}, 0.5),
                        body("right thigh", "trunk", JointKind::revolute, {0, -0.1, -0.1}, 1.0),
                        body("right shank", "right thigh", JointKind::revolute, {0, 0, -0.3}, 0.5)};
  for (const char* side : {"left", "right"}) {
    ContactCandidate ball{.name = side, .friction = 0.7, .restitution = 0.3};
    ball.sphere = {std::string(side) + " shank", {0, 0, -0.3}, 0.02};
    description.parts.contacts.push_back(ball);
  }
  if (bar) {
    LoopClosure loop{.name = "bar", .first = "left shank", .second = "right shank"};
    loop.first_placement.translation() = Eigen::Vector3d(0, 0, -0.2);
    loop.second_placement.translation() = Eigen::Vector3d(0, 0.2, -0.2);
    loop.directions = Eigen::Vector3d::UnitX();
    description.parts.loops.push_back(loop);
  }
  return Model(description);
}

/// Both balls on the ground, knees bent by `bend`.
State landing(const Model& model, double bend) {
  State state{model.neutral(), Eigen::VectorXd::Zero(model.velocity_size())};
  state.q[7] = state.q[9] = -bend;
  state.q[8] = state.q[10] = 2.0 * bend;
  ModelWorkspace workspace(model);
  workspace.set_configuration(state.q);
  state.q[2] -= workspace.gap(0);
  state.v[0] = 0.4, state.v[2] = -1.0;
  return state;
}

void expect_same_problem(const ImpactProblem& a, const ImpactProblem& b) {
  EXPECT_EQ(a.mass_matrix(), b.mass_matrix());
  EXPECT_EQ(a.contact_jacobian(), b.contact_jacobian());
  EXPECT_EQ(a.delassus(), b.delassus());
  EXPECT_EQ(a.velocity_per_impulse(), b.velocity_per_impulse());
  EXPECT_EQ(a.bilateral_per_impulse(), b.bilateral_per_impulse());
  EXPECT_EQ(a.gram(), b.gram());
  EXPECT_EQ(a.momentum(), b.momentum());
}

TEST(ModelHotPath, UpdateIsAFreshProblemWithoutAllocation) {
  for (const bool bar : {false, true}) {
    const Model model = walker(bar);
    const State first = landing(model, 0.3), second = landing(model, 0.5);
    ModelWorkspace workspace(model);
    ImpactProblem problem = make_problem(model, first, {}, workspace);
    ASSERT_EQ(problem.contact_count(), 2);
    ASSERT_EQ(problem.bilateral_count(), bar ? 1 : 0);
    const long before = allocations;
    for (int k = 0; k < 3; ++k) {
      update_problem(model, k == 1 ? first : second, workspace, problem);
    }
    EXPECT_EQ(allocations - before, 0);
    expect_same_problem(problem, make_problem(model, second));
    EXPECT_EQ(problem.name(), "walker");
  }
}

TEST(ModelHotPath, KinematicsDoNotAllocate) {
  const Model model = walker(true);
  const State state = landing(model, 0.3);
  ModelWorkspace workspace(model);
  Eigen::MatrixXd rows(3, model.velocity_size()), bars(1, model.velocity_size());
  Eigen::Matrix3Xd jacobian(3, model.velocity_size());
  Eigen::VectorXd force(model.velocity_size()), residual(1);
  double sum = 0.0;
  long before = 0;
  for (int k = 0; k < 3; ++k) {
    if (k == 1) before = allocations;
    workspace.set_configuration(state.q);
    for (int contact = 0; contact < 2; ++contact) {
      workspace.contact_rows(contact, rows);
      sum += workspace.gap(contact) + workspace.contact_normal(contact)[2] + rows(0, 0);
    }
    workspace.bilateral_rows(bars);
    workspace.bilateral_residual(residual);
    workspace.bias(state.v, force);
    workspace.passive_force(state.v, force);
    workspace.point_jacobian(1, {0.1, 0, 0}, jacobian);
    workspace.angular_jacobian(1, jacobian);
    sum += workspace.kinetic_energy(state.v) + workspace.potential_energy();
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(ModelHotPath, ALandingAllocatesNothingAfterTheFirst) {
  const Model model = walker(false);
  const State states[] = {landing(model, 0.3), landing(model, 0.5)};
  ModelWorkspace workspace(model);
  ImpactProblem problem = make_problem(model, states[0], {}, workspace);
  const Law law = Regular{};
  Workspace scratch;
  Outcome outcome;
  long before = 0;
  for (int k = 0; k < 6; ++k) {
    if (k == 2) before = allocations;
    update_problem(model, states[k % 2], workspace, problem);
    solve(problem, law, scratch, outcome);
    ASSERT_TRUE(outcome.ok()) << outcome.message;
  }
  EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace carom::test
