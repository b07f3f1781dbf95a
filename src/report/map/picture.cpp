// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The picture of a map.
#include <fmt/format.h>

#include "carom/error.h"
#include "carom/report.h"
#include "report/files/csv.h"
#include "report/map/summary.h"
#include "report/plot/plot.h"

namespace carom {
namespace {

using report::ContourPlot;
using report::CurvePlot;
using report::label;
using report::PlotLine;
using report::PlotMark;

std::vector<PlotMark> marks_of(const std::optional<MapFeatures>& features, bool curve) {
  std::vector<PlotMark> marks;
  if (!features) return marks;
  // A to Z by value, as S0's figure names its points, where they are few.
  const bool letters = features->points.size() <= 8;
  for (std::size_t k = 0; k < features->points.size(); ++k) {
    const CriticalPoint& point = features->points[k];
    const char shape = point.kind == CriticalPoint::Kind::minimum   ? 'o'
                       : point.kind == CriticalPoint::Kind::maximum ? 's'
                                                                    : 'x';
    marks.push_back({point.at[0], curve ? point.value : point.at[1],
                     letters ? std::string(1, static_cast<char>('A' + k)) : "", shape});
  }
  return marks;
}

}  // namespace

void write_picture(const std::filesystem::path& file, const Map& map, const std::string& title,
                   int measure, const Eigen::VectorXd& values,
                   const std::optional<MapFeatures>& features, const Eigen::VectorXd& penetration) {
  const auto& axes = map.options().axes;
  const auto axis_values = [](const MapAxis& axis) {
    Eigen::VectorXd list(axis.count);
    for (std::int64_t k = 0; k < axis.count; ++k) list[k] = axis.at(k);
    return list;
  };
  const MapColumn& column = report::measure_column(map, static_cast<std::size_t>(measure));
  if (axes.size() == 1) {
    CurvePlot plot;
    plot.title = title;
    plot.x_label = label(map.columns()[0]);
    plot.y_label = label(column);
    plot.curves.push_back({column.name, axis_values(axes[0]), values});
    plot.marks = marks_of(features, true);
    if (penetration.size() > 0) plot.barred = {axis_values(axes[0]), penetration};
    report::write_plot(file, plot);
    return;
  }
  if (axes.size() != 2) {
    throw InvalidInput(
        fmt::format("{}: a picture of {} axes; expected one or two", file.string(), axes.size()));
  }
  ContourPlot plot;
  plot.title = title;
  plot.x_label = label(map.columns()[0]);
  plot.y_label = label(map.columns()[1]);
  plot.value_label = label(column);
  plot.x = axis_values(axes[0]);
  plot.y = axis_values(axes[1]);
  plot.values = Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(
      values.data(), axes[0].count, axes[1].count);
  if (penetration.size() > 0) {
    plot.barred = Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(
        penetration.data(), axes[0].count, axes[1].count);
  }
  plot.marks = marks_of(features, false);
  if (features) {
    for (const ZeroCurve& zero : features->zeros) {
      PlotLine line;
      for (Eigen::Index k = 0; k < zero.points.cols() + (zero.closed ? 1 : 0); ++k) {
        line.x.push_back(zero.points(0, k % zero.points.cols()));
        line.y.push_back(zero.points(1, k % zero.points.cols()));
      }
      plot.zero_curves.push_back(std::move(line));
    }
  }
  report::write_plot(file, plot);
}

}  // namespace carom
