// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// From the arguments of the program to its exit code.
#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"

namespace carom::cli {

/// `arguments`: without the name of the program. Throws InvalidInput for bad ones.
ExitCode run_command(std::vector<std::string> arguments);

}  // namespace carom::cli
