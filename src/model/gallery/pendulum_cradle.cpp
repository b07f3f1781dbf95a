// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Newton's cradle of pendula: bobs a, b, c, … hang from pivots 2 r apart, r the radius of a bob.
//   ┬ ┬ ┬     q = angles, anticlockwise from straight down; plane as planar.h
//   │ │ │     gap of neighbours at angles A, B: |(2r + l(sin B − sin A), l(cos A − cos B))| − 2r,
//   ○ ○ ○     its square + 4r·gap = 4 l sin(δ/2) (2r cos m + l sin(δ/2)), δ = B − A, m = (A + B)/2
// so bobs that hang below their pivots touch exactly where A = B, whatever r: near it the gap is
// l cos(m) δ, and the impact at the bottom has the rows (−l, l). The bobs are point masses
// (simple pendula): their own inertia would change the period.
#include <fmt/format.h>

#include <numbers>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

using List = std::vector<double>;
constexpr double first_angle = -std::numbers::pi / 3.0;

/// The list given, or `first` and zeros for all others.
Eigen::VectorXd per_bob(SceneReader& reader, const char* name, std::size_t bobs, double first) {
  if (reader.given(name)) {
    reader.require_vector(name, bobs, "one per bob");
    return as_vector(reader.list(name));
  }
  Eigen::VectorXd values = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(bobs));
  if (bobs > 0) values[0] = first;
  return values;
}

ContactCandidate neighbours(const std::string& left, const std::string& right,
                            const Eigen::Vector3d& bob, double radius) {
  return ball_contact(left + "-" + right, {right, bob, radius}, ContactSphere{left, bob, radius});
}

}  // namespace

Scene pendulum_cradle() {
  return {"pendulum_cradle",
          "Newton's cradle of pendula: the first bob falls on the others, which touch",
          "S3 VI, Fig. 2a as pendula; g = 9.81 m/s^2",
          {{"masses", List{1.0, 1.0, 1.0}, "kg", "of the bobs, points, left to right"},
           {"angles", List{first_angle, 0.0, 0.0}, "rad",
            "anticlockwise from straight down; for other numbers of bobs: the first at -60 deg"},
           {"velocity", List{0.0, 0.0, 0.0}, "rad/s", "of the angles; for other numbers: zeros"},
           {"length", 1.0, "m", "of every pendulum"},
           {"radius", 0.0625, "m",
            "of every bob; the pivots are 2 radius apart, so bobs touch at equal angles"}}};
}

SceneModel pendulum_cradle_model(SceneReader& reader) {
  const List& masses = reader.list("masses");
  const std::size_t bobs = masses.size();
  if (bobs == 0 || bobs > most_joints) {
    reader.add_fault(fmt::format("masses has {} entries; expected 1 to {}", bobs, most_joints));
  }
  for (const char* name : {"masses", "length", "radius"}) reader.require_positive(name);
  const State state{per_bob(reader, "angles", bobs, first_angle),
                    per_bob(reader, "velocity", bobs, 0.0)};
  reader.finish();

  const double radius = reader.number("radius");
  const Eigen::Vector3d bob = in_plane(0.0, -reader.number("length"));
  ModelDescription description{.name = "pendulum_cradle"};
  for (std::size_t k = 0; k < bobs; ++k) {
    const std::string name = ball_name(k, bobs);
    description.bodies.push_back(hinged(name, "world", name,
                                        in_plane(2.0 * radius * static_cast<double>(k), 0.0),
                                        point_mass(masses[k], bob)));
    if (k == 0) continue;
    description.parts.contacts.push_back(neighbours(ball_name(k - 1, bobs), name, bob, radius));
  }
  return {Model(description), state};
}

}  // namespace carom::gallery
