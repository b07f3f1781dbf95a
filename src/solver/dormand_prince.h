// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Dormand & Prince's explicit Runge–Kutta pair 5(4) (1980): seven stages, the last one at the
// result, where the next step begins; an error estimate of order 4; dense output of order 4
// (Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, section II.6). The tableau
// and the run through the stages; the user controls the step, and sums what else it integrates with
// the same weights. Allocates nothing.
#pragma once

namespace carom::solver::dormand_prince {

inline constexpr int stages = 7;
inline constexpr double coefficients[stages][stages - 1] = {
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
/// Of the result, of order 5: stages − 1 of them.
inline constexpr const double* weights = coefficients[stages - 1];
/// Of its difference to the result of order 4.
inline constexpr double error_weights[stages] = {
    71.0 / 57600, 0.0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
/// Of the fifth coefficient of the dense output.
inline constexpr double dense_weights[stages] = {
    -12715105075.0 / 11282082432,  0.0,
    87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
    701980252875.0 / 199316789632, -1453857185.0 / 822651844,
    69997945.0 / 29380423};

/// Forms the argument y + h Σ a_ij k_j of each stage but the first in `argument` and calls
/// evaluate(stage) there, which makes k of that stage; rate(j) is k_j, with k_0 made before. False
/// where evaluate says so. `argument` is the result in the end.
template <class Vector, class Rate, class Evaluate>
[[nodiscard]] bool run_stages(const Vector& y, double h, Vector& argument, Rate rate,
                              Evaluate evaluate) {
  for (int stage = 1; stage < stages; ++stage) {
    argument = y;
    for (int j = 0; j < stage; ++j) {
      const double weight = h * coefficients[stage][j];
      if (weight != 0.0) argument += weight * rate(j);
    }
    if (!evaluate(stage)) return false;
  }
  return true;
}

}  // namespace carom::solver::dormand_prince
