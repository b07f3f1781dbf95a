// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Colours of bands and curves. Both colour maps run at constant speed in Oklab (B. Ottosson, "A
// perceptual color space for image processing", 2020), so that equal steps look equal.
#pragma once

#include <cstddef>
#include <vector>

namespace carom::report {

/// sRGB, each channel in [0, 1].
struct Colour {
  double red = 0.0, green = 0.0, blue = 0.0;
};

/// Oklab: lightness in [0, 1], green to red, blue to yellow.
struct Oklab {
  double lightness = 0.0, a = 0.0, b = 0.0;
};

/// From dark violet (share 0) over teal to light yellow (share 1); ever lighter.
Oklab sequential_oklab(double share);
/// From blue (share −1) over near white (0) to red (1); both sides equally dark.
Oklab diverging_oklab(double share);

/// Channels outside of [0, 1] are clipped.
Colour to_colour(const Oklab& colour);
/// The same before clipping and without the transfer curve of sRGB: tells what a screen can show.
Colour linear_light(const Oklab& colour);
/// The same hue with `share` of the lightness.
Colour darker(const Oklab& colour, double share);

/// Colour and dashes of the k-th curve; 28 curves differ. Colours by Okabe & Ito (2008), told apart
/// by the colour-blind, without their yellow, which is lost on white.
Colour curve_colour(std::size_t k);
std::vector<double> curve_dashes(std::size_t k);

}  // namespace carom::report
