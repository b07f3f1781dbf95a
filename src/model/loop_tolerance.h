// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#pragma once

namespace carom {

/// A loop may be open by this when a problem is made or updated [m, rad].
/// A choice: postures in files have six digits and more, solvers close loops to 1e-10
/// (PostureOptions), and rows at a place that is off by this have errors of this share, as large
/// as residual_bound.
inline constexpr double loop_tolerance = 1e-6;

}  // namespace carom
