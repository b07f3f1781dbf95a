// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The RHex of the scene (S0 V): posture, s = ⟨u,v⟩ of the unit normals (S0 eq. 22, 23) and
// curvatures at the minima A, B and the maximum C of its map (Fig. 2), both feet on the ground,
// computed independently of carom. S0 prints no sizes and no numbers. 13 digits. The whole map, and
// hips that are apart: tests/published/data/rhex.h.
#pragma once

#include <array>

namespace carom::published {

struct RhexPoint {
  const char* name;
  double phi_r, gamma, phi_l, y, x_r, x_l, s;
  std::array<double, 2> hessian;  // eigenvalues
};

// clang-format off
inline constexpr RhexPoint rhex_points[] = {
    {"A", 1.1852093781403215, 0.0, -1.1852093781403215, 0.06769854992118404,
     0.16678401103993437, -0.16678401103993437, 2.8958778745426925e-05, {0.009915555092359587, 0.032541195751778246}},
    {"B", -1.1852093781403215, 0.0, 1.1852093781403212, 0.06769854992118404,
     -0.16678401103993437, 0.16678401103993437, 2.8958778745426925e-05, {0.009915555092359587, 0.032541195751778246}},
    {"C", 1.128439284283798, 0.8847141325025089, -2.0131534167863068, -3.861909257663054e-09,
     0.16267413299767775, -0.16267413299767775, 0.0038513647874226977, {-0.016848472598717218, -0.006139124424670462}},
};

struct RhexTurned {
  double theta, s;
};
// phiR = 0.8, gamma = 0.5.
inline constexpr RhexTurned rhex_turned[] = {
    {0.0, 0.0020470610633485224}, {0.1, 0.0022001008239149614}, {0.2, 0.0023855416795047534}, {0.4, 0.0026763018147090505}};
// clang-format on

}  // namespace carom::published
