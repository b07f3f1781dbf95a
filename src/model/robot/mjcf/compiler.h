// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Settings of an MJCF file (<compiler>) that change what its numbers mean, its default classes
// (<default>), and placements in all the ways that MJCF writes them.
#pragma once

#include <Eigen/Geometry>
#include <map>
#include <string>
#include <vector>

#include "model/robot/robot_notes.h"

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

}  // namespace carom
