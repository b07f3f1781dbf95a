// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Distances from terrain by hand; rows of contacts on it, and of joints' stops, against differences
// of their gaps; the words, and the example of docs/terrain.md.
#include "carom/terrain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "carom/model.h"
#include "carom/robot.h"
#include "support/files.h"
#include "support/robot_text.h"

namespace carom::test {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double no_height = -std::numeric_limits<double>::infinity();
/// Closed forms in numbers of order 1: rounding is 1e-16, and any other term is a percent.
constexpr double terrain_exact = 1e-14;

struct Found {
  double distance;
  Vector3d normal;
};

Found distance_of(const Terrain& terrain, const Vector3d& place) {
  Found found{0.0, Vector3d::Zero()};
  found.distance = terrain.distance(place, found.normal);
  return found;
}

void expect_found(const Terrain& terrain, const Vector3d& place, double distance,
                  const Vector3d& normal) {
  const Found found = distance_of(terrain, place);
  EXPECT_NEAR(found.distance, distance, terrain_exact) << "at " << place.transpose();
  EXPECT_LE((found.normal - normal).norm(), terrain_exact)
      << "at " << place.transpose() << ": " << found.normal.transpose();
}

/// Edges 2, 4, 6 about (1, 0, 0), turned by a quarter about z: along the world's axes 4, 2, 6.
Terrain one_box() {
  Terrain terrain;
  terrain.has_plane = false;
  TerrainBox box;
  box.size = Vector3d(2.0, 4.0, 6.0);
  box.placement.linear() =
      Eigen::AngleAxisd(0.5 * std::numbers::pi, Vector3d::UnitZ()).toRotationMatrix();
  box.placement.translation() = Vector3d(1.0, 0.0, 0.0);
  terrain.boxes = {box};
  return terrain;
}

/// Heights 0 and 1 (one corner) over a cell of 2 × 4, and another cell beyond.
Terrain one_field() {
  Terrain terrain;
  terrain.has_plane = false;
  terrain.field.origin = {1.0, -2.0};
  terrain.field.spacing = {2.0, 4.0};
  terrain.field.heights = Eigen::MatrixXd::Zero(3, 2);
  terrain.field.heights(1, 1) = 1.0;
  return terrain;
}

/// In the corner of a tread and a riser a ball is as far from both.
TEST(Terrain, TheSecondNearestPart) {
  const Terrain stairs = terrain_from_words("stairs=0.2x0.1");
  Vector3d normal;
  const Vector3d corner(0.35, 0.0, 0.13);  // 3 cm above the first tread, 5 cm before the riser
  EXPECT_NEAR(stairs.distance(corner, normal), 0.03, terrain_exact);
  EXPECT_TRUE(normal.isApprox(Vector3d::UnitZ()));
  EXPECT_NEAR(stairs.distance(corner, normal, 1), 0.05, terrain_exact);
  EXPECT_TRUE(normal.isApprox(-Vector3d::UnitX()));
}

TEST(Terrain, DistanceFromABoxAtFacesEdgesCornersAndInside) {
  const Terrain terrain = one_box();
  expect_found(terrain, {5.0, 0.5, 1.0}, 2.0, Vector3d::UnitX());
  expect_found(terrain, {0.0, -3.0, 1.0}, 2.0, -Vector3d::UnitY());
  expect_found(terrain, {6.0, 5.0, 0.0}, 5.0, Vector3d(0.6, 0.8, 0.0));            // an edge
  expect_found(terrain, {4.0, 3.0, 5.0}, 3.0, Vector3d(1.0, 2.0, 2.0) / 3.0);      // a corner
  expect_found(terrain, {-2.0, -3.0, -5.0}, 3.0, -Vector3d(1.0, 2.0, 2.0) / 3.0);  // another
  expect_found(terrain, {1.0, 0.7, 0.0}, -0.3, Vector3d::UnitY());                 // inside
  expect_found(terrain, {1.0, 0.0, -2.9}, -0.1, -Vector3d::UnitZ());
}

TEST(Terrain, DistanceFromHeightsIsThatOfTheTriangleBelow) {
  const Terrain terrain = one_field();
  // Lower triangle of the first cell: level. Upper: rises by 1/2 along x and 1/4 along y.
  expect_found(terrain, {1.2, -1.5, 0.7}, 0.7, Vector3d::UnitZ());
  const Vector3d normal = Vector3d(-0.5, -0.25, 1.0).normalized();
  expect_found(terrain, {2.8, 1.5, 0.5}, (0.5 - (1.0 - 0.1 - 0.125)) * normal.z(), normal);
  // Beyond y the ridge goes on level across it, beyond a corner all is level.
  expect_found(terrain, {2.0, 9.0, 3.0}, 2.5 * Vector3d(-0.5, 0.0, 1.0).normalized().z(),
               Vector3d(-0.5, 0.0, 1.0).normalized());
  expect_found(terrain, {-4.0, -9.0, 3.0}, 3.0, Vector3d::UnitZ());
}

TEST(Terrain, AUnionIsAsFarAsItsNearestPart) {
  Terrain terrain = one_box();
  terrain.has_plane = true;
  expect_found(terrain, {10.0, 0.0, 0.5}, 0.5, Vector3d::UnitZ());
  expect_found(terrain, {3.2, 0.0, 0.5}, 0.2, Vector3d::UnitX());
  EXPECT_FALSE(terrain.is_plane());
  EXPECT_TRUE(Terrain().is_plane());
}

TEST(Terrain, HeightIsTheHighestSurface) {
  Terrain terrain = one_box();
  EXPECT_EQ(terrain.height({9.0, 0.0}), no_height);
  EXPECT_NEAR(terrain.height({2.9, 0.9}), 3.0, terrain_exact);
  terrain.has_plane = true;
  terrain.normal = Vector3d(-0.6, 0.0, 0.8);
  EXPECT_NEAR(terrain.height({-4.0, 0.0}), -3.0, terrain_exact);
  EXPECT_NEAR(terrain.height({8.0, 5.0}), 6.0, terrain_exact);
  EXPECT_NEAR(one_field().height({3.0, 2.0}), 1.0, terrain_exact);
}

TEST(Terrain, Words) {
  EXPECT_TRUE(terrain_from_words("plane").is_plane());
  const Terrain slope = terrain_from_words("slope=10deg");
  EXPECT_TRUE(slope.is_plane());
  EXPECT_NEAR(slope.height({1.0, 3.0}), std::tan(std::numbers::pi / 18.0), terrain_exact);
  EXPECT_NEAR(terrain_from_words("slope=-0.17").height({1.0, 0.0}), -std::tan(0.17), terrain_exact);
  const Terrain stairs = terrain_from_words("stairs=0.2x0.1");
  EXPECT_EQ(stairs.name, "stairs=0.2x0.1");
  for (const auto& [x, height] : std::vector<std::pair<double, double>>{
           {-3.0, 0.0}, {0.19, 0.0}, {0.21, 0.1}, {0.39, 0.1}, {0.41, 0.2}, {4.1, 2.0}}) {
    EXPECT_NEAR(stairs.height({x, 0.0}), height, terrain_exact) << x;
  }
  expect_found(stairs, {0.3, 0.0, 0.15}, 0.05, Vector3d::UnitZ());
  expect_found(stairs, {0.39, 0.0, 0.15}, 0.01, -Vector3d::UnitX());
  expect_found(stairs, {0.3, 0.0, 0.09}, -0.01, Vector3d::UnitZ());
}

/// docs/terrain.md is read as it stands.
TEST(Terrain, TheExampleOfThePage) {
  const std::string page = bytes_of(project_root / "docs" / "terrain.md");
  const std::size_t from = page.find("```toml\n");
  ASSERT_NE(from, std::string::npos);
  const std::string text = page.substr(from + 8, page.find("```\n", from + 8) - from - 8);
  const RobotFolder folder;
  const Terrain terrain = terrain_from_words(folder.write("yard.toml", text).string());
  EXPECT_TRUE(terrain.has_plane);
  ASSERT_EQ(terrain.boxes.size(), 2u);
  ASSERT_EQ(terrain.field.heights.rows(), 3);
  ASSERT_EQ(terrain.field.heights.cols(), 4);
  EXPECT_NEAR(terrain.height({1.0, 0.0}), 0.15, terrain_exact);
  EXPECT_NEAR(terrain.boxes[1].placement.linear()(0, 0), std::cos(std::numbers::pi / 12),
              terrain_exact);
  EXPECT_NEAR(terrain.height({4.5, -0.5}), 0.05, terrain_exact);
}

/// A free body with a point and a sphere on terrain, and a joint with a stop.
Model tumbler(const Terrain& terrain) {
  ModelDescription description;
  BodyDescription body;
  body.name = "body";
  body.kind = JointKind::free;
  body.mass = 1.0;
  body.inertia = Eigen::Matrix3d::Identity();
  BodyDescription arm = body;
  arm.name = "arm";
  arm.parent = "body";
  arm.kind = JointKind::revolute;
  description.bodies = {body, arm};
  for (const double radius : {0.0, 0.3}) {
    ContactCandidate contact;
    contact.sphere = {"arm", {0.3, -0.2, 0.1}, radius};
    contact.against = ContactTerrain{std::make_shared<const Terrain>(terrain)};
    description.parts.contacts.push_back(contact);
  }
  for (const bool upper : {false, true}) {
    ContactCandidate stop;
    stop.against = JointStop{"arm", upper ? 2.0 : -1.0, upper};
    stop.tangents = 0;
    description.parts.contacts.push_back(stop);
  }
  return Model(description);
}

void expect_terrain_rows(const Model& model, const Eigen::VectorXd& q) {
  ModelWorkspace at(model), moved(model);
  at.set_configuration(q);
  const int n = model.velocity_size();
  // [m, rad] Central differences: truncation 1e-10, rounding 1e-16/1e-5.
  constexpr double step = 1e-5, tolerance = 1e-9;
  for (int k = 0; k < static_cast<int>(model.contacts().size()); ++k) {
    Eigen::MatrixXd row(1, n);
    at.contact_rows(k, row);
    EXPECT_TRUE(at.contact_point(k).allFinite() && at.contact_normal(k).allFinite());
    for (int j = 0; j < n; ++j) {
      const Eigen::VectorXd away = step * Eigen::VectorXd::Unit(n, j);
      moved.set_configuration(model.integrate(q, away));
      const double ahead = moved.gap(k);
      moved.set_configuration(model.integrate(q, -away));
      EXPECT_NEAR(row(0, j), (ahead - moved.gap(k)) / (2.0 * step), tolerance)
          << "contact " << k << ", velocity " << j;
    }
  }
}

TEST(Terrain, RowsAreTheGradientsOfGaps) {
  Eigen::VectorXd q(8);
  q << 4.2, 3.1, 5.3, Eigen::Vector4d(0.2, -0.3, 0.4, 0.8).normalized(), 0.7;
  expect_terrain_rows(tumbler(terrain_from_words("slope=20deg")), q);
  expect_terrain_rows(tumbler(one_box()), q);  // next to a corner
  q.head<3>() = Vector3d(4.2, 0.1, 5.3);       // next to an edge
  expect_terrain_rows(tumbler(one_box()), q);
  q.head<3>() = Vector3d(2.6, 1.2, 0.4);
  expect_terrain_rows(tumbler(one_field()), q);
}

/// Coordinates past a whole turn count: a stop is no angle between directions.
TEST(JointStop, GapIsTheWayToTheBound) {
  const Model model = tumbler(Terrain());
  Eigen::VectorXd q = model.neutral();
  q[7] = 9.0;
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  EXPECT_EQ(workspace.gap(2), 10.0);
  EXPECT_EQ(workspace.gap(3), -7.0);
  Eigen::MatrixXd row(1, 7);
  workspace.contact_rows(3, row);
  EXPECT_EQ(row.row(0).transpose(), Eigen::VectorXd(-Eigen::VectorXd::Unit(7, 6)));
}

TEST(JointStop, BecomesAContactOfAProblemAndKeepsNoFriction) {
  const Model model = with_friction(tumbler(Terrain()), 0.4);
  EXPECT_EQ(model.contacts()[0].friction, 0.4);
  EXPECT_EQ(model.contacts()[2].friction, 0.0);
  State state{model.neutral(), Eigen::VectorXd::Zero(7)};
  state.q[2] = 1.0;
  state.q[7] = 2.0;
  state.v[6] = 3.0;
  ImpactProblem problem = make_problem(model, state);
  ASSERT_EQ(problem.contact_count(), 1);
  EXPECT_EQ(problem.contacts()[0].tangents.rows(), 0);
  EXPECT_EQ(problem.contacts()[0].normal[6], -1.0);
  ModelWorkspace workspace(model);
  state.v[6] = 1.0;
  update_problem(model, state, workspace, problem);
  EXPECT_EQ(problem.velocity()[6], 1.0);
  EXPECT_EQ(problem.contacts()[0].normal[6], -1.0);
}

TEST(OnTerrain, PlanesOfTheWorldBecomeTerrain) {
  const Model robot = load_text(leg_urdf());
  ModelParts parts = robot.parts();
  parts.contacts = ground_contacts(robot, {"foot", "base"}, robot.neutral());
  const Model standing = robot.with(parts);
  const Model sloping = on_terrain(standing, terrain_from_words("slope=10deg"));
  ASSERT_TRUE(std::holds_alternative<ContactPlane>(sloping.contacts()[0].against));
  EXPECT_NEAR(std::get<ContactPlane>(sloping.contacts()[0].against).normal.x(),
              -std::sin(std::numbers::pi / 18.0), terrain_exact);
  const Model climbing = on_terrain(standing, terrain_from_words("stairs=0.2x0.1"));
  const auto* first = std::get_if<ContactTerrain>(&climbing.contacts()[0].against);
  const auto* second = std::get_if<ContactTerrain>(&climbing.contacts()[1].against);
  ASSERT_TRUE(first != nullptr && second != nullptr);
  EXPECT_EQ(first->terrain, second->terrain);
  EXPECT_EQ(climbing.parts().ground.name, "stairs=0.2x0.1");
}

}  // namespace
}  // namespace carom::test
