// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Joints and frames by name; -1 where there is none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/multibody.h"

namespace carom {

inline int find_joint(const Multibody& bodies, std::string_view name) {
  for (std::size_t k = 0; k < bodies.joints.size(); ++k) {
    if (bodies.joints[k].name == name) return static_cast<int>(k);
  }
  return -1;
}

/// Of several frames of one name the last: a body stands after the joint that carries it.
inline int find_frame(const Multibody& bodies, std::string_view name) {
  if (name == "universe") return 0;
  for (std::size_t k = bodies.frame_names.size(); k-- > 0;) {
    if (bodies.frame_names[k] == name) return static_cast<int>(k);
  }
  return -1;
}

inline std::vector<std::string> joint_names(const Multibody& bodies) {
  std::vector<std::string> names;
  for (const Joint& joint : bodies.joints) names.push_back(joint.name);
  return names;
}

}  // namespace carom
