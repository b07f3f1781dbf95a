// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "report/json/documents.h"

namespace carom::report {
std::vector<Column> RunNames::columns() const {
  std::vector<Column> all = {{"time", "s"}};
  all.insert(all.end(), q.begin(), q.end());
  all.insert(all.end(), v.begin(), v.end());
  all.push_back({"energy", energy_unit});
  const auto add = [&](const char* what, const std::string& unit, const std::string& of_turn) {
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const bool turns = std::find(turning.begin(), turning.end(), k) != turning.end();
      all.push_back({what + contacts[k], turns ? of_turn : unit});
    }
  };
  add("gap_", length_unit, "rad");
  add("force_", force_unit, moment_unit);
  for (const std::string& contact : contacts) all.push_back({"friction_" + contact, force_unit});
  for (const int velocity : driven) all.push_back(torque_column(velocity));
  if (!driven.empty()) all.push_back({"motor_work", energy_unit});
  return all;
}

Column RunNames::torque_column(int velocity, const std::string& prefix) const {
  const Column& rate = v[static_cast<std::size_t>(velocity)];
  const std::string name = rate.name.substr(std::string_view("v_").size());
  return {prefix + name, rate.unit == "rad/s" ? moment_unit : force_unit};
}

RunNames names_of(const Model& model, const Scene::Units& units,
                  const std::optional<MotorDrive>& drive) {
  RunNames names;
  names.length_unit = units.length;
  const bool si = units.mass == "kg" && units.length == "m";
  names.energy_unit = si ? "J" : fmt::format("{} {}^2/s^2", units.mass, units.length);
  names.force_unit = si ? "N" : fmt::format("{} {}/s^2", units.mass, units.length);
  names.q = coordinate_columns(model, units.length);
  names.v = velocity_columns(model, units.length);
  names.moment_unit = si ? "N m" : names.energy_unit;
  for (const ContactCandidate& contact : model.contacts()) {
    const auto* stop = std::get_if<JointStop>(&contact.against);
    if (stop != nullptr) {
      const Joint& joint = model.joints()[static_cast<std::size_t>(model.joint(stop->joint))];
      if (joint.kind != JointKind::prismatic) names.turning.push_back(names.contacts.size());
    }
    names.contacts.push_back(contact.name);
  }
  names.motors = motors_of(model);
  if (!drive) return names;
  names.driven = drive->driven;
  Eigen::VectorXd limits = Eigen::VectorXd::Zero(model.velocity_size());
  for (const auto& entry : drive->motors) {
    for (const auto& motor : entry) limits[motor.v] = std::max(limits[motor.v], motor.limit);
  }
  names.torque_limits = limits(names.driven);
  return names;
}

std::string trajectory_header(const RunNames& names) {
  std::vector<std::string> labels;
  for (const Column& column : names.columns()) labels.push_back(label(column));
  return csv_header(labels);
}

void put_row(const TrajectoryRow& row, std::string& text) {
  put_number(row.time, text);
  put_numbers(row.state.q, text);
  put_numbers(row.state.v, text);
  text += ',';
  put_number(row.energy, text);
  put_numbers(row.gaps, text);
  put_numbers(row.forces, text);
  put_numbers(row.friction, text);
  if (row.torque.size() > 0) {
    put_numbers(row.torque, text);
    text += ',';
    put_number(row.motor_work, text);
  }
  text += '\n';
}

std::string events_header() { return "time [s],contact,event\n"; }

void put_event(const ContactEvent& event, const RunNames& names, std::string& text) {
  put_number(event.time, text);
  text += ',' + csv_field(names.contacts.at(static_cast<std::size_t>(event.contact)));
  text += ',' + to_string(event.kind) + '\n';
}

Json impact_document(const ImpactRecord& impact, const RunNames& names) {
  Json json = {{"time", impact.time}, {"step", impact.step}};
  json.update(outcome_document(impact.outcome, false, nullptr));
  json["contacts"] = names_at(names.contacts, impact.contacts);
  json["gaps"] = list_of(impact.gaps);
  json["q"] = list_of(impact.q);
  json["velocity_minus"] = list_of(impact.velocity_minus);
  json["plastic"] = impact.plastic;
  json["captured"] = impact.captured;
  json["at_stop"] = impact.at_stop;
  json["accumulation"] = impact.accumulation ? Json(*impact.accumulation) : Json(nullptr);
  json["alternatives"] = Json::array();
  for (const Eigen::VectorXd& velocity : impact.alternatives) {
    json["alternatives"].push_back(list_of(velocity));
  }
  json["followed_by"] = impact.followed_by;
  return json;
}

}  // namespace carom::report
