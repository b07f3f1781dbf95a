// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Left and right of a robot. Input: a robot with a free base, its posture, and what varies. Output:
// which joints mirror each other, so that a search can keep both sides alike.
#pragma once

#include <string>
#include <vector>

#include "carom/model.h"
#include "carom/variation.h"

namespace carom::design {

/// Parameters of a variation by index.
struct MirrorPair {
  int left = 0, right = 0;
  double sign = 1.0;  ///< A symmetric motion has right = sign · left.
};

struct Mirror {
  std::vector<MirrorPair> pairs = {};
  /// That no symmetric motion has: waist yaw, roll of the base.
  std::vector<int> still = {};
  /// Why the start is not symmetric: "FL_KFE = 0.9 rad and FR_KFE = 1.1 rad"; empty: it is.
  std::string crooked = {};
};

/// Joints pair by their names, which differ in left and right or in one letter, l and r, and by
/// their places and axes in the neutral posture, which must mirror each other at one plane of the
/// base. Without a free base, or where no pair varies on both sides: no pairs.
Mirror find_mirror(const Model& model, const State& start,
                   const std::vector<VariedParameter>& parameters);

}  // namespace carom::design
