// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The scene `corner_ball` (S1 Fig. 2): rows, and the word `mode`, which is for the law.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "carom/scene.h"
#include "support/faults.h"

namespace carom::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Names = std::vector<std::string>;

TEST(CornerBall, RowsAndCoefficients) {
  const ImpactProblem problem = make_scene("corner_ball");
  EXPECT_EQ(problem.labels()->contacts, (Names{"ground", "wall"}));
  EXPECT_EQ(problem.mass_matrix().diagonal(), Eigen::Vector3d(1, 1, 0.125));
  EXPECT_EQ(problem.velocity(), Eigen::Vector3d(8, -4.43, 0));
  // Contact velocities (v_n1, v_t1, v_n2, v_t2) at q̇ = (7.7875, −4.1425, −0.1): second row of the
  // curve in reference/corner.json, whose v_n2 has the other sign.
  const Eigen::Vector4d c = problem.contact_jacobian() * Eigen::Vector3d(7.7875, -4.1425, -0.1);
  EXPECT_LT((c - Eigen::Vector4d(-4.1425, 7.7375, -7.7875, -4.1925)).norm(), 1e-14);
  for (const Contact& contact : problem.contacts()) {
    EXPECT_EQ(contact.friction, 0.25);
    EXPECT_EQ(contact.static_friction, 0.5);
    EXPECT_EQ(contact.restitution, 0.46234);
  }
}

TEST(CornerBall, RadiusChangesRowsAndInertia) {
  const ImpactProblem problem = make_scene("corner_ball", {{"radius", 2.0}});
  EXPECT_EQ(problem.mass_matrix()(2, 2), 2.0);
  EXPECT_EQ(problem.contacts()[0].tangents, Eigen::RowVector3d(1, 0, 2));
  EXPECT_EQ(problem.contacts()[1].tangents, Eigen::RowVector3d(0, 1, 2));
}

TEST(CornerBall, ModeIsForTheLaw) {
  const Scene& scene = find_scene("corner_ball");
  EXPECT_TRUE(law_settings(scene, {}).empty());
  EXPECT_TRUE(law_settings(scene, {{"radius", 1.0}}).empty());
  const SceneSettings settings{{"mode", parse_parameter(scene, "mode", " literal ")},
                               {"radius", 1.0}};
  const auto given = law_settings(scene, settings);
  ASSERT_EQ(given.size(), 1u);
  EXPECT_EQ(given.at("mode"), "literal");
  EXPECT_EQ(make_scene("corner_ball", settings).contact_jacobian(),
            make_scene("corner_ball", {{"radius", 1.0}}).contact_jacobian());
  EXPECT_TRUE(law_settings(find_scene("block"), {{"friction", 0.1}}).empty());
}

TEST(CornerBall, RefusesOtherWords) {
  const Scene& scene = find_scene("corner_ball");
  const char* message =
      "scene 'corner_ball': mode = 'litteral'; expected one of published_table, literal, "
      "stick_tested; did you mean 'literal'?";
  const SceneSettings settings{{"mode", std::string("litteral")}};
  EXPECT_THAT(faults_of([&] { (void)parse_parameter(scene, "mode", "litteral"); }),
              ElementsAre(message));
  EXPECT_THAT(faults_of([&] { (void)make_scene("corner_ball", settings); }), ElementsAre(message));
  EXPECT_THAT(faults_of([&] { (void)law_settings(scene, settings); }), ElementsAre(message));
  EXPECT_THAT(faults_of([&] { (void)make_scene("corner_ball", {{"mode", 1.0}}); }),
              ElementsAre("scene 'corner_ball': mode has the wrong kind; expected a word"));
}

TEST(CornerBall, RefusesCoefficients) {
  EXPECT_THAT(faults_of([] { (void)make_scene("corner_ball", {{"friction", 0.6}}); }),
              ElementsAre(HasSubstr("static_friction = 0.5 is below friction = 0.6")));
  EXPECT_THAT(
      faults_of([] {
        (void)make_scene(
            "corner_ball",
            {{"restitution", -0.1}, {"radius", 0.0}, {"velocity", std::vector<double>{1, 2}}});
      }),
      ElementsAre("scene 'corner_ball': radius = 0 m; expected > 0 and finite",
                  "scene 'corner_ball': velocity has 2 entries; expected 3, (x, y, spin)",
                  "scene 'corner_ball': restitution = -0.1; expected 0 <= restitution <= 1"));
}

}  // namespace
}  // namespace carom::test
