// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "cli/input/subject.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "carom/error.h"
#include "carom/scene_file.h"
#include "cli/input/fingerprint.h"
#include "cli/input/input_kind.h"
#include "cli/input/line_reader.h"
#include "cli/screen/output.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json to_json(const SceneSettings& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) {
    std::visit([&, key = name](const auto& content) { json[key] = content; }, value);
  }
  return json;
}

Json to_json(const Eigen::VectorXd& values) {
  return std::vector<double>(values.data(), values.data() + values.size());
}

Json to_json(const ModelInput& input) {
  Json json{{"model", input.model.name()},
            {"q", to_json(input.state.q)},
            {"v", to_json(input.state.v)},
            {"contacts", input.options.closed},
            {"locked", input.options.locked}};
  if (input.model.parts().armature.size() > 0) {
    json["armature"] = to_json(input.model.parts().armature);
  }
  return json;
}

Subject gallery_subject(const std::string& name, const SceneSettings& settings) {
  Subject subject{.title = name, .scene = name, .settings = settings};
  subject.law_settings = law_settings(find_scene(name), settings);
  subject.identity = Json{{"scene", name}, {"settings", to_json(settings)}}.dump();
  return subject;
}

Subject model_subject(const std::string& file, ModelInput model, bool is_robot) {
  Subject subject{.title = model.options.name.empty() ? model.model.name() : model.options.name};
  subject.identity = Json{
      {"file", fs::path(file).filename().string()},
      {"fingerprint", fingerprint(LineReader(file).rest())},
      {"landing",
       to_json(model)}}.dump();
  subject.model = std::move(model);
  subject.is_robot = is_robot;
  return subject;
}

Subject scene_file_subject(const InputOptions& input) {
  SceneFile scene = load_scene_file(input.file, scene_overrides(input.settings));
  for (const std::string& warning : scene.warnings) warn(warning);
  const auto finish = [&](Subject subject) {
    subject.law = scene.law;
    for (const auto& [name, value] : scene.law_settings) subject.law_settings[name] = value;
    return subject;
  };
  if (scene.kind == SceneFile::Kind::gallery) {
    return finish(gallery_subject(scene.gallery, scene.settings));
  }
  const bool robot = scene.kind == SceneFile::Kind::robot;
  scene.options.name = scene.name;
  return finish(model_subject(input.file,
                              {std::move(scene.scene.model), std::move(scene.scene.state),
                               std::move(scene.options), robot ? 0.0 : 1.0},
                              robot));
}

}  // namespace

std::vector<VariedParameter> Subject::parameters() const {
  return model ? varied_parameters(model->model, model->state) : varied_parameters(scene, settings);
}

Variation Subject::vary(const std::vector<std::string>& names, Variation::Closing closing) const {
  if (!model) return Variation::of_scene(scene, settings, names, closing);
  return Variation::of_model(model->model, model->state, model->options, names, closing);
}

Model Subject::drawn() const {
  return model ? model->model : make_scene_start(scene, settings).model;
}

Scene::Units Subject::units() const { return model ? Scene::Units() : find_scene(scene).units; }

Subject open_subject(const InputOptions& input) {
  if (is_scene(input.file)) {
    refuse_robot_options(input.robot, fmt::format("'{}' is a scene", input.file),
                         "a scene takes --set NAME=VALUE");
    return gallery_subject(input.file, scene_settings(find_scene(input.file), input.settings));
  }
  std::error_code ignored;
  if (input.file != "-" && !fs::exists(input.file, ignored)) refuse_missing(input.file);
  if (is_scene_file(input.file)) {
    refuse_robot_options(input.robot, fmt::format("{} says this itself", input.file),
                         "a scene file takes --set NAME=VALUE, such as --set drop=0.1");
    return scene_file_subject(input);
  }
  if (!is_robot(input.file)) {
    throw InvalidInput(fmt::format(
        "{}: has nothing to vary; expected a scene ({}), a scene file (*.toml) or a robot (*.urdf, "
        "*.xml)",
        input.file, base::join(scene_names())));
  }
  if (!input.settings.empty()) {
    throw InvalidInput(fmt::format("--set {}: {} is a robot; expected a scene",
                                   input.settings.front(), input.file));
  }
  return model_subject(input.file, open_robot(input.file, input.robot), true);
}

}  // namespace carom::cli
