// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A scene file with its bodies written out. Values are checked by the model, which names the body
// and the key, so that the reader finds the line; where the bodies cannot be built, blameless ones
// of the same names stand in, so that contacts, postures and velocities are still checked.
#include <fmt/format.h>

#include "carom/robot.h"
#include "model/scene_file/scene_file_kinds.h"

namespace carom {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

const std::vector<std::string> joint_kinds = {"fixed",     "revolute",    "prismatic",
                                              "spherical", "translation", "free"};

JointKind kind_of(const std::string& word) {
  const JointKind kinds[] = {JointKind::fixed,     JointKind::revolute,    JointKind::prismatic,
                             JointKind::spherical, JointKind::translation, JointKind::free};
  std::size_t index = 0;
  while (joint_kinds[index] != word) ++index;
  return kinds[index];
}

/// joint = "free", or joint = {kind = "revolute", axis = …}.
void read_joint(SceneFileReader& reader, const FilePart& part, BodyDescription& body) {
  body.kind = JointKind::revolute;  // Blameless where it is missing.
  const TomlNode* node =
      reader.require(part, "joint", "what carries the body, such as joint = \"free\"");
  if (node == nullptr) return;
  if (node->kind != TomlNode::Kind::table) {
    if (const auto kind = reader.word(part, "joint", joint_kinds)) body.kind = kind_of(*kind);
    return;
  }
  const FilePart joint{*node, part.label + ": joint"};
  reader.check_keys(joint, {"kind", "name", "axis", "lower", "upper", "effort_limit",
                            "velocity_limit", "armature"});
  if (reader.require(joint, "kind", "revolute, prismatic, …") != nullptr) {
    if (const auto kind = reader.word(joint, "kind", joint_kinds)) body.kind = kind_of(*kind);
  }
  body.joint = reader.text(joint, "name").value_or("");
  body.axis = reader.vector(joint, "axis").value_or(Vector3d::UnitZ());
  const bool has_axis = body.kind == JointKind::revolute || body.kind == JointKind::prismatic;
  if (has_axis) reader.require(joint, "axis", "the direction of the joint, such as [0, 1, 0]");
  body.lower = reader.limit(joint, "lower").value_or(body.lower);
  body.upper = reader.limit(joint, "upper").value_or(body.upper);
  const auto not_negative = NumberRange::not_negative;
  body.effort_limit =
      reader.number(joint, "effort_limit", not_negative).value_or(body.effort_limit);
  body.velocity_limit =
      reader.number(joint, "velocity_limit", not_negative).value_or(body.velocity_limit);
  body.armature = reader.number(joint, "armature", not_negative).value_or(0.0);
}

/// Three moments, six entries (xx, xy, xz, yy, yz, zz) or three rows.
Matrix3d read_inertia(SceneFileReader& reader, const FilePart& part) {
  const TomlNode* node = part.table.find("inertia");
  if (node == nullptr) return Matrix3d::Zero();
  const bool nested = node->kind == TomlNode::Kind::list && !node->items.empty() &&
                      node->items.front().kind == TomlNode::Kind::list;
  if (nested) {
    const auto rows = reader.rows(part, "inertia", 3);
    if (rows && rows->rows() == 3) return *rows;
    if (rows) {
      reader.add(*node, part, fmt::format("inertia has {} rows; expected 3", rows->rows()));
    }
    return Matrix3d::Identity();
  }
  const auto numbers = reader.numbers(part, "inertia", -1);
  if (!numbers) return Matrix3d::Identity();
  const Eigen::VectorXd& n = *numbers;
  if (n.size() == 3) return Vector3d(n).asDiagonal();
  if (n.size() == 6) {
    return (Matrix3d() << n[0], n[1], n[2], n[1], n[3], n[4], n[2], n[4], n[5]).finished();
  }
  reader.add(*node, part,
             fmt::format("inertia has {} numbers; expected 3 (moments), 6 (xx, xy, xz, yy, yz, zz) "
                         "or 3 rows of 3, about the centre of mass [kg m^2]",
                         n.size()));
  return Matrix3d::Identity();
}

BodyDescription read_body(SceneFileReader& reader, const FilePart& part) {
  reader.check_keys(part, {"name", "parent", "joint", "placement", "mass", "center", "inertia"});
  BodyDescription body;
  reader.require(part, "name", "a name of its own");
  body.name = reader.text(part, "name").value_or(part.label);
  reader.remember(fmt::format("body '{}'", body.name), part.table);
  body.parent = reader.text(part, "parent").value_or("world");
  read_joint(reader, part, body);
  body.placement = reader.placement(part, "placement").value_or(Eigen::Isometry3d::Identity());
  const bool has_mass = reader.require(part, "mass", "kilograms; 0 is allowed") != nullptr;
  body.mass = reader.number(part, "mass").value_or(has_mass ? 0.0 : 1.0);
  body.center = reader.vector(part, "center").value_or(Vector3d::Zero());
  body.inertia = read_inertia(reader, part);
  return body;
}

Vector3d read_gravity(SceneFileReader& reader, const FilePart& file) {
  const TomlNode* node = file.table.find("gravity");
  const Vector3d usual = ModelDescription{}.gravity;
  if (node == nullptr) return usual;
  if (node->kind == TomlNode::Kind::list) return reader.vector(file, "gravity").value_or(usual);
  const auto down = reader.number(file, "gravity", NumberRange::not_negative);
  return down ? Vector3d(0.0, 0.0, -*down) : usual;
}

/// Bodies of the same names and joints, of 1 kg each.
ModelDescription stand_in(ModelDescription description) {
  for (BodyDescription& body : description.bodies) {
    BodyDescription good;
    good.name = body.name;
    good.parent = body.parent;
    good.joint = body.joint;
    good.kind = body.kind;
    good.mass = 1.0;
    good.inertia.setIdentity();
    body = good;
  }
  return description;
}

std::optional<Model> build(SceneFileReader& reader, const FilePart& file,
                           const ModelDescription& description) {
  std::optional<Model> model;
  if (reader.accepts(file.table, [&] { model.emplace(description); })) return model;
  try {
    return Model(stand_in(description));
  } catch (const InvalidInput&) {
    return {};  // The same faults again.
  }
}

std::optional<Model> with_parts(SceneFileReader& reader, const FilePart& file, const Model& bodies,
                                ModelParts parts) {
  parts.armature = bodies.parts().armature;  // of the joints' tables
  parts.warnings = bodies.parts().warnings;
  read_armature(reader, file, bodies, parts);
  std::optional<Model> model;
  reader.accepts(file.table, [&] { model = bodies.with(std::move(parts)); });
  return model;
}

}  // namespace

SceneFile read_body_scene(SceneFileReader& reader, const FilePart& file) {
  check_model_keys(reader, file, {"body", "gravity"});
  ModelDescription description;
  description.name = std::filesystem::path(reader.where()).stem().string();
  for (const FilePart& part : reader.parts(file, "body")) {
    description.bodies.push_back(read_body(reader, part));
  }
  description.gravity = read_gravity(reader, file);
  ContactCandidate defaults;
  read_coefficients(reader, file, defaults);  // Here for its faults; read_parts applies them.
  ModelParts parts;
  read_parts(reader, file, parts);
  if (parts.contacts.empty()) {
    reader.require(file, "contact", "what may touch, at least one table [[contact]]");
  }
  const std::optional<Model> bodies = build(reader, file, description);
  if (!bodies) reader.finish();
  const std::optional<Model> model = with_parts(reader, file, *bodies, parts);
  const StartPosture posture =
      read_posture(reader, file, *bodies, {bodies->neutral(), std::string("neutral")});
  SceneStart start = read_start(reader, file, model ? *model : *bodies, posture.q);
  reader.finish();

  return make_scene_file(SceneFile::Kind::bodies, posture, *model, std::move(start));
}

}  // namespace carom
