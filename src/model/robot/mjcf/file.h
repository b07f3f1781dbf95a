// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot in MJCF. Read by us and not by Pinocchio, whose reader (4.1) keeps only the first body of
// the world and ignores settotalmass, masses and joint positions of classes, and more: of the 19
// models of dm_control's suite that have bodies, nine get a wrong mass and one does not load.
// First its settings (<compiler>) that change what its numbers mean, its default classes
// (<default>), and placements in all the ways that MJCF writes them. Then its bodies, compiled as
// MuJoCo compiles them: defaults applied, angles in radians, inertia from geoms where the file
// gives none, in MuJoCo's order (depth first).
#pragma once

#include <Eigen/Geometry>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "carom/robot.h"
#include "model/robot/robot_notes.h"
#include "model/robot/urdf_file.h"

namespace carom {

struct MjcfCompiler {
  enum class Inertia { automatic, from_geoms, as_given };
  double angle = 0.0;  ///< Radians per unit of an angle in the file.
  std::string euler = "xyz";
  bool automatic_limits = true;
  Inertia inertia = Inertia::automatic;
  double lowest_group = 0.0, highest_group = 5.0;  ///< Of the geoms that have mass.
  double smallest_mass = 0.0, smallest_inertia = 0.0;
  bool balance = false;      ///< Impossible moments become their mean.
  double total_mass = -1.0;  ///< All masses are scaled to it, where positive.
  std::string mesh_folder = {};
  bool strip_path = false;
};

MjcfCompiler read_mjcf_compiler(const xml::Element& root, RobotNotes& notes);

/// Attributes pos and one of quat, axisangle, euler, xyaxes, zaxis.
Eigen::Isometry3d read_mjcf_placement(const xml::Element& element, const MjcfCompiler& compiler,
                                      RobotNotes& notes);

/// Rotation that takes z to the direction by the shortest way.
Eigen::Quaterniond rotation_to(const Eigen::Vector3d& direction);

class MjcfDefaults {
 public:
  MjcfDefaults(const xml::Element& root, RobotNotes& notes);

  bool has(const std::string& name) const { return classes_.contains(name); }
  /// The element with the attributes of its class where it has none of its own. The class is its
  /// own one, else `child_class` (of the bodies around it), else the file's.
  xml::Element resolve(const xml::Element& element, const std::string& child_class,
                       RobotNotes& notes) const;

 private:
  using Attributes = std::map<std::string, std::string>;
  using Class = std::map<std::string, Attributes>;  ///< By kind of element.

  void read(const xml::Element& element, const std::string& name, const Class& parent,
            RobotNotes& notes);
  std::vector<std::string> names() const;

  std::map<std::string, Class> classes_;
};

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
};

struct MjcfSite {
  std::string name = {};
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();
};

/// What geoms show and touch.
struct MjcfShapes {
  std::vector<CollisionShape> colliding = {};
  std::vector<VisualShape> visual = {};  ///< Of the groups that MuJoCo draws.
};

struct MjcfBody {
  std::string name = {};
  int parent = -1;                                              ///< -1: the world.
  Eigen::Isometry3d placement = Eigen::Isometry3d::Identity();  ///< In the parent.
  Eigen::Isometry3d world = Eigen::Isometry3d::Identity();      ///< As the file places it.
  std::vector<MjcfJoint> joints = {};
  MjcfMass mass = {};
  MjcfShapes shapes = {};
  std::vector<MjcfSite> sites = {};
  const xml::Element* element = nullptr;
};

struct MjcfTree {
  std::vector<MjcfBody> bodies = {};
  MjcfShapes world_shapes = {};
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
  std::map<std::string, Eigen::Vector4d> materials = {};  ///< Red, green, blue, opacity.
};

MjcfTree read_mjcf_tree(MjcfContext& context);

/// Meshes and materials of <asset>; in geom.cpp like the next.
void read_mjcf_assets(MjcfContext& context);
/// A geom (defaults applied) placed in its body: its mass is added to `mass` if it counts, its
/// shape to `shapes`, as one that collides, one that is seen, or both.
void read_mjcf_geom(const xml::Element& geom, const Eigen::Isometry3d& frame,
                    const std::string& body, bool wants_mass, MjcfContext& context,
                    std::vector<MjcfMass>& masses, MjcfShapes& shapes);

/// Throws InvalidInput with all faults.
RobotContent read_mjcf(const xml::Element& root, const std::filesystem::path& file,
                       const RobotOptions& options, RobotNotes& notes);

/// Equalities, actuators, keyframes. In parts.cpp.
void read_mjcf_equalities(MjcfContext& context, const MjcfTree& tree, ModelParts& parts);
void read_mjcf_actuators(MjcfContext& context, const MjcfTree& tree, ModelParts& parts);
/// `file_tree`: before the base was changed.
void read_mjcf_postures(MjcfContext& context, const MjcfTree& file_tree, const MjcfTree& tree,
                        ModelParts& parts);
/// One line for each thing that the file has and carom has not.
void warn_of_unread(MjcfContext& context, const MjcfTree& tree);

}  // namespace carom
