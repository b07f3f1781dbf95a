// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Parameters of scenes: text to value ("40deg", "[1,2,1]", "true", a word), and shared checks.
#include "model/scene_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/text.h"
#include "carom/error.h"

namespace carom {
namespace {

constexpr const char* kind_of_value[] = {"true or false", "one number", "a list such as [1,2,1]",
                                         "a word"};

std::string unknown_parameter(const Scene& scene, std::string_view name) {
  std::vector<std::string> names;
  for (const SceneParameter& parameter : scene.parameters) {
    names.push_back(parameter.name);
  }
  return fmt::format("scene '{}': unknown parameter '{}'; expected one of {}{}", scene.name, name,
                     base::join(names), base::did_you_mean(name, names));
}

/// Empty if the value is no word, or an allowed one.
std::string word_fault(const Scene& scene, const SceneParameter& parameter,
                       const ParameterValue& value) {
  const auto* word = std::get_if<std::string>(&value);
  const std::vector<std::string>& words = parameter.words;
  if (word == nullptr || std::find(words.begin(), words.end(), *word) != words.end()) return {};
  return fmt::format("scene '{}': {} = '{}'; expected one of {}{}", scene.name, parameter.name,
                     *word, base::join(words), base::did_you_mean(*word, words));
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::vector<double>> parse_list(std::string_view text, bool angle) {
  text = trimmed(text);
  if (!text.starts_with('[') || !text.ends_with(']')) {
    return std::nullopt;
  }
  text = text.substr(1, text.size() - 2);
  std::vector<double> values;
  if (trimmed(text).empty()) {
    return values;
  }
  while (true) {
    const auto comma = text.find(',');
    const auto value = parse_quantity(text.substr(0, comma), angle);
    if (!value) {
      return std::nullopt;
    }
    values.push_back(*value);
    if (comma == std::string_view::npos) {
      return values;
    }
    text.remove_prefix(comma + 1);
  }
}

std::optional<ParameterValue> parse_value(const SceneParameter& parameter, std::string_view text) {
  const bool angle = parameter.unit == "rad";
  if (std::holds_alternative<bool>(parameter.value)) {
    if (text == "true" || text == "false") {
      return text == "true";
    }
    return std::nullopt;
  }
  if (std::holds_alternative<double>(parameter.value)) {
    return parse_quantity(text, angle);
  }
  if (std::holds_alternative<std::string>(parameter.value)) {
    return std::string(text);
  }
  return parse_list(text, angle);
}

std::string with_unit(double value, const std::string& unit) {
  return unit.empty() ? fmt::format("{}", value) : fmt::format("{} {}", value, unit);
}

}  // namespace

const SceneParameter* find_parameter(const Scene& scene, std::string_view name) {
  if (name.empty()) return nullptr;
  for (const SceneParameter& parameter : scene.parameters) {
    // Sweeps ask often: most names differ in length or at an end.
    const std::string& other = parameter.name;
    if (other.size() == name.size() && other.front() == name.front() &&
        other.back() == name.back() && other == name) {
      return &parameter;
    }
  }
  return nullptr;
}

std::optional<double> parse_quantity(std::string_view text, bool angle) {
  text = trimmed(text);
  double unit = 1.0;
  if (angle && text.ends_with("deg")) {
    unit = 180.0;
    text = trimmed(text.substr(0, text.size() - 3));
  } else if (angle && text.ends_with("rad")) {
    text = trimmed(text.substr(0, text.size() - 3));
  }
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return unit == 1.0 ? value : value * std::numbers::pi / unit;
}

ParameterValue parse_parameter(const Scene& scene, std::string_view name, std::string_view text) {
  const SceneParameter* parameter = find_parameter(scene, name);
  if (parameter == nullptr) {
    throw InvalidInput(unknown_parameter(scene, name));
  }
  if (const auto value = parse_value(*parameter, trimmed(text))) {
    const std::string fault = word_fault(scene, *parameter, *value);
    if (!fault.empty()) throw InvalidInput(fault);
    return *value;
  }
  const char* degrees = parameter->unit == "rad" ? " in radians, or in degrees such as 40deg" : "";
  throw InvalidInput(
      fmt::format("scene '{}': {} = '{}'; expected {}{}; NaN and infinities are not accepted",
                  scene.name, name, text, kind_of_value[parameter->value.index()], degrees));
}

std::map<std::string, std::string> law_settings(const Scene& scene, const SceneSettings& settings) {
  const SceneReader reader(scene, settings);
  reader.finish();
  std::map<std::string, std::string> given;
  for (const SceneParameter& parameter : scene.parameters) {
    if (parameter.for_law && reader.given(parameter.name)) {
      given[parameter.name] = reader.word(parameter.name);
    }
  }
  return given;
}

SceneSettings with_presets(const Scene& scene, SceneSettings settings) {
  for (const ScenePreset& preset : scene.presets) {
    const auto given = settings.find(preset.parameter);
    if (given == settings.end()) continue;
    const auto* word = std::get_if<std::string>(&given->second);
    if (word == nullptr || *word != preset.word) continue;
    settings.insert(preset.settings.begin(), preset.settings.end());  // what is given stands
    break;
  }
  return settings;
}

SceneReader::SceneReader(const Scene& scene, const SceneSettings& given) : scene_(scene) {
  const SceneSettings settings = with_presets(scene, given);
  for (const SceneParameter& parameter : scene.parameters) {
    values_.push_back(parameter.value);
  }
  for (const auto& [name, value] : settings) {
    const SceneParameter* parameter = find_parameter(scene, name);
    if (parameter == nullptr) {
      faults_.push_back(unknown_parameter(scene, name));
    } else if (parameter->value.index() != value.index()) {
      add_fault(fmt::format("{} has the wrong kind; expected {}", name,
                            kind_of_value[parameter->value.index()]));
    } else if (const std::string fault = word_fault(scene, *parameter, value); !fault.empty()) {
      faults_.push_back(fault);
    } else {
      values_[index(name)] = value;
      given_.push_back(name);
    }
  }
}

std::size_t SceneReader::index(std::string_view name) const {
  return static_cast<std::size_t>(find_parameter(scene_, name) - scene_.parameters.data());
}
bool SceneReader::given(std::string_view name) const {
  return std::find(given_.begin(), given_.end(), name) != given_.end();
}
bool SceneReader::flag(std::string_view name) const { return std::get<bool>(value(name)); }
double SceneReader::number(std::string_view name) const { return std::get<double>(value(name)); }
const std::vector<double>& SceneReader::list(std::string_view name) const {
  return std::get<std::vector<double>>(value(name));
}

const std::string& SceneReader::word(std::string_view name) const {
  return std::get<std::string>(value(name));
}

void SceneReader::each_entry(std::string_view name,
                             const std::function<void(const std::string&, double)>& check) const {
  if (const auto* number = std::get_if<double>(&value(name)))
    return check(std::string(name), *number);
  for (std::size_t i = 0; i < list(name).size(); ++i) {
    check(fmt::format("{}[{}]", name, i), list(name)[i]);
  }
}

void SceneReader::require_positive(std::string_view name) {
  const std::string& unit = find_parameter(scene_, name)->unit;
  each_entry(name, [&](const std::string& label, double number) {
    if (number > 0.0 && std::isfinite(number)) return;
    add_fault(fmt::format("{} = {}; expected > 0 and finite", label, with_unit(number, unit)));
  });
}

void SceneReader::require_not_negative(std::string_view name) {
  const double found = number(name);
  if (!(found >= 0.0) || !std::isfinite(found)) {
    add_fault(fmt::format("{} = {}; expected >= 0 and finite", name,
                          with_unit(found, find_parameter(scene_, name)->unit)));
  }
}

void SceneReader::require_fraction(std::string_view name) {
  const double found = number(name);
  if (!(found >= 0.0 && found <= 1.0)) {
    add_fault(fmt::format("{} = {}; expected 0 <= {} <= 1", name, found, name));
  }
}

void SceneReader::require_finite(std::string_view name) {
  each_entry(name, [&](const std::string& label, double number) {
    if (std::isfinite(number)) return;
    add_fault(fmt::format("{} = {}; expected a finite number", label, number));
  });
}

void SceneReader::require_size(std::string_view name, std::size_t size, std::string_view why) {
  if (list(name).size() != size) {
    add_fault(
        fmt::format("{} has {} entries; expected {}, {}", name, list(name).size(), size, why));
  }
}

void SceneReader::require_vector(std::string_view name, std::size_t size, std::string_view why) {
  require_size(name, size, why);
  require_finite(name);
}

void SceneReader::add_fault(std::string_view text) {
  faults_.push_back(fmt::format("scene '{}': {}", scene_.name, text));
}

double& SceneReader::slot(std::string_view name, std::optional<std::size_t> entry) {
  ParameterValue& found = values_[index(name)];
  return entry ? std::get<std::vector<double>>(found)[*entry] : std::get<double>(found);
}

std::string SceneReader::take_faults() {
  const std::string text = base::join(faults_, "; ");
  faults_.clear();
  return text;
}

void SceneReader::finish() const {
  if (!faults_.empty()) {
    throw InvalidInput(faults_);
  }
}

}  // namespace carom
