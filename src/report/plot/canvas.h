// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// A page to draw on: a thin owner of Cairo's surface and context, in points (1/72 inch) from the
// upper left corner. PNG, SVG and PDF get the same calls; `finish` returns the file's bytes.
// Nothing in them depends on time or on what was drawn before.
#pragma once

#include <cairo.h>

#include <memory>
#include <string>
#include <vector>

#include "report/plot/colours.h"

namespace carom::report {

struct Point {
  double x = 0.0, y = 0.0;
};
using Polyline = std::vector<Point>;

/// Points (a tenth of a dot at 300 dpi): vertices of curves and contours closer to their chord are
/// left out.
inline constexpr double line_tolerance = 0.02;

/// Leaves out vertices that lie within `tolerance` of the chord that replaces them. First and last
/// stay. Opening window: a chord grows until a vertex it skips is too far from it.
Polyline simplified(const Polyline& line, double tolerance);

enum class PlotFormat { png, svg, pdf };

struct Box {
  double left = 0.0, top = 0.0, width = 0.0, height = 0.0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
  double middle_x() const { return left + 0.5 * width; }
  double middle_y() const { return top + 0.5 * height; }
  bool contains(const Box& other) const;
  bool overlaps(const Box& other) const;
};

inline constexpr Colour black{0.0, 0.0, 0.0}, white{1.0, 1.0, 1.0};

struct Pen {
  Colour colour = black;
  double width = 0.6;          ///< pt
  std::vector<double> dashes;  ///< pt on, pt off, …; empty: solid.
};

struct TextStyle {
  double size = 8.0;     ///< pt
  double across = 0.5;   ///< Which part of the text is at x: 0 its left end, 1 its right end.
  double up = 0.0;       ///< What is at y: 0 the base line, 1 the top of capitals.
  bool upwards = false;  ///< Read from bottom to top; `across` and `up` turn with it.
  double halo = 0.0;     ///< pt of white around the letters.
};

class Canvas {
 public:
  Canvas(PlotFormat format, double width, double height);
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  double width() const { return width_; }
  double height() const { return height_; }
  /// Whether every vertex costs bytes in the file.
  bool is_vector_format() const { return format_ != PlotFormat::png; }

  void stroke(const std::vector<Polyline>& lines, const Pen& pen);
  /// Closed outlines, filled together by winding number.
  void fill(const std::vector<Polyline>& outlines, const Colour& colour);
  void stroke(const Box& box, const Pen& pen);
  void fill(const Box& box, const Colour& colour);

  /// Length in pt of a line of text.
  double text_length(const std::string& text, double size) const;
  void text(const Point& at, const std::string& text, const TextStyle& style);
  /// The same in at most `room` pt: smaller letters first, then the end cut off.
  void text_within(double room, const Point& at, const std::string& text, TextStyle style);

  /// Until unclip, nothing is drawn outside of the box.
  void clip(const Box& box);
  /// Or of closed outlines, by winding number.
  void clip(const std::vector<Polyline>& outlines);
  void unclip();

  /// The file. Throws InvalidInput, naming `where`, if something could not be drawn.
  std::string finish(const std::string& where);

 private:
  void trace(const std::vector<Polyline>& lines, bool closed);
  void use(const Colour& colour);

  template <auto destroy>
  struct Destroyer {
    template <typename T>
    void operator()(T* object) const {
      destroy(object);
    }
  };

  PlotFormat format_;
  double width_, height_;
  std::string bytes_;  // outlives the surface, which writes to it
  std::unique_ptr<cairo_surface_t, Destroyer<cairo_surface_destroy>> surface_;
  std::unique_ptr<cairo_t, Destroyer<cairo_destroy>> context_;
};

}  // namespace carom::report
