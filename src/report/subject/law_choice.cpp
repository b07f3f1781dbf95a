// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is said about a law, completed by what the subject says, in designs and maps of it.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/subject.h"
#include "report/subject/file_kind.h"

namespace carom {
namespace {

std::string no_axis(const Subject& subject, const std::vector<VariedParameter>& known) {
  std::vector<std::string> names;
  for (const VariedParameter& parameter : known) names.push_back(parameter.name);
  names.emplace_back("restitution");
  return fmt::format(
      "{}: no axis; expected --axis NAME=FROM:TO:COUNT, once or more, with NAME one of {}",
      subject.title, base::join(names));
}

/// Axes and measures as given, else those of the figure in the scene's source.
MapOptions given_or_usual(const Subject& subject, const MapChoice& choice,
                          const std::vector<VariedParameter>& known) {
  if (choice.axes.empty()) {
    MapOptions options =
        subject.scene.empty() ? MapOptions() : usual_map(subject.scene, subject.settings);
    if (options.axes.empty()) throw InvalidInput(no_axis(subject, known));
    if (!choice.measures.empty()) options.measures = choice.measures;
    return options;
  }
  MapOptions options{.measures = choice.measures};
  std::vector<std::string> faults;
  for (const std::string& word : choice.axes) {
    base::gather(faults, [&] { options.axes.push_back(parse_axis(word, known)); });
  }
  if (!faults.empty()) throw InvalidInput(faults);
  return options;
}

}  // namespace

DesignOptions design_options(const Subject& subject, const LawChoice& law, DesignOptions options) {
  const auto [name, settings, friction] = subject.completed(law);
  options.practical = subject.is_robot;
  options.restitution = subject.problem
                            ? subject.restitution(law, *subject.problem)
                            : settings.restitution.value_or(subject.usual_restitution());
  options.seed = settings.seed;
  if (name) options.law = law_by_name(*name, settings);
  return options;
}

Map make_map(const Subject& subject, const MapChoice& choice) {
  const std::vector<VariedParameter> known = subject.parameters();
  MapOptions options = given_or_usual(subject, choice, known);
  std::vector<std::string> names;
  for (const MapAxis& axis : options.axes) {
    const bool varied = std::any_of(known.begin(), known.end(),
                                    [&](const auto& other) { return other.name == axis.name; });
    if (varied) names.push_back(axis.name);
  }
  const auto [name, settings, friction] = subject.completed(choice.law);
  options.restitution = settings.restitution.value_or(subject.usual_restitution());
  if (name) {
    options.law = law_by_name(*name, settings);
    options.law_at = [chosen = *options.law](double restitution) {
      return chosen.with_restitution(restitution);
    };
  }
  options.threads = choice.threads;
  Variation variation = subject.vary(names);
  if (options.measures.empty()) options.measures = usual_measures(variation);
  if (variation.has_clearance() && !Map::shows_penetration(options.measures)) {
    options.measures.emplace_back(Map::penetration);
  }
  return Map(std::move(variation), std::move(options));
}

namespace report {

void refuse_unused_options(const std::string& law, const LawSettings& settings) {
  static_cast<void>(law_setting_names(law));  // an unknown law is no option's fault
  try {
    refuse_unused(law, settings);
  } catch (const InvalidInput& error) {
    std::vector<std::string> faults;
    for (const std::string& fault : error.faults()) faults.push_back("--" + fault);
    throw InvalidInput(faults);
  }
}

}  // namespace report

// A design as something that open_subject reads again.

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
