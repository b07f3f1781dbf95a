// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A robot of carom in MuJoCo: the same URDF without meshes, a free base, the ground, and a sphere
// wherever carom has a contact with the ground; nothing else can touch.
#pragma once

#include <mujoco/mujoco.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <variant>

#include "carom/model.h"

namespace mujoco_robot {

struct Free {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
  void operator()(mjSpec* spec) const { mj_deleteSpec(spec); }
};
using Spec = std::unique_ptr<mjSpec, Free>;
using Built = std::unique_ptr<mjModel, Free>;
using Data = std::unique_ptr<mjData, Free>;

/// The URDF without visuals and without collision shapes.
inline std::string shape_free(const std::string& file) {
  std::ifstream stream(file);
  std::stringstream whole;
  whole << stream.rdbuf();
  std::string text = whole.str();
  for (const char* part :
       {R"(<!--[\s\S]*?-->)", R"(<visual[\s\S]*?</visual>)", R"(<collision[\s\S]*?</collision>)"}) {
    text = std::regex_replace(text, std::regex(part), "");
  }
  return text;
}

inline void add_sphere(mjsBody* body, mjtGeom type, const double* at, double size,
                       double friction) {
  mjsGeom* geom = mjs_addGeom(body, nullptr);
  geom->type = type;
  geom->size[0] = geom->size[1] = geom->size[2] = size;
  if (at) std::copy_n(at, 3, geom->pos);
  geom->friction[0] = friction;
  geom->contype = type == mjGEOM_PLANE ? 1 : 0;
  geom->conaffinity = type == mjGEOM_PLANE ? 0 : 1;
  geom->mass = 0.0;
}

/// Steps of 1 ms. Null, and why in `error`, where MuJoCo cannot read it.
inline Spec read(const std::string& file, const carom::Model& robot, std::string& error) {
  char message[1000] = "";
  Spec spec(mj_parseXMLString(shape_free(file).c_str(), nullptr, message, sizeof message));
  if (!spec) return error = message, nullptr;
  spec->option.timestep = 1e-3;
  spec->compiler.balanceinertia = 1;
  mjsBody* world = mjs_findBody(spec.get(), "world");
  mjsElement* first = mjs_firstChild(world, mjOBJ_BODY, 0);
  if (!first) return error = "no body in the file", nullptr;
  mjs_addFreeJoint(mjs_asBody(first));
  double friction = 0.0;
  for (const carom::ContactCandidate& contact : robot.contacts()) {
    if (contact.is_internal()) continue;
    // A point of carom is a sphere of 1 mm here: MuJoCo has no points.
    const double radius = std::max(contact.sphere.radius, 1e-3);
    mjsBody* body = mjs_findBody(spec.get(), contact.sphere.body.c_str());
    if (!body) return error = "no body '" + contact.sphere.body + "'", nullptr;
    add_sphere(body, mjGEOM_SPHERE, contact.sphere.center.data(), radius, contact.friction);
    friction = contact.friction;
  }
  add_sphere(world, mjGEOM_PLANE, nullptr, 10.0, friction);
  return spec;
}

inline Built compile(const Spec& spec, std::string& error) {
  Built model(mj_compile(spec.get(), nullptr));
  if (!model) error = mjs_getError(spec.get());
  return model;
}

/// Ours has the quaternion last and base velocities in its own axes, which are the world's here.
inline void set_state(const mjModel& model, const carom::Model& robot, const carom::State& state,
                      mjData& data) {
  mj_resetData(&model, &data);
  for (int k = 0; k < 3; ++k) data.qpos[k] = state.q[k];
  data.qpos[2] -= 1e-9;  // just touching
  for (const carom::Joint& joint : robot.joints()) {
    if (joint.q_size != 1) continue;
    const int id = mj_name2id(&model, mjOBJ_JOINT, joint.name.c_str());
    if (id >= 0) data.qpos[model.jnt_qposadr[id]] = state.q[joint.q];
  }
  for (int k = 0; k < 6; ++k) data.qvel[k] = state.v[k];
}

}  // namespace mujoco_robot
