// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Atlas: the gallery's scene and the URDF files written from the same facts. Expected numbers are
// those of scenes/robots/atlas_facts.json (osrf/drcsim; sums and centres of mass taken there with
// numpy), printed to all digits.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>

#include "carom/error.h"
#include "carom/robot.h"
#include "carom/scene.h"
#include "support/files.h"

namespace carom {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

struct Version {
  const char* name;
  double mass;
  Vector3d center;
  const char* knee;
};
const Version versions[] = {{"v1",
                             90.61993999999999,
                             {0.017189536021145015, -0.00028317312402193205, 0.07917512348906876},
                             "l_leg_kny"},
                            {"v3",
                             147.67383999999998,
                             {-0.01471357026132727, -6.10541694332571e-05, 0.21363045838084793},
                             "l_leg_kny"}};

std::filesystem::path robot_file(const std::string& version) {
  return test::project_root / "scenes" / "robots" / ("atlas_" + version + ".urdf");
}

SceneModel atlas_version(const std::string& version, SceneSettings settings = {}) {
  settings["version"] = version;
  return make_scene_model("atlas", settings);
}

/// A posture with every joint off zero and the base turned; by the names of the joints.
VectorXd crooked(const Model& model) {
  VectorXd dv(model.velocity_size());
  for (const Joint& joint : model.joints()) {
    for (int k = 0; k < joint.v_size; ++k) {
      double sum = 0.0;
      for (const char c : joint.name) sum += c;
      dv[joint.v + k] = 0.4 * std::sin(sum + k);
    }
  }
  return model.integrate(model.neutral(), dv);
}

TEST(Atlas, SizesAndMasses) {
  for (const Version& version : versions) {
    const Model model = atlas_version(version.name).model;
    EXPECT_EQ(model.joints().size(), 29u);  // 28 and the free base
    EXPECT_EQ(model.velocity_size(), 34);
    EXPECT_EQ(model.configuration_size(), 35);
    EXPECT_TRUE(model.has_free_base());
    EXPECT_EQ(model.parts().actuators.size(), 28u);
    EXPECT_NEAR(model.total_mass(), version.mass, 1e-12);
  }
}

TEST(Atlas, ZeroPose) {
  for (const Version& version : versions) {
    const Model model = atlas_version(version.name).model;
    ModelWorkspace workspace(model);
    workspace.set_configuration(model.neutral());
    EXPECT_LT((workspace.center_of_mass() - version.center).norm(), 1e-15);
    const Vector3d foot = workspace.position(model.frame("l_foot"), Vector3d::Zero());
    EXPECT_LT((foot - Vector3d(0.0, 0.089, -0.846)).norm(), 1e-15);
    const Vector3d sole = workspace.position(model.frame("r_sole"), Vector3d::Zero());
    EXPECT_LT((sole - Vector3d(0.048, -0.089, -0.846 - 0.081119)).norm(), 1e-15);
  }
}

TEST(Atlas, FileAndSceneAreTheSameRobot) {
  for (const Version& version : versions) {
    const Model scene = atlas_version(version.name).model;
    const Model file = load_robot(robot_file(version.name));
    ASSERT_EQ(file.velocity_size(), scene.velocity_size());
    for (std::size_t k = 0; k < scene.joints().size(); ++k) {
      EXPECT_EQ(file.joints()[k].name, scene.joints()[k].name);
      EXPECT_EQ(file.joints()[k].v, scene.joints()[k].v);
    }
    ModelWorkspace first(scene), second(file);
    first.set_configuration(crooked(scene));
    second.set_configuration(crooked(file));
    const MatrixXd& M = first.mass_matrix();
    EXPECT_LT((M - second.mass_matrix()).norm(), 1e-12 * M.norm());
    EXPECT_LT((first.center_of_mass() - second.center_of_mass()).norm(), 1e-14);
    EXPECT_EQ(file.lower_limit().tail(28), scene.lower_limit().tail(28));
    EXPECT_EQ(file.upper_limit().tail(28), scene.upper_limit().tail(28));
    EXPECT_EQ(file.effort_limit().tail(28), scene.effort_limit().tail(28));
    for (const char* frame : {"l_sole", "r_sole", "head", "l_hand"}) {
      EXPECT_LT((first.placement(scene.frame(frame)).matrix() -
                 second.placement(file.frame(frame)).matrix())
                    .norm(),
                1e-14)
          << frame;
    }
  }
}

TEST(Atlas, SolesTouchExactly) {
  for (const Version& version : versions) {
    for (const double points : {1.0, 4.0, 8.0, 16.0}) {
      for (const double knee : {0.0, 0.45, 1.2}) {
        const SceneModel scene =
            atlas_version(version.name, {{"points_per_foot", points}, {"knee", knee}});
        ModelWorkspace workspace(scene.model);
        workspace.set_configuration(scene.state.q);
        ASSERT_EQ(scene.model.contacts().size(), static_cast<std::size_t>(2 * points));
        for (int k = 0; k < 2 * points; ++k) EXPECT_NEAR(workspace.gap(k), 0.0, 1e-15) << k;
        EXPECT_NEAR(
            scene.state.q
                [scene.model.joints()[static_cast<std::size_t>(scene.model.joint(version.knee))].q],
            knee, 0.0);
      }
    }
  }
}

TEST(Atlas, GridOfSixteenHasTheCorners) {
  const SceneModel coarse = atlas_version("v1"),
                   fine = atlas_version("v1", {{"points_per_foot", 16.0}});
  const std::vector<ContactCandidate>&four = coarse.model.contacts(), &grid = fine.model.contacts();
  EXPECT_EQ(grid[15].name, "l_foot_16");
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t corner = std::array<std::size_t, 4>{0, 3, 12, 15}[k];
    EXPECT_EQ(grid[corner].sphere.center, four[k].sphere.center) << k;
  }
  const Vector3d step = grid[5].sphere.center - grid[0].sphere.center;
  EXPECT_LT((step - Vector3d(0.26 / 3.0, -0.124887 / 3.0, 0.0)).norm(), 1e-15);
}

TEST(Atlas, CornersOfTheFileAreTheFourPoints) {
  const SceneModel scene = atlas_version("v3");
  const Model file = load_robot(robot_file("v3"));
  const auto corners = ground_contacts(file, {"l_foot:corners"}, scene.state.q);
  ASSERT_EQ(corners.size(), 4u);
  for (const ContactCandidate& corner : corners) {
    double nearest = 1.0;
    for (const ContactCandidate& contact : scene.model.contacts()) {
      if (contact.sphere.body != "l_foot") continue;
      nearest = std::min(nearest, (contact.sphere.center - corner.sphere.center).norm());
    }
    EXPECT_LT(nearest, 1e-15) << corner.name;
  }
}

TEST(Atlas, ProblemOfADrop) {
  const ImpactProblem problem = make_scene("atlas");
  EXPECT_EQ(problem.coordinate_count(), 34);
  EXPECT_EQ(problem.contact_count(), 8);
  // Every point comes down with √(2 g h), h = 0.05 m.
  const double speed = std::sqrt(2.0 * 9.81 * 0.05);
  for (int k = 0; k < 8; ++k) {
    const Contact& contact = problem.contacts()[static_cast<std::size_t>(k)];
    EXPECT_NEAR(contact.normal.dot(problem.velocity()), -speed, 1e-15);
    EXPECT_EQ(contact.tangents.rows(), 2);
    EXPECT_EQ(contact.friction, 0.8);
  }
  EXPECT_NEAR(problem.kinetic_energy(), 90.61993999999999 * 9.81 * 0.05, 1e-12);
}

TEST(Atlas, VelocityOfThePelvisOrOfEverything) {
  const SceneModel six =
      atlas_version("v1", {{"velocity", std::vector<double>{0.1, 0.0, -1.0, 0.0, 0.2, 0.0}}});
  EXPECT_EQ(six.state.v[0], 0.1);
  EXPECT_EQ(six.state.v[4], 0.2);
  EXPECT_EQ(six.state.v.tail(28).norm(), 0.0);
  std::vector<double> all(34, 0.0);
  all.back() = 3.0;
  EXPECT_EQ(atlas_version("v1", {{"velocity", all}}).state.v[33], 3.0);
}

TEST(Atlas, FaultsAreToldTogether) {
  try {
    static_cast<void>(atlas_version("v1", {{"points_per_foot", 5.0},
                                           {"knee", 1.5},
                                           {"drop", 0.1},
                                           {"friction", -1.0},
                                           {"velocity", std::vector<double>{1.0}}}));
    FAIL();
  } catch (const InvalidInput& error) {
    const std::vector<std::string> expected = {
        "scene 'atlas': points_per_foot = 5; expected 1, 4, 8 or 16",
        "scene 'atlas': knee = 1.5 rad; expected 0 <= knee <= 1.396, where hips, knees and ankles "
        "of v1 are inside their limits",
        "scene 'atlas': friction = -1; expected >= 0 and finite",
        "scene 'atlas': velocity has 1 entries; expected 6 (pelvis: linear, angular, in its axes) "
        "or 34 (then the joints in their order)",
        "scene 'atlas': drop and velocity are both given; expected one of them"};
    EXPECT_EQ(error.faults(), expected);
  }
}

}  // namespace
}  // namespace carom
