// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/folder.h"

#include <fmt/format.h>

#include <array>
#include <system_error>

#include "base/text.h"
#include "carom/error.h"
#include "carom/version.h"
#include "report/files/bytes.h"
#include "report/files/differences.h"
#include "report/run/program.h"
#include "report/run/walk.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

constexpr const char* run_format = "carom-run/1";
constexpr std::array<const char*, 10> file_names = {
    "trajectory.csv", "trajectory.npz",  "trajectory.mcap", "impacts.json", "events.csv",
    "walk.csv",       "touchdowns.json", "run.json",        "report.html",  "checkpoint.json"};
/// The keys of run.json that say what is run.
constexpr std::array<const char*, 11> identity_keys = {"versions", "scene", "model",      "start",
                                                       "law",      "step",  "integrator", "every",
                                                       "duration", "files", "settings"};

Json law_json(const Law& law) {
  Json json = {{"name", law.description().name}};
  for (const auto& [name, value] : law.description().parameters) {
    if (const auto* word = std::get_if<std::string>(&value)) {
      json[name] = *word;
    } else {
      json[name] = count_of(std::get<double>(value));
    }
  }
  return json;
}

Json model_json(const Model& model, const Scene::Units& units) {
  Json contacts =
      list_from(model.contacts(), [&](const ContactCandidate& contact) { return contact.name; });
  return {{"name", model.name()},
          {"mass", exact_json(model.total_mass())},
          {"coordinates", model.coordinate_names()},
          {"velocities", model.velocity_names()},
          {"contacts", contacts},
          {"units", {{"mass", units.mass}, {"length", units.length}}}};
}

Json settings_json(const Model& model, const SimulationOptions& o) {
  Json json = {{"tolerance", exact_json(o.tolerance)},
               {"controller", o.controller ? Json(o.controller.name) : Json(nullptr)},
               {"touching", exact_json(o.touching)},
               {"project_start", o.project_start},
               {"plastic_speed", exact_json(o.plastic_speed)},
               {"chatter", exact_json(o.chatter)},
               {"max_impacts_per_step", o.max_impacts_per_step},
               {"verdict", o.verdict},
               {"seed", o.resolve.seed},
               {"draws", o.resolve.draws},
               {"max_states", o.resolve.max_states},
               {"branches", o.branches},
               {"max_trajectories", o.max_trajectories}};
  if (o.walk) json["walk"] = walk_document(*o.walk);
  if (o.drive) json["program"] = program_document(model, *o.drive);
  return json;
}

void check_same(const fs::path& folder, const Json& document, const Json& identity, bool versions,
                const std::string& last) {
  Differences differences{.where = "in the folder", .missing = "null"};
  for (const char* key : identity_keys) {
    if (!versions && std::string_view(key) == "versions") continue;
    const Json before = document.value(key, Json(nullptr));
    differences.compare(key, &before, &identity.at(key));
  }
  differences.refuse(folder.string(), last);
}

void check_no_clash(const fs::path& folder) {
  std::vector<std::string> faults;
  for (const char* name : file_names) {
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(folder / name, ignored))) continue;
    faults.push_back(
        fmt::format("{}: is there, but no run.json beside it; expected a folder without files of "
                    "this name; move it, or name another folder",
                    (folder / name).string()));
  }
  if (fs::exists(folder / "branch_1")) {
    faults.push_back(fmt::format(
        "{}: is there, but no run.json beside it; expected a folder without folders of this name; "
        "move it, or name another folder",
        (folder / "branch_1").string()));
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace

Json run_identity(const Model& model, const State& start, const SimulationOptions& options,
                  const RunFolderOptions& how) {
  Json files = {"trajectory.csv"};
  if (how.npz) files.push_back("trajectory.npz");
  if (how.mcap) files.push_back("trajectory.mcap");
  if (options.walk) {
    files.push_back("walk.csv");
    files.push_back("touchdowns.json");
  }
  return {{"versions", {{"carom", version}}},
          {"scene", parse_json(how.subject, {"subject of the run"})},
          {"model", model_json(model, how.units)},
          {"start", {{"q", list_of(start.q)}, {"v", list_of(start.v)}}},
          {"law", law_json(options.law)},
          {"integrator", options.walk ? "constant_acceleration" : to_string(options.integrator)},
          {"step", exact_json(options.step)},
          {"every", options.every},
          {"duration", exact_json(options.duration)},
          {"files", files},
          {"settings", settings_json(model, options)}};
}

Json run_document(const Json& identity, const RunState& state, const RunResult& result) {
  Json json = {{"format", run_format}};
  json.update(identity);
  std::int64_t steps = 0, halvings = 0;
  Json trajectories = Json::array();
  for (const RunNode& node : state.nodes) {
    steps += node.facts.integration_steps;
    halvings += node.facts.halvings;
    trajectories.push_back(to_document(node.facts));
  }
  json["status"] = to_string(result.status);
  json["message"] = result.message;
  json["integration_steps"] = steps;
  json["halvings"] = halvings;
  json["notes"] = result.notes;
  json["summary"] = summary_document(state.nodes.front().facts);
  json["trajectories"] = trajectories;
  return json;
}

Json with_impacts(Json document, std::vector<Json> impacts) {
  document["impacts"] = std::move(impacts.at(0));
  for (std::size_t k = 1; k < impacts.size(); ++k) {
    document["trajectories"].at(k)["impacts"] = std::move(impacts[k]);
  }
  return document;
}

Json read_run_document(const fs::path& folder) {
  const fs::path path = folder / "run.json";
  Json document = parse_json(read_whole(path), {path.string()});
  if (!document.is_object() || !document.contains("format")) {
    throw InvalidInput(
        fmt::format("{}: has no format; expected that of a run ('{}'); move this file, or name "
                    "another folder",
                    path.string(), run_format));
  }
  if (document["format"] == run_format) return document;
  throw InvalidInput(fmt::format(
      "{}: format = {}; expected '{}'; it was written by another version of carom: name another "
      "folder",
      path.string(), shown(document["format"]), run_format));
}

RunResult result_from(const Json& document, const std::string& where) {
  RunResult result;
  try {
    result.message = document.at("message").get<std::string>();
    result.notes = document.at("notes").get<std::vector<std::string>>();
    for (const Json& item : document.at("trajectories")) {
      result.trajectories.push_back(trajectory_from(item));
    }
    for (const RunStatus status : {RunStatus::running, RunStatus::finished, RunStatus::fell,
                                   RunStatus::stopped, RunStatus::diverged}) {
      if (document.at("status") == to_string(status)) result.status = status;
    }
    return result;
  } catch (const Json::exception& error) {
    throw InvalidInput(
        fmt::format("{}: is not as carom wrote it: {}; expected the run.json of a run; delete the "
                    "folder to start anew",
                    where, error.what()));
  }
}

void check_new(const fs::path& folder, const Json& identity) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return;
  if (!fs::is_directory(folder)) {
    throw InvalidInput(
        fmt::format("{}: is a file; expected a folder; name another one", folder.string()));
  }
  if (!fs::exists(folder / "run.json")) {
    check_no_clash(folder);
    return;
  }
  const Json document = read_run_document(folder);
  check_same(folder, document, identity, false,
             "holds another run; expected an empty folder, or the same run; name another folder, "
             "or delete this one");
  const RunResult old = result_from(document, (folder / "run.json").string());
  if (old.status != RunStatus::running && old.status != RunStatus::stopped) return;
  throw InvalidInput(
      fmt::format("{}: holds this run unfinished; expected a new folder or an ended run; --resume "
                  "goes on with it, or delete the folder",
                  folder.string()));
}

void check_resumable(const fs::path& folder, const Json& identity) {
  if (!fs::exists(folder / "run.json")) {
    throw InvalidInput(
        fmt::format("{}: does not exist; expected the run to go on with; start without --resume",
                    (folder / "run.json").string()));
  }
  check_same(folder, read_run_document(folder), identity, true,
             "holds another run; expected the one to go on with; ask for that one, or name another "
             "folder");
}

void remove_run(const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder / "run.json", ignored)) return;
  const Json document = read_run_document(folder);
  const RunResult old = result_from(document, (folder / "run.json").string());
  for (const RunTrajectory& trajectory : old.trajectories) {
    const fs::path inner = folder / trajectory.folder.filename();
    for (const char* name : file_names) fs::remove(inner / name, ignored);
    if (trajectory.id > 0) fs::remove(inner, ignored);  // only if nothing else is in it
  }
}

}  // namespace carom::report
