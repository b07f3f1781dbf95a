// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Cairo calls, and what makes its files the same each time: a fixed date in PDF, and a fixed name
// for the page in SVG, which Cairo numbers by process. PNG gets the resolution Cairo leaves out.
#include "report/plot/canvas.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "carom/error.h"

namespace carom::report {
namespace {

constexpr double dots_per_inch = 300.0;
constexpr double points_per_inch = 72.0;
constexpr double capital_height = 0.73;    // of the size, in DejaVu Sans
constexpr double smallest_letters = 0.75;  // of the wanted size, before text is cut

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

int pixels(double points) {
  return static_cast<int>(std::lround(points * dots_per_inch / points_per_inch));
}

cairo_surface_t* make_surface(PlotFormat format, double width, double height, std::string* bytes) {
  if (format == PlotFormat::png) {
    return cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(width), pixels(height));
  }
  if (format == PlotFormat::svg) {
    return cairo_svg_surface_create_for_stream(append, bytes, width, height);
  }
  cairo_surface_t* surface = cairo_pdf_surface_create_for_stream(append, bytes, width, height);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2026-01-01T00:00:00Z");
  return surface;
}

void choose_font(cairo_t* context) {
  cairo_select_font_face(context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_font_options_t* options = cairo_font_options_create();
  // Unhinted: letters keep their widths at every size, and all formats the same layout.
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(context, options);
  cairo_font_options_destroy(options);
}

// The chunk "pHYs" with 11811 dots per metre (300 per inch), after the header.
std::string with_resolution(std::string png) {
  constexpr std::string_view chunk("\0\0\0\x09pHYs\0\0\x2e\x23\0\0\x2e\x23\x01\x78\xa5\x3f\x76",
                                   21);
  constexpr std::size_t header_end = 33;  // signature 8, header chunk 25
  return png.insert(header_end, chunk);
}

std::string with_fixed_page_name(std::string svg) {
  constexpr std::string_view start = "id=\"surface";
  for (auto at = svg.find(start); at != std::string::npos; at = svg.find(start, at)) {
    at += start.size();
    svg.replace(at, svg.find('"', at) - at, "1");
  }
  return svg;
}

// Line breaks and other control characters have no shape.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text;
}

void drop_last_character(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0) == 0x80) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

bool Box::contains(const Box& other) const {
  return other.left >= left && other.top >= top && other.right() <= right() &&
         other.bottom() <= bottom();
}

bool Box::overlaps(const Box& other) const {
  return other.left < right() && left < other.right() && other.top < bottom() &&
         top < other.bottom();
}

Canvas::Canvas(PlotFormat format, double width, double height)
    : format_(format),
      width_(width),
      height_(height),
      surface_(make_surface(format, width, height, &bytes_)),
      context_(cairo_create(surface_.get())) {
  if (format == PlotFormat::png) {
    const double scale = dots_per_inch / points_per_inch;
    cairo_scale(context_.get(), scale, scale);
  }
  choose_font(context_.get());
  cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
  fill(Box{-1.0, -1.0, width + 2.0, height + 2.0}, white);
}

void Canvas::use(const Colour& colour) {
  cairo_set_source_rgb(context_.get(), colour.red, colour.green, colour.blue);
}

void Canvas::trace(const std::vector<Polyline>& lines, bool closed) {
  cairo_new_path(context_.get());
  for (const Polyline& line : lines) {
    if (line.empty()) continue;
    cairo_move_to(context_.get(), line.front().x, line.front().y);
    // A line of one point is a dot, drawn by its round ends.
    if (line.size() == 1) cairo_line_to(context_.get(), line.front().x, line.front().y);
    for (std::size_t k = 1; k < line.size(); ++k) {
      cairo_line_to(context_.get(), line[k].x, line[k].y);
    }
    if (closed) cairo_close_path(context_.get());
  }
}

void Canvas::stroke(const std::vector<Polyline>& lines, const Pen& pen) {
  use(pen.colour);
  cairo_set_line_width(context_.get(), pen.width);
  cairo_set_dash(context_.get(), pen.dashes.data(), static_cast<int>(pen.dashes.size()), 0.0);
  cairo_set_line_cap(context_.get(),
                     pen.dashes.empty() ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  trace(lines, false);
  cairo_stroke(context_.get());
}

void Canvas::fill(const std::vector<Polyline>& outlines, const Colour& colour) {
  use(colour);
  trace(outlines, true);
  cairo_fill(context_.get());
}

void Canvas::stroke(const Box& box, const Pen& pen) {
  use(pen.colour);
  cairo_set_line_width(context_.get(), pen.width);
  cairo_set_dash(context_.get(), nullptr, 0, 0.0);
  cairo_rectangle(context_.get(), box.left, box.top, box.width, box.height);
  cairo_stroke(context_.get());
}

void Canvas::fill(const Box& box, const Colour& colour) {
  use(colour);
  cairo_rectangle(context_.get(), box.left, box.top, box.width, box.height);
  cairo_fill(context_.get());
}

double Canvas::text_length(const std::string& text, double size) const {
  cairo_text_extents_t extents{};
  cairo_set_font_size(context_.get(), size);
  cairo_text_extents(context_.get(), one_line(text).c_str(), &extents);
  return extents.x_advance;
}

void Canvas::text(const Point& at, const std::string& text, const TextStyle& style) {
  if (text.empty()) return;
  const double length = text_length(text, style.size);
  cairo_save(context_.get());
  cairo_translate(context_.get(), at.x, at.y);
  if (style.upwards) cairo_rotate(context_.get(), -std::acos(0.0));
  cairo_move_to(context_.get(), -style.across * length, style.up * capital_height * style.size);
  if (style.halo > 0.0) {
    cairo_text_path(context_.get(), one_line(text).c_str());
    use(white);
    cairo_set_line_width(context_.get(), 2.0 * style.halo);
    cairo_set_dash(context_.get(), nullptr, 0, 0.0);
    cairo_stroke(context_.get());
    cairo_move_to(context_.get(), -style.across * length, style.up * capital_height * style.size);
  }
  use(black);
  cairo_show_text(context_.get(), one_line(text).c_str());
  cairo_restore(context_.get());
  cairo_new_path(context_.get());
}

void Canvas::text_within(double room, const Point& at, const std::string& text, TextStyle style) {
  std::string shown = text;
  const double length = text_length(shown, style.size);
  if (length > room) style.size *= std::max(smallest_letters, room / length);
  std::string rest = text;
  // 1e-9: a text that was shrunk to the room exceeds it by rounding alone.
  while (!rest.empty() && text_length(shown, style.size) > room * (1.0 + 1e-9)) {
    drop_last_character(rest);
    shown = rest + "…";
  }
  this->text(at, shown, style);
}

void Canvas::clip(const Box& box) {
  cairo_save(context_.get());
  cairo_rectangle(context_.get(), box.left, box.top, box.width, box.height);
  cairo_clip(context_.get());
}

void Canvas::clip(const std::vector<Polyline>& outlines) {
  cairo_save(context_.get());
  cairo_new_path(context_.get());
  trace(outlines, true);
  cairo_clip(context_.get());
}

void Canvas::unclip() { cairo_restore(context_.get()); }

std::string Canvas::finish(const std::string& where) {
  cairo_status_t status = cairo_status(context_.get());
  if (status == CAIRO_STATUS_SUCCESS && format_ == PlotFormat::png) {
    status = cairo_surface_write_to_png_stream(surface_.get(), append, &bytes_);
  }
  cairo_surface_finish(surface_.get());
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface_.get());
  if (status != CAIRO_STATUS_SUCCESS) {
    throw InvalidInput(where + ": drawing = " + cairo_status_to_string(status) +
                       "; expected text in UTF-8; check the title and the labels");
  }
  if (format_ == PlotFormat::png) return with_resolution(std::move(bytes_));
  if (format_ == PlotFormat::svg) return with_fixed_page_name(std::move(bytes_));
  return std::move(bytes_);
}

// Opening-window simplification; the window is bounded, so that the cost is linear.

namespace {

constexpr std::size_t longest_window =
    64;  // vertices one chord may replace: bounds the work, 64² checks

double distance_to_chord(const Point& p, const Point& a, const Point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double square = dx * dx + dy * dy;
  double share = square > 0.0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0.0;
  share = std::clamp(share, 0.0, 1.0);
  return std::hypot(p.x - a.x - share * dx, p.y - a.y - share * dy);
}

bool chord_fits(const Polyline& line, std::size_t first, std::size_t last, double tolerance) {
  for (std::size_t k = first + 1; k < last; ++k) {
    if (distance_to_chord(line[k], line[first], line[last]) > tolerance) return false;
  }
  return true;
}

}  // namespace

Polyline simplified(const Polyline& line, double tolerance) {
  if (line.size() < 3) return line;
  Polyline kept{line.front()};
  std::size_t anchor = 0;
  for (std::size_t k = 2; k < line.size(); ++k) {
    if (k - anchor <= longest_window && chord_fits(line, anchor, k, tolerance)) continue;
    anchor = k - 1;
    kept.push_back(line[anchor]);
  }
  kept.push_back(line.back());
  return kept;
}

}  // namespace carom::report
