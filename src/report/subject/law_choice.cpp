// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What is said about a law, completed by what the subject says, in designs and maps of it.
#include "report/subject/law_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/subject.h"

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
  options.restitution = settings.restitution.value_or(subject.usual_restitution());
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
}  // namespace carom
