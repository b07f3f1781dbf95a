// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Three stances of the specified TREX (cm, rad), each with stance foot and tail on the floor: S3's
// initial one; the one that S3's root finder reaches from it, with orthogonal normals; and the
// optimised body with straight legs, half a turn apart at the hips (S3 Fig. 8).
#pragma once

#include <array>
#include <string_view>

namespace carom::gallery {

struct TrexStance {
  const char* word;               ///< Of the scene's parameter `stance`.
  std::array<double, 11> values;  ///< Of trex_stance_names.
};

inline constexpr std::array<const char*, 11> trex_stance_names = {
    "y", "th", "pS", "gS", "pW", "gW", "pT", "r1", "r2", "lu", "ll"};

inline constexpr std::array<TrexStance, 3> trex_stances = {{
    {"initial",
     {12.261858218371883, 5.785110955042137, 5.13, 5.235987755982989, 1.99, 5.235987755982989, 0.0,
      7.0, 4.0, 8.0, 10.0}},
    {"optimised",
     {12.261754088256055, 5.763259480105476, 4.996786330402094, 5.413498863298901,
      1.9919747769943423, 5.236702019054613, 0.07826299408672889, 6.953821934469509,
      4.096486569467052, 7.997654108923775, 9.989936343556286}},
    {"straight",
     {16.67487150339682, 5.614380637144648, 4.996786330402094, 6.283185307179586,
      1.8551936768123012, 6.283185307179586, 0.0, 6.953821934469509, 4.096486569467052,
      7.997654108923775, 9.989936343556286}},
}};

}  // namespace carom::gallery
