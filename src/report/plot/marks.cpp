// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Marks and their labels. A label is tried at eight places around its mark; the first that stays in
// the frame and clear of all marks and earlier labels is taken, else the first in the frame.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include "base/text.h"
#include "report/plot/frame.h"

namespace carom::report {
namespace {

constexpr std::string_view shapes = "osxd^v";
constexpr double radius = 2.8, outline = 1.1, label_gap = 2.0;  // pt
constexpr double mark_text = 8.5;                               // letters, pt
// Of the axis: a mark this far outside is on the edge. Above the error of a critical point (1e-9),
// and less than 1e-3 pt on any page.
constexpr double mark_edge = 1e-6;

// Corners of a regular polygon, the first at `angle` from the right, turning up.
Polyline regular(const Point& centre, double size, int corners, double angle) {
  Polyline outline_points;
  for (int k = 0; k < corners; ++k) {
    const double turn = angle + 2.0 * std::numbers::pi * k / corners;
    outline_points.push_back({centre.x + size * std::cos(turn), centre.y - size * std::sin(turn)});
  }
  return outline_points;
}

void draw_cross(Canvas& canvas, const Point& at) {
  const std::vector<Polyline> cross{
      {{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}},
      {{at.x - radius, at.y + radius}, {at.x + radius, at.y - radius}}};
  canvas.stroke(cross, {.colour = white, .width = 1.5 + 2.0 * outline, .dashes = {}});
  canvas.stroke(cross, {.colour = black, .width = 1.5, .dashes = {}});
}

void draw_shape(Canvas& canvas, const Point& at, char shape) {
  if (shape == 'x') return draw_cross(canvas, at);
  const double quarter = 0.5 * std::numbers::pi;
  Polyline corners = shape == 'o'   ? regular(at, radius, 48, 0.0)
                     : shape == 's' ? regular(at, 1.25 * radius, 4, 0.5 * quarter)
                     : shape == 'd' ? regular(at, 1.25 * radius, 4, 0.0)
                     : shape == '^' ? regular(at, 1.3 * radius, 3, quarter)
                                    : regular(at, 1.3 * radius, 3, -quarter);
  Polyline closed = corners;
  closed.push_back(corners.front());
  canvas.stroke(std::vector<Polyline>{closed},
                {.colour = white, .width = 2.0 * outline, .dashes = {}});
  canvas.fill(std::vector<Polyline>{corners}, black);
}

Box around(const Point& at) {
  const double size = radius + outline;
  return {at.x - size, at.y - size, 2.0 * size, 2.0 * size};
}

// On the page, or nothing if outside of the frame.
std::optional<Point> place(const PlotFrame& frame, const PlotMark& mark) {
  const double right = frame.x.share(mark.x), up = frame.y.share(mark.y);
  const auto inside = [](double share) { return share >= -mark_edge && share <= 1 + mark_edge; };
  if (!inside(right) || !inside(up)) return std::nullopt;  // also if NaN
  return frame.at(mark.x, mark.y);
}

// Right, left, above, below, then the corners.
std::array<Box, 8> places_around(const Canvas& canvas, const Point& at, const std::string& label) {
  const Box size{0.0, 0.0, canvas.text_length(label, mark_text), 0.75 * mark_text};
  const double far = radius + outline + label_gap, near = 0.6 * far;
  const double left = at.x - size.width, top = at.y - size.height;
  const auto box = [&size](double x, double y) { return Box{x, y, size.width, size.height}; };
  return {box(at.x + far, at.y - 0.5 * size.height),
          box(left - far, at.y - 0.5 * size.height),
          box(at.x - 0.5 * size.width, top - far),
          box(at.x - 0.5 * size.width, at.y + far),
          box(at.x + near, top - near),
          box(left - near, top - near),
          box(at.x + near, at.y + near),
          box(left - near, at.y + near)};
}

// Empty if the label fits nowhere in the frame.
std::optional<Box> best_place(const Box& frame, const std::array<Box, 8>& places,
                              const std::vector<Box>& taken) {
  std::optional<Box> best;
  const Box inner{frame.left + 1.0, frame.top + 1.0, frame.width - 2.0, frame.height - 2.0};
  for (const Box& place : places) {
    if (!inner.contains(place)) continue;
    const bool clear = std::none_of(taken.begin(), taken.end(),
                                    [&place](const Box& other) { return place.overlaps(other); });
    if (clear) return place;
    if (!best) best = place;
  }
  return best;
}

// For a label too long for any place: over or under the mark, as wide as the frame allows.
Box forced_place(const Box& frame, const Point& at, const Box& label) {
  const double far = radius + outline + label_gap;
  const double width = std::min(label.width, frame.width - 2.0);
  const double left = std::clamp(at.x - 0.5 * width, frame.left + 1.0, frame.right() - 1.0 - width);
  const bool above = at.y > frame.middle_y();
  return {left, above ? at.y - far - label.height : at.y + far, width, label.height};
}

}  // namespace

void draw_marks(Canvas& canvas, const PlotFrame& frame, const std::vector<PlotMark>& marks) {
  std::vector<Box> taken;
  std::vector<std::optional<Point>> points;
  for (const PlotMark& mark : marks) {
    points.push_back(place(frame, mark));
    if (!points.back()) continue;
    draw_shape(canvas, *points.back(), mark.shape);
    taken.push_back(around(*points.back()));
  }
  for (std::size_t k = 0; k < marks.size(); ++k) {
    if (!points[k] || marks[k].label.empty()) continue;
    const auto places = places_around(canvas, *points[k], marks[k].label);
    const auto found = best_place(frame.box, places, taken);
    const Box box = found ? *found : forced_place(frame.box, *points[k], places[0]);
    canvas.text_within(box.width, {box.left, box.bottom()}, marks[k].label,
                       {.size = mark_text, .across = 0.0, .up = 0.0, .halo = 1.1});
    taken.push_back(box);
  }
}

std::vector<std::string> faults_of_marks(const std::vector<PlotMark>& marks) {
  std::vector<std::string> faults;
  for (const PlotMark& mark : marks) {
    if (shapes.find(mark.shape) != std::string_view::npos) continue;
    faults.push_back("plot: mark '" + mark.label + "': shape = '" + mark.shape +
                     "'; expected one of o, s, x, d, ^, v");
  }
  return faults;
}

}  // namespace carom::report
