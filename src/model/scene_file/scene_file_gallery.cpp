// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A scene file that names a scene of the gallery and its parameters.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "model/scene_file/scene_file_kinds.h"

namespace carom {
namespace {

/// The value as parse_parameter reads it; nothing for tables, dates and lists of lists.
std::optional<std::string> parameter_text(const TomlNode& node) {
  switch (node.kind) {
    case TomlNode::Kind::boolean:
    case TomlNode::Kind::integer:
    case TomlNode::Kind::number: return shown(node);
    case TomlNode::Kind::text: return node.text;
    case TomlNode::Kind::list: {
      std::vector<std::string> items;
      for (const TomlNode& item : node.items) {
        if (!item.is_number() && item.kind != TomlNode::Kind::text) return {};
        items.push_back(item.kind == TomlNode::Kind::text ? item.text : shown(item));
      }
      return fmt::format("[{}]", base::join(items, ","));
    }
    default: return {};
  }
}

const SceneParameter* find_parameter(const Scene& scene, std::string_view name) {
  for (const SceneParameter& parameter : scene.parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

/// "1.5" in quotes is no number in a file: text is for words, and for angles with their unit.
bool is_quoted_number(const TomlNode& node, const SceneParameter* parameter) {
  if (parameter == nullptr || node.line == 0 || parameter->unit == "rad") return false;
  const auto is_text = [](const TomlNode& item) { return item.kind == TomlNode::Kind::text; };
  const bool has_text = is_text(node) || std::any_of(node.items.begin(), node.items.end(), is_text);
  return has_text && !std::holds_alternative<std::string>(parameter->value);
}

void read_parameter(SceneFileReader& reader, const Scene& scene, const FilePart& parameters,
                    const TomlNode& node, SceneSettings& settings) {
  const auto text = parameter_text(node);
  if (!text || is_quoted_number(node, find_parameter(scene, node.key))) {
    reader.add(node, parameters,
               fmt::format("{} = {}; expected a number, a list of numbers, true, false or a word, "
                           "as the parameter needs",
                           node.key, shown(node)));
    return;
  }
  try {
    settings[node.key] = parse_parameter(scene, node.key, *text);
  } catch (const InvalidInput& error) {
    reader.add(node, error);
  }
}

SceneSettings read_settings(SceneFileReader& reader, const FilePart& file, const Scene& scene) {
  SceneSettings settings;
  const TomlNode* node = file.table.find("parameters");
  if (node == nullptr) return settings;
  if (node->kind != TomlNode::Kind::table) {
    reader.add(*node, file,
               fmt::format("parameters = {}; expected a table, [parameters]", shown(*node)));
    return settings;
  }
  const FilePart parameters{*node, "parameters"};
  for (const TomlNode& item : node->items) {
    read_parameter(reader, scene, parameters, item, settings);
  }
  reader.remember(fmt::format("scene '{}'", scene.name), *node);  // for faults of the scene itself
  const TomlNode* law = file.table.find("law");
  for (const SceneParameter& parameter : scene.parameters) {
    const TomlNode* given = node->find(parameter.name);
    if (!parameter.for_law || given == nullptr || given->line == 0 || law == nullptr) continue;
    if (law->find(parameter.name) == nullptr) continue;
    reader.add(*given, parameters,
               fmt::format("{} is given here and in [law]; expected one of them", parameter.name));
  }
  return settings;
}

const Scene* read_scene(SceneFileReader& reader, const FilePart& file) {
  const auto name = reader.text(file, "scene");
  if (!name) return nullptr;
  try {
    return &find_scene(*name);
  } catch (const InvalidInput& error) {
    reader.add(*file.table.find("scene"), error);
    return nullptr;
  }
}

}  // namespace

SceneFile read_gallery_scene(SceneFileReader& reader, const FilePart& file) {
  std::vector<std::string> keys = common_keys();
  keys.insert(keys.end(), {"scene", "parameters"});
  reader.check_keys(file, keys);
  const Scene* scene = read_scene(reader, file);
  if (scene == nullptr) reader.finish();
  SceneSettings settings = read_settings(reader, file, *scene);
  std::optional<SceneModel> model;
  try {
    // Also where a parameter could not be read and its default stands in: the others may have
    // faults of their own.
    model = make_scene_model(scene->name, settings);
  } catch (const InvalidInput& error) {
    reader.add(*file.table.find("scene"), error);
  }
  reader.finish();
  SceneFile result{.kind = SceneFile::Kind::gallery,
                   .name = scene->name,
                   .source = scene->source,
                   .gallery = scene->name,
                   .settings = std::move(settings),
                   .scene = *std::move(model)};
  result.law_settings = law_settings(*scene, result.settings);
  result.warnings = result.scene.model.parts().warnings;
  return result;
}

}  // namespace carom
