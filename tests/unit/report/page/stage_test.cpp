// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What moves around one impact: names of velocities, bodies seen from the front, how long motion
// goes on straight.
#include <gtest/gtest.h>

#include "carom/error.h"
#include "carom/scene.h"
#include "report/page/impact.h"

namespace carom {
namespace {

using report::Json;
using report::PageStage;

TEST(PageStage, NamesOfVelocitiesLeaveOutWhatIsLocked) {
  const SceneModel scene = make_scene_model("rhex");
  const PageStage stage(
      {.model = &scene.model, .state = scene.state, .locked = {"gammaL", "phiR"}});
  const ImpactProblem problem =
      make_problem(scene.model, scene.state, {.locked = {"gammaL", "phiR"}});
  const std::vector<std::string> names = stage.velocity_names(problem);
  ASSERT_EQ(names.size(), 5u);
  for (const std::string& name : names) {
    EXPECT_EQ(name.find("gammaL"), name.npos);
    EXPECT_EQ(name.find("phiR"), name.npos);
  }
}

TEST(PageStage, WithoutAModelVelocitiesAreCounted) {
  const PageStage stage({});
  EXPECT_FALSE(stage.drawing);
  EXPECT_EQ(stage.velocity_names(make_scene("cradle")),
            (std::vector<std::string>{"velocity 1", "velocity 2", "velocity 3"}));
}

TEST(PageStage, AStateOfAnotherModelIsRefused) {
  const SceneModel scene = make_scene_model("rhex");
  EXPECT_THROW(PageStage({.model = &scene.model, .state = make_scene_model("vee").state}),
               InvalidInput);
}

TEST(PageStage, FromTheFrontASolidHidesNoRod) {
  const SceneModel scene = make_scene_model("rhex");
  const PageStage stage({.model = &scene.model, .state = scene.state});
  const Json drawing = stage.drawing->document();
  ASSERT_FALSE(drawing.at("planar").is_null());
  double rod = 0.0, depth = 0.0;
  for (const Json& body : drawing.at("bodies")) {
    for (const Json& shape : body.at("shapes")) {
      if (shape.at("kind") == "capsule") rod = shape.at("radius").get<double>();
      if (shape.at("kind") != "box") continue;
      depth = std::min({shape.at("size")[0].get<double>(), shape.at("size")[1].get<double>(),
                        shape.at("size")[2].get<double>()});
    }
  }
  EXPECT_GT(depth, 0.0);
  EXPECT_LT(0.5 * depth, rod);
}

TEST(PageStage, StraightMotionEndsBeforeBodiesAreInTheGround) {
  const SceneModel scene = make_scene_model("vee");
  PageStage stage({.model = &scene.model, .state = scene.state});
  const Eigen::VectorXd down = scene.state.v;  // both feet touch and go on
  const double into = report::straight_span(stage.place, down);
  EXPECT_LT(into, report::straight_span(stage.place, -down));
  std::vector<float> poses, points;
  stage.drawing->place(scene.model.integrate(scene.state.q, into * down), poses, points);
  EXPECT_GT(stage.drawing->workspace().gap(0), -0.1 * stage.drawing->radius());
}

/// Model::integrate follows a screw, which is not what bodies do between impacts.
TEST(PageStage, ASpinningBodyGoesStraight) {
  const SceneModel scene = make_scene_model("block");
  Eigen::VectorXd velocity(6);
  velocity << 1.0, 0.0, 0.0, 0.0, 0.0, 20.0;
  const Eigen::VectorXd q = report::straight_posture(scene.model, scene.state.q, velocity, 0.1);
  const Eigen::Vector3d moved = q.head<3>() - scene.state.q.head<3>();
  EXPECT_NEAR((moved - Eigen::Vector3d(0.1, 0.0, 0.0)).norm(), 0.0, 1e-12);
  EXPECT_NEAR(q.segment<4>(3).norm(), 1.0, 1e-12);
  EXPECT_GT((q.segment<4>(3) - scene.state.q.segment<4>(3)).norm(), 0.5);  // and turns
}

}  // namespace
}  // namespace carom
