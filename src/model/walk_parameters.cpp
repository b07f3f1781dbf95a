// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// One table of parameters, each with the rule its numbers keep.
#include "model/walk_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using Numbers = std::vector<double>;

enum class Rule { free, positive, not_negative, whole, small_angle };

struct WalkEntry {
  const char* name;
  ParameterValue value;
  const char* unit;
  const char* meaning;
  Rule rule = Rule::free;
  bool varies = false;
  std::vector<std::string> words = {};
};

constexpr double steepest_landing = 0.5;  // [rad]
constexpr double most_steps = 100000;

std::vector<WalkEntry> gait_entries() {
  const auto word = [](const char* text) { return std::string(text); };
  return {
      {"motion",
       word("walk"),
       "",
       "what a run does; drop (falls at rest) where drop or velocity is given",
       Rule::free,
       true,
       {"walk", "stand", "quasi_static", "drop"}},
      {"steps", 30.0, "", "of the walk; quasi_static: 4", Rule::whole, true},
      {"step_length", 0.20, "m", "from a foothold to the next; v3 of atlas: 0.15",
       Rule::not_negative, true},
      {"step_width", 0.0, "m", "between the feet's centre lines; 0: as it stands",
       Rule::not_negative},
      {"turn", 0.0, "rad", "change of heading over all steps, left positive"},
      {"first_foot", word("right"), "", "that swings first", Rule::free, false, {"left", "right"}},
      {"single_support", 0.8, "s", "of every step; quasi_static: 4", Rule::positive, true},
      {"double_support", 0.25, "s", "after every step; quasi_static: 2.5", Rule::positive, true},
      {"shift", 1.5, "s",
       "of the weight, before the first step and after the last; quasi_static: 3", Rule::positive,
       true},
      {"apex", 0.05, "m", "height of the swing", Rule::positive},
      {"touchdown_speed", 0.05, "m/s", "downwards, at the planned touch-down", Rule::not_negative},
      {"touchdown_acceleration", 2.0, "m/s^2", "beyond it, downwards until contact",
       Rule::positive},
      {"landing_pitch", 0.0, "rad", "of the landing sole; positive: heel first", Rule::small_angle},
      {"heights", Numbers{}, "m", "of the footholds, as the plan knows them; further ones: 0"},
      {"ground", Numbers{}, "m", "real heights under the footholds; further ones: 0"},
      {"adjust", true, "", "footholds follow errors of the divergent component"},
      {"max_adjustment", 0.3, "m", "from the planned foothold", Rule::not_negative},
      {"shortest_swing", 0.35, "s",
       "to which adjustment may hasten a landing; at most "
       "single_support",
       Rule::positive, true},
      {"push", Numbers{}, "s, N s", "impulses at the pelvis: time, x, y, z of each"},
      {"push_duration", 0.1, "s", "of each push", Rule::positive},
  };
}

std::vector<WalkEntry> control_entries() {
  return {
      {"dcm_gain", 3.0, "1/s", "of the divergent component", Rule::positive},
      {"zmp_inset", 0.005, "m", "of the zero-moment point from the soles' edge",
       Rule::not_negative},
      {"zmp_overreach", 0.1, "m", "beyond it, by turning trunk and arms", Rule::not_negative},
      {"height_gain", 40.0, "1/s^2", "of the centre of mass", Rule::positive},
      {"swing_gain", 200.0, "1/s^2", "of the swinging foot", Rule::positive},
      {"attitude_gain", 100.0, "1/s^2", "of pelvis and torso", Rule::positive},
      {"posture_gain", 40.0, "1/s^2", "of the joints", Rule::positive},
      {"stance_damping", 30.0, "1/s", "of the feet that stand", Rule::not_negative},
      {"com_weight", 1.0, "", "of the centre of mass among the tasks", Rule::positive},
      {"stance_weight", 100.0, "", "of the feet that stand", Rule::positive},
      {"swing_weight", 1.0, "", "of the swinging foot", Rule::positive},
      {"attitude_weight", 0.1, "", "of pelvis and torso", Rule::positive},
      {"posture_weight", 1e-3, "", "of the joints", Rule::positive},
      {"control_friction", 0.5, "", "that the controller counts on; below the ground's",
       Rule::positive},
      {"effort_scale", 1.0, "", "of the motors' limits", Rule::positive},
      {"force_weight", 0.01, "", "of corner forces in units of the weight", Rule::positive},
  };
}

const std::vector<WalkEntry>& walk_entries() {
  static const std::vector<WalkEntry> list = [] {
    std::vector<WalkEntry> all = gait_entries();
    for (WalkEntry& entry : control_entries()) all.push_back(std::move(entry));
    return all;
  }();
  return list;
}

const std::string* word_in(const SceneSettings& settings, std::string_view name) {
  const auto found = settings.find(name);
  return found == settings.end() ? nullptr : std::get_if<std::string>(&found->second);
}

double number_in(const SceneSettings& settings, std::string_view name) {
  return std::get<double>(settings.find(name)->second);
}

const Numbers& list_in(const SceneSettings& settings, std::string_view name) {
  return std::get<Numbers>(settings.find(name)->second);
}

/// What the rule asks for; empty: the number keeps it.
std::string expected(Rule rule, double value) {
  switch (rule) {
    case Rule::positive: return value > 0.0 && std::isfinite(value) ? "" : "> 0 and finite";
    case Rule::not_negative: return value >= 0.0 && std::isfinite(value) ? "" : ">= 0 and finite";
    case Rule::whole:
      return value >= 1.0 && value <= most_steps && value == std::floor(value)
                 ? ""
                 : fmt::format("a whole number from 1 to {}", most_steps);
    case Rule::small_angle:
      return std::abs(value) <= steepest_landing
                 ? ""
                 : fmt::format("-{} to {}", steepest_landing, steepest_landing);
    case Rule::free: break;
  }
  return std::isfinite(value) ? "" : "a finite number";
}

void check_list(const WalkEntry& entry, const Numbers& list, std::vector<WalkFault>& faults) {
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (std::isfinite(list[k])) continue;
    faults.push_back(
        {entry.name, fmt::format("{}[{}] = {}; expected a finite number", entry.name, k, list[k])});
  }
}

/// Rules between parameters.
void check_together(const SceneSettings& all, std::vector<WalkFault>& faults) {
  const double steps = number_in(all, "steps");
  for (const char* name : {"heights", "ground"}) {
    const std::size_t size = list_in(all, name).size();
    if (static_cast<double>(size) <= steps) continue;
    faults.push_back({name, fmt::format("{} has {} entries; expected at most one per step, "
                                        "steps = {}",
                                        name, size, steps)});
  }
  const double swing = number_in(all, "single_support");
  if (const double shortest = number_in(all, "shortest_swing"); shortest > swing && swing > 0.0) {
    faults.push_back({"shortest_swing",
                      fmt::format("shortest_swing = {} s; expected at most single_support = {} s",
                                  shortest, swing)});
  }
  const Numbers& push = list_in(all, "push");
  if (push.size() % 4 != 0) {
    faults.push_back({"push", fmt::format("push has {} entries; expected four for each: time [s], "
                                          "x, y, z [N s]",
                                          push.size())});
  }
  for (std::size_t k = 0; k < push.size(); k += 4) {
    if (push[k] >= 0.0 || std::isnan(push[k])) continue;
    faults.push_back({"push", fmt::format("push[{}] = {} s; expected a time >= 0", k, push[k])});
  }
}

}  // namespace

const std::vector<SceneParameter>& walk_parameters() {
  static const std::vector<SceneParameter> list = [] {
    std::vector<SceneParameter> parameters;
    for (const WalkEntry& entry : walk_entries()) {
      parameters.push_back({.name = entry.name,
                            .value = entry.value,
                            .unit = entry.unit,
                            .meaning = entry.meaning,
                            .words = entry.words,
                            .for_run = true,
                            .varies = entry.varies});
    }
    return parameters;
  }();
  return list;
}

bool is_walk_parameter(std::string_view name) {
  return std::any_of(walk_entries().begin(), walk_entries().end(),
                     [&](const WalkEntry& entry) { return entry.name == name; });
}

std::string motion_of(const SceneSettings& settings) {
  if (const std::string* given = word_in(settings, "motion")) return *given;
  const auto velocity = settings.find("velocity");
  const bool thrown = velocity != settings.end() && velocity->second != ParameterValue(Numbers{});
  return thrown || settings.contains("drop") ? "drop" : "walk";
}

SceneSettings complete_walk(const SceneSettings& settings) {
  SceneSettings all;
  for (const WalkEntry& entry : walk_entries()) all[entry.name] = entry.value;
  all["motion"] = motion_of(settings);
  if (all["motion"] == ParameterValue(std::string("quasi_static"))) {
    all["steps"] = 4.0;
    all["single_support"] = 4.0;
    all["double_support"] = 2.5;
    all["shift"] = 3.0;
  }
  if (const std::string* version = word_in(settings, "version"); version && *version == "v3") {
    all["step_length"] = 0.15;
  }
  for (auto& [name, value] : all) {
    const auto given = settings.find(name);
    if (given != settings.end() && given->second.index() == value.index()) value = given->second;
  }
  if (!settings.contains("shortest_swing")) {
    double& shortest = std::get<double>(all["shortest_swing"]);
    const double swing = number_in(all, "single_support");
    if (swing > 0.0 && swing < shortest) shortest = swing;
  }
  return all;
}

std::vector<WalkFault> walk_faults(const SceneSettings& complete) {
  std::vector<WalkFault> faults;
  for (const WalkEntry& entry : walk_entries()) {
    const ParameterValue& value = complete.find(entry.name)->second;
    if (const auto* list = std::get_if<Numbers>(&value)) check_list(entry, *list, faults);
    const auto* number = std::get_if<double>(&value);
    if (number == nullptr) continue;
    const std::string rule = expected(entry.rule, *number);
    if (rule.empty()) continue;
    const std::string unit = *entry.unit == '\0' ? "" : fmt::format(" {}", entry.unit);
    faults.push_back(
        {entry.name, fmt::format("{} = {}{}; expected {}", entry.name, *number, unit, rule)});
  }
  check_together(complete, faults);
  return faults;
}

}  // namespace carom
