// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
#pragma once

namespace carom {

/// A loop may be open by this when a problem is made or updated [m, rad].
inline constexpr double loop_tolerance = 1e-6;

}  // namespace carom
