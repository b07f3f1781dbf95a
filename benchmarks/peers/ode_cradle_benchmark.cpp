// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The same impact in ODE 0.16 (QuickStep) and in carom, in one run: three balls of 1 kg in a
// row, B and C touching, A arrives at 1 m/s, restitution 1. ODE answers (-1/3, 2/3, 2/3), carom
// (0, 0, 1). What this does not prove: ODE's step also moves the bodies, and it is built for large
// scenes, not for one impact.
#include <benchmark/benchmark.h>
#include <ode/ode.h>

#include <array>

#include "carom/carom.h"

namespace {

struct OdeCradle {
  OdeCradle() {
    dInitODE();
    world = dWorldCreate();
    group = dJointGroupCreate(0);
    for (std::size_t i = 0; i < 3; ++i) {
      ball[i] = dBodyCreate(world);
      dMass mass;
      dMassSetSphereTotal(&mass, 1.0, 0.5);
      dBodySetMass(ball[i], &mass);
    }
  }
  ~OdeCradle() {
    dJointGroupDestroy(group);
    dWorldDestroy(world);
    dCloseODE();
  }

  void reset() {
    for (std::size_t i = 0; i < 3; ++i) {
      dBodySetPosition(ball[i], double(i), 0, 0);
      dBodySetLinearVel(ball[i], i == 0 ? 1.0 : 0.0, 0, 0);
    }
  }
  void touch(std::size_t left) {
    dContact contact{};
    contact.surface.mode = dContactBounce;
    contact.surface.mu = 0;
    contact.surface.bounce = 1.0;
    contact.surface.bounce_vel = 0.0;
    contact.geom.pos[0] = double(left) + 0.5;
    contact.geom.normal[0] = -1.0;
    dJointAttach(dJointCreateContact(world, group, &contact), ball[left], ball[left + 1]);
  }
  void impact() {
    reset();
    touch(0);
    touch(1);
    dWorldQuickStep(world, 1e-3);
    dJointGroupEmpty(group);
  }

  dWorldID world;
  dJointGroupID group;
  std::array<dBodyID, 3> ball;
};

void show(benchmark::State& state, double a, double b, double c) {
  state.counters["vA"] = a;
  state.counters["vB"] = b;
  state.counters["vC"] = c;
}

void ode_quick_step(benchmark::State& state) {
  OdeCradle cradle;
  for (auto _ : state) cradle.impact();
  show(state, dBodyGetLinearVel(cradle.ball[0])[0], dBodyGetLinearVel(cradle.ball[1])[0],
       dBodyGetLinearVel(cradle.ball[2])[0]);
}
BENCHMARK(ode_quick_step);

void carom_solve(benchmark::State& state) {
  auto problem = carom::make_scene("cradle");
  const Eigen::VectorXd velocity = problem.velocity();
  const carom::Law law = carom::Propagative{};
  carom::Workspace workspace;
  carom::Outcome outcome;
  for (auto _ : state) {
    problem.set_velocity(velocity);
    carom::solve(problem, law, workspace, outcome);
    benchmark::DoNotOptimize(outcome.velocity_plus.data());
  }
  show(state, outcome.velocity_plus[0], outcome.velocity_plus[1], outcome.velocity_plus[2]);
}
BENCHMARK(carom_solve);

}  // namespace
