// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Sizes are faults of the caller and are thrown; numbers that are not finite are not: they come
// from states, and the controller answers them with a status.
#include "control/whole_body/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "carom/error.h"
#include "control/motors.h"

namespace carom::control {
namespace {

using Faults = std::vector<std::string>;

void check_size(const std::string& where, const char* what, Eigen::Index size,
                Eigen::Index expected, const char* per, Faults& faults) {
  if (size == expected) return;
  faults.push_back(fmt::format("{}: {} has {} entries; expected {}, one per {}", where, what, size,
                               expected, per));
}

void check_task(const Model& model, const MotionTask& task, Faults& faults) {
  const Eigen::Index rows = task.rows.rows();
  const bool sizes = task.drift.size() == rows && task.target.size() == rows &&
                     (rows == 0 || task.rows.cols() == model.velocity_size());
  if (sizes && !(task.weight < 0.0)) return;  // no text where nothing is wrong
  const std::string where = fmt::format("task '{}'", task.name);
  check_size(where, "drift", task.drift.size(), rows, "row", faults);
  check_size(where, "target", task.target.size(), rows, "row", faults);
  if (rows > 0) {
    check_size(where, "a row", task.rows.cols(), model.velocity_size(), "velocity", faults);
  }
  if (task.weight < 0.0) {
    faults.push_back(
        fmt::format("{}: weight = {}; expected >= 0", where, base::number(task.weight)));
  }
}

void check_foot(const Model& model, const SupportFoot& foot, Faults& faults) {
  const auto frames = static_cast<int>(model.frame_names().size());
  if (foot.frame < 0 || foot.frame >= frames) {
    faults.push_back(
        fmt::format("foot '{}': frame = {}; expected the index of a frame, below {}; "
                    "see Model::frame",
                    foot.name, foot.frame, frames));
  }
  if (foot.corners.size() > most_corners) {
    faults.push_back(fmt::format(
        "foot '{}': {} corners; expected at most {}; only those of the convex hull carry",
        foot.name, foot.corners.size(), most_corners));
  }
  if (foot.friction < 0.0) {
    faults.push_back(fmt::format("foot '{}': friction = {}; expected >= 0", foot.name,
                                 base::number(foot.friction)));
  }
  if (foot.max_normal_force < 0.0) {
    faults.push_back(fmt::format("foot '{}': max_normal_force = {} N; expected >= 0", foot.name,
                                 base::number(foot.max_normal_force)));
  }
}

}  // namespace

void check_whole_body(const Model& model, const WholeBodyOptions& options) {
  Faults faults;
  const bool base_first = !model.joints().empty() &&
                          model.joints().front().kind == JointKind::free &&
                          model.joints().front().v == 0;
  if (!model.has_free_base() || !base_first) {
    faults.push_back(fmt::format(
        "whole body: {} has no free base; expected a free joint as the first: its six velocities "
        "have no motor",
        model.name()));
  }
  const auto positive = [&](const char* name, double value, bool zero) {
    if (std::isfinite(value) && (value > 0.0 || (zero && value == 0.0))) return;
    faults.push_back(fmt::format("whole body: {} = {}; expected {} and finite", name,
                                 base::number(value), zero ? ">= 0" : "> 0"));
  };
  positive("force_weight", options.force_weight, false);
  positive("effort_scale", options.effort_scale, true);
  if (!faults.empty()) throw InvalidInput(faults);
}

void check_tasks(const Model& model, const Eigen::VectorXd& bias, std::span<const MotionTask> tasks,
                 std::span<const SupportFoot> feet) {
  Faults faults;
  if (bias.size() != model.velocity_size()) {
    check_size("whole body", "bias", bias.size(), model.velocity_size(), "velocity", faults);
  }
  for (const MotionTask& task : tasks) check_task(model, task, faults);
  for (const SupportFoot& foot : feet) check_foot(model, foot, faults);
  if (!faults.empty()) throw InvalidInput(faults);
}

Eigen::VectorXd torque_limits(const Model& model, const WholeBodyOptions& options) {
  constexpr double none = std::numeric_limits<double>::infinity();
  if (!options.effort_limits) return Eigen::VectorXd::Constant(model.velocity_size(), none);
  Eigen::VectorXd limits = motor_limits(model);
  limits.head<6>().setConstant(none);
  for (double& limit : limits) {
    if (std::isfinite(limit)) limit *= options.effort_scale;
  }
  return limits;
}

std::string describe_relaxed(const std::vector<RelaxedLimit>& relaxed,
                             std::span<const MotionTask> tasks, const Eigen::VectorXd& error,
                             const Eigen::VectorXd& free_error) {
  std::vector<std::string> parts;
  for (const RelaxedLimit& one : relaxed) {
    const char* unit = one.name.starts_with("torque") ? "N m" : "N";
    parts.push_back(fmt::format("{} exceeded by {} {} (limit {})", one.name,
                                base::number(one.amount, 3), unit, base::number(one.limit, 4)));
  }
  std::vector<std::string> missed;
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    if (std::sqrt(tasks[k].weight) * (error[i] - free_error[i]) <= 1.0) continue;
    missed.push_back(fmt::format("{} by {}", tasks[k].name, base::number(error[i], 3)));
  }
  return fmt::format(
      "the tasks ask for more than the limits allow: {}; kept within the limits, "
      "accelerations miss {}",
      base::join(parts), base::join(missed));
}

}  // namespace carom::control
