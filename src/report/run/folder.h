// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// run.json ("carom-run/1"), and whether a folder may take a run. Input: what is asked for. Output:
// the document; InvalidInput for a folder that holds something else.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "carom/run.h"
#include "report/json/json_text.h"
#include "report/run/state.h"

namespace carom::report {

/// What is run: all of run.json that is known before. Throws InvalidInput if the subject is not
/// JSON.
[[nodiscard]] Json run_identity(const Model& model, const State& start,
                                const SimulationOptions& options, const RunFolderOptions& how);
/// All of run.json.
[[nodiscard]] Json run_document(const Json& identity, const RunState& state,
                                const RunResult& result);

/// run.json with the impacts of each trajectory: those of the first beside it, the others with it.
[[nodiscard]] Json with_impacts(Json document, std::vector<Json> impacts);

/// Of a folder; throws InvalidInput for a run.json that is not ours.
[[nodiscard]] Json read_run_document(const std::filesystem::path& folder);
[[nodiscard]] RunResult result_from(const Json& document, const std::string& where);

/// For a new run. Throws InvalidInput, with all that differs, unless the folder is missing, holds
/// no file of these names, or the same run, ended.
void check_new(const std::filesystem::path& folder, const Json& identity);
/// To go on. Throws InvalidInput, with all that differs, unless the folder holds the same run.
void check_resumable(const std::filesystem::path& folder, const Json& identity);
/// Removes what an earlier run left, and only that.
void remove_run(const std::filesystem::path& folder);

}  // namespace carom::report
