// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Filled bands over two axes, with a colour bar. Bands are painted from the lowest level up, each
// over the last, so that no seams show; a line in a darker shade of the band runs along its edge.
// Where there is no value the hatched ground shows. In SVG and PDF, where vertices cost bytes, the
// grid is thinned until the picture has no more than `most_vertices`. Positive values over more
// than three decades are drawn by their logarithms.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "report/plot/contour_bands.h"
#include "report/plot/frame.h"

namespace carom::report {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double bar_gap = 9.0, bar_width = 10.0, bar_tick = 2.5, bar_text_gap = 2.5,
                 bar_label_gap = 5.0;                    // pt
constexpr double swatch_height = 9.0, swatch_gap = 7.0;  // pt
constexpr Eigen::Index most_cells = 400;
constexpr std::size_t most_vertices = 100000;  // about 25 bytes each in SVG
constexpr double closest_lines = 2.0;  // pt apart, on average; denser lines would hide the bands
constexpr double both_signs = 0.01;    // of the larger side: less on the other counts as rounding
constexpr double many_decades = 1e3;   // highest over lowest value, above which logarithms show
// Of a band: a plateau this far below a level is on it. Above the rounding of values, far below
// what moves a line visibly.
constexpr double level_rounding = 1e-9;

/// Bands and their colours. Without edges there is one band, or none if there is no value.
struct Scale {
  bool any_value = false, any_missing = false;
  double low = 0.0, high = 0.0;
  BandEdges bands;
  bool diverging = false;
  bool logarithmic = false;

  std::size_t count() const { return bands.edges.empty() ? 1 : bands.edges.size() - 1; }

  Oklab colour(std::size_t k) const {
    if (bands.edges.empty()) return sequential_oklab(0.5);
    if (!diverging) {
      return sequential_oklab(static_cast<double>(k) /
                              std::max(1.0, static_cast<double>(count() - 1)));
    }
    const auto middle = [this](std::size_t n) {
      return 0.5 * (bands.edges[n] + bands.edges[n + 1]);
    };
    const double farthest = std::max(std::abs(middle(0)), std::abs(middle(count() - 1)));
    return diverging_oklab(middle(k) / farthest);
  }
};

Scale scale_of(const Eigen::MatrixXd& values) {
  Scale scale{.low = infinity, .high = -infinity, .bands = {}};
  for (const double value : values.reshaped()) {
    if (!is_drawable(value)) {
      scale.any_missing = true;
      continue;
    }
    scale.any_value = true;
    scale.low = std::min(scale.low, value);
    scale.high = std::max(scale.high, value);
  }
  if (!scale.any_value) return scale;
  scale.logarithmic = scale.low > 0.0 && scale.high > many_decades * scale.low;
  scale.bands = scale.logarithmic ? logarithmic_band_edges(scale.low, scale.high)
                                  : band_edges(scale.low, scale.high);
  const double larger = std::max(-scale.low, scale.high);
  scale.diverging = std::min(-scale.low, scale.high) > both_signs * larger;
  return scale;
}

/// What is painted for one band: everything from its lower edge up, and the line along that edge.
struct Band {
  std::vector<Polyline> outlines, lines;
};

std::size_t simplify(std::vector<Polyline>& lines) {
  std::size_t vertices = 0;
  for (Polyline& line : lines) {
    line = simplified(line, line_tolerance);
    vertices += line.size();
  }
  return vertices;
}

std::vector<Band> trace_bands(const ContourGrid& grid, const Scale& scale, std::size_t& vertices) {
  std::vector<Band> bands(scale.count());
  vertices = 0;
  for (std::size_t k = 0; k < bands.size(); ++k) {
    double level = -infinity;
    if (k > 0) {
      const double edge = scale.bands.edges[k];
      level = edge - level_rounding * (edge - scale.bands.edges[k - 1]);
      bands[k].lines = level_lines(grid, level);
    }
    bands[k].outlines = outlines_above(grid, level);
    vertices += simplify(bands[k].outlines) + simplify(bands[k].lines);
  }
  return bands;
}

double length_of_lines(const std::vector<Band>& bands) {
  double length = 0.0;
  for (const Band& band : bands) {
    for (const Polyline& line : band.lines) {
      for (std::size_t k = 1; k < line.size(); ++k) {
        length += std::hypot(line[k].x - line[k - 1].x, line[k].y - line[k - 1].y);
      }
    }
  }
  return length;
}

// The grid in points on the page.
ContourGrid on_page(const PlotFrame& frame, const ContourPlot& plot, bool logarithmic) {
  ContourGrid grid{plot.x, plot.y, plot.values};
  for (double& x : grid.x) x = frame.at(x, frame.y.low).x;
  for (double& y : grid.y) y = frame.at(frame.x.low, y).y;
  for (double& value : grid.values.reshaped()) {
    if (!is_drawable(value)) value = std::numeric_limits<double>::quiet_NaN();
    if (logarithmic) value = std::log10(value);
  }
  return grid;
}

void hatch(Canvas& canvas, const Box& box) {
  canvas.clip(box);
  canvas.fill(box, {0.96, 0.96, 0.96});
  std::vector<Polyline> lines;
  for (double x = box.left; x < box.right() + box.height; x += 4.0) {
    lines.push_back({{x, box.top}, {x - box.height, box.bottom()}});
  }
  canvas.stroke(lines, {.colour = {0.72, 0.72, 0.72}, .width = 0.5, .dashes = {}});
  canvas.unclip();
}

/// Depths below zero too, next to where they are above it: straight on from there. Between nodes
/// the outline of what is barred is then where it is, not at the last node that is free.
Eigen::MatrixXd signed_depths(const Eigen::MatrixXd& depths) {
  Eigen::MatrixXd values = depths;
  const auto at = [&](Eigen::Index i, Eigen::Index j) {
    const bool within = i >= 0 && j >= 0 && i < depths.rows() && j < depths.cols();
    return within && depths(i, j) > 0.0 ? depths(i, j) : 0.0;
  };
  for (Eigen::Index j = 0; j < depths.cols(); ++j) {
    for (Eigen::Index i = 0; i < depths.rows(); ++i) {
      if (depths(i, j) > 0.0) continue;
      double value = 0.0, nearest = 0.0;
      for (const auto& [di, dj] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}}) {
        const double one = at(i + di, j + dj), two = at(i + 2 * di, j + 2 * dj);
        if (one > 0.0 && two > one) value = std::min(value, 2.0 * one - two);
        nearest = std::max(nearest, one);
      }
      // Half way where nothing is known, and where nothing is near well below.
      values(i, j) = value < 0.0 ? value : -std::max(nearest, 1e-12);
    }
  }
  return values;
}

void draw_barred(Canvas& canvas, const PlotFrame& frame, const ContourPlot& plot) {
  if (plot.barred.size() == 0) return;
  ContourGrid grid = on_page(frame, plot, false);
  grid.values = signed_depths(plot.barred);
  if (canvas.is_vector_format()) grid = thinned(grid, most_cells);
  std::vector<Polyline> outlines = outlines_above(grid, 0.0);
  simplify(outlines);
  if (outlines.empty()) return;
  canvas.clip(outlines);
  cross_out(canvas, frame.box);
  canvas.unclip();
  for (Polyline& line : outlines) line.push_back(line.front());
  canvas.clip(frame.box);
  canvas.stroke(outlines, {.colour = {0.15, 0.15, 0.15}, .width = 0.5, .dashes = {}});
  canvas.unclip();
}

void draw_bands(Canvas& canvas, const PlotFrame& frame, const ContourPlot& plot,
                const Scale& scale) {
  ContourGrid grid = on_page(frame, plot, scale.logarithmic);
  std::size_t vertices = 0;
  Eigen::Index cells = most_cells;
  if (canvas.is_vector_format()) grid = thinned(grid, cells);
  std::vector<Band> bands = trace_bands(grid, scale, vertices);
  while (canvas.is_vector_format() && vertices > most_vertices && cells > 40) {
    cells = cells * 3 / 4;
    bands = trace_bands(thinned(grid, cells), scale, vertices);
  }
  for (std::size_t k = 0; k < bands.size(); ++k) {
    canvas.fill(bands[k].outlines, to_colour(scale.colour(k)));
  }
  if (length_of_lines(bands) * closest_lines > frame.box.width * frame.box.height) return;
  for (std::size_t k = 0; k < bands.size(); ++k) {
    const Colour shade = darker(scale.colour(k), 0.75);
    canvas.stroke(bands[k].lines, {.colour = shade, .width = 0.35, .dashes = {}});
  }
}

void stroke_zero(Canvas& canvas, const std::vector<Polyline>& lines) {
  canvas.stroke(lines, {.colour = white, .width = 2.2, .dashes = {}});
  canvas.stroke(lines, {.colour = black, .width = 1.2, .dashes = {}});
}

void draw_zero_curves(Canvas& canvas, const PlotFrame& frame, const std::vector<PlotLine>& curves) {
  // Farther out nothing can be seen, and Cairo's coordinates would overflow.
  const auto near = [](double share) { return share > -1.0 && share < 2.0; };
  std::vector<Polyline> lines;
  for (const PlotLine& curve : curves) {
    lines.emplace_back();
    for (std::size_t k = 0; k < curve.x.size(); ++k) {
      if (near(frame.x.share(curve.x[k])) && near(frame.y.share(curve.y[k]))) {
        lines.back().push_back(frame.at(curve.x[k], curve.y[k]));
      } else if (!lines.back().empty()) {
        lines.emplace_back();
      }
    }
  }
  for (Polyline& line : lines) line = simplified(line, line_tolerance);
  canvas.clip(frame.box);
  stroke_zero(canvas, lines);
  canvas.unclip();
}

const std::string missing_label = "no value";

// From the bar's left side to the right end of its tick labels.
double bar_and_ticks(const Canvas& canvas, const Scale& scale) {
  return bar_width + bar_tick + bar_text_gap + widest_label(canvas, scale.bands.ticks);
}

bool has_barred(const ContourPlot& plot) {
  return plot.barred.size() > 0 && (plot.barred.array() > 0.0).any();
}

double room_for_bar(const Canvas& canvas, const ContourPlot& plot, const Scale& scale) {
  double room = bar_and_ticks(canvas, scale);
  if (!plot.value_label.empty()) room += bar_label_gap + label_size;
  const auto leave_room = [&](const std::string& label) {
    room =
        std::max(room, bar_width + bar_tick + bar_text_gap + canvas.text_length(label, tick_size));
  };
  if (scale.any_missing) leave_room(missing_label);
  if (has_barred(plot)) leave_room(barred_label);
  return bar_gap + room + page_margin;
}

void draw_bar_bands(Canvas& canvas, const Box& bar, const Scale& scale, bool zero_curves) {
  const std::vector<double>& edges = scale.bands.edges;
  const auto height = [&](double value) {
    if (edges.empty()) return bar.middle_y();
    return bar.bottom() - (value - edges.front()) / (edges.back() - edges.front()) * bar.height;
  };
  canvas.fill(bar, to_colour(scale.colour(0)));
  for (std::size_t k = 1; k < scale.count(); ++k) {
    const double y = height(edges[k]);
    canvas.fill(Box{bar.left, bar.top, bar.width, y - bar.top}, to_colour(scale.colour(k)));
  }
  if (zero_curves && !edges.empty() && edges.front() <= 0.0 && edges.back() >= 0.0) {
    canvas.clip(bar);
    stroke_zero(canvas, {{{bar.left, height(0.0)}, {bar.right(), height(0.0)}}});
    canvas.unclip();
  }
  const Ticks& ticks = scale.bands.ticks;
  for (std::size_t k = 0; k < ticks.at.size(); ++k) {
    const double y = height(ticks.at[k]);
    canvas.stroke({{{bar.right(), y}, {bar.right() + bar_tick, y}}}, Pen{});
    canvas.text({bar.right() + bar_tick + bar_text_gap, y}, ticks.labels[k],
                {.size = tick_size, .across = 0.0, .up = 0.5});
  }
  canvas.text({bar.left, bar.top - 5.5}, ticks.multiplier,
              {.size = tick_size, .across = 0.0, .up = 0.0});
  canvas.stroke(bar, Pen{});
}

void draw_bar(Canvas& canvas, const PlotFrame& frame, const ContourPlot& plot, const Scale& scale) {
  const Box& box = frame.box;
  Box bar{box.right() + bar_gap, box.top, bar_width, box.height};
  const auto add_swatch = [&](const std::string& label, const auto& fill) {
    const Box swatch{bar.left, bar.bottom() - swatch_height, bar_width, swatch_height};
    fill(swatch);
    canvas.stroke(swatch, Pen{});
    canvas.text({bar.right() + bar_tick + bar_text_gap, swatch.middle_y()}, label,
                {.size = tick_size, .across = 0.0, .up = 0.5});
    bar.height -= swatch_height + swatch_gap;
  };
  if (scale.any_missing) add_swatch(missing_label, [&](const Box& at) { hatch(canvas, at); });
  if (has_barred(plot)) {
    add_swatch(barred_label, [&](const Box& at) {
      canvas.clip(at);
      cross_out(canvas, at);
      canvas.unclip();
    });
  }
  if (!scale.any_value) return;
  draw_bar_bands(canvas, bar, scale, !plot.zero_curves.empty());
  // With a swatch below, the label keeps to the bar's height, clear of the swatch's label.
  const bool swatches = scale.any_missing || has_barred(plot);
  const double room = swatches ? bar.height : room_beside(canvas, bar);
  canvas.text_within(
      room, {bar.left + bar_and_ticks(canvas, scale) + bar_label_gap, bar.middle_y()},
      plot.value_label, {.size = label_size, .across = 0.5, .up = 1.0, .upwards = true});
}

}  // namespace

void draw(Canvas& canvas, const ContourPlot& plot) {
  const Scale scale = scale_of(plot.values);
  const PlotFrame frame =
      place_frame(canvas, plot.title, make_axis(plot.x_label, plot.x[0], plot.x[plot.x.size() - 1]),
                  make_axis(plot.y_label, plot.y[0], plot.y[plot.y.size() - 1]),
                  {.legend = 0.0,
                   .right = room_for_bar(canvas, plot, scale),
                   .multiplier = !scale.bands.ticks.multiplier.empty()});
  if (scale.any_missing) hatch(canvas, frame.box);
  if (scale.any_value) draw_bands(canvas, frame, plot, scale);
  draw_barred(canvas, frame, plot);
  draw_zero_curves(canvas, frame, plot.zero_curves);
  draw_axes(canvas, frame);
  draw_marks(canvas, frame, plot.marks);
  draw_bar(canvas, frame, plot, scale);
}

// What a contour plot's input must fulfil.

namespace {

void check_axis(const std::string& name, const Eigen::VectorXd& axis,
                std::vector<std::string>& faults) {
  if (axis.size() < 2) {
    faults.push_back("plot: size of " + name + " = " + std::to_string(axis.size()) +
                     "; expected at least 2; draw curves instead");
  }
  for (Eigen::Index k = 0; k < axis.size(); ++k) {
    const std::string what =
        "plot: " + name + "[" + std::to_string(k) + "] = " + base::number(axis[k]);
    if (!is_drawable(axis[k])) {
      faults.push_back(what + "; expected a finite number");
      return;
    }
    if (k > 0 && !(axis[k] > axis[k - 1])) {
      faults.push_back(what + " after " + base::number(axis[k - 1]) +
                       "; expected increasing numbers; sort the axis");
      return;
    }
  }
}

}  // namespace

std::vector<std::string> faults_of(const ContourPlot& plot) {
  std::vector<std::string> faults = faults_of_marks(plot.marks);
  check_axis("x", plot.x, faults);
  check_axis("y", plot.y, faults);
  if (plot.values.rows() != plot.x.size() || plot.values.cols() != plot.y.size()) {
    faults.push_back("plot: size of values = " + std::to_string(plot.values.rows()) + " × " +
                     std::to_string(plot.values.cols()) + "; expected that of x by that of y, " +
                     std::to_string(plot.x.size()) + " × " + std::to_string(plot.y.size()));
  }
  if (plot.barred.size() > 0 &&
      (plot.barred.rows() != plot.values.rows() || plot.barred.cols() != plot.values.cols())) {
    faults.push_back("plot: size of barred = " + std::to_string(plot.barred.rows()) + " × " +
                     std::to_string(plot.barred.cols()) + "; expected that of values");
  }
  for (std::size_t k = 0; k < plot.zero_curves.size(); ++k) {
    const PlotLine& curve = plot.zero_curves[k];
    if (curve.x.size() == curve.y.size()) continue;
    faults.push_back("plot: zero curve " + std::to_string(k) +
                     ": sizes of x and y = " + std::to_string(curve.x.size()) + " and " +
                     std::to_string(curve.y.size()) + "; expected the same");
  }
  return faults;
}

}  // namespace carom::report
