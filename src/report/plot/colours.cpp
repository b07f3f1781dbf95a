// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The sequential map is a Catmull–Rom curve through five points of Oklab, run by its arc length.
// The diverging map is two straight lines from a common near white.
#include "report/plot/colours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace carom::report {
namespace {

// Lightness rises; the hue turns from violet (310°) over blue and teal to yellow (108°).
constexpr std::array<Oklab, 5> sequential_points{{{0.28, 0.071, -0.084},
                                                  {0.42, 0.010, -0.115},
                                                  {0.58, -0.064, -0.064},
                                                  {0.74, -0.132, 0.048},
                                                  {0.92, -0.053, 0.162}}};
constexpr Oklab map_middle{0.97, 0.0, 0.0}, cold_end{0.43, -0.038, -0.118},
    warm_end{0.43, 0.135, 0.07};

constexpr std::size_t arc_samples = 257;

Oklab blend(const Oklab& from, const Oklab& to, double share) {
  return {from.lightness + share * (to.lightness - from.lightness),
          from.a + share * (to.a - from.a), from.b + share * (to.b - from.b)};
}

double catmull_rom(double p0, double p1, double p2, double p3, double t) {
  return p1 + 0.5 * t *
                  (p2 - p0 +
                   t * (2.0 * p0 - 5.0 * p1 + 4.0 * p2 - p3 + t * (3.0 * (p1 - p2) + p3 - p0)));
}

// The curve at `share` of its parameter; beyond the ends it goes on straight.
Oklab on_curve(double share) {
  const double position = share * static_cast<double>(sequential_points.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(position), sequential_points.size() - 2);
  const double t = position - static_cast<double>(k);
  const Oklab &p1 = sequential_points[k], &p2 = sequential_points[k + 1];
  const Oklab p0 = k > 0 ? sequential_points[k - 1] : blend(p1, p2, -1.0);
  const Oklab p3 =
      k + 2 < sequential_points.size() ? sequential_points[k + 2] : blend(p2, p1, -1.0);
  return {catmull_rom(p0.lightness, p1.lightness, p2.lightness, p3.lightness, t),
          catmull_rom(p0.a, p1.a, p2.a, p3.a, t), catmull_rom(p0.b, p1.b, p2.b, p3.b, t)};
}

double distance(const Oklab& p, const Oklab& q) {
  return std::hypot(p.lightness - q.lightness, p.a - q.a, p.b - q.b);
}

// Length of the curve up to each sample.
const std::array<double, arc_samples>& arc_lengths() {
  static const std::array<double, arc_samples> lengths = [] {
    std::array<double, arc_samples> sum{};
    for (std::size_t k = 1; k < arc_samples; ++k) {
      const double step = 1.0 / static_cast<double>(arc_samples - 1);
      const double at = static_cast<double>(k) * step;
      sum[k] = sum[k - 1] + distance(on_curve(at - step), on_curve(at));
    }
    return sum;
  }();
  return lengths;
}

double transfer(double linear) {
  const double light = std::clamp(linear, 0.0, 1.0);
  return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1.0 / 2.4) - 0.055;
}

double cube(double value) { return value * value * value; }

}  // namespace

Oklab sequential_oklab(double share) {
  const auto& lengths = arc_lengths();
  const double wanted = std::clamp(share, 0.0, 1.0) * lengths.back();
  const auto after = std::upper_bound(lengths.begin() + 1, lengths.end() - 1, wanted);
  const auto k = static_cast<double>(after - lengths.begin() - 1);
  const double part = (wanted - *(after - 1)) / (*after - *(after - 1));
  return on_curve((k + part) / static_cast<double>(arc_samples - 1));
}

Oklab diverging_oklab(double share) {
  const double side = std::clamp(share, -1.0, 1.0);
  return blend(map_middle, side < 0.0 ? cold_end : warm_end, std::abs(side));
}

Colour linear_light(const Oklab& colour) {
  const auto& [lightness, a, b] = colour;
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

Colour to_colour(const Oklab& colour) {
  const Colour light = linear_light(colour);
  return {transfer(light.red), transfer(light.green), transfer(light.blue)};
}

Colour darker(const Oklab& colour, double share) {
  return to_colour({share * colour.lightness, share * colour.a, share * colour.b});
}

Colour curve_colour(std::size_t k) {
  constexpr std::array<Colour, 7> colours{{{0.0, 0.447, 0.698},      // blue
                                           {0.835, 0.369, 0.0},      // vermillion
                                           {0.0, 0.620, 0.451},      // bluish green
                                           {0.8, 0.475, 0.655},      // reddish purple
                                           {0.0, 0.0, 0.0},          // black
                                           {0.902, 0.624, 0.0},      // orange
                                           {0.337, 0.706, 0.914}}};  // sky blue
  return colours[k % colours.size()];
}

std::vector<double> curve_dashes(std::size_t k) {
  switch (k % 4) {
    case 0: return {};
    case 1: return {5.0, 2.0};
    case 2: return {1.2, 1.6};
    default: return {6.0, 1.8, 1.2, 1.8};
  }
}

}  // namespace carom::report
