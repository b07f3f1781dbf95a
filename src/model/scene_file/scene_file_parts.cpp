// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Contacts, loops, couplings, springs, actuators and rotor inertia of a scene file. Names of bodies
// and joints are checked by the model; the reader remembers where each part stands.
#include <fmt/format.h>

#include "model/scene_file/scene_file_kinds.h"

namespace carom {
namespace {

using Eigen::Vector3d;

const std::vector<std::string> coefficient_keys = {"friction", "static_friction", "restitution",
                                                   "stiffness"};

std::vector<std::string> with_coefficients(std::vector<std::string> keys) {
  keys.insert(keys.end(), coefficient_keys.begin(), coefficient_keys.end());
  return keys;
}

/// The name given, else "contact 2"; faults of the model that begin with it get its lines.
std::string name_of(SceneFileReader& reader, const FilePart& part, const char* kind,
                    std::size_t index) {
  const auto name = reader.text(part, "name").value_or(fmt::format("{} {}", kind, index + 1));
  reader.remember(fmt::format("{} '{}'", kind, name), part.table);
  return name;
}

std::string required_name(SceneFileReader& reader, const FilePart& part, const char* key,
                          const char* what) {
  if (reader.require(part, key, what) == nullptr) return {};
  return reader.text(part, key).value_or("");
}

/// The table of a key inside a part, with its own label.
std::optional<FilePart> inner(SceneFileReader& reader, const FilePart& part, const char* key,
                              const char* what) {
  const TomlNode* node = reader.table(part, key, what);
  if (node == nullptr) return {};
  return FilePart{*node, fmt::format("{}: {}", part.label, key)};
}

decltype(ContactCandidate::against) read_other_side(SceneFileReader& reader, const FilePart& part) {
  if (part.table.find("plane") != nullptr && part.table.find("sphere") != nullptr) {
    reader.add(part.table, part, "plane and sphere are both given; expected one of them");
  }
  if (const auto side = inner(reader, part, "sphere", "{body = …, point = […], radius = …}")) {
    reader.check_keys(*side, {"body", "point", "radius"});
    ContactSphere sphere;
    sphere.body = reader.text(*side, "body").value_or("world");
    sphere.center = reader.vector(*side, "point").value_or(Vector3d::Zero());
    sphere.radius = reader.number(*side, "radius", NumberRange::not_negative).value_or(0.0);
    return sphere;
  }
  ContactPlane plane;
  if (const auto side = inner(reader, part, "plane", "{body = …, point = […], normal = […]}")) {
    reader.check_keys(*side, {"body", "point", "normal"});
    plane.body = reader.text(*side, "body").value_or("world");
    plane.point = reader.vector(*side, "point").value_or(Vector3d::Zero());
    plane.normal = reader.vector(*side, "normal").value_or(Vector3d::UnitZ());
  }
  return plane;
}

ContactCandidate read_contact(SceneFileReader& reader, const FilePart& part, std::size_t index) {
  reader.check_keys(part, with_coefficients({"name", "body", "point", "radius", "plane", "sphere",
                                             "tangents", "tangent"}));
  ContactCandidate contact;
  contact.name = name_of(reader, part, "contact", index);
  contact.sphere.body = required_name(reader, part, "body", "the body that touches");
  contact.sphere.center = reader.vector(part, "point").value_or(Vector3d::Zero());
  contact.sphere.radius = reader.number(part, "radius", NumberRange::not_negative).value_or(0.0);
  contact.against = read_other_side(reader, part);
  contact.tangent = reader.vector(part, "tangent").value_or(Vector3d::UnitX());
  if (const auto tangents = reader.number(part, "tangents")) {
    if (*tangents == 0.0 || *tangents == 1.0 || *tangents == 2.0) {
      contact.tangents = static_cast<int>(*tangents);
    } else {
      reader.add(*part.table.find("tangents"), part,
                 fmt::format("tangents = {}; expected 0, 1 or 2", *tangents));
    }
  }
  read_coefficients(reader, part, contact);
  return contact;
}

LoopClosure read_loop(SceneFileReader& reader, const FilePart& part, std::size_t index) {
  reader.check_keys(part, {"name", "kind", "first", "second", "first_placement", "second_placement",
                           "directions"});
  LoopClosure loop;
  loop.name = name_of(reader, part, "loop", index);
  loop.kind = reader.word(part, "kind", {"point", "weld"}).value_or("point") == "weld"
                  ? LoopClosure::Kind::weld
                  : LoopClosure::Kind::point;
  loop.first = required_name(reader, part, "first", "a body or frame");
  loop.second = reader.text(part, "second").value_or("world");
  const Eigen::Isometry3d identity = Eigen::Isometry3d::Identity();
  loop.first_placement = reader.placement(part, "first_placement").value_or(identity);
  loop.second_placement = reader.placement(part, "second_placement").value_or(identity);
  if (const auto rows = reader.rows(part, "directions", 3)) loop.directions = rows->transpose();
  return loop;
}

JointCoupling read_coupling(SceneFileReader& reader, const FilePart& part, std::size_t index) {
  reader.check_keys(part, {"name", "joint", "other", "coefficients"});
  JointCoupling coupling;
  coupling.name = name_of(reader, part, "coupling", index);
  coupling.joint = required_name(reader, part, "joint", "a joint");
  coupling.other = reader.text(part, "other").value_or("");
  if (const auto values = reader.numbers(part, "coefficients", -1)) {
    coupling.coefficients.assign(values->begin(), values->end());
  }
  return coupling;
}

/// At a joint, or between two points.
void read_spring(SceneFileReader& reader, const FilePart& part, std::size_t index,
                 ModelParts& parts) {
  const double stiffness =
      reader.number(part, "stiffness", NumberRange::not_negative).value_or(0.0);
  const double damping = reader.number(part, "damping", NumberRange::not_negative).value_or(0.0);
  if (part.table.find("joint") != nullptr) {
    reader.check_keys(part, {"name", "joint", "stiffness", "rest", "damping"});
    JointSpring spring{reader.text(part, "joint").value_or(""), stiffness, 0.0, damping};
    spring.rest = reader.limit(part, "rest").value_or(0.0);
    reader.remember(fmt::format("spring at joint '{}'", spring.joint), part.table);
    parts.joint_springs.push_back(std::move(spring));
    return;
  }
  reader.check_keys(part, {"name", "joint", "first", "second", "first_point", "second_point",
                           "stiffness", "length", "damping"});
  PointSpring spring;
  spring.name = name_of(reader, part, "spring", index);
  spring.first = required_name(reader, part, "first", "joint, or two bodies: first and second");
  spring.second = reader.text(part, "second").value_or("world");
  spring.first_point = reader.vector(part, "first_point").value_or(Vector3d::Zero());
  spring.second_point = reader.vector(part, "second_point").value_or(Vector3d::Zero());
  spring.stiffness = stiffness;
  spring.length = reader.number(part, "length", NumberRange::not_negative).value_or(0.0);
  spring.damping = damping;
  parts.point_springs.push_back(std::move(spring));
}

Actuator read_actuator(SceneFileReader& reader, const FilePart& part) {
  reader.check_keys(part, {"name", "joint", "gear", "effort_limit"});
  Actuator actuator;
  actuator.joint = required_name(reader, part, "joint", "a joint");
  actuator.name = reader.text(part, "name").value_or(actuator.joint);
  reader.remember(fmt::format("actuator '{}'", actuator.name), part.table);
  actuator.gear = reader.number(part, "gear").value_or(actuator.gear);
  actuator.effort_limit = reader.number(part, "effort_limit", NumberRange::not_negative)
                              .value_or(actuator.effort_limit);
  return actuator;
}

}  // namespace

void read_coefficients(SceneFileReader& reader, const FilePart& part, ContactCandidate& contact) {
  const auto friction = reader.number(part, "friction", NumberRange::not_negative);
  contact.friction = friction.value_or(contact.friction);
  const auto rest = reader.number(part, "static_friction", NumberRange::not_negative);
  if (rest) contact.static_friction = rest;
  const auto restitution = reader.number(part, "restitution", NumberRange::fraction);
  if (restitution) contact.restitution = restitution;
  const auto stiffness = reader.number(part, "stiffness", NumberRange::positive);
  contact.stiffness = stiffness.value_or(contact.stiffness);
}

void apply_defaults(const FilePart& part, const ContactCandidate& defaults,
                    ContactCandidate& contact) {
  const auto open = [&](const char* key) { return part.table.find(key) == nullptr; };
  // A contact that gives its own friction does not take the static one of the file, which may be
  // the smaller; one without tangents takes none.
  if (open("friction") && contact.tangents > 0) {
    contact.friction = defaults.friction;
    if (open("static_friction")) contact.static_friction = defaults.static_friction;
  }
  if (open("restitution")) contact.restitution = defaults.restitution;
  if (open("stiffness")) contact.stiffness = defaults.stiffness;
}

void read_parts(SceneFileReader& reader, const FilePart& file, ModelParts& parts) {
  ContactCandidate defaults;
  SceneFileReader silent(reader.where());  // Faults of the defaults are the caller's.
  read_coefficients(silent, file, defaults);
  for (const FilePart& part : reader.parts(file, "contact")) {
    ContactCandidate contact = read_contact(reader, part, parts.contacts.size());
    apply_defaults(part, defaults, contact);
    parts.contacts.push_back(std::move(contact));
  }
  for (const FilePart& part : reader.parts(file, "loop")) {
    parts.loops.push_back(read_loop(reader, part, parts.loops.size()));
  }
  for (const FilePart& part : reader.parts(file, "coupling")) {
    parts.couplings.push_back(read_coupling(reader, part, parts.couplings.size()));
  }
  for (const FilePart& part : reader.parts(file, "spring")) {
    read_spring(reader, part, parts.point_springs.size(), parts);
  }
  for (const FilePart& part : reader.parts(file, "actuator")) {
    parts.actuators.push_back(read_actuator(reader, part));
  }
}

void read_armature(SceneFileReader& reader, const FilePart& file, const Model& model,
                   ModelParts& parts) {
  const TomlNode* node = file.table.find("armature");
  if (node == nullptr) return;
  if (parts.armature.size() == 0) parts.armature.setZero(model.velocity_size());
  if (node->kind != TomlNode::Kind::table) {
    const auto value = reader.number(file, "armature", NumberRange::not_negative);
    for (const Joint& joint : model.joints()) {
      if (value && joint.v_size == 1) parts.armature[joint.v] = *value;
    }
    return;
  }
  const FilePart table{*node, "armature"};
  for (const TomlNode& item : node->items) {
    const auto value = reader.number(table, item.key, NumberRange::not_negative);
    reader.accepts(item, [&] {
      const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(item.key))];
      if (joint.v_size != 1) {
        reader.add(item, table,
                   fmt::format("joint '{}' has {} velocities; expected a joint of one", item.key,
                               joint.v_size));
      } else if (value) {
        parts.armature[joint.v] = *value;
      }
    });
  }
}

}  // namespace carom
