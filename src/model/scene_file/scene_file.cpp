// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scene files: which kind it is, what all kinds have (name, source, law, motors), values that
// replace those of the file, and files that name a scene of the gallery.
#include "carom/scene_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "model/scene_file/scene_file_kinds.h"
#include "model/scene_parameters.h"
#include "model/walk_parameters.h"

namespace carom {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

constexpr const char* scene_format = "carom-scene/1";
/// Of every kind; and those of robots and bodies that hold one value and may be overridden.
const Names common_keys = {"format", "name", "source", "law", "motors"};
const Names value_keys = {"posture",  "stand",       "velocity",  "drop",
                          "friction", "restitution", "stiffness", "static_friction",
                          "armature", "lock",        "touching",  "closed"};

/// The value written after --set NAME=: TOML, or text where it is none.
TomlNode override_value(const std::string& name, const std::string& text) {
  TomlNode node;
  node.kind = TomlNode::Kind::text;
  node.text = text;
  try {
    const TomlNode parsed = parse_toml("value = " + text, "--set");
    if (parsed.items.size() == 1 && parsed.items.front().key == "value") {
      node = parsed.items.front();
    }
  } catch (const InvalidInput&) {  // a word
  }
  const auto forget_lines = [](const auto& self, TomlNode& item) -> void {
    item.line = 0;
    for (TomlNode& child : item.items) self(self, child);
  };
  forget_lines(forget_lines, node);
  node.key = name;
  return node;
}

void replace(TomlNode& table, TomlNode value) {
  std::erase_if(table.items, [&](const TomlNode& item) { return item.key == value.key; });
  table.items.push_back(std::move(value));
}

/// Parameters of a gallery scene, as text.
void override_parameters(TomlNode& root, const SceneOverrides& overrides) {
  if (overrides.empty()) return;
  if (root.find("parameters") == nullptr) {
    TomlNode table;
    table.key = "parameters";
    table.line = root.find("scene")->line;
    root.items.push_back(table);
  }
  for (TomlNode& item : root.items) {
    if (item.key != "parameters" || item.kind != TomlNode::Kind::table) continue;
    for (const auto& [name, text] : overrides) {
      TomlNode value;
      value.kind = TomlNode::Kind::text;
      value.key = name;
      value.text = text;
      replace(item, value);
    }
  }
}

/// [walk], if the file has one; its place is lost when the table grows.
TomlNode* walk_table(TomlNode& root) {
  for (TomlNode& item : root.items) {
    if (item.key == "walk" && item.kind == TomlNode::Kind::table) return &item;
  }
  return nullptr;
}

/// Top-level values of the other kinds, and those of [walk]; drop and velocity replace each other.
void override_values(SceneFileReader& reader, TomlNode& root, const SceneOverrides& overrides) {
  Names known = value_keys;
  if (root.find("body") != nullptr) known.emplace_back("gravity");
  if (walk_table(root) != nullptr) {
    for (const SceneParameter& parameter : walk_parameters()) known.push_back(parameter.name);
  }
  for (const auto& [name, text] : overrides) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      reader.add(fmt::format("--set: unknown name '{}'; expected one of {}{}", name,
                             base::join(known), base::did_you_mean(name, known)));
      continue;
    }
    if (is_walk_parameter(name)) {
      replace(*walk_table(root), override_value(name, text));
      continue;
    }
    const std::string rival = name == "drop" ? "velocity" : name == "velocity" ? "drop" : "";
    if (!overrides.contains(rival)) {
      std::erase_if(root.items, [&](const TomlNode& item) { return item.key == rival; });
    }
    replace(root, override_value(name, text));
  }
}

struct SceneLaw {
  std::optional<std::string> name;
  std::map<std::string, std::string> settings;
};

/// law = "regular", or a table with settings. Only their form is checked: laws are downstream.
SceneLaw read_law(SceneFileReader& reader, const FilePart& file) {
  SceneLaw law;
  const TomlNode* node = file.table.find("law");
  if (node == nullptr) return law;
  if (node->kind != TomlNode::Kind::table) {
    law.name = reader.text(file, "law");
    return law;
  }
  const FilePart table{*node, "law"};
  reader.check_keys(table, {"name", "restitution", "friction", "policy", "mode", "exponent",
                            "energy", "method", "tolerance", "seed"});
  law.name = reader.text(table, "name");
  const auto keep_number = [&](const char* key, NumberRange range) {
    if (const auto value = reader.number(table, key, range)) {
      law.settings[key] = shown(*node->find(key));
    }
  };
  keep_number("restitution", NumberRange::fraction);
  keep_number("friction", NumberRange::not_negative);
  keep_number("exponent", NumberRange::positive);
  keep_number("tolerance", NumberRange::positive);
  keep_number("seed", NumberRange::not_negative);
  if (law.settings.contains("seed") && node->find("seed")->kind != TomlNode::Kind::integer) {
    reader.add(*node->find("seed"), table,
               fmt::format("seed = {}; expected a whole number", law.settings["seed"]));
  }
  for (const char* key : {"policy", "mode", "energy", "method"}) {
    if (const auto word = reader.text(table, key)) law.settings[key] = *word;
  }
  return law;
}

/// The one key of scene, robot and body that is given; empty, with a fault, if it is not one.
std::string kind_of(SceneFileReader& reader, const TomlNode& root) {
  Names found;
  for (const char* key : {"scene", "robot", "body"}) {
    if (root.find(key) != nullptr) found.emplace_back(key);
  }
  if (found.size() == 1) return found.front();
  const char* expected =
      "expected one of scene = \"name\" (of the gallery), robot = \"file.urdf\" and [[body]]";
  if (found.empty()) {
    reader.add(fmt::format("{}: says nothing that moves; {}", reader.where(), expected));
  } else {
    reader.add(fmt::format("{}: {} in one file; {}", reader.place(*root.find(found[1])),
                           base::join(found, " and "), expected));
  }
  return {};
}

void check_format(SceneFileReader& reader, const FilePart& file) {
  const TomlNode* format = file.table.find("format");
  if (format == nullptr) return;
  if (format->kind == TomlNode::Kind::text && format->text == scene_format) return;
  reader.add(*format, file,
             fmt::format("format = {}; expected \"{}\"", shown(*format), scene_format));
  reader.finish();
}

// ---- a scene of the gallery and its parameters ----

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
  reader.accepts(node, [&] { settings[node.key] = parse_parameter(scene, node.key, *text); });
}

SceneSettings read_settings(SceneFileReader& reader, const FilePart& file, const Scene& scene) {
  SceneSettings settings;
  const TomlNode* node = reader.table(file, "parameters");
  if (node == nullptr) return settings;
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
  const Scene* scene = nullptr;
  reader.accepts(*file.table.find("scene"), [&] { scene = &find_scene(*name); });
  return scene;
}

SceneFile read_gallery_scene(SceneFileReader& reader, const FilePart& file) {
  Names keys = common_keys;
  keys.insert(keys.end(), {"scene", "parameters"});
  reader.check_keys(file, keys);
  const Scene* scene = read_scene(reader, file);
  if (scene == nullptr) reader.finish();
  SceneSettings settings = read_settings(reader, file, *scene);
  std::optional<SceneModel> model;
  // Also where a parameter could not be read and its default stands in: the others may have faults
  // of their own.
  reader.accepts(*file.table.find("scene"),
                 [&] { model = make_scene_model(scene->name, settings); });
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

}  // namespace

void check_model_keys(SceneFileReader& reader, const FilePart& file, const Names& own) {
  Names keys = common_keys;
  for (const Names& more :
       {own, value_keys, Names{"contact", "loop", "coupling", "spring", "actuator"}}) {
    keys.insert(keys.end(), more.begin(), more.end());
  }
  reader.check_keys(file, keys);
}

SceneFile scene_file_from_toml(std::string_view text, std::string_view where,
                               const fs::path& folder, const SceneOverrides& overrides) {
  TomlNode root = parse_toml(text, where);
  root.line = 1;
  SceneFileReader reader{std::string(where)};
  check_format(reader, {root});
  const std::string kind = kind_of(reader, root);
  if (kind.empty()) reader.finish();
  if (kind == "scene") {
    override_parameters(root, overrides);
  } else {
    override_values(reader, root, overrides);
  }
  const FilePart file{root};
  const auto name = reader.text(file, "name");
  const auto source = reader.text(file, "source");
  const SceneLaw law = read_law(reader, file);
  std::vector<MotorProgram> programs = read_programs(reader, file, {folder});
  SceneFile result = kind == "scene"   ? read_gallery_scene(reader, file)
                     : kind == "robot" ? read_robot_scene(reader, file, folder)
                                       : read_body_scene(reader, file);
  if (result.name.empty()) result.name = result.scene.model.name();
  if (name) result.name = *name;
  if (source) result.source = *source;
  result.where = std::string(where);
  result.options.name = result.name;
  result.law = law.name;
  result.programs = std::move(programs);
  // What the gallery's parameters say, --set included, stands before [law].
  result.law_settings.insert(law.settings.begin(), law.settings.end());
  return result;
}

SceneFile load_scene_file(const fs::path& file, const SceneOverrides& overrides) {
  return scene_file_from_toml(read_text_file(file, "a TOML file"), file.string(),
                              file.parent_path(), overrides);
}

ImpactProblem make_problem(const SceneFile& file) {
  try {
    if (file.gallery.empty()) {
      return make_problem(file.scene.model, file.scene.state, file.options);
    }
    ImpactProblem problem = make_scene(file.gallery, file.settings);
    if (problem.name() == file.name) return problem;
    return {problem.mass_matrix(), problem.contacts(), problem.velocity(), problem.bilateral(),
            file.name};
  } catch (const InvalidInput& error) {
    std::vector<std::string> faults;
    for (const std::string& fault : error.faults()) {
      faults.push_back(fmt::format("{}: {}", file.where, fault));
    }
    throw InvalidInput(faults);
  }
}

}  // namespace carom
