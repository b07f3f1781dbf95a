// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The one number below which a relative quantity is zero.
#pragma once

namespace carom {

/// Relative, without unit; used for three questions that must agree with each other:
/// - a contact whose approach speed (in the mass metric, unit normal) is below
///   zero_tolerance * |p-| is grazing and is not used;
/// - two momenta that differ by less than zero_tolerance * |p-| at every contact are the same;
/// - an inner product of unit normals within zero_tolerance of -cos(pi/m) is that Coxeter angle.
/// A reflection moves the momentum by more than twice this, so a state never merges with its own
/// successor. Rounding over a few thousand reflections stays two decades below it. Larger: weak but
/// real contacts are ignored. Smaller: rounding is taken for a contact.
inline constexpr double zero_tolerance = 1e-11;

/// A feasibility margin (distance of 0 to the hull of the unit normals) below this counts as zero:
/// no velocity separates every contact. Errors of a margin are of the order of the square root of
/// the rounding of its square.
inline constexpr double margin_tolerance = 1e-9;

}  // namespace carom
