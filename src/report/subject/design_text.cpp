// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A design as something that open_subject reads again.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "carom/subject.h"

namespace carom {
namespace {

/// Every value as TOML, digits that read back to the same bits.
std::string toml_value(const ParameterValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* word = std::get_if<std::string>(&value)) return "\"" + *word + "\"";
  const auto text = [](double number) {
    std::string digits = fmt::format("{}", number);
    if (digits.find_first_of(".en") == std::string::npos) digits += ".0";
    return digits;
  };
  if (const auto* number = std::get_if<double>(&value)) return text(*number);
  std::vector<std::string> items;
  for (const double number : std::get<std::vector<double>>(value)) items.push_back(text(number));
  return "[" + base::join(items) + "]";
}

/// The settings with the design's values; NAME[k] is an entry of a list.
SceneSettings designed(const Subject& subject, const Design& design, const DesignPoint& point) {
  SceneSettings settings = subject.settings;
  const Scene& scene = find_scene(subject.scene);
  for (std::size_t k = 0; k < design.parameters.size(); ++k) {
    const std::string& name = design.parameters[k].name;
    const double value = point.values[static_cast<Eigen::Index>(k)];
    const auto bracket = name.find('[');
    const std::string base = name.substr(0, bracket);
    if (bracket == std::string::npos) {
      settings[base] = value;
      continue;
    }
    if (!settings.contains(base)) {
      for (const SceneParameter& parameter : scene.parameters) {
        if (parameter.name == base) settings[base] = parameter.value;
      }
    }
    const auto entry = static_cast<std::size_t>(std::stoul(name.substr(bracket + 1)));
    std::get<std::vector<double>>(settings[base])[entry] = value;
  }
  return settings;
}

std::string scene_text(const Subject& subject, const Design& design, const DesignPoint& point) {
  std::string text = "# " + design.target + "\nformat = \"carom-scene/1\"\nscene = \"" +
                     subject.scene + "\"\n\n[parameters]\n";
  for (const auto& [name, value] : designed(subject, design, point)) {
    text += name + " = " + toml_value(value) + "\n";
  }
  if (!subject.law) return text;
  text += "\n[law]\nname = \"" + *subject.law + "\"\n";
  for (const auto& [name, value] : subject.law_settings) {
    const bool number = !value.empty() && value.find_first_not_of("+-.0123456789e") == value.npos;
    text += name + " = " + (number ? value : "\"" + value + "\"") + "\n";
  }
  return text;
}

}  // namespace

std::string design_text(const Subject& subject, const Design& design) {
  const DesignPoint& point =
      design.solutions.empty() ? design.start : design.solutions.front().point;
  if (!subject.model) return scene_text(subject, design, point);
  return nlohmann::json(std::vector<double>(point.state->q.begin(), point.state->q.end())).dump() +
         "\n";
}

}  // namespace carom
