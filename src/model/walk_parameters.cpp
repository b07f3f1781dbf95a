// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The one table of what a walk can be given: name, unit, rule, meaning and the member of
// carom::Walk. Defaults are those of the members; scenes, scene files, --help, docs and the checks
// of C++ read it.
#include "model/walk_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace carom {
namespace {

using Numbers = std::vector<double>;

enum class Rule { free, positive, not_negative, whole, small_angle };

struct WalkEntry {
  const char* name;
  const char* unit;
  const char* meaning;
  std::function<ParameterValue(const Walk&)> get;
  std::function<void(const ParameterValue&, Walk&)> set;
  Rule rule = Rule::free;
  bool varies = false;  ///< The default depends on others: see complete_walk.
  std::vector<std::string> words = {};
};

// A bound on what the plan is asked for; the size was not tried.
constexpr double steepest_landing = 0.5;  // [rad]
// Footholds of that many steps take some MB; a number beyond it is a slip of the hand.
constexpr double most_steps = 100000;

template <class Part, class Value>
WalkEntry entry(const char* name, Part Walk::* part, Value Part::* member, const char* unit,
                const char* meaning, Rule rule = Rule::free, bool varies = false) {
  // Whole numbers are numbers to scenes and files.
  using Held = std::conditional_t<std::is_same_v<Value, int>, double, Value>;
  return {name,
          unit,
          meaning,
          [=](const Walk& walk) { return ParameterValue(static_cast<Held>(walk.*part.*member)); },
          [=](const ParameterValue& value, Walk& walk) {
            walk.*part.*member = static_cast<Value>(std::get<Held>(value));
          },
          rule,
          varies};
}

WalkEntry motion_entry() {
  return {"motion",
          "",
          "what a run does; drop (falls at rest) where drop or velocity is given",
          [](const Walk&) { return ParameterValue(std::string("walk")); },
          [](const ParameterValue& value, Walk& walk) {
            walk.gait.motion =
                std::get<std::string>(value) == "stand" ? WalkMotion::stand : WalkMotion::walk;
          },
          Rule::free,
          true,
          {"walk", "stand", "quasi_static", "drop"}};
}

WalkEntry first_foot_entry() {
  return {"first_foot",
          "",
          "that swings first",
          [](const Walk& walk) {
            return ParameterValue(std::string(walk.gait.first == Side::left ? "left" : "right"));
          },
          [](const ParameterValue& value, Walk& walk) {
            walk.gait.first = std::get<std::string>(value) == "left" ? Side::left : Side::right;
          },
          Rule::free,
          false,
          {"left", "right"}};
}

WalkEntry ground_entry() {
  return {"ground", "m", "real heights under the footholds; further ones: 0",
          [](const Walk& walk) { return ParameterValue(walk.ground); },
          [](const ParameterValue& value, Walk& walk) { walk.ground = std::get<Numbers>(value); }};
}

/// Four numbers each. Their common duration is set by the entry after it.
WalkEntry push_entry() {
  return {"push", "s, N s", "impulses at the pelvis: time, x, y, z of each",
          [](const Walk&) { return ParameterValue(Numbers{}); },
          [](const ParameterValue& value, Walk& walk) {
            const auto& list = std::get<Numbers>(value);
            walk.pushes.clear();
            for (std::size_t k = 0; k + 3 < list.size(); k += 4) {
              walk.pushes.push_back(
                  {.time = list[k], .impulse = {list[k + 1], list[k + 2], list[k + 3]}});
            }
          }};
}

WalkEntry push_duration_entry() {
  return {"push_duration",
          "s",
          "of each push",
          [](const Walk&) { return ParameterValue(Push{}.duration); },
          [](const ParameterValue& value, Walk& walk) {
            for (Push& push : walk.pushes) push.duration = std::get<double>(value);
          },
          Rule::positive};
}

std::vector<WalkEntry> gait_entries() {
  constexpr auto gait = &Walk::gait;
  using G = WalkGait;
  return {
      motion_entry(),
      entry("steps", gait, &G::steps, "", "of the walk; quasi_static: 4", Rule::whole, true),
      entry("step_length", gait, &G::length, "m", "from a foothold to the next; v3 of atlas: 0.15",
            Rule::not_negative, true),
      entry("step_width", gait, &G::width, "m", "between the feet's centre lines; 0: as it stands",
            Rule::not_negative),
      entry("turn", gait, &G::turn, "rad", "change of heading over all steps, left positive"),
      first_foot_entry(),
      entry("single_support", gait, &G::single_support, "s", "of every step; quasi_static: 4",
            Rule::positive, true),
      entry("double_support", gait, &G::double_support, "s", "after every step; quasi_static: 2.5",
            Rule::positive, true),
      entry("shift", gait, &G::shift, "s",
            "of the weight, before the first step and after the last; quasi_static: 3",
            Rule::positive, true),
      entry("apex", gait, &G::apex, "m", "height of the swing", Rule::positive),
      entry("touchdown_speed", gait, &G::touchdown_speed, "m/s",
            "downwards, at the planned touch-down", Rule::not_negative),
      entry("touchdown_acceleration", gait, &G::touchdown_acceleration, "m/s^2",
            "beyond it, downwards until contact", Rule::positive),
      entry("landing_pitch", gait, &G::landing_pitch, "rad",
            "of the landing sole; positive: heel first", Rule::small_angle),
      entry("heights", gait, &G::heights, "m",
            "of the footholds, as the plan knows them; further ones: 0"),
      ground_entry(),
      entry("adjust", gait, &G::adjust, "", "footholds follow errors of the divergent component"),
      entry("max_adjustment", gait, &G::max_adjustment, "m", "from the planned foothold",
            Rule::not_negative),
      entry("shortest_swing", gait, &G::shortest_swing, "s",
            "to which adjustment may hasten a landing; at most single_support", Rule::positive,
            true),
      push_entry(),
      push_duration_entry(),
  };
}

std::vector<WalkEntry> control_entries() {
  constexpr auto control = &Walk::control;
  using C = WalkControl;
  return {
      entry("dcm_gain", control, &C::dcm_gain, "1/s", "of the divergent component", Rule::positive),
      entry("zmp_inset", control, &C::zmp_inset, "m",
            "of the zero-moment point from the soles' edge", Rule::not_negative),
      entry("zmp_overreach", control, &C::zmp_overreach, "m",
            "beyond it, by turning trunk and arms", Rule::not_negative),
      entry("height_gain", control, &C::height_gain, "1/s^2", "of the centre of mass",
            Rule::positive),
      entry("swing_gain", control, &C::swing_gain, "1/s^2", "of the swinging foot", Rule::positive),
      entry("attitude_gain", control, &C::attitude_gain, "1/s^2", "of pelvis and torso",
            Rule::positive),
      entry("posture_gain", control, &C::posture_gain, "1/s^2", "of the joints", Rule::positive),
      entry("stance_damping", control, &C::stance_damping, "1/s", "of the feet that stand",
            Rule::not_negative),
      entry("com_weight", control, &C::com_weight, "", "of the centre of mass among the tasks",
            Rule::positive),
      entry("stance_weight", control, &C::stance_weight, "", "of the feet that stand",
            Rule::positive),
      entry("swing_weight", control, &C::swing_weight, "", "of the swinging foot", Rule::positive),
      entry("attitude_weight", control, &C::attitude_weight, "", "of pelvis and torso",
            Rule::positive),
      entry("posture_weight", control, &C::posture_weight, "", "of the joints", Rule::positive),
      entry("control_friction", control, &C::friction, "",
            "that the controller counts on; below the ground's", Rule::positive),
      entry("effort_scale", control, &C::effort_scale, "", "of the motors' limits", Rule::positive),
      entry("force_weight", control, &C::force_weight, "",
            "of corner forces in units of the weight", Rule::positive),
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

ParameterValue default_of(const WalkEntry& entry) { return entry.get(Walk{}); }

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

void check_entry(const WalkEntry& entry, const ParameterValue& value,
                 std::vector<WalkFault>& faults) {
  if (const auto* list = std::get_if<Numbers>(&value)) check_list(entry, *list, faults);
  const auto* number = std::get_if<double>(&value);
  if (number == nullptr) return;
  const std::string rule = expected(entry.rule, *number);
  if (rule.empty()) return;
  const std::string unit = *entry.unit == '\0' ? "" : fmt::format(" {}", entry.unit);
  faults.push_back(
      {entry.name, fmt::format("{} = {}{}; expected {}", entry.name, *number, unit, rule)});
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
                            .value = default_of(entry),
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
  for (const WalkEntry& entry : walk_entries()) all[entry.name] = default_of(entry);
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
    check_entry(entry, complete.find(entry.name)->second, faults);
  }
  check_together(complete, faults);
  return faults;
}

std::vector<WalkFault> walk_faults(const WalkGait& gait) {
  std::vector<WalkFault> faults;
  for (const WalkEntry& entry : gait_entries()) {
    check_entry(entry, entry.get({.gait = gait}), faults);
  }
  return faults;
}

Walk walk_of(const SceneSettings& complete, WalkRobot robot) {
  Walk walk{.robot = std::move(robot)};
  for (const WalkEntry& entry : walk_entries()) entry.set(complete.find(entry.name)->second, walk);
  return walk;
}

}  // namespace carom
