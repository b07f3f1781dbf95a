// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
#include "model/robot/mjcf/file.h"

namespace carom {
namespace {

Eigen::Vector3d read_gravity(const xml::Element& root, RobotNotes& notes) {
  Eigen::Vector3d gravity(0.0, 0.0, -9.81);
  for (const xml::Element& section : root.children) {
    if (section.name != "option") continue;
    gravity = notes.vector(section, "gravity", gravity);
    for (const xml::Element& flag : section.children) {
      if (flag.name == "flag" && flag.get("gravity") == "disable") gravity.setZero();
    }
  }
  return gravity;
}

}  // namespace

RobotContent read_mjcf(const xml::Element& root, const std::filesystem::path& file,
                       const RobotOptions& options, RobotNotes& notes) {
  MjcfContext context{
      root, file, options, notes, read_mjcf_compiler(root, notes), MjcfDefaults(root, notes)};
  read_mjcf_meshes(context);
  const MjcfTree file_tree = read_mjcf_tree(context);
  MjcfTree tree = file_tree;
  set_mjcf_base(options.base, tree, notes);
  RobotContent content;
  ModelDescription description = describe_mjcf(tree, notes, content.parts);
  description.name = root.get("model").empty() ? file.stem().string() : root.get("model");
  description.gravity = read_gravity(root, notes);
  read_mjcf_equalities(context, tree, content.parts);
  read_mjcf_actuators(context, tree, content.parts);
  read_mjcf_postures(context, file_tree, tree, content.parts);
  warn_of_unread(context, tree);
  notes.finish();
  content.bodies = Multibody::build(description);
  return content;
}

}  // namespace carom
