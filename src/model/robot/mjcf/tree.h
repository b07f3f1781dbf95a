// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The bodies of an MJCF file, compiled as MuJoCo compiles them: defaults applied, angles in
// radians, inertia from geoms where the file gives none, in MuJoCo's order (depth first).
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "carom/robot.h"
#include "model/robot/mjcf/compiler.h"

namespace carom {

struct MjcfMesh {
  std::string name = {};            ///< As the file says.
  std::filesystem::path file = {};  ///< Empty: not found.
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();
  Eigen::Isometry3d reference = Eigen::Isometry3d::Identity();  ///< Of the file's points.
  std::string inertia = "legacy";
  const xml::Element* element = nullptr;
};

struct MjcfMass {
  double mass = 0.0;
  Eigen::Vector3d center = Eigen::Vector3d::Zero();   ///< In the body.
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< About the centre, body axes.
};

struct MjcfJoint {
  enum class Kind { hinge, slide, ball, free };
  std::string name = {};
  Kind kind = Kind::hinge;
  Eigen::Vector3d position = Eigen::Vector3d::Zero(), axis = Eigen::Vector3d::UnitZ();
  double reference = 0.0;  ///< qpos where the bodies stand as the file places them.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  double effort = std::numeric_limits<double>::infinity();
  double armature = 0.0, stiffness = 0.0, spring_reference = 0.0, damping = 0.0, friction = 0.0;
  bool spring_from_time = false;  ///< springdamper
  bool added = false;             ///< Not of the file: a free base that the user asked for.
};

struct MjcfSite {
  std::string name = {};
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();
};

struct MjcfBody {
  std::string name = {};
  int parent = -1;                                              ///< -1: the world.
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();  ///< In the parent.
  Eigen::Isometry3d world = Eigen::Isometry3d::Identity();      ///< As the file places it.
  std::vector<MjcfJoint> joints = {};
  MjcfMass mass = {};
  std::vector<CollisionShape> shapes = {};
  std::vector<MjcfSite> sites = {};
  const xml::Element* element = nullptr;
};

struct MjcfTree {
  std::vector<MjcfBody> bodies = {};
  std::vector<CollisionShape> world_shapes = {};
  std::vector<MjcfSite> world_sites = {};
};

/// What reading needs beside an element.
struct MjcfContext {
  const xml::Element& root;
  std::filesystem::path file;
  const RobotOptions& options;
  RobotNotes& notes;
  MjcfCompiler compiler;
  MjcfDefaults defaults;
  std::map<std::string, MjcfMesh> meshes = {};
};

MjcfTree read_mjcf_tree(MjcfContext& context);

/// Of <asset>; in geom.cpp like the next.
void read_mjcf_meshes(MjcfContext& context);
/// A geom (defaults applied) placed in its body: its mass is added to `mass` if it counts, its
/// shape to `shapes` if it collides.
void read_mjcf_geom(const xml::Element& geom, const Eigen::Isometry3d& frame,
                    const std::string& body, bool wants_mass, MjcfContext& context,
                    std::vector<MjcfMass>& masses, std::vector<CollisionShape>& shapes);

}  // namespace carom
