// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Meshes by format: the same triangle from STL, OBJ and Collada.
#include "model/robot/mesh_file.h"

#include <gtest/gtest.h>

#include "support/robot_text.h"

namespace carom::test {
namespace {

using Eigen::Vector3d;

TEST(MeshFile, TextKeepsItsDigits) {
  const RobotFolder folder;
  const std::string obj = "v 0.1 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1/7 -1 2\n";
  const Mesh mesh = read_mesh(folder.write("a.obj", obj));
  EXPECT_EQ(mesh.points.at(0), Vector3d(0.1, 0.0, 0.0));
  EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}, {0, 3, 1}}));
  const Mesh stl = read_mesh(folder.write(
      "a.STL", "solid x\nfacet\nvertex 0.1 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\n"));
  EXPECT_EQ(stl.points.at(0), Vector3d(0.1, 0.0, 0.0));
  EXPECT_EQ(stl.triangles.size(), 1u);
}

// In single precision: 0.5, 0.25 … are exact there.
TEST(MeshFile, ColladaIsPlacedByItsNodes) {
  const RobotFolder folder;
  const auto read = [&](const std::string& asset, const std::string& node) {
    return read_mesh(
        folder.write("a.dae", collada_triangle("0.5 0 0 1 0 0 0 1 0.25", "0 1 2", asset, node)));
  };
  const Mesh plain = read("", "");
  EXPECT_EQ(plain.points,
            (std::vector<Vector3d>{{0.5, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.25}}));
  EXPECT_EQ(plain.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}}));
  const Mesh moved = read("", "<translate>0 0 2</translate><scale>2 2 2</scale>");
  EXPECT_EQ(moved.points[2], Vector3d(0.0, 2.0, 2.5));
  const Mesh turned = read("", "<matrix>0 -1 0 0  1 0 0 0  0 0 1 0  0 0 0 1</matrix>");
  EXPECT_EQ(turned.points[1], Vector3d(0.0, 1.0, 0.0));
  // Units count; axes do not: the robot file turns a mesh itself.
  const Mesh inches = read("<unit meter='0.5'/>", "");
  EXPECT_EQ(inches.points[2], Vector3d(0.0, 0.5, 0.125));
  for (const std::string axis : {"X_UP", "Y_UP", "Z_UP"}) {
    EXPECT_EQ(read("<up_axis>" + axis + "</up_axis>", "").points, plain.points) << axis;
  }
}

TEST(MeshFile, ColladaPolygonsAreCutAndPointsShared) {
  const RobotFolder folder;
  std::string text = collada_triangle("0 0 0 1 0 0 1 1 0 0 1 0", "0 1 2 3");
  const auto replace = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("count='9'", "count='12'");
  replace("<accessor source='#f' count='3'", "<accessor source='#f' count='4'");
  replace("<triangles count='1'>", "<polylist count='1'>");
  replace("<p>", "<vcount>4</vcount><p>");
  replace("</triangles>", "</polylist>");
  const Mesh mesh = read_mesh(folder.write("square.dae", text));
  EXPECT_EQ(mesh.points.size(), 4u);
  EXPECT_EQ(mesh.triangles.size(), 2u);
}

/// A link to a robot file stands for the file: in another folder it finds the same meshes.
TEST(MeshFile, ALinkedRobotFindsTheMeshesOfItsFile) {
  const RobotFolder package, elsewhere;
  const auto robot = package.write("pack/urdf/robot.urdf", "<robot/>");
  const auto mesh = package.write("pack/meshes/a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto link = elsewhere.path() / "x.urdf";
  std::filesystem::create_symlink(robot, link);
  for (const std::string name : {"../meshes/a.obj", "package://pack/meshes/a.obj"}) {
    ASSERT_TRUE(find_mesh(name, robot, {})) << name;
    const auto found = find_mesh(name, link, {});
    ASSERT_TRUE(found) << name;
    EXPECT_EQ(std::filesystem::canonical(*found), std::filesystem::canonical(mesh)) << name;
  }
  EXPECT_FALSE(find_mesh("../meshes/b.obj", link, {}));
  EXPECT_FALSE(find_mesh("a.obj", elsewhere.path() / "none.urdf", {}));
}

TEST(MeshFile, ColladaHasItsColours) {
  const RobotFolder folder;
  std::string text = collada_triangle("0 0 0 1 0 0 0 1 0", "0 1 2");
  const Mesh plain = read_mesh(folder.write("plain.dae", text));
  EXPECT_EQ(plain.colour_of.size(), plain.triangles.size());
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), text.npos) << from;
    text.replace(text.find(from), from.size(), to);
  };
  replace("<library_geometries>",
          "<library_effects><effect id='e'><profile_COMMON><technique sid='t'><lambert><diffuse>"
          "<color>1 0.5 0 1</color></diffuse></lambert></technique></profile_COMMON></effect>"
          "</library_effects><library_materials><material id='m'><instance_effect url='#e'/>"
          "</material></library_materials><library_geometries>");
  replace("<triangles count", "<triangles material='s' count");
  replace("<instance_geometry url='#g'/>",
          "<instance_geometry url='#g'><bind_material><technique_common><instance_material "
          "symbol='s' target='#m'/></technique_common></bind_material></instance_geometry>");
  const Mesh coloured = read_mesh(folder.write("coloured.dae", text));
  ASSERT_EQ(coloured.colours.size(), 1u);
  EXPECT_LT((coloured.colours[0] - Vector3d(1.0, 0.5, 0.0)).norm(), 1e-6);  // single precision
  EXPECT_EQ(coloured.colour_of, (std::vector<int>{0}));
}

}  // namespace
}  // namespace carom::test
