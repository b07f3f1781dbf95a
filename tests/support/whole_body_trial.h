// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Atlas on one foot, on two, or in the air, near its standing posture, with the tasks of a walk.
// Input: a seed and what stands. Output: workspace, bias, tasks, feet.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "carom/scene.h"
#include "carom/whole_body.h"
#include "control/whole_body/tasks.h"

namespace carom::test {

inline const SceneModel& standing_atlas() {
  static const SceneModel scene =
      make_scene_model("atlas", {{"version", std::string("v1")}, {"knee", 0.45}});
  return scene;
}

/// Corners of a sole as the scene's contacts have them.
inline std::vector<Eigen::Vector3d> sole_corners(const Model& model, const std::string& foot) {
  std::vector<Eigen::Vector3d> corners;
  for (const ContactCandidate& contact : model.contacts()) {
    if (contact.name.rfind(foot + "_", 0) == 0) corners.push_back(contact.sphere.center);
  }
  return corners;
}

inline SupportFoot support_foot(const Model& model, const std::string& name) {
  SupportFoot foot;
  foot.name = name;
  foot.frame = model.frame(name);
  foot.corners = sole_corners(model, name);
  return foot;
}

struct WholeBodyTrial {
  Model model;
  ModelWorkspace at;
  Eigen::VectorXd q, v, bias;
  std::vector<MotionTask> tasks;
  std::vector<SupportFoot> feet;
  std::mt19937 generator;

  /// `rough`: how far from standing, in angles [rad] and wanted accelerations [10 m/s²].
  WholeBodyTrial(unsigned seed, int standing, double rough)
      : model(standing_atlas().model), at(model), generator(seed) {
    const int n = model.velocity_size();
    q = model.integrate(standing_atlas().state.q, random(n, rough * 0.3));
    v = random(n, rough);
    bias.resize(n);
    at.set_configuration(q);
    at.bias(v, bias);
    const char* const names[] = {"l_foot", "r_foot"};
    tasks.resize(6);
    control::fill_com_task(at, tasks[0]);
    control::fill_posture_task(at, tasks[1]);
    control::fill_attitude_task(at, model.frame("pelvis"), tasks[2]);
    control::fill_attitude_task(at, model.frame("utorso"), tasks[3]);
    const double weights[] = {1.0, 1e-3, 0.1, 0.1};
    const char* const titles[] = {"com", "posture", "pelvis", "torso"};
    for (std::size_t k = 0; k < 4; ++k) {
      tasks[k].weight = weights[k];
      tasks[k].name = titles[k];
    }
    for (int k = 0; k < 2; ++k) {
      MotionTask& task = tasks[static_cast<std::size_t>(4 + k)];
      control::fill_frame_task(at, model.frame(names[k]), Eigen::Vector3d::Zero(), task);
      task.name = names[k];
      task.weight = k < standing ? 100.0 : 1.0;
      if (k < standing) feet.push_back(support_foot(model, names[k]));
    }
    for (MotionTask& task : tasks) {
      const bool stands = task.weight > 10.0;
      task.target = random(static_cast<int>(task.target.size()), stands ? 0.0 : 10.0 * rough);
    }
  }

  Eigen::VectorXd random(int size, double spread) {
    std::uniform_real_distribution<double> uniform(-spread, spread);
    Eigen::VectorXd numbers(size);
    for (double& number : numbers) number = spread > 0.0 ? uniform(generator) : 0.0;
    return numbers;
  }
};

}  // namespace carom::test
