// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The verbs of the command, one file each. Adding one declares its options; when it is chosen, its
// work leaves the exit code in `code`.
#pragma once

#include "cli/screen/output.h"

namespace CLI {
class App;
}

namespace carom::cli {

void add_resolve(CLI::App& command, ExitCode& code);
void add_compare(CLI::App& command, ExitCode& code);
void add_analyze(CLI::App& command, ExitCode& code);
void add_run(CLI::App& command, ExitCode& code);
void add_map(CLI::App& command, ExitCode& code);
void add_design(CLI::App& command, ExitCode& code);
void add_reproduce(CLI::App& command, ExitCode& code);
void add_laws(CLI::App& command, ExitCode& code);
void add_scenes(CLI::App& command, ExitCode& code);

}  // namespace carom::cli
