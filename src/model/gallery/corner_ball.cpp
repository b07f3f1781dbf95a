// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Ball in a corner (S1 Figs. 1 and 2, Table I): it touches the ground and a wall to its right at
// once. q = (x, y, θ), θ anticlockwise.
//    ( )▏   ground: normal (0, 1, 0), slip v_t1 = ẋ + Rω, ω = θ̇
//   ▔▔▔▔    wall: normal (−1, 0, 0), slip v_t2 = ẏ + Rω
// S1 does not print the inertia: Table I follows with a disk, ½mR². Nor the restitution: 0.46234 is
// fitted to the three printed digits. Mass 1 kg; it cancels in every velocity.
// As a model: plane as planar.h, the centre starts at (0, R), the wall is at x = R.
#include <fmt/format.h>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

constexpr double mass = 1.0;  // [kg]
constexpr double fitted_restitution = 0.46234;

Contact surface(const SceneReader& reader, const char* name, const Eigen::RowVector3d& normal,
                const Eigen::RowVector3d& tangent) {
  Contact contact;
  contact.name = name;
  contact.normal = normal;
  contact.tangents = tangent;
  contact.friction = reader.number("friction");
  contact.static_friction = reader.number("static_friction");
  contact.restitution = reader.number("restitution");
  return contact;
}

void check_corner(SceneReader& reader) {
  reader.require_positive("radius");
  reader.require_size("velocity", 3, "(x, y, spin)");
  reader.require_not_negative("friction");
  reader.require_not_negative("static_friction");
  reader.require_fraction("restitution");
  const double dynamic = reader.number("friction"), fixed = reader.number("static_friction");
  if (fixed < dynamic && fixed >= 0.0) {
    reader.add_fault(fmt::format(
        "static_friction = {} is below friction = {}; expected static_friction >= friction; set "
        "both",
        fixed, dynamic));
  }
  reader.finish();
}

ContactCandidate candidate(const SceneReader& reader, const char* name, const ContactPlane& plane,
                           const Eigen::Vector3d& tangent) {
  return {.name = name,
          .sphere = {"ball", Eigen::Vector3d::Zero(), reader.number("radius")},
          .against = plane,
          .tangents = 1,
          .tangent = tangent,
          .friction = reader.number("friction"),
          .static_friction = reader.number("static_friction"),
          .restitution = reader.number("restitution")};
}

}  // namespace

Scene corner_ball() {
  return {"corner_ball",
          "a ball (disk in the plane) hits the ground and a wall at once, with friction",
          "S1 VI, Figs. 1 and 2, Table I; inertia and restitution are inferred from Table I",
          {{"radius", 0.5, "m", "of the ball; mass 1 kg, inertia of a disk"},
           {"static_friction", 0.5, "", "of ground and wall; not below friction"},
           {"friction", 0.25, "", "of ground and wall, dynamic"},
           {"velocity", std::vector<double>{8.0, -4.43, 0.0}, "m/s, rad/s",
            "(x, y, spin) at the impact; the wall is to the right, spin is anticlockwise"},
           {"restitution", fitted_restitution, "",
            "of both contacts; the default is fitted to Table I, S1 prints none"},
           {"mode",
            std::string("stick_tested"),
            "",
            "for the law corner: what happens where a slip stops",
            {"published_table", "literal", "stick_tested"},
            true}}};
}

ImpactProblem make_corner_ball(SceneReader& reader) {
  check_corner(reader);
  const double radius = reader.number("radius");
  const Eigen::Vector3d diagonal(mass, mass, 0.5 * mass * radius * radius);
  const auto ground = surface(reader, "ground", {0.0, 1.0, 0.0}, {1.0, 0.0, radius});
  const auto wall = surface(reader, "wall", {-1.0, 0.0, 0.0}, {0.0, 1.0, radius});
  return ImpactProblem(diagonal.asDiagonal().toDenseMatrix(), {ground, wall},
                       Eigen::Map<const Eigen::Vector3d>(reader.list("velocity").data()), {},
                       "corner_ball");
}

SceneModel corner_ball_model(SceneReader& reader) {
  reader.require_finite("velocity");
  check_corner(reader);
  const double radius = reader.number("radius");
  const Solid disk{mass, Eigen::Vector3d::Zero(),
                   (0.25 * mass * radius * radius * Eigen::Vector3d(1.0, 2.0, 1.0)).asDiagonal()};
  ModelDescription description{.name = "corner_ball"};
  description.bodies = {slider("slide_x", "world", "x", in_plane(1.0, 0.0)),
                        slider("slide_y", "slide_x", "y", in_plane(0.0, 1.0)),
                        hinged("ball", "slide_y", "spin", Eigen::Vector3d::Zero(), disk)};
  description.parts.contacts = {
      candidate(reader, "ground", ContactPlane{}, in_plane(1.0, 0.0)),
      candidate(reader, "wall", {"world", in_plane(radius, 0.0), in_plane(-1.0, 0.0)},
                in_plane(0.0, 1.0))};
  return {Model(description),
          {Eigen::Vector3d(0.0, radius, 0.0), as_vector(reader.list("velocity"))}};
}

}  // namespace carom::gallery
