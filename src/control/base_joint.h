// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
// Which joint is the base: the one that nothing drives.

#pragma once

#include "carom/model.h"

namespace carom::control {

/// True for the joint that lets a robot move freely, in space or in the plane.
inline bool is_base(const Joint& joint) {
  return joint.parent < 0 && (joint.kind == JointKind::free || joint.kind == JointKind::planar);
}

}  // namespace carom::control
