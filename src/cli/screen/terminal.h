// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Colour, on a terminal only: never when piped, with NO_COLOR set, or with TERM=dumb.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace carom::cli {

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

}  // namespace carom::cli
