// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// S4's pantograph. Printed: Table 3 and Table 4 of S4. Reference: computed independently of carom
// for the inferred configuration (reference pantograph), two independent coordinates.
#pragma once

namespace carom::published {

struct PantographCase {
  double gamma;                                   ///< [deg]
  double speed, constrained, admissible, ratio;   ///< S4 Table 3 [m/s, mJ, mJ, 1].
  double reference_speed, reference_constrained;  ///< [m/s, mJ]
  double reference_impulse;                       ///< Ideal [N·ms].
  double measured_constrained, measured_impulse;  ///< S4 Table 4 [mJ, N·ms].
};

// clang-format off
inline constexpr PantographCase pantograph_cases[] = {
    {97.58, 0.1955, 10.0, 0.0,  1.0,  0.195528365421, 9.99999994219, 103.188647632, 9.937, 109.57},
    {90.0,  0.1921, 9.82, 0.18, 0.98, 0.192057947385, 9.81902619674, 102.250662682, 9.482, 105.93},
    {75.0,  0.1857, 8.57, 1.43, 0.86, 0.18572548169,  8.56711103415, 95.5100604168, 8.506, 101.26},
    {60.0,  0.1812, 6.56, 3.44, 0.66, 0.181242086443, 6.55817833576, 83.5648298219, 6.531, 84.97},
};
// clang-format on

inline constexpr double pantograph_angles[] = {72.3396592064, 26.0883141146, 12.0292389175,
                                               79.5670823087};  // q1 … q4 [deg]
/// Mass matrix of the end effector (xx, xy, yy) and its part along y alone [kg].
inline constexpr double pantograph_mass[] = {0.553494351817, 0.0736965518283, 0.542207386374};
inline constexpr double pantograph_normal_mass = 0.532394853087;
inline constexpr double pantograph_full_loss = 97.5841981708;  // γ where ξ = 1 [deg]

}  // namespace carom::published
