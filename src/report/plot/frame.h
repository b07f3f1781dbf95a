// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// What both kinds of plots share: the frame with its axes, and marks with their labels.
#pragma once

#include <string>
#include <vector>

#include "report/plot/canvas.h"
#include "report/plot/plot.h"
#include "report/plot/ticks.h"

namespace carom::report {

inline constexpr double tick_size = 8.0, label_size = 9.0;  // letters, pt
inline constexpr double page_margin = 4.0;                  // pt
/// Larger numbers have spans that overflow; as values they count as missing.
inline constexpr double largest_drawn = 1e300;

bool is_drawable(double value);

struct Axis {
  std::string label;
  double low = 0.0, high = 1.0;
  bool logarithmic = false;
  Ticks ticks;
  /// 0 at low, 1 at high.
  double share(double value) const;
};

/// An axis over exactly [low, high], widened if that is a single value; no ticks yet.
Axis make_axis(const std::string& label, double low, double high);

/// The frame on the page and the numbers it spans.
struct PlotFrame {
  Box box;
  Axis x, y;
  Point at(double x_value, double y_value) const;
};

/// Room around the frame for what is not the axes'.
struct FrameRoom {
  double legend = 0.0;      ///< pt between the title and the frame
  double right = 0.0;       ///< pt right of the frame
  bool multiplier = false;  ///< A multiplier stands above the frame even if the y axis has none.
};

/// Chooses ticks, leaves room for their labels, and draws the title.
PlotFrame place_frame(Canvas& canvas, const std::string& title, Axis x, Axis y, FrameRoom room);
/// The border, ticks and labels; last, over what is drawn in the frame.
void draw_axes(Canvas& canvas, const PlotFrame& frame);
/// Length in pt of upward text that is centred on the box and stays on the page.
double room_beside(const Canvas& canvas, const Box& box);
/// Length in pt of the longest label.
double widest_label(const Canvas& canvas, const Ticks& ticks);

/// Dark with a white outline, each label beside its mark where it leaves the frame and the other
/// marks alone.
void draw_marks(Canvas& canvas, const PlotFrame& frame, const std::vector<PlotMark>& marks);
/// Lines across what cannot be, within what is clipped to: denser than, and across, those of what
/// has no value.
void cross_out(Canvas& canvas, const Box& box);
/// What stands beside a swatch of such lines.
inline constexpr const char* barred_label = "impossible";

/// "where: …" for each mark whose shape is unknown.
std::vector<std::string> faults_of_marks(const std::vector<PlotMark>& marks);

/// The plots themselves, on a fresh canvas.
void draw(Canvas& canvas, const CurvePlot& plot);
void draw(Canvas& canvas, const ContourPlot& plot);
/// Everything that is wrong with the input, "plot: what = value; expected rule".
std::vector<std::string> faults_of(const CurvePlot& plot);
std::vector<std::string> faults_of(const ContourPlot& plot);

}  // namespace carom::report
