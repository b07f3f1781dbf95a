// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scene files that name a robot, and the files of scenes/ and of the documentation.
#include <gtest/gtest.h>

#include <fstream>

#include "carom/error.h"
#include "carom/scene_file.h"
#include "support/scene_file_text.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using Eigen::VectorXd;

constexpr const char* robot_text = R"(
robot = "robots/atlas_v1.urdf"
contacts = ["l_foot:corners", {frame = "r_sole", friction = 0.6, name = "right"},
            {frame = "r_foot", point = [0.178, 0, -0.081119], restitution = 0.2}]
friction = 0.8
restitution = 0
armature = 0.01
drop = 0.05
[posture]
root_joint = [0, 0, 0.927119, 0, 0, 0, 1]
)";

TEST(SceneFile, RobotWithContacts) {
  const SceneFile file = from(robot_text);
  EXPECT_EQ(file.kind, SceneFile::Kind::robot);
  EXPECT_EQ(file.name, "atlas_v1");
  EXPECT_EQ(file.robot, scenes / "robots/atlas_v1.urdf");
  const auto& contacts = file.scene.model.contacts();
  ASSERT_EQ(contacts.size(), 6u);
  EXPECT_EQ(contacts[0].friction, 0.8);
  EXPECT_EQ(contacts[4].name, "right");
  EXPECT_EQ(contacts[4].friction, 0.6);
  EXPECT_EQ(contacts[4].restitution, 0.0);
  EXPECT_EQ(contacts[5].restitution, 0.2);
  const VectorXd& armature = file.scene.model.parts().armature;
  EXPECT_EQ(armature.head(6).norm(), 0.0);
  EXPECT_EQ(armature.tail(28), VectorXd::Constant(28, 0.01));
  EXPECT_EQ(make_problem(file).contact_count(), 6);
}

TEST(SceneFile, RobotIsThatOfTheGallery) {
  const SceneFile file = from(R"(
robot = "robots/atlas_v3.urdf"
contacts = [{frame = "l_foot", point = [-0.082, 0.0624435, -0.081119]},
            {frame = "l_foot", point = [-0.082, -0.0624435, -0.081119]},
            {frame = "l_foot", point = [0.178, 0.0624435, -0.081119]},
            {frame = "l_foot", point = [0.178, -0.0624435, -0.081119]},
            {frame = "r_foot", point = [-0.082, 0.0624435, -0.081119]},
            {frame = "r_foot", point = [-0.082, -0.0624435, -0.081119]},
            {frame = "r_foot", point = [0.178, 0.0624435, -0.081119]},
            {frame = "r_foot", point = [0.178, -0.0624435, -0.081119]}]
friction = 0.8
restitution = 0
drop = 0.05
posture = {root_joint = [0, 0, 0.927119, 0, 0, 0, 1]}
)");
  expect_same(make_problem(file), make_scene("atlas", {{"version", std::string("v3")}}), 1e-12);
}

TEST(SceneFile, LocksAndFixedBase) {
  const SceneFile locked = from(robot_text, {{"lock", "all"}});
  EXPECT_EQ(locked.options.locked.size(), 28u);
  EXPECT_EQ(make_problem(locked).coordinate_count(), 6);
  const SceneFile hung = from(
      "robot = \"robots/atlas_v1.urdf\"\nbase = \"fixed\"\n"
      "contacts = [\"l_hand\"]\nvelocity = {l_arm_elx = 1}\n");
  EXPECT_FALSE(hung.scene.model.has_free_base());
  EXPECT_EQ(hung.scene.state.v.norm(), 1.0);
}

/// Every scene of the gallery has its file, whose values are the defaults; those that follow from
/// others are left out.
TEST(SceneFile, ZooOfTheGallery) {
  for (const Scene& scene : all_scenes()) {
    SCOPED_TRACE(scene.name);
    const fs::path path = scenes / (scene.name + ".toml");
    ASSERT_TRUE(fs::exists(path));
    const SceneFile file = load_scene_file(path);
    EXPECT_EQ(file.gallery, scene.name);
    EXPECT_EQ(file.source, scene.source);
    const SceneModel model = make_scene_model(scene.name);
    EXPECT_LT((file.scene.state.q - model.state.q).norm(), 1e-14 * (1.0 + model.state.q.norm()));
    EXPECT_LT((file.scene.state.v - model.state.v).norm(), 1e-14 * (1.0 + model.state.v.norm()));
    for (const SceneParameter& parameter : scene.parameters) {
      const bool empty = parameter.value == ParameterValue(std::vector<double>{});
      const bool left_out = empty || parameter.varies;
      const auto found = file.settings.find(parameter.name);
      EXPECT_NE(found != file.settings.end(), left_out) << parameter.name;
      if (!parameter.for_run || left_out) continue;
      EXPECT_EQ(found->second, parameter.value) << parameter.name;
    }
    try {
      const ImpactProblem problem = make_scene(scene.name);
      expect_same(make_problem(file), problem, 1e-14);
    } catch (const InvalidInput&) {  // nothing touches at its start
      EXPECT_THROW(static_cast<void>(make_problem(file)), InvalidInput);
    }
  }
}

TEST(SceneFile, OtherFilesOfTheZoo) {
  const SceneFile stool = load_scene_file(scenes / "stool.toml");
  const ImpactProblem problem = make_problem(stool);
  EXPECT_EQ(problem.contact_count(), 3);
  EXPECT_NEAR(stool.scene.model.total_mass(), 4.5, 1e-15);
  EXPECT_NEAR(problem.kinetic_energy(), 4.5 * 9.81 * 0.1, 1e-13);
  const SceneFile stance = load_scene_file(scenes / "atlas_stance.toml");
  EXPECT_EQ(make_problem(stance).contact_count(), 8);
  EXPECT_EQ(stance.law, "regular");
  EXPECT_EQ(stance.warnings, std::vector<std::string>{});
}

/// The examples of docs/scene_files.md.
TEST(SceneFile, ExamplesOfTheDocumentation) {
  std::ifstream page(scenes.parent_path() / "docs" / "scene_files.md");
  std::string line, block;
  std::vector<SceneFile::Kind> kinds;
  for (bool inside = false; std::getline(page, line);) {
    if (inside && line == "```") kinds.push_back(from(block).kind);
    if (line.starts_with("```")) {
      inside = line == "```toml";
      block.clear();
    } else if (inside) {
      block += line + "\n";
    }
  }
  using Kind = SceneFile::Kind;
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::gallery, Kind::robot, Kind::robot, Kind::bodies,
                                      Kind::gallery}));
}

}  // namespace
}  // namespace carom
