// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The tree of plain numbers against the model it comes from: masses, sizes, and where frames are,
// for every joint that descriptions, URDF and MJCF give.
#include "model/body_tree.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "carom/scene.h"
#include "model/multibody.h"
#include "simulation/variational/step.h"
#include "support/variational_models.h"

namespace carom::test {
namespace {

using Eigen::VectorXd;

void expect_same_tree(const Model& model, std::uint64_t seed, double world_mass = 0.0) {
  const BodyTree tree = model.bodies().tree();
  EXPECT_EQ(tree.configuration_size, model.configuration_size());
  EXPECT_EQ(tree.velocity_size, model.velocity_size());
  ASSERT_EQ(tree.frames.size(), model.frame_names().size());
  double mass = world_mass;
  int q = 0, v = 0;
  for (std::size_t k = 0; k < tree.joints.size(); ++k) {
    const TreeJoint& joint = tree.joints[k];
    EXPECT_LT(joint.parent, static_cast<int>(k));
    EXPECT_EQ(joint.q, q);
    EXPECT_EQ(joint.v, v);
    q += joint.q_size();
    v += joint.v_size();
    mass += joint.mass;
  }
  EXPECT_EQ(q, model.configuration_size());
  EXPECT_EQ(v, model.velocity_size());
  EXPECT_NEAR(mass, model.total_mass(), 1e-12 * (1.0 + mass));
  base::Random random(seed);
  const VectorXd at = random_configuration(model, random);
  ModelWorkspace workspace(model);
  workspace.set_configuration(at);
  simulation::VariationalStep step(model, {});
  const FramePlacements& placements = step.placements(at);
  for (int frame = 0; frame < static_cast<int>(tree.frames.size()); ++frame) {
    const double off =
        (placements.placement(frame).matrix() - workspace.placement(frame).matrix()).norm();
    EXPECT_LT(off, 1e-13) << model.name() << " " << model.frame_names()[frame];
  }
}

/// Of bodies that cannot move.
double mass_on_the_world(const ModelDescription& description) {
  std::map<std::string, bool> still = {{"world", true}};
  double mass = 0.0;
  for (const BodyDescription& body : description.bodies) {
    still[body.name] = body.kind == JointKind::fixed && still[body.parent];
    if (still[body.name]) mass += body.mass;
  }
  return mass;
}

TEST(BodyTree, OfRandomModels) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RandomModelSettings settings;
    settings.bodies = 1 + static_cast<int>(seed % 7);
    settings.vector_space = seed % 4 == 0;
    settings.coordinate_map = seed % 8 == 0;
    const RandomModel random = random_model(seed, settings);
    expect_same_tree(Model(random.description), seed, mass_on_the_world(random.description));
  }
}

TEST(BodyTree, OfScenes) {
  for (const char* name : {"chain", "double_pendulum", "pendulum_cradle", "free_body", "block",
                           "biped", "pantograph", "rhex", "trex"}) {
    expect_same_tree(make_scene_model(name).model, 3);
  }
}

TEST(BodyTree, OfUrdf) {
  expect_same_tree(urdf_series({"continuous", "revolute", "prismatic"}), 1, 1.0);
  expect_same_tree(urdf_series({"planar", "continuous"}), 2, 1.0);
  expect_same_tree(urdf_series({"revolute", "floating", "planar"}), 3, 1.0);
}

TEST(BodyTree, OfMjcfWithSeveralJointsOnABody) {
  const RobotFolder folder;
  expect_same_tree(load_robot(folder.write("robot.xml", R"(<mujoco><worldbody>
      <body name='a' pos='0.1 0 1'><freejoint/><geom size='.1'/>
        <body name='b' pos='0 0.2 0' euler='10 20 30'>
          <joint type='hinge' axis='1 0 0' pos='0 0 0.1'/><joint type='slide' axis='0 1 1'/>
          <joint type='hinge' axis='0 0 1'/><geom size='.1' pos='0.1 0.1 0'/>
          <body name='c' pos='0 0 -0.3'><joint type='ball'/><geom size='.1'/></body>
        </body></body></worldbody></mujoco>)")),
                   4);
}

TEST(BodyTree, HoldsArmatureUnderAMapOnly) {
  RandomModelSettings settings;
  settings.vector_space = true;
  RandomModel plain = random_model(16, settings);
  EXPECT_TRUE(Model(plain.description).bodies().tree().armature.isZero(0.0));
  settings.coordinate_map = true;
  const RandomModel mapped = random_model(16, settings);
  const BodyTree tree = Model(mapped.description).bodies().tree();
  EXPECT_EQ(tree.armature, mapped.joint_armature);
  EXPECT_EQ(tree.coordinate_map, mapped.description.coordinate_map);
}

}  // namespace
}  // namespace carom::test
