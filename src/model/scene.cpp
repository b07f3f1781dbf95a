// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The list of scenes. A new one: a file in gallery/, and one line in the table below.
#include "carom/scene.h"

#include <fmt/format.h>

#include "base/text.h"
#include "carom/error.h"
#include "model/gallery/gallery.h"
#include "model/scene_parameters.h"

namespace carom {
namespace {

struct GalleryEntry {
  Scene (*describe)();
  SceneModel (*model)(SceneReader&);
  ImpactProblem (*make)(SceneReader&) = nullptr;  ///< Null: the problem of the model.
  SceneModel (*start)(SceneReader&) = nullptr;    ///< Null: a run starts as the model does.
};

constexpr GalleryEntry entries[] = {
    {gallery::cradle, gallery::cradle_model, gallery::make_cradle},
    {gallery::billiards, gallery::billiards_model, gallery::make_billiards},
    {gallery::corner_ball, gallery::corner_ball_model, gallery::make_corner_ball},
    {gallery::block, gallery::block_model, gallery::make_block, gallery::block_start},
    {gallery::rhex, gallery::rhex_model, nullptr, gallery::rhex_start},
    {gallery::trex, gallery::trex_model, nullptr, gallery::trex_start},
    {gallery::biped, gallery::biped_model},
    {gallery::pantograph, gallery::pantograph_model},
    {gallery::pendulum_cradle, gallery::pendulum_cradle_model},
    {gallery::double_pendulum, gallery::double_pendulum_model},
    {gallery::vee, gallery::vee_model},
    {gallery::chain, gallery::chain_model},
    {gallery::free_body, gallery::free_body_model},
    {gallery::bouncing_ball, gallery::bouncing_ball_model, nullptr, gallery::bouncing_ball_start},
    {gallery::atlas, gallery::atlas_model, nullptr, gallery::atlas_start},
};

/// The scenes that have a posture of their own. TREX's contacts open where a joint is moved alone;
/// the others are written so that both feet stay down.
struct KnownPosture {
  std::string_view scene;
  ScenePosture posture;
};

const std::vector<KnownPosture>& known_postures() {
  static const std::vector<KnownPosture> list = {
      {"rhex", {{"phi_r", "gamma", "theta", "velocity"}, true, gallery::rhex_state}},
      {"trex", {{"y", "th", "pS", "gS", "pW", "gW", "pT"}, false, gallery::trex_state}},
      {"biped", {{"theta", "q5", "rates"}, true, gallery::biped_state}},
      {"vee", {{"half_angle", "velocity"}, true, gallery::vee_state}},
  };
  return list;
}

/// Calls `make` with a reader of the settings; faults name the scene.
template <class Make>
auto make_with(std::string_view name, const SceneSettings& settings, Make make) {
  const Scene& scene = find_scene(name);
  const auto index = static_cast<std::size_t>(&scene - all_scenes().data());
  SceneReader reader(scene, settings);
  try {
    return make(entries[index], reader);
  } catch (const InvalidInput& error) {
    reader.finish();  // The scene's own faults already name it.
    std::vector<std::string> faults;
    for (const std::string& fault : error.faults()) {
      faults.push_back(fmt::format("scene '{}': {}", scene.name, fault));
    }
    throw InvalidInput(faults);
  }
}

}  // namespace

const std::vector<Scene>& all_scenes() {
  static const std::vector<Scene> scenes = [] {
    std::vector<Scene> list;
    for (const GalleryEntry& entry : entries) {
      list.push_back(entry.describe());
    }
    return list;
  }();
  return scenes;
}

const Scene& find_scene(std::string_view name) {
  std::vector<std::string> names;
  for (const Scene& scene : all_scenes()) {
    if (scene.name == name) {
      return scene;
    }
    names.push_back(scene.name);
  }
  throw InvalidInput(fmt::format("unknown scene '{}'; expected one of {}{}", name,
                                 base::join(names), base::did_you_mean(name, names)));
}

const SceneProgram& find_program(const Scene& scene, std::string_view name) {
  std::vector<std::string> names;
  for (const SceneProgram& known : scene.programs) {
    if (known.program.name == name) return known;
    names.push_back(known.program.name);
  }
  throw InvalidInput(
      names.empty()
          ? fmt::format("scene '{}' has no motor programs; expected a file of programs (*.toml)",
                        scene.name)
          : fmt::format("scene '{}' has no motor program '{}'; expected one of {}{}", scene.name,
                        name, base::join(names), base::did_you_mean(name, names)));
}

bool scene_problem_is_of_model(std::string_view name) {
  const auto index = static_cast<std::size_t>(&find_scene(name) - all_scenes().data());
  return entries[index].make == nullptr;
}

SceneModel make_scene_model(std::string_view name, const SceneSettings& settings) {
  return make_with(name, settings, [](const GalleryEntry& entry, SceneReader& reader) {
    return entry.model(reader);
  });
}

SceneModel make_scene_start(std::string_view name, const SceneSettings& settings) {
  return make_with(name, settings, [](const GalleryEntry& entry, SceneReader& reader) {
    return entry.start ? entry.start(reader) : entry.model(reader);
  });
}

ImpactProblem make_scene(std::string_view name, const SceneSettings& settings) {
  return make_with(name, settings, [&](const GalleryEntry& entry, SceneReader& reader) {
    if (entry.make) {
      return entry.make(reader);
    }
    const SceneModel scene = entry.model(reader);
    return make_problem(scene.model, scene.state, {.name = std::string(name)});
  });
}

const ScenePosture* find_scene_posture(std::string_view scene) {
  for (const KnownPosture& entry : known_postures()) {
    if (entry.scene == scene) return &entry.posture;
  }
  return nullptr;
}

ReleasedContacts released_contacts(std::string_view scene) {
  return scene == "biped" ? gallery::biped_released() : ReleasedContacts{};
}

}  // namespace carom
