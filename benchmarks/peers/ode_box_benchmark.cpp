// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The same box impact in ODE 0.16 (QuickStep, 20 sweeps, friction pyramid) and in carom, in one
// run: four corners, friction 0.3, restitution 0.5. The counters show the two answers. What this
// does not prove: ODE's step also moves the body, and it is built for large scenes, not for one
// impact; its restitution is kinematic and per contact, the regular law's is energetic.
#include <ode/ode.h>

#include "benchmarks/friction_box.h"

namespace {

namespace box = friction_box;

struct OdeBox {
  OdeBox() {
    dInitODE();
    world = dWorldCreate();
    group = dJointGroupCreate(0);
    body = dBodyCreate(world);
    dMass mass;
    dMassSetBoxTotal(&mass, box::mass, box::size[0], box::size[1], box::size[2]);
    dBodySetMass(body, &mass);
    dBodySetGyroscopicMode(body, 0);
  }
  ~OdeBox() {
    dJointGroupDestroy(group);
    dWorldDestroy(world);
    dCloseODE();
  }

  void reset(const box::Impact& impact) {
    const auto& v = impact.velocity;
    const dMatrix3 upright = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    dBodySetPosition(body, 0, 0, 0.5 * box::size[2]);
    dBodySetRotation(body, upright);
    dBodySetLinearVel(body, v[0], v[1], v[2]);
    dBodySetAngularVel(body, v[3], v[4], v[5]);
  }
  void touch(const std::array<double, 3>& corner) {
    dContact contact{};
    contact.surface.mode = dContactBounce | dContactApprox1;
    contact.surface.mu = box::friction;
    contact.surface.bounce = box::restitution;
    contact.surface.bounce_vel = 0.0;
    contact.geom.pos[0] = corner[0];
    contact.geom.pos[1] = corner[1];
    contact.geom.normal[2] = 1.0;
    dJointAttach(dJointCreateContact(world, group, &contact), body, nullptr);
  }
  void impact(const box::Impact& given) {
    reset(given);
    for (const auto& corner : box::corners) touch(corner);
    dWorldQuickStep(world, 1e-3);
    dJointGroupEmpty(group);
  }

  dWorldID world;
  dJointGroupID group;
  dBodyID body;
};

void ode_quick_step(benchmark::State& state) {
  const auto& impact = box::impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  OdeBox ode;
  for (auto _ : state) ode.impact(impact);
  const dReal *v = dBodyGetLinearVel(ode.body), *w = dBodyGetAngularVel(ode.body);
  box::show(state, v[0], v[2], w[2]);
}
BENCHMARK(ode_quick_step)->ArgName("impact")->DenseRange(0, 4);

BENCHMARK(box::carom_regular)->ArgName("impact")->DenseRange(0, 4);
BENCHMARK(box::carom_regular_to_a_millionth)->ArgName("impact")->DenseRange(3, 4);

void carom_regular_from_matrices(benchmark::State& state) {
  const auto& impact = box::impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  box::build_and_solve(state, box::problem(impact), carom::Regular{});
}
BENCHMARK(carom_regular_from_matrices)->ArgName("impact")->DenseRange(0, 4);

}  // namespace
