// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A scene file that names a robot file. [walk]: the parameters of model/walk_parameters.h under
// their names, the frames of feet, pelvis and torso, and the rectangle of the sole.
#include <fmt/format.h>

#include "carom/robot.h"
#include "model/scene_file/scene_file_kinds.h"
#include "model/walk_parameters.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using Base = RobotOptions::Base;

std::optional<Model> read_robot(SceneFileReader& reader, const FilePart& file,
                                const fs::path& folder, fs::path& path) {
  RobotOptions options;
  const auto base = reader.word(file, "base", {"free", "fixed"});
  if (base) options.base = *base == "free" ? Base::free : Base::fixed;
  options.srdf = read_path(reader, file, "srdf", {folder});
  path = read_path(reader, file, "robot", {folder});
  if (path.empty()) return {};
  std::optional<Model> robot;
  reader.accepts(*file.table.find("robot"), [&] { robot = load_robot(path, options); });
  return robot;
}

/// One entry of `contacts`: a word of ground_contacts, or a table with such a word as its frame.
class ContactEntry {
 public:
  /// `item`: the entry in the file; `part`: the same as a table.
  ContactEntry(SceneFileReader& reader, const TomlNode& item, const FilePart& part)
      : reader_(reader), item_(item), part_(part) {}

  void append(const Model& model, const Eigen::VectorXd& q, const ContactCandidate& defaults,
              std::vector<ContactCandidate>& contacts) {
    const auto word = read_word();
    const auto name = reader_.text(part_, "name");
    ContactCandidate own;
    read_coefficients(reader_, part_, own);
    if (!word) return;
    reader_.accepts(*part_.table.find("frame"), [&] {
      std::vector<ContactCandidate> found = ground_contacts(model, {*word}, q);
      if (name && found.size() == 1) found.front().name = *name;
      if (name && found.size() != 1) {
        reader_.add(*part_.table.find("name"), part_,
                    fmt::format("name = \"{}\" for {} contacts; expected a frame that is one",
                                *name, found.size()));
      }
      for (ContactCandidate& contact : found) {
        contact.friction = own.friction;
        contact.static_friction = own.static_friction;
        contact.restitution = own.restitution;
        contact.stiffness = own.stiffness;
        apply_defaults(part_, defaults, contact);
        reader_.remember(fmt::format("contact '{}'", contact.name), item_);
        contacts.push_back(std::move(contact));
      }
    });
  }

 private:
  std::optional<std::string> read_word() {
    reader_.check_keys(part_, {"name", "frame", "point", "friction", "static_friction",
                               "restitution", "stiffness"});
    if (reader_.require(part_, "frame", "a frame of the robot") == nullptr) return {};
    auto word = reader_.text(part_, "frame");
    const auto point = reader_.vector(part_, "point");
    if (!word || !point) return word;
    return fmt::format("{}[{},{},{}]", *word, point->x(), point->y(), point->z());
  }

  SceneFileReader& reader_;
  const TomlNode& item_;
  const FilePart& part_;
};

std::vector<ContactCandidate> read_contacts(SceneFileReader& reader, const FilePart& file,
                                            const Model& model, const Eigen::VectorXd& q) {
  std::vector<ContactCandidate> contacts;
  ContactCandidate defaults;
  read_coefficients(reader, file, defaults);
  const TomlNode* list = file.table.find("contacts");
  if (list == nullptr) return contacts;
  if (list->kind != TomlNode::Kind::list) {
    reader.add(*list, file,
               fmt::format("contacts = {}; expected a list of frames and tables", shown(*list)));
    return contacts;
  }
  for (const TomlNode& item : list->items) {
    const std::string label = fmt::format("contacts[{}]", &item - list->items.data());
    if (item.kind == TomlNode::Kind::text) {
      TomlNode table;  // The same as {frame = "…"}.
      table.line = item.line;
      table.items.push_back(item);
      table.items.front().key = "frame";
      const FilePart part{table, label};
      ContactEntry(reader, item, part).append(model, q, defaults, contacts);
    } else if (item.kind == TomlNode::Kind::table) {
      const FilePart part{item, label};
      ContactEntry(reader, item, part).append(model, q, defaults, contacts);
    } else {
      reader.add(item, file,
                 fmt::format("{} = {}; expected a frame or a table", label, shown(item)));
    }
  }
  return contacts;
}

std::optional<Model> with_parts(SceneFileReader& reader, const FilePart& file, const Model& robot,
                                const Eigen::VectorXd& q) {
  ModelParts parts = robot.parts();
  for (ContactCandidate& contact : read_contacts(reader, file, robot, q)) {
    parts.contacts.push_back(std::move(contact));
  }
  read_parts(reader, file, parts);
  read_armature(reader, file, robot, parts);
  if (parts.contacts.empty() && !reader.has_faults()) {
    reader.require(file, "contacts", "the frames that touch, such as contacts = [\"left_sole\"]");
  }
  std::optional<Model> model;
  const TomlNode* contacts = file.table.find("contacts");
  reader.accepts(contacts != nullptr ? *contacts : file.table,
                 [&] { model = robot.with(std::move(parts)); });
  return model;
}

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
  reader.require(walk, "sole",
                 "the rectangle in the left foot's frame, {back, front, right, left, height}");
  const TomlNode* node =
      reader.table(walk, "sole", "a table {back, front, right, left, height} [m]");
  if (node == nullptr) return;
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

/// [walk]; nothing without it.
std::optional<WalkTable> read_walk(SceneFileReader& reader, const FilePart& file,
                                   const Model& model) {
  const TomlNode* node = reader.table(file, "walk");
  if (node == nullptr) return {};
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

}  // namespace

SceneFile read_robot_scene(SceneFileReader& reader, const FilePart& file, const fs::path& folder) {
  check_model_keys(reader, file, {"robot", "base", "srdf", "contacts", "walk"});
  fs::path path;
  const std::optional<Model> robot = read_robot(reader, file, folder, path);
  if (!robot) reader.finish();
  const std::string standing = default_posture(*robot);
  const StartPosture posture =
      read_posture(reader, file, *robot, {find_posture(*robot, standing), standing});
  const std::optional<Model> model = with_parts(reader, file, *robot, posture.q);
  SceneStart start = read_start(reader, file, model ? *model : *robot, posture.q);
  std::optional<WalkTable> walk = read_walk(reader, file, *robot);
  reader.finish();

  SceneFile result = make_scene_file(SceneFile::Kind::robot, posture, *model, std::move(start));
  result.robot = path;
  result.walk = std::move(walk);
  return result;
}

}  // namespace carom
