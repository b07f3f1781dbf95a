// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The motor program of a run, from what is said about it: --program, --motor and --set.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/motor_program.h"
#include "carom/scene.h"
#include "carom/subject.h"
#include "report/json/json_text.h"

namespace carom::report {

/// The settings of the options apart: those of motor programs are named ENTRY.NUMBER.
struct SplitSettings {
  std::vector<std::string> subject = {}, program = {};
};
/// Throws InvalidInput for numbers of a program where the options name none.
[[nodiscard]] SplitSettings split_settings(const SubjectOptions& options);

/// The program that the options name, among those of the subject or in a file, with the entries and
/// numbers that they give; none: they name none. Throws InvalidInput with all faults.
[[nodiscard]] std::optional<SceneProgram> chosen_program(const SubjectOptions& options,
                                                         const std::string& title,
                                                         const std::vector<SceneProgram>& known);

/// All of a program, for the identity of a run.
[[nodiscard]] Json program_json(const MotorProgram& program);

}  // namespace carom::report
