// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// report.html: a run as a page. Input: run.json and the files of the trajectories, the model, the
// law. Output: the file. At most 16 trajectories are shown, and about 20 MB.
#pragma once

#include <filesystem>
#include <string>

#include "carom/law.h"
#include "carom/model.h"
#include "carom/scene.h"
#include "report/json_text.h"
#include "report/run_text.h"

namespace carom::report {

/// Throws DiskFault, or InvalidInput for files that were changed or where carom was built without
/// its viewer.
void write_run_page(const std::filesystem::path& folder, const Model& model, const Law& law,
                    const RunNames& names, const Json& run, const std::string& title,
                    const Scene::Units& units);

/// The document of that page.
[[nodiscard]] Json run_page(const std::filesystem::path& folder, const Model& model, const Law& law,
                            const RunNames& names, const Json& run, const std::string& title,
                            const Scene::Units& units);

}  // namespace carom::report
