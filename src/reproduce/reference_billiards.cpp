// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// ξ(θ) of the billiard break at its zeros, its peaks and where a and b touch, for equal balls and
// for a light cue ball (r_c = 0.7), against an independent computation. Tolerance 1e-10.
#include <fmt/format.h>

#include "carom/analysis.h"
#include "reproduce/published.h"

namespace carom::published {
namespace {

struct BilliardPoint {
  const char* name;
  const char* what;
  double radius_c, theta, xi;
};

constexpr BilliardPoint billiard_points[] = {
    {"equal.touching", "a and b touch", 1.0, 1.0471975511965979, 0.75},
    {"equal.zero_m2", "zero of order 2", 1.0, 1.5707963267948968, 0.0},
    {"equal.peak", "peak", 1.0, 2.2370357369972327, 0.6180339833348488},
    {"equal.zero_m3", "zero of order 3", 1.0, 3.141592653589793, 0.0},
    {"light.touching", "a and b touch", 0.7, 1.2577498509901035, 0.7946501957868094},
    {"light.zero_m2", "zero of order 2", 0.7, 1.5707963267948968, 0.0},
    {"light.peak_1", "first peak", 0.7, 1.998749907067287, 0.9333644677433495},
    {"light.zero_m3", "zero of order 3", 0.7, 2.3070275414035994, 0.0},
    {"light.peak_2", "second peak", 0.7, 2.5632080010942278, 0.4921622252461819},
    {"light.zero_m4", "zero of order 4", 0.7, 2.822895381507897, 0.0},
    {"light.peak_3", "third peak", 0.7, 2.9616756627938488, 0.06203765388235955},
};

}  // namespace

void add_reference_billiards(Table& table) {
  for (const BilliardPoint& point : billiard_points) {
    table.add(fmt::format("billiards.{}", point.name), [&point] {
      const OutcomeSet outcomes = all_outcomes(billiards(point.radius_c, point.theta));
      return Reproduction{.source = reference,
                          .quantity = fmt::format("ξ at r_c = {}, {}, θ = {:.6f}", point.radius_c,
                                                  point.what, point.theta),
                          .published = number(point.xi),
                          .computed = number(outcomes.indeterminacy),
                          .digits = 10};
    });
  }
}

}  // namespace carom::published
