// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Standard output with a large buffer, and messages on standard error.
#pragma once

#include <string>
#include <string_view>

namespace carom::cli {

/// Standard output cannot be written any more. A reader that went away (a closed pipe) is no error
/// worth a message.
struct OutputClosed {
  int error_number = 0;
};

void write_output(std::string_view text);
/// Hands everything written so far to the reader; before waiting for input, and at the end.
void flush_output();

/// "--plot no/map.png: the folder 'no' does not exist; …", or empty; `what` starts the sentence.
std::string folder_fault(std::string_view what, const std::string& file);

/// "carom: message" on standard error.
void warn(std::string_view message);
void report_error(std::string_view message);

}  // namespace carom::cli
