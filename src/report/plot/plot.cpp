// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The file: its format by its extension, its bytes written whole once they are complete.
#include "report/plot/plot.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

#include "carom/error.h"
#include "report/files/bytes.h"
#include "report/plot/canvas.h"
#include "report/plot/frame.h"

namespace carom::report {
namespace {

constexpr double points_per_millimetre = 72.0 / 25.4;
constexpr double page_width = 120.0 * points_per_millimetre;
constexpr double page_height = 90.0 * points_per_millimetre;

std::optional<PlotFormat> format_of(const std::filesystem::path& file) {
  constexpr std::array<std::pair<std::string_view, PlotFormat>, 3> formats{
      {{".png", PlotFormat::png}, {".svg", PlotFormat::svg}, {".pdf", PlotFormat::pdf}}};
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& [name, format] : formats) {
    if (extension == name) return format;
  }
  return std::nullopt;
}

void write_bytes(const std::filesystem::path& file, const std::string& bytes) {
  try {
    write_in_place(file, bytes);
  } catch (const DiskFault& fault) {
    throw InvalidInput(file.string() + ": cannot be written: " + fault.reason +
                       "; expected a file that may be written in a folder that exists");
  }
}

template <typename Plot>
void write(const std::filesystem::path& file, const Plot& plot) {
  const auto format = format_of(file);
  if (!format) {
    throw InvalidInput(file.string() + ": extension = '" + file.extension().string() +
                       "'; expected .png, .svg or .pdf");
  }
  std::vector<std::string> faults = faults_of(plot);
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  Canvas canvas(*format, page_width, page_height);
  draw(canvas, plot);
  write_bytes(file, canvas.finish(file.string()));
}

}  // namespace

void write_plot(const std::filesystem::path& file, const CurvePlot& plot) { write(file, plot); }
void write_plot(const std::filesystem::path& file, const ContourPlot& plot) { write(file, plot); }
bool is_plot_file(const std::filesystem::path& file) { return format_of(file).has_value(); }

}  // namespace carom::report
