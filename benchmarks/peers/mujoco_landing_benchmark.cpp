// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The landing of benchmarks/humanoid.h by MuJoCo beside carom's, in one run. MuJoCo reads the same
// URDF without its meshes; only the eight spheres under the soles and the ground can touch,
// friction as in the impact. One step of 1 ms from the same state (mj_step: kinematics, mass
// matrix, collisions, soft contacts, integration) against carom's mass matrix, Jacobians, factor
// and law. What this does not prove: MuJoCo's contact is soft and does not end the approach within
// a step, and its step also moves the robot.
#include <mujoco/mujoco.h>

#include <fstream>
#include <memory>
#include <regex>
#include <sstream>

#include "benchmarks/humanoid.h"

namespace {

struct Free {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
  void operator()(mjSpec* spec) const { mj_deleteSpec(spec); }
};

/// The URDF without visuals and without collision shapes that are meshes.
std::string mesh_free() {
  std::ifstream file(humanoid::file());
  std::stringstream stream;
  stream << file.rdbuf();
  std::string text = stream.str();
  text = std::regex_replace(text, std::regex(R"(<!--[\s\S]*?-->)"), "");
  text = std::regex_replace(text, std::regex(R"(<visual>[\s\S]*?</visual>)"), "");
  return std::regex_replace(text, std::regex(R"(<collision>[\s\S]*?</collision>)"), "");
}

/// A free base, the ground, and a sphere wherever carom has a contact.
std::unique_ptr<mjModel, Free> build(double friction, std::string& error) {
  char message[1000] = "";
  std::unique_ptr<mjSpec, Free> spec(
      mj_parseXMLString(mesh_free().c_str(), nullptr, message, sizeof message));
  if (!spec) return error = message, nullptr;
  spec->option.timestep = 1e-3;
  spec->compiler.balanceinertia = 1;
  mjsBody* world = mjs_findBody(spec.get(), "world");
  mjsElement* first = mjs_firstChild(world, mjOBJ_BODY, 0);
  if (!first) return error = "no body in the file", nullptr;
  mjs_addFreeJoint(mjs_asBody(first));
  const auto sphere = [&](mjsBody* body, mjtGeom type, const double* at, double size) {
    mjsGeom* geom = mjs_addGeom(body, nullptr);
    geom->type = type;
    geom->size[0] = geom->size[1] = geom->size[2] = size;
    if (at) std::copy_n(at, 3, geom->pos);
    geom->friction[0] = friction;
    geom->contype = type == mjGEOM_PLANE ? 1 : 0;
    geom->conaffinity = type == mjGEOM_PLANE ? 0 : 1;
    geom->mass = 0.0;
  };
  sphere(world, mjGEOM_PLANE, nullptr, 10.0);
  for (const char* side : humanoid::sides)
    for (const auto& center : humanoid::centers)
      sphere(mjs_findBody(spec.get(), humanoid::ankle(side).c_str()), mjGEOM_SPHERE, center.data(),
             humanoid::radius);
  std::unique_ptr<mjModel, Free> model(mj_compile(spec.get(), nullptr));
  if (!model) error = mjs_getError(spec.get());
  return model;
}

/// Ours has the quaternion last and base velocities in its own axes, which are the world's here.
void set_state(const mjModel& model, const carom::Model& robot, const carom::State& state,
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

void mujoco_landing(benchmark::State& state) {
  const auto& impact = humanoid::impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  if (!humanoid::available(state)) return;
  std::string error;
  const auto model = build(impact.friction, error);
  if (!model) {
    state.SkipWithError(error.c_str());
    return;
  }
  const carom::Model robot = humanoid::model(impact.friction);
  const carom::State start = humanoid::landing(robot, impact);
  std::unique_ptr<mjData, Free> first(mj_makeData(model.get())), data(mj_makeData(model.get()));
  set_state(*model, robot, start, *first);
  for (auto _ : state) {
    std::copy_n(first->qpos, model->nq, data->qpos);
    std::copy_n(first->qvel, model->nv, data->qvel);
    std::fill_n(data->qacc_warmstart, model->nv, 0.0);
    mj_step(model.get(), data.get());
    benchmark::DoNotOptimize(data->qvel);
  }
  state.counters["nv"] = double(model->nv);
  state.counters["contacts"] = double(data->ncon);
  state.counters["iterations"] = double(data->solver_niter[0]);
  state.counters["base_z"] = data->qvel[2];
}
BENCHMARK(mujoco_landing)->ArgName("impact")->DenseRange(0, 3)->Unit(benchmark::kMicrosecond);

void carom_landing(benchmark::State& state) { humanoid::carom_landing(state); }
BENCHMARK(carom_landing)->ArgName("impact")->DenseRange(0, 3)->Unit(benchmark::kMicrosecond);

}  // namespace
