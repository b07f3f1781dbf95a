// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What models look like: shapes of the file, stand-ins, the plane of the motion, placements.
#include "report/page/drawing/drawing.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "carom/robot.h"
#include "carom/scene.h"
#include "model/multibody.h"
#include "report/page/drawing/parts.h"
#include "support/page_trial.h"

namespace carom::test {
namespace {

using report::Json;
using report::PageDrawing;
using testing::ElementsAre;
using testing::HasSubstr;

/// Kinds of the shapes of each body, stand-ins with a star: "body: box* sphere*".
std::vector<std::string> looks(const Json& drawing) {
  std::vector<std::string> list;
  for (const Json& body : drawing.at("bodies")) {
    std::string text = body.at("name").get<std::string>() + ":";
    for (const Json& shape : body.at("shapes")) {
      text += " " + shape.at("kind").get<std::string>() + (shape.contains("stand_in") ? "*" : "");
    }
    list.push_back(text);
  }
  return list;
}

Json drawn(const std::string& scene) {
  const SceneModel made = make_scene_model(scene);
  return PageDrawing(made.model, made.state.q).document();
}

TEST(PageDrawing, GalleryHasStandIns) {
  EXPECT_THAT(looks(drawn("cradle")), ElementsAre("a: sphere*", "b: sphere*", "c: sphere*"));
  EXPECT_THAT(looks(drawn("block")), ElementsAre("block: box*"));
  EXPECT_THAT(looks(drawn("rhex")),
              ElementsAre("body: box*", "upper_left: capsule*", "lower_left: capsule*",
                          "upper_right: capsule*", "lower_right: capsule*"));
  EXPECT_THAT(looks(drawn("biped")),
              ElementsAre("stance_leg: capsule*", "landing_leg: sphere* capsule* sphere*",
                          "torso: capsule* sphere*"));
  EXPECT_THAT(looks(drawn("pantograph")), ElementsAre("link_1: capsule*", "link_2: capsule*",
                                                      "link_3: capsule*", "link_4: capsule*"));
  EXPECT_THAT(looks(drawn("free_body")), ElementsAre("body: box*"));
  for (const Scene& scene : all_scenes()) {
    const Json drawing = drawn(scene.name);
    EXPECT_GT(drawing.at("radius").get<double>(), 0.0) << scene.name;
    EXPECT_FALSE(drawing.at("bodies").empty()) << scene.name;
    for (const Json& body : drawing.at("bodies")) {
      EXPECT_FALSE(body.at("shapes").empty()) << scene.name << " " << body.at("name");
    }
  }
}

TEST(PageDrawing, BoxOfABlockIsTheBlock) {
  const Json box = drawn("block").at("bodies")[0].at("shapes")[0];
  EXPECT_NEAR(box.at("size")[0].get<double>(), 0.2, 1e-9);
  EXPECT_NEAR(box.at("size")[1].get<double>(), 0.2, 1e-9);
  EXPECT_NEAR(box.at("size")[2].get<double>(), 0.1, 1e-9);
}

TEST(PageDrawing, RodsReachTheNextJointAndTheFoot) {
  const Json shape = drawn("vee").at("bodies")[0].at("shapes")[0];  // foot at (0, 0, -1)
  EXPECT_NEAR(shape.at("length").get<double>(), 1.0, 1e-12);
  EXPECT_NEAR(shape.at("position")[2].get<double>(), -0.5, 1e-12);
  const double radius = drawn("vee").at("radius").get<double>();
  EXPECT_GT(shape.at("radius").get<double>(), 0.01 * radius);
  EXPECT_LT(shape.at("radius").get<double>(), 0.05 * radius);
}

TEST(PageDrawing, PlaneOfTheMotion) {
  const Json front = {{"normal", {0.0, -1.0, 0.0}}, {"up", {0.0, 0.0, 1.0}}};
  const Json above = {{"normal", {0.0, 0.0, 1.0}}, {"up", {0.0, 1.0, 0.0}}};
  for (const char* name : {"cradle", "corner_ball", "rhex", "trex", "biped", "pendulum_cradle",
                           "double_pendulum", "vee", "chain"}) {
    EXPECT_EQ(drawn(name).at("planar"), front) << name;
  }
  for (const char* name : {"billiards", "pantograph"}) {
    EXPECT_EQ(drawn(name).at("planar"), above) << name;
  }
  for (const char* name : {"block", "free_body", "bouncing_ball", "atlas"}) {
    EXPECT_TRUE(drawn(name).at("planar").is_null()) << name;
  }
  EXPECT_EQ(drawn("billiards").at("up"), Json({0.0, 0.0, 1.0}));
}

/// Two hinges; the axis of the second may be another.
ModelDescription two_hinges(const Eigen::Vector3d& second) {
  ModelDescription description{.name = "hinges"};
  BodyDescription upper{.name = "upper", .kind = JointKind::revolute, .mass = 1.0};
  upper.axis = Eigen::Vector3d::UnitX();
  upper.inertia.diagonal().setConstant(0.01);
  BodyDescription lower = upper;
  lower.name = "lower";
  lower.parent = "upper";
  lower.axis = second;
  lower.placement.translation() = Eigen::Vector3d(0.0, 1.0, 0.0);
  description.bodies = {upper, lower};
  return description;
}

TEST(PageDrawing, PlaneIsSeenWithYToTheRightWhereXIsItsNormal) {
  const Model model(two_hinges(-Eigen::Vector3d::UnitX()));
  const Json planar = PageDrawing(model, model.neutral()).document().at("planar");
  EXPECT_EQ(planar, Json({{"normal", {1.0, 0.0, 0.0}}, {"up", {0.0, 0.0, 1.0}}}));
  const Model bent(two_hinges(Eigen::Vector3d::UnitZ()));
  EXPECT_TRUE(PageDrawing(bent, bent.neutral()).document().at("planar").is_null());
}

TEST(PageDrawing, ContactAcrossThePlaneMakesItSpatial) {
  ModelDescription description = two_hinges(Eigen::Vector3d::UnitX());
  ContactCandidate wall{.name = "wall"};
  wall.sphere.body = "lower";
  wall.against = ContactPlane{.normal = Eigen::Vector3d::UnitX()};
  description.parts.contacts = {wall};
  const Model model(description);
  EXPECT_TRUE(PageDrawing(model, model.neutral()).document().at("planar").is_null());
}

TEST(PageDrawing, GroundsEachOnce) {
  EXPECT_EQ(drawn("atlas").at("grounds").size(), 1u);
  EXPECT_EQ(drawn("corner_ball").at("grounds").size(), 2u);
  EXPECT_EQ(drawn("cradle").at("grounds").size(), 0u);
}

TEST(PageDrawing, LinksAreWhereTheModelHasThem) {
  for (const char* name : {"rhex", "biped", "pantograph", "block", "atlas", "billiards"}) {
    const SceneModel made = make_scene_model(name);
    Eigen::VectorXd turn = Eigen::VectorXd::Constant(made.model.velocity_size(), 0.3);
    turn[0] = -0.2;
    const Eigen::VectorXd q = made.model.integrate(made.state.q, turn);
    const report::DrawnModel links(made.model, q);
    PageDrawing drawing(made.model, made.state.q);
    std::vector<float> poses, points;
    drawing.place(q, poses, points);
    for (std::size_t k = 0; k < links.tree.frames.size(); ++k) {
      const TreeFrame& frame = links.tree.frames[k];
      if (frame.joint < 0) continue;
      const Eigen::Isometry3d here =
          links.places[static_cast<std::size_t>(frame.joint)] * frame.placement;
      const Eigen::Isometry3d there = drawing.workspace().placement(static_cast<int>(k));
      EXPECT_LT((here.matrix() - there.matrix()).norm(), 1e-12) << name << " frame " << k;
    }
  }
}

TEST(PageDrawing, PlacesBodiesAndContacts) {
  const SceneModel made = make_scene_model("cradle");
  PageDrawing drawing(made.model, made.state.q);
  std::vector<float> poses, points;
  drawing.place(made.state.q, poses, points);
  ASSERT_EQ(poses.size(), 21u);
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(poses[6], 1.0F);
  EXPECT_FLOAT_EQ(points[0], 0.5F * (poses[0] + poses[7]));
}

TEST(PageDrawing, SpeedIsOfTheFastestPoint) {
  const SceneModel made = make_scene_model("double_pendulum");
  PageDrawing drawing(made.model, made.state.q);
  const double still = drawing.speed(made.state.q, Eigen::Vector2d::Zero());
  EXPECT_EQ(still, 0.0);
  const double turning = drawing.speed(made.state.q, Eigen::Vector2d(2.0, 2.0));
  EXPECT_GT(turning, 3.0);  // two links of 1 m at 2 rad/s
  EXPECT_LT(turning, 4.6);
}

/// Shapes of a file, on one free body.
class PageDrawingFile : public testing::Test {
 protected:
  PageDrawingFile() {
    file = std::filesystem::path(testing::TempDir()) /
           ("carom-drawing-" + std::to_string(::getpid()) + ".obj");
    std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\n";
    description.bodies = {{.name = "body", .kind = JointKind::free, .mass = 1.0}};
    description.bodies[0].inertia.diagonal() = Eigen::Vector3d(0.1, 0.2, 0.25);
  }
  ~PageDrawingFile() override { std::filesystem::remove(file); }
  void add(CollisionShape::Kind kind, const std::string& mesh = {}) {
    description.parts.shapes.push_back(
        {.frame = "body", .kind = kind, .size = {0.5, 0.6, 0.7}, .mesh = mesh});
  }

  std::filesystem::path file;
  ModelDescription description = {};
};

TEST_F(PageDrawingFile, ShapesAndMeshes) {
  using Kind = CollisionShape::Kind;
  for (const Kind kind :
       {Kind::box, Kind::sphere, Kind::cylinder, Kind::capsule, Kind::ellipsoid}) {
    add(kind);
  }
  add(Kind::mesh, file.string());
  const Model model(description);
  const PageDrawing drawing(model, model.neutral());
  const Json document = drawing.document();
  EXPECT_THAT(looks(document), ElementsAre("body: box sphere cylinder capsule ellipsoid mesh"));
  const Json& shapes = document.at("bodies")[0].at("shapes");
  EXPECT_EQ(shapes[2].at("length"), 0.6);
  EXPECT_EQ(floats(shapes[5].at("vertices")).size(), 12u);
  EXPECT_EQ(floats(shapes[5].at("vertices"))[3], 0.5F);
  EXPECT_TRUE(drawing.notes().empty());
}

TEST_F(PageDrawingFile, MissingMeshesAreNamedOnceAndStoodInFor) {
  for (const char* name : {"package://x/b.dae", "c.stl", "/nowhere/a.stl", "d.stl", "d.stl"}) {
    add(CollisionShape::Kind::mesh, name);
  }
  const Model model(description);
  const PageDrawing drawing(model, model.neutral());
  EXPECT_THAT(looks(drawing.document()), ElementsAre("body: box*"));
  EXPECT_THAT(
      drawing.notes(),
      ElementsAre(HasSubstr("Meshes were not found or not read (STL, OBJ and Collada are): a.stl, "
                            "b.dae, c.stl and 1 more; what they show is drawn from")));
}

TEST_F(PageDrawingFile, SpheresThatTouchAreDrawnUnlessAShapeCoversThem) {
  ContactCandidate foot{.name = "foot"};
  foot.sphere = {"body", Eigen::Vector3d(0.0, 0.0, 0.1), 0.05};
  description.parts.contacts = {foot};
  add(CollisionShape::Kind::box);
  const Model model(description);
  EXPECT_THAT(looks(PageDrawing(model, model.neutral()).document()), ElementsAre("body: box"));
  description.parts.contacts[0].sphere.center.z() = 0.4;
  const Model other(description);
  EXPECT_THAT(looks(PageDrawing(other, other.neutral()).document()),
              ElementsAre("body: box sphere*"));
}

/// What the file shows is drawn, what collides beside it; colours where there are several.
TEST_F(PageDrawingFile, VisualsAreSeenAndCollisionShapesAreBeside) {
  add(CollisionShape::Kind::box);
  const auto show = [&](CollisionShape::Kind kind, const Eigen::Vector3d& colour) {
    CollisionShape shape{.frame = "body", .kind = kind, .size = {0.5, 0.6, 0.7}};
    description.parts.visuals.push_back({.shape = shape, .colour = colour});
  };
  show(CollisionShape::Kind::sphere, {1.0, 0.0, 0.0});
  const Model one(description);
  const Json alone = PageDrawing(one, one.neutral()).document().at("bodies")[0];
  EXPECT_FALSE(alone.at("shapes")[0].contains("colour"));  // one for all says nothing
  show(CollisionShape::Kind::cylinder, {0.0, 0.5, 1.0});
  const Model model(description);
  const Json body = PageDrawing(model, model.neutral()).document().at("bodies")[0];
  EXPECT_EQ(body.at("shapes").size(), 2u);
  EXPECT_EQ(body.at("shapes")[0].at("colour"), "#ff0000");
  EXPECT_EQ(body.at("shapes")[1].at("colour"), "#0080ff");
  ASSERT_EQ(body.at("collision").size(), 1u);
  EXPECT_EQ(body.at("collision")[0].at("kind"), "box");
  // A mesh that is missing is stood in for by what collides, and nothing is beside it.
  description.parts.visuals.resize(1);
  description.parts.visuals[0].shape.kind = CollisionShape::Kind::mesh;
  description.parts.visuals[0].shape.mesh = "none.stl";
  const Model poor(description);
  const PageDrawing drawing(poor, poor.neutral());
  EXPECT_THAT(looks(drawing.document()), ElementsAre("body: box"));
  EXPECT_FALSE(drawing.document().at("bodies")[0].contains("collision"));
  EXPECT_THAT(drawing.notes(), ElementsAre(HasSubstr("none.stl")));
}

/// A foot that touches with points below its shapes is drawn as their hull.
TEST_F(PageDrawingFile, PointsBelowAFootHaveASole) {
  add(CollisionShape::Kind::box);
  for (const double x : {-0.2, 0.2}) {
    for (const double y : {-0.1, 0.1}) {
      ContactCandidate point{.name = fmt::format("{} {}", x, y)};
      point.sphere = {"body", Eigen::Vector3d(x, y, -1.0), 0.0};
      description.parts.contacts.push_back(point);
    }
  }
  const Model model(description);
  const Json shapes = PageDrawing(model, model.neutral()).document().at("bodies")[0].at("shapes");
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_TRUE(shapes[1].at("sole").get<bool>());
  const auto vertices = floats(shapes[1].at("vertices"));
  ASSERT_EQ(vertices.size(), 8u * 3u);  // four corners above, four below
  for (std::size_t k = 0; k < vertices.size(); k += 3) {
    EXPECT_NEAR(std::abs(vertices[k]), 0.2F, 1e-6F);
    EXPECT_NEAR(std::abs(vertices[k + 1]), 0.1F, 1e-6F);
    EXPECT_NEAR(vertices[k + 2], -1.0F, 0.01F);
  }
  // Within a shape, or on a line, there is none.
  for (auto& contact : description.parts.contacts) contact.sphere.center.z() = 0.0;
  const Model covered(description);
  const PageDrawing none(covered, covered.neutral());
  EXPECT_EQ(none.document().at("bodies")[0].at("shapes").size(), 1u);
  for (auto& contact : description.parts.contacts) {
    contact.sphere.center = {contact.sphere.center.x(), 0.0, -1.0};
  }
  const Model line(description);
  EXPECT_EQ(PageDrawing(line, line.neutral()).document().at("bodies")[0].at("shapes").size(), 1u);
}

/// A base with two legs of two bodies: limbs 1 and 2. A chain is no robot with limbs.
TEST(PageDrawing, LimbsHangFromATrunk) {
  ModelDescription description;
  const auto add = [&](const std::string& name, const std::string& parent, JointKind kind,
                       double mass) {
    BodyDescription body{.name = name, .kind = kind, .mass = mass};
    if (!parent.empty()) body.parent = parent;
    body.inertia.diagonal().setConstant(0.1 * mass);
    description.bodies.push_back(body);
  };
  add("base", "", JointKind::free, 5.0);
  add("left", "base", JointKind::revolute, 1.0);
  add("left_low", "left", JointKind::revolute, 0.5);
  add("right", "base", JointKind::revolute, 1.0);
  add("right_low", "right", JointKind::revolute, 0.5);
  const auto limbs = [&] {
    const Model model(description);
    return report::limbs_of(model.bodies().tree());
  };
  EXPECT_THAT(limbs(), ElementsAre(0, 1, 1, 2, 2));
  description.bodies.resize(3);
  EXPECT_THAT(limbs(), ElementsAre(0, 0, 0));
}

TEST_F(PageDrawingFile, AFloorOfAnySizeDoesNotShrinkThePicture) {
  add(CollisionShape::Kind::box);
  description.parts.shapes.push_back({.frame = "world", .size = {100.0, 100.0, 1.0}});
  const Model model(description);
  const Json document = PageDrawing(model, model.neutral()).document();
  EXPECT_THAT(looks(document), ElementsAre("world: box", "body: box"));
  EXPECT_NEAR(document.at("radius").get<double>(), 0.5 * std::sqrt(0.25 + 0.36 + 0.49), 1e-9);
}

TEST_F(PageDrawingFile, OddNumbersDoNotBreakIt) {
  add(CollisionShape::Kind::box);
  description.parts.shapes[0].size.x() = std::numeric_limits<double>::quiet_NaN();
  description.gravity.setZero();
  const Model model(description);
  const Json document = PageDrawing(model, model.neutral()).document();
  EXPECT_THAT(looks(document), ElementsAre("body: box*"));
  EXPECT_EQ(document.at("up"), Json({0.0, 0.0, 1.0}));
}

/// Boxes and heights stand in the world, the plane below them is ground; a planar model stays so on
/// stairs, which are the same all along its normal, and not on heights.
TEST(PageDrawing, TerrainIsDrawn) {
  const SceneModel made = make_scene_model("rhex");
  const Json stairs =
      PageDrawing(on_terrain(made.model, terrain_from_words("stairs=0.2x0.1")), made.state.q)
          .document();
  const std::vector<std::string> seen = looks(stairs);
  ASSERT_EQ(seen.size(), 6u);
  EXPECT_THAT(seen[0], testing::StartsWith("world: box box"));
  EXPECT_EQ(seen[1], "body: box*");
  EXPECT_EQ(stairs.at("bodies")[0].at("shapes").size(), 20u);
  EXPECT_EQ(stairs.at("grounds").size(), 1u);
  EXPECT_EQ(stairs.at("planar"), drawn("rhex").at("planar"));
  EXPECT_LT(stairs.at("radius").get<double>(), 10.0);  // the camera sees the robot

  Terrain hills;
  hills.has_plane = false;
  hills.field.heights = Eigen::MatrixXd::Zero(3, 4);
  const Json field = PageDrawing(on_terrain(made.model, hills), made.state.q).document();
  EXPECT_EQ(looks(field)[0], "world: mesh");
  EXPECT_TRUE(field.at("grounds").empty());
  EXPECT_TRUE(field.at("planar").is_null());
  hills.field.heights.setZero(300, 300);
  const PageDrawing coarse(on_terrain(made.model, hills), made.state.q);
  EXPECT_THAT(coarse.notes(), ElementsAre(HasSubstr("coarser grid")));
}

TEST(PageDrawing, StopsOfJointsHaveNoPlace) {
  const SceneModel made = make_scene_model("rhex");
  ModelParts parts = made.model.parts();
  ContactCandidate stop;
  stop.name = "stop";
  for (std::size_t k = 0; k < made.model.joints().size(); ++k) {
    // Legs of this scene have angles against the world: of its joints only slides are coordinates.
    if (!made.model.bodies().joint_is_coordinate[k]) continue;
    stop.against = JointStop{.joint = made.model.joints()[k].name};
  }
  stop.tangents = 0;
  parts.contacts.push_back(stop);
  PageDrawing drawing(made.model.with(parts), made.state.q);
  EXPECT_EQ(drawing.document().at("bodies"), drawn("rhex").at("bodies"));
  EXPECT_EQ(drawing.document().at("radius"), drawn("rhex").at("radius"));
  std::vector<float> poses, points;
  drawing.place(made.state.q, poses, points);
  ASSERT_EQ(points.size(), 3 * parts.contacts.size());
  EXPECT_TRUE(std::isnan(points.back()));
  EXPECT_TRUE(std::isfinite(points.front()));
}

}  // namespace
}  // namespace carom::test
