// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A scene file that names a robot file. The robot must lie in the folder of the scene file or below
// it (a link counts as lying there), so that a scene from elsewhere cannot make carom read files
// its user did not name.
#include <fmt/format.h>

#include "base/text.h"
#include "carom/robot.h"
#include "model/scene_file/scene_file_kinds.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using Base = RobotOptions::Base;

/// The file a key names; empty if it is missing or refused.
fs::path read_path(SceneFileReader& reader, const FilePart& file, const char* key,
                   const fs::path& folder) {
  const auto text = reader.text(file, key);
  if (!text) return {};
  const TomlNode& node = *file.table.find(key);
  const fs::path relative = fs::path(*text).lexically_normal();
  if (relative.is_absolute() || relative.has_root_path() || *relative.begin() == "..") {
    reader.add(node, file,
               fmt::format("{} = {}; expected a path relative to the scene file, in its folder or "
                           "below; put or link the file there",
                           key, shown(node)));
    return {};
  }
  const fs::path path = folder / relative;
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) {
    reader.add(node, file,
               fmt::format("{} = {}; there is no such file; expected a file beside or below the "
                           "scene file",
                           key, shown(node)));
    return {};
  }
  return path;
}

std::optional<Model> read_robot(SceneFileReader& reader, const FilePart& file,
                                const fs::path& folder, fs::path& path) {
  RobotOptions options;
  const auto base = reader.word(file, "base", {"free", "fixed"});
  if (base) options.base = *base == "free" ? Base::free : Base::fixed;
  options.srdf = read_path(reader, file, "srdf", folder);
  path = read_path(reader, file, "robot", folder);
  if (path.empty()) return {};
  try {
    return load_robot(path, options);
  } catch (const InvalidInput& error) {
    reader.add(*file.table.find("robot"), error);
    return {};
  }
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
    try {
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
    } catch (const InvalidInput& error) {
      reader_.add(*part_.table.find("frame"), error);
    }
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
  try {
    return robot.with(std::move(parts));
  } catch (const InvalidInput& error) {
    const TomlNode* contacts = file.table.find("contacts");
    reader.add(contacts != nullptr ? *contacts : file.table, error);
    return {};
  }
}

}  // namespace

SceneFile read_robot_scene(SceneFileReader& reader, const FilePart& file, const fs::path& folder) {
  std::vector<std::string> keys = common_keys();
  keys.insert(keys.end(), {"robot", "base", "srdf", "contacts", "walk"});
  keys.insert(keys.end(), value_keys().begin(), value_keys().end());
  keys.insert(keys.end(), part_keys().begin(), part_keys().end());
  reader.check_keys(file, keys);

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
