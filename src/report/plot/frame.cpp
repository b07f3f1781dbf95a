// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The frame: margins follow from the labels, so that long numbers never leave the page.
#include "report/plot/frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace carom::report {
namespace {

constexpr double tick_length = 3.0, minor_length = 1.6, gap = 3.0;  // pt
constexpr int most_x_ticks = 7, most_y_ticks = 7;

Ticks ticks_of(const Axis& axis, int most) {
  return axis.logarithmic ? logarithmic_ticks(axis.low, axis.high, most)
                          : axis_ticks(axis.label, axis.low, axis.high, most);
}

// The most ticks whose labels keep a distance of one letter.
Ticks x_ticks_within(const Canvas& canvas, const Axis& axis, double width) {
  Ticks ticks;
  for (int most = most_x_ticks; most >= 2; --most) {
    ticks = ticks_of(axis, most);
    const double room = width / std::max<double>(1.0, static_cast<double>(ticks.at.size()) - 1.0);
    if (widest_label(canvas, ticks) + tick_size <= room) break;
  }
  return ticks;
}

void draw_x_axis(Canvas& canvas, const PlotFrame& frame) {
  const Box& box = frame.box;
  std::vector<Polyline> ticks;
  for (const double at : frame.x.ticks.at) {
    const double x = frame.at(at, frame.y.low).x;
    ticks.push_back({{x, box.bottom()}, {x, box.bottom() + tick_length}});
  }
  canvas.stroke(ticks, Pen{});
  const double base = box.bottom() + tick_length + gap;
  for (std::size_t k = 0; k < frame.x.ticks.at.size(); ++k) {
    canvas.text({ticks[k].front().x, base}, frame.x.ticks.labels[k],
                {.size = tick_size, .across = 0.5, .up = 1.0});
  }
  const double label_top = base + tick_size + gap;
  const std::string& multiplier = frame.x.ticks.multiplier;
  const double taken = multiplier.empty() ? 0.0 : canvas.text_length(multiplier, tick_size) + gap;
  canvas.text({box.right(), label_top}, multiplier, {.size = tick_size, .across = 1.0, .up = 1.0});
  canvas.text_within(box.width - 2.0 * taken, {box.middle_x(), label_top}, frame.x.label,
                     {.size = label_size, .across = 0.5, .up = 1.0});
}

void draw_y_axis(Canvas& canvas, const PlotFrame& frame) {
  const Box& box = frame.box;
  std::vector<Polyline> ticks;
  for (const double at : frame.y.ticks.at) {
    const double y = frame.at(frame.x.low, at).y;
    ticks.push_back({{box.left, y}, {box.left - tick_length, y}});
  }
  const std::size_t labelled = ticks.size();
  for (const double at : frame.y.ticks.minor) {
    const double y = frame.at(frame.x.low, at).y;
    ticks.push_back({{box.left, y}, {box.left - minor_length, y}});
  }
  canvas.stroke(ticks, Pen{});
  for (std::size_t k = 0; k < labelled; ++k) {
    canvas.text({box.left - tick_length - gap, ticks[k].front().y}, frame.y.ticks.labels[k],
                {.size = tick_size, .across = 1.0, .up = 0.5});
  }
  canvas.text({box.left, box.top - gap - 1.0}, frame.y.ticks.multiplier,
              {.size = tick_size, .across = 0.0, .up = 0.0});
  canvas.text_within(room_beside(canvas, box), {page_margin, box.middle_y()}, frame.y.label,
                     {.size = label_size, .across = 0.5, .up = 1.0, .upwards = true});
}

}  // namespace

double room_beside(const Canvas& canvas, const Box& box) {
  return 2.0 * (std::min(box.middle_y(), canvas.height() - box.middle_y()) - page_margin);
}

bool is_drawable(double value) { return std::abs(value) <= largest_drawn; }

double Axis::share(double value) const {
  if (logarithmic) {
    return (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
  }
  return (value - low) / (high - low);
}

Axis make_axis(const std::string& label, double low, double high) {
  if (is_single_value(low, high)) {
    const double middle = 0.5 * (low + high);
    // Around 0 there is no size to go by; 1e-290: a tenth of it is a span that has ticks.
    const double half = std::abs(middle) > 1e-290 ? 0.1 * std::abs(middle) : 1.0;
    low = middle - half;
    high = middle + half;
  }
  return {.label = label, .low = low, .high = high, .logarithmic = false, .ticks = {}};
}

Point PlotFrame::at(double x_value, double y_value) const {
  return {box.left + x.share(x_value) * box.width, box.bottom() - y.share(y_value) * box.height};
}

double widest_label(const Canvas& canvas, const Ticks& ticks) {
  double widest = 0.0;
  for (const std::string& label : ticks.labels) {
    widest = std::max(widest, canvas.text_length(label, tick_size));
  }
  return widest;
}

PlotFrame place_frame(Canvas& canvas, const std::string& title, Axis x, Axis y, FrameRoom room) {
  y.ticks = ticks_of(y, most_y_ticks);
  double top = page_margin + 0.5 * tick_size;
  if (!title.empty()) top += label_size + gap;
  top += room.legend;
  if (room.multiplier || !y.ticks.multiplier.empty()) top += tick_size + 2.0;
  double left = page_margin + widest_label(canvas, y.ticks) + gap + tick_length;
  if (!y.label.empty()) left += label_size + gap;
  x.ticks = x_ticks_within(canvas, x, canvas.width() - left - room.right);
  double bottom = page_margin + tick_length + gap + tick_size;
  if (!x.label.empty() || !x.ticks.multiplier.empty()) bottom += gap + label_size;
  // Half of the outermost labels may stand beside the frame.
  const double half = 0.5 * widest_label(canvas, x.ticks);
  const double right = std::max(room.right, half + page_margin);
  left = std::max(left, half + page_margin);
  const PlotFrame frame{{left, top, canvas.width() - left - right, canvas.height() - top - bottom},
                        std::move(x),
                        std::move(y)};
  canvas.text_within(canvas.width() - 2.0 * page_margin, {0.5 * canvas.width(), page_margin + gap},
                     title, {.size = label_size, .across = 0.5, .up = 1.0});
  return frame;
}

void cross_out(Canvas& canvas, const Box& box) {
  constexpr double apart = 5.0;  // pt
  std::vector<Polyline> lines;
  for (double x = box.left - box.height; x < box.right(); x += apart) {
    lines.push_back({{x, box.top}, {x + box.height, box.bottom()}});
  }
  // White below dark: seen on every colour.
  canvas.stroke(lines, {.colour = white, .width = 1.3, .dashes = {}});
  canvas.stroke(lines, {.colour = {0.25, 0.25, 0.25}, .width = 0.6, .dashes = {}});
}

void draw_axes(Canvas& canvas, const PlotFrame& frame) {
  draw_x_axis(canvas, frame);
  draw_y_axis(canvas, frame);
  canvas.stroke(frame.box, Pen{});
}

// Marks and their labels. A label is tried at eight places around its mark; the first that stays in
// the frame and clear of all marks and earlier labels is taken, else the first in the frame.

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
  Polyline ring = corners;
  ring.push_back(corners.front());
  canvas.stroke(std::vector<Polyline>{ring},
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
