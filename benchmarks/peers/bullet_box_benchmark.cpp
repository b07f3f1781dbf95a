// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The same box impact in Bullet 3 (sequential impulses, 10 sweeps, no warm start) and in carom, in
// one run: friction 0.3, restitution 0.5. `bullet_step` is a whole step, with finding the contacts;
// `bullet_solver` only its contact solver on the four corners given. The counters show the answers.
// What this does not prove: Bullet is built for large scenes, in single precision; its restitution
// is kinematic and per contact, the regular law's is energetic.
#include <btBulletDynamicsCommon.h>

#include "benchmarks/friction_box.h"

namespace {

namespace box = friction_box;

btScalar real(double value) { return btScalar(value); }

struct BulletBox {
  BulletBox()
      : dispatcher(&configuration),
        world(&dispatcher, &broadphase, &solver, &configuration),
        shape(btVector3(real(box::size[0] / 2), real(box::size[1] / 2), real(box::size[2] / 2))),
        floor_shape(btVector3(5, 5, 5)),
        floor(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &floor_shape)),
        body(construction(shape)) {
    world.setGravity(btVector3(0, 0, 0));
    world.getSolverInfo().m_solverMode &= ~SOLVER_USE_WARMSTARTING;
    floor.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 0, -5)));
    floor.setFriction(1);
    floor.setRestitution(1);
    body.setFriction(real(box::friction));
    body.setRestitution(real(box::restitution));
    body.setActivationState(DISABLE_DEACTIVATION);
    body.setFlags(0);
    world.addRigidBody(&floor);
    world.addRigidBody(&body);
  }
  ~BulletBox() {
    world.removeRigidBody(&body);
    world.removeRigidBody(&floor);
  }
  BulletBox(const BulletBox&) = delete;
  BulletBox& operator=(const BulletBox&) = delete;

  static btRigidBody::btRigidBodyConstructionInfo construction(btBoxShape& shape) {
    btVector3 inertia;
    // Bullet's box has a margin inside its size, so the inertia is that of the whole box.
    shape.calculateLocalInertia(real(box::mass), inertia);
    return {real(box::mass), nullptr, &shape, inertia};
  }
  void reset(const box::Impact& impact) {
    const auto& v = impact.velocity;
    const btTransform flat(btQuaternion::getIdentity(), btVector3(0, 0, real(box::size[2] / 2)));
    body.setWorldTransform(flat);
    body.setInterpolationWorldTransform(flat);
    body.setLinearVelocity(btVector3(real(v[0]), real(v[1]), real(v[2])));
    body.setAngularVelocity(btVector3(real(v[3]), real(v[4]), real(v[5])));
    body.clearForces();
    body.updateInertiaTensor();
  }
  void show(benchmark::State& state) const {
    box::show(state, body.getLinearVelocity().x(), body.getLinearVelocity().z(),
              body.getAngularVelocity().z());
  }

  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world;
  btBoxShape shape, floor_shape;
  btRigidBody floor, body;
};

void bullet_step(benchmark::State& state) {
  const auto& impact = box::impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  BulletBox bullet;
  for (auto _ : state) {
    bullet.reset(impact);
    bullet.world.stepSimulation(real(1e-3), 0);
  }
  bullet.show(state);
  state.counters["contacts"] =
      bullet.dispatcher.getNumManifolds() == 1
          ? bullet.dispatcher.getManifoldByIndexInternal(0)->getNumContacts()
          : 0;
}
BENCHMARK(bullet_step)->ArgName("impact")->DenseRange(0, 4);

void bullet_solver(benchmark::State& state) {
  const auto& impact = box::impacts[std::size_t(state.range(0))];
  state.SetLabel(impact.name);
  BulletBox bullet;
  btPersistentManifold* manifold = bullet.dispatcher.getNewManifold(&bullet.body, &bullet.floor);
  for (const auto& corner : box::corners) {
    const btVector3 at(real(corner[0]), real(corner[1]), 0);
    btManifoldPoint point(at - btVector3(0, 0, real(box::size[2] / 2)), at + btVector3(0, 0, 5),
                          btVector3(0, 0, 1), 0);
    point.m_positionWorldOnA = point.m_positionWorldOnB = at;
    point.m_combinedFriction = real(box::friction);
    point.m_combinedRestitution = real(box::restitution);
    manifold->addManifoldPoint(point);
  }
  btCollisionObject* bodies[] = {&bullet.body, &bullet.floor};
  btContactSolverInfo info = bullet.world.getSolverInfo();
  info.m_timeStep = real(1e-3);
  for (auto _ : state) {
    bullet.reset(impact);
    bullet.solver.solveGroup(bodies, 2, &manifold, 1, nullptr, 0, info, nullptr,
                             &bullet.dispatcher);
  }
  bullet.show(state);
  bullet.dispatcher.releaseManifold(manifold);
}
BENCHMARK(bullet_solver)->ArgName("impact")->DenseRange(0, 4);

BENCHMARK(box::carom_regular)->ArgName("impact")->DenseRange(0, 4);
BENCHMARK(box::carom_regular_to_a_millionth)->ArgName("impact")->DenseRange(3, 4);

}  // namespace
