// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The rules that a landing, its page and maps share.
#include "design/landing/rules.h"

#include <gtest/gtest.h>

#include "carom/laws/newton.h"
#include "carom/scene.h"
#include "design/landing/spread.h"

namespace carom::design {
namespace {

TEST(LandingRules, CapsLowerWhatIsAskedForAndRaiseNothing) {
  const EnumerationOptions usual = quick({}), small = quick({.max_states = 7, .samples = 3});
  EXPECT_EQ(usual.max_states, 100'000U);
  EXPECT_EQ(usual.samples, 1'000U);
  EXPECT_EQ(usual.max_branches, 5'000U);
  EXPECT_EQ(small.max_states, 7U);
  EXPECT_EQ(small.samples, 3U);
}

TEST(LandingRules, TheLawGivenElseTheUsualOne) {
  EXPECT_EQ(usual_law(0.0).description().name, "plastic");
  EXPECT_EQ(usual_law(0.3).description().name, "propagative");
  LandingOptions options;
  options.analysis.restitution = 0.5;
  EXPECT_EQ(landing_law(options).description().name, "propagative");
  EXPECT_EQ(landing_law(options, 0.0).description().name, "plastic");
  options.law = Newton{.restitution = 0.5};
  EXPECT_EQ(landing_law(options).description().name, "newton");
  EXPECT_EQ(landing_law(options, 0.0).description().name, "newton");
}

TEST(LandingRules, RotorsAtJointsAlone) {
  const Model model = make_scene_model("atlas").model;
  const Joint& base = model.joints().front();
  ASSERT_EQ(base.kind, JointKind::free);
  const auto joints = [&](const Model& of) {
    return Eigen::VectorXd(of.parts().armature.tail(of.velocity_size() - base.v_size));
  };
  const Model none = with_rotors(model, 0.0, Rotors::all);
  EXPECT_TRUE(none.parts().armature.isZero(0.0));
  ModelParts parts = none.parts();
  parts.armature[base.v_size] = 0.2;
  const Model one = none.with(std::move(parts));
  const Eigen::VectorXd filled = joints(with_rotors(one, 0.01, Rotors::missing));
  EXPECT_EQ(filled[0], 0.2);
  EXPECT_TRUE((filled.tail(filled.size() - 1).array() == 0.01).all());
  const Model all = with_rotors(one, 0.01, Rotors::all);
  EXPECT_TRUE((joints(all).array() == 0.01).all());
  EXPECT_TRUE(all.parts().armature.head(base.v_size).isZero(0.0));
  EXPECT_TRUE(has_rotors(model, moving_velocities(model, {})));
  EXPECT_FALSE(has_rotors(model, moving_velocities(model, joints_to_lock(model))));
}

}  // namespace
}  // namespace carom::design
