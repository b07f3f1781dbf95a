// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What analyze_landing refuses, with all faults at once: a ball above the ground, one contact.
#include "carom/landing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/faults.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Model ball_model() {
  ModelDescription description;
  description.name = "ball";
  BodyDescription body;
  body.name = "ball";
  body.kind = JointKind::free;
  body.mass = 1.0;
  body.inertia = 0.1 * Eigen::Matrix3d::Identity();
  description.bodies.push_back(body);
  ContactCandidate contact;
  contact.name = "bottom";
  contact.sphere = {.body = "ball", .center = Eigen::Vector3d::Zero(), .radius = 0.5};
  description.parts.contacts.push_back(contact);
  return Model(description);
}

State above_ground(const Model& model, double height) {
  State state{model.neutral(), Eigen::VectorXd::Zero(model.velocity_size())};
  state.q[2] = height;
  state.v[2] = -1.0;
  return state;
}

std::vector<std::string> landing_faults(const LandingOptions& options, double height = 0.5) {
  const Model model = ball_model();
  return faults_of(
      [&] { static_cast<void>(analyze_landing(model, above_ground(model, height), options)); });
}

TEST(LandingRejection, Options) {
  LandingOptions options;
  options.restitutions = {0.5, 1.5, -0.1};
  options.rotor_inertia = 0.0;
  options.posture_step = -1.0;
  EXPECT_THAT(landing_faults(options),
              ElementsAre("landing: restitutions has 1.5; expected 0 to 1",
                          "landing: restitutions has -0.1; expected 0 to 1",
                          "landing: rotor_inertia = 0; expected a finite number > 0",
                          "landing: posture_step = -1; expected a finite number > 0"));
  LandingOptions steps;
  steps.posture_steps = -1;
  EXPECT_THAT(landing_faults(steps), ElementsAre("landing: posture_steps = -1; expected >= 0"));
}

TEST(LandingRejection, Restitution) {
  LandingOptions options;
  options.analysis.restitution = 1.5;
  EXPECT_THAT(landing_faults(options),
              ElementsAre("analysis: restitution = 1.5; expected 0 <= restitution <= 1"));
}

TEST(LandingRejection, WhatMakeProblemRefuses) {
  EXPECT_THAT(landing_faults({}, 0.7),
              ElementsAre(HasSubstr("nothing touches; gaps: 'bottom' 0.2")));
  LandingOptions options;
  options.problem.closed = {"botom"};
  EXPECT_THAT(landing_faults(options), ElementsAre(HasSubstr("did you mean 'bottom'?")));
}

TEST(LandingRejection, NothingWrong) { EXPECT_TRUE(landing_faults({}).empty()); }

}  // namespace
}  // namespace carom::test
