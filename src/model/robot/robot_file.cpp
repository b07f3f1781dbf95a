// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Robots from files: the root element says which format it is. Beside a URDF an SRDF may stand:
// named postures (group_state; joints that it does not name are neutral), pairs of bodies that
// never touch (disable_collisions) and rotor inertia (rotor_params: inertia of the rotor `mass`
// [kg m²], times gear_ratio²).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "carom/error.h"
#include "carom/robot.h"
#include "model/names.h"
#include "model/robot/mjcf/file.h"
#include "model/robot/urdf_file.h"
#include "model/robot/xml_document.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using xml::Element;

std::vector<fs::path> srdf_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".srdf") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// One value of a joint in a group_state.
void read_joint(const Element& element, const Multibody& bodies, Eigen::VectorXd& q,
                RobotNotes& notes) {
  const std::string name = element.get("name");
  const int index = find_joint(bodies, name);
  if (index < 0) return;
  const Joint& joint = bodies.joints[static_cast<std::size_t>(index)];
  const int size = joint.kind == JointKind::continuous ? 1 : joint.q_size;
  const auto values = notes.numbers(element, "value", size, size);
  if (!values) {
    if (element.find("value") == nullptr) {
      notes.fault(element, "joint '" + name + "': has no value; expected value=\"…\"");
    }
    return;
  }
  if (joint.kind == JointKind::continuous) {
    q.segment(joint.q, 2) << std::cos((*values)(0)), std::sin((*values)(0));
    return;
  }
  q.segment(joint.q, joint.q_size) = *values;
  const int turn = joint.kind == JointKind::free ? joint.q + 3 : joint.q;
  if (joint.kind != JointKind::free && joint.kind != JointKind::spherical) return;
  const double norm = q.segment(turn, 4).norm();
  // A choice: files give quaternions with three or four digits and more, and they are normalised
  // later; a length farther off is a mistake in an entry.
  if (std::abs(norm - 1.0) > 1e-3) {
    notes.fault(element, fmt::format("joint '{}': quaternion of length {}; expected 1", name,
                                     base::number(norm)));
  }
}

void read_rotors(const Element& element, const Multibody& bodies, Eigen::VectorXd& armature,
                 RobotNotes& notes) {
  for (const Element& child : element.children) {
    if (child.name != "joint") continue;
    const double rotor = notes.number(child, "mass", 0.0);
    const double ratio = notes.number(child, "gear_ratio", 1.0);
    const int index = find_joint(bodies, child.get("name"));
    if (rotor < 0.0) {
      notes.fault(child, fmt::format("rotor of joint '{}': mass = {}; expected >= 0 kg m^2",
                                     child.get("name"), base::number(rotor)));
    }
    if (index < 0) continue;
    const Joint& joint = bodies.joints[static_cast<std::size_t>(index)];
    if (joint.v_size == 1) armature(joint.v) += rotor * ratio * ratio;
  }
}

/// A file of the robot's name, or of the robot file's, beside the file or in ../srdf; in ../srdf
/// also the only one, or one whose name starts the robot's. Empty if there is none.
fs::path find_srdf(const fs::path& robot_file, const std::string& robot_name) {
  std::error_code error;
  const fs::path folder = fs::absolute(robot_file, error).parent_path();
  const std::string stem = robot_file.stem().string();
  for (const fs::path& place : {folder, folder.parent_path() / "srdf"}) {
    for (const std::string& name : {stem, fs::path(robot_name).filename().string()}) {
      const fs::path file = place / (name + ".srdf");
      if (fs::is_regular_file(file, error)) return file;
    }
  }
  const auto others = srdf_files(folder.parent_path() / "srdf");
  const auto starts = std::find_if(others.begin(), others.end(), [&](const fs::path& file) {
    const std::string name = file.stem().string();
    return stem.starts_with(name) || robot_name.starts_with(name);
  });
  if (starts != others.end()) return *starts;
  return others.size() == 1 ? others.front() : fs::path();
}

/// Joints that the model has not are passed over.
void read_srdf(const fs::path& file, const Multibody& bodies, ModelParts& parts,
               RobotNotes& notes) {
  const Element root = xml::read(file);
  if (root.name != "robot") {
    throw InvalidInput(root.where() + ": root element is '" + root.name + "'; expected <robot>");
  }
  Eigen::VectorXd armature =
      parts.armature.size() > 0 ? parts.armature : Eigen::VectorXd::Zero(bodies.velocity_size);
  bool rotors = false;
  for (const Element& element : root.children) {
    if (element.name == "group_state") {
      Eigen::VectorXd q = bodies.neutral();
      for (const Element& child : element.children) {
        if (child.name == "joint") read_joint(child, bodies, q, notes);
      }
      // The first of a name stands: later ones are often of another group.
      parts.postures.emplace(element.get("name"), q);
    } else if (element.name == "rotor_params") {
      rotors = true;
      read_rotors(element, bodies, armature, notes);
    } else if (element.name == "disable_collisions") {
      parts.apart.emplace_back(element.get("link1"), element.get("link2"));
    }
  }
  if (rotors) parts.armature = armature;
}

}  // namespace

Model load_robot(const fs::path& file, const RobotOptions& options) {
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
  fs::path srdf = options.srdf;
  if (srdf.empty() && root.name == "robot") srdf = find_srdf(file, root.get("name"));
  // As find_mesh() has it: a link to a robot file stands for the file itself.
  std::error_code error;
  const fs::path real = fs::canonical(file, error);
  if (srdf.empty() && root.name == "robot" && !error) srdf = find_srdf(real, root.get("name"));
  if (!srdf.empty()) read_srdf(srdf, *content.bodies, content.parts, notes);
  notes.finish();
  content.parts.warnings = notes.warnings;
  return Model(content.bodies, std::move(content.parts));
}

}  // namespace carom
