// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The C++ of the README and the tutorial, word for word (tests/cli/docs compares): it compiles and
// runs. To be run in the root of a checkout.
#include <carom/carom.h>

#include <iostream>

namespace {

void an_impact() {
  const std::vector<carom::Contact> contacts{
      {.name = "a-b", .normal = Eigen::RowVector3d(-1, 1, 0)},  // ∂gap/∂q
      {.name = "b-c", .normal = Eigen::RowVector3d(0, -1, 1)}};
  const carom::ImpactProblem problem{Eigen::Matrix3d::Identity(), contacts,
                                     Eigen::Vector3d(1, 0, 0)};
  const auto outcome = carom::resolve(problem, carom::Propagative{.restitution = 1.0});
  std::cout << outcome.report();  // (0, 0, 1), unique
}

void a_robot() {
  const carom::Model robot = carom::load_robot("scenes/robots/strider.urdf");  // URDF or MJCF
  const carom::Stance stance =
      carom::stand(robot, {.contacts = {"auto"}});  // its feet; falls at 1 m/s
  const carom::Landing landing = carom::analyze_landing(stance);
  std::cout << landing.report();
}

void motion() {
  const carom::SceneModel scene = carom::make_scene_start("bouncing_ball");
  const carom::Trajectory run = carom::simulate(
      scene.model, scene.state, {.law = carom::Propagative{.restitution = 0.5}, .duration = 2.0});
  for (const auto& impact : run.record.impacts)
    std::cout << impact.time << " s\n";  // to rest: chattering is captured
}

void walking() {
  const carom::SceneModel atlas = carom::make_scene_start("atlas", {{"steps", 3.0}});
  const carom::Walk walk = *carom::make_walk("atlas", {{"steps", 3.0}});
  const carom::Trajectory run = carom::simulate(
      atlas.model, atlas.state,
      {.law = carom::Regular{}, .duration = carom::walk_duration(walk.gait), .walk = walk});
  for (const auto& t : run.record.touchdowns)
    std::cout << t.impacts << " impacts, " << t.energy_lost << " J\n";
}

void tight_loops() {
  carom::ImpactProblem problem = carom::make_scene("cradle");
  const std::vector<Eigen::Vector3d> velocities{{1, 0, 0}, {1, 1, 0}};
  const carom::Law law = carom::Propagative{.restitution = 0.8};
  carom::Workspace workspace;
  carom::Outcome outcome;
  for (const auto& v : velocities) {
    problem.set_velocity(v);                         // nothing is factored again
    carom::solve(problem, law, workspace, outcome);  // nothing is allocated
  }
}

}  // namespace

int main() {
  an_impact();
  a_robot();
  motion();
  walking();
  tight_loops();
  return 0;
}
