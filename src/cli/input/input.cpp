// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A path that exists wins over a scene of the same name (input_kind.h).
#include "cli/input/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "carom/error.h"
#include "carom/report.h"
#include "carom/scene.h"
#include "carom/scene_file.h"
#include "cli/input/input_kind.h"
#include "cli/screen/output.h"

namespace carom::cli {
namespace {

namespace fs = std::filesystem;

/// The model of a scene of the gallery, if it has the coordinates of the problem.
std::optional<ModelInput> scene_model(const std::string& name, const SceneSettings& settings,
                                      const ImpactProblem& problem) {
  SceneModel scene = make_scene_model(name, settings);
  if (scene.model.velocity_size() != problem.coordinate_count()) return std::nullopt;
  ProblemOptions options{.name = problem.name()};
  for (const Contact& contact : problem.contacts()) {
    const auto& candidates = scene.model.contacts();
    const auto same = std::find_if(candidates.begin(), candidates.end(),
                                   [&](const auto& other) { return other.name == contact.name; });
    if (same == candidates.end()) return std::nullopt;
    options.closed.push_back(contact.name);
  }
  const ImpactProblem again = make_problem(scene.model, scene.state, options);
  constexpr double same = 1e-9;
  if (!again.mass_matrix().isApprox(problem.mass_matrix(), same) ||
      !again.contact_jacobian().isApprox(problem.contact_jacobian(), same)) {
    return std::nullopt;
  }
  return ModelInput{std::move(scene.model), std::move(scene.state), std::move(options)};
}

Input open_scene(const std::string& name, const std::vector<std::string>& settings,
                 bool with_model) {
  const Scene& scene = find_scene(name);
  const SceneSettings values = scene_settings(scene, settings);
  Input input{.content = make_scene(name, values),
              .law_settings = law_settings(scene, values),
              .units = scene.units};
  if (with_model) input.model = scene_model(name, values, input.problem());
  return input;
}

Input open_robot_file(const std::string& file, const RobotArguments& robot) {
  ModelInput model = open_robot(file, robot);
  ImpactProblem problem = make_problem(model.model, model.state, model.options);
  return {.content = std::move(problem), .model = std::move(model)};
}

Input open_scene_file(const std::string& file, const std::vector<std::string>& settings,
                      bool with_model) {
  SceneFile scene = load_scene_file(file, scene_overrides(settings));
  constexpr std::size_t most = 3;
  for (std::size_t k = 0; k < std::min(scene.warnings.size(), most); ++k) warn(scene.warnings[k]);
  Input input{.content = make_problem(scene), .law = scene.law, .law_settings = scene.law_settings};
  if (scene.kind == SceneFile::Kind::gallery) {
    input.units = find_scene(scene.gallery).units;
    if (with_model) input.model = scene_model(scene.gallery, scene.settings, input.problem());
  } else {
    const bool robot = scene.kind == SceneFile::Kind::robot;
    input.model = ModelInput{std::move(scene.scene.model), std::move(scene.scene.state),
                             std::move(scene.options), robot ? 0.0 : 1.0};
  }
  return input;
}

/// One problem, or a batch, from a text whose kind its first lines tell.
std::variant<ImpactProblem, Batch> open_stream(const std::string& file, const std::string& where) {
  auto records = std::make_unique<RecordStream>(file, RecordStream::Layout::detect);
  if (!records->is_single()) return Batch{where, std::move(records)};
  Record record;
  records->next(record);
  // Line ends stand in for the blank lines before it, so that positions are those of the file.
  const auto blank = static_cast<std::size_t>(std::max(record.line - 1, 0));
  return problem_from_json(std::string(blank, '\n') + record.text, where);
}

}  // namespace

Input open_input(const std::string& file, const std::vector<std::string>& settings,
                 const RobotArguments& robot, bool with_model) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  const bool is_stream = file == "-";
  if (!is_stream && status.type() == fs::file_type::none) LineReader{file};  // says why
  if (!is_stream && !fs::exists(status)) {
    if (!is_scene(file)) refuse_missing(file);
    refuse_robot_options(robot, fmt::format("'{}' is a scene", file),
                         "a scene takes --set NAME=VALUE");
    return open_scene(file, settings, with_model);
  }
  if (fs::is_directory(status)) {
    throw InvalidInput(fmt::format("{}: is a directory; expected a file", file));
  }
  if (!is_stream && is_scene_file(file)) {
    refuse_robot_options(robot, fmt::format("{} says this itself", file),
                         "a scene file takes --set NAME=VALUE, such as --set drop=0.1");
    return open_scene_file(file, settings, with_model);
  }
  if (!settings.empty()) {
    throw InvalidInput(fmt::format("--set {}: {} is a file; expected a scene ({})",
                                   settings.front(), is_stream ? "standard input" : file,
                                   base::join(scene_names())));
  }
  if (!is_stream && is_robot(file)) return open_robot_file(file, robot);
  if (!is_stream) refuse_kind(file);
  refuse_robot_options(robot, fmt::format("{} is a problem", is_stream ? "standard input" : file),
                       "a problem has its contacts and velocity in it");
  if (is_stream) return {.content = open_stream(file, "standard input")};
  if (!fs::is_regular_file(status)) return {.content = open_stream(file, file)};
  if (file.ends_with(".jsonl") || file.ends_with(".ndjson")) {
    return {.content =
                Batch{file, std::make_unique<RecordStream>(file, RecordStream::Layout::lines)}};
  }
  return {.content = problem_from_json(LineReader(file).rest(), file)};
}

}  // namespace carom::cli
