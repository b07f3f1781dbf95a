// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Curves over one axis. The legend stands above the frame, where it covers no curve. Curves differ
// by colour and by dashes. A thin grey line marks zero if it lies within the frame.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "report/plot/frame.h"

namespace carom::report {
namespace {

constexpr double vertical_margin = 0.05;  // of the range, above and below the curves
constexpr double least_decades = 3.0;     // spanned before the axis is logarithmic
constexpr double curve_width = 1.2, sample_length = 20.0, legend_row = 11.0,
                 legend_gap = 4.0;  // pt
constexpr double dot_width = 3.0;   // pt, of a point with a gap on both sides

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    if (!is_drawable(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool empty() const { return low > high; }
};

Range range_x(const CurvePlot& plot) {
  Range range;
  for (const auto& curve : plot.curves) {
    for (const double x : curve.x) range.add(x);
  }
  return range;
}

Range range_y(const CurvePlot& plot) {
  Range range;
  for (const auto& curve : plot.curves) {
    for (const double y : curve.y) range.add(y);
  }
  for (const PlotMark& mark : plot.marks) {
    if (is_drawable(mark.x)) range.add(mark.y);
  }
  return range;
}

Axis y_axis(const CurvePlot& plot) {
  const Range range = range_y(plot);
  if (range.empty()) return make_axis(plot.y_label, 0.0, 1.0);
  const double decades =
      range.low > 1.0 / largest_drawn ? std::log10(range.high) - std::log10(range.low) : 0.0;
  if (decades > least_decades) {
    const double margin = std::pow(10.0, vertical_margin * decades);
    const std::string blank = plot.y_label.empty() ? "" : " ";
    return {.label = plot.y_label + blank + "(log scale)",
            .low = std::max(range.low / margin, 1.0 / (10.0 * largest_drawn)),
            .high = std::min(range.high, largest_drawn / margin) * margin,
            .logarithmic = true,
            .ticks = {}};
  }
  Axis axis = make_axis(plot.y_label, range.low, range.high);
  const double margin = vertical_margin * (axis.high - axis.low);
  axis.low -= margin;
  axis.high += margin;
  return axis;
}

Pen pen_of(std::size_t k) {
  return {.colour = curve_colour(k), .width = curve_width, .dashes = curve_dashes(k)};
}

// The curve on the page, a piece between each two gaps; a point between gaps is a piece too.
std::vector<Polyline> pieces_of(const PlotFrame& frame, const CurvePlot::Curve& curve) {
  std::vector<Polyline> pieces(1);
  for (Eigen::Index k = 0; k < curve.x.size(); ++k) {
    if (is_drawable(curve.y[k])) {
      pieces.back().push_back(frame.at(curve.x[k], curve.y[k]));
    } else if (!pieces.back().empty()) {
      pieces.emplace_back();
    }
  }
  for (Polyline& piece : pieces) piece = simplified(piece, line_tolerance);
  return pieces;
}

void draw_curve(Canvas& canvas, const PlotFrame& frame, const CurvePlot& plot, std::size_t k) {
  std::vector<Polyline> pieces = pieces_of(frame, plot.curves[k]);
  const auto dots = std::stable_partition(pieces.begin(), pieces.end(),
                                          [](const Polyline& piece) { return piece.size() > 1; });
  const std::vector<Polyline> alone(dots, pieces.end());
  pieces.erase(dots, pieces.end());
  canvas.clip(frame.box);
  canvas.stroke(pieces, pen_of(k));
  canvas.unclip();
  canvas.stroke(alone, {.colour = curve_colour(k), .width = dot_width, .dashes = {}});
}

/// From half way before the first point that is barred to half way after the last one.
void draw_barred(Canvas& canvas, const PlotFrame& frame, const CurvePlot& plot) {
  const auto& [x, depth] = plot.barred;
  for (Eigen::Index first = 0; first < x.size(); ++first) {
    if (!(depth[first] > 0.0)) continue;
    Eigen::Index last = first;
    while (last + 1 < x.size() && depth[last + 1] > 0.0) ++last;
    const double from = first > 0 ? 0.5 * (x[first - 1] + x[first]) : x[first];
    const double to = last + 1 < x.size() ? 0.5 * (x[last] + x[last + 1]) : x[last];
    const Box& box = frame.box;
    const double left = frame.at(from, frame.y.low).x;
    const Box barred{left, box.top, frame.at(to, frame.y.low).x - left, box.height};
    canvas.clip(barred);
    cross_out(canvas, barred);
    canvas.unclip();
    const double room = canvas.text_length(barred_label, tick_size) + 4.0;
    if (barred.width > room) {
      canvas.text({barred.middle_x(), barred.top + 4.0}, barred_label,
                  {.size = tick_size, .across = 0.5, .up = 1.0, .halo = 2.0});
    }
    first = last;
  }
}

/// Labels of curves in rows, as many to a row as fit.
class Legend {
 public:
  Legend(const Canvas& canvas, const CurvePlot& plot) {
    double widest = 0.0;
    for (const auto& curve : plot.curves) {
      widest = std::max(widest, canvas.text_length(curve.label, tick_size));
    }
    if (plot.curves.size() < 2 || widest == 0.0) return;
    const double room = canvas.width() - 2.0 * page_margin;
    column_ = std::min(sample_length + widest + 4.0 * legend_gap, room);
    columns_ = std::min(static_cast<std::size_t>(room / column_), plot.curves.size());
    rows_ = (plot.curves.size() + columns_ - 1) / columns_;
    row_ = std::min(legend_row, 0.4 * canvas.height() / static_cast<double>(rows_));
  }

  double height() const { return rows_ == 0 ? 0.0 : row_ * static_cast<double>(rows_) + 2.0; }

  void draw(Canvas& canvas, const CurvePlot& plot, double top) const {
    if (rows_ == 0) return;
    const double left = 0.5 * (canvas.width() - column_ * static_cast<double>(columns_));
    for (std::size_t k = 0; k < plot.curves.size(); ++k) {
      const double x = left + column_ * static_cast<double>(k % columns_) + legend_gap;
      const double y = top + row_ * (static_cast<double>(k / columns_) + 0.5);
      canvas.stroke({{{x, y}, {x + sample_length, y}}}, pen_of(k));
      canvas.text_within(column_ - sample_length - 2.5 * legend_gap,
                         {x + sample_length + legend_gap, y}, plot.curves[k].label,
                         {.size = tick_size, .across = 0.0, .up = 0.5});
    }
  }

 private:
  std::size_t columns_ = 0, rows_ = 0;
  double column_ = 0.0, row_ = legend_row;
};

}  // namespace

std::vector<std::string> faults_of(const CurvePlot& plot) {
  std::vector<std::string> faults = faults_of_marks(plot.marks);
  Eigen::Index points = 0;
  for (const auto& curve : plot.curves) {
    const std::string where = "plot: curve '" + curve.label + "': ";
    points += curve.x.size();
    if (curve.x.size() != curve.y.size()) {
      faults.push_back(where + "sizes of x and y = " + std::to_string(curve.x.size()) + " and " +
                       std::to_string(curve.y.size()) + "; expected the same");
    }
    const auto wrong = std::find_if_not(curve.x.begin(), curve.x.end(), is_drawable);
    if (wrong == curve.x.end()) continue;
    faults.push_back(where + "x[" + std::to_string(wrong - curve.x.begin()) +
                     "] = " + base::number(*wrong) + "; expected a finite number");
  }
  if (plot.barred.x.size() != plot.barred.depth.size()) {
    faults.push_back("plot: sizes of barred x and depth = " + std::to_string(plot.barred.x.size()) +
                     " and " + std::to_string(plot.barred.depth.size()) + "; expected the same");
  }
  if (points == 0) faults.push_back("plot: points on curves = 0; expected at least one");
  return faults;
}

void draw(Canvas& canvas, const CurvePlot& plot) {
  const Legend legend(canvas, plot);
  const Range x = range_x(plot);
  const PlotFrame frame =
      place_frame(canvas, plot.title, make_axis(plot.x_label, x.low, x.high), y_axis(plot),
                  {.legend = legend.height(), .right = 2.0 * page_margin, .multiplier = false});
  const double row = frame.y.ticks.multiplier.empty() ? 0.0 : tick_size + 2.0;
  legend.draw(canvas, plot, frame.box.top - row - legend.height());
  if (!frame.y.logarithmic && frame.y.low < 0.0 && frame.y.high > 0.0) {
    canvas.stroke({{frame.at(frame.x.low, 0.0), frame.at(frame.x.high, 0.0)}},
                  {.colour = {0.7, 0.7, 0.7}, .width = 0.5, .dashes = {}});
  }
  draw_barred(canvas, frame, plot);
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    draw_curve(canvas, frame, plot, k);
  }
  if (range_y(plot).empty()) {
    canvas.text({frame.box.middle_x(), frame.box.middle_y()}, "no value",
                {.size = label_size, .across = 0.5, .up = 0.5});
  }
  draw_axes(canvas, frame);
  draw_marks(canvas, frame, plot.marks);
}

}  // namespace carom::report
