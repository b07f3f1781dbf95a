// SPDX-FileCopyrightText: 2026 The carom authors
// SPDX-License-Identifier: MIT
//
// Vee: two uniform rods of length 1 m hinged at the top; both feet land at once.
//   ╱╲     q = (x, y of the hinge, angle 1, angle 2), angles anticlockwise from straight down;
//  1  2    foot = hinge + l (sin a, −cos a); plane as planar.h
// With s_i, c_i the sine and cosine of angle i and l = 1:
//   T = ½ Σ m_i (ẋ² + ẏ² + ẋ c_i ȧ_i + ẏ s_i ȧ_i + ȧ_i²/3);  row of foot i: (0, 1, s_i at angle i).
#include <fmt/format.h>

#include <cmath>

#include "model/gallery/gallery.h"
#include "model/gallery/planar.h"

namespace carom::gallery {
namespace {

using List = std::vector<double>;
constexpr double length = 1.0;  // [m]

void add_rod(const SceneReader& reader, std::size_t number, ModelDescription& description) {
  const std::string name = fmt::format("rod {}", number + 1);
  const Eigen::Vector3d foot = in_plane(0.0, -length);
  description.bodies.push_back(hinged(name, "hinge", fmt::format("angle_{}", number + 1),
                                      Eigen::Vector3d::Zero(),
                                      rod(reader.list("masses")[number], {0, 0, 0}, foot)));
  description.parts.contacts.push_back(
      floor_contact(fmt::format("foot {}", number + 1), name, foot, reader.number("friction")));
}

}  // namespace

Scene vee() {
  return {"vee",
          "two rods hinged at the top land on both feet at once",
          "ours; two uniform rods",
          {{"masses", List{1.0, 1.0}, "kg", "of the rods, uniform, length 1 m"},
           {"half_angle", 0.6, "rad", "the rods stand at -half_angle and +half_angle"},
           {"height", 0.0, "m", "of the feet above the floor"},
           {"velocity", List{0.0, -2.0, 0.0, 0.0}, "m/s, rad/s",
            "of the hinge (x, y) and of the two angles"},
           {"friction", 0.0, "", "of both feet"}},
          {},
          {},
          {{"half_angle=5deg:85deg:161"}, {"inner_product", "indeterminacy"}}};
}

void vee_state(SceneReader& reader, State& state) {
  const double angle = reader.number("half_angle");
  state.q = Eigen::Vector4d(0.0, reader.number("height") + length * std::cos(angle), -angle, angle);
  state.v = as_vector(reader.list("velocity"));
}

SceneModel vee_model(SceneReader& reader) {
  const double angle = reader.number("half_angle");
  reader.require_size("masses", 2, "one per rod");
  reader.require_positive("masses");
  reader.require_vector("velocity", 4, "of the hinge (x, y) and of the two angles");
  reader.require_not_negative("height");
  reader.require_not_negative("friction");
  if (!std::isfinite(angle)) {
    reader.add_fault(fmt::format("half_angle = {} rad; expected a finite angle", angle));
  }
  reader.finish();

  ModelDescription description{.name = "vee"};
  description.bodies = {slider("slide", "world", "x", in_plane(1.0, 0.0)),
                        slider("hinge", "slide", "y", in_plane(0.0, 1.0))};
  description.parts.solids = {solid_part("hinge", "hinge", {Eigen::Vector3d::Zero()})};
  add_rod(reader, 0, description);
  add_rod(reader, 1, description);
  State state;
  vee_state(reader, state);
  return {Model(description), std::move(state)};
}

}  // namespace carom::gallery
