// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Curves of a run's page, as SVG. Colours come from the page's style, so that they follow dark mode
// and print.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/plot/ticks.h"
#include "report/run_page.h"
#include "report/run_table.h"

namespace carom::report {
namespace {

constexpr std::size_t spans = 360;
constexpr double left = 58.0, right = 8.0, top = 8.0, bottom = 26.0;  // px around the frame
constexpr std::size_t colours = 6;                                    // --c0 … of the page's style
constexpr std::size_t most_marks = 400;

/// Lowest and highest value within one span of time.
struct Extremes {
  Curves::Point low, high;
  bool empty = true, low_first = true;
  void add(const Curves::Point& point) {
    if (empty) {
      low = high = point;
    } else if (point.value < low.value) {
      low = point;
      low_first = false;
    } else if (point.value > high.value) {
      high = point;
      low_first = true;
    }
    empty = false;
  }
  void put(std::vector<Curves::Point>& points) {
    if (empty) return;
    points.push_back(low_first ? low : high);
    if (low.value != high.value) points.push_back(low_first ? high : low);
    empty = true;
  }
};

struct Frame {
  double width = 0.0, height = 0.0;
  double start = 0.0, end = 1.0, low = 0.0, high = 1.0;
  double x(double time) const {
    return left + (time - start) / (end - start) * (width - left - right);
  }
  double y(double value) const {
    return height - bottom - (value - low) / (high - low) * (height - top - bottom);
  }
};

/// The range of the values with room around; false: nothing to draw.
bool fit(const Chart& chart, Frame& frame) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Curves& curves : *chart.all) {
    for (const Curves::Point& point : curves.columns[chart.column]) {
      low = std::min(low, point.value);
      high = std::max(high, point.value);
    }
  }
  if (!(low <= high) || !std::isfinite(high - low)) return false;
  const double size = std::max(std::abs(low), std::abs(high));
  const bool flat = high - low <= 1e-9 * size;
  const double margin = !flat ? 0.06 * (high - low) : size > 0.0 ? 0.1 * size : 1.0;
  frame.low = low - margin;
  frame.high = high + margin;
  return true;
}

std::string axes_svg(const Frame& frame, bool wide) {
  std::string svg;
  const Ticks time = linear_ticks(frame.start, frame.end, wide ? 8 : 4);
  const double floor = frame.height - bottom, end = frame.width - right;
  for (std::size_t k = 0; k < time.at.size(); ++k) {
    svg += fmt::format(
        R"(<path class="g" d="M{0:.1f} {1:.1f}V{2:.1f}"/><text x="{0:.1f}" y="{3:.1f}" )"
        R"(text-anchor="middle">{4}</text>)",
        frame.x(time.at[k]), top, floor, floor + 15, time.labels[k]);
  }
  const Ticks values = linear_ticks(frame.low, frame.high, 4);
  for (std::size_t k = 0; k < values.at.size(); ++k) {
    svg += fmt::format(
        R"(<path class="g" d="M{0:.1f} {1:.1f}H{2:.1f}"/><text x="{3:.1f}" y="{4:.1f}" )"
        R"(text-anchor="end">{5}</text>)",
        left, frame.y(values.at[k]), end, left - 5, frame.y(values.at[k]) + 4, values.labels[k]);
  }
  if (!values.multiplier.empty()) {
    svg += fmt::format(R"(<text x="{}" y="{}" text-anchor="start">{}</text>)", 2, top + 4,
                       values.multiplier);
  }
  return svg;
}

std::string curve_svg(const Frame& frame, const std::vector<Curves::Point>& points,
                      std::size_t number) {
  std::string path;
  for (const Curves::Point& point : points) {
    path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", frame.x(point.time),
                        frame.y(point.value));
  }
  if (path.empty()) return path;
  const char* dashes = number == 0 ? "" : R"( stroke-dasharray="5 3")";
  return fmt::format(R"h(<path class="c" style="stroke:var(--c{})"{} d="{}"/>)h", number % colours,
                     dashes, path);
}

std::string marks_svg(const Frame& frame, const std::vector<double>& impacts) {
  std::string path;
  const std::size_t stride = impacts.size() / most_marks + 1;
  for (std::size_t k = 0; k < impacts.size(); k += stride) {
    path += fmt::format("M{:.1f} {:.1f}v-5", frame.x(impacts[k]), frame.height - bottom);
  }
  return path.empty() ? path : fmt::format(R"(<path class="m" d="{}"/>)", path);
}

}  // namespace

Curves read_curves(const std::filesystem::path& csv, const RunNames& names, double start,
                   double end) {
  RunTable table(csv, names);
  const std::size_t count = names.columns().size();
  Curves curves{.columns = std::vector<std::vector<Curves::Point>>(count)};
  std::vector<Extremes> extremes(count);
  std::vector<double> row;
  const double scale = end > start ? static_cast<double>(spans) / (end - start) : 0.0;
  double span = -1.0;
  const auto put_all = [&] {
    for (std::size_t k = 1; k < count; ++k) extremes[k].put(curves.columns[k]);
  };
  while (table.next(row)) {
    const double here = std::floor((row[0] - start) * scale);
    if (here != span) put_all();
    span = here;
    for (std::size_t k = 1; k < count; ++k) {
      if (std::isfinite(row[k])) extremes[k].add({row[0], row[k]});
    }
  }
  put_all();
  return curves;
}

std::string chart_html(const Chart& chart) {
  Frame frame{.width = chart.wide ? 720.0 : 340.0,
              .height = chart.wide ? 240.0 : 180.0,
              .start = chart.start,
              .end = chart.end > chart.start ? chart.end : chart.start + 1.0};
  if (!fit(chart, frame)) return {};
  const std::string label = escaped(chart.label);
  std::string svg =
      fmt::format(R"(<figure{}><figcaption>{}</figcaption><svg viewBox="0 0 {} {}" role="img" )"
                  R"(aria-label="{} over time [s]">)",
                  chart.wide ? R"( class="wide")" : "", label, frame.width, frame.height, label);
  svg += axes_svg(frame, chart.wide);
  svg += marks_svg(frame, *chart.impacts);
  for (std::size_t k = chart.all->size(); k-- > 0;) {
    svg += curve_svg(frame, (*chart.all)[k].columns[chart.column], k);
  }
  return svg + "</svg></figure>\n";
}

}  // namespace carom::report
