// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Ticks are found as whole numbers of steps; only then do they become numbers and text.
#include "report/plot/ticks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>

namespace carom::report {
namespace {

constexpr double pi = std::numbers::pi;
// Of a step: a tick this far beyond an end is on it. Above the rounding of a quotient of up to
// 1e6 steps, far below what can be seen.
constexpr double edge_share = 1e-9;
// Of the size: a narrower range is a single value. Its labels would need ten digits and more, and
// rounding of the values (1e-13) would be drawn as a curve soon after.
constexpr double single_share = 1e-9;
constexpr double smallest_span = 1e-300;  // steps of it stay above the smallest normal number
constexpr double largest_angle = 1e6;     // rad: beyond, multiples of π say nothing
constexpr int most_bands = 20;
constexpr double most_short_decades = 40.0;            // more would run together
constexpr int smallest_plain = -2, largest_plain = 4;  // decades written without a multiplier

struct Whole {
  long long first, last;
};

// Multiples of `step` within [low, high].
Whole multiples(double step, double low, double high) {
  return {static_cast<long long>(std::ceil(low / step - edge_share)),
          static_cast<long long>(std::floor(high / step + edge_share))};
}

std::string with_minus_sign(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

std::string fixed(double value, int decimals) {
  std::array<char, 400> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::fixed, decimals);
  return with_minus_sign(std::string(text.data(), end.ptr));
}

std::string superscript(int exponent) {
  constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(exponent)) {
    text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
  }
  return text;
}

// 1e-12: the logarithm of a power of ten may be rounded to below the integer.
int decade_of(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-12)); }

// "3π/4" for numerator 3, denominator 4.
std::string pi_label(long long numerator, long long denominator) {
  if (numerator == 0) return "0";
  const long long common = std::gcd(numerator, denominator);
  const long long above = std::abs(numerator) / common, below = denominator / common;
  return (numerator < 0 ? "−" : "") + (above == 1 ? "" : std::to_string(above)) + "π" +
         (below == 1 ? "" : "/" + std::to_string(below));
}

TickStep normalised(TickStep step) {
  while (step.mantissa % 10 == 0) step = {step.mantissa / 10, step.exponent + 1};
  return step;
}

// Like nice_step, with 2.5 too: the number of bands then varies by no more than a factor of two.
TickStep band_step(double least) {
  const TickStep step = nice_step(least);
  const TickStep half{25, step.exponent - 1};
  return step.mantissa == 5 && half.times(1.0) >= least ? half : step;
}

}  // namespace

double TickStep::times(double count) const {
  // A division by a power of ten rounds once: 3 × 10⁻¹ is then the double nearest to 0.3.
  const double whole = count * mantissa;
  return exponent < 0 && exponent > -300 ? whole / std::pow(10.0, -exponent)
                                         : whole * std::pow(10.0, exponent);
}

TickStep nice_step(double least) {
  const int decade = static_cast<int>(std::floor(std::log10(least)));
  for (const int exponent : {decade, decade + 1}) {
    for (const int mantissa : {1, 2, 5}) {
      const TickStep step{mantissa, exponent};
      if (step.times(1.0) >= least * (1.0 - edge_share)) return step;
    }
  }
  return {1, decade + 2};
}

Ticks ticks_at(const TickStep& step, double low, double high) {
  const auto [first, last] = multiples(step.times(1.0), low, high);
  const double largest = step.times(static_cast<double>(std::max(std::abs(first), std::abs(last))));
  int shift = largest > 0.0 ? decade_of(largest) : 0;
  if (shift >= smallest_plain && shift <= largest_plain) shift = 0;
  const TickStep shown{step.mantissa, step.exponent - shift};
  Ticks ticks;
  if (shift != 0) ticks.multiplier = "×10" + superscript(shift);
  for (long long k = first; k <= last; ++k) {
    ticks.at.push_back(step.times(static_cast<double>(k)));
    ticks.labels.push_back(
        fixed(shown.times(static_cast<double>(k)), std::max(0, -shown.exponent)));
  }
  return ticks;
}

Ticks linear_ticks(double low, double high, int most) {
  return ticks_at(nice_step((high - low) / most), low, high);
}

Ticks angle_ticks(double low, double high, int most) {
  const double least = (high - low) / most / pi;  // in half turns
  const auto roomy = [least](double step) { return step >= least * (1.0 - edge_share); };
  const long long denominator = roomy(0.25) ? 4 : roomy(0.5) ? 2 : 1;
  const double step = denominator > 1 || roomy(1.0) ? 1.0 : nice_step(least).times(1.0);
  const double unit = pi * step / static_cast<double>(denominator);
  const auto [first, last] = multiples(unit, low, high);
  Ticks ticks;
  for (long long k = first; k <= last; ++k) {
    ticks.at.push_back(static_cast<double>(k) * unit);
    ticks.labels.push_back(pi_label(k * static_cast<long long>(step), denominator));
  }
  return ticks;
}

Ticks logarithmic_ticks(double low, double high, int most) {
  const auto [first, last] = multiples(1.0, std::log10(low), std::log10(high));
  const double decades = std::max(1.0, static_cast<double>(last - first));
  const auto every = static_cast<long long>(std::max(1.0, nice_step(decades / most).times(1.0)));
  const bool short_ticks = decades <= most_short_decades;
  Ticks ticks;
  for (long long k = first - 1; k <= last; ++k) {
    const bool inside = k >= first;
    const double decade = std::pow(10.0, static_cast<double>(k));
    if (inside && k % every == 0) {
      ticks.at.push_back(decade);
      ticks.labels.push_back("10" + superscript(static_cast<int>(k)));
    } else if (inside && short_ticks) {
      ticks.minor.push_back(decade);
    }
    for (int m = 2; m <= 9 && every == 1; ++m) {
      if (m * decade >= low && m * decade <= high) ticks.minor.push_back(m * decade);
    }
  }
  return ticks;
}

Ticks axis_ticks(std::string_view label, double low, double high, int most) {
  const bool angle = label.ends_with("[rad]") && high - low >= 0.5 * pi * (1.0 - edge_share) &&
                     std::max(std::abs(low), std::abs(high)) <= largest_angle;
  return angle ? angle_ticks(low, high, most) : linear_ticks(low, high, most);
}

Ticks single_tick(double value) {
  const int decade = value != 0.0 ? decade_of(std::abs(value)) : 0;
  const bool plain = decade >= smallest_plain && decade <= largest_plain;
  const int decimals = plain ? std::max(0, 3 - decade) : 3;
  const double shown = plain ? value : TickStep{1, -decade}.times(value);
  std::string text = fixed(shown, decimals);
  if (decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return {.at = {value},
          .labels = {text},
          .minor = {},
          .multiplier = plain ? "" : "×10" + superscript(decade)};
}

bool is_single_value(double low, double high) {
  const double span = high - low;
  return !(span > single_share * std::max(std::abs(low), std::abs(high))) || span < smallest_span;
}

BandEdges band_edges(double low, double high) {
  if (is_single_value(low, high)) return {{}, single_tick(0.5 * (low + high))};
  const TickStep step = band_step((high - low) / most_bands);
  const double width = step.times(1.0);
  const auto first = static_cast<long long>(std::floor(low / width + edge_share));
  const auto last = static_cast<long long>(std::ceil(high / width - edge_share));
  BandEdges bands;
  for (long long k = first; k <= last; ++k) {
    bands.edges.push_back(step.times(static_cast<double>(k)));
  }
  // Every fifth step of 2.5 would be 12.5.
  const int five = step.mantissa == 25 ? 4 : 5;
  for (const int every : {2, five, 10}) {
    bands.ticks = ticks_at(normalised({step.mantissa * every, step.exponent}), bands.edges.front(),
                           bands.edges.back());
    if (bands.ticks.at.size() <= 9) break;
  }
  return bands;
}

BandEdges logarithmic_band_edges(double low, double high) {
  constexpr double parts[] = {10.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01};
  constexpr int most_ticks = 9;
  const double first = std::log10(low), decades = std::log10(high) - first;
  double per_decade = parts[std::size(parts) - 1];
  for (const double part : parts) {
    if (decades * part > most_bands) continue;
    per_decade = part;
    break;
  }
  BandEdges bands;
  const auto start = static_cast<long long>(std::floor(first * per_decade + edge_share));
  const auto end = static_cast<long long>(std::ceil(std::log10(high) * per_decade - edge_share));
  for (long long k = start; k <= end; ++k) {
    bands.edges.push_back(static_cast<double>(k) / per_decade);
  }
  bands.ticks = logarithmic_ticks(std::pow(10.0, bands.edges.front()),
                                  std::pow(10.0, bands.edges.back()), most_ticks);
  for (double& at : bands.ticks.at) at = std::log10(at);
  bands.ticks.minor.clear();
  return bands;
}

}  // namespace carom::report
