// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From the bodies of an MJCF file to a description. MJCF places joints in the frame of the body
// they move, in the initial posture; they act one after the other, the first next to the parent:
//   parent → T·p₁ → joint 1 → p₂ − p₁ → joint 2 → … → −pₙ → body,
// with T the placement of the body and pₖ the position of joint k in it. A free joint stands at the
// world's origin: its coordinates are the pose of the body, as in MuJoCo.
// Coordinates are MuJoCo's qpos − ref, quaternions (x, y, z, w).
#include <fmt/format.h>

#include <set>

#include "model/robot/mjcf/file.h"
#include "model/robot/robot_inertia.h"

namespace carom {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;
using MjcfKind = MjcfJoint::Kind;

Isometry3d shift(const Vector3d& by) {
  Isometry3d placement = Isometry3d::Identity();
  placement.translation() = by;
  return placement;
}

bool has_free(const MjcfBody& body) {
  return !body.joints.empty() && body.joints.front().kind == MjcfKind::free;
}

JointKind kind_of(MjcfKind kind) {
  switch (kind) {
    case MjcfKind::hinge: return JointKind::revolute;
    case MjcfKind::slide: return JointKind::prismatic;
    case MjcfKind::ball: return JointKind::spherical;
    default: return JointKind::free;
  }
}

/// The joint's own part of a body that moves.
BodyDescription moving(const MjcfJoint& joint) {
  BodyDescription body;
  body.joint = joint.name;
  body.kind = kind_of(joint.kind);
  body.axis = joint.axis;
  body.lower = joint.lower;
  body.upper = joint.upper;
  body.effort_limit = joint.effort;
  body.armature = joint.armature;
  return body;
}

void set_mass(const MjcfMass& mass, BodyDescription& body) {
  body.mass = mass.mass;
  body.center = mass.center;
  body.inertia = 0.5 * (mass.inertia + mass.inertia.transpose());
}

void check_free_joints(const MjcfTree& tree, RobotNotes& notes) {
  for (const MjcfBody& body : tree.bodies) {
    for (const MjcfJoint& joint : body.joints) {
      if (joint.kind != MjcfKind::free) continue;
      if (body.parent >= 0 || body.joints.size() > 1) {
        notes.fault(*body.element, fmt::format("joint '{}' of body '{}' is free; expected a body "
                                               "of the world without other joints",
                                               joint.name, body.name));
      }
    }
  }
}

void check_masses(const MjcfTree& tree, RobotNotes& notes) {
  std::vector<BodyInertia> list;
  for (const MjcfBody& body : tree.bodies) {
    BodyInertia entry;
    entry.body = body.name;
    entry.parent = body.parent;
    entry.moves = !body.joints.empty();
    entry.mass = body.mass.mass;
    entry.inertia = body.mass.inertia;
    entry.element = body.element;
    if (entry.moves) entry.joint = body.joints.front().name;
    for (const MjcfJoint& joint : body.joints) entry.armature += joint.armature;
    list.push_back(entry);
  }
  check_inertia(list, notes);
}

class Describer {
 public:
  explicit Describer(ModelDescription& description) : out_(description) {}

  void add(const MjcfBody& body, const std::string& parent) {
    BodyDescription last;
    last.parent = parent;
    last.placement = body.placement;
    Vector3d at = Vector3d::Zero();
    for (std::size_t k = 0; k < body.joints.size(); ++k) {
      const MjcfJoint& joint = body.joints[k];
      BodyDescription carrier = moving(joint);
      carrier.parent = last.parent;
      const bool is_free = joint.kind == MjcfKind::free;
      carrier.placement =
          is_free ? Isometry3d::Identity() : last.placement * shift(joint.position - at);
      at = is_free ? Vector3d::Zero() : joint.position;
      const bool ends = k + 1 == body.joints.size() && at.isZero(0.0);
      carrier.name = ends ? body.name : taken(body.name + "." + joint.name);
      if (ends) set_mass(body.mass, carrier);
      out_.bodies.push_back(carrier);
      if (ends) return;
      last = BodyDescription{};
      last.parent = carrier.name;
    }
    last.name = body.name;
    last.placement = last.placement * shift(-at);
    set_mass(body.mass, last);
    out_.bodies.push_back(last);
  }

  void add_site(const MjcfSite& site, const std::string& parent) {
    if (site.name.empty()) return;
    BodyDescription frame;
    frame.name = names_.contains(site.name) ? taken(site.name + ".site") : taken(site.name);
    frame.parent = parent;
    frame.placement = site.placement;
    out_.bodies.push_back(frame);
  }

  void reserve(const MjcfTree& tree) {
    for (const MjcfBody& body : tree.bodies) names_.insert(body.name);
  }

 private:
  std::string taken(std::string name) {
    while (!names_.insert(name).second) name += "_";
    return name;
  }

  ModelDescription& out_;
  std::set<std::string> names_ = {"world"};
};

void add_spring(const MjcfJoint& joint, ModelParts& parts, std::vector<std::string>& unread) {
  if (joint.stiffness == 0.0 && joint.damping == 0.0 && !joint.spring_from_time) return;
  const bool single = joint.kind == MjcfKind::hinge || joint.kind == MjcfKind::slide;
  if (!single || joint.spring_from_time) {
    unread.push_back(joint.name);
  } else {
    parts.joint_springs.push_back(
        {joint.name, joint.stiffness, joint.spring_reference - joint.reference, joint.damping});
  }
}

/// Frees or fixes the base as the user asks.
void set_mjcf_base(RobotOptions::Base base, MjcfTree& tree, RobotNotes& notes) {
  using Base = RobotOptions::Base;
  std::vector<MjcfBody*> tops;
  for (MjcfBody& body : tree.bodies) {
    if (body.parent < 0) tops.push_back(&body);
  }
  const auto first_free =
      std::find_if(tops.begin(), tops.end(), [](const MjcfBody* body) { return has_free(*body); });
  if (base == Base::fixed && first_free != tops.end()) {
    (*first_free)->joints.clear();
    std::vector<std::string> others;
    for (auto at = first_free + 1; at != tops.end(); ++at) {
      if (has_free(**at)) others.push_back((*at)->name);
    }
    if (!others.empty()) {
      notes.warn("base fixed: body '" + (*first_free)->name +
                 "'; still free: " + short_list(others));
    }
  }
  if (base != Base::free || first_free != tops.end() || tops.empty()) return;
  std::vector<std::string> names;
  std::vector<MjcfBody*> jointless;
  for (MjcfBody* body : tops) {
    names.push_back(body->name);
    if (body->joints.empty()) jointless.push_back(body);
  }
  if (jointless.size() != 1) {
    notes.fault(*tops.front()->element, "a free base is asked for, and bodies of the world are " +
                                            short_list(names) +
                                            "; expected exactly one of them without joints");
    return;
  }
  MjcfJoint joint;
  joint.name = "root_joint";
  joint.kind = MjcfKind::free;
  jointless.front()->joints = {joint};
}

/// Bodies with one joint each: several joints of one body become a chain of massless bodies. Adds
/// shapes and springs to the parts.
ModelDescription describe_mjcf(const MjcfTree& tree, RobotNotes& notes, ModelParts& parts) {
  check_free_joints(tree, notes);
  check_masses(tree, notes);
  ModelDescription description;
  Describer describer(description);
  describer.reserve(tree);
  std::vector<std::string> unread;
  for (const MjcfSite& site : tree.world_sites) describer.add_site(site, "world");
  const auto add_shapes = [&](const MjcfShapes& from) {
    parts.shapes.insert(parts.shapes.end(), from.colliding.begin(), from.colliding.end());
    parts.visuals.insert(parts.visuals.end(), from.visual.begin(), from.visual.end());
  };
  add_shapes(tree.world_shapes);
  for (const MjcfBody& body : tree.bodies) {
    describer.add(
        body, body.parent < 0 ? "world" : tree.bodies[static_cast<std::size_t>(body.parent)].name);
    for (const MjcfSite& site : body.sites) describer.add_site(site, body.name);
    for (const MjcfJoint& joint : body.joints) add_spring(joint, parts, unread);
    add_shapes(body.shapes);
  }
  if (!unread.empty()) {
    notes.warn(
        "springs and dampers of joints with several coordinates, and springdamper, are not "
        "read: " +
        short_list(unread));
  }
  return description;
}

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
  read_mjcf_assets(context);
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
