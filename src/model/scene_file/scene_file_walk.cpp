// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// [walk] of a robot's scene file: the parameters of model/walk_parameters.h under their names, the
// frames of feet, pelvis and torso, and the rectangle of the sole.
#include <fmt/format.h>

#include "carom/robot.h"
#include "model/scene_file/scene_file_kinds.h"
#include "model/walk_parameters.h"

namespace carom {
namespace {

/// A value as its parameter needs it; nothing, with a fault, if it is of another type.
std::optional<ParameterValue> read_value(SceneFileReader& reader, const FilePart& walk,
                                         const SceneParameter& parameter) {
  const std::string& name = parameter.name;
  const bool angle = parameter.unit == "rad";
  const auto optional = [](auto value) -> std::optional<ParameterValue> {
    if (!value) return {};
    return ParameterValue(*value);
  };
  if (std::holds_alternative<bool>(parameter.value)) return optional(reader.flag(walk, name));
  if (std::holds_alternative<std::string>(parameter.value)) {
    return optional(reader.word(walk, name, parameter.words));
  }
  if (std::holds_alternative<double>(parameter.value)) {
    return optional(angle ? reader.angle(*walk.table.find(name), walk, name)
                          : reader.number(walk, name));
  }
  const auto values = reader.numbers(walk, name, -1, angle);
  if (!values) return {};
  return ParameterValue(std::vector<double>(values->begin(), values->end()));
}

std::string read_frame(SceneFileReader& reader, const FilePart& walk, const Model& model,
                       const char* key, const char* what) {
  if (what != nullptr && reader.require(walk, key, what) == nullptr) return {};
  const auto name = reader.text(walk, key);
  if (!name) return {};
  try {
    static_cast<void>(model.frame(*name));
    return *name;
  } catch (const InvalidInput& error) {
    for (const std::string& fault : error.faults()) {
      reader.add(*walk.table.find(key), walk, fmt::format("{} = \"{}\": {}", key, *name, fault));
    }
    return {};
  }
}

void read_sole(SceneFileReader& reader, const FilePart& walk, WalkRobot& robot) {
  const TomlNode* node = reader.require(
      walk, "sole", "the rectangle in the left foot's frame, {back, front, right, left, height}");
  if (node == nullptr) return;
  if (node->kind != TomlNode::Kind::table) {
    reader.add(*node, walk,
               fmt::format("sole = {}; expected a table {{back, front, right, left, height}} [m]",
                           shown(*node)));
    return;
  }
  const FilePart sole{*node, "walk.sole"};
  reader.check_keys(sole, {"back", "front", "right", "left", "height"});
  const auto read = [&](const char* key, double& value) {
    if (reader.require(sole, key, "a length [m]") == nullptr) return false;
    const auto number = reader.number(sole, key);
    if (number) value = *number;
    return number.has_value();
  };
  const bool back = read("back", robot.back), front = read("front", robot.front);
  const bool right = read("right", robot.right), left = read("left", robot.left);
  read("height", robot.sole);
  if (back && front && !(robot.back < robot.front)) {
    reader.add(
        *node->find("back"), sole,
        fmt::format("back = {} m; expected less than front = {} m", robot.back, robot.front));
  }
  if (right && left && !(robot.right < robot.left)) {
    reader.add(
        *node->find("right"), sole,
        fmt::format("right = {} m; expected less than left = {} m", robot.right, robot.left));
  }
}

void read_settings(SceneFileReader& reader, const FilePart& file, const FilePart& walk,
                   WalkTable& table) {
  SceneSettings given;
  for (const SceneParameter& parameter : walk_parameters()) {
    if (walk.table.find(parameter.name) == nullptr) continue;
    if (const auto value = read_value(reader, walk, parameter)) given[parameter.name] = *value;
  }
  const bool told = given.contains("motion");
  for (const char* key : {"drop", "velocity"}) {
    const TomlNode* node = file.table.find(key);
    if (node == nullptr) continue;
    if (!told) given["motion"] = std::string("drop");
    if (const std::string motion = motion_of(given); motion != "drop") {
      reader.add(*node, file,
                 fmt::format("{} and motion = \"{}\" of [walk] are both given; expected one of "
                             "them; motion = \"drop\" falls",
                             key, motion));
    }
  }
  table.settings = complete_walk(given);
  for (const WalkFault& fault : walk_faults(table.settings)) {
    const TomlNode* node = walk.table.find(fault.name);
    reader.add(node != nullptr ? *node : walk.table, walk, fault.text);
  }
}

}  // namespace

std::optional<WalkTable> read_walk(SceneFileReader& reader, const FilePart& file,
                                   const Model& model) {
  const TomlNode* node = file.table.find("walk");
  if (node == nullptr) return {};
  if (node->kind != TomlNode::Kind::table) {
    reader.add(*node, file, fmt::format("walk = {}; expected a table, [walk]", shown(*node)));
    return {};
  }
  const FilePart walk{*node, "walk"};
  std::vector<std::string> keys = {"left_foot", "right_foot", "pelvis", "torso", "sole"};
  for (const SceneParameter& parameter : walk_parameters()) keys.push_back(parameter.name);
  reader.check_keys(walk, keys);
  WalkTable table;
  WalkRobot& robot = table.robot;
  robot.left_foot = read_frame(reader, walk, model, "left_foot", "the frame of the left foot");
  robot.right_foot = read_frame(reader, walk, model, "right_foot", "the frame of the right foot");
  robot.pelvis = read_frame(reader, walk, model, "pelvis", "the frame that is to stay upright");
  robot.torso = read_frame(reader, walk, model, "torso", nullptr);
  if (!robot.left_foot.empty() && robot.left_foot == robot.right_foot) {
    reader.add(*node->find("right_foot"), walk,
               fmt::format("right_foot = \"{}\"; expected another frame than left_foot",
                           robot.right_foot));
  }
  if (!model.has_free_base()) {
    reader.add(*node, walk, "the base is fixed; expected base = \"free\", which can walk");
  }
  read_sole(reader, walk, robot);
  read_settings(reader, file, walk, table);
  return table;
}

}  // namespace carom
