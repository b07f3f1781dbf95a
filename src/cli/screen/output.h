// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Standard output with a large buffer, messages on standard error, colours, exit codes.
#pragma once

#include <initializer_list>
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

// Colour, on a terminal only: never when piped, with NO_COLOR set, or with TERM=dumb.

enum class Stream { output, error };
bool is_terminal(Stream stream);

enum class Style { plain, strong, faint, good, warning, bad };

/// `text` in a style if the stream shows colour, else unchanged.
std::string paint(Stream stream, Style style, std::string_view text);

/// The style of the lines of a report that begin with a label.
struct LineStyle {
  std::string_view label;
  Style style;
};
/// The text of a report with its title and the lines of these labels set off.
std::string paint_report(std::string_view text, std::initializer_list<LineStyle> lines = {});

/// What the shell is told. Worse is larger.
enum class ExitCode {
  answer = 0,
  no_answer = 1,  ///< The physics or the numerics has none; also our own failures.
  bad_input = 2,
};

}  // namespace carom::cli
