// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// report.html: a run as a page. Input: run.json and the files of the trajectories, the model, the
// law. Output: the file. At most 16 trajectories are shown, and about 20 MB.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "carom/law.h"
#include "carom/model.h"
#include "carom/scene.h"
#include "report/json/json_text.h"
#include "report/run/text.h"

namespace carom::report {

/// What a page of a run is made from; all must outlive the call.
struct RunPage {
  std::filesystem::path folder = {};
  const Model* model = nullptr;
  const Law* law = nullptr;
  const RunNames* names = nullptr;
  const Json* run = nullptr;  ///< run.json.
  std::string title = {};
  Scene::Units units = {};
  /// Asked before an impact is solved again to list its outcomes; true: none is any more.
  std::function<bool()> stop = {};
};

/// Throws DiskFault, or InvalidInput for files that were changed or where carom was built without
/// its viewer.
void write_run_page(const RunPage& page);

/// The document of that page.
[[nodiscard]] Json run_page(const RunPage& page);

}  // namespace carom::report
