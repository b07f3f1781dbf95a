// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Triangles of a mesh file: STL (text and binary) and OBJ, read here, and Collada, by assimp. And
// where a mesh named by a robot file lies.
// STL and OBJ are not left to assimp: it keeps numbers in single precision, so that points of text
// files, and contacts placed on them, would lose digits.
#pragma once

#include <Eigen/Core>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace carom {

struct Mesh {
  std::vector<Eigen::Vector3d> points = {};
  std::vector<std::array<int, 3>> triangles = {};
  /// Of a Collada file: its diffuse colours (red, green, blue, 0 to 1), and of each triangle which
  /// one it has. Empty: the file says none.
  std::vector<Eigen::Vector3d> colours = {};
  std::vector<int> colour_of = {};
};

/// Throws InvalidInput: no such file, too large, cut off, no triangle, a format that is not read.
Mesh read_mesh(const std::filesystem::path& file);

/// Where "package://NAME/…", "file://…" or a relative path lies: package names are looked for in
/// `package_folders` and in the folders above the robot file. None if there is no such file, or if
/// it lies outside of these folders.
std::optional<std::filesystem::path> find_mesh(
    const std::string& name, const std::filesystem::path& robot_file,
    const std::vector<std::filesystem::path>& package_folders);

/// A mesh that is not found, as CollisionShape::mesh names it: an address with "://", which no path
/// on this machine is, so that nothing else is read in its place.
std::string missing_mesh(const std::string& name);

/// Volume, centre and second moment of a solid of density 1.
struct MeshMass {
  double volume = 0.0;
  Eigen::Vector3d center = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< About the centre.
};
/// Sum over the pyramids from a point inside to all triangles, their volumes signed (exact for a
/// closed surface) or, as MuJoCo's default (legacy) does, without their sign.
MeshMass mesh_mass(const Mesh& mesh, bool signed_volumes);

}  // namespace carom
