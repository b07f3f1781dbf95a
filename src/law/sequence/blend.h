// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The share α of the elastic outcome in p⁺ = p_p + α (p_e − p_p) for which (1 − R²) of the plastic
// loss is lost (S3 eq. 16, 17, corrected):
//   α = [−c + √(c² + R² D (D + 2c))]/D,   c = ⟨p_p, p_e − p_p⟩ ≥ 0,   D = ‖p_e − p_p‖².
#pragma once

#include <algorithm>
#include <cmath>

namespace carom::law {

inline double elastic_share(double R, double c, double D) {
  if (D <= 0.0 || R == 0.0) return 0.0;
  c = std::max(0.0, c);  // ⟨p_p, Σμᵢuᵢ⟩ ≥ 0 for μ ≥ 0: below 0 is rounding
  // Written without the cancellation of −c and the root.
  const double root = std::sqrt(c * c + R * R * D * (D + 2.0 * c));
  return std::min(1.0, R * R * (D + 2.0 * c) / (c + root));
}

}  // namespace carom::law
