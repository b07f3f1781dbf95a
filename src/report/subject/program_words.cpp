// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/subject/program_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "model/scene_file/scene_file_reader.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

/// FILE or FILE:NAME, where a program is in a file.
struct ProgramFile {
  std::string file, name;
};

std::optional<ProgramFile> as_program_file(const std::string& words) {
  const auto end = words.find(".toml");
  if (end == std::string::npos) return {};
  const std::string rest = words.substr(end + 5);
  if (!rest.empty() && rest.front() != ':') return {};
  return ProgramFile{words.substr(0, end + 5), rest.empty() ? "" : rest.substr(1)};
}

std::vector<std::string> names_of_programs(const std::vector<SceneProgram>& known) {
  std::vector<std::string> names;
  for (const SceneProgram& one : known) names.push_back(one.program.name);
  return names;
}

SceneProgram program_of_file(const ProgramFile& from) {
  std::vector<SceneProgram> known;
  for (MotorProgram& program : load_programs(from.file)) {
    known.push_back({.program = std::move(program)});
  }
  const std::vector<std::string> names = names_of_programs(known);
  if (from.name.empty() && known.size() == 1) return known.front();
  const auto found = std::find(names.begin(), names.end(), from.name);
  if (found != names.end()) return known[static_cast<std::size_t>(found - names.begin())];
  throw InvalidInput(fmt::format(
      "--program {}: the file has the programs {}; expected --program {}:NAME with one of them{}",
      from.file, base::join(names), from.file, base::did_you_mean(from.name, names)));
}

SceneProgram named_program(const std::string& name, const std::string& title,
                           const std::vector<SceneProgram>& known) {
  for (const SceneProgram& one : known) {
    if (one.program.name == name) return one;
  }
  const std::vector<std::string> names = names_of_programs(known);
  throw InvalidInput(
      names.empty()
          ? fmt::format("--program {}: {} has no motor programs; expected a file of programs, such "
                        "as --program trot.toml",
                        name, title)
          : fmt::format("--program {}: {} has no such motor program; expected one of {}, or a file "
                        "of programs (*.toml){}",
                        name, title, base::join(names), base::did_you_mean(name, names)));
}

/// ENTRY.NUMBER=VALUE; angles may be in degrees where the number's unit is rad.
void set_number(const std::string& words, MotorProgram& program) {
  const auto equals = words.find('=');
  const std::string name = words.substr(0, equals), text = words.substr(equals + 1);
  const auto known = program_parameters(program);
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const ProgramParameter& one) { return one.name == name; });
  const bool angle = found != known.end() && found->unit.starts_with("rad");
  std::optional<double> value;
  if (angle) {
    value = parse_angle(text);
  } else {
    double number = 0.0;
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    if (error == std::errc{} && end == last) value = number;
  }
  if (!value && found != known.end()) {
    throw InvalidInput(fmt::format("--set {}: '{}' is no number{}; expected a number [{}]", name,
                                   text, angle ? " or angle" : "",
                                   found->unit.empty() ? "1" : found->unit));
  }
  set_program_parameter(program, name, value.value_or(0.0));
}

Json numbers_json(const Eigen::MatrixXd& values) {
  Json list = Json::array();
  for (const double value : values.reshaped<Eigen::RowMajor>()) list.push_back(value);
  return list;
}

}  // namespace

SplitSettings split_settings(const SubjectOptions& options) {
  SplitSettings split;
  for (const std::string& setting : options.settings) {
    const auto equals = setting.find('='), point = setting.find('.');
    const bool number = equals != std::string::npos && point < equals;
    (number ? split.program : split.subject).push_back(setting);
  }
  if (!split.program.empty() && !options.program && options.motors.empty()) {
    throw InvalidInput(
        fmt::format("--set {}: is a number of a motor program; expected --program NAME too",
                    split.program.front()));
  }
  return split;
}

std::optional<SceneProgram> chosen_program(const SubjectOptions& options, const std::string& title,
                                           const std::vector<SceneProgram>& known) {
  if (!options.program && options.motors.empty()) return {};
  SceneProgram chosen;
  chosen.program.name = "motors";
  if (options.program) {
    const auto file = as_program_file(*options.program);
    chosen = file ? program_of_file(*file) : named_program(*options.program, title, known);
  }
  std::vector<std::string> faults;
  for (const std::string& words : options.motors) {
    base::gather(faults, [&] { chosen.program.entries.push_back(motor_from_words(words)); });
  }
  for (const std::string& words : split_settings(options).program) {
    base::gather(faults, [&] { set_number(words, chosen.program); });
  }
  if (!faults.empty()) throw InvalidInput(faults);
  check_program(chosen.program);
  return chosen;
}

Json program_json(const MotorProgram& program) {
  Json json{{"name", program.name}, {"entries", Json::array()}};
  for (const MotorEntry& entry : program.entries) {
    Json one{{"motion", motion_word(entry)}, {"joints", entry.joints}, {"at", to_string(entry.at)}};
    if (!entry.name.empty()) one["name"] = entry.name;
    if (const auto* table = std::get_if<MotorTable>(&entry.motion)) {
      one["times"] = list_of(table->times);
      one["positions"] = numbers_json(table->positions);
      one["repeats"] = table->repeats;
      one["smooth"] = table->smooth;
    } else if (const auto* torque = std::get_if<MotorTorque>(&entry.motion)) {
      one["times"] = list_of(torque->times);
      one["torques"] = numbers_json(torque->torques);
      one["repeats"] = torque->repeats;
    } else if (const auto* clock = std::get_if<MotorClock>(&entry.motion)) {
      one["clockwise"] = clock->clockwise;
    }
    json["entries"].push_back(std::move(one));
  }
  for (const ProgramParameter& parameter : program_parameters(program)) {
    json["numbers"][parameter.name] = parameter.value;
  }
  return json;
}

}  // namespace carom::report
