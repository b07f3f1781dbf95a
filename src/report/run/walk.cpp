// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/run/state.h"
#include "report/run/text.h"

namespace carom::report {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Json foothold_document(const Foothold& foothold) {
  return {{"center", exact_list(foothold.center)}, {"heading", exact_json(foothold.heading)}};
}

Json robot_document(const WalkRobot& robot) {
  return {{"left_foot", robot.left_foot},
          {"right_foot", robot.right_foot},
          {"pelvis", robot.pelvis},
          {"torso", robot.torso},
          {"sole",
           {{"back", robot.back},
            {"front", robot.front},
            {"right", robot.right},
            {"left", robot.left},
            {"height", robot.sole}}}};
}

Json gait_document(const WalkGait& gait) {
  return {{"motion", gait.motion == WalkMotion::stand ? "stand" : "walk"},
          {"steps", gait.steps},
          {"step_length", exact_json(gait.length)},
          {"step_width", exact_json(gait.width)},
          {"turn", exact_json(gait.turn)},
          {"first_foot", to_string(gait.first)},
          {"single_support", exact_json(gait.single_support)},
          {"double_support", exact_json(gait.double_support)},
          {"shift", exact_json(gait.shift)},
          {"apex", exact_json(gait.apex)},
          {"touchdown_speed", exact_json(gait.touchdown_speed)},
          {"touchdown_acceleration", exact_json(gait.touchdown_acceleration)},
          {"landing_pitch", exact_json(gait.landing_pitch)},
          {"heights", exact_list(gait.heights)},
          {"adjust", gait.adjust},
          {"max_adjustment", exact_json(gait.max_adjustment)},
          {"shortest_swing", exact_json(gait.shortest_swing)}};
}

Json control_document(const WalkControl& control) {
  return {{"dcm_gain", exact_json(control.dcm_gain)},
          {"zmp_inset", exact_json(control.zmp_inset)},
          {"zmp_overreach", exact_json(control.zmp_overreach)},
          {"height_gain", exact_json(control.height_gain)},
          {"swing_gain", exact_json(control.swing_gain)},
          {"attitude_gain", exact_json(control.attitude_gain)},
          {"posture_gain", exact_json(control.posture_gain)},
          {"stance_damping", exact_json(control.stance_damping)},
          {"com_weight", exact_json(control.com_weight)},
          {"stance_weight", exact_json(control.stance_weight)},
          {"swing_weight", exact_json(control.swing_weight)},
          {"attitude_weight", exact_json(control.attitude_weight)},
          {"posture_weight", exact_json(control.posture_weight)},
          {"control_friction", exact_json(control.friction)},
          {"effort_scale", exact_json(control.effort_scale)},
          {"force_weight", exact_json(control.force_weight)}};
}

/// The motor with the largest share of its limit; -1: none has one.
int busiest(const WalkSample& sample, const WalkMotors& motors) {
  int found = -1;
  double largest = 0.0;
  for (std::size_t k = 0; k < motors.velocities.size(); ++k) {
    const int v = motors.velocities[k];
    if (v >= sample.torque.size()) continue;
    const double share = std::abs(sample.torque[v]) / motors.limits[static_cast<Eigen::Index>(k)];
    if (!(share > largest)) continue;
    largest = share;
    found = static_cast<int>(k);
  }
  return found;
}

}  // namespace

WalkMotors motors_of(const Model& model) {
  WalkMotors motors;
  const auto& actuators = model.parts().actuators;
  for (const Joint& joint : model.joints()) {
    const bool driven = actuators.empty()
                            ? joint.kind != JointKind::free
                            : std::any_of(actuators.begin(), actuators.end(),
                                          [&](const Actuator& a) { return a.joint == joint.name; });
    for (int v = joint.v; driven && v < joint.v + joint.v_size; ++v) {
      motors.velocities.push_back(v);
      motors.names.push_back(model.velocity_names()[static_cast<std::size_t>(v)]);
    }
  }
  motors.limits = model.effort_limit()(motors.velocities);
  return motors;
}

double motor_torque(const WalkSample& sample, const WalkMotors& motors, std::size_t motor) {
  const int v = motors.velocities[motor];
  return v < sample.torque.size() ? sample.torque[v] : nan;
}

std::string walk_header(const WalkMotors& motors) {
  std::string line =
      "time [s],phase,step,com_x [m],com_y [m],com_z [m],v_com_x [m/s],v_com_y [m/s],"
      "v_com_z [m/s],dcm_x [m],dcm_y [m],dcm_ref_x [m],dcm_ref_y [m],zmp_x [m],zmp_y [m],"
      "zmp_ref_x [m],zmp_ref_y [m],margin [m],tilt [rad],slip [m],effort,relaxed";
  for (const std::string& name : motors.names) line += fmt::format(",torque_{} [N m]", name);
  return line + "\n";
}

void put_walk(const WalkSample& sample, const WalkMotors& motors, std::string& text) {
  put_number(sample.time, text);
  text += fmt::format(",{},{}", to_string(sample.phase), sample.step);
  put_numbers(sample.com, text);
  put_numbers(sample.com_velocity, text);
  put_numbers(sample.dcm, text);
  put_numbers(sample.dcm_reference, text);
  put_numbers(sample.zmp, text);
  put_numbers(sample.zmp_reference, text);
  put_numbers(Eigen::Vector4d(sample.margin, sample.tilt, sample.slip, sample.effort), text);
  text += sample.relaxed ? ",1" : ",0";
  for (std::size_t k = 0; k < motors.velocities.size(); ++k) {
    text += ',';
    put_number(motor_torque(sample, motors, k), text);
  }
  text += '\n';
}

Json touchdown_document(const Touchdown& touchdown) {
  return {{"step", touchdown.step},
          {"foot", to_string(touchdown.side)},
          {"time", exact_json(touchdown.time)},
          {"duration", exact_json(touchdown.duration)},
          {"planned", foothold_document(touchdown.planned)},
          {"foothold", foothold_document(touchdown.foothold)},
          {"approach", exact_json(touchdown.approach)},
          {"impacts", touchdown.impacts},
          {"first_impact", touchdown.first_impact},
          {"energy_lost", exact_json(touchdown.energy_lost)},
          {"points", touchdown.points},
          {"largest_jump", exact_json(touchdown.largest_jump)},
          {"jump_joint", touchdown.jump_joint},
          {"several", touchdown.several},
          {"indeterminacy", exact_json(touchdown.indeterminacy)},
          {"spread", exact_json(touchdown.spread)}};
}

Json walk_document(const Walk& walk) {
  Json json = {{"robot", robot_document(walk.robot)},
               {"gait", gait_document(walk.gait)},
               {"control", control_document(walk.control)},
               {"pushes", Json::array()},
               {"ground", exact_list(walk.ground)}};
  for (const Push& push : walk.pushes) {
    json["pushes"].push_back(Json{{"time", exact_json(push.time)},
                                  {"duration", exact_json(push.duration)},
                                  {"impulse", exact_list(push.impulse)}});
  }
  return json;
}

WalkSums empty_walk_sums() {
  WalkSums sums;
  sums.margin = sums.indeterminacy = sums.spread = nan;
  sums.com_start.setConstant(nan);
  return sums;
}

void count_walk(const WalkSample& sample, const WalkMotors& motors, WalkSums& sums) {
  if (sums.com_start.hasNaN()) sums.com_start = sample.com;
  sums.distance = (sample.com - sums.com_start).head<2>().norm();
  sums.tilt = std::max(sums.tilt, sample.tilt);
  sums.slip = std::max(sums.slip, sample.slip);
  if (sample.phase == WalkPhase::single_support)
    sums.margin = std::fmin(sums.margin, sample.margin);
  sums.relaxed += sample.relaxed ? 1 : 0;
  if (!(sample.effort > sums.effort)) return;
  sums.effort = sample.effort;
  const int motor = busiest(sample, motors);
  sums.effort_joint = motor < 0 ? "" : motors.names[static_cast<std::size_t>(motor)];
}

void count_touchdown(const Touchdown& touchdown, WalkSums& sums) {
  ++sums.steps;
  sums.impacts += touchdown.impacts;
  sums.energy_lost += touchdown.energy_lost;
  sums.largest_step_loss = std::max(sums.largest_step_loss, touchdown.energy_lost);
  sums.largest_jump = std::max(sums.largest_jump, touchdown.largest_jump);
  sums.indeterminacy = std::fmax(sums.indeterminacy, touchdown.indeterminacy);
  sums.spread = std::fmax(sums.spread, touchdown.spread);
}

Json walk_summary(const WalkSums& sums) {
  const double per_step = sums.steps > 0 ? sums.energy_lost / static_cast<double>(sums.steps) : nan;
  return {{"steps", sums.steps},
          {"distance", exact_json(sums.distance)},
          {"tilt", exact_json(sums.tilt)},
          {"slip", exact_json(sums.slip)},
          {"zmp_margin", exact_json(sums.margin)},
          {"effort", exact_json(sums.effort)},
          {"effort_joint", sums.effort_joint},
          {"relaxed", sums.relaxed},
          {"touchdown_impacts", sums.impacts},
          {"energy_lost_in_touchdowns", exact_json(sums.energy_lost)},
          {"energy_per_step", exact_json(per_step)},
          {"largest_step_loss", exact_json(sums.largest_step_loss)},
          {"largest_jump", exact_json(sums.largest_jump)},
          {"indeterminacy", exact_json(sums.indeterminacy)},
          {"touchdown_spread", exact_json(sums.spread)},
          {"com_start", exact_list(sums.com_start)}};
}

WalkSums walk_sums_from(const Json& summary) {
  WalkSums sums;
  sums.steps = summary.at("steps").get<std::int64_t>();
  sums.distance = exact_double(summary.at("distance"));
  sums.tilt = exact_double(summary.at("tilt"));
  sums.slip = exact_double(summary.at("slip"));
  sums.margin = exact_double(summary.at("zmp_margin"));
  sums.effort = exact_double(summary.at("effort"));
  sums.effort_joint = summary.at("effort_joint").get<std::string>();
  sums.relaxed = summary.at("relaxed").get<std::int64_t>();
  sums.impacts = summary.at("touchdown_impacts").get<std::int64_t>();
  sums.energy_lost = exact_double(summary.at("energy_lost_in_touchdowns"));
  sums.largest_step_loss = exact_double(summary.at("largest_step_loss"));
  sums.largest_jump = exact_double(summary.at("largest_jump"));
  sums.indeterminacy = exact_double(summary.at("indeterminacy"));
  sums.spread = exact_double(summary.at("touchdown_spread"));
  for (Eigen::Index k = 0; k < 3; ++k) {
    sums.com_start[k] = exact_double(summary.at("com_start").at(static_cast<std::size_t>(k)));
  }
  return sums;
}

}  // namespace carom::report
