// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Where an axis has its ticks and what stands beside them.
// Steps are 1, 2 or 5 times a power of ten; multiples of π for angles; decades for logarithms.
// Labels are made from whole multiples of the step, so that they carry no rounding noise.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom::report {

/// Labels use the minus sign U+2212 and superscripts; `multiplier` is "×10⁻³" or empty.
struct Ticks {
  std::vector<double> at;
  std::vector<std::string> labels;  ///< One for each of `at`.
  std::vector<double> minor;        ///< Short ticks without labels.
  std::string multiplier;
};

/// A step of mantissa × 10^exponent.
struct TickStep {
  int mantissa = 1, exponent = 0;
  double times(double count) const;
};

/// The smallest of 1, 2, 5 × 10ⁿ that is not below `least` > 0.
TickStep nice_step(double least);
/// All multiples of the step in [low, high].
Ticks ticks_at(const TickStep& step, double low, double high);

/// At most `most` + 1 ticks.
Ticks linear_ticks(double low, double high, int most);
/// Multiples of π/4, π/2, π, 2π, 5π, …
Ticks angle_ticks(double low, double high, int most);
/// Decades within 0 < low < high, 2 to 9 times a decade as minor ticks.
Ticks logarithmic_ticks(double low, double high, int most);
/// Angle ticks if the label ends with "[rad]" and the range spans at least π/2 within ±10⁶, else
/// linear ones.
Ticks axis_ticks(std::string_view label, double low, double high, int most);
/// One tick, with four digits.
Ticks single_tick(double value);

/// Whether the range is too narrow to divide: no more than rounding of its ends.
bool is_single_value(double low, double high);

/// Edges of bands over [low, high]: 10 to 21 of a nice step, the first not above low, the
/// last not below high, with ticks on some of the edges. A single value has no edges, and one tick.
struct BandEdges {
  std::vector<double> edges;
  Ticks ticks;
};
BandEdges band_edges(double low, double high);
/// The same for logarithms: edges and ticks are log10 of values, steps a whole part or multiple of
/// a decade.
BandEdges logarithmic_band_edges(double low, double high);

}  // namespace carom::report
