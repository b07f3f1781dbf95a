// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A gait search of whatever a user names: which numbers vary, how far, and the run of each set.
// Numbers of the program alone leave model and start as they are; with numbers of the scene it is
// opened anew for each set.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/gather_faults.h"
#include "base/pattern.h"
#include "base/text.h"
#include "carom/error.h"
#include "carom/subject.h"
#include "report/json/json_text.h"

namespace carom {
namespace {

/// Keys of numbers that belong to a motion, not to its motors or its trigger.
constexpr const char* motion_numbers[] = {"rate", "period", "duty", "sweep", "middle", "position"};

std::string label_of(const std::string& number) { return number.substr(0, number.rfind('.')); }

bool is_of_motion(const std::string& number) {
  const std::string key = number.substr(number.rfind('.') + 1);
  return key.starts_with("phase") || std::find(std::begin(motion_numbers), std::end(motion_numbers),
                                               key) != std::end(motion_numbers);
}

/// The word of a motion and the number of its entry: "clock" of "clock#2".
std::string word_of(const std::string& label) { return label.substr(0, label.find('#')); }

/// What may vary: numbers of the program, then of the scene.
class GaitNames {
 public:
  explicit GaitNames(const Subject& subject)
      : numbers_(program_parameters(subject.program->program)) {
    const MotorProgram& program = subject.program->program;
    for (const ProgramParameter& one : numbers_) {
      const std::string label = label_of(one.name);
      if (labels_.empty() || labels_.back() != label) labels_.push_back(label);
    }
    for (const MotorEntry& entry : program.entries) words_.insert(motion_word(entry));
    if (subject.scene.empty()) return;
    const Scene& scene = find_scene(subject.scene);
    const SceneSettings settings = with_presets(scene, subject.settings);
    for (const SceneParameter& parameter : scene.parameters) {
      const auto given = settings.find(parameter.name);
      const ParameterValue& value = given == settings.end() ? parameter.value : given->second;
      if (const auto* number = std::get_if<double>(&value); number && !parameter.for_law) {
        scene_.push_back({.name = parameter.name, .unit = parameter.unit, .start = *number});
      }
    }
  }

  /// Of all words, in the order of program and scene. Throws InvalidInput with all faults.
  std::vector<GaitVariable> chosen(const std::vector<std::string>& words,
                                   std::size_t& of_program) const {
    std::vector<std::string> faults;
    if (words.empty()) faults.push_back("--vary: nothing to vary; expected " + expected());
    std::set<std::string> names;
    for (const std::string& word : words) {
      const std::vector<std::string> found = members(word);
      if (found.empty()) {
        faults.push_back(
            fmt::format("--vary: '{}' is no number or group of the program or the "
                        "scene; expected {}{}",
                        word, expected(), base::did_you_mean(word, all_names())));
      }
      names.insert(found.begin(), found.end());
    }
    if (!faults.empty()) throw InvalidInput(faults);
    std::vector<GaitVariable> variables;
    for (const ProgramParameter& one : numbers_) {
      if (names.contains(one.name)) variables.push_back(with_usual_bounds(one));
    }
    of_program = variables.size();
    for (const GaitVariable& one : scene_) {
      if (names.contains(one.name)) {
        variables.push_back(with_usual_bounds({.name = one.name,
                                               .value = one.start,
                                               .unit = one.unit,
                                               .lower = -HUGE_VAL,
                                               .upper = HUGE_VAL}));
      }
    }
    return variables;
  }

  /// What check_program() allows of a number; none: it is of the scene.
  const ProgramParameter* number(const std::string& name) const {
    const auto found = std::find_if(numbers_.begin(), numbers_.end(),
                                    [&](const auto& one) { return one.name == name; });
    return found == numbers_.end() ? nullptr : &*found;
  }

 private:
  std::vector<std::string> members(const std::string& word) const {
    std::vector<std::string> found;
    const bool group = std::find(labels_.begin(), labels_.end(), word) != labels_.end();
    bool first_phase = true;
    for (const ProgramParameter& one : numbers_) {
      const std::string label = label_of(one.name);
      const bool of_group =
          (group ? label == word : words_.contains(word) && word_of(label) == word);
      if (of_group && is_of_motion(one.name)) {
        // All phases together only shift the time: the first one stays.
        const bool stays = one.name.ends_with(".phase[0]") || one.name.ends_with(".phase");
        if (stays && std::exchange(first_phase, false)) continue;
        found.push_back(one.name);
      } else if (one.name == word ||
                 (base::is_pattern(word) && base::fits_pattern(word, one.name))) {
        found.push_back(one.name);
      }
    }
    for (const GaitVariable& one : scene_) {
      if (one.name == word) found.push_back(one.name);
    }
    return found;
  }

  std::vector<std::string> all_names() const {
    std::vector<std::string> names = labels_;
    for (const ProgramParameter& one : numbers_) names.push_back(one.name);
    for (const GaitVariable& one : scene_) names.push_back(one.name);
    return names;
  }

  std::string expected() const {
    std::vector<std::string> names;
    for (const ProgramParameter& one : numbers_) names.push_back(one.name);
    std::string text =
        fmt::format("a group ({}) or numbers ({})", base::join(labels_), base::join(names));
    names.clear();
    for (const GaitVariable& one : scene_) names.push_back(one.name);
    if (!names.empty()) text += fmt::format(", or of the scene {}", base::join(names));
    return text;
  }

  /// Equal bounds: there are none that suggest themselves.
  static GaitVariable with_usual_bounds(const ProgramParameter& one) {
    GaitVariable variable{.name = one.name, .unit = one.unit, .start = one.value};
    constexpr double angle = 0.5, phase = 0.25;  // [rad], of the period
    const bool free = one.lower == -HUGE_VAL;
    double reach = 0.0;
    if (free && one.unit == "rad") reach = angle;
    if (one.name.find(".phase") != std::string::npos) reach = phase;
    variable.lower = reach > 0.0 ? one.value - reach : std::min(0.5 * one.value, 2.0 * one.value);
    variable.upper = reach > 0.0 ? one.value + reach : std::max(0.5 * one.value, 2.0 * one.value);
    // Ends that a program may not reach (0 < duty < 1) are kept off by a twentieth of the range.
    if (std::isfinite(one.upper)) {
      const double margin = 0.05 * (one.upper - one.lower);
      variable.upper = std::min(variable.upper, std::max(one.upper - margin, one.value));
      variable.lower = std::max(variable.lower, std::min(one.lower + margin, one.value));
    }
    return variable;
  }

  std::vector<ProgramParameter> numbers_;
  std::vector<std::string> labels_;
  std::set<std::string> words_;
  std::vector<GaitVariable> scene_;
};

void set_bounds(const GaitChoice& choice, const GaitNames& names,
                std::vector<GaitVariable>& variables) {
  std::vector<VariedParameter> known;
  std::vector<std::string> faults, words;
  for (const GaitVariable& one : variables) {
    known.push_back({.name = one.name, .unit = one.unit, .start = one.start});
    words.push_back(one.name);
  }
  DesignOptions parsed;
  parse_bounds(choice.bounds, known, parsed);
  for (const auto& [name, range] : parsed.bounds) {
    if (std::find(words.begin(), words.end(), name) != words.end()) continue;
    faults.push_back(fmt::format("bounds of '{}', which does not vary; expected one of {}{}", name,
                                 base::join(words), base::did_you_mean(name, words)));
  }
  for (GaitVariable& one : variables) {
    const auto found = parsed.bounds.find(one.name);
    if (found != parsed.bounds.end()) {
      one.lower = found->second.first;
      one.upper = found->second.second;
      const ProgramParameter* number = names.number(one.name);
      if (number && (one.lower < number->lower || one.upper > number->upper)) {
        faults.push_back(fmt::format("bounds of {}: {} … {}; expected them within {} … {}",
                                     one.name, base::number(one.lower), base::number(one.upper),
                                     base::number(number->lower), base::number(number->upper)));
      }
    } else if (!(one.lower < one.upper) || !std::isfinite(one.lower) || !std::isfinite(one.upper)) {
      faults.push_back(
          fmt::format("{} = {}: no bounds follow from its start; expected --bounds "
                      "{}=LOWEST:HIGHEST",
                      one.name, base::number(one.start), one.name));
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

/// The same with numbers of the scene in place of what was said of them.
SubjectOptions with_settings(SubjectOptions options, const std::vector<std::string>& settings) {
  for (const std::string& setting : settings) {
    const std::string name = setting.substr(0, setting.find('=') + 1);
    std::erase_if(options.settings, [&](const std::string& one) { return one.starts_with(name); });
    options.settings.push_back(setting);
  }
  return options;
}

}  // namespace

MotorProgram GaitSubject::program(const Eigen::VectorXd& values) const {
  MotorProgram program = subject.program->program;
  for (std::size_t k = 0; k < of_program; ++k) {
    set_program_parameter(program, problem.variables[k].name, values[static_cast<Eigen::Index>(k)]);
  }
  return program;
}

std::vector<std::string> GaitSubject::settings(const Eigen::VectorXd& values) const {
  std::vector<std::string> settings;
  for (std::size_t k = of_program; k < problem.variables.size(); ++k) {
    settings.push_back(
        fmt::format("{}={}", problem.variables[k].name, values[static_cast<Eigen::Index>(k)]));
  }
  return settings;
}

GaitSubject open_gait(const std::string& file, const SubjectOptions& options,
                      const GaitChoice& choice, const SimulationOptions& run) {
  if (!options.program && options.motors.empty()) {
    throw InvalidInput("a gait search needs a motor program; expected --program NAME");
  }
  SubjectOptions opening = options;
  opening.use = SubjectOptions::Use::run;
  GaitSubject gait{.subject = open_subject(file, opening)};
  const Subject as_opened = gait.subject;
  const GaitNames names(gait.subject);
  gait.problem.variables = names.chosen(choice.vary, gait.of_program);
  set_bounds(choice, names, gait.problem.variables);

  // What is said is said of the start alone.
  const SimulationOptions first = prepare_run(gait.subject, choice.run, run);
  gait.problem.length_unit = gait.subject.units.length;
  report::Json identity = report::parse_json(gait.subject.identity, {.where = "identity"});
  identity["duration"] = first.duration;
  identity["step"] = first.step;
  identity["integrator"] = to_string(first.integrator);
  identity["tolerance"] = first.tolerance;
  gait.problem.identity = report::dump_json(identity, -1);

  opening.stance.warn = {};
  RunChoice silent = choice.run;
  silent.warn = {};
  const bool of_scene = gait.of_program < gait.problem.variables.size();
  // A copy of what it needs: the problem may outlive the rest.
  GaitSubject base{.subject = as_opened, .of_program = gait.of_program};
  base.problem.variables = gait.problem.variables;
  gait.problem.make = [=](const Eigen::VectorXd& values) {
    Subject subject =
        of_scene ? open_subject(file, with_settings(opening, base.settings(values))) : base.subject;
    subject.program->program = base.program(values);
    check_program(subject.program->program);
    SimulationOptions simulation = prepare_run(subject, silent, run);
    return GaitRun{
        .model = *subject.model, .start = subject.state, .options = std::move(simulation)};
  };
  return gait;
}

}  // namespace carom
