// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A gait (gait_cycle.h) as JSON, "gait" of the summary of a run, and in words.
#pragma once

#include <string>

#include "carom/gait_cycle.h"
#include "carom/scene.h"
#include "report/json/json_text.h"

namespace carom::report {

[[nodiscard]] Json gait_summary(const GaitCycle& gait);
/// The same back. Throws nlohmann's exceptions.
[[nodiscard]] GaitCycle gait_from(const Json& json);

/// Whether it settled, how it travels, its impacts; then a table of what touches the ground. Empty:
/// no whole stride.
[[nodiscard]] std::string gait_text(const GaitCycle& gait, const Scene::Units& units);

}  // namespace carom::report
