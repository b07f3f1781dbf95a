// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "report/run/state.h"
#include "report/subject/program_words.h"

namespace carom {

namespace {

// [the model's length] What rounding leaves of the positions of a robot that stays where it is,
// some 1e-12 of them. Ten times less would call its noise transport; nobody calls a nanometre so.
constexpr double nowhere = 1e-9;

}  // namespace

double ProgramSums::unexplained() const {
  return energy_end - work.start - (work.motors + work.impacts + work.friction + work.dampers);
}

double ProgramSums::relative_unexplained() const {
  return unexplained() / (std::abs(work.drawn) + std::abs(work.impacts) + std::abs(work.friction) +
                          std::abs(work.dampers));
}

double ProgramSums::cost() const {
  if (!(distance > nowhere)) return std::numeric_limits<double>::quiet_NaN();
  return work.drawn / (weight * distance);
}

}  // namespace carom

namespace carom::report {
namespace {

// Of the largest impulse of an impact: smaller ones are rounding of laws that integrate, 1e-8 at
// most (LawDescription::residual_bound); ten times more would drop contacts that did take part.
constexpr double no_impulse = 1e-7;

/// Work that is negative, as a loss; nothing is 0, not −0.
double loss_of(double work) { return 0.0 - work; }

Json work_document(const WorkMemory& work) {
  return {{"motor_work", exact_json(work.motors)},
          {"motor_energy_drawn", exact_json(work.drawn)},
          {"impact_loss", exact_json(loss_of(work.impacts))},
          {"friction_loss", exact_json(loss_of(work.friction))},
          {"damper_loss", exact_json(loss_of(work.dampers))}};
}

}  // namespace

ProgramBook::ProgramBook(const Model& model, const MotorDrive& drive)
    : name_(drive.program.name),
      weight_(model.total_mass() * model.gravity().norm()),
      workspace_(model) {
  for (const int v : drive.driven) {
    joints_.push_back(model.velocity_names()[static_cast<std::size_t>(v)]);
  }
  if (weight_ > 0.0) up_ = -model.gravity().normalized();
}

ProgramSums ProgramBook::begin(const State& start) {
  ProgramSums sums{.name = name_, .weight = weight_};
  workspace_.set_configuration(start.q);
  sums.com_start = workspace_.center_of_mass();
  sums.work.start = sums.energy_end =
      workspace_.kinetic_energy(start.v) + workspace_.potential_energy();
  return sums;
}

ProgramSums ProgramBook::branch(const ProgramSums& parent) {
  ProgramSums sums = parent;
  sums.impacts = sums.simultaneous = 0;
  return sums;
}

void ProgramBook::settle(const SimulationCheckpoint& at, ProgramSums& sums) {
  workspace_.set_configuration(at.q);
  // Without gravity no direction is up: the whole way counts.
  const Eigen::Vector3d way = workspace_.center_of_mass() - sums.com_start;
  sums.distance = (way - way.dot(up_) * up_).norm();
  sums.energy_end = workspace_.kinetic_energy(at.v) + workspace_.potential_energy();
  sums.duration = at.time;
  sums.at_limit.clear();
  if (!at.program) return;
  sums.work = at.program->work;
  for (std::size_t k = 0; k < std::min(joints_.size(), at.program->at_limit.size()); ++k) {
    const double time = at.program->at_limit[k];
    if (time > 0.0) sums.at_limit.push_back({joints_[k], time / at.program->driven});
  }
}

void count_program(const ImpactRecord& impact, ProgramSums& sums) {
  ++sums.impacts;
  double largest = 0.0;
  const auto& impulses = impact.outcome.impulse;
  for (const ContactImpulse& one : impulses) largest = std::max(largest, one.normal);
  const auto took_part = std::count_if(impulses.begin(), impulses.end(), [&](const auto& one) {
    return one.normal > no_impulse * largest;
  });
  sums.simultaneous += took_part > 1 ? 1 : 0;
}

Json program_document(const Model& model, const MotorDrive& drive) {
  Json json = program_json(drive.program);
  for (std::size_t k = 0; k < drive.motors.size(); ++k) {
    Json motors = Json::array();
    for (const MotorDrive::Motor& motor : drive.motors[k]) {
      motors.push_back({{"joint", model.velocity_names()[static_cast<std::size_t>(motor.v)]},
                        {"stiffness", exact_json(motor.stiffness)},
                        {"damping", exact_json(motor.damping)},
                        {"limit", exact_json(motor.limit)}});
    }
    json["entries"].at(k)["motors"] = std::move(motors);
  }
  return json;
}

std::string motor_words(const Json& program) {
  constexpr std::size_t most_named = 4;  // run.json has all
  std::vector<std::string> entries;
  for (const Json& entry : program.at("entries")) {
    std::vector<std::string> joints;
    const Json& motors = entry.at("motors");
    for (const Json& motor : motors) {
      if (joints.size() == most_named) break;
      joints.push_back(motor.at("joint").get<std::string>());
    }
    std::string text = entry.at("motion").get<std::string>() + " " + base::join(joints);
    if (motors.size() > joints.size()) {
      text += fmt::format(" and {} more", motors.size() - joints.size());
    }
    entries.push_back(text + " " + entry.at("at").get<std::string>());
  }
  const std::string name = program.at("name").get<std::string>();
  return (name.empty() ? "" : name + ": ") + base::join(entries, "; ");
}

Json program_summary(const ProgramSums& sums) {
  Json json = {{"name", sums.name}};
  json.update(work_document(sums.work));
  Json limits = Json::object();
  for (const LimitShare& one : sums.at_limit) limits[one.joint] = exact_json(one.share);
  json.update({{"energy_start", exact_json(sums.work.start)},
               {"energy_end", exact_json(sums.energy_end)},
               {"energy_change", exact_json(sums.energy_end - sums.work.start)},
               {"unexplained", exact_json(sums.unexplained())},
               {"unexplained_relative", exact_json(sums.relative_unexplained())},
               {"distance", exact_json(sums.distance)},
               {"duration", exact_json(sums.duration)},
               {"speed", exact_json(sums.distance / sums.duration)},
               {"weight", exact_json(sums.weight)},
               {"cost_of_transport", exact_json(sums.cost())},
               {"impacts", sums.impacts},
               {"simultaneous_impacts", sums.simultaneous},
               {"at_limit", limits},
               {"com_start", exact_list(sums.com_start)}});
  return json;
}

ProgramSums program_sums_from(const Json& json) {
  const auto value = [&](const char* key) { return exact_double(json.at(key)); };
  ProgramSums sums{.name = json.at("name").get<std::string>(),
                   .work = {.start = value("energy_start"),
                            .motors = value("motor_work"),
                            .drawn = value("motor_energy_drawn"),
                            .impacts = loss_of(value("impact_loss")),
                            .friction = loss_of(value("friction_loss")),
                            .dampers = loss_of(value("damper_loss"))},
                   .energy_end = value("energy_end"),
                   .distance = value("distance"),
                   .duration = value("duration"),
                   .weight = value("weight"),
                   .impacts = json.at("impacts").get<std::int64_t>(),
                   .simultaneous = json.at("simultaneous_impacts").get<std::int64_t>()};
  for (Eigen::Index k = 0; k < 3; ++k) {
    sums.com_start[k] = exact_double(json.at("com_start").at(static_cast<std::size_t>(k)));
  }
  for (const auto& [joint, share] : json.at("at_limit").items()) {
    sums.at_limit.push_back({joint, exact_double(share)});
  }
  return sums;
}

}  // namespace carom::report
