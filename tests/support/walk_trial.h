// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Walks of Atlas, ready to run. Input: settings of the scene. Output: a model, its start, options.
#pragma once

#include <string>
#include <utility>

#include "carom/laws/regular.h"
#include "carom/scene.h"
#include "carom/scene_walk.h"
#include "carom/simulation.h"

namespace carom::test {

struct WalkTrial {
  SceneModel scene;
  SimulationOptions options = {};

  explicit WalkTrial(const SceneSettings& settings, Law law = Regular{})
      : scene(make_scene_start("atlas", settings)) {
    options.law = std::move(law);
    options.walk = make_walk("atlas", settings);
    options.duration = walk_duration(options.walk->gait);
    options.verdict = false;
  }
  Trajectory run() const { return simulate(scene.model, scene.state, options); }
  /// Without the standing at the end: to a while after the last foot has landed [s].
  Trajectory run(double duration) const {
    SimulationOptions shorter = options;
    shorter.duration = duration;
    return simulate(scene.model, scene.state, shorter);
  }
};

}  // namespace carom::test
