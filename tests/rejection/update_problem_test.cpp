// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Every message of update_problem, and that the problem is as before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/error.h"
#include "carom/model.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A free ball that carries an arm, both with a point that may touch. `rod`: the arm's tip is tied
/// to a place on the ball.
ModelDescription ball_with_arm(bool rod = false) {
  ModelDescription description{.name = "ball"};
  BodyDescription body{.name = "ball", .kind = JointKind::free, .mass = 2.0};
  body.inertia = 0.1 * Eigen::Matrix3d::Identity();
  BodyDescription arm{.name = "arm", .parent = "ball", .kind = JointKind::revolute, .mass = 1.0};
  arm.axis = Eigen::Vector3d::UnitY();
  arm.inertia = 0.01 * Eigen::Matrix3d::Identity();
  description.bodies = {body, arm};
  for (const char* name : {"ball", "arm"}) {
    ContactCandidate point{.name = name, .friction = 0.5};
    point.sphere.body = name;
    point.sphere.center = {0.1, 0.0, 0.0};
    description.parts.contacts.push_back(point);
  }
  if (rod) {
    LoopClosure loop{.name = "rod", .first = "arm", .second = "ball"};
    loop.first_placement.translation() = loop.second_placement.translation() =
        Eigen::Vector3d(0.2, 0.0, 0.0);
    loop.directions = Eigen::Vector3d::UnitZ();
    description.parts.loops.push_back(loop);
  }
  return description;
}

State landing(const Model& model) {
  State state{model.neutral(), Eigen::VectorXd::Zero(model.velocity_size())};
  state.v[2] = -1.0;
  return state;
}

std::vector<std::string> update_problem_faults(const Model& model, const State& state,
                                               ModelWorkspace& workspace, ImpactProblem problem) {
  const ImpactProblem before = problem;
  try {
    update_problem(model, state, workspace, problem);
  } catch (const InvalidInput& error) {
    EXPECT_EQ(problem.delassus(), before.delassus());
    EXPECT_EQ(problem.velocity(), before.velocity());
    EXPECT_EQ(problem.contact_jacobian(), before.contact_jacobian());
    return error.faults();
  }
  return {};
}

TEST(RejectUpdateProblem, TheSamePasses) {
  for (const bool rod : {false, true}) {
    const Model model(ball_with_arm(rod));
    ModelWorkspace workspace(model);
    EXPECT_THAT(update_problem_faults(model, landing(model), workspace,
                                      make_problem(model, landing(model))),
                ElementsAre());
  }
}

TEST(RejectUpdateProblem, AnotherModelsWorkspaceOrProblem) {
  const Model model(ball_with_arm()), tied(ball_with_arm(true));
  ModelWorkspace workspace(model), other(tied);
  const auto problem = make_problem(model, landing(model));
  EXPECT_THAT(update_problem_faults(model, landing(model), other, problem),
              ElementsAre("workspace: made for model 'ball' with other parts; expected one made "
                          "for 'ball'; make a workspace of this model",
                          HasSubstr("problem 'ball' has 0 bilateral rows; expected the 1 of")));
  EXPECT_THAT(update_problem_faults(tied, landing(tied), other, problem),
              ElementsAre("problem 'ball' has 0 bilateral rows; expected the 1 of model 'ball'; "
                          "make it anew"));
}

TEST(RejectUpdateProblem, LockedJoints) {
  const Model model(ball_with_arm());
  ModelWorkspace workspace(model);
  const auto locked = make_problem(model, landing(model), {.locked = {"arm"}});
  EXPECT_THAT(update_problem_faults(model, landing(model), workspace, locked),
              ElementsAre("problem 'ball' has 6 coordinates; expected 7, as model 'ball' has; make "
                          "it anew where joints are locked"));
}

TEST(RejectUpdateProblem, AContactThatTheModelDoesNotHave) {
  const Model model(ball_with_arm());
  ModelDescription renamed = ball_with_arm();
  renamed.parts.contacts[1].name = "arms";
  const Model other(renamed);
  ModelWorkspace workspace(model);
  EXPECT_THAT(
      update_problem_faults(model, landing(model), workspace, make_problem(other, landing(other))),
      ElementsAre(HasSubstr("no contact 'arms'; expected one of ball, arm; did you mean "
                            "'arm'?")));
}

TEST(RejectUpdateProblem, WhatMakeProblemRefuses) {
  const Model model(ball_with_arm(true));
  ModelWorkspace workspace(model);
  const auto problem = make_problem(model, landing(model));
  State state = landing(model);
  state.v[0] = NAN;
  EXPECT_EQ(update_problem_faults(model, state, workspace, problem).size(), 1u);
  state = landing(model);
  state.q[7] = 0.3;  // the arm turns away
  EXPECT_THAT(update_problem_faults(model, state, workspace, problem),
              ElementsAre(HasSubstr("loop 'rod.1' is open by -0.059")));
  state = landing(model);
  state.v[6] = 1.0;  // against the rod
  EXPECT_THAT(update_problem_faults(model, state, workspace, problem),
              ElementsAre(HasSubstr("bilateral 'rod.1': row . velocity = ")));
}

}  // namespace
}  // namespace carom::test
