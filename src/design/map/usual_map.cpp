// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a map shows where nothing is chosen: the figure of the scene's source, which the scene
// itself keeps (src/model/gallery).
#include "carom/map.h"
#include "carom/scene.h"

namespace carom {

MapOptions usual_map(std::string_view scene, const SceneSettings& settings) {
  const Scene::UsualMap& words = find_scene(scene).map;
  const std::vector<VariedParameter> known = varied_parameters(scene, settings);
  MapOptions options{.measures = words.measures};
  for (const std::string& axis : words.axes) options.axes.push_back(parse_axis(axis, known));
  return options;
}

std::vector<std::string> usual_measures(const Variation& variation) {
  if (variation.contacts().size() > 1) return {"inner_product"};
  return {"energy_ratio", "normal_impulse"};
}

}  // namespace carom
