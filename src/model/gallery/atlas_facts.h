// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Masses, joints and soles of Atlas, as script/tools/write_atlas.py writes them from
// scenes/robots/atlas_facts.json, which says where they come from. kg, m, rad, N m.
#pragma once

#include <array>

namespace carom::gallery {

/// A link and the revolute joint that carries it; the pelvis has none.
struct AtlasLink {
  const char* name;
  const char* parent;
  const char* joint;
  std::array<double, 3> origin;  ///< Of the joint, in the parent; axes parallel.
  std::array<double, 3> axis;
  double lower, upper, effort, velocity;  ///< Limits of the joint.
  double mass;
  std::array<double, 3> center;
  std::array<double, 6> inertia;  ///< xx xy xz yy yz zz about the centre of mass.
};

/// Pelvis first, a parent before its children, depth first.
extern const std::array<AtlasLink, 29> atlas_v1_links;
extern const std::array<AtlasLink, 29> atlas_v3_links;

/// Sole of both versions, in the frame of a foot.
extern const std::array<double, 3> atlas_foot_box_size, atlas_foot_box_center;
extern const std::array<std::array<double, 3>, 4> atlas_four_points;
extern const std::array<std::array<double, 3>, 8> atlas_eight_points;

}  // namespace carom::gallery
