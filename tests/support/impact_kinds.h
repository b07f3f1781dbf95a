// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// The kinds of impacts on which every law is tried.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "support/friction_problems.h"
#include "support/problems.h"

namespace carom::test {

struct ImpactKind {
  std::string name;  ///< One word, as tests are named.
  std::function<ImpactProblem(std::uint64_t seed)> make;
  /// What a change of coordinates loses by rounding: 2⁻⁵² times the condition of the mass matrix,
  /// and a hundred for the sums.
  double rounding = 1e-9;

  friend void PrintTo(const ImpactKind& kind, std::ostream* out) { *out << kind.name; }
};

inline std::vector<ImpactKind> impact_kinds() {
  // Varies with the seed, and not in step with anything else that does.
  const auto friction = [](std::uint64_t seed) { return 0.1 + 0.17 * double(seed * 5 % 7); };
  const auto foot = [=](std::uint64_t seed, bool planar, std::uint64_t least, std::uint64_t most) {
    const int points = static_cast<int>(least + seed / 4 % (most - least + 1));
    return random_foot(seed, {.planar = planar, .points = points, .friction = friction(seed)});
  };
  return {
      {"balls", random_balls},
      {"cradle", [](auto seed) { return random_cradle(seed, 1); }},
      {"heavy_and_light", [](auto seed) { return random_cradle(seed, 8); }, 1e-6},
      {"corner", random_corner},
      {"planar_body", [=](auto seed) { return foot(seed, true, 1, 4); }},
      {"spatial_body", [=](auto seed) { return foot(seed, false, 3, 8); }},
      {"stack", random_stack},
      {"copies",
       [=](auto seed) {
         const auto once = seed % 2 == 0 ? foot(seed, true, 2, 3) : foot(seed, false, 2, 4);
         return repeat_first(once, 2 + static_cast<int>(seed % 3 == 0));
       }},
      {"squeeze", random_squeeze},
      {"frictionless",
       [](auto seed) {
         return random_problem(seed, {.coordinates = 6, .contacts = 2 + int(seed / 4 % 4)});
       }},
      {"dense",
       [](auto seed) {
         return random_problem(
             seed,
             {.coordinates = 9, .contacts = 2 + int(seed / 4 % 4), .tangents = 1 + int(seed % 2)});
       }},
      {"hinges",
       [](auto seed) {
         return random_problem(
             seed, {.coordinates = 8, .contacts = 3, .tangents = int(seed % 3), .bilateral = 2});
       }},
      {"rest_and_land",
       [=](auto seed) {
         const auto body = seed % 2 == 0 ? foot(seed, true, 2, 4) : foot(seed, false, 2, 5);
         return rest_at_first(body, seed % 3 == 0);
       }},
  };
}

}  // namespace carom::test
