// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scenes as a run starts them: what falls is still up, everything else as it lands; and what makes
// them move sensibly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "carom/error.h"
#include "carom/laws/propagative.h"
#include "carom/resolve.h"
#include "carom/scene.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using Eigen::VectorXd;
using testing::ElementsAre;
using Numbers = std::vector<double>;

VectorXd gaps(const SceneModel& scene) {
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  VectorXd values(static_cast<Eigen::Index>(scene.model.contacts().size()));
  for (Eigen::Index k = 0; k < values.size(); ++k) values[k] = workspace.gap(static_cast<int>(k));
  return values;
}

double energy(const SceneModel& scene) {
  ModelWorkspace workspace(scene.model);
  workspace.set_configuration(scene.state.q);
  return workspace.kinetic_energy(scene.state.v) + workspace.potential_energy();
}

std::vector<std::string> start_faults(const char* name, const SceneSettings& settings) {
  return faults_of([&] { (void)make_scene_start(name, settings); });
}

TEST(SceneStart, OthersStartAsTheyLand) {
  const std::set<std::string> dropped = {"trex", "atlas", "bouncing_ball"};
  for (const Scene& scene : all_scenes()) {
    if (dropped.contains(scene.name)) continue;
    SCOPED_TRACE(scene.name);
    const SceneModel start = make_scene_start(scene.name), lands = make_scene_model(scene.name);
    EXPECT_EQ(start.state.q, lands.state.q);
    EXPECT_EQ(start.state.v, lands.state.v);
    EXPECT_GE(start.model.contacts().size(), lands.model.contacts().size());
  }
}

struct Drop {
  const char* scene;
  SceneSettings settings;
  double height;
};

/// The same energy at the height as where it lands, and nothing but the height differs.
class Dropped : public testing::TestWithParam<Drop> {};

TEST_P(Dropped, HasNotFallenYet) {
  const auto& [name, settings, height] = GetParam();
  const SceneModel start = make_scene_start(name, settings);
  const SceneModel lands = make_scene_model(name, settings);
  EXPECT_EQ(start.state.v.norm(), 0.0);
  const VectorXd up = gaps(start), down = gaps(lands);
  EXPECT_LT((up.head(down.size()) - down - VectorXd::Constant(down.size(), height)).norm(), 1e-12);
  EXPECT_GE(up.minCoeff(), height - 1e-12);
  EXPECT_NEAR(energy(start), energy(lands), 1e-12 * std::abs(energy(start)));
  EXPECT_GT(lands.state.v.norm(), 0.0);
}

INSTANTIATE_TEST_SUITE_P(
    SceneStart, Dropped,
    testing::Values(
        Drop{"block", {{"height", 0.05}}, 0.05},
        Drop{"block", {{"height", 0.05}, {"tilt", 0.17}, {"points", 8.0}}, 0.05},
        Drop{"bouncing_ball", {}, 1.0},
        Drop{"bouncing_ball", {{"height", 0.3}, {"gravity", 1.62}, {"radius", 0.7}}, 0.3},
        Drop{"trex", {}, 17.0}, Drop{"trex", {{"drop", 3.0}}, 3.0},
        Drop{"atlas", {{"motion", std::string("drop")}}, 0.05},
        Drop{"atlas", {{"drop", 0.2}, {"knee", 0.4}}, 0.2}));

TEST(SceneStart, BlockKeepsTheVelocityGiven) {
  const Numbers velocity = {1.0, 2.0, -3.0, 0.1, 0.2, 0.3};
  const SceneModel thrown = make_scene_start("block", {{"height", 0.5}, {"velocity", velocity}});
  EXPECT_EQ(thrown.state.v, Eigen::Map<const VectorXd>(velocity.data(), 6));
  EXPECT_NEAR(gaps(thrown).minCoeff(), 0.5, 1e-15);
}

TEST(SceneStart, BlockOfTheRockingSequence) {
  const SceneModel start = make_scene_start("block", {{"height", 0.05}, {"tilt", M_PI / 18.0}});
  const VectorXd heights = gaps(start);
  EXPECT_NEAR(heights[1], 0.05, 1e-15);  // the edge at +x
  EXPECT_NEAR(heights[2], 0.05, 1e-15);
  EXPECT_NEAR(heights[0], 0.05 + 0.2 * std::sin(M_PI / 18.0), 1e-15);
  // rocking_sequence.json: 0.6533970651437467 J above flat rest
  EXPECT_NEAR(energy(start) - 9.81 * 0.05, 0.6533970651437467, 1e-14);
}

TEST(SceneStart, AtlasKeepsTheVelocityGiven) {
  const SceneModel start = make_scene_start("atlas", {{"velocity", Numbers{0.1, 0, -1, 0, 0, 0}}});
  EXPECT_EQ(start.state.v[2], -1.0);
  EXPECT_NEAR(gaps(start).minCoeff(), 0.0, 1e-12);
}

TEST(SceneStart, AtlasStandsToWalk) {
  for (const char* motion : {"", "walk", "stand", "quasi_static"}) {
    for (const char* version : {"v1", "v3"}) {
      SceneSettings settings = {{"version", std::string(version)}};
      if (*motion != '\0') settings["motion"] = std::string(motion);
      const SceneModel start = make_scene_start("atlas", settings);
      EXPECT_EQ(start.state.v.norm(), 0.0);
      EXPECT_LT(gaps(start).cwiseAbs().maxCoeff(), 1e-15);
      const Model& model = start.model;
      for (const Joint& joint : model.joints()) {
        const double q = start.state.q[joint.q];
        if (joint.name.ends_with("leg_kny")) {
          EXPECT_EQ(q, 0.45);
        }
        if (joint.name.find("_arm_") == std::string::npos) continue;
        EXPECT_GE(q - model.lower_limit()[joint.q], 0.25 - 1e-15) << joint.name;
        EXPECT_GE(model.upper_limit()[joint.q] - q, 0.25 - 1e-15) << joint.name;
      }
    }
  }
  const SceneModel bent = make_scene_start("atlas", {{"knee", 0.6}});
  EXPECT_EQ(
      bent.state.q[bent.model.joints()[static_cast<std::size_t>(bent.model.joint("l_leg_kny"))].q],
      0.6);
}

TEST(SceneStart, AtlasFallsOrWalks) {
  EXPECT_THAT(start_faults("atlas", {{"drop", 0.1}, {"motion", std::string("walk")}}),
              ElementsAre("scene 'atlas': drop and motion = walk are both given; expected one of "
                          "them; motion = drop falls"));
  EXPECT_THAT(start_faults("atlas", {{"velocity", Numbers{0, 0, -1, 0, 0, 0}},
                                     {"motion", std::string("stand")}}),
              ElementsAre("scene 'atlas': velocity and motion = stand are both given; expected one "
                          "of them; motion = drop falls"));
  const SceneModel up = make_scene_start("atlas", {{"drop", 0.1}});
  EXPECT_NEAR(gaps(up).minCoeff(), 0.1, 1e-12);
}

TEST(SceneStart, VeeIsAlreadySo) {
  const SceneModel start = make_scene_start("vee", {{"height", 0.4}});
  EXPECT_NEAR(gaps(start).minCoeff(), 0.4, 1e-15);
  EXPECT_EQ(start.state.v[1], -2.0);
}

TEST(SceneStart, BouncingBallBouncesByItsCoefficient) {
  const Outcome outcome = resolve(make_scene("bouncing_ball"), Propagative{});
  ASSERT_TRUE(outcome.ok());
  EXPECT_NEAR(outcome.velocity_plus[2], 0.8 * std::sqrt(2.0 * 9.81), 1e-14);
  EXPECT_EQ(make_scene("bouncing_ball").contact_count(), 1);
}

TEST(SceneStart, BouncingBallThrownUp) {
  const SceneSettings up = {{"velocity", Numbers{0.5, 0.0, 3.0}}, {"spin", Numbers{0, 7, 0}}};
  const SceneModel start = make_scene_start("bouncing_ball", up);
  const SceneModel lands = make_scene_model("bouncing_ball", up);
  EXPECT_EQ(start.state.v[2], 3.0);
  EXPECT_NEAR(lands.state.v[2], -std::sqrt(9.0 + 2.0 * 9.81), 1e-14);
  EXPECT_EQ(lands.state.v[0], 0.5);
  EXPECT_EQ(lands.state.v[4], 7.0);
  const SceneModel inertia = make_scene_start("bouncing_ball", {{"radius", 0.5}, {"mass", 2.0}});
  ModelWorkspace workspace(inertia.model);
  workspace.set_configuration(inertia.state.q);
  EXPECT_NEAR(workspace.mass_matrix()(4, 4), 0.4 * 2.0 * 0.25, 1e-15);
}

TEST(SceneStart, BouncingBallRefuses) {
  EXPECT_THAT(start_faults("bouncing_ball", {{"mass", 0.0},
                                             {"radius", -1.0},
                                             {"height", -1.0},
                                             {"restitution", 1.5},
                                             {"friction", -0.1},
                                             {"velocity", Numbers{1, 2}},
                                             {"spin", Numbers{0, NAN, 0}},
                                             {"gravity", -9.81}}),
              ElementsAre("scene 'bouncing_ball': mass = 0 kg; expected > 0 and finite",
                          "scene 'bouncing_ball': radius = -1 m; expected > 0 and finite",
                          "scene 'bouncing_ball': height = -1 m; expected >= 0 and finite",
                          "scene 'bouncing_ball': restitution = 1.5; expected 0 <= restitution "
                          "<= 1",
                          "scene 'bouncing_ball': friction = -0.1; expected >= 0 and finite",
                          "scene 'bouncing_ball': velocity has 2 entries; expected 3, along x, y, "
                          "z, at the height",
                          "scene 'bouncing_ball': spin[1] = nan; expected a finite number",
                          "scene 'bouncing_ball': gravity = -9.81 m/s^2; expected >= 0 and "
                          "finite"));
  EXPECT_THAT(
      test::faults_of([] { (void)make_scene_model("bouncing_ball", {{"gravity", 0.0}}); }),
      ElementsAre("scene 'bouncing_ball': height = 1 m, gravity = 0 and velocity[2] = 0 m/s: it "
                  "never lands; expected gravity, a velocity downwards or height = 0"));
  EXPECT_NO_THROW((void)make_scene_start("bouncing_ball", {{"gravity", 0.0}}));
}

TEST(SceneStart, SpringsOfTrexGiveNoImpulse) {
  const SceneSettings without = {{"knee_stiffness", 0.0},
                                 {"knee_damping", 0.0},
                                 {"tail_stiffness", 0.0},
                                 {"tail_damping", 0.0}};
  const ImpactProblem with = make_scene("trex"), bare = make_scene("trex", without);
  EXPECT_EQ(with.mass_matrix(), bare.mass_matrix());
  EXPECT_EQ(with.contact_jacobian(), bare.contact_jacobian());
  EXPECT_EQ(with.contact_count(), 2);
  EXPECT_EQ(with.velocity(), bare.velocity());
}

TEST(SceneStart, SpringsOfTrexCarryItsWeight) {
  const SceneModel scene = make_scene_start("trex");
  const auto& springs = scene.model.parts().joint_springs;
  ASSERT_EQ(springs.size(), 3u);
  const double moment = scene.model.total_mass() * 981.0 * 10.0;  // its weight at a lower leg's end
  for (const JointSpring& spring : springs) {
    EXPECT_GT(spring.stiffness, moment) << spring.joint;  // less than 1 rad
    EXPECT_GT(spring.damping, 0.0) << spring.joint;
    EXPECT_EQ(spring.rest, scene.state.q[scene.model.joint(spring.joint)]) << spring.joint;
  }
}

TEST(SceneStart, BodiesMayTouchInARunOnly) {
  EXPECT_EQ(make_scene_model("trex").model.contacts().size(), 3u);
  const SceneModel trex = make_scene_start("trex", {{"drop", 0.0}, {"friction", 0.2}});
  ASSERT_EQ(trex.model.contacts().size(), 5u);
  EXPECT_NEAR(gaps(trex)[3], trex.state.q[1] - 7.0, 1e-12);
  EXPECT_EQ(trex.model.contacts()[4].friction, 0.2);
  EXPECT_EQ(make_scene_model("rhex").model.contacts().size(), 2u);
  const SceneModel rhex = make_scene_start("rhex");
  ASSERT_EQ(rhex.model.contacts().size(), 4u);
  EXPECT_NEAR(gaps(rhex)[2], rhex.state.q[1] - 0.075, 1e-15);
}

/// Given both hips, the lower foot is on the ground, whichever it is.
TEST(SceneStart, RhexMayStartOnOneFoot) {
  const SceneModel right = make_scene_start("rhex", {{"phi_l", 2.5}, {"phi_r", -0.2}});
  EXPECT_EQ(right.state.q[3], 2.5);
  EXPECT_GT(gaps(right)[0], 0.1);
  EXPECT_NEAR(gaps(right)[1], 0.0, 1e-15);
  const SceneModel left = make_scene_start(
      "rhex", {{"phi_l", -0.2}, {"phi_r", 2.0}, {"theta", 0.1}, {"hL", -0.1}, {"hR", 0.1}});
  EXPECT_NEAR(gaps(left)[0], 0.0, 1e-15);
  EXPECT_GT(gaps(left)[1], 0.1);
}

/// On a table or a line nothing falls; everything else does.
TEST(SceneStart, GravityWhereItIsMeant) {
  for (const char* name : {"cradle", "billiards"}) {
    const SceneModel scene = make_scene_start(name);
    ModelWorkspace workspace(scene.model);
    workspace.set_configuration(scene.state.q);
    VectorXd bias(scene.model.velocity_size());
    workspace.bias(scene.state.v, bias);
    EXPECT_LT(bias.norm(), 1e-15) << name;
  }
  for (const char* name : {"pendulum_cradle", "double_pendulum", "vee", "rhex", "trex", "atlas",
                           "block", "bouncing_ball"}) {
    const SceneModel scene = make_scene_start(name);
    ModelWorkspace workspace(scene.model);
    workspace.set_configuration(scene.state.q);
    VectorXd bias(scene.model.velocity_size());
    workspace.bias(0.0 * scene.state.v, bias);
    EXPECT_GT(bias.norm(), 1.0) << name;
  }
}

TEST(SceneStart, FaultsNameTheScene) {
  EXPECT_THAT(start_faults("block", {{"height", -1.0}}),
              ElementsAre("scene 'block': height = -1 m; expected >= 0 and finite"));
}

}  // namespace
}  // namespace carom::test
