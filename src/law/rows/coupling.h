// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Does an impulse at one contact change the velocity at another? Rows in the mass metric whose
// inner product, relative to their lengths, is above zero_tolerance.
#pragma once

#include <cmath>

#include "carom/problem.h"
#include "carom/tolerance.h"

namespace carom::law {

/// Contacts a and b by their normals and by the first `tangents_a`, `tangents_b` of their tangents.
inline bool coupled(const ImpactProblem& problem, int a, int tangents_a, int b, int tangents_b) {
  const auto& G = problem.delassus();
  const int row = problem.normal_row(a), column = problem.normal_row(b);
  for (int i = 0; i <= tangents_a; ++i)
    for (int k = 0; k <= tangents_b; ++k) {
      const double scale = std::sqrt(G(row + i, row + i) * G(column + k, column + k));
      if (std::abs(G(row + i, column + k)) > zero_tolerance * scale) return true;
    }
  return false;
}

}  // namespace carom::law
