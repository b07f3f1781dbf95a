// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Posture and velocity of a scene file. A drop from height h gives every base that can fall the
// speed √(2 |g| h) along gravity, joints at rest.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "carom/robot.h"
#include "model/posture/posture_file.h"
#include "model/scene_file/scene_file_kinds.h"

namespace carom {
namespace {

using Eigen::VectorXd;
using Json = nlohmann::json;

std::optional<Json> list_json(SceneFileReader& reader, const FilePart& file, const TomlNode& node,
                              const std::string& what) {
  Json list = Json::array();
  bool good = true;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const auto value = reader.angle(node.items[i], file, fmt::format("{}[{}]", what, i));
    good = good && value;
    list.push_back(value.value_or(0.0));
  }
  if (!good) return {};
  return list;
}

/// The posture as the JSON of posture files.
std::optional<Json> posture_json(SceneFileReader& reader, const FilePart& file,
                                 const TomlNode& node) {
  if (node.kind == TomlNode::Kind::list) return list_json(reader, file, node, node.key);
  Json object = Json::object();
  bool good = true;
  for (const TomlNode& item : node.items) {
    const std::string what = fmt::format("{}.{}", node.key, item.key);
    if (item.kind == TomlNode::Kind::list) {
      const auto list = list_json(reader, file, item, what);
      good = good && list;
      if (list) object[item.key] = *list;
    } else {
      const auto value = reader.angle(item, file, what);
      good = good && value;
      if (value) object[item.key] = *value;
    }
  }
  if (!good) return {};
  return object;
}

/// The velocity of one joint in a table of joints.
void set_joint_velocity(SceneFileReader& reader, const FilePart& file, const Model& model,
                        const TomlNode& item, VectorXd& v) {
  const std::string what = fmt::format("velocity.{}", item.key);
  reader.accepts(item, [&] {
    const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(item.key))];
    TomlNode holder;
    holder.items.push_back(item);
    if (item.is_number()) {  // a list of one
      holder.items.front().kind = TomlNode::Kind::list;
      holder.items.front().items = {item};
    }
    holder.items.front().key = what;
    const auto values = reader.numbers({holder, file.label}, what, joint.v_size);
    if (values) v.segment(joint.v, joint.v_size) = *values;
  });
}

VectorXd read_velocity(SceneFileReader& reader, const FilePart& file, const Model& model) {
  VectorXd v = VectorXd::Zero(model.velocity_size());
  const TomlNode* node = file.table.find("velocity");
  if (node == nullptr) return v;
  if (node->kind == TomlNode::Kind::table) {
    for (const TomlNode& item : node->items) set_joint_velocity(reader, file, model, item, v);
    return v;
  }
  return reader.numbers(file, "velocity", model.velocity_size()).value_or(v);
}

/// Velocity of everything that stands free in the world after a fall.
VectorXd falling(const Model& model, const VectorXd& q, double height, bool& falls) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(q);
  VectorXd v = VectorXd::Zero(model.velocity_size());
  Eigen::Matrix3Xd rows(3, model.velocity_size());
  const Eigen::Vector3d& gravity = model.gravity();
  falls = false;
  for (const Joint& joint : model.joints()) {
    if (joint.parent >= 0) continue;
    if (joint.kind != JointKind::free && joint.kind != JointKind::translation) continue;
    rows.setZero();
    workspace.point_jacobian(model.frame(joint.name), Eigen::Vector3d::Zero(), rows);
    // The first three columns are the joint's axes in the world.
    const Eigen::Vector3d velocity = std::sqrt(2.0 * height / gravity.norm()) * gravity;
    v.segment<3>(joint.v) = rows.middleCols<3>(joint.v).transpose() * velocity;
    falls = true;
  }
  return v;
}

std::optional<double> read_drop(SceneFileReader& reader, const FilePart& file, const Model& model,
                                SceneStart& start) {
  const auto drop = reader.number(file, "drop", NumberRange::not_negative);
  if (!drop) return {};
  const TomlNode& node = *file.table.find("drop");
  if (file.table.find("velocity") != nullptr) {
    reader.add(node, file, "drop and velocity are both given; expected one of them");
  } else if (model.gravity().norm() == 0.0) {
    reader.add(node, file, "drop without gravity; expected velocity, or a gravity that is not 0");
  } else {
    bool falls = false;
    start.state.v = falling(model, start.state.q, *drop, falls);
    if (!falls) {
      reader.add(node, file,
                 "drop with nothing that can fall; expected a free base; give velocity instead");
    }
  }
  return drop;
}

void stand(SceneFileReader& reader, const FilePart& file, const Model& model, SceneStart& start) {
  if (!reader.flag(file, "stand").value_or(false)) return;
  const TomlNode& node = *file.table.find("stand");
  if (model.contacts().empty()) {
    reader.add(node, file, "stand = true without contacts; expected at least one contact");
  }
  if (reader.has_faults()) return;
  reader.accepts(node, [&] {
    const PostureResult result = solve_posture(model, start.state.q, {});
    if (!result.converged) {
      reader.add(
          node, file,
          fmt::format("stand = true; no posture near the given one puts every contact on its "
                      "surface (largest gap {} m): {}; give another posture or fewer contacts",
                      base::number(result.largest_gap), result.message));
      return;
    }
    // A joint that the file itself put at its limit is no news.
    std::vector<std::string> stopped;
    for (const std::string& name : result.at_limit) {
      const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(name))];
      const auto moved = (result.q - start.state.q).segment(joint.q, joint.q_size);
      // [rad, m] The posture solver ends at steps of 1e-10; a joint that it has really moved to a
      // limit was moved by more than anyone would see.
      if (moved.norm() > 1e-9) stopped.push_back(name);
    }
    if (!stopped.empty()) {
      start.warnings.push_back("stand: joints at their limits: " + base::join(stopped));
    }
    start.state.q = result.q;
  });
}

/// The joints that lock holds: "all" is every joint but a free base.
std::vector<std::string> read_lock(SceneFileReader& reader, const FilePart& file,
                                   const Model& model) {
  std::vector<std::string> locked;
  const TomlNode* node = file.table.find("lock");
  if (node == nullptr) return locked;
  if (node->kind == TomlNode::Kind::text && node->text == "all") {
    for (const Joint& joint : model.joints()) {
      if (joint.kind != JointKind::free) locked.push_back(joint.name);
    }
    return locked;
  }
  if (node->kind != TomlNode::Kind::list) {
    reader.add(*node, file,
               fmt::format("lock = {}; expected \"all\" or a list of joints", shown(*node)));
    return locked;
  }
  for (const TomlNode* name : reader.names(file, "lock")) {
    if (reader.accepts(*name, [&] { static_cast<void>(model.joint(name->text)); })) {
      locked.push_back(name->text);
    }
  }
  return locked;
}

/// Faults of a posture; one that names a joint of a table gets the line of that joint.
void add_posture_faults(SceneFileReader& reader, const FilePart& file, const TomlNode& posture,
                        const InvalidInput& error) {
  for (const std::string& fault : error.faults()) {
    const auto open = fault.find('\''), close = fault.find('\'', open + 1);
    const TomlNode* item = close == std::string::npos
                               ? nullptr
                               : posture.find(fault.substr(open + 1, close - open - 1));
    reader.add(item != nullptr ? *item : posture, file, fault);
  }
}

}  // namespace

StartPosture read_posture(SceneFileReader& reader, const FilePart& file, const Model& model,
                          const StartPosture& otherwise) {
  const TomlNode* node = file.table.find("posture");
  if (node == nullptr) return otherwise;
  try {
    if (node->kind == TomlNode::Kind::text) return {find_posture(model, node->text), node->text};
    if (node->kind == TomlNode::Kind::list || node->kind == TomlNode::Kind::table) {
      const auto json = posture_json(reader, file, *node);
      if (!json) return otherwise;
      return {posture_from_json(model, json->dump(), "posture"), {}};
    }
    reader.add(*node, file,
               fmt::format("posture = {}; expected a name, a list of {} coordinates, or a table of "
                           "joints",
                           shown(*node), model.configuration_size()));
  } catch (const InvalidInput& error) {
    add_posture_faults(reader, file, *node, error);
  }
  return otherwise;
}

SceneStart read_start(SceneFileReader& reader, const FilePart& file, const Model& model,
                      const VectorXd& q) {
  SceneStart start;
  start.state = {q, read_velocity(reader, file, model)};
  if (const auto touching = reader.number(file, "touching", NumberRange::not_negative)) {
    start.options.touching = *touching;
  }
  for (const TomlNode* name : reader.names(file, "closed")) {
    if (reader.accepts(*name, [&] { static_cast<void>(model.contact(name->text)); })) {
      start.options.closed.push_back(name->text);
    }
  }
  start.options.locked = read_lock(reader, file, model);
  stand(reader, file, model, start);
  const TomlNode* posture = file.table.find("posture");
  reader.accepts(posture != nullptr ? *posture : file.table, [&] {
    model.check(start.state);
    for (const std::string& warning : posture_warnings(model, start.state.q)) {
      start.warnings.push_back("posture: " + warning);
    }
    start.drop = read_drop(reader, file, model, start);
  });
  return start;
}

SceneFile make_scene_file(SceneFile::Kind kind, const StartPosture& posture, const Model& model,
                          SceneStart start) {
  SceneFile file{.kind = kind,
                 .posture = posture.name,
                 .scene = {model, std::move(start.state)},
                 .options = std::move(start.options),
                 .drop = start.drop};
  file.warnings = model.parts().warnings;
  file.warnings.insert(file.warnings.end(), start.warnings.begin(), start.warnings.end());
  return file;
}

}  // namespace carom
