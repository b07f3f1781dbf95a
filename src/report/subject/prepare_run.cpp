// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From what is said about a run to its options: the law and coefficients of contacts, the walk,
// the motors; and the identity by which a run is another one under another law or other motors.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "base/text.h"
#include "carom/control.h"
#include "carom/error.h"
#include "carom/robot.h"
#include "carom/scene_walk.h"
#include "carom/subject.h"
#include "model/loop_tolerance.h"
#include "report/json/json_text.h"
#include "report/subject/file_kind.h"
#include "report/subject/program_words.h"

namespace carom {
namespace {

using report::Json;

Json identity_of(const LawChoice& law) {
  const LawSettings& told = law.settings;
  Json json{{"name", *law.name}};
  const auto add = [&](const char* name, const auto& value) {
    if (value) json[name] = *value;
  };
  add("restitution", told.restitution);
  add("policy", told.policy);
  add("mode", told.mode);
  add("exponent", told.exponent);
  add("energy", told.energy);
  add("method", told.method);
  add("tolerance", told.tolerance);
  if (told.seed != 0) json["seed"] = told.seed;
  return json;
}

bool is_smooth(const Model& model) {
  const auto& contacts = model.contacts();
  return std::all_of(contacts.begin(), contacts.end(),
                     [](const ContactCandidate& contact) { return contact.friction == 0.0; });
}

/// Restitution of the joints' stops; none: they have none.
std::optional<double> stop_restitution(const Subject& subject, const RunChoice& choice) {
  if (!choice.limits) return subject.is_robot && !subject.walk ? std::optional(0.0) : std::nullopt;
  const std::string& words = *choice.limits;
  if (words == "off") return std::nullopt;
  if (words == "plastic") return 0.0;
  if (words == "elastic") return 1.0;
  double value = 0.0;
  const char* last = words.data() + words.size();
  const auto [end, error] = std::from_chars(words.data(), last, value);
  if (error == std::errc{} && end == last && value >= 0.0 && value <= 1.0) return value;
  throw InvalidInput(
      fmt::format("--limits = '{}'; expected plastic, elastic, off, or a restitution from 0 to 1{}",
                  words, base::did_you_mean(words, {"plastic", "elastic", "off"})));
}

/// Stops at the ends of the joints' ranges; a joint that starts beyond an end has none there.
void add_stops(Subject& subject, const RunChoice& choice) {
  const auto restitution = stop_restitution(subject, choice);
  if (!restitution) return;
  ModelParts parts = subject.model->parts();
  const std::size_t before = parts.contacts.size();
  for (ContactCandidate& stop : joint_stops(*subject.model, *restitution)) {
    parts.contacts.push_back(std::move(stop));
  }
  const Model model = subject.model->with(parts);
  ModelWorkspace workspace(model);
  workspace.set_configuration(subject.state.q);
  std::vector<ContactCandidate> kept(parts.contacts.begin(),
                                     parts.contacts.begin() + static_cast<std::ptrdiff_t>(before));
  for (std::size_t k = before; k < parts.contacts.size(); ++k) {
    // [rad, m] Postures of files are typed to six digits or so: what is off by less is at the end
    // of its range, and its stop is moved there.
    constexpr double typed = 1e-6;
    const double gap = workspace.gap(static_cast<int>(k));
    auto& stop = std::get<JointStop>(parts.contacts[k].against);
    if (gap < -typed) {
      if (choice.warn) {
        choice.warn(fmt::format("joint '{}' starts {} beyond its {} limit; it has no stop there",
                                stop.joint, base::number(-gap, 3), stop.upper ? "upper" : "lower"));
      }
      continue;
    }
    if (gap < 0.0) stop.bound += stop.upper ? -gap : gap;
    kept.push_back(parts.contacts[k]);
  }
  parts.contacts = std::move(kept);
  subject.model = subject.model->with(std::move(parts));
  if (!choice.warn) return;
  for (const Joint& joint : subject.model->joints()) {
    const bool one = joint.q_size == 1 && joint.v_size == 1;
    if (one && model.lower_limit()[joint.q] == model.upper_limit()[joint.q]) {
      choice.warn(fmt::format("joint '{}' has equal limits; it has no stops", joint.name));
    }
  }
}

/// Contacts between the robot's own bodies.
void add_self_contacts(Subject& subject, const RunChoice& choice,
                       const SimulationOptions& options) {
  if (!choice.self_collision) return;
  if (!subject.is_robot || subject.walk) {
    throw InvalidInput(
        fmt::format("--self-collision: {} {}; expected a robot file that falls or stands",
                    subject.title, subject.walk ? "walks" : "is no robot"));
  }
  if (options.integrator != IntegratorKind::ticks) {
    throw InvalidInput(fmt::format("--self-collision: integrator = {}; expected ticks",
                                   to_string(options.integrator)));
  }
  std::vector<std::string> notes;
  ModelParts parts = subject.model->parts();
  try {
    for (ContactCandidate& pair : self_contacts(*subject.model, subject.state.q, notes)) {
      // As of the feet: what they say of friction.
      if (!parts.contacts.empty()) pair.friction = parts.contacts.front().friction;
      parts.contacts.push_back(std::move(pair));
    }
  } catch (const InvalidInput& error) {
    throw InvalidInput("--self-collision: " + error.faults().front());
  }
  if (choice.warn) {
    for (const std::string& note : notes) choice.warn(note);
  }
  subject.model = subject.model->with(std::move(parts));
}

/// The law and, in the model, the coefficients of the contacts. What was used.
LawChoice set_law(Subject& subject, const RunChoice& choice, SimulationOptions& options) {
  const LawChoice& given = choice.law;
  LawChoice used = subject.completed(given);
  if (!used.friction && subject.is_robot && !subject.walk && is_smooth(*subject.model)) {
    used.friction = robot_friction;
    // Nobody has given it: the practical verdict is that of `analyze`, which leaves it out too.
    options.resolve.practical_friction = false;
  }
  if (used.friction) subject.model = with_friction(*subject.model, *used.friction);
  subject.model = with_usual_restitution(*subject.model, subject.usual_restitution());
  if (!used.name) used.name = usual_run_law(*subject.model, subject.is_robot, given.settings);
  report::refuse_unused_options(*used.name, given.settings);
  options.law = law_by_name(*used.name, used.settings);
  if (choice.warn && given.friction.value_or(0.0) > 0.0 && !options.law.description().friction) {
    choice.warn(
        fmt::format("--friction {}: law '{}' has no friction; contacts that carry do, impacts do "
                    "not",
                    *given.friction, *used.name));
  }
  return used;
}

void refuse_beside_ticks(const RunChoice& choice, const SimulationOptions& options) {
  if (options.integrator != IntegratorKind::ticks) return;
  if (options.branches == 1 && !choice.orders) return;
  throw InvalidInput(fmt::format(
      "{}: ticks follow one outcome; expected --integrator variational, or no {}",
      choice.orders ? "--orders" : "--branches", choice.orders ? "--orders" : "--branches"));
}

void refuse_beside_walk(const std::string& title, const RunChoice& choice,
                        const SimulationOptions& options) {
  const std::vector<std::string> unfit = unfit_for_walk(options);
  const auto is_unfit = [&](const char* option) {
    return std::find(unfit.begin(), unfit.end(), option) != unfit.end();
  };
  const std::pair<const char*, bool> others[] = {{"--hold", choice.hold.has_value()},
                                                 {"--program", is_unfit("drive")},
                                                 {"--integrator", is_unfit("integrator")},
                                                 {"--branches", is_unfit("branches")},
                                                 {"--orders", choice.orders},
                                                 {"--project", is_unfit("project_start")}};
  std::vector<std::string> faults;
  for (const auto& [name, given] : others) {
    if (!given) continue;
    faults.push_back(
        fmt::format("{}: {} walks, with a controller and steps of its own; expected --set "
                    "motion=drop, or the walk without {}",
                    name, title, name));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

Eigen::VectorXd held_posture(const Subject& subject, const std::optional<std::string>& words) {
  if (!words || words->empty()) return subject.state.q;
  try {
    return posture_from_words(*subject.model, *words, "--hold").q;
  } catch (const InvalidInput& error) {
    // Faults of JSON say where it is; an unknown name has the model's alone.
    const std::string fault = error.what();
    if (!fault.starts_with(fmt::format("{}: no posture", subject.model->name()))) throw;
    throw InvalidInput("--hold: " + fault);
  }
}

std::vector<std::string> held_joints(const Subject& subject) {
  const auto joints = motor_joints(*subject.model, subject.state.q);
  if (joints) return *joints;
  throw InvalidInput(
      fmt::format("--hold: {} has no motors, and its base is on sliders; expected --hold-joints "
                  "with the joints to hold, such as --hold-joints {}",
                  subject.title, subject.model->joints().back().name));
}

/// hold_posture names its settings by themselves; here they are options.
std::string as_option(std::string fault) {
  constexpr std::string_view start = "hold_posture: ";
  if (!fault.starts_with(start)) return fault;
  fault.erase(0, start.size());
  for (const char* name : {"stiffness", "damping", "frequency"}) {
    if (fault.starts_with(fmt::format("{} =", name))) return "--hold-" + fault;
  }
  return "--hold: " + fault;
}

/// Loops and couplings that the posture opens, with how far: empty if all hold.
std::vector<std::string> opened(const Model& model, const Eigen::VectorXd& posture) {
  ModelWorkspace workspace(model);
  workspace.set_configuration(posture);
  Eigen::VectorXd residual(workspace.bilateral_count());
  if (residual.size() > 0) workspace.bilateral_residual(residual);
  const std::vector<std::string>& names = workspace.bilateral_names();
  std::vector<std::string> faults;
  for (Eigen::Index k = 0; k < residual.size(); ++k) {
    if (std::abs(residual[k]) <= loop_tolerance) continue;
    faults.push_back(
        fmt::format("--hold: posture opens '{}' by {:.3g} [m, rad]; expected one that keeps loops "
                    "and couplings "
                    "closed, to {}",
                    names[static_cast<std::size_t>(k)], std::abs(residual[k]), loop_tolerance));
  }
  return faults;
}

/// Where it starts is the run's own affair: it refuses, or projects it.
void check_closed(const Model& model, const Eigen::VectorXd& posture, const HoldChoice& hold,
                  const RunChoice& choice) {
  const std::vector<std::string> faults = opened(model, posture);
  if (faults.empty()) return;
  if (hold.posture && !hold.posture->empty()) throw InvalidInput(faults);
  if (!choice.warn) return;
  for (const std::string& fault : faults) choice.warn(fault);
}

void warn_of_load(const Model& model, const Eigen::VectorXd& posture, const Controller& hold,
                  const RunChoice& choice) {
  constexpr double seen = 0.05;  // of the legs' length
  if (!choice.warn) return;
  const HoldLoad load = hold_load(model, posture, hold);
  for (const std::string& joint : load.too_weak) {
    choice.warn(fmt::format("--hold: {}: the robot sinks", joint));
  }
  if (load.leg_length > 0.0 && load.sag > seen * load.leg_length) {
    choice.warn(
        fmt::format("--hold: the robot sinks by {:.0f} % of its legs under its own weight; "
                    "expected at most 5 %: "
                    "other --contacts, or a higher --hold-frequency or --hold-stiffness",
                    100.0 * load.sag / load.leg_length));
  }
}

Controller make_hold(const Subject& subject, const HoldChoice& hold, const RunChoice& choice) {
  HoldOptions options;
  options.stiffness = hold.stiffness;
  options.damping = hold.damping;
  options.frequency = hold.frequency;
  if (subject.is_robot) options.inertia = HoldOptions::Inertia::stance;
  const Eigen::VectorXd posture = held_posture(subject, hold.posture);
  options.joints = hold.joints.empty() ? held_joints(subject) : hold.joints;
  try {
    const Controller controller = hold_posture(*subject.model, posture, options);
    check_closed(*subject.model, posture, hold, choice);
    if (subject.is_robot) warn_of_load(*subject.model, posture, controller, choice);
    return controller;
  } catch (const InvalidInput& error) {
    std::vector<std::string> faults;
    for (const std::string& fault : error.faults()) faults.push_back(as_option(fault));
    throw InvalidInput(faults);
  }
}

/// The motors of the subject's program.
void set_program(const Subject& subject, const RunChoice& choice, SimulationOptions& options) {
  const SceneProgram& chosen = *subject.program;
  if (choice.hold) {
    throw InvalidInput(
        fmt::format("--hold: program '{}' says what the motors do; expected one of them; a program "
                    "holds a joint by hold = \"start\"",
                    chosen.program.name));
  }
  HoldOptions gains;
  if (subject.is_robot) gains.inertia = HoldOptions::Inertia::stance;
  options.drive = drive_motors(*subject.model, subject.state.q, chosen.program, gains);
  if (!choice.duration && chosen.duration) options.duration = *chosen.duration;
  if (!choice.step && chosen.step) options.step = *chosen.step;
  if (!choice.tolerance && chosen.tolerance) options.tolerance = *chosen.tolerance;
}

}  // namespace

SimulationOptions prepare_run(Subject& subject, const RunChoice& choice,
                              SimulationOptions options) {
  if (choice.integrator) {
    options.integrator = *choice.integrator;
  } else if (subject.is_robot && !subject.walk && !choice.orders && options.branches == 1) {
    options.integrator = IntegratorKind::ticks;
  } else if (subject.program && !subject.walk) {
    options.integrator = IntegratorKind::runge_kutta;
  }
  refuse_beside_ticks(choice, options);
  add_self_contacts(subject, choice, options);
  const LawChoice law = set_law(subject, choice, options);
  // [s] At 1 m/s a millimetre, which is what heights of real feet are known to. A tenth: soles of
  // meshes land corner by corner. Ten times more: a trot's feet, 10 ms apart, become one landing.
  if (subject.is_robot && !subject.walk) options.simultaneous = 1e-3;
  if (choice.duration) options.duration = *choice.duration;
  if (choice.step) options.step = *choice.step;
  if (choice.tolerance) options.tolerance = *choice.tolerance;
  if (subject.program) set_program(subject, choice, options);
  if (subject.walk) {
    refuse_beside_walk(subject.title, choice, options);
    options.walk = subject.walk;
    if (!choice.duration) options.duration = walk_duration(subject.walk->gait);
  }
  Json identity = report::parse_json(subject.identity, {.where = "identity"});
  identity["law"] = identity_of(law);
  if (law.friction) identity["friction"] = *law.friction;
  if (choice.hold) {
    options.controller = make_hold(subject, *choice.hold, choice);
    identity["hold"] = {{"posture", choice.hold->posture.value_or("start")},
                        {"stiffness", report::list_of(options.controller.stiffness)},
                        {"damping", report::list_of(options.controller.damping)}};
  }
  if (subject.program) identity["program"] = report::program_json(subject.program->program);
  add_stops(subject, choice);  // after the motors: stops are no feet
  if (choice.limits) identity["limits"] = *choice.limits;
  if (choice.self_collision) identity["self_collision"] = true;
  subject.identity = report::dump_json(identity, -1);
  return options;
}

}  // namespace carom
