// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Which parameters are posture and which geometry: what a designer may turn and what he may build.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "carom/design.h"
#include "carom/error.h"

namespace carom {
namespace {

using Names = std::vector<std::string>;

struct Groups {
  std::string_view scene;
  Names posture, geometry;
};

const std::vector<Groups>& groups() {
  static const std::vector<Groups> list = {
      {"rhex", {"phi_r", "gamma"}, {"lu", "ll", "hL", "hR"}},
      {"trex", {"y", "th", "pS", "gS", "pW", "gW", "pT"}, {"r1", "r2", "lu", "ll"}},
      {"billiards", {"theta"}, {"radius_a", "radius_b", "radius_c"}},
      {"biped", {"theta", "q5"}, {"rho", "mu"}},
      {"vee", {"half_angle"}, {"masses[0]", "masses[1]"}},
      {"pantograph", {"position[0]", "position[1]"}, {}},
      {"cradle", {}, {"masses[0]", "masses[1]", "masses[2]"}},
      {"pendulum_cradle", {}, {"masses[0]", "masses[1]", "masses[2]"}},
      {"block", {"rpy[0]", "rpy[1]", "rpy[2]"}, {"size[0]", "size[1]", "size[2]"}},
  };
  return list;
}

void check_group(std::string_view group) {
  if (group == "posture" || group == "geometry" || group == "all") return;
  throw InvalidInput(
      fmt::format("group '{}'; expected posture, geometry, all, or names of parameters{}", group,
                  base::did_you_mean(group, {"posture", "geometry", "all"})));
}

}  // namespace

std::vector<std::string> varied_group(std::string_view scene, std::string_view group) {
  check_group(group);
  Names names, known;
  for (const VariedParameter& parameter : varied_parameters(scene)) known.push_back(parameter.name);
  for (const Groups& entry : groups()) {
    if (entry.scene != scene) continue;
    if (group != "geometry") names.insert(names.end(), entry.posture.begin(), entry.posture.end());
    if (group != "posture") names.insert(names.end(), entry.geometry.begin(), entry.geometry.end());
  }
  if (names.empty()) {
    throw InvalidInput(fmt::format(
        "scene '{}' has no group '{}' to vary; expected names of parameters (--vary): {}", scene,
        group, base::join(known)));
  }
  return names;
}

std::vector<std::string> varied_group(const Model& model, const ProblemOptions& options,
                                      std::string_view group) {
  check_group(group);
  if (group == "geometry") {
    throw InvalidInput(fmt::format(
        "{}: a robot file's geometry is fixed; expected posture, or names of joints, friction, "
        "armature",
        model.name()));
  }
  Names names;
  for (const Joint& joint : model.joints()) {
    const bool locked =
        std::find(options.locked.begin(), options.locked.end(), joint.name) != options.locked.end();
    if (joint.v_size == 1 && !locked) names.push_back(joint.name);
  }
  return names;
}

}  // namespace carom
