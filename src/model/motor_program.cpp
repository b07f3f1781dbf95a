// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Motor programs by themselves, without a model: what they are called by, what they must keep, and
// their numbers by name.
#include "carom/motor_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/pattern.h"
#include "base/text.h"
#include "carom/error.h"
#include "model/motor_faults.h"

namespace carom {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double whole_turn = 2.0 * std::numbers::pi;

/// Faults of one entry.
class EntryCheck {
 public:
  EntryCheck(const MotorEntry& entry, std::size_t index, std::vector<MotorFault>& faults)
      : entry_(entry), index_(index), faults_(faults) {}

  void run() {
    check_joints();
    std::visit([&](const auto& motion) { check(motion); }, entry_.motion);
    check_gains();
    check_trigger();
  }

 private:
  void add(std::string key, std::string text) {
    faults_.push_back({index_, std::move(key), std::move(text)});
  }
  void expect(bool good, const char* key, double value, const char* unit, const char* rule) {
    if (!good) add(key, fmt::format("{} = {}{}; expected {}", key, value, unit, rule));
  }
  void expect_finite(const char* key, double value, const char* unit) {
    expect(std::isfinite(value), key, value, unit, "a finite number");
  }

  void check_joints() {
    const auto& joints = entry_.joints;
    if (joints.empty()) add("joints", "joints is empty; expected at least one joint");
    for (std::size_t k = 0; k < joints.size(); ++k) {
      if (joints[k].empty()) {
        add("joints", fmt::format("joints[{}] is empty; expected a name", k));
      } else if (std::find(joints.begin(), joints.begin() + static_cast<long>(k), joints[k]) !=
                 joints.begin() + static_cast<long>(k)) {
        add("joints",
            fmt::format("joints[{}] = '{}' again; expected each name once", k, joints[k]));
      }
    }
  }

  void check(const MotorHold& hold) {
    if (hold.position) expect_finite("position", *hold.position, " rad");
  }
  void check(const MotorSpin& spin) { expect_finite("rate", spin.rate, " rad/s"); }
  void check(const MotorClock& clock) {
    expect(clock.period > 0.0 && std::isfinite(clock.period), "period", clock.period, " s",
           "> 0 and finite");
    expect(clock.duty > 0.0 && clock.duty < 1.0, "duty", clock.duty, "", "0 < duty < 1");
    expect(clock.sweep > 0.0 && clock.sweep < whole_turn, "sweep", clock.sweep, " rad",
           "0 < sweep < 2 pi");
    expect_finite("middle", clock.middle, " rad");
    check_columns("phases", clock.phases.size(), "entries");
    for (std::size_t k = 0; k < clock.phases.size(); ++k) {
      if (std::isfinite(clock.phases[k])) continue;
      add("phases", fmt::format("phases[{}] = {}; expected a finite number", k, clock.phases[k]));
    }
  }
  void check(const MotorTable& table) {
    check_knots(table.times, table.positions, table.repeats, "positions", " rad",
                table.repeats ? 2 : 1);
  }
  void check(const MotorTorque& torque) {
    check_knots(torque.times, torque.torques, torque.repeats, "torques", " N m",
                torque.repeats ? 1 : 2);
  }

  /// One for all joints or one for each, where names alone say how many these are.
  void check_columns(const char* key, std::size_t count, const char* what) {
    if (count == 0) return add(key, fmt::format("{} is empty; expected at least one", key));
    const auto& joints = entry_.joints;
    const bool known = !joints.empty() &&
                       std::none_of(joints.begin(), joints.end(),
                                    [](const std::string& name) { return base::is_pattern(name); });
    if (count == 1 || !known || count == joints.size()) return;
    add(key, fmt::format("{} has {} {} for {} joints; expected one for all, or one for each", key,
                         count, what, joints.size()));
  }

  void check_knots(const Eigen::VectorXd& times, const Eigen::MatrixXd& values, bool repeats,
                   const char* key, const char* unit, Eigen::Index fewest) {
    check_times(times);
    if (times.size() < fewest) {
      add("times", fmt::format("times has {} entries; expected at least {}{}", times.size(), fewest,
                               repeats       ? " to repeat"
                               : fewest == 2 ? ", or one that repeats: for ever"
                                             : ""));
    }
    if (values.rows() != times.size()) {
      return add(key, fmt::format("{} has {} rows; expected {}, one for each time", key,
                                  values.rows(), times.size()));
    }
    if (values.rows() == 0) return;
    check_columns(key, static_cast<std::size_t>(values.cols()), "columns");
    const auto shown = [&](Eigen::Index row, Eigen::Index column) {
      return fmt::format("{}[{}][{}] = {}{}", key, row, column, values(row, column), unit);
    };
    for (Eigen::Index row = 0; row < values.rows(); ++row) {
      for (Eigen::Index column = 0; column < values.cols(); ++column) {
        if (std::isfinite(values(row, column))) continue;
        return add(key, shown(row, column) + "; expected a finite number");
      }
    }
    const Eigen::Index last = values.rows() - 1;
    for (Eigen::Index column = 0; repeats && column < values.cols(); ++column) {
      if (values(last, column) == values(0, column)) continue;
      return add(key, fmt::format("{}; expected {}: a table that repeats ends with its first row",
                                  shown(last, column), shown(0, column)));
    }
  }

  void check_times(const Eigen::VectorXd& times) {
    for (Eigen::Index k = 0; k < times.size(); ++k) {
      if (!std::isfinite(times[k])) {
        return add("times", fmt::format("times[{}] = {} s; expected a finite number", k, times[k]));
      }
      if (k == 0 && times[0] < 0.0) {
        return add("times", fmt::format("times[0] = {} s; expected 0 or more, from when the entry "
                                        "begins",
                                        times[0]));
      }
      if (k > 0 && !(times[k] > times[k - 1])) {
        return add("times", fmt::format("times[{}] = {} s; expected more than times[{}] = {} s", k,
                                        times[k], k - 1, times[k - 1]));
      }
    }
  }

  void check_gains() {
    const bool spin = std::holds_alternative<MotorSpin>(entry_.motion);
    const bool torque = std::holds_alternative<MotorTorque>(entry_.motion);
    const auto check_gain = [&](const char* key, const std::optional<double>& value,
                                const char* unit, bool has_none, bool may_be_zero) {
      if (!value) return;
      if (has_none) {
        return add(key, fmt::format("{} = {}{}; expected none: {}", key, *value, unit,
                                    torque ? "torques have no gains" : "a spin has damping alone"));
      }
      expect(std::isfinite(*value) && (*value > 0.0 || (may_be_zero && *value == 0.0)), key, *value,
             unit, may_be_zero ? ">= 0 and finite" : "> 0 and finite");
    };
    check_gain("stiffness", entry_.stiffness, " N m/rad", torque || spin, true);
    check_gain("damping", entry_.damping, " N m s/rad", torque, true);
    check_gain("frequency", entry_.frequency, " rad/s", torque, false);  // as of hold_posture()
    if (entry_.frequency && (entry_.stiffness || entry_.damping)) {
      add("frequency", fmt::format("frequency and {} are both given; expected the frequency, or "
                                   "stiffness and damping",
                                   entry_.stiffness ? "stiffness" : "damping"));
    }
    if (entry_.limit) expect(*entry_.limit > 0.0, "limit", *entry_.limit, " N m", "> 0");
  }

  void check_trigger() {
    expect(entry_.at.delay >= 0.0 && std::isfinite(entry_.at.delay), "delay", entry_.at.delay, " s",
           ">= 0 and finite");
    if (entry_.at.kind == MotorTrigger::Kind::touch && entry_.at.contact.empty()) {
      add("contact", "the touch of no contact; expected the name of one");
    }
    if (entry_.at.kind != MotorTrigger::Kind::touch && !entry_.at.contact.empty()) {
      add("contact", fmt::format("contact '{}' without a touch; expected a trigger that waits for "
                                 "its touch",
                                 entry_.at.contact));
    }
  }

  const MotorEntry& entry_;
  std::size_t index_;
  std::vector<MotorFault>& faults_;
};

/// A number of a program: what program_parameters() says, and where it stands.
template <class Number>
struct ProgramNumber {
  ProgramParameter shown = {};
  Number* at = nullptr;
};

/// Number is double, or const double of a program that is const.
template <class Number, class Program>
std::vector<ProgramNumber<Number>> program_numbers(Program& program) {
  std::vector<ProgramNumber<Number>> all;
  const std::vector<std::string> labels = entry_labels(program);
  for (std::size_t k = 0; k < program.entries.size(); ++k) {
    auto& entry = program.entries[k];
    const auto put = [&](const std::string& key, Number& value, const char* unit, double lower,
                         double upper) {
      all.push_back({{labels[k] + "." + key, value, unit, lower, upper}, &value});
    };
    const auto put_given = [&](const char* key, auto& value, const char* unit, double lower) {
      if (value) put(key, *value, unit, lower, infinite);
    };
    if (auto* hold = std::get_if<MotorHold>(&entry.motion)) {
      put_given("position", hold->position, "rad", -infinite);
    } else if (auto* spin = std::get_if<MotorSpin>(&entry.motion)) {
      put("rate", spin->rate, "rad/s", -infinite, infinite);
    } else if (auto* clock = std::get_if<MotorClock>(&entry.motion)) {
      put("period", clock->period, "s", 0.0, infinite);
      put("duty", clock->duty, "", 0.0, 1.0);
      put("sweep", clock->sweep, "rad", 0.0, whole_turn);
      put("middle", clock->middle, "rad", -infinite, infinite);
      for (std::size_t j = 0; j < clock->phases.size(); ++j) {
        const bool one = clock->phases.size() == 1;
        put(one ? "phase" : fmt::format("phase[{}]", j), clock->phases[j], "", -infinite, infinite);
      }
    }
    put_given("stiffness", entry.stiffness, "N m/rad", 0.0);
    put_given("damping", entry.damping, "N m s/rad", 0.0);
    put_given("frequency", entry.frequency, "rad/s", 0.0);
    put_given("limit", entry.limit, "N m", 0.0);
    put("delay", entry.at.delay, "s", 0.0, infinite);
  }
  return all;
}

std::string program_label(const MotorProgram& program) {
  return program.name.empty() ? "program" : fmt::format("program '{}'", program.name);
}

}  // namespace

std::string motion_word(const MotorEntry& entry) {
  static constexpr const char* words[] = {"hold", "spin", "clock", "table", "torque"};
  return words[entry.motion.index()];
}

std::string to_string(const MotorTrigger& trigger) {
  using Kind = MotorTrigger::Kind;
  const std::string delay = base::number(trigger.delay) + " s";
  if (trigger.kind == Kind::start) return trigger.delay == 0.0 ? "at the start" : "at " + delay;
  const std::string event = trigger.kind == Kind::touch
                                ? fmt::format("the touch of '{}'", trigger.contact)
                                : "the first impact";
  return trigger.delay == 0.0 ? "at " + event : delay + " after " + event;
}

std::vector<std::string> entry_labels(const MotorProgram& program) {
  std::vector<std::string> labels;
  for (const MotorEntry& entry : program.entries) labels.push_back(entry.name);
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (!labels[k].empty()) continue;
    const std::string word = motion_word(program.entries[k]);
    std::string label = word;
    for (int number = 2; std::find(labels.begin(), labels.end(), label) != labels.end(); ++number) {
      label = fmt::format("{}#{}", word, number);
    }
    labels[k] = std::move(label);
  }
  return labels;
}

std::vector<MotorFault> motor_faults(const MotorProgram& program) {
  std::vector<MotorFault> faults;
  const auto& entries = program.entries;
  if (entries.empty()) faults.push_back({0, "", "no entries; expected at least one"});
  for (std::size_t k = 0; k < entries.size(); ++k) {
    for (std::size_t j = 0; j < k && !entries[k].name.empty(); ++j) {
      if (entries[j].name != entries[k].name) continue;
      faults.push_back({k, "name",
                        fmt::format("name = '{}', as entry {} has; expected a name of its own",
                                    entries[k].name, j + 1)});
      break;
    }
    EntryCheck(entries[k], k, faults).run();
  }
  return faults;
}

void check_program(const MotorProgram& program) {
  const std::vector<std::string> labels = entry_labels(program);
  std::vector<std::string> texts;
  for (const MotorFault& fault : motor_faults(program)) {
    const std::string entry = fault.entry < labels.size() ? labels[fault.entry] + ": " : "";
    texts.push_back(fmt::format("{}: {}{}", program_label(program), entry, fault.text));
  }
  if (!texts.empty()) throw InvalidInput(texts);
}

std::vector<ProgramParameter> program_parameters(const MotorProgram& program) {
  std::vector<ProgramParameter> parameters;
  for (auto& number : program_numbers<const double>(program)) {
    parameters.push_back(std::move(number.shown));
  }
  return parameters;
}

void set_program_parameter(MotorProgram& program, std::string_view name, double value) {
  std::vector<std::string> names;
  for (const auto& number : program_numbers<double>(program)) {
    if (number.shown.name == name) {
      *number.at = value;
      return;
    }
    names.push_back(number.shown.name);
  }
  throw InvalidInput(fmt::format("{} has no parameter '{}'; expected one of {}{}",
                                 program_label(program), name, base::join(names),
                                 base::did_you_mean(name, names)));
}

}  // namespace carom
