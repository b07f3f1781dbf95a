// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From FILE to what is done with it. Where an impact turns a drop into the speed of landing, a run
// starts up there, at rest: scenes by make_scene_start, robots and scene files by raising what
// is on the ground.

#include "carom/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "base/gather_faults.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "carom/error.h"
#include "carom/report.h"
#include "carom/scene_file.h"
#include "carom/scene_walk.h"
#include "model/robot/feet.h"
#include "model/robot/on_ground.h"
#include "report/json/json_text.h"
#include "report/subject/file_kind.h"
#include "report/subject/program_words.h"

namespace carom {
namespace {

using Use = SubjectOptions::Use;
using report::Json;

/// Of matrices of the same scene, made in two ways: rounding leaves 1e-15, other coordinates
/// differ by about 1; the size between them does not matter.
constexpr double same_matrix = 1e-9;

/// The model of a scene of the gallery, if it has the coordinates of the problem.
void add_scene_model(Subject& subject) {
  const ImpactProblem& problem = *subject.problem;
  SceneModel scene = make_scene_model(subject.scene, subject.settings);
  if (scene.model.velocity_size() != problem.coordinate_count()) return;
  ProblemOptions options{.name = problem.name()};
  for (const Contact& contact : problem.contacts()) {
    const auto& candidates = scene.model.contacts();
    const auto same = std::find_if(candidates.begin(), candidates.end(),
                                   [&](const auto& other) { return other.name == contact.name; });
    if (same == candidates.end()) return;
    options.closed.push_back(contact.name);
  }
  const ImpactProblem again = make_problem(scene.model, scene.state, options);
  if (!again.mass_matrix().isApprox(problem.mass_matrix(), same_matrix) ||
      !again.contact_jacobian().isApprox(problem.contact_jacobian(), same_matrix)) {
    return;
  }
  subject.model = std::move(scene.model);
  subject.state = std::move(scene.state);
  subject.options = std::move(options);
}

/// A drop lets a robot that would walk fall.
SceneSettings fallen(const Scene& scene, SceneSettings settings,
                     const std::optional<double>& drop) {
  const bool can_walk =
      std::any_of(scene.parameters.begin(), scene.parameters.end(),
                  [](const SceneParameter& parameter) { return parameter.name == "motion"; });
  if (drop && can_walk && !settings.contains("motion")) settings["motion"] = std::string("drop");
  return settings;
}

/// A scene of the gallery, with its programs and those of its file; of impacts, its problem and
/// model are still to be made.
Subject gallery_subject(const std::string& name, SceneSettings settings,
                        const SubjectOptions& options,
                        const std::vector<SceneProgram>& programs = {}) {
  const Scene& scene = find_scene(name);
  Subject subject{.title = name, .scene = name, .settings = std::move(settings)};
  subject.units = scene.units;
  if (options.use == Use::run) {
    std::vector<SceneProgram> known = scene.programs;
    known.insert(known.end(), programs.begin(), programs.end());
    subject.program = report::chosen_program(options, name, known);
    // What the program is run by stands where nobody says otherwise.
    if (subject.program)
      subject.settings.insert(subject.program->settings.begin(), subject.program->settings.end());
    subject.settings = fallen(scene, std::move(subject.settings), options.drop);
    subject.walk = make_walk(name, subject.settings);
    SceneModel start = make_scene_start(name, subject.settings);
    subject.model = std::move(start.model);
    subject.state = std::move(start.state);
    if (!scene.law.empty()) subject.law = scene.law;
    if (subject.program && !subject.program->law.empty()) subject.law = subject.program->law;
  }
  subject.law_settings = law_settings(scene, subject.settings);
  if (subject.program)
    subject.law_settings.insert(subject.program->law_settings.begin(),
                                subject.program->law_settings.end());
  return subject;
}

Subject scene_subject(const std::string& name, const SubjectOptions& options) {
  const report::SplitSettings given = report::split_settings(options);
  SceneSettings settings = report::scene_settings(find_scene(name), given.subject);
  Subject subject = gallery_subject(name, std::move(settings), options);
  if (options.use != Use::impact) return subject;
  subject.problem = make_scene(name, subject.settings);
  if (options.with_model) add_scene_model(subject);
  return subject;
}

/// A robot or bodies of a scene file, as they land or start.
Subject scene_file_model(const SceneFile& file, const SubjectOptions& options) {
  Subject subject{.title = file.name};
  subject.is_robot = file.kind == SceneFile::Kind::robot;
  subject.model = file.scene.model;
  subject.state = file.scene.state;
  subject.options = file.options;
  if (options.use != Use::run || options.drop) return subject;
  if (file.drop) {  // of an impact: it set a velocity, which a run has yet to gain
    subject.state.v.setZero();
    raise(*subject.model, subject.title, *file.drop, subject.state);
  }
  subject.walk = make_walk(file);
  return subject;
}

Subject scene_file_subject(const std::string& name, const SubjectOptions& options) {
  const report::SplitSettings given = report::split_settings(options);
  const SceneFile file = load_scene_file(name, report::scene_overrides(given.subject));
  if (options.stance.warn) {
    for (const std::string& warning : file.warnings) options.stance.warn(warning);
  }
  const bool gallery = file.kind == SceneFile::Kind::gallery;
  std::vector<SceneProgram> programs;
  for (const MotorProgram& program : file.programs) programs.push_back({.program = program});
  Subject subject = gallery ? gallery_subject(file.gallery, file.settings, options, programs)
                            : scene_file_model(file, options);
  if (!gallery && options.use == Use::run) {
    subject.program = report::chosen_program(options, subject.title, programs);
  }
  subject.warnings = file.warnings;
  if (file.law) subject.law = file.law;
  for (const auto& [key, value] : file.law_settings) subject.law_settings[key] = value;
  if (options.use != Use::impact) return subject;
  subject.problem = make_problem(file);
  if (gallery && options.with_model) add_scene_model(subject);
  return subject;
}

/// A list of numbers in JSON, or the file that holds one.
Eigen::VectorXd read_velocity(const Model& model, const std::string& text) {
  std::error_code ignored;
  const bool file = !text.starts_with('[') && std::filesystem::is_regular_file(text, ignored);
  const std::string where = file ? text : "--velocity";
  const Json json = report::parse_json(file ? base::whole_file(text) : text, {.where = where});
  const auto size = static_cast<std::size_t>(model.velocity_size());
  const bool numbers = json.is_array() && std::all_of(json.begin(), json.end(),
                                                      [](const auto& x) { return x.is_number(); });
  if (!numbers || json.size() != size) {
    throw InvalidInput(
        fmt::format("{}: {}; expected a list of {} numbers: {}", where,
                    numbers ? fmt::format("{} numbers", json.size()) : report::shown(json), size,
                    short_names(model.velocity_names())));
  }
  Eigen::VectorXd v(model.velocity_size());
  for (std::size_t k = 0; k < size; ++k) v[static_cast<Eigen::Index>(k)] = json[k].get<double>();
  return v;
}

RobotOptions loader_options(const SubjectOptions& options) {
  RobotOptions loading = options.robot;
  if (!options.base) return loading;
  if (*options.base != "free" && *options.base != "fixed") {
    throw InvalidInput(fmt::format("--base = '{}'; expected free or fixed{}", *options.base,
                                   base::did_you_mean(*options.base, {"free", "fixed"})));
  }
  loading.base = *options.base == "free" ? RobotOptions::Base::free : RobotOptions::Base::fixed;
  return loading;
}

Subject robot_subject(const std::string& file, const SubjectOptions& options) {
  const Model robot = load_robot(file, loader_options(options));
  StanceOptions standing = options.stance;
  if (standing.where.empty()) standing.where = file;
  if (options.use == Use::run) standing.at_rest = true;
  std::vector<std::string> faults;
  if (options.velocity) {
    standing.velocity.emplace();  // beside a drop it is refused unread
    if (!standing.drop) {
      base::gather(faults, [&] { standing.velocity = read_velocity(robot, *options.velocity); });
    }
  }
  std::optional<Terrain> terrain;
  if (options.ground) {
    base::gather(faults, [&] { terrain = terrain_from_words(*options.ground); });
    const bool level = terrain && terrain->is_plane() && terrain->normal.z() >= 1.0;
    if (options.stance.stand && terrain && !level) {
      faults.push_back(fmt::format(
          "--stand: closes contacts on level ground; expected no --stand on --ground {}",
          *options.ground));
    }
  }
  Stance stance = stand(robot, standing, faults);
  Subject subject{.title = stance.options.name};
  subject.is_robot = true;
  subject.model = std::move(stance.model);
  subject.state = std::move(stance.state);
  subject.options = std::move(stance.options);
  subject.warnings = std::move(stance.warnings);
  if (terrain) {
    subject.model = on_terrain(*subject.model, *terrain);
    if (!terrain->is_plane()) {
      subject.warnings.push_back(fmt::format(
          "--ground {}: bodies meet it at their points; an edge between two of them is not felt",
          *options.ground));
      if (options.stance.warn) options.stance.warn(subject.warnings.back());
    }
    if (subject.model->has_free_base()) {
      put_at_height(*subject.model, subject.title, 0.0, subject.state);
    }
  }
  if (options.use == Use::impact) {
    subject.problem = make_problem(*subject.model, subject.state, subject.options);
  }
  if (options.use == Use::run) {
    static_cast<void>(report::split_settings(options));
    subject.program = report::chosen_program(options, subject.model->name(), {});
  }
  return subject;
}

Subject problem_subject(const std::string& file, FileKind kind) {
  if (kind == FileKind::stream) {
    throw InvalidInput(fmt::format("{}: may hold many problems; expected a file with one (*.json)",
                                   file == "-" ? "standard input" : file));
  }
  Subject subject;
  subject.problem = problem_from_json(base::whole_file(file), file);
  subject.title = subject.problem->name();
  return subject;
}

void refuse_ground_inside(const std::string& words, const Subject& subject) {
  const std::vector<std::string> inside =
      boxes_inside(*subject.model, subject.state.q, subject.model->parts().ground);
  if (inside.empty()) return;
  throw InvalidInput(
      fmt::format("--ground {}: {} at the start; expected the robot above the ground: "
                  "move the boxes, or give --drop",
                  words, short_names(inside)));
}

/// A run falls from a height of its lowest contact.
void lift(const SubjectOptions& options, Subject& subject) {
  if (!options.drop) return;
  if (subject.walk) {
    throw InvalidInput(
        fmt::format("--drop: {} walks; expected --set motion=drop, or no --drop", subject.title));
  }
  if (!options.velocity && !options.stance.velocity) subject.state.v.setZero();
  put_at_height(*subject.model, subject.title, *options.drop, subject.state);
}

// Identities: a scene of the gallery is its name and parameters, for maps those that were given,
// for runs all; anything else is the name and the bytes of its file, and how it stands.

/// FNV-1a, 64 bits: tells that a file is another one.
std::string fingerprint(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const unsigned char byte : text) hash = (hash ^ byte) * 1099511628211ULL;
  return fmt::format("{:016x}", hash);
}

Json file_identity(const std::string& file) {
  return {{"file", std::filesystem::path(file).filename().string()},
          {"fingerprint", fingerprint(base::whole_file(file))}};
}

void add_armature(const Model& model, Json& json) {
  if (model.parts().armature.size() > 0) json["armature"] = report::list_of(model.parts().armature);
}

Json value_json(const ParameterValue& value) {
  return std::visit([](const auto& content) { return Json(content); }, value);
}

/// What two subjects have in common if they are the same: files of maps and runs keep it, so that
/// those of something else are not resumed. JSON in one line.
std::string variation_identity(const Subject& subject, const std::string& file) {
  Json json;
  if (subject.model) {
    Json landing{{"model", subject.model->name()},
                 {"q", report::list_of(subject.state.q)},
                 {"v", report::list_of(subject.state.v)},
                 {"contacts", subject.options.closed},
                 {"locked", subject.options.locked}};
    add_armature(*subject.model, landing);
    json = file_identity(file);
    json["landing"] = std::move(landing);
  } else {
    Json settings = Json::object();
    for (const auto& [name, value] : subject.settings) settings[name] = value_json(value);
    json = {{"scene", subject.scene}, {"settings", std::move(settings)}};
  }
  return report::dump_json(json, -1);
}

std::string run_identity(const Subject& subject, const std::string& file) {
  Json json;
  if (subject.scene.empty()) {
    report::Json contacts = report::list_from(
        subject.model->contacts(), [&](const ContactCandidate& contact) { return contact.name; });
    json = file_identity(file);
    json["model"] = subject.model->name();
    json["contacts"] = std::move(contacts);
    add_armature(*subject.model, json);
    const Terrain& ground = subject.model->parts().ground;
    if (ground.name != Terrain().name) json["ground"] = ground.name;
  } else {
    const SceneSettings settings = with_presets(
        find_scene(subject.scene), with_walk_settings(subject.scene, subject.settings));
    Json parameters = Json::object();
    for (const SceneParameter& parameter : find_scene(subject.scene).parameters) {
      const auto given = settings.find(parameter.name);
      parameters[parameter.name] =
          value_json(given == settings.end() ? parameter.value : given->second);
    }
    json = {{"name", subject.scene}, {"parameters", std::move(parameters)}};
  }
  json["q"] = report::list_of(subject.state.q);
  json["v"] = report::list_of(subject.state.v);
  return report::dump_json(json, -1);
}

}  // namespace

Subject open_subject(const std::string& file, const SubjectOptions& options) {
  if (options.use == Use::run && !options.stance.locked.empty()) {
    throw InvalidInput(
        "--lock: a run has no rigid joints; expected --hold, which holds them by motors");
  }
  const FileKind kind = report::checked_kind(file, options);
  Subject subject = kind == FileKind::scene        ? scene_subject(file, options)
                    : kind == FileKind::scene_file ? scene_file_subject(file, options)
                    : kind == FileKind::robot      ? robot_subject(file, options)
                                                   : problem_subject(file, kind);
  if (options.use == Use::variation) subject.identity = variation_identity(subject, file);
  if (options.use == Use::run) {
    lift(options, subject);
    if (subject.is_robot && options.ground) refuse_ground_inside(*options.ground, subject);
    subject.identity = run_identity(subject, file);
  }
  return subject;
}

LawChoice Subject::completed(LawChoice given) const {
  if (!given.name) given.name = law;
  given.settings = with_defaults(std::move(given.settings), law_settings);
  const auto found = law_settings.find("friction");
  if (!given.friction && found != law_settings.end()) {
    given.friction = std::stod(found->second);  // checked
  }
  return given;
}

LawChoice Subject::completed(LawChoice given, const ImpactProblem& impact) const {
  LawChoice choice = completed(std::move(given));
  const bool said = std::ranges::any_of(
      impact.contacts(), [](const Contact& contact) { return contact.restitution.has_value(); });
  if (is_robot && !said && !choice.settings.restitution) {
    choice.settings.restitution = usual_restitution();
  }
  return choice;
}

double Subject::restitution(const LawChoice& choice, const ImpactProblem& impact) const {
  return choice.settings.restitution.value_or(
      common_restitution(impact).value_or(usual_restitution()));
}

std::vector<VariedParameter> Subject::parameters() const {
  return model ? varied_parameters(*model, state) : varied_parameters(scene, settings);
}

std::vector<std::string> Subject::varied_names(const std::vector<std::string>& words) const {
  std::vector<std::string> names;
  for (const std::string& word :
       words.empty() ? std::vector<std::string>{model ? "posture" : "all"} : words) {
    const bool group = word == "posture" || word == "geometry" || word == "all";
    const std::vector<std::string> members = !group  ? std::vector<std::string>{word}
                                             : model ? varied_group(*model, options, word)
                                                     : varied_group(scene, word);
    for (const std::string& name : members) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

Variation Subject::vary(const std::vector<std::string>& names, Variation::Closing closing) const {
  if (!model) return Variation::of_scene(scene, settings, names, closing);
  return Variation::of_model(*model, state, options, names, closing);
}

Model Subject::drawn() const { return model ? *model : make_scene_start(scene, settings).model; }

}  // namespace carom
