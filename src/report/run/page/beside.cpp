// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#include "report/run/page/beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/gather_faults.h"
#include "base/text.h"
#include "carom/error.h"
#include "report/files/bytes.h"
#include "report/page/document.h"
#include "report/run/folder.h"
#include "report/run/page/walk.h"
#include "report/run/read_back.h"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

// As many as colours tell apart, with the run itself.
constexpr std::size_t most_beside = 7;
// Of the page of another run, as of a run itself.
constexpr double room = 64e6;

/// The same folder by whatever way it is named.
fs::path real_path(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(folder, error);
  return error ? fs::absolute(folder, error).lexically_normal() : real;
}

std::string folder_name(const fs::path& folder) {
  const fs::path real = real_path(folder);
  const std::string name = real.filename().string();
  return name.empty() ? real.string() : name;
}

/// Names in the order of the folders; those that are the same get the folder above too.
std::vector<std::string> folder_names(const std::vector<fs::path>& folders) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) names.push_back(folder_name(folder));
  std::vector<std::string> unique = names;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (std::count(names.begin(), names.end(), names[k]) < 2) continue;
    unique[k] = (real_path(folders[k]).parent_path().filename() / names[k]).generic_string();
  }
  return unique;
}

bool has_page(const fs::path& folder) { return fs::exists(folder / "report.html"); }

/// The document in the page of a run.
Json page_in(const fs::path& folder) {
  const fs::path file = folder / "report.html";
  const std::string html = read_whole(file);
  const auto refuse = [&](const std::string& what) {
    throw InvalidInput(fmt::format(
        "{}: {}; expected the page of a run as this carom writes it; run it again with -o {}",
        file.string(), what, folder.string()));
  };
  // Written by page_html(): in it no other "<" follows until the element ends.
  const auto mark = html.find("id=\"carom-page\"");
  const auto begin = mark == html.npos ? html.npos : html.find('>', mark);
  const auto end = begin == html.npos ? html.npos : html.find('<', begin);
  if (end == html.npos) refuse("holds no result of carom");
  Json page = parse_json(std::string_view(html).substr(begin + 1, end - begin - 1),
                         {.where = file.string()});
  if (!page.is_object() || page.value("format", Json()) != "carom-page/1") {
    refuse("is of another version");
  }
  if (page.value("kind", Json()) != "run") refuse("is no page of a run");
  const Json tracks = page.value("tracks", Json());
  if (!tracks.is_array() || tracks.empty() || !tracks[0].is_object() || !page.contains("drawing")) {
    refuse("holds no motion");
  }
  return page;
}

/// One of them alone; throws InvalidInput.
void check_one_beside(const fs::path& folder, const RunNames& names) {
  if (!fs::is_directory(folder)) {
    throw InvalidInput(fmt::format(
        "beside = {}: no such folder; expected the folder of a run (carom run … -o DIR)",
        folder.string()));
  }
  if (!fs::exists(folder / "run.json")) {
    throw InvalidInput(fmt::format(
        "beside = {}: holds no run.json; expected the folder of a run (carom run … -o DIR)",
        folder.string()));
  }
  static_cast<void>(read_run_document(folder));
  if (has_page(folder)) {
    static_cast<void>(page_in(folder));
    return;
  }
  try {
    const fs::path table = folder / "trajectory.csv";
    const RunTable rows(table, names_in_table(table, names));
  } catch (const InvalidInput&) {
    throw InvalidInput(fmt::format(
        "beside = {}: has no report.html, and its trajectory.csv is not of the same model; "
        "expected a finished run, or one of the same model; finish it with --resume",
        folder.string()));
  }
}

/// The first trajectory of a run without a page, by its files.
Json track_from_files(const fs::path& folder, const Json& run, const TrackSource& shared) {
  TrackSource source = shared;
  source.listings = 0;  // its law is not ours
  source.names = names_in_table(folder / "trajectory.csv", source.names);
  const Json& first = run.at("trajectories").at(0);
  const bool walk = is_walk(first);
  PageTrack track(source, Carrying(), walk, room);
  read_back(folder, source.names, walk,
            [&](const SimulationRecord& record) { track.take(record); });
  track.end();
  return track.document(first, {});
}

/// What belongs to its own page alone goes, what names its files says where they are.
void adopt(Json& track, int id, const std::string& name) {
  track["id"] = id;
  track["label"] = name;
  track["parent"] = nullptr;
  track["impact"] = nullptr;
  track["beside"] = true;
  const Json elsewhere = track.value("elsewhere", Json());
  if (elsewhere.is_string() && elsewhere != "") {
    track["elsewhere"] = name + "/" + elsewhere.get<std::string>();
  }
  for (Json& impact : track["impacts"]) {
    if (impact.is_object()) impact["followed_by"] = Json::array();
  }
}

/// Where the drawing stands in the list; null: it is that of the page.
Json drawing_number(Json drawing, const Json& own, Json& list) {
  if (drawing == own) return nullptr;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list[k] == drawing) return k;
  }
  list.push_back(std::move(drawing));
  return list.size() - 1;
}

}  // namespace

void check_beside(const std::vector<fs::path>& folders, const fs::path& own,
                  const RunNames& names) {
  std::vector<std::string> faults;
  if (folders.size() > most_beside) {
    faults.push_back(
        fmt::format("beside = {} runs; expected at most {}", folders.size(), most_beside));
  }
  std::set<fs::path> seen;
  for (const fs::path& folder : folders) {
    const fs::path real = real_path(folder);
    if (!own.empty() && real == real_path(own)) {
      faults.push_back(fmt::format(
          "beside = {}: is the folder of this run; expected that of another one", folder.string()));
    } else if (!seen.insert(real).second) {
      faults.push_back(
          fmt::format("beside = {}: is given twice; expected it once", folder.string()));
    } else {
      base::gather(faults, [&] { check_one_beside(folder, names); });
    }
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

BesideRuns read_beside(const std::vector<fs::path>& folders, const TrackSource& source, int id,
                       const Json& drawing) {
  check_beside(folders, {}, source.names);
  BesideRuns beside;
  const std::vector<std::string> names = folder_names(folders);
  for (std::size_t k = 0; k < folders.size(); ++k) {
    const Json run = read_run_document(folders[k]);
    Json track, of_track = drawing;
    if (has_page(folders[k])) {
      Json other = page_in(folders[k]);
      track = std::move(other["tracks"][0]);
      of_track = std::move(other["drawing"]);
    } else {
      track = track_from_files(folders[k], run, source);
    }
    adopt(track, id++, names[k]);
    track["drawing"] = drawing_number(std::move(of_track), drawing, beside.drawings);
    beside.tracks.push_back(std::move(track));
    const RunResult result = result_from(run, (folders[k] / "run.json").string());
    if (result.status != RunStatus::finished) {
      beside.notes.push_back(
          fmt::format("{} did not go to its end: {}.", names[k], to_string(result.status)));
    }
    if (result.trajectories.size() > 1) {
      beside.notes.push_back(fmt::format("Of {} the first of {} trajectories is shown.", names[k],
                                         result.trajectories.size()));
    }
  }
  beside.sentence = "Beside it: " + base::join(names) + ".";
  return beside;
}

std::string run_name(const fs::path& folder) { return folder_name(folder); }

}  // namespace carom::report
