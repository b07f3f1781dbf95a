// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The carom command: arguments in, exit code out, every failure as a message on standard error.
#include <fmt/format.h>

#include <cerrno>
#include <exception>
#include <string>
#include <system_error>
#include <vector>

#include "carom/error.h"
#include "cli/command_line.h"
#include "cli/screen/output.h"

namespace {

using carom::cli::ExitCode;

ExitCode run(std::vector<std::string> arguments) {
  try {
    const ExitCode code = carom::cli::run_command(std::move(arguments));
    carom::cli::flush_output();
    return code;
  } catch (const carom::InvalidInput& error) {
    for (const std::string& fault : error.faults()) carom::cli::report_error(fault);
    return ExitCode::bad_input;
  } catch (const carom::cli::OutputClosed& closed) {
    if (closed.error_number != EPIPE) {
      const std::string reason = std::generic_category().message(closed.error_number);
      carom::cli::report_error(fmt::format("standard output cannot be written: {}", reason));
    }
    return ExitCode::no_answer;
  } catch (const std::exception& error) {
    carom::cli::report_error(fmt::format("internal error: {}; please report it", error.what()));
    return ExitCode::no_answer;
  }
}

}  // namespace

int main(int argc, char** argv) {
  return static_cast<int>(run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc)));
}
