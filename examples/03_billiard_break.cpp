// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The billiard break of S3: how far apart the outcomes are, against the angle between the balls.
#include <carom/carom.h>

#include <cstdio>
#include <numbers>

int main() {
  std::printf("theta [deg]  inner product      xi   outcomes\n");
  for (int degrees = 60; degrees <= 180; degrees += 15) {
    const double theta = degrees * std::numbers::pi / 180.0;
    const auto analysis = carom::analyze(carom::make_scene("billiards", {{"theta", theta}}));
    std::printf("%11d  %13.4f  %6.4f  %9.0f\n", degrees,
                analysis.certificate.pairs[0].inner_product, analysis.outcomes.indeterminacy,
                analysis.outcomes.count);
  }
  std::printf("One outcome at 90 degrees (orthogonal in the mass metric) and at 180 (grazing).\n");
}
