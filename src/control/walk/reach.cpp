// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "control/walk/reach.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "carom/inverse_kinematics.h"
#include "control/walk/heading.h"

namespace carom::control {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double gives_way = 0.02;  // [m, rad]
// Of the motion of the centre of mass [s]: with ω about 3/s a DCM that is constant over a tick errs
// by (ω tick)²/24, 2e-6 of its way, far below gives_way.
constexpr double tick = 2e-3;

Vector3d sole_center(const WalkRobot& robot, Side side) {
  const double y = 0.5 * (robot.left + robot.right);
  return {0.5 * (robot.back + robot.front), side == Side::left ? y : -y, robot.sole};
}

Matrix3d turned_by(double heading) {
  return Eigen::AngleAxisd(heading, Vector3d::UnitZ()).toRotationMatrix();
}

KinematicTargets targets_of(const WalkRobot& robot, const ReachPosture& wanted,
                            const Matrix3d& pelvis) {
  KinematicTargets targets;
  for (const Foothold* foot : {&wanted.left, &wanted.right}) {
    const std::string& frame = foot->side == Side::left ? robot.left_foot : robot.right_foot;
    targets.points.push_back({.frame = frame,
                              .position = foot->center,
                              .point = sole_center(robot, foot->side),
                              .name = fmt::format("the {} foot", to_string(foot->side))});
    targets.orientations.push_back({.frame = frame, .orientation = turned_by(foot->heading)});
  }
  targets.orientations.push_back({.frame = robot.pelvis, .orientation = pelvis});
  targets.center_of_mass = CenterOfMassTarget{.position = wanted.com};
  return targets;
}

/// What is missed most.
std::string missed(const InverseKinematicsResult& result) {
  const auto most =
      std::max_element(result.residuals.begin(), result.residuals.end(),
                       [](const auto& a, const auto& b) { return a.error < b.error; });
  const char* unit = most->name.starts_with("orientation") ? "rad" : "m";
  std::string text =
      fmt::format("{} misses by {} {}", most->name, base::number(most->error, 2), unit);
  if (!result.at_limit.empty()) {
    text += fmt::format(", with {} at the limit", base::join(result.at_limit));
  }
  return text;
}

/// ċ = ω(ξ − c) from `from` to `to`; exact in ω for a DCM that is constant over a tick.
void follow(const WalkPlan& plan, double from, double to, Vector2d& com) {
  const int count = std::max(1, static_cast<int>(std::ceil((to - from) / tick)));
  const double size = (to - from) / count;
  const double decay = std::exp(-plan.omega() * size);
  for (int k = 0; k < count; ++k) {
    const Vector2d dcm = plan.at(from + (k + 0.5) * size).dcm;
    com = dcm + (com - dcm) * decay;
  }
}

}  // namespace

std::string out_of_reach(const Model& model, const WalkRobot& robot, const WalkPlan& plan,
                         const ReachPosture& start, const Eigen::VectorXd& q, double height) {
  ModelWorkspace at(model);
  at.set_configuration(q);
  const Matrix3d upright = turned_by(-mean_heading(start.left.heading, start.right.heading)) *
                           at.placement(model.frame(robot.pelvis)).linear();
  // [m, rad] Two decades below gives_way, by which a foothold is judged: no digit more is needed.
  InverseKinematics kinematics(model, {.tolerance = 1e-4, .iterations = 60, .attempts = 2});
  ReachPosture wanted = start;
  Eigen::VectorXd posture = q;
  Vector2d com = start.com.head<2>();
  for (double time = 0.0; time < plan.end();) {
    const WalkMoment moment = plan.at(time);
    follow(plan, time, moment.end, com);
    time = moment.end;
    if (moment.step < 0) continue;
    const Foothold& foothold = plan.footholds()[static_cast<std::size_t>(moment.step)];
    (foothold.side == Side::left ? wanted.left : wanted.right) = foothold;
    const double ground = plan.at(std::nextafter(time, 0.0)).ground;
    wanted.com << com, ground + height;
    const Matrix3d pelvis =
        turned_by(mean_heading(wanted.left.heading, wanted.right.heading)) * upright;
    const InverseKinematicsResult& found =
        kinematics.solve(targets_of(robot, wanted, pelvis), posture);
    if (found.error > gives_way) {
      return fmt::format(
          "gait: step {} leaves the workspace of the legs: {}; expected footholds "
          "within reach; use shorter, lower or narrower steps",
          moment.step + 1, missed(found));
    }
    posture = found.q;
  }
  return {};
}

}  // namespace carom::control
