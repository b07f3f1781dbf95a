// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Robots from files: the root element says which format it is.
#include "carom/error.h"
#include "carom/robot.h"
#include "model/robot/mjcf/file.h"
#include "model/robot/robot_srdf.h"
#include "model/robot/urdf_file.h"
#include "model/robot/xml_document.h"

namespace carom {

Model load_robot(const std::filesystem::path& file, const RobotOptions& options) {
  xml::Element root = xml::read(file);
  RobotNotes notes;
  RobotContent content;
  if (root.name == "mujoco") {
    xml::expand_includes(root, file);
    content = read_mjcf(root, file, options, notes);
  } else if (root.name == "robot") {
    content = read_urdf(root, file, options, notes);
  } else {
    const bool sdf = root.name == "sdf";
    throw InvalidInput(root.where() + ": root element is '" + root.name +
                       "'; expected <robot> (URDF) or <mujoco> (MJCF)" +
                       (sdf ? "; convert SDF to one of them" : ""));
  }
  if (content.bodies->armature.size() > 0 && !content.bodies->armature.isZero(0.0)) {
    content.parts.armature = content.bodies->armature;
  }
  std::filesystem::path srdf = options.srdf;
  if (srdf.empty() && root.name == "robot") srdf = find_srdf(file, root.get("name"));
  if (!srdf.empty()) read_srdf(srdf, *content.bodies, content.parts, notes);
  notes.finish();
  content.parts.warnings = notes.warnings;
  return Model(content.bodies, std::move(content.parts));
}

}  // namespace carom
