// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "design/variation/holding_torque.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "carom/map.h"

namespace carom::test {
namespace {

/// Virtual work: on motions that keep both feet in place the torques do what gravity undoes.
TEST(HoldingTorque, DoesTheWorkOfGravityOnMotionsThatKeepTheFeet) {
  const SceneModel scene = make_scene_model("rhex", {{"phi_r", 0.6}, {"gamma", -0.4}});
  ModelWorkspace workspace(scene.model);
  const Eigen::VectorXd torques =
      design::holding_torques(workspace, scene.state, {"left", "right"});
  EXPECT_TRUE(torques.head(3).isZero(0.0));  // x, y and th have no motor
  Eigen::MatrixXd rows(4, 7);
  workspace.contact_rows(0, rows.topRows(2));
  workspace.contact_rows(1, rows.bottomRows(2));
  const Eigen::MatrixXd motions = rows.fullPivLu().kernel();
  ASSERT_EQ(motions.cols(), 3);
  Eigen::VectorXd gravity(7);
  workspace.bias(Eigen::VectorXd::Zero(7), gravity);
  const Eigen::VectorXd difference = motions.transpose() * (gravity - torques);
  EXPECT_LT(difference.norm(), 1e-10 * gravity.norm());
  EXPECT_NEAR(design::holding_torque(workspace, scene.state, {"left", "right"}),
              torques.cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_GT(torques.cwiseAbs().maxCoeff(), 0.1);
}

TEST(HoldingTorque, WithoutGravityThereIsNone) {
  const SceneModel scene = make_scene_model("free_body", {{"point", std::vector{0.0, 0.0, -1.0}}});
  ModelWorkspace workspace(scene.model);
  EXPECT_EQ(design::holding_torque(workspace, scene.state, {}), 0.0);
}

TEST(HoldingTorque, APendulumNeedsItsMomentOfWeight) {
  const SceneModel scene = make_scene_model(
      "chain", {{"links", 1.0}, {"angles", std::vector{0.7}}, {"velocity", std::vector{0.0}}});
  ModelWorkspace workspace(scene.model);
  EXPECT_NEAR(design::holding_torque(workspace, scene.state, {}), 1.0 * 9.81 * 0.2 * std::sin(0.7),
              1e-12);
}

TEST(HoldingTorque, IsAMeasure) {
  struct Rows : MapSink {
    void take(const MapRows& rows) override { values = rows.values; }
    std::vector<double> values;
  } rows;
  const Map map(Variation::of_scene("rhex", {}, {"gamma"}),
                {.axes = {{"gamma", 0.1, 0.9, 3}}, .measures = {"holding_torque"}});
  EXPECT_EQ(map.columns()[1].unit, "N m");
  map.run(rows);
  for (const std::size_t k : {1u, 3u, 5u}) EXPECT_GT(rows.values[k], 0.0);
}

}  // namespace
}  // namespace carom::test
