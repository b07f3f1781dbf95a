// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The scenes that have a posture of their own. TREX's contacts open where a joint is moved alone;
// the others are written so that both feet stay down.
#include "model/scene_posture.h"

#include "model/gallery/gallery.h"

namespace carom {
namespace {

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

}  // namespace

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
