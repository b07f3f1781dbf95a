// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Scenes whose state follows from some parameters while the model stays as it is, so that a sweep
// over these builds the model once.
#pragma once

#include <string_view>
#include <vector>

#include "carom/scene.h"
#include "model/scene_parameters.h"

namespace carom {

struct ScenePosture {
  std::vector<std::string_view> parameters;  ///< Those that change the state alone.
  bool keeps_contacts = false;               ///< Contacts that touch do so at every value of these.
  /// Writes the state of the reader's values; a fault of the reader: nothing stands there.
  void (*set)(SceneReader& reader, State& state) = nullptr;
};

/// Null: the scene has none.
const ScenePosture* find_scene_posture(std::string_view scene);
/// Contacts closed before the impact that it releases (the biped's stance foot): names, and their
/// normals as rows.
struct ReleasedContacts {
  std::vector<std::string> names;
  Eigen::MatrixXd rows;
};
ReleasedContacts released_contacts(std::string_view scene);
/// The problem of the scene is that of its model; false: it is written out.
bool scene_problem_is_of_model(std::string_view scene);

}  // namespace carom
