// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The frame: margins follow from the labels, so that long numbers never leave the page.
#include "report/plot/frame.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

void draw_axes(Canvas& canvas, const PlotFrame& frame) {
  draw_x_axis(canvas, frame);
  draw_y_axis(canvas, frame);
  canvas.stroke(frame.box, Pen{});
}

}  // namespace carom::report
