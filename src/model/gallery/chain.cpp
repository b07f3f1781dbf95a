// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Chain: uniform rods in series that hang along −z from a fixed pivot, revolute about y, relative
// angles. Nothing touches: a scene for the motion between impacts.
//   centre of a rod at −l/2; inertia about it m l² diag(1/12, 1/12, 1e-4).
#include <fmt/format.h>

#include <cmath>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

using List = std::vector<double>;
constexpr double slenderness = 1e-4;  // inertia about the rod's own axis, of m l²

BodyDescription link(std::size_t number, double mass, double length) {
  const Eigen::Vector3d moments(1.0 / 12.0, 1.0 / 12.0, slenderness);
  BodyDescription body{.name = fmt::format("link {}", number + 1),
                       .joint = fmt::format("angle_{}", number + 1),
                       .kind = JointKind::revolute,
                       .axis = Eigen::Vector3d::UnitY(),
                       .mass = mass,
                       .center = Eigen::Vector3d(0.0, 0.0, -0.5 * length),
                       .inertia = (mass * length * length * moments).asDiagonal()};
  if (number > 0) {
    body.parent = fmt::format("link {}", number);
    body.placement.translation() = Eigen::Vector3d(0.0, 0.0, -length);
  }
  return body;
}

/// Zeros if the list is empty.
Eigen::VectorXd per_link(SceneReader& reader, const char* name, std::size_t links) {
  if (reader.list(name).empty()) return Eigen::VectorXd::Zero(static_cast<Eigen::Index>(links));
  reader.require_vector(name, links, "one per link, or none for zeros");
  return as_vector(reader.list(name));
}

}  // namespace

Scene chain() {
  return {"chain",
          "uniform rods in series hang from a pivot and swing; nothing touches",
          "ours; benchmark of the integrators",
          {{"links", 6.0, "", "number of rods"},
           {"length", 0.4, "m", "of each rod"},
           {"mass", 1.0, "kg", "of each rod"},
           {"angles", List{}, "rad",
            "about y, each from the rod above, the first from straight down; empty: zeros"},
           {"velocity", List{}, "rad/s", "of the angles; empty: zeros"},
           {"stiffness", 0.0, "N m/rad", "of a spring in every joint, at rest at angle 0"},
           {"damping", 0.0, "N m s/rad", "of a damper in every joint"}}};
}

SceneModel chain_model(SceneReader& reader) {
  const double count = reader.number("links");
  if (!(count >= 1.0 && count <= static_cast<double>(most_joints)) || std::floor(count) != count) {
    reader.add_fault(
        fmt::format("links = {}; expected a whole number from 1 to {}", count, most_joints));
  }
  reader.require_positive("length");
  reader.require_positive("mass");
  reader.require_not_negative("stiffness");
  reader.require_not_negative("damping");
  reader.finish();
  const auto links = static_cast<std::size_t>(count);
  const State state{per_link(reader, "angles", links), per_link(reader, "velocity", links)};
  reader.finish();

  ModelDescription description{.name = "chain"};
  for (std::size_t k = 0; k < links; ++k) {
    description.bodies.push_back(link(k, reader.number("mass"), reader.number("length")));
    description.parts.joint_springs.push_back({.joint = description.bodies.back().joint,
                                               .stiffness = reader.number("stiffness"),
                                               .damping = reader.number("damping")});
  }
  return {Model(description), state};
}

}  // namespace carom::gallery
