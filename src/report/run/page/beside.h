// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Other runs on the page of a run (RunFolderOptions::beside). Input: their folders. Output: their
// first trajectories as tracks (format.ts), each with its drawing where that is another one. What
// is shown comes from the page of the other run; a run that has none yet, unfinished, is read from
// its files, which takes the same model.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "carom/model.h"
#include "report/json/json_text.h"
#include "report/run/page/track.h"
#include "report/run/text.h"

namespace carom::report {

/// Throws InvalidInput with all faults: too many, no folder, no run, one twice or the run itself, a
/// page that cannot be read, an unfinished run of another model. `own`: empty without a folder.
void check_beside(const std::vector<std::filesystem::path>& folders,
                  const std::filesystem::path& own, const RunNames& names);

/// What the page of a run shows of others.
struct BesideRuns {
  Json tracks = Json::array();    ///< format.ts, Track, with `beside` and `drawing`.
  Json drawings = Json::array();  ///< Those that are not the page's own.
  std::string sentence = {};      ///< Names them.
  std::vector<std::string> notes = {};
};

/// `id`: of the first track; `drawing`: of the page. Throws InvalidInput as check_beside does.
[[nodiscard]] BesideRuns read_beside(const std::vector<std::filesystem::path>& folders,
                                     const TrackSource& source, int id, const Json& drawing);

/// The name of the run in a folder: the folder's.
[[nodiscard]] std::string run_name(const std::filesystem::path& folder);

}  // namespace carom::report
