// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where `analyze` turns a drop into the speed of landing, a run starts up there, at rest: scenes by
// make_scene_start, robots and scene files by raising what stands on the ground.
#include "cli/input/run_subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "carom/error.h"
#include "carom/scene_file.h"
#include "carom/scene_walk.h"
#include "cli/input/fingerprint.h"
#include "cli/input/input_kind.h"
#include "cli/input/line_reader.h"
#include "cli/input/run_start.h"
#include "cli/screen/output.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json list_of(const Eigen::VectorXd& values) {
  return std::vector<double>(values.data(), values.data() + values.size());
}

Json parameters_of(const Scene& scene, const SceneSettings& settings) {
  Json json = Json::object();
  for (const SceneParameter& parameter : scene.parameters) {
    const auto given = settings.find(parameter.name);
    std::visit([&](const auto& value) { json[parameter.name] = value; },
               given == settings.end() ? parameter.value : given->second);
  }
  return json;
}

Json parts_of(const Model& model) {
  Json contacts = Json::array();
  for (const ContactCandidate& contact : model.contacts()) contacts.push_back(contact.name);
  Json json{{"model", model.name()}, {"contacts", std::move(contacts)}};
  if (model.parts().armature.size() > 0) json["armature"] = list_of(model.parts().armature);
  return json;
}

Json file_identity(const std::string& file, const Model& model) {
  Json json{{"file", fs::path(file).filename().string()},
            {"fingerprint", fingerprint(LineReader(file).rest())}};
  json.update(parts_of(model));
  return json;
}

/// --drop lets a robot that would walk fall.
SceneSettings told_to_fall(const Scene& scene, SceneSettings settings,
                           const std::optional<double>& drop) {
  const bool can_walk =
      std::any_of(scene.parameters.begin(), scene.parameters.end(),
                  [](const SceneParameter& parameter) { return parameter.name == "motion"; });
  if (drop && can_walk && !settings.contains("motion")) settings["motion"] = std::string("drop");
  return settings;
}

RunSubject gallery_subject(const std::string& name, const SceneSettings& given,
                           const std::optional<double>& drop) {
  const Scene& scene = find_scene(name);
  const SceneSettings settings = told_to_fall(scene, given, drop);
  std::optional<Walk> walk = make_walk(name, settings);
  SceneModel start = make_scene_start(name, settings);
  RunSubject subject{.title = name, .model = std::move(start.model)};
  subject.start = std::move(start.state);
  if (!scene.law.empty()) subject.law = scene.law;
  subject.law_settings = law_settings(scene, settings);
  subject.units = scene.units;
  subject.walk = std::move(walk);
  subject.identity = Json{{"name", name},
                          {"parameters", parameters_of(scene, with_walk_settings(name, settings))}};
  return subject;
}

RunSubject robot_subject(const InputOptions& input) {
  if (!input.settings.empty()) {
    throw InvalidInput(fmt::format("--set {}: {} is a robot; expected a scene",
                                   input.settings.front(), input.file));
  }
  RobotArguments arguments = input.robot;
  arguments.at_rest = true;
  ModelInput robot = open_robot(input.file, arguments);
  RunSubject subject{.title = robot.options.name, .model = std::move(robot.model)};
  subject.start = std::move(robot.state);
  subject.is_robot = true;
  subject.identity = file_identity(input.file, subject.model);
  return subject;
}

/// A drop of the file set a velocity: it is undone, and the model raised.
void undo_drop(double height, RunSubject& subject) {
  subject.start.v.setZero();
  raise(subject.model, subject.title, height, subject.start);
}

RunSubject scene_file_subject(const InputOptions& input, const std::optional<double>& drop) {
  SceneFile file = load_scene_file(input.file, scene_overrides(input.settings));
  for (const std::string& warning : file.warnings) warn(warning);
  const bool gallery = file.kind == SceneFile::Kind::gallery;
  RunSubject subject = gallery
                           ? gallery_subject(file.gallery, file.settings, drop)
                           : RunSubject{.title = file.name, .model = std::move(file.scene.model)};
  if (!gallery) {
    subject.start = std::move(file.scene.state);
    subject.is_robot = file.kind == SceneFile::Kind::robot;
    subject.identity = file_identity(input.file, subject.model);
    if (file.drop && !drop) undo_drop(*file.drop, subject);
    if (!drop) subject.walk = make_walk(file);
  }
  if (file.law) subject.law = file.law;
  for (const auto& [name, value] : file.law_settings) subject.law_settings[name] = value;
  return subject;
}

RunSubject open_kind(const InputOptions& input, const std::optional<double>& drop) {
  if (is_scene(input.file)) {
    refuse_robot_options(input.robot, fmt::format("'{}' is a scene", input.file),
                         "a scene takes --set NAME=VALUE");
    return gallery_subject(input.file, scene_settings(find_scene(input.file), input.settings),
                           drop);
  }
  std::error_code ignored;
  if (input.file != "-" && !fs::exists(input.file, ignored)) refuse_missing(input.file);
  if (is_scene_file(input.file)) {
    refuse_robot_options(input.robot, fmt::format("{} says this itself", input.file),
                         "a scene file takes --set NAME=VALUE, such as --set posture=crouch");
    return scene_file_subject(input, drop);
  }
  if (is_robot(input.file)) return robot_subject(input);
  throw InvalidInput(fmt::format(
      "{}: has nothing that moves; expected a scene ({}), a scene file (*.toml) or a robot "
      "(*.urdf, *.xml); 'carom resolve' takes problems",
      input.file == "-" ? "standard input" : input.file, base::join(scene_names())));
}

}  // namespace

RunSubject open_run_subject(const InputOptions& input, const std::optional<double>& drop) {
  if (input.robot.lock) {
    throw InvalidInput(
        "--lock: a run has no rigid joints; expected --hold, which holds them by motors");
  }
  RunSubject subject = open_kind(input, drop);
  if (drop && subject.walk) {
    throw InvalidInput(
        fmt::format("--drop: {} walks; expected --set motion=drop, or no --drop", subject.title));
  }
  if (drop) {
    if (!input.robot.velocity) subject.start.v.setZero();
    put_at_height(subject.model, subject.title, *drop, subject.start);
  }
  subject.identity["q"] = list_of(subject.start.q);
  subject.identity["v"] = list_of(subject.start.v);
  return subject;
}

}  // namespace carom::cli
