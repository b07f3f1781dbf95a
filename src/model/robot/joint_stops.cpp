// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What a robot may run into beside its feet: the stops of its joints, and other ground than a plane
// (robot.h).
#include <algorithm>
#include <cmath>

#include "carom/robot.h"
#include "model/multibody.h"
#include "model/names.h"

namespace carom {
namespace {

bool follows_another(const Model& robot, const std::string& joint) {
  const auto& couplings = robot.parts().couplings;
  return std::any_of(couplings.begin(), couplings.end(),
                     [&](const JointCoupling& coupling) { return coupling.joint == joint; });
}

ContactCandidate stop_at(const std::string& joint, double bound, bool upper, double restitution) {
  ContactCandidate stop;
  stop.name = joint + (upper ? " upper stop" : " lower stop");
  stop.against = JointStop{.joint = joint, .bound = bound, .upper = upper};
  stop.tangents = 0;
  stop.restitution = restitution;
  return stop;
}

}  // namespace

std::vector<ContactCandidate> joint_stops(const Model& robot, double restitution) {
  std::vector<ContactCandidate> stops;
  for (std::size_t k = 0; k < robot.joints().size(); ++k) {
    const Joint& joint = robot.joints()[k];
    if (joint.q_size != 1 || !robot.bodies().joint_is_coordinate[k]) continue;
    if (follows_another(robot, joint.name)) continue;
    const double lower = robot.lower_limit()[joint.q], upper = robot.upper_limit()[joint.q];
    if (!(lower < upper)) continue;
    if (std::isfinite(lower)) stops.push_back(stop_at(joint.name, lower, false, restitution));
    if (std::isfinite(upper)) stops.push_back(stop_at(joint.name, upper, true, restitution));
  }
  return stops;
}

Model on_terrain(const Model& model, const Terrain& terrain) {
  const Multibody& bodies = model.bodies();
  const auto shared = std::make_shared<const Terrain>(terrain);
  ModelParts parts = model.parts();
  for (ContactCandidate& contact : parts.contacts) {
    const auto* plane = std::get_if<ContactPlane>(&contact.against);
    if (plane == nullptr) continue;
    const auto frame = static_cast<std::size_t>(find_frame(bodies, plane->body));
    if (bodies.frame_joints[frame] != -1) continue;  // it moves
    if (terrain.is_plane()) {
      contact.against = ContactPlane{.point = terrain.point, .normal = terrain.normal};
    } else {
      contact.against = ContactTerrain{shared};
    }
  }
  parts.ground = terrain;
  return model.with(std::move(parts));
}

}  // namespace carom
