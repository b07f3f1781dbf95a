// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A scene of the gallery is its name and parameters, for maps those that were given, for runs all;
// anything else is the name and the bytes of its file, and how it stands.
#include "report/subject/identity.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>

#include "base/whole_file.h"
#include "carom/scene_walk.h"
#include "report/json/json_text.h"

namespace carom::report {
namespace {

/// FNV-1a, 64 bits: tells that a file is another one.
std::string fingerprint(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const unsigned char byte : text) hash = (hash ^ byte) * 1099511628211ULL;
  return fmt::format("{:016x}", hash);
}

Json file_identity(const std::string& file) {
  return {{"file", std::filesystem::path(file).filename().string()},
          {"fingerprint", fingerprint(base::whole_file(file))}};
}

void add_armature(const Model& model, Json& json) {
  if (model.parts().armature.size() > 0) json["armature"] = list_of(model.parts().armature);
}

Json value_json(const ParameterValue& value) {
  return std::visit([](const auto& content) { return Json(content); }, value);
}

}  // namespace

std::string variation_identity(const Subject& subject, const std::string& file) {
  Json json;
  if (subject.model) {
    Json landing{{"model", subject.model->name()},
                 {"q", list_of(subject.state.q)},
                 {"v", list_of(subject.state.v)},
                 {"contacts", subject.options.closed},
                 {"locked", subject.options.locked}};
    add_armature(*subject.model, landing);
    json = file_identity(file);
    json["landing"] = std::move(landing);
  } else {
    Json settings = Json::object();
    for (const auto& [name, value] : subject.settings) settings[name] = value_json(value);
    json = {{"scene", subject.scene}, {"settings", std::move(settings)}};
  }
  return dump_json(json, -1);
}

std::string run_identity(const Subject& subject, const std::string& file) {
  Json json;
  if (subject.scene.empty()) {
    Json contacts = Json::array();
    for (const ContactCandidate& contact : subject.model->contacts()) {
      contacts.push_back(contact.name);
    }
    json = file_identity(file);
    json["model"] = subject.model->name();
    json["contacts"] = std::move(contacts);
    add_armature(*subject.model, json);
    const Terrain& ground = subject.model->parts().ground;
    if (ground.name != Terrain().name) json["ground"] = ground.name;
  } else {
    const SceneSettings settings = with_walk_settings(subject.scene, subject.settings);
    Json parameters = Json::object();
    for (const SceneParameter& parameter : find_scene(subject.scene).parameters) {
      const auto given = settings.find(parameter.name);
      parameters[parameter.name] =
          value_json(given == settings.end() ? parameter.value : given->second);
    }
    json = {{"name", subject.scene}, {"parameters", std::move(parameters)}};
  }
  json["q"] = list_of(subject.state.q);
  json["v"] = list_of(subject.state.v);
  return dump_json(json, -1);
}

}  // namespace carom::report
