// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The list of scenes. A new one: a file in gallery/, and one line in the table below.
#include "carom/scene.h"

#include <fmt/format.h>

#include "carom/error.h"
#include "model/gallery/gallery.h"
#include "model/scene_parameters.h"
#include "solver/text.h"

namespace carom {
namespace {

struct GalleryEntry {
  Scene (*describe)();
  ImpactProblem (*make)(SceneReader&);
};

constexpr GalleryEntry entries[] = {
    {gallery::cradle, gallery::make_cradle},
    {gallery::billiards, gallery::make_billiards},
    {gallery::corner_ball, gallery::make_corner_ball},
    {gallery::block, gallery::make_block},
};

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
                                 solver::join(names), solver::did_you_mean(name, names)));
}

ImpactProblem make_scene(std::string_view name, const SceneSettings& settings) {
  const Scene& scene = find_scene(name);
  const auto index = static_cast<std::size_t>(&scene - all_scenes().data());
  SceneReader reader(scene, settings);
  try {
    return entries[index].make(reader);
  } catch (const InvalidInput& error) {
    reader.finish();  // The scene's own faults already name it.
    std::vector<std::string> faults;
    for (const std::string& fault : error.faults()) {
      faults.push_back(fmt::format("scene '{}': {}", scene.name, fault));
    }
    throw InvalidInput(faults);
  }
}

}  // namespace carom
