// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Atlas (the robot of S2 chapters 4 and 5), versions v1 and v3: a pelvis that floats, back 3, neck
// 1, arms 2×6 and legs 2×6 joints, 34 degrees of freedom. S2 names no version; numbers are those of
// public URDFs (atlas_facts.h). Knees at κ with hips and ankles at −κ/2 keep the soles flat; the
// pelvis then stands at the height
//   z = −(z_h + [R_y(−κ/2) r_k + R_y(κ/2) r_a]_z) − z_s
// of hip h, knee k, ankle a (vectors between joints) and sole s. A problem is always a landing; a
// run walks, unless its motion is drop.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <span>

#include "model/gallery/atlas_facts.h"
#include "model/gallery/gallery.h"
#include "model/walk_parameters.h"

namespace carom::gallery {
namespace {

using Eigen::Vector3d;
using Links = std::span<const AtlasLink>;

constexpr double atlas_gravity = 9.81;  // [m/s²]
constexpr double foot_friction = 0.8;   // ours: S2 gives none

Vector3d vector(const std::array<double, 3>& values) { return Vector3d(values.data()); }

const AtlasLink& find_link(Links links, std::string_view name) {
  return *std::find_if(links.begin(), links.end(),
                       [&](const AtlasLink& link) { return link.name == name; });
}

BodyDescription body_of(const AtlasLink& link) {
  BodyDescription body{.name = link.name, .mass = link.mass, .center = vector(link.center)};
  const auto& i = link.inertia;
  body.inertia << i[0], i[1], i[2], i[1], i[3], i[4], i[2], i[4], i[5];
  if (*link.parent == '\0') {
    body.kind = JointKind::free;
    body.joint = "root_joint";
    return body;
  }
  body.parent = link.parent;
  body.joint = link.joint;
  body.kind = JointKind::revolute;
  body.axis = vector(link.axis);
  body.placement.translation() = vector(link.origin);
  body.lower = link.lower;
  body.upper = link.upper;
  body.effort_limit = link.effort;
  body.velocity_limit = link.velocity;
  return body;
}

Vector3d sole_center() {
  Vector3d center = vector(atlas_foot_box_center);
  center.z() = atlas_four_points.front()[2];
  return center;
}

/// A frame at the centre of a sole.
BodyDescription sole_of(const std::string& side) {
  BodyDescription sole{.name = side + "_sole", .parent = side + "_foot"};
  sole.placement.translation() = sole_center();
  return sole;
}

/// Between the first and the last of the four points, on both sides alike.
std::vector<Vector3d> sole_grid(int per_side) {
  const Vector3d first = vector(atlas_four_points.front()), last = vector(atlas_four_points.back());
  std::vector<Vector3d> points;
  for (int i = 0; i < per_side; ++i) {
    for (int j = 0; j < per_side; ++j) {
      const double along = static_cast<double>(i) / (per_side - 1);
      const double across = static_cast<double>(j) / (per_side - 1);
      points.emplace_back((1.0 - along) * first.x() + along * last.x(),
                          (1.0 - across) * first.y() + across * last.y(), first.z());
    }
  }
  return points;
}

std::vector<Vector3d> sole_points(int count) {
  if (count == 1) return {sole_center()};
  if (count == 16) return sole_grid(4);
  std::span<const std::array<double, 3>> given = atlas_eight_points;
  if (count == 4) given = atlas_four_points;
  std::vector<Vector3d> points;
  std::transform(given.begin(), given.end(), std::back_inserter(points), vector);
  return points;
}

void add_foot(const SceneReader& reader, const std::string& side, ModelParts& parts) {
  const auto points = sole_points(static_cast<int>(reader.number("points_per_foot")));
  for (std::size_t k = 0; k < points.size(); ++k) {
    parts.contacts.push_back(
        {.name = points.size() == 1 ? side + "_sole" : fmt::format("{}_foot_{}", side, k + 1),
         .sphere = {side + "_foot", points[k]},
         .friction = reader.number("friction"),
         .restitution = reader.number("restitution")});
  }
  CollisionShape box{.frame = side + "_foot"};
  box.placement.translation() = vector(atlas_foot_box_center);
  box.size = vector(atlas_foot_box_size);
  parts.shapes.push_back(box);
}

/// Height of the pelvis over soles that are flat on the ground.
double standing_height(Links links, double knee) {
  const auto turned = [](double angle, const Vector3d& v) -> Vector3d {
    return Eigen::AngleAxisd(angle, Vector3d::UnitY()) * v;
  };
  const Vector3d hip = vector(find_link(links, "l_uglut").origin) +
                       vector(find_link(links, "l_lglut").origin) +
                       vector(find_link(links, "l_uleg").origin);
  const Vector3d ankle = hip + turned(-knee / 2.0, vector(find_link(links, "l_lleg").origin)) +
                         turned(knee / 2.0, vector(find_link(links, "l_talus").origin));
  return -ankle.z() - vector(find_link(links, "l_foot").origin).z() - sole_center().z();
}

/// The knees may bend until a joint of the legs meets its limit.
double deepest_knee(Links links) {
  double deepest = 2.0 * std::numbers::pi;
  for (const std::string side : {"l_", "r_"}) {
    deepest = std::min({deepest, -2.0 * find_link(links, side + "uleg").lower,
                        find_link(links, side + "lleg").upper,
                        -2.0 * find_link(links, side + "talus").lower});
  }
  return deepest;
}

void check_atlas(SceneReader& reader, Links links) {
  const double points = reader.number("points_per_foot");
  if (points != 1.0 && points != 4.0 && points != 8.0 && points != 16.0) {
    reader.add_fault(fmt::format("points_per_foot = {}; expected 1, 4, 8 or 16", points));
  }
  const double knee = reader.number("knee"), deepest = deepest_knee(links);
  if (!(knee >= 0.0 && knee <= deepest)) {
    reader.add_fault(fmt::format(
        "knee = {} rad; expected 0 <= knee <= {}, where hips, knees and ankles of {} are inside "
        "their limits",
        knee, deepest, reader.word("version")));
  }
  reader.require_not_negative("drop");
  reader.require_not_negative("friction");
  reader.require_fraction("restitution");
  reader.require_finite("velocity");
  const std::size_t size = reader.list("velocity").size();
  if (size != 0 && size != 6 && size != 34) {
    reader.add_fault(fmt::format(
        "velocity has {} entries; expected 6 (pelvis: linear, angular, in its axes) or 34 (then "
        "the joints in their order)",
        size));
  }
  if (size != 0 && reader.given("drop")) {
    reader.add_fault("drop and velocity are both given; expected one of them");
  }
}

/// Pelvis upright, so that its axes are those of the world.
Eigen::VectorXd velocity_of(const SceneReader& reader, int size) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(size);
  const std::vector<double>& given = reader.list("velocity");
  if (given.empty()) {
    v[2] = -std::sqrt(2.0 * atlas_gravity * reader.number("drop"));
  } else {
    std::copy(given.begin(), given.end(), v.begin());
  }
  return v;
}

Eigen::VectorXd standing(const Model& model, Links links, double knee) {
  Eigen::VectorXd q = model.neutral();
  q[2] = standing_height(links, knee);
  for (const std::string side : {"l_", "r_"}) {
    const auto set = [&](const char* link, double angle) {
      const char* joint = find_link(links, side + link).joint;
      q[model.joints()[static_cast<std::size_t>(model.joint(joint))].q] = angle;
    };
    set("uleg", -knee / 2.0);
    set("lleg", knee);
    set("talus", -knee / 2.0);
  }
  return q;
}

/// At rest with room for the controller: arms off their limits.
void stand_ready(const Model& model, State& state) {
  state.v.setZero();
  for (const Joint& joint : model.joints()) {
    if (joint.name.find("_arm_") == std::string::npos) continue;
    const double lower = model.lower_limit()[joint.q], upper = model.upper_limit()[joint.q];
    const double distance = std::min(arm_distance, (upper - lower) / 2.0);
    state.q[joint.q] = std::clamp(state.q[joint.q], lower + distance, upper - distance);
  }
}

SceneSettings falling_settings(const SceneReader& reader) {
  SceneSettings settings;
  if (reader.given("motion")) settings["motion"] = reader.word("motion");
  if (reader.given("drop")) settings["drop"] = reader.number("drop");
  if (reader.given("velocity")) settings["velocity"] = reader.list("velocity");
  return settings;
}

/// A run that walks does not fall first.
void check_walk(SceneReader& reader, const std::string& motion) {
  for (const char* name : {"drop", "velocity"}) {
    if (!reader.given(name)) continue;
    if (std::string_view(name) == "velocity" && reader.list(name).empty()) continue;
    reader.add_fault(
        fmt::format("{} and motion = {} are both given; expected one of them; motion = drop falls",
                    name, motion));
  }
}

std::vector<SceneParameter> landing_parameters() {
  return {{"version", std::string("v1"), "", "v1: 90.62 kg, v3: 147.67 kg", {"v1", "v3"}},
          {"points_per_foot", 4.0, "",
           "1: centre of the sole, 4: its corners, 8: along its sides, 16: a grid"},
          {.name = "knee",
           .value = 0.0,
           .unit = "rad",
           .meaning = "of both knees, hips and ankles at minus half of it: soles flat; walks: 0.45",
           .varies = true},
          {.name = "drop",
           .value = 0.05,
           .unit = "m",
           .meaning = "height of the fall, joints at rest; not with velocity, not with a walk",
           .varies = true},
          {"velocity", std::vector<double>{}, "m/s, rad/s",
           "of the pelvis (6: linear, angular, its axes) or of everything (34); empty: drop"},
          {"friction", foot_friction, "", "of all points"},
          {"restitution", 0.0, "", "of all points; its meaning is the law's"}};
}

}  // namespace

Scene atlas() {
  std::vector<SceneParameter> parameters = landing_parameters();
  const std::vector<SceneParameter>& walk = walk_parameters();
  parameters.insert(parameters.end(), walk.begin(), walk.end());
  return {"atlas",
          "the humanoid Atlas, 34 degrees of freedom: lands flat on both feet; a run walks",
          "S2 chapters 4 and 5; masses and joints from osrf/drcsim (Apache-2.0), "
          "scenes/robots/atlas_facts.json",
          std::move(parameters)};
}

SceneModel atlas_model(SceneReader& reader) {
  const Links links =
      reader.word("version") == "v3" ? Links(atlas_v3_links) : Links(atlas_v1_links);
  check_atlas(reader, links);
  reader.finish();

  ModelDescription description{.name = "atlas_" + reader.word("version"),
                               .gravity = {0.0, 0.0, -atlas_gravity}};
  for (const AtlasLink& link : links) {
    description.bodies.push_back(body_of(link));
    if (*link.parent == '\0') continue;
    description.parts.actuators.push_back(
        {.name = link.joint, .joint = link.joint, .effort_limit = link.effort});
  }
  for (const char* side : {"l", "r"}) {
    description.bodies.push_back(sole_of(side));
    add_foot(reader, side, description.parts);
  }
  const Model model(description);
  const Eigen::VectorXd q = standing(model, links, reader.number("knee"));
  return {model, {q, velocity_of(reader, model.velocity_size())}};
}

SceneModel atlas_start(SceneReader& reader) {
  const std::string motion = motion_of(falling_settings(reader));
  if (motion != "drop") {
    if (!reader.given("knee")) reader.slot("knee", {}) = walking_knee;
    check_walk(reader, motion);
  }
  SceneModel scene = atlas_model(reader);
  if (motion != "drop") {
    stand_ready(scene.model, scene.state);
  } else if (reader.list("velocity").empty()) {
    scene.state.q[2] += reader.number("drop");
    scene.state.v.setZero();
  }
  return scene;
}

}  // namespace carom::gallery
