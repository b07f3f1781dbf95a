// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Atlas makes three steps: every touch-down is a sequence of impacts. Then one of them under other
// laws and with more points, and the whole-body controller by itself.
#include <carom/laws/plastic.h>
#include <carom/laws/regular.h>
#include <carom/scene.h>
#include <carom/scene_walk.h>
#include <carom/simulation.h>
#include <carom/touchdown.h>
#include <carom/whole_body.h>

#include <iostream>

namespace {

bool make_steps(const carom::SceneModel& atlas, const carom::Walk& walk) {
  const carom::Trajectory run = carom::simulate(atlas.model, atlas.state,
                                                {.law = carom::Regular{},
                                                 .duration = carom::walk_duration(walk.gait),
                                                 .walk = walk,
                                                 .verdict = false});
  for (const carom::Touchdown& touchdown : run.record.touchdowns) {
    std::cout << to_string(touchdown.side) << " foot at " << touchdown.time
              << " s: " << touchdown.impacts << " impacts, " << touchdown.energy_lost << " J lost, "
              << touchdown.jump_joint << " jumps by " << touchdown.largest_jump << " rad/s\n";
  }
  return run.status == carom::RunStatus::finished && run.record.touchdowns.size() == 3;
}

bool compare_laws(const carom::SceneModel& atlas, const carom::Walk& walk) {
  carom::TouchdownOptions options;
  options.step = 1;
  options.points = {4, 8};
  options.laws = {carom::Regular{}, carom::Plastic{}};
  options.verdict = false;
  const carom::TouchdownComparison touchdown =
      carom::compare_touchdown(atlas.model, atlas.state, walk, options);
  std::cout << '\n' << touchdown.report();
  return touchdown.rows.size() == 4;
}

/// Torques that hold it up: no acceleration is wanted anywhere.
bool stand_still(const carom::SceneModel& atlas, const carom::Walk& walk) {
  const carom::Model& model = atlas.model;
  carom::ModelWorkspace at(model);
  at.set_configuration(atlas.state.q);
  Eigen::VectorXd bias(model.velocity_size());
  at.bias(atlas.state.v, bias);
  const auto n = model.velocity_size();
  const carom::MotionTask rest{.name = "rest",
                               .rows = Eigen::MatrixXd::Identity(n, n),
                               .drift = Eigen::VectorXd::Zero(n),
                               .target = Eigen::VectorXd::Zero(n)};
  std::vector<carom::SupportFoot> feet;
  for (const std::string& name : {walk.robot.left_foot, walk.robot.right_foot}) {
    carom::SupportFoot foot{.name = name, .frame = model.frame(name)};
    for (const double x : {walk.robot.back, walk.robot.front}) {
      for (const double y : {walk.robot.right, walk.robot.left}) {
        foot.corners.emplace_back(x, y, walk.robot.sole);
      }
    }
    feet.push_back(foot);
  }
  carom::WholeBodyController controller(model);
  const carom::WholeBodyResult& result = controller.solve(at, bias, {&rest, 1}, feet);
  double load = 0.0;
  for (const Eigen::Vector3d& force : result.forces) load += force.z();
  const auto knee = model.joints()[static_cast<std::size_t>(model.joint("l_leg_kny"))].v;
  std::cout << "\nstanding: the soles carry " << load << " N, the left knee " << result.torque[knee]
            << " N m\n";
  return result.status == carom::WholeBodyResult::Status::solved;
}

}  // namespace

int main() {
  const carom::SceneSettings settings = {{"steps", 3.0}};
  const carom::SceneModel atlas = carom::make_scene_start("atlas", settings);
  const carom::Walk walk = *carom::make_walk("atlas", settings);
  return make_steps(atlas, walk) && compare_laws(atlas, walk) && stand_still(atlas, walk) ? 0 : 1;
}
